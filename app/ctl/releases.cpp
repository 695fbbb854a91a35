#include "store/releases.h"
#include "engine/records_json.h"
#include "session.h"

#include <QThread>

namespace lazaret::ctl {

namespace {

bool seesRelease(Database &db, const guard::Actor &actor, const QString &redriveId)
{
    const auto tenants = store::tenantsOfRelease(db, redriveId);
    return std::all_of(tenants.begin(), tenants.end(), [&](const QString &tenant) { return actor.sees(tenant); });
}

Result<Release> visibleRelease(Database &db, const guard::Actor &actor, const QString &redriveId)
{
    auto release = store::loadRelease(db, redriveId, true);
    if (!release || !seesRelease(db, actor, redriveId))
        return fail(ErrorCode::not_found, QStringLiteral("no release %1").arg(redriveId));
    return *release;
}

int show(const Invocation &invocation, const Result<Release> &release)
{
    return release ? showRecord(invocation, releaseDetailJson(*release)) : failed(release.error());
}

Result<ReleaseRequest> requestOf(const Invocation &invocation)
{
    for (const auto &option : {QStringLiteral("query"), QStringLiteral("expect"), QStringLiteral("target-version"), QStringLiteral("fix"),
                               QStringLiteral("rate")}) {
        if (invocation.value(option).isEmpty() && !(option == u"query" && invocation.has(option)))
            return fail(ErrorCode::usage, QStringLiteral("release plan needs --%1").arg(option));
    }
    ReleaseRequest request;
    auto selection = selectionOf(invocation);
    if (!selection)
        return tl::unexpected(selection.error());
    request.selection = std::move(*selection);
    request.targetVersion = invocation.value(QStringLiteral("target-version"));
    request.fixReference = invocation.value(QStringLiteral("fix"));
    bool ok = false;
    request.ratePerMin = invocation.value(QStringLiteral("rate")).toDouble(&ok);
    if (!ok || request.ratePerMin < 0)
        return fail(ErrorCode::usage, QStringLiteral("--rate is cases per minute, 0 for no limit"));
    request.allow = invocation.values(QStringLiteral("allow"));
    request.stop = invocation.values(QStringLiteral("stop"));
    request.owner = invocation.value(QStringLiteral("owner"));
    request.canary = invocation.value(QStringLiteral("canary"));
    request.acceptIrreversible = invocation.has(QStringLiteral("accept-irreversible"));
    return request; // --accept-cost changes nothing: no step of this version is paid
}

QString progress(const Release &r)
{
    const ReleaseCounters &c = r.counters;
    return QStringLiteral(
               "%1  step %2  planned %3  released %4  succeeded %5  no_op %6  duplicate_blocked %7  failed_again %8  uncertain %9  ")
               .arg(toText(r.state))
               .arg(r.step)
               .arg(c.planned)
               .arg(c.released)
               .arg(c.succeeded)
               .arg(c.noOp)
               .arg(c.duplicateBlocked)
               .arg(c.failedAgain)
               .arg(c.uncertain) +
           QStringLiteral("remaining %1%2\n")
               .arg(c.remaining)
               .arg(r.stateReason.isEmpty() ? QString() : QStringLiteral("  ") + r.stateReason);
}

} // namespace

int runReleasePlan(const Invocation &invocation)
{
    const auto request = requestOf(invocation);
    if (!request)
        return failed(request.error());
    return acting(invocation, [&](Session &session) { return show(invocation, session.desk().planRelease(*request)); });
}

int runReleaseMove(const Invocation &invocation)
{
    return acting(invocation, [&](Session &session) {
        const QString &id = invocation.arguments[0];
        Desk &desk = session.desk();
        const QString verb = invocation.command.section(u' ', 1);
        return show(invocation, verb == u"approve"  ? desk.approveRelease(id)
                                : verb == u"start"  ? desk.startRelease(id)
                                : verb == u"pause"  ? desk.pauseRelease(id)
                                : verb == u"resume" ? desk.resumeRelease(id)
                                                    : desk.abortRelease(id));
    });
}

int runReleaseShow(const Invocation &invocation)
{
    return reading(invocation, QStringLiteral("reading a release"), [&](Session &session, const guard::Actor &actor) {
        return show(invocation, visibleRelease(session.database(), actor, invocation.arguments[0]));
    });
}

// Until it has ended or waits for a person. As text each change is a line; as JSON only the last state is printed.
int runReleaseWatch(const Invocation &invocation)
{
    return reading(invocation, QStringLiteral("watching a release"), [&](Session &session, const guard::Actor &actor) {
        if (auto runs = pipelineRuns(session); !runs)
            warn(runs.error().detail);
        Database &db = session.database();
        QString said;
        qint64 seen = -1;
        for (;;) {
            const qint64 version = db.dataVersion();
            if (version != seen) {
                seen = version;
                const auto release = visibleRelease(db, actor, invocation.arguments[0]);
                if (!release)
                    return failed(release.error());
                const QString line = progress(*release);
                if (!invocation.json && line != said)
                    printText(line);
                said = line;
                using enum ReleaseState;
                if (release->state == finished || release->state == aborted || release->state == paused)
                    return invocation.json ? show(invocation, release) : 0;
            }
            if (db.error())
                return failed(*db.error());
            QThread::msleep(250); // 3-contracts, Durability 6: at most every 250 ms
        }
    });
}

int runReleaseList(const Invocation &invocation)
{
    return reading(invocation, QStringLiteral("listing the releases"), [&](Session &session, const guard::Actor &actor) {
        const auto paging = pagingOf(invocation);
        if (!paging)
            return failed(paging.error());
        QJsonArray all;
        for (const auto &release : store::listReleases(session.database())) {
            if (seesRelease(session.database(), actor, release.redriveId.value))
                all.append(recordJson(release));
        }
        return showListing(invocation,
                           pageOf(all, QStringLiteral("redrive_id"), *paging,
                                  {QStringLiteral("redrive_id"), QStringLiteral("state"), QStringLiteral("workflow"),
                                   QStringLiteral("source_version"), QStringLiteral("target_version"),
                                   QStringLiteral("approved_case_count"), QStringLiteral("planned_by"), QStringLiteral("state_reason")}));
    });
}

int runReconcile(const Invocation &invocation)
{
    const bool query = invocation.has(QStringLiteral("query"));
    if (query == !invocation.arguments.isEmpty())
        return misuse(QStringLiteral("reconcile run takes a release, or --query Q"));
    return acting(invocation, [&](Session &session) {
        if (auto runs = pipelineRuns(session); !runs)
            return failed(runs.error());
        const auto asked = query ? session.desk().askReconcile(Selection{{}, invocation.value(QStringLiteral("query")), std::nullopt})
                                 : session.desk().askReconcile(invocation.arguments[0]);
        return asked ? showAnswer(invocation, session, *asked) : failed(asked.error());
    });
}

} // namespace lazaret::ctl
