#include "engine/desk.h"

#include "store/cases.h"
#include "store/configuration.h"
#include "store/figures.h"
#include "store/jobs.h"
#include "store/releases.h"

#include <QDateTime>

namespace lazaret {

namespace {

using guard::Right;

QString timeText(qint64 ms)
{
    return QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC).toString(Qt::ISODateWithMs);
}

} // namespace

Result<Job> Desk::cancelJob(const JobId &id)
{
    return act<Job>(Right::controlJob, QStringLiteral("cancelling a job"), [&](Database &db, const Actor &actor) -> Result<Job> {
        const auto job = visibleJob(db, actor, id);
        if (!job)
            return job;
        if (job->state != JobState::ready && job->state != JobState::waiting)
            return fail(ErrorCode::refused,
                        QStringLiteral("%1 is %2; only a ready or waiting job can be cancelled").arg(id.value, toText(job->state)));
        if (const auto item = store::openItemOfJob(db, id))
            return fail(ErrorCode::refused, QStringLiteral("%1 is out with release %2; abort that instead").arg(id.value, item->first));
        if (!store::moveJob(db, id, job->state, JobState::ended, QStringLiteral("cancelled by ") + actor.name, m_clock.nowMs()))
            return fail(ErrorCode::conflict, QStringLiteral("%1 moved on meanwhile").arg(id.value));
        record(db, actor, QStringLiteral("job.cancel"), id.value);
        return visibleJob(db, actor, id);
    });
}

Result<Job> Desk::retryNow(const JobId &id)
{
    return act<Job>(Right::controlJob, QStringLiteral("retrying a job now"), [&](Database &db, const Actor &actor) -> Result<Job> {
        const auto job = visibleJob(db, actor, id);
        if (!job)
            return job;
        if (job->state != JobState::waiting || !store::makeDue(db, id, m_clock.nowMs()))
            return fail(ErrorCode::refused,
                        QStringLiteral("%1 is %2; only a waiting job can be retried before its time").arg(id.value, toText(job->state)));
        record(db, actor, QStringLiteral("job.retry_now"), id.value);
        return visibleJob(db, actor, id);
    });
}

namespace {

QString lastFailure(Database &db, const JobId &id)
{
    const auto attempts = store::attemptsOf(db, id);
    if (attempts.isEmpty() || attempts.last().errorCode.isEmpty())
        return QStringLiteral("its last attempt did not finish");
    const Attempt &last = attempts.last();
    return QStringLiteral("attempt %1 failed with %2 (%3)")
        .arg(last.number)
        .arg(last.errorCode, last.errorClass ? toText(*last.errorClass) : QStringLiteral("not classified"));
}

QString whyQuarantined(Database &db, const Job &job)
{
    const auto id = store::caseOfJob(db, job.jobId);
    const auto c = id ? store::loadCase(db, *id) : std::nullopt;
    if (!c)
        return QStringLiteral("quarantined: %1").arg(lastFailure(db, job.jobId));
    return QStringLiteral("quarantined as %1 since %2: %3 (%4), status %5; a person decides")
        .arg(c->caseId.value, timeText(c->lastFailureAt), toText(c->errorClass), c->errorCode, toText(c->status));
}

} // namespace

QString whyJob(Database &db, const Job &job)
{
    const QString because = job.stateReason.isEmpty() ? QString() : QStringLiteral(": ") + job.stateReason;
    if (const QString held = store::heldReason(db, job); !held.isEmpty())
        return QStringLiteral("held: %1; it is kept and not worked until that is resumed").arg(held);
    switch (job.state) {
    case JobState::ready:
        return QStringLiteral("ready since %1: it waits for a free worker of workflow %2")
            .arg(timeText(job.dueAt.value_or(job.createdAt)), job.workflow);
    case JobState::waiting:
        return QStringLiteral("waiting until %1 for attempt %2: %3")
            .arg(timeText(job.dueAt.value_or(0)))
            .arg(job.attempt + 1)
            .arg(lastFailure(db, job.jobId));
    case JobState::leased:
        return QStringLiteral("running attempt %1: the lease is held by %2 until %3")
            .arg(job.attempt)
            .arg(job.leaseOwner, timeText(job.leaseUntil.value_or(0)));
    case JobState::done:
        return QStringLiteral("done after %1 attempts%2").arg(job.attempt).arg(because);
    case JobState::quarantined:
        return whyQuarantined(db, job);
    case JobState::ended:
        break;
    }
    return QStringLiteral("ended%1").arg(because);
}

} // namespace lazaret
