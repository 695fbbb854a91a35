// Everything the pages read. Answers arrive later, on the GUI thread; a page that asks again no longer hears the earlier answer.
#pragma once

#include "engine/reader.h"
#include "models/pagesource.h"
#include "models/views.h"

#include <functional>

namespace lazaret::ui {

class DeskData
{
public:
    virtual ~DeskData() = default;

    // Who looks, and at which moment: what every question of the read side needs.
    struct Look
    {
        queries::Viewer viewer;
        qint64 now = 0;
    };
    virtual Look look() const = 0;
    virtual Reader &reader() = 0;

    // Any question of engine/queries, off the GUI thread. A newer question on the same channel replaces an older one, which never answers;
    // a context that dies hears nothing.
    template <typename T>
    void ask(QObject *context, const QString &channel, std::function<T(Database &, const Look &)> query,
             std::function<void(const Result<T> &)> answer)
    {
        reader().ask<T>(
            context, channel, [at = look(), query = std::move(query)](Database &db) { return query(db, at); }, std::move(answer));
    }

    virtual PageSource<CaseRecord> &cases() = 0;
    virtual PageSource<DeliveryView> &deliveries() = 0;
    virtual void askCase(const QString &caseId, std::function<void(const Result<CaseView> &)> answer) = 0;
    // Charts from rangeMs ago until now.
    struct OverviewQuestion
    {
        qint64 rangeMs = 0;
        int points = 0; // evenly spaced
        qint64 bucketMs = 0;
    };
    virtual void askOverview(const OverviewQuestion &question, std::function<void(const Result<OverviewView> &)> answer) = 0;
};

} // namespace lazaret::ui
