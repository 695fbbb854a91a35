// Where a window model gets its rows: answers come later, on the GUI thread, never from within the call. Asking again makes earlier
// unanswered questions worthless; an implementation may drop them.
#pragma once

#include "base/result.h"

#include <QList>
#include <QString>

#include <functional>

namespace lazaret::ui {

struct TableQuestion
{
    QString query;
    QString sortKey;
    bool descending = true;
    QString group{}; // what rows are grouped by; empty: nothing
    friend bool operator==(const TableQuestion &, const TableQuestion &) = default;
};

// The rows of a group follow each other; groups follow each other as given, their counts add up to all rows.
struct TableGroup
{
    QString key; // stays the same from answer to answer
    QString title;
    QString icon, tone;
    qint64 count = 0;
    qint64 firstAt = 0, lastAt = 0; // of what the rows are dated by
};

struct TableSize
{
    qint64 matching = 0;
    qint64 kept = 0; // all rows there are
    double elapsedMs = 0;
    QList<TableGroup> groups{};
    qint64 seenAudit = 0, seenAt = 0; // how the store stood: for decisions taken on what is shown
};

template <typename Row>
class PageSource
{
public:
    virtual ~PageSource() = default;
    using SizeAnswer = std::function<void(const Result<TableSize> &)>;
    using RowsAnswer = std::function<void(const Result<QList<Row>> &)>;
    virtual void askSize(const TableQuestion &question, SizeAnswer answer) = 0;
    using IdsAnswer = std::function<void(const Result<QStringList> &)>;
    // Ids of a range of rows that need not be in memory, for selecting them. A source without selection answers nothing.
    virtual void askIds(qint64 first, qint64 count, IdsAnswer answer)
    {
        Q_UNUSED(first)
        Q_UNUSED(count)
        Q_UNUSED(answer)
    }
    virtual QList<qint64> frozenRows() const { return {}; } // all rows of the last answer, as the store numbers them; counts are none
    virtual void askRows(const TableQuestion &question, qint64 first, int count, RowsAnswer answer) = 0;
};

} // namespace lazaret::ui
