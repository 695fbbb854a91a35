// What a query can go on with at the cursor. Pure: text, place and known words in, a list out.
#pragma once

#include "engine/queries_deliveries.h"

#include <QHash>
#include <QStringList>

namespace lazaret::ui {

struct Completion
{
    qsizetype from = 0; // what an option replaces
    qsizetype length = 0;
    QStringList options; // as they are written: quoted where needed, a key with its colon
};

// words: values that occur, by key (queries::queryWords). Nothing typed yet offers the keys only when `eager`.
Completion completionAt(const QString &text, qsizetype cursor, const QHash<QString, QStringList> &words, bool eager,
                        const queries::QueryLanguage &language = queries::caseLanguage());

// Line breaks and control characters become spaces, invisible direction marks go; at most `most` characters stay.
QString queryText(const QString &text, qsizetype most);

// The word a hint offers in place of the mistake ("did you mean class?"); empty: it offers none.
QString fixOf(const QString &hint);

} // namespace lazaret::ui
