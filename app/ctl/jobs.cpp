#include "store/jobs.h"
#include "engine/queries_deliveries.h"
#include "engine/records_json.h"
#include "session.h"
#include "store/cases.h"
#include "store/figures.h"

namespace lazaret::ctl {

namespace {

QJsonObject jobJson(Database &db, const Job &job)
{
    return recordJson(job, store::heldReason(db, job));
}

QJsonObject jobDetail(Database &db, const Job &job)
{
    QJsonObject json = jobJson(db, job);
    json.insert(QStringLiteral("attempts"), recordsJson(store::attemptsOf(db, job.jobId)));
    json.insert(QStringLiteral("receipts"), recordsJson(store::receiptsOf(db, job.jobId)));
    json.insert(QStringLiteral("case_id"), textOrNull(store::caseOfJob(db, job.jobId).value_or(CaseId{}).value));
    return json;
}

} // namespace

int runDeliveriesList(const Invocation &invocation)
{
    return reading(invocation, QStringLiteral("listing the deliveries"), [&](Session &session, const guard::Actor &actor) {
        const auto paging = pagingOf(invocation);
        if (!paging)
            return failed(paging.error());
        bool ok = true;
        const qint64 before = paging->after.isEmpty() ? std::numeric_limits<qint64>::max() : paging->after.toLongLong(&ok);
        if (!ok)
            return misuse(QStringLiteral("--after takes the \"next\" of the page before"));
        auto filter =
            queries::deliveryFilter({actor.name, actor.tenants}, invocation.value(QStringLiteral("query")), session.clock().nowMs());
        if (!filter)
            return failed(queryError(filter.error()));
        filter->source = invocation.value(QStringLiteral("source"));
        const auto all = store::deliveryRows(session.database(), *filter); // newest first
        const auto first =
            std::lower_bound(all.begin(), all.end(), before, [](qint64 seq, qint64 than) { return seq >= than; }) - all.begin();
        const auto page = all.mid(first, paging->limit);
        Listing listing{{},
                        {},
                        all.size(),
                        {QStringLiteral("received_at"), QStringLiteral("source"), QStringLiteral("delivery_id"),
                         QStringLiteral("event_type"), QStringLiteral("duplicate_count"), QStringLiteral("job_state"),
                         QStringLiteral("job_id")}};
        listing.items = recordsJson(store::deliveriesBySeq(session.database(), page));
        if (first + page.size() < all.size())
            listing.next = QString::number(page.last());
        return showListing(invocation, listing);
    });
}

int runDeliveriesShow(const Invocation &invocation)
{
    return reading(invocation, QStringLiteral("reading a delivery"), [&](Session &session, const guard::Actor &actor) {
        QList<store::DeliveryRow> found;
        const QString source = invocation.value(QStringLiteral("source"));
        for (const auto &row : store::findDeliveries(session.database(), invocation.arguments[0])) {
            const auto job = store::loadJob(session.database(), row.jobId);
            const bool seen = job ? actor.sees(job->tenant) : actor.sees({});
            if (seen && (source.isEmpty() || row.delivery.source == source))
                found.append(row);
        }
        if (found.isEmpty())
            return failed({ErrorCode::not_found, QStringLiteral("no delivery %1").arg(invocation.arguments[0])});
        if (found.size() > 1)
            return misuse(
                QStringLiteral("%1 sources have a delivery %2; name one with --source").arg(found.size()).arg(invocation.arguments[0]));
        return showRecord(invocation, recordJson(found[0]));
    });
}

int runJobsList(const Invocation &invocation)
{
    return reading(invocation, QStringLiteral("listing the jobs"), [&](Session &session, const guard::Actor &actor) {
        const auto paging = pagingOf(invocation);
        if (!paging)
            return failed(paging.error());
        store::JobFilter filter;
        filter.state = invocation.value(QStringLiteral("state"));
        if (!filter.state.isEmpty() && filter.state != u"held" && !fromText<JobState>(filter.state))
            return misuse(QStringLiteral("--state must be one of: %1, held").arg(wordList<JobState>()));
        filter.tenants = actor.tenants;
        filter.afterId = paging->after;
        filter.limit = paging->limit + 1; // one more than shown: is there a next page?
        Database &db = session.database();
        auto jobs = store::listJobs(db, filter);
        Listing listing{{},
                        {},
                        store::countJobs(db, filter.state, actor.tenants),
                        {QStringLiteral("job_id"), QStringLiteral("state"), QStringLiteral("attempt"), QStringLiteral("workflow"),
                         QStringLiteral("workflow_version"), QStringLiteral("due_at"), QStringLiteral("state_reason")}};
        if (jobs.size() > paging->limit) {
            jobs.removeLast();
            listing.next = jobs.last().jobId.value;
        }
        for (const auto &job : std::as_const(jobs))
            listing.items.append(jobJson(db, job));
        return showListing(invocation, listing);
    });
}

int runJobShow(const Invocation &invocation)
{
    return reading(invocation, QStringLiteral("reading a job"), [&](Session &session, const guard::Actor &actor) {
        const auto job = visibleJob(session.database(), actor, {invocation.arguments[0]});
        return job ? showRecord(invocation, jobDetail(session.database(), *job)) : failed(job.error());
    });
}

int runJobWhy(const Invocation &invocation)
{
    return reading(invocation, QStringLiteral("reading a job"), [&](Session &session, const guard::Actor &actor) {
        const auto job = visibleJob(session.database(), actor, {invocation.arguments[0]});
        if (!job)
            return failed(job.error());
        QString why = whyJob(session.database(), *job);
        if (job->state == JobState::ready && !pipelineRuns(session))
            why += QStringLiteral("; no pipeline runs on this data directory (lazaretctl serve)");
        if (!invocation.json) {
            printText(why + u'\n');
            return 0;
        }
        QJsonObject json = jobJson(session.database(), *job);
        json.insert(QStringLiteral("why"), why);
        return showRecord(invocation, json);
    });
}

int runJobChange(const Invocation &invocation)
{
    return acting(invocation, [&](Session &session) {
        const JobId id{invocation.arguments[0]};
        const auto job = invocation.command == u"job cancel" ? session.desk().cancelJob(id) : session.desk().retryNow(id);
        return job ? showRecord(invocation, jobDetail(session.database(), *job)) : failed(job.error());
    });
}

} // namespace lazaret::ctl
