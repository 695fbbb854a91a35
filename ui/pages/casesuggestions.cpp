#include "pages/casesuggestions.h"

#include "engine/desk.h"

#include <QCoreApplication>
#include <QUrl>

namespace lazaret::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Suggestions)
};

const Step *stepOf(const CaseView &view, const QString &action)
{
    return view.workflow ? view.workflow->findAction(action) : nullptr;
}

Suggestion effects(const CaseView &view)
{
    QStringList confirmed, denied;
    for (const auto &receipt : view.record.receipts) {
        if (receipt.state == ReceiptState::confirmed)
            confirmed.append(receipt.action);
        else if (receipt.state == ReceiptState::denied)
            denied.append(receipt.action);
        else if (receipt.isOpen())
            return {}; // nothing is known before it is asked
    }
    if (!denied.isEmpty())
        return {Words::tr("denied"), Words::tr("%1 was refused and created nothing; the same key is safe").arg(denied.join(u", "))};
    if (!confirmed.isEmpty())
        return {Words::tr("confirmed"), Words::tr("%1 is confirmed and must not run again").arg(confirmed.join(u", "))};
    return {Words::tr("none"), Words::tr("No outside effect was begun")};
}

Suggestion cause(const CaseRecord &record)
{
    using enum ErrorClass;
    switch (record.errorClass) {
    case transient:
        return {Words::tr("dependency"), Words::tr("Dependency: the recipient was not available (%1)").arg(record.errorCode)};
    case invalid_input:
        return {Words::tr("dependency"), Words::tr("Dependency: the recipient refuses this input (%1)").arg(record.errorCode)};
    case incompatible_dependency:
        return {Words::tr("dependency"), Words::tr("Dependency: its interface changed (%1)").arg(record.errorCode)};
    case policy:
        return {Words::tr("policy"), Words::tr("Policy: a rule forbids it (%1)").arg(record.errorCode)};
    case quality:
        return {Words::tr("local"), Words::tr("Local: our own check did not pass (%1)").arg(record.errorCode)};
    case uncertain_effect:
    case unknown_defect:
        break;
    }
    return {};
}

Suggestion safety(const CaseView &view)
{
    const auto &record = view.record;
    if (!view.currentVersion.isEmpty() && view.currentVersion != record.workflowVersion) {
        const QString version = record.workflow + u'@' + view.currentVersion;
        return {version, Words::tr("Run under %1").arg(version)};
    }
    if (record.errorClass == ErrorClass::transient)
        return {Words::tr("dependency back"), Words::tr("The recipient answers again; the same key is safe")};
    return {};
}

} // namespace

Suggestion suggestionFor(const CaseView &view, int step)
{
    const auto &record = view.record;
    switch (step) {
    case 2:
        return record.signatureVerified ? Suggestion{Words::tr("passed"), Words::tr("Signature, event type and duplicate: all passed")}
                                        : Suggestion{};
    case 3:
        return record.lastCompletedStep.isEmpty()
                   ? Suggestion{Words::tr("none"), Words::tr("No step completed")}
                   : Suggestion{record.lastCompletedStep, Words::tr("%1 completed, nothing after it").arg(record.lastCompletedStep)};
    case 4:
        return effects(view);
    case 5:
        return cause(record);
    case 6:
        return safety(view);
    default:
        return {};
    }
}

const Receipt *openReceipt(const CaseView &view)
{
    for (const auto &receipt : view.record.receipts) {
        if (receipt.state == ReceiptState::uncertain)
            return &receipt;
    }
    return nullptr;
}

bool canAsk(const CaseView &view)
{
    return std::any_of(view.record.receipts.begin(), view.record.receipts.end(), [&](const Receipt &receipt) {
        const auto *step = stepOf(view, receipt.action);
        return receipt.state == ReceiptState::uncertain && step && step->verify;
    });
}

QString recipientOf(const CaseView &view)
{
    const auto *open = openReceipt(view);
    const auto &receipts = view.record.receipts;
    if (!open && receipts.isEmpty())
        return {};
    const auto *step = stepOf(view, open ? open->action : receipts.last().action);
    if (!step)
        return {};
    const QString url = step->verify ? step->verify->url : step->url;
    return QUrl(QString(url).remove(u'{').remove(u'}')).host();
}

QStringList actionsNotBegun(const CaseView &view)
{
    QStringList actions;
    if (!view.workflow)
        return actions;
    for (const auto &step : view.workflow->steps) {
        const bool begun = std::any_of(view.record.receipts.begin(), view.record.receipts.end(),
                                       [&](const Receipt &receipt) { return receipt.action == step.action; });
        if (step.effect && !begun)
            actions.append(step.action);
    }
    return actions;
}

namespace {

QString asksFor(const CaseView &view, DispositionKind kind, Role role)
{
    using enum DispositionKind;
    const bool decides = guard::mayDo(role, guard::Right::approve) && !view.fourEyes;
    switch (kind) {
    case redrive_approved:
        return decides ? Words::tr("then a release plan") : Words::tr("an approver decides");
    case manual_completion:
        return Words::tr("link the record");
    case accepted_partial:
        return Words::tr("who accepted it");
    case discard_business_valid:
        return decides ? Words::tr("who has the say") : Words::tr("a second person approves");
    case incident_opened:
        return Words::tr("keeps the case open");
    case blocked_evidence:
        return Words::tr("until a date you set");
    }
    return {};
}

QString missingSteps(const CaseView &view)
{
    QStringList missing;
    for (int step = 1; step <= 6; ++step) {
        const bool found = std::any_of(view.record.findings.begin(), view.record.findings.end(),
                                       [&](const Finding &f) { return f.step == step && f.at >= view.record.lastFailureAt; });
        if (!found)
            missing.append(QString::number(step));
    }
    return missing.join(QStringLiteral(", "));
}

} // namespace

DecisionLook decisionLook(const CaseView &view, DispositionKind kind, Role role)
{
    if (!guard::mayDo(role, guard::Right::dispose))
        return {Words::tr("needs an operator"), Words::tr("Reading only: an operator or approver decides.")};
    const QString locked = view.locked.value(int(kind));
    if (locked.isEmpty())
        return {asksFor(view, kind, role), {}};
    if (view.record.closedAt)
        return {Words::tr("the case is closed"), Words::tr("The case is closed: its decision stands.")};
    if (!view.record.redriveId.isEmpty())
        return {Words::tr("a release has it"), Words::tr("A release has the case: wait for its outcome.")};
    if (openReceipt(view))
        return {Words::tr("verify the effect first"), Words::tr("An effect is uncertain: verify it (V) or settle it with evidence first.")};
    return {Words::tr("after step %1").arg(missingSteps(view)), Words::tr("Redrive opens after step %1.").arg(missingSteps(view))};
}

QString approvalLocked(const CaseView &view, Role role, const QString &me)
{
    const auto &disposition = view.record.disposition;
    if (!disposition || disposition->state != DispositionState::requested)
        return Words::tr("Nothing was asked for here.");
    if (!guard::mayDo(role, guard::Right::approve))
        return Words::tr("Needs an approver.");
    if (view.fourEyes && disposition->requestedBy == me)
        return Words::tr("Four eyes: you asked for this; someone else approves it.");
    const QString locked = view.locked.value(int(disposition->kind));
    return locked.isEmpty() ? QString() : Words::tr("The facts changed since it was asked: %1.").arg(locked);
}

} // namespace lazaret::ui
