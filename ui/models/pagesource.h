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
    friend bool operator==(const TableQuestion &, const TableQuestion &) = default;
};

struct TableSize
{
    qint64 matching = 0;
    qint64 kept = 0; // all rows there are
    double elapsedMs = 0;
};

template <typename Row>
class PageSource
{
public:
    virtual ~PageSource() = default;
    using SizeAnswer = std::function<void(const Result<TableSize> &)>;
    using RowsAnswer = std::function<void(const Result<QList<Row>> &)>;
    virtual void askSize(const TableQuestion &question, SizeAnswer answer) = 0;
    virtual void askRows(const TableQuestion &question, qint64 first, int count, RowsAnswer answer) = 0;
};

} // namespace lazaret::ui
