// What proves a case's outcome, line by line: our receipts beside what the recipient says, and how the case got there. Pure.
#pragma once

#include "engine/queries.h"
#include "engine/report.h"
#include "support/format.h"

namespace lazaret::ui {

struct ProofLine
{
    enum class Agreement { unknown, agrees, differs };
    QString name, ours, theirs;
    Agreement agreement = Agreement::unknown;
    bool mono = false;
    QString tooltip{};
};
QList<ProofLine> proofLines(const reconcile::ReportCase &c, const TimeView &view);

// What was recorded of the recipient's answer about one action, out of "save: verify: HTTP 200; notify: …". Empty: it was not asked.
QString answerAbout(const QString &how, const QStringList &actions, const QString &action);

struct ProofVerdict
{
    QString tone, icon, text;
};
ProofVerdict proofVerdict(const reconcile::ReportCase &c);

struct ProofEvent
{
    qint64 at = 0;
    QString icon, tone, text;
};
// Oldest first. `detail` adds the delivery and every reconciliation; it may be absent.
QList<ProofEvent> proofEvents(const reconcile::ReportCase &c, const std::optional<queries::CaseDetail> &detail);

QString recipientName(const std::optional<queries::CaseDetail> &detail); // the host last called; empty: none was

} // namespace lazaret::ui
