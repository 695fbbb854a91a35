// Everything the pages read. Answers arrive later, on the GUI thread; a page that asks again no longer hears the earlier answer.
#pragma once

#include "models/pagesource.h"
#include "models/views.h"

#include <functional>

namespace lazaret::ui {

// One piece of a query text, as the core's parser sees it.
struct QueryPiece
{
    enum class Kind { key, comparison, value, word, keyword };
    Kind kind = Kind::word;
    int position = 0;
    int length = 0;
};

struct QueryReading
{
    QList<QueryPiece> pieces;
    std::optional<QueryProblem> problem;
};

class DeskData
{
public:
    virtual ~DeskData() = default;

    virtual PageSource<CaseRecord> &cases() = 0;
    virtual PageSource<DeliveryView> &deliveries() = 0;
    virtual void askCase(const QString &caseId, std::function<void(const Result<CaseView> &)> answer) = 0;
    virtual void askOverview(qint64 rangeMs, std::function<void(const Result<OverviewView> &)> answer) = 0;
    // Pure and quick: runs on the GUI thread with every key stroke.
    virtual QueryReading readQuery(const QString &text) const = 0;
};

} // namespace lazaret::ui
