#include "theme/vocabulary.h"

#include "theme/tokens.h"

#include <QCoreApplication>

namespace lazaret::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Vocabulary)
};

Token fromPalette(const QString &group, const QString &word, const QString &label)
{
    const QString tone = group + u'.' + word;
    return {label, tokenText(QString(tone + u".icon")), tone};
}

Token plain(const QString &label, const char *icon, const char *tone)
{
    return {label, QLatin1String(icon), QLatin1String(tone)};
}

QString label(ErrorClass errorClass)
{
    switch (errorClass) {
    case ErrorClass::transient:
        return Words::tr("Transient");
    case ErrorClass::invalid_input:
        return Words::tr("Invalid input");
    case ErrorClass::incompatible_dependency:
        return Words::tr("Incompatible dependency");
    case ErrorClass::policy:
        return Words::tr("Policy");
    case ErrorClass::quality:
        return Words::tr("Quality");
    case ErrorClass::uncertain_effect:
        return Words::tr("Uncertain effect");
    case ErrorClass::unknown_defect:
        return Words::tr("Unknown defect");
    }
    return {};
}

QString label(Reconciled outcome)
{
    switch (outcome) {
    case Reconciled::single_execution_confirmed:
        return Words::tr("Executed once, confirmed");
    case Reconciled::duplicate_blocked:
        return Words::tr("Duplicate blocked");
    case Reconciled::partial_settled:
        return Words::tr("Partial, settled");
    case Reconciled::still_uncertain:
        return Words::tr("Still uncertain");
    case Reconciled::recreated_manually:
        return Words::tr("Recreated by hand");
    }
    return {};
}

} // namespace

Token token(ErrorClass errorClass)
{
    return fromPalette(QStringLiteral("class"), toText(errorClass), label(errorClass));
}

Token token(Reconciled outcome)
{
    return fromPalette(QStringLiteral("outcome"), toText(outcome), label(outcome));
}

Token token(CaseStatus status)
{
    switch (status) {
    case CaseStatus::open:
        return plain(Words::tr("Open"), "inbox", "neutral");
    case CaseStatus::in_inspection:
        return plain(Words::tr("In inspection"), "eye", "accent");
    case CaseStatus::awaiting_approval:
        return plain(Words::tr("Awaiting approval"), "user-check", "accent");
    case CaseStatus::approved:
        return plain(Words::tr("Approved"), "check", "accent");
    case CaseStatus::releasing:
        return plain(Words::tr("Releasing"), "route", "accent");
    case CaseStatus::reconciling:
        return plain(Words::tr("Reconciling"), "scale", "accent");
    case CaseStatus::blocked:
        return plain(Words::tr("Blocked"), "calendar-clock", "warn");
    case CaseStatus::closed:
        return plain(Words::tr("Closed"), "check-check", "good");
    }
    return {};
}

Token token(ReceiptState state)
{
    switch (state) {
    case ReceiptState::intended:
        return plain(Words::tr("intended"), "circle-dashed", "neutral");
    case ReceiptState::confirmed:
        return plain(Words::tr("confirmed"), "circle-check", "good");
    case ReceiptState::denied:
        return plain(Words::tr("denied"), "circle-x", "bad");
    case ReceiptState::uncertain:
        return plain(Words::tr("uncertain"), "circle-help", "uncertain");
    case ReceiptState::compensated:
        return plain(Words::tr("compensated"), "undo-2", "neutral");
    }
    return {};
}

Token token(JobState state, const QString &reason)
{
    switch (state) {
    case JobState::ready:
        return plain(Words::tr("Ready"), "layers", "neutral");
    case JobState::leased:
        return plain(Words::tr("Working"), "cpu", "neutral");
    case JobState::waiting:
        return reason == u"verifying" ? plain(Words::tr("Verifying the effect"), "radar", "uncertain")
                                      : plain(Words::tr("Waiting"), "timer-reset", "class.transient");
    case JobState::done:
        return plain(Words::tr("Done"), "check-check", "good");
    case JobState::quarantined:
        return plain(Words::tr("Quarantined"), "inbox", "warn");
    case JobState::ended:
        return plain(Words::tr("Ended"), "circle-slash", "neutral");
    }
    return {};
}

Token token(DispositionKind kind)
{
    switch (kind) {
    case DispositionKind::redrive_approved:
        return plain(Words::tr("Redrive"), "route", "accent");
    case DispositionKind::manual_completion:
        return plain(Words::tr("Done by hand"), "hand", "neutral");
    case DispositionKind::accepted_partial:
        return plain(Words::tr("Accept partial"), "circle-dot", "warn");
    case DispositionKind::discard_business_valid:
        return plain(Words::tr("Discard"), "archive-x", "neutral");
    case DispositionKind::incident_opened:
        return plain(Words::tr("Incident"), "siren", "bad");
    case DispositionKind::blocked_evidence:
        return plain(Words::tr("Block"), "calendar-clock", "warn");
    }
    return {};
}

Token token(ReleaseState state)
{
    switch (state) {
    case ReleaseState::draft:
        return plain(Words::tr("Draft"), "pencil", "neutral");
    case ReleaseState::planned:
        return plain(Words::tr("Planned"), "clipboard-list", "accent");
    case ReleaseState::approved:
        return plain(Words::tr("Approved"), "user-check", "accent");
    case ReleaseState::canary:
        return plain(Words::tr("Canary"), "bird", "accent");
    case ReleaseState::running:
        return plain(Words::tr("Running"), "play", "accent");
    case ReleaseState::paused:
        return plain(Words::tr("Paused"), "circle-pause", "warn");
    case ReleaseState::reconciling:
        return plain(Words::tr("Reconciling"), "scale", "accent");
    case ReleaseState::finished:
        return plain(Words::tr("Finished"), "check-check", "good");
    case ReleaseState::aborted:
        return plain(Words::tr("Aborted"), "octagon-x", "neutral");
    }
    return {};
}

QString roleWord(Role role)
{
    switch (role) {
    case Role::viewer:
        return Words::tr("Viewer");
    case Role::operator_:
        return Words::tr("Operator");
    case Role::approver:
        return Words::tr("Approver");
    case Role::administrator:
        return Words::tr("Administrator");
    }
    return {};
}

QString stepTitle(int step)
{
    switch (step) {
    case 1:
        return Words::tr("Input and version");
    case 2:
        return Words::tr("Checks passed");
    case 3:
        return Words::tr("Last surely completed step");
    case 4:
        return Words::tr("Effects: confirmed, denied, uncertain");
    case 5:
        return Words::tr("Cause: local, dependency or policy");
    case 6:
        return Words::tr("What would make a new attempt safe");
    }
    return {};
}

} // namespace lazaret::ui
