#include "engine/releasing.h"

#include "base/log.h"
#include "guard/audit.h"
#include "model/moves.h"
#include "release/plan.h"
#include "store/cases.h"
#include "store/configuration.h"
#include "store/figures.h"
#include "store/jobs.h"

namespace lazaret {

std::optional<qint64> Releasing::pump(Database &reader)
{
    std::optional<qint64> again;
    const auto active = store::activeReleases(reader);
    for (const QString &redriveId : active) {
        if (m_busy.contains(redriveId))
            continue;
        const auto release = store::loadRelease(reader, redriveId, true);
        if (!release)
            continue;
        for (const auto &item : release->items) {
            if (item.state != ReleaseItemState::settled || m_reconciling.contains(item.caseId.value))
                continue;
            m_reconciling.insert(item.caseId.value);
            m_tools.asking.reconcile(item.caseId, [this, id = item.caseId] {
                m_reconciling.remove(id.value);
                m_tools.strand.wake();
            });
        }
        const qint64 now = m_tools.clock.nowMs();
        const auto next = release::next(*release, {now, store::liveTrafficStarves(reader, now)});
        if (const auto *wait = std::get_if<release::Wait>(&next)) {
            if (wait->untilMs)
                again = std::min(again.value_or(*wait->untilMs - now), *wait->untilMs - now);
        } else {
            carryOut(*release, next);
        }
    }
    return again;
}

void Releasing::move(const Release &release, ReleaseState to, const QString &action, const QString &reason,
                     std::function<void(Database &)> also)
{
    const QString id = release.redriveId.value;
    m_busy.insert(id);
    m_tools.journal.submit(
        [id, from = release.state, to, action, reason, also = std::move(also), now = m_tools.clock.nowMs()](Database &db) -> Result<> {
            if (from != to && !store::moveRelease(db, id, from, to, reason))
                return fail(ErrorCode::conflict, QStringLiteral("the release moved meanwhile"));
            if (also)
                also(db);
            guard::record(db, now, guard::pipelineActor(), action, id, reason);
            return {};
        },
        [this, id](const Result<> &) {
            m_tools.strand.post([this, id] {
                m_busy.remove(id);
                m_tools.strand.wake();
            });
        });
}

void Releasing::carryOut(const Release &release, const release::Next &next)
{
    const QString id = release.redriveId.value;
    if (const auto *one = std::get_if<release::ReleaseCase>(&next))
        return releaseCase(id, one->caseId);
    if (const auto *pause = std::get_if<release::Pause>(&next)) {
        logLine(LogLevel::warning, "release", QStringLiteral("paused: %1").arg(pause->reason), {{"redrive", id}});
        return move(release, ReleaseState::paused, QStringLiteral("release.paused"), pause->reason, [release](Database &db) {
            store::setReleaseResume(db, release.redriveId.value, release.state, release.canary, release.accepted);
        });
    }
    if (std::holds_alternative<release::NextStep>(next)) {
        const int step = release.step + 1;
        return move(release, release.state == ReleaseState::canary ? ReleaseState::running : release.state, QStringLiteral("release.step"),
                    QStringLiteral("step %1 begins").arg(step + 1), [id, step](Database &db) { store::setReleaseStep(db, id, step); });
    }
    if (std::holds_alternative<release::BeginReconciling>(next))
        return move(release, ReleaseState::reconciling, QStringLiteral("release.reconciling"), QStringLiteral("everything planned is out"));
    const bool aborted = std::holds_alternative<release::Abort>(next);
    move(release, aborted ? ReleaseState::aborted : ReleaseState::finished,
         aborted ? QStringLiteral("release.aborted") : QStringLiteral("release.finished"),
         aborted ? QStringLiteral("aborted; what was sent is reconciled")
                 : QStringLiteral("every released case has an outcome, left or is isolated"),
         [id, now = m_tools.clock.nowMs()](Database &db) { store::setReleaseFinished(db, id, now); });
}

namespace {

Result<> releaseOne(Database &db, const QString &redriveId, const CaseId &id, qint64 now)
{
    const auto release = store::loadRelease(db, redriveId, false);
    if (!release || (release->state != ReleaseState::canary && release->state != ReleaseState::running))
        return fail(ErrorCode::conflict, QStringLiteral("the release is not running"));
    const auto c = store::loadCase(db, id);
    const auto target = store::workflowVersion(db, release->workflow, release->targetVersion);
    if (!c || !target)
        return fail(ErrorCode::internal, QStringLiteral("the plan names what does not exist"));
    // The plan is frozen, the decision is not: a case that was decided otherwise since stays where it is.
    const QString reason = release::ineligible(db, *c, *target, redriveId);
    if (!reason.isEmpty()) {
        store::moveItem(db, redriveId, id, ReleaseItemState::planned, ReleaseItemState::returned, now);
        store::setItemReason(db, redriveId, id, reason);
        guard::record(db, now, guard::pipelineActor(), QStringLiteral("release.case_returned"), id.value,
                      QStringLiteral("%1: %2").arg(redriveId, reason));
        return {};
    }
    if (!store::moveItem(db, redriveId, id, ReleaseItemState::planned, ReleaseItemState::released, now))
        return fail(ErrorCode::conflict, QStringLiteral("the case is out already"));
    store::setItemStep(db, redriveId, id, release->step);
    if (!store::releaseJob(db, c->jobId, redriveId, release->targetVersion, now))
        return fail(ErrorCode::conflict, QStringLiteral("the job is not in quarantine"));
    store::holdForRelease(db, id, redriveId);
    guard::record(db, now, guard::pipelineActor(), QStringLiteral("release.case"), id.value,
                  QStringLiteral("%1 under version %2").arg(redriveId, release->targetVersion));
    return {};
}

} // namespace

void Releasing::releaseCase(const QString &redriveId, const CaseId &id)
{
    m_busy.insert(redriveId);
    m_tools.journal.submit([redriveId, id, now = m_tools.clock.nowMs()](Database &db) { return releaseOne(db, redriveId, id, now); },
                           [this, redriveId](const Result<> &) {
                               m_tools.strand.post([this, redriveId] {
                                   m_busy.remove(redriveId);
                                   m_tools.strand.wake();
                               });
                           });
}

void Releasing::pauseAll(Database &db, const QString &reason, qint64 now)
{
    const auto active = store::activeReleases(db);
    for (const QString &id : active) {
        const auto release = store::loadRelease(db, id, false);
        if (!release || !releaseMayMove(release->state, ReleaseState::paused))
            continue;
        store::moveRelease(db, id, release->state, ReleaseState::paused, reason);
        store::setReleaseResume(db, id, release->state, release->canary, release->accepted);
        guard::record(db, now, guard::pipelineActor(), QStringLiteral("release.paused"), id, reason);
    }
}

} // namespace lazaret
