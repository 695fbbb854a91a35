#include "models/proof.h"

#include "models/proofmodel.h"
#include "theme/vocabulary.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>

namespace lazaret::ui {

using reconcile::ReportCase;

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Proof)
};

const QString dash = QStringLiteral("–");

ProofLine::Agreement agreement(ReceiptState ours, const QString &observed, bool asked)
{
    using enum ProofLine::Agreement;
    if (!asked || observed == u"unclear" || observed == u"not_asked")
        return unknown;
    if (ours == ReceiptState::confirmed)
        return observed == u"completed" ? agrees : differs;
    if (ours == ReceiptState::denied || ours == ReceiptState::compensated)
        return observed == u"absent" ? agrees : differs;
    return unknown;
}

void addReceipt(QList<ProofLine> &lines, const Receipt &receipt, const ReportCase &c, const QStringList &actions, const TimeView &view)
{
    const auto reconciliation = c.reconciliation.value_or(ReconciliationItem{});
    const QString answer = answerAbout(reconciliation.how, actions, receipt.action);
    const bool asked = !answer.isEmpty();
    const QString observed = asked ? reconciliation.observed : QString();
    const bool sure = actions.size() == 1 || observed == u"completed"; // of several answers only the weakest is kept
    lines.append({receipt.action, token(receipt.state).label, asked ? observedWord(observed) : observedWord(QStringLiteral("not_asked")),
                  sure ? agreement(receipt.state, observed, asked) : ProofLine::Agreement::unknown});
    lines.append({Words::tr("Key"),
                  middleOfId(receipt.idempotencyKey.section(u':', 0, 0)) + u':' + receipt.action,
                  dash,
                  {},
                  true,
                  receipt.idempotencyKey});
    if (!receipt.externalRef.isEmpty())
        lines.append({Words::tr("Reference"), receipt.externalRef, dash, {}, true, receipt.externalRef});
    lines.append({Words::tr("Evidence"),
                  receipt.evidence.isEmpty() ? dash : receipt.evidence,
                  asked ? answer : dash,
                  {},
                  true,
                  receipt.evidence + u'\n' + answer});
    lines.append({Words::tr("At"),
                  exactTime(receipt.settledAt.value_or(receipt.intendedAt), view),
                  asked && reconciliation.observedAt ? exactTime(*reconciliation.observedAt, view) : dash,
                  {},
                  true,
                  timeTooltip(receipt.settledAt.value_or(receipt.intendedAt))});
    const bool redriven = !receipt.redriveId.isEmpty();
    lines.append({Words::tr("Sent"),
                  redriven ? Words::tr("attempt %1, in release %2").arg(receipt.attempt).arg(tailOfId(receipt.redriveId))
                           : Words::tr("attempt %1, before any release").arg(receipt.attempt),
                  dash,
                  {},
                  false,
                  receipt.redriveId});
}

} // namespace

QString answerAbout(const QString &how, const QStringList &actions, const QString &action)
{
    const QString separator = QStringLiteral("; ");
    const auto placeOf = [&](const QString &name) -> qsizetype {
        const QString head = name + QStringLiteral(": ");
        if (how.startsWith(head))
            return 0;
        const auto found = how.indexOf(separator + head);
        return found < 0 ? -1 : found + separator.size();
    };
    const auto start = placeOf(action);
    if (start < 0)
        return {};
    qsizetype end = how.size();
    for (const auto &other : actions) {
        if (const auto place = placeOf(other); other != action && place > start)
            end = std::min(end, place - separator.size());
    }
    const auto from = start + action.size() + 2;
    return how.mid(from, end - from);
}

QList<ProofLine> proofLines(const ReportCase &c, const TimeView &view)
{
    QList<ProofLine> lines{{Words::tr("Operation"), c.record.operationId.isEmpty() ? dash : c.record.operationId, dash, {}, true, {}}};
    QStringList actions;
    for (const auto &receipt : c.record.receipts)
        actions.append(receipt.action);
    for (const auto &receipt : c.record.receipts)
        addReceipt(lines, receipt, c, actions, view);
    if (c.record.receipts.isEmpty())
        lines.append({Words::tr("Effects"), Words::tr("none was begun"), dash});
    if (c.decision && !c.decision->link.isEmpty())
        lines.append({Words::tr("Manual record"), c.decision->link, dash, {}, true, c.decision->link});
    return lines;
}

ProofVerdict proofVerdict(const ReportCase &c)
{
    if (!c.outcome) {
        if (c.record.closedAt)
            return {QStringLiteral("neutral"), QStringLiteral("archive-x"),
                    Words::tr("Closed by decision. No effect is claimed, so there is nothing the recipient could prove.")};
        return {QStringLiteral("neutral"), QStringLiteral("circle-dashed"),
                c.failedAgain() ? Words::tr("It failed again and left its release. It is an open case.")
                                : Words::tr("Nothing is proven yet: %1").arg(c.attention)};
    }
    const auto look = token(*c.outcome);
    switch (*c.outcome) {
    case Reconciled::single_execution_confirmed:
        return {look.tone, look.icon, Words::tr("The effect happened exactly once: %1.").arg(c.proof)};
    case Reconciled::duplicate_blocked:
        return {look.tone, look.icon, Words::tr("It had happened before; a second one was not sent: %1.").arg(c.proof)};
    case Reconciled::partial_settled:
        return {look.tone, look.icon, Words::tr("A part happened, and what is missing is recorded: %1.").arg(c.proof)};
    case Reconciled::recreated_manually:
        return {look.tone, look.icon, Words::tr("A person says it was done by hand: %1. The link was not opened.").arg(c.proof)};
    case Reconciled::still_uncertain:
        return {look.tone, look.icon, Words::tr("Uncertain: %1. Nothing is sent again until this is known.").arg(c.proof)};
    }
    return {};
}

namespace {

void addDecisions(QList<ProofEvent> &events, const CaseRecord &record)
{
    const QString neutral = QStringLiteral("neutral");
    QSet<int> steps;
    qint64 lastFinding = 0;
    QStringList finders;
    for (const auto &finding : record.findings) {
        if (finding.step > 0) {
            steps.insert(finding.step);
            lastFinding = std::max(lastFinding, finding.at);
            if (!finders.contains(finding.by))
                finders.append(finding.by);
        }
    }
    if (!steps.isEmpty())
        events.append({lastFinding, QStringLiteral("clipboard-list"), neutral,
                       Words::tr("%n of 6 findings by %1", nullptr, int(steps.size())).arg(finders.join(QStringLiteral(", ")))});
    for (const auto &d : record.dispositions) {
        const auto look = token(d.kind);
        const QString by = d.requestedBy.isEmpty() ? d.by : d.requestedBy;
        const bool asked = !d.requestedBy.isEmpty() || d.state == DispositionState::requested;
        events.append({d.at, look.icon, neutral,
                       asked ? Words::tr("%1 requested by %2").arg(look.label, by) : Words::tr("%1 by %2").arg(look.label, by)});
        if (d.decidedAt && !d.approvedBy.isEmpty())
            events.append({*d.decidedAt, QStringLiteral("user-check"), neutral,
                           d.selfApproved ? Words::tr("Approved by %1, who asked for it").arg(d.approvedBy)
                                          : Words::tr("Approved by %1").arg(d.approvedBy)});
    }
}

void addRelease(QList<ProofEvent> &events, const ReportCase &c)
{
    if (!c.item)
        return;
    const QString neutral = QStringLiteral("neutral");
    if (c.item->releasedAt)
        events.append({*c.item->releasedAt, QStringLiteral("send"), neutral,
                       c.item->noOp ? Words::tr("Released; found complete, nothing was sent") : Words::tr("Released, with the same key")});
    if (c.item->settledAt)
        events.append({*c.item->settledAt, c.failedAgain() ? QStringLiteral("circle-x") : QStringLiteral("check"),
                       c.failedAgain() ? QStringLiteral("bad") : neutral,
                       c.failedAgain() ? Words::tr("Failed again: %1").arg(c.item->failedClass) : Words::tr("Its job settled")});
}

} // namespace

QList<ProofEvent> proofEvents(const ReportCase &c, const std::optional<queries::CaseDetail> &detail)
{
    const QString neutral = QStringLiteral("neutral");
    QList<ProofEvent> events;
    if (detail)
        events.append({detail->job.createdAt, QStringLiteral("webhook"), neutral,
                       c.record.signatureVerified ? Words::tr("Delivery received, key %1 verified").arg(c.record.keySlot)
                                                  : Words::tr("Delivery received")});
    events.append({c.record.firstFailureAt, QStringLiteral("inbox"), neutral, Words::tr("Case opened: %1").arg(c.record.errorCode)});
    addDecisions(events, c.record);
    addRelease(events, c);
    if (c.record.closedAt)
        events.append({*c.record.closedAt, QStringLiteral("check-check"), QStringLiteral("good"), Words::tr("Closed")});
    std::stable_sort(events.begin(), events.end(), [](const ProofEvent &a, const ProofEvent &b) { return a.at < b.at; });
    return events;
}

QString recipientName(const std::optional<queries::CaseDetail> &detail)
{
    if (!detail)
        return {};
    for (auto attempt = detail->attempts.rbegin(); attempt != detail->attempts.rend(); ++attempt) {
        for (auto step = attempt->steps.rbegin(); step != attempt->steps.rend(); ++step) {
            if (!step->targetHost.isEmpty())
                return step->targetHost;
        }
    }
    return {};
}

} // namespace lazaret::ui
