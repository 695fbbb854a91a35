#include "engine/desk.h"

#include "model/moves.h"
#include "release/ladder.h"
#include "release/plan.h"
#include "store/cases.h"
#include "store/jobs.h"
#include "store/releases.h"

namespace lazaret {

using guard::Right;

struct Desk::Move // one decision about a release, from the states it may be taken in
{
    Right right;
    QString doing;
    QString action;
    std::function<Result<QJsonObject>(Database &, const Actor &, const Release &)> work; // answers details for the audit
};

namespace {

// The table of legal moves and the row's expected state, asked together.
Result<> moveOn(Database &db, const Release &r, ReleaseState to, const QString &reason = {})
{
    if (!releaseMayMove(r.state, to))
        return fail(ErrorCode::refused,
                    QStringLiteral("release %1 is %2 and cannot become %3").arg(r.redriveId.value, toText(r.state), toText(to)));
    if (!store::moveRelease(db, r.redriveId.value, r.state, to, reason))
        return fail(ErrorCode::conflict, QStringLiteral("release %1 moved on meanwhile").arg(r.redriveId.value));
    return {};
}

} // namespace

Result<Release> Desk::visibleRelease(Database &db, const Actor &actor, const QString &redriveId)
{
    auto release = store::loadRelease(db, redriveId, true);
    bool seen = release.has_value();
    if (seen) {
        const auto tenants = store::tenantsOfRelease(db, redriveId);
        seen = std::all_of(tenants.begin(), tenants.end(), [&](const QString &tenant) { return actor.sees(tenant); });
    }
    if (!seen)
        return fail(ErrorCode::not_found, QStringLiteral("no release %1").arg(redriveId));
    return *release;
}

Result<Release> Desk::moveRelease(const QString &redriveId, const Move &move)
{
    return act<Release>(move.right, move.doing, [&](Database &db, const Actor &actor) -> Result<Release> {
        const auto release = visibleRelease(db, actor, redriveId);
        if (!release)
            return release;
        const auto details = move.work(db, actor, *release);
        if (!details)
            return tl::unexpected(details.error());
        record(db, actor, move.action, redriveId, *details);
        return visibleRelease(db, actor, redriveId);
    });
}

Result<Release> Desk::planRelease(const ReleaseRequest &request)
{
    return act<Release>(Right::planRelease, QStringLiteral("planning a release"), [&](Database &db, const Actor &actor) -> Result<Release> {
        const auto cases = freeze(db, actor, request.selection);
        if (!cases)
            return tl::unexpected(cases.error());
        release::PlanRequest plan;
        plan.query = request.selection.query;
        plan.selection = *cases;
        plan.targetVersion = request.targetVersion;
        plan.fixReference = request.fixReference;
        plan.ratePerMin = request.ratePerMin;
        plan.allow = request.allow;
        plan.stop = request.stop;
        plan.owner = request.owner;
        plan.canary = request.canary;
        plan.acceptIrreversible = request.acceptIrreversible;
        plan.by = actor.name;
        plan.osUser = actor.osUser;
        for (const auto &id : *cases) {
            if (auto seen = visibleCase(db, actor, id); !seen)
                return tl::unexpected(seen.error());
        }
        const auto planned = release::plan(db, plan, m_clock.nowMs());
        if (!planned)
            return planned;
        record(db, actor, QStringLiteral("release.plan"), planned->redriveId.value,
               {{QStringLiteral("query"), planned->query},
                {QStringLiteral("cases"), planned->items.size()},
                {QStringLiteral("eligible"), planned->approvedCaseCount},
                {QStringLiteral("target_version"), planned->targetVersion},
                {QStringLiteral("fix_reference"), planned->fixReference},
                {QStringLiteral("rate_limit"), planned->ratePerMin}});
        return visibleRelease(db, actor, planned->redriveId.value);
    });
}

Result<Release> Desk::approveRelease(const QString &redriveId, std::optional<int> planVersion)
{
    return moveRelease(
        redriveId, {Right::approve, QStringLiteral("approving a release"), QStringLiteral("release.approve"),
                    [&](Database &db, const Actor &actor, const Release &r) -> Result<QJsonObject> {
                        const bool same = guard::sameHands(actor, r.plannedBy, r.plannedByOs);
                        if (fourEyes(db) && same)
                            return fail(ErrorCode::refused,
                                        QStringLiteral("four eyes: %1 planned this release and cannot approve it").arg(r.plannedBy));
                        if (planVersion && *planVersion != r.planVersion)
                            return fail(ErrorCode::refused,
                                        QStringLiteral("the plan is at version %1 now, not %2; read it again before approving it")
                                            .arg(r.planVersion)
                                            .arg(*planVersion));
                        if (r.state == ReleaseState::planned && r.approvedCaseCount == 0)
                            return fail(ErrorCode::refused, QStringLiteral("no case of the plan is eligible: there is nothing to release"));
                        if (auto moved = moveOn(db, r, ReleaseState::approved); !moved)
                            return tl::unexpected(moved.error());
                        store::setReleaseApproval(db, r.redriveId.value, actor.name, m_clock.nowMs(), same);
                        return QJsonObject{{QStringLiteral("plan_version"), r.planVersion}, {QStringLiteral("self_approved"), same}};
                    }});
}

Result<Release> Desk::startRelease(const QString &redriveId)
{
    return moveRelease(
        redriveId,
        {Right::runRelease, QStringLiteral("starting a release"), QStringLiteral("release.start"),
         [&](Database &db, const Actor &, const Release &r) -> Result<QJsonObject> {
             if (r.state != ReleaseState::approved)
                 return fail(
                     ErrorCode::refused,
                     QStringLiteral("release %1 is %2; only an approved one can be started").arg(r.redriveId.value, toText(r.state)));
             if (auto moved = moveOn(db, r, ReleaseState::canary); !moved)
                 return tl::unexpected(moved.error());
             store::setReleaseStarted(db, r.redriveId.value, m_clock.nowMs());
             return QJsonObject{};
         }});
}

Result<Release> Desk::pauseRelease(const QString &redriveId)
{
    return moveRelease(redriveId, {Right::pauseRelease, QStringLiteral("pausing a release"), QStringLiteral("release.pause"),
                                   [&](Database &db, const Actor &actor, const Release &r) -> Result<QJsonObject> {
                                       const QString reason = QStringLiteral("paused by ") + actor.name;
                                       if (auto moved = moveOn(db, r, ReleaseState::paused, reason); !moved)
                                           return tl::unexpected(moved.error());
                                       store::setReleaseResume(db, r.redriveId.value, r.state, r.canary, r.accepted);
                                       return QJsonObject{};
                                   }});
}

Result<Release> Desk::resumeRelease(const QString &redriveId)
{
    return moveRelease(
        redriveId,
        {Right::runRelease, QStringLiteral("resuming a release"), QStringLiteral("release.resume"),
         [&](Database &db, const Actor &, const Release &r) -> Result<QJsonObject> {
             if (r.state != ReleaseState::paused)
                 return fail(ErrorCode::refused,
                             QStringLiteral("release %1 is %2; only a paused one can be resumed").arg(r.redriveId.value, toText(r.state)));
             const ReleaseState to = release::resumeState(r);
             const QJsonObject accepted = release::acceptEvents(r);
             store::setReleaseResume(db, r.redriveId.value, to, r.canary, accepted);
             if (auto moved = moveOn(db, r, to); !moved)
                 return tl::unexpected(moved.error());
             return QJsonObject{{QStringLiteral("after"), r.stateReason}, {QStringLiteral("accepted"), accepted}};
         }});
}

namespace {

// Back into quarantine goes what no worker has taken yet; its disposition stands, so it is still approved.
int returnUntaken(Database &db, const Release &r, qint64 now)
{
    int returned = 0;
    for (const auto &item : r.items) {
        const auto c = store::loadCase(db, item.caseId);
        const bool ours = c && c->redriveId == r.redriveId.value;
        if (item.state == ReleaseItemState::planned && ours)
            store::holdForRelease(db, item.caseId, {});
        const auto job = item.state == ReleaseItemState::released ? store::loadJob(db, item.jobId) : std::nullopt;
        if (!job || (job->state != JobState::ready && job->state != JobState::waiting))
            continue;
        if (!store::moveJob(db, item.jobId, job->state, JobState::quarantined,
                            QStringLiteral("release %1 was aborted").arg(r.redriveId.value), now))
            continue;
        store::moveItem(db, r.redriveId.value, item.caseId, ReleaseItemState::released, ReleaseItemState::returned, now);
        if (ours)
            store::holdForRelease(db, item.caseId, {});
        ++returned;
    }
    return returned;
}

bool anythingOut(Database &db, const QString &redriveId)
{
    const auto items = store::releaseItems(db, redriveId);
    return std::any_of(items.begin(), items.end(),
                       [](const ReleaseItem &i) { return i.state == ReleaseItemState::released || i.state == ReleaseItemState::settled; });
}

} // namespace

Result<Release> Desk::abortRelease(const QString &redriveId)
{
    return moveRelease(redriveId,
                       {Right::runRelease, QStringLiteral("aborting a release"), QStringLiteral("release.abort"),
                        [&](Database &db, const Actor &actor, const Release &before) -> Result<QJsonObject> {
                            using enum ReleaseState;
                            Release r = before;
                            if (r.state == draft || r.state == finished || r.state == aborted)
                                return fail(
                                    ErrorCode::refused,
                                    QStringLiteral("release %1 is %2: there is nothing to abort").arg(r.redriveId.value, toText(r.state)));
                            const QString reason = QStringLiteral("aborted by ") + actor.name;
                            store::setStopEarly(db, r.redriveId.value);
                            const int returned = returnUntaken(db, r, m_clock.nowMs());
                            if (r.state == canary || r.state == running || r.state == paused) {
                                if (auto moved = moveOn(db, r, reconciling, reason); !moved)
                                    return tl::unexpected(moved.error());
                                r.state = reconciling;
                            }
                            if (!anythingOut(db, r.redriveId.value)) {
                                if (auto moved = moveOn(db, r, aborted, reason); !moved)
                                    return tl::unexpected(moved.error());
                                store::setReleaseFinished(db, r.redriveId.value, m_clock.nowMs());
                            }
                            return QJsonObject{{QStringLiteral("was"), toText(before.state)}, {QStringLiteral("returned"), returned}};
                        }});
}

Result<Asked> Desk::askReconcile(const QString &redriveId)
{
    return act<Asked>(Right::verifyEffect, QStringLiteral("reconciling"), [&](Database &db, const Actor &actor) -> Result<Asked> {
        const auto r = visibleRelease(db, actor, redriveId);
        if (!r)
            return tl::unexpected(r.error());
        if (!r->startedAt)
            return fail(ErrorCode::refused,
                        QStringLiteral("release %1 is %2: nothing was released that could be reconciled").arg(redriveId, toText(r->state)));
        QList<CaseId> cases;
        for (const auto &item : r->items) {
            const bool left = item.state == ReleaseItemState::returned || item.state == ReleaseItemState::failed_again;
            if (item.releasedAt && !left) // whoever left the release is an open case again
                cases.append(item.caseId);
        }
        Asked asked;
        if (!cases.isEmpty()) {
            const auto request = ask(db, actor, QStringLiteral("reconcile"), cases, redriveId);
            if (!request)
                return tl::unexpected(request.error());
            asked.request = *request;
        }
        record(db, actor, QStringLiteral("release.reconcile_asked"), redriveId, {{QStringLiteral("cases"), cases.size()}});
        return asked;
    });
}

Result<Asked> Desk::askReconcile(const Selection &selection)
{
    return act<Asked>(Right::verifyEffect, QStringLiteral("reconciling"), [&](Database &db, const Actor &actor) -> Result<Asked> {
        const auto ids = freeze(db, actor, selection, Expect::optional);
        if (!ids)
            return tl::unexpected(ids.error());
        Asked asked;
        QList<CaseId> cases;
        for (const auto &id : *ids) {
            if (const auto c = visibleCase(db, actor, id); c) {
                cases.append(id);
                record(db, actor, QStringLiteral("case.reconcile_asked"), id.value);
            } else {
                asked.refused.items.append({id.value, QStringLiteral("not_found"), c.error().detail});
            }
        }
        if (cases.isEmpty())
            return asked;
        const auto request = ask(db, actor, QStringLiteral("reconcile"), cases, {});
        if (!request)
            return tl::unexpected(request.error());
        asked.request = *request;
        return asked;
    });
}

} // namespace lazaret
