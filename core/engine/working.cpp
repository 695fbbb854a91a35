#include "engine/working.h"

#include "base/log.h"
#include "outcome/budget.h"
#include "store/cases.h"
#include "store/configuration.h"
#include "store/jobs.h"
#include "store/releases.h"

namespace lazaret {

namespace {

constexpr int kMostRunsPerWorkflow = 256; // where a workflow says 0: no limit of its own
constexpr qint64 kSealedRetryMs = 1000;

qsizetype indexOfStep(const Workflow &workflow, const QString &name)
{
    for (qsizetype i = 0; i < workflow.steps.size(); ++i) {
        if (workflow.steps[i].name == name)
            return i;
    }
    return -1;
}

const Receipt *receiptOf(const QList<Receipt> &receipts, const QString &action)
{
    for (const auto &receipt : receipts) {
        if (receipt.action == action)
            return &receipt;
    }
    return nullptr;
}

} // namespace

void Working::later(std::function<void()> work)
{
    m_later.append(std::move(work));
    m_tools.strand.wake();
}

std::optional<qint64> Working::pump(Database &reader, const Catalogue &catalogue)
{
    if (m_tools.sealed())
        return kSealedRetryMs; // workers stop leasing; what has ended keeps its result until it can be written
    const auto waiting = std::exchange(m_later, {});
    for (const auto &work : waiting)
        work();
    heartbeats(catalogue);
    std::optional<qint64> next;
    const auto sooner = [&](qint64 ms) { next = std::min(next.value_or(ms), std::max<qint64>(ms, 0)); };
    if (!m_runs.isEmpty())
        sooner(1000); // heartbeats
    if (m_stopping)
        return next;
    const qint64 now = m_tools.clock.nowMs();
    for (const QString &name : catalogue.workflowNames) {
        if (catalogue.heldWorkflows.contains(name) || m_claiming.contains(name))
            continue;
        const auto due = store::nextDue(reader, name);
        if (!due)
            continue;
        if (*due > now) {
            sooner(*due - now);
            continue;
        }
        const auto current =
            std::find_if(catalogue.workflows.begin(), catalogue.workflows.end(), [&](const Workflow &w) { return w.name == name; });
        const int declared = current == catalogue.workflows.end() ? 1 : current->concurrency;
        const int free = (declared > 0 ? declared : kMostRunsPerWorkflow) - m_runningOf.value(name);
        if (free > 0)
            claim(name, free, (current == catalogue.workflows.end() ? 60 : current->leaseS) * 1000);
    }
    return next;
}

void Working::claim(const QString &workflow, int limit, qint64 leaseMs)
{
    m_claiming.insert(workflow);
    m_tools.journal.write<QList<Claim>>(
        [workflow, limit, leaseMs, worker = m_tools.worker, now = m_tools.clock.nowMs()](Database &db) -> Result<QList<Claim>> {
            QList<Claim> claims;
            const auto leased = queue::claim(db, workflow, limit, worker, leaseMs, QStringLiteral("1"), now);
            for (const auto &claimed : leased) {
                Claim claim{claimed, store::workflowVersion(db, workflow, claimed.job.workflowVersion), {}};
                if (!claimed.job.redriveId.isEmpty()) {
                    if (const auto release = store::loadRelease(db, claimed.job.redriveId, false))
                        claim.allowedEffects = release->allowedEffects;
                }
                claims.append(claim);
            }
            return claims;
        },
        [this, workflow](Result<QList<Claim>> claims) {
            m_tools.strand.post([this, workflow, claims = std::move(claims)] {
                m_claiming.remove(workflow);
                if (!claims)
                    return;
                for (const auto &claim : *claims)
                    begin(claim);
            });
        });
}

void Working::begin(Claim claim)
{
    auto run = std::make_shared<Run>();
    run->job = claim.claimed.job;
    run->receipts = claim.claimed.receipts;
    run->allowedEffects = claim.allowedEffects;
    run->leasedAtMono = m_tools.clock.monotonicMs();
    m_runs.insert(run->job.jobId.value, run);
    ++m_runningOf[run->job.workflow];
    if (!claim.workflow) {
        failWithout(run, ErrorClass::incompatible_dependency, QStringLiteral("workflow.missing"),
                    QStringLiteral("workflow %1 has no version %2").arg(run->job.workflow, run->job.workflowVersion));
        return;
    }
    run->workflow = *claim.workflow;
    run->completed = run->job.redriveId.isEmpty() ? indexOfStep(run->workflow, run->job.lastCompletedStep) : -1;
    advance(run);
}

// What is complete already is not done again: effects by their receipt, across versions; other steps within the same run.
bool Working::skips(const RunPtr &run, const Step &step)
{
    const Receipt *receipt = step.effect ? receiptOf(run->receipts, step.action) : nullptr;
    const bool complete = step.effect
                              ? receipt && (receipt->state == ReceiptState::confirmed || receipt->state == ReceiptState::compensated)
                              : run->index <= run->completed;
    if (!complete)
        return false;
    run->steps.append({step.name, step.kind, m_tools.clock.nowMs(), m_tools.clock.nowMs(), QStringLiteral("reused"), {}});
    ++run->index;
    return true;
}

void Working::advance(const RunPtr &run)
{
    while (run->index < run->workflow.steps.size()) {
        const Step &step = run->workflow.steps[run->index];
        if (skips(run, step))
            continue;
        if (step.effect && !run->job.redriveId.isEmpty() && !run->allowedEffects.contains(step.action))
            return failWithout(run, ErrorClass::policy, QStringLiteral("release.effect_not_allowed"),
                               QStringLiteral("the release does not allow the effect \"%1\"").arg(step.action));
        const Receipt *receipt = receiptOf(run->receipts, step.action);
        if (step.effect && !step.idempotentTarget && receipt &&
            (receipt->state == ReceiptState::uncertain || receipt->state == ReceiptState::intended))
            return failWithout(run, ErrorClass::uncertain_effect, QStringLiteral("receipt.uncertain"),
                               QStringLiteral("the effect \"%1\" was left open by an earlier attempt").arg(step.action));
        auto request = work::requestFor(step, run->job);
        if (!request)
            return failWithout(run, ErrorClass::invalid_input, QStringLiteral("work.missing_placeholder"), request.error().detail);
        run->steps.append({step.name, step.kind, m_tools.clock.nowMs(), {}, {}, work::hostOf(request->url)});
        if (step.effect)
            intend(run, std::move(*request));
        else
            call(run, std::move(*request));
        return;
    }
    Ending ending; // every step was complete before: acknowledge without acting (QU-2)
    ending.outcome = OutcomeKind::no_op;
    ending.reason = QStringLiteral("already completed");
    finish(run, ending);
}

void Working::intend(const RunPtr &run, http::CallRequest request)
{
    const Step &step = run->workflow.steps[run->index];
    Receipt receipt;
    receipt.jobId = run->job.jobId;
    receipt.action = step.action;
    receipt.idempotencyKey = work::idempotencyKey(run->job.jobId, step.action);
    receipt.intendedAt = m_tools.clock.nowMs();
    receipt.attempt = run->job.attempt;
    receipt.workflowVersion = run->job.workflowVersion;
    receipt.redriveId = run->job.redriveId;
    receipt.idempotentTarget = step.idempotentTarget;
    m_tools.journal.submit(
        [run, receipt, worker = m_tools.worker, now = receipt.intendedAt](Database &db) -> Result<> {
            if (!queue::heartbeat(db, run->job, worker, run->workflow.leaseS * 1000, now))
                return fail(ErrorCode::conflict, QStringLiteral("the lease was lost"));
            if (!store::intendReceipt(db, receipt))
                return fail(ErrorCode::conflict, QStringLiteral("the receipt of \"%1\" is not free").arg(receipt.action));
            return {};
        },
        [this, run, request](Result<> written) {
            m_tools.strand.post([this, run, request, written = std::move(written)] {
                if (written)
                    call(run, request);
                else if (written.error().code == ErrorCode::sealed)
                    later([this, run, request] { intend(run, request); });
                else
                    drop(run);
            });
        });
}

void Working::call(const RunPtr &run, http::CallRequest request)
{
    run->acted = true;
    m_tools.client.send(request, [this, run, request](http::CallResult result) {
        m_tools.strand.post([this, run, request, result = std::move(result)] { answered(run, request, result); });
    });
}

void Working::answered(const RunPtr &run, const http::CallRequest &request, const http::CallResult &result)
{
    const Step &step = run->workflow.steps[run->index];
    const work::Answer answer = work::readAnswer(step, request, result, m_tools.clock.nowMs());
    run->steps.last().finishedAt = m_tools.clock.nowMs();
    run->steps.last().result = answer.expected ? QString::number(answer.status) : answer.code;
    if (answer.expected)
        stepDone(run, step, answer);
    else
        failed(run, step, answer);
}

void Working::stepDone(const RunPtr &run, const Step &step, const work::Answer &answer)
{
    if (run->index + 1 == run->workflow.steps.size()) { // receipt, attempt and job end in one commit
        Ending ending;
        ending.action = step.effect ? step.action : QString();
        ending.evidence = answer.evidence;
        ending.externalRef = answer.externalRef;
        ending.completedStep = step.name;
        return finish(run, ending);
    }
    m_tools.journal.submit(
        [run, step, answer, worker = m_tools.worker, now = m_tools.clock.nowMs()](Database &db) -> Result<> {
            if (!queue::heartbeat(db, run->job, worker, run->workflow.leaseS * 1000, now))
                return fail(ErrorCode::conflict, QStringLiteral("the lease was lost"));
            if (step.effect) {
                Receipt facts;
                facts.settledAt = now;
                facts.evidence = answer.evidence;
                facts.externalRef = answer.externalRef;
                facts.settledBy = QStringLiteral("worker");
                store::settleReceipt(db, run->job.jobId, step.action, ReceiptState::intended, ReceiptState::confirmed, facts);
            }
            store::setLastCompletedStep(db, run->job.jobId, step.name);
            return {};
        },
        [this, run, step, answer](Result<> written) {
            m_tools.strand.post([this, run, step, answer, written = std::move(written)] {
                if (!written && written.error().code == ErrorCode::sealed)
                    return later([this, run, step, answer] { stepDone(run, step, answer); });
                if (!written)
                    return drop(run);
                run->job.lastCompletedStep = step.name;
                ++run->index;
                advance(run);
            });
        });
}

void Working::failed(const RunPtr &run, const Step &step, const work::Answer &answer)
{
    const outcome::Failure failure{answer.code, step.effect, step.idempotentTarget, answer.sent, answer.status};
    const outcome::Classified classified = outcome::classify(failure, run->workflow.classify);
    Ending ending;
    ending.outcome = classified.outcome;
    ending.errorClass = classified.errorClass;
    ending.code = answer.code;
    ending.message = answer.message;
    ending.retryAfterMs = answer.retryAfterMs;
    ending.action = step.effect ? step.action : QString();
    ending.receipt = classified.receipt;
    ending.evidence = answer.evidence;
    ending.to = JobState::quarantined;
    ending.reason = toText(classified.errorClass);
    if (classified.outcome != OutcomeKind::retryable && !(classified.errorClass == ErrorClass::quality))
        return finish(run, ending);
    outcome::BudgetState state;
    state.attemptsInRun = run->job.attempt - run->job.runFirstAttempt + 1;
    state.runStartedAtMs = run->job.runStartedAt.value_or(m_tools.clock.nowMs());
    state.nowMs = m_tools.clock.nowMs();
    state.deadlineAtMs = run->job.deadlineAt;
    state.cost = run->job.cost;
    state.retryAfterMs = answer.retryAfterMs;
    const auto decided = outcome::decide(run->workflow.budgets.value(classified.errorClass), state, m_tools.jitter());
    if (const auto *retry = std::get_if<outcome::Retry>(&decided)) {
        ending.to = JobState::waiting;
        ending.reason = answer.code;
        ending.dueAt = retry->dueAtMs;
    } else {
        ending.reason = QStringLiteral("retry budget spent: %1").arg(outcome::toText(std::get<outcome::Spent>(decided).reason));
    }
    finish(run, ending);
}

void Working::failWithout(const RunPtr &run, ErrorClass errorClass, const QString &code, const QString &message)
{
    Ending ending;
    ending.outcome = outcome::outcomeOf(errorClass);
    ending.errorClass = errorClass;
    ending.code = code;
    ending.message = message;
    ending.to = JobState::quarantined;
    ending.reason = toText(errorClass);
    finish(run, ending);
}

namespace {

// The release's side of an ending, in the same commit.
void settleReleaseItem(Database &db, const Job &job, bool acted, OutcomeKind outcome, std::optional<ErrorClass> errorClass, JobState to,
                       qint64 now)
{
    if (job.redriveId.isEmpty() || to == JobState::waiting || to == JobState::ready)
        return;
    const auto item = store::openItemOfJob(db, job.jobId);
    if (!item)
        return;
    const auto &[redriveId, entry] = *item;
    ReleaseItemState state = ReleaseItemState::settled;
    if (errorClass)
        state = errorClass == ErrorClass::uncertain_effect ? ReleaseItemState::isolated : ReleaseItemState::failed_again;
    store::moveItem(db, redriveId, entry.caseId, ReleaseItemState::released, state, now);
    store::setItemFacts(db, redriveId, entry.caseId, acted, outcome == OutcomeKind::no_op, errorClass ? toText(*errorClass) : QString());
}

} // namespace

Result<> Working::write(Database &db, const Run &run, const Ending &e, const queue::Worker &worker, qint64 now)
{
    Job job = run.job;
    if (!e.action.isEmpty()) {
        Receipt facts;
        facts.settledAt = now;
        facts.evidence = e.evidence;
        facts.externalRef = e.externalRef;
        facts.settledBy = QStringLiteral("worker");
        store::settleReceipt(db, job.jobId, e.action, ReceiptState::intended, e.receipt, facts);
    }
    if (!e.completedStep.isEmpty())
        store::setLastCompletedStep(db, job.jobId, e.completedStep);
    Attempt attempt;
    attempt.jobId = job.jobId;
    attempt.number = job.attempt;
    attempt.finishedAt = now;
    attempt.outcome = e.outcome;
    attempt.errorClass = e.errorClass;
    attempt.errorCode = e.code;
    attempt.message = e.message;
    attempt.steps = run.steps;
    attempt.retryAfterMs = e.retryAfterMs;
    store::finishAttempt(db, attempt);
    if (!store::endLease(db, job.jobId, job.attempt, job.leaseOwner, {e.to, e.reason, e.dueAt, now}))
        return fail(ErrorCode::conflict, QStringLiteral("the lease was lost")); // whoever lost it settles nothing
    settleReleaseItem(db, job, run.acted, e.outcome, e.errorClass, e.to, now);
    if (e.to == JobState::quarantined) {
        cases::Failure failure{e.errorClass.value_or(ErrorClass::unknown_defect), e.code, e.message, {}, worker.id, worker.appVersion};
        if (run.index < run.workflow.steps.size())
            failure.idempotencyKey = work::idempotencyKey(job.jobId, run.workflow.steps[run.index].action);
        cases::open(db, job, failure, run.workflow.casePolicy, now,
                    !job.redriveId.isEmpty() && e.errorClass == ErrorClass::uncertain_effect);
    }
    return {};
}

void Working::finish(const RunPtr &run, Ending ending)
{
    m_tools.journal.submit(
        [run, ending, worker = m_tools.worker, now = m_tools.clock.nowMs()](Database &db) { return write(db, *run, ending, worker, now); },
        [this, run, ending](Result<> written) {
            m_tools.strand.post([this, run, ending, written = std::move(written)] {
                if (!written && written.error().code == ErrorCode::sealed)
                    return later([this, run, ending] { finish(run, ending); });
                if (written && ending.to == JobState::quarantined)
                    logLine(LogLevel::warning, "cases", QStringLiteral("quarantined: %1 %2").arg(ending.reason, ending.message),
                            {{"job", run->job.jobId.value}, {"code", ending.code}});
                drop(run);
            });
        });
}

void Working::drop(const RunPtr &run)
{
    if (m_runs.remove(run->job.jobId.value) > 0)
        --m_runningOf[run->job.workflow];
    m_tools.strand.wake();
}

void Working::heartbeats(const Catalogue &)
{
    const qint64 mono = m_tools.clock.monotonicMs();
    for (const auto &run : std::as_const(m_runs)) {
        const qint64 leaseMs = run->workflow.leaseS * 1000;
        if (mono - run->leasedAtMono < leaseMs / 3)
            continue;
        run->leasedAtMono = mono;
        m_tools.journal.submit(
            [run, leaseMs, worker = m_tools.worker, now = m_tools.clock.nowMs()](Database &db) -> Result<> {
                queue::heartbeat(db, run->job, worker, leaseMs, now);
                return {};
            },
            [](const Result<> &) {});
    }
}

namespace {

// One lease of a process that is gone.
void recoverLease(Database &db, const Job &job, const queue::Worker &worker, qint64 now)
{
    const auto workflow = store::workflowVersion(db, job.workflow, job.workflowVersion);
    QString openAction;
    bool resendable = true;
    const auto receipts = store::receiptsOf(db, job.jobId);
    for (const auto &receipt : receipts) {
        if (receipt.state != ReceiptState::intended || receipt.idempotentTarget)
            continue;
        resendable = false;
        openAction = receipt.action;
        Receipt facts;
        facts.settledAt = now;
        facts.evidence = QStringLiteral("the process ended between the intent and the answer");
        facts.settledBy = QStringLiteral("worker");
        store::settleReceipt(db, job.jobId, receipt.action, ReceiptState::intended, ReceiptState::uncertain, facts);
    }
    const outcome::Classified classified = outcome::classify({QStringLiteral("lease.lost"), true, false, !resendable, 0},
                                                             workflow ? workflow->classify : QMap<QString, ErrorClass>());
    const ErrorClass errorClass = resendable ? ErrorClass::transient : classified.errorClass;
    const int attempts = workflow ? workflow->budgets.value(ErrorClass::transient).attempts : defaultBudget(ErrorClass::transient).attempts;
    const bool again = resendable && job.attempt - job.runFirstAttempt + 1 < attempts;
    Attempt attempt;
    attempt.jobId = job.jobId;
    attempt.number = job.attempt;
    attempt.finishedAt = now;
    attempt.outcome = resendable ? OutcomeKind::retryable : OutcomeKind::manual_review;
    attempt.errorClass = errorClass;
    attempt.errorCode = QStringLiteral("lease.lost");
    attempt.message = QStringLiteral("the process that held the lease ended");
    store::finishAttempt(db, attempt);
    const JobState to = again ? JobState::ready : JobState::quarantined;
    store::endLease(db, job.jobId, job.attempt, job.leaseOwner,
                    {to, again ? QStringLiteral("lease.lost") : toText(errorClass), again ? Time(now) : Time(), now});
    settleReleaseItem(db, job, !resendable, *attempt.outcome, errorClass, to, now);
    if (to != JobState::quarantined)
        return;
    const QString key = openAction.isEmpty() ? QString() : work::idempotencyKey(job.jobId, openAction);
    cases::open(db, job, {errorClass, attempt.errorCode, attempt.message, key, job.leaseOwner, worker.appVersion},
                workflow ? workflow->casePolicy : CasePolicy(), now,
                !job.redriveId.isEmpty() && errorClass == ErrorClass::uncertain_effect);
}

} // namespace

void Working::recover(Database &db, const queue::Worker &worker, qint64 now)
{
    const auto leased = store::leasedJobs(db);
    for (const Job &job : leased)
        recoverLease(db, job, worker, now);
    store::reopenRequests(db);
}

} // namespace lazaret
