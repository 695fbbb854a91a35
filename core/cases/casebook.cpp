#include "cases/casebook.h"

#include "base/scrub.h"
#include "model/records_json.h"
#include "store/cases.h"
#include "store/jobs.h"
#include "store/releases.h"

namespace lazaret::cases {

namespace {

Time reviewDue(const CasePolicy &policy, ErrorClass errorClass, qint64 now)
{
    const double hours = policy.reviewAfterH.value(toText(errorClass), policy.reviewAfterH.value(QStringLiteral("default"), 48));
    return now + qint64(hours * 3600000);
}

bool hasOpenEffect(const CaseRecord &c)
{
    return std::any_of(c.receipts.begin(), c.receipts.end(), [](const Receipt &r) { return r.isOpen(); });
}

QString missingSteps(const QList<int> &found)
{
    QStringList missing;
    for (int step = 1; step <= 6; ++step) {
        if (!found.contains(step))
            missing.append(QString::number(step));
    }
    return missing.join(QStringLiteral(", "));
}

} // namespace

CaseId open(Database &db, const Job &job, const Failure &failure, const CasePolicy &policy, qint64 now, bool isolated)
{
    CaseRecord c;
    c.jobId = job.jobId;
    c.deliveryId = job.deliveryId;
    c.source = job.source;
    c.eventType = job.eventType;
    c.operationId = job.operationId;
    c.taskId = job.taskId;
    c.taskType = job.taskType;
    c.tenant = job.tenant;
    c.userRef = job.userRef;
    c.workflow = job.workflow;
    c.workflowVersion = job.workflowVersion;
    c.inputReference = job.inputRef;
    c.inputSha256 = job.inputSha256;
    c.errorClass = failure.errorClass;
    c.errorCode = failure.code;
    c.lastException = failure.message;
    c.firstFailureAt = now;
    c.lastFailureAt = now;
    c.attemptCount = job.attempt;
    c.lastCompletedStep = job.lastCompletedStep;
    c.idempotencyKey = failure.idempotencyKey;
    c.dataClassification = policy.dataClassification;
    c.workerId = failure.workerId;
    c.appVersion = failure.appVersion;
    c.signatureVerified = job.deliverySeq.has_value(); // only verified deliveries make jobs
    c.owner = policy.owner;
    c.reviewDueAt = reviewDue(policy, failure.errorClass, now);
    if (const auto existing = store::caseOfJob(db, job.jobId)) {
        store::failCaseAgain(db, c, isolated);
        return *existing;
    }
    c.caseId = newCaseId(now);
    store::insertCase(db, c, now);
    return c.caseId;
}

Result<> addFinding(Database &db, const CaseId &id, int step, const QString &text, const QString &by, qint64 now)
{
    const auto c = store::loadCase(db, id);
    if (!c)
        return fail(ErrorCode::not_found, QStringLiteral("no case %1").arg(id.value));
    if (step < 0 || step > 6)
        return fail(ErrorCode::usage, QStringLiteral("the inspection has steps 1 to 6, not %1").arg(step));
    if (text.trimmed().isEmpty())
        return fail(ErrorCode::usage, QStringLiteral("a finding needs a text"));
    if (step > 0 && c->closedAt)
        return fail(ErrorCode::refused, QStringLiteral("%1 is closed: its findings stand as they are").arg(id.value));
    store::insertFinding(db, {0, id, step, scrub(text.trimmed()), by, now});
    return {};
}

QString lockedReason(const CaseRecord &c, DispositionKind kind, const QList<int> &found)
{
    using enum DispositionKind;
    if (c.closedAt)
        return QStringLiteral("the case is closed");
    if (c.status == CaseStatus::releasing || c.status == CaseStatus::reconciling)
        return QStringLiteral("release %1 has it: wait for its outcome").arg(c.redriveId);
    const bool openEffect = hasOpenEffect(c);
    if (openEffect && (kind == redrive_approved || kind == accepted_partial || kind == discard_business_valid))
        return QStringLiteral(
            "an effect is uncertain: verify it (case verify-effect) or settle it with evidence (case settle-effect) first");
    if (kind == redrive_approved && found.size() < 6)
        return QStringLiteral("the inspection is not complete: findings are missing for step %1").arg(missingSteps(found));
    return {};
}

namespace {

// One link for many cases, each with its own record: {operation}, {delivery} and {case} stand for the case's.
QString linkOf(const CaseRecord &c, QString link)
{
    return link.replace(QLatin1String("{operation}"), c.operationId)
        .replace(QLatin1String("{delivery}"), c.deliveryId)
        .replace(QLatin1String("{case}"), c.caseId.value);
}

Result<> checkNeeds(const Decision &d, qint64 now)
{
    using enum DispositionKind;
    const auto missing = [](const QString &what) { return fail(ErrorCode::usage, what); };
    if (d.reason.trimmed().isEmpty())
        return missing(QStringLiteral("a disposition needs a reason"));
    if (d.kind == manual_completion && d.link.trimmed().isEmpty())
        return missing(QStringLiteral("manual_completion needs a link to the manual record: --link"));
    if ((d.kind == accepted_partial || d.kind == discard_business_valid) && d.authority.trimmed().isEmpty())
        return missing(QStringLiteral("%1 needs the authority: who accepted it (--authority)").arg(toText(d.kind)));
    if (d.kind == incident_opened && d.incident.trimmed().isEmpty())
        return missing(QStringLiteral("incident_opened needs an incident: --incident ID or --incident new"));
    if (d.kind == blocked_evidence && (!d.until || *d.until <= now))
        return missing(QStringLiteral("blocked_evidence needs a date in the future: --until"));
    return {};
}

void replaceCurrent(Database &db, const CaseRecord &c, qint64 now)
{
    if (!c.disposition)
        return;
    store::moveDisposition(db, c.disposition->id, c.disposition->state, DispositionState::replaced, {}, now, c.disposition->selfApproved);
}

void closeWith(Database &db, const CaseRecord &c, Reconciled outcome, const QString &how, const QString &proof, qint64 now)
{
    ReconciliationItem item;
    item.caseId = c.caseId;
    item.at = now;
    item.receiptsBefore = receiptsSnapshot(c.receipts);
    item.observed = QStringLiteral("not_asked");
    item.how = how;
    item.outcome = outcome;
    item.proof = proof;
    store::insertReconciliation(db, item);
    store::closeCase(db, c.caseId, now, outcome);
    store::moveJob(db, c.jobId, JobState::quarantined, JobState::ended, toText(outcome), now);
}

// What a standing disposition brings with it at once.
void takeEffect(Database &db, const CaseRecord &c, const Disposition &d, qint64 now)
{
    using enum DispositionKind;
    if (d.kind == manual_completion && !hasOpenEffect(c)) {
        closeWith(db, c, Reconciled::recreated_manually, QStringLiteral("decision of %1").arg(d.by),
                  QStringLiteral("completed by hand, recorded at %1").arg(d.link), now);
    } else if (d.kind == accepted_partial) {
        closeWith(db, c, Reconciled::partial_settled, QStringLiteral("decision of %1").arg(d.by),
                  QStringLiteral("accepted as partial by %1: %2").arg(d.authority, d.reason), now);
    } else if (d.kind == discard_business_valid) {
        store::closeCase(db, c.caseId, now, std::nullopt);
        store::moveJob(db, c.jobId, JobState::quarantined, JobState::ended, toText(d.kind), now);
    }
}

Result<QString> incidentFor(Database &db, const CaseRecord &c, const Decision &d, qint64 now)
{
    if (d.incident == u"new") {
        Incident incident;
        incident.incidentId = newIncidentId(now);
        incident.title = scrub(d.reason);
        incident.openedAt = now;
        incident.openedBy = d.by;
        store::insertIncident(db, incident);
        return incident.incidentId.value;
    }
    const auto incident = store::loadIncident(db, {d.incident});
    if (!incident)
        return fail(ErrorCode::not_found, QStringLiteral("no incident %1 for case %2").arg(d.incident, c.caseId.value));
    if (incident->closedAt)
        return fail(ErrorCode::refused, QStringLiteral("incident %1 is closed").arg(d.incident));
    return d.incident;
}

} // namespace

Result<Disposition> dispose(Database &db, const CaseId &id, const Decision &decision, qint64 now)
{
    if (auto needs = checkNeeds(decision, now); !needs)
        return tl::unexpected(needs.error());
    const auto c = store::loadCase(db, id);
    if (!c)
        return fail(ErrorCode::not_found, QStringLiteral("no case %1").arg(id.value));
    if (const QString reason = lockedReason(*c, decision.kind, store::stepsFound(db, id)); !reason.isEmpty())
        return fail(ErrorCode::refused, reason);
    const bool needsApprover =
        decision.kind == DispositionKind::redrive_approved || decision.kind == DispositionKind::discard_business_valid;
    const bool request = needsApprover && (!decision.mayApprove || decision.fourEyes);
    Disposition d;
    d.caseId = id;
    d.kind = decision.kind;
    d.state = request ? DispositionState::requested : DispositionState::standing;
    d.by = decision.by;
    d.at = now;
    d.reason = scrub(decision.reason.trimmed());
    d.authority = scrub(decision.authority.trimmed());
    d.link = looksLikeSignedUrl(decision.link) ? scrub(decision.link) : linkOf(*c, decision.link.trimmed());
    d.until = decision.kind == DispositionKind::blocked_evidence ? decision.until : Time();
    d.requestedBy = needsApprover ? decision.by : QString();
    if (needsApprover && !request) {
        d.approvedBy = decision.by;
        d.decidedAt = now;
        d.selfApproved = true;
    }
    if (decision.kind == DispositionKind::incident_opened) {
        const auto incident = incidentFor(db, *c, decision, now);
        if (!incident)
            return tl::unexpected(incident.error());
        d.incident = *incident;
    }
    replaceCurrent(db, *c, now);
    d.id = store::insertDisposition(db, d, decision.osUser);
    store::setCurrentDisposition(db, id, d.id);
    if (!request)
        takeEffect(db, *c, d, now);
    return d;
}

Result<> approve(Database &db, const CaseId &id, const QString &by, const QString &osUser, const QString &reason, bool fourEyes, qint64 now)
{
    const auto c = store::loadCase(db, id);
    if (!c)
        return fail(ErrorCode::not_found, QStringLiteral("no case %1").arg(id.value));
    if (c->closedAt || !c->disposition || c->disposition->state != DispositionState::requested)
        return fail(ErrorCode::refused, QStringLiteral("%1 has no request waiting for approval").arg(id.value));
    const QString askedOs = store::requestedOs(db, c->disposition->id);
    const bool same = c->disposition->requestedBy == by || (!askedOs.isEmpty() && askedOs == osUser);
    if (fourEyes && same)
        return fail(
            ErrorCode::refused,
            c->disposition->requestedBy == by
                ? QStringLiteral("four eyes: %1 asked for this and cannot approve it").arg(by)
                : QStringLiteral("four eyes: %1 asked for this from the same account of this machine (%2); whoever approves sits at "
                                 "another one")
                      .arg(c->disposition->requestedBy, osUser));
    // The facts may have changed since the request: a new failure or an uncertain effect voids it.
    if (const QString locked = lockedReason(*c, c->disposition->kind, store::stepsFound(db, id)); !locked.isEmpty())
        return fail(ErrorCode::refused, locked);
    if (!store::moveDisposition(db, c->disposition->id, DispositionState::requested, DispositionState::standing, by, now, same))
        return fail(ErrorCode::conflict, QStringLiteral("somebody else decided %1 meanwhile").arg(id.value));
    if (!reason.isEmpty())
        store::insertFinding(db, {0, id, 0, scrub(QStringLiteral("approved: ") + reason), by, now});
    takeEffect(db, *c, *c->disposition, now);
    return {};
}

Result<> reject(Database &db, const CaseId &id, const QString &by, const QString &reason, qint64 now)
{
    const auto c = store::loadCase(db, id);
    if (!c)
        return fail(ErrorCode::not_found, QStringLiteral("no case %1").arg(id.value));
    if (reason.trimmed().isEmpty())
        return fail(ErrorCode::usage, QStringLiteral("a rejection needs a reason"));
    if (c->closedAt || !c->disposition || c->disposition->state != DispositionState::requested ||
        !store::moveDisposition(db, c->disposition->id, DispositionState::requested, DispositionState::rejected, by, now, false))
        return fail(ErrorCode::refused, QStringLiteral("%1 has no request waiting for approval").arg(id.value));
    store::setCurrentDisposition(db, id, std::nullopt);
    store::insertFinding(db, {0, id, 0, scrub(QStringLiteral("rejected: ") + reason), by, now});
    return {};
}

Result<> withdraw(Database &db, const CaseId &id, const QString &by, qint64 now)
{
    const auto c = store::loadCase(db, id);
    if (!c)
        return fail(ErrorCode::not_found, QStringLiteral("no case %1").arg(id.value));
    if (c->closedAt || !c->disposition || c->disposition->state != DispositionState::requested)
        return fail(ErrorCode::refused, QStringLiteral("%1 has no request waiting for approval").arg(id.value));
    if (c->disposition->requestedBy != by)
        return fail(ErrorCode::refused, QStringLiteral("%1 asked for this; only they take it back").arg(c->disposition->requestedBy));
    store::moveDisposition(db, c->disposition->id, DispositionState::requested, DispositionState::replaced, {}, now, false);
    std::optional<qint64> former; // what stood until the request came, and went with it
    for (const auto &d : c->dispositions) {
        if (d.state == DispositionState::replaced && d.decidedAt == c->disposition->at && d.id < c->disposition->id)
            former = d.id;
    }
    if (former)
        store::restoreDisposition(db, *former);
    store::setCurrentDisposition(db, id, former);
    store::insertFinding(
        db, {0, id, 0, QStringLiteral("withdrawn: %1, %2").arg(toText(c->disposition->kind), c->disposition->reason), by, now});
    return {};
}

QString withdrawal(const Finding &note)
{
    return QStringLiteral("withdrawn, note %1: %2").arg(note.id).arg(note.text);
}

bool isWithdrawn(const CaseRecord &c, const Finding &note)
{
    return std::any_of(c.findings.begin(), c.findings.end(),
                       [&](const Finding &f) { return f.step == 0 && f.id > note.id && f.by == note.by && f.text == withdrawal(note); });
}

std::optional<Finding> standingNote(const CaseRecord &c, const QString &by, const QString &text)
{
    for (auto note = c.findings.rbegin(); note != c.findings.rend(); ++note) {
        if (note->step == 0 && note->by == by && note->text == text && !isWithdrawn(c, *note))
            return *note;
    }
    return std::nullopt;
}

Result<> settleEffect(Database &db, const CaseId &id, const Settlement &s, qint64 now)
{
    const auto c = store::loadCase(db, id);
    if (!c)
        return fail(ErrorCode::not_found, QStringLiteral("no case %1").arg(id.value));
    if (c->closedAt)
        return fail(ErrorCode::refused, QStringLiteral("%1 is closed").arg(id.value));
    if (s.state != ReceiptState::confirmed && s.state != ReceiptState::denied)
        return fail(ErrorCode::usage, QStringLiteral("an effect is settled as confirmed or denied"));
    Receipt facts;
    facts.settledAt = now;
    facts.evidence = s.evidence;
    facts.settledBy = s.settledBy;
    if (!store::settleReceipt(db, c->jobId, s.action, ReceiptState::uncertain, s.state, facts)) {
        const auto receipt = store::receiptOf(db, c->jobId, s.action);
        if (!receipt)
            return fail(ErrorCode::not_found, QStringLiteral("%1 has no receipt for the action \"%2\"").arg(id.value, s.action));
        return fail(ErrorCode::refused,
                    QStringLiteral("the receipt of \"%1\" is %2; only an uncertain one is settled").arg(s.action, toText(receipt->state)));
    }
    const auto after = store::loadCase(db, id);
    if (after->status == CaseStatus::reconciling && s.state == ReceiptState::denied)
        store::leaveRelease(db, *after, {ReleaseItemState::isolated}, now);
    else if (after->disposition && after->disposition->state == DispositionState::standing &&
             after->disposition->kind == DispositionKind::manual_completion)
        takeEffect(db, *after, *after->disposition, now); // it was decided and waited only for this
    return {};
}

Result<QList<CaseId>> closeIncident(Database &db, const IncidentId &id, const QString &learning, const QString &by, qint64 now)
{
    if (learning.trimmed().isEmpty())
        return fail(ErrorCode::usage, QStringLiteral("an incident closes with what was learned"));
    const auto waiting = store::openCasesOfIncident(db, id);
    for (const CaseId &caseId : waiting) {
        const auto c = store::loadCase(db, caseId);
        if (c && hasOpenEffect(*c))
            return fail(ErrorCode::refused,
                        QStringLiteral("%1 still has an uncertain effect: settle it before the incident closes").arg(caseId.value));
    }
    if (!store::closeIncident(db, id, scrub(learning), by, now))
        return fail(ErrorCode::not_found, QStringLiteral("no open incident %1").arg(id.value));
    for (const CaseId &caseId : waiting) {
        const auto c = store::loadCase(db, caseId);
        if (!c)
            continue;
        store::closeCase(db, caseId, now, std::nullopt);
        store::moveJob(db, c->jobId, JobState::quarantined, JobState::ended, QStringLiteral("incident ") + id.value, now);
    }
    return waiting;
}

} // namespace lazaret::cases
