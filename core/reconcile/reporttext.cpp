#include "reconcile/reporttext.h"

#include <QDateTime>
#include <QJsonDocument>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>

namespace lazaret::reconcile {

namespace {

const QString comma = QStringLiteral(", ");

struct OutcomeWords
{
    QLatin1StringView word;
    const char *label;
    const char *shortLabel;
    const char *meaning;
};
constexpr OutcomeWords outcomeWords[] = {
    {QLatin1StringView("single_execution_confirmed"), "Executed once, confirmed", "Executed once", "one effect at the recipient"},
    {QLatin1StringView("duplicate_blocked"), "Earlier effect, duplicate blocked", "Duplicate blocked", "complete before; nothing was sent"},
    {QLatin1StringView("partial_settled"), "Partial, completed or compensated", "Partial", "the missing part is recorded"},
    {QLatin1StringView("recreated_manually"), "Recreated by hand, linked", "Recreated by hand", "the manual record is linked"},
    {QLatin1StringView("still_uncertain"), "Still uncertain, isolated", "Still uncertain", "owner told, stays open"},
    {closedByDecision, "Closed by decision, no effect claimed", "Closed by decision", "discarded, or its incident closed"},
    {stillOpen, "Open, no outcome yet", "Open", "nothing is proven yet"},
};

const OutcomeWords &wordsOf(const QString &word)
{
    const auto it = std::find_if(std::begin(outcomeWords), std::end(outcomeWords), [&](const auto &w) { return word == w.word; });
    return it == std::end(outcomeWords) ? outcomeWords[std::size(outcomeWords) - 1] : *it;
}

QString outcomeWord(const ReportCase &c)
{
    if (c.outcome)
        return toText(*c.outcome);
    return c.record.closedAt ? closedByDecision : stillOpen;
}

QString dispositionLabel(DispositionKind kind)
{
    switch (kind) {
    case DispositionKind::redrive_approved:
        return QStringLiteral("Redrive");
    case DispositionKind::manual_completion:
        return QStringLiteral("Done by hand");
    case DispositionKind::accepted_partial:
        return QStringLiteral("Accepted as partial");
    case DispositionKind::discard_business_valid:
        return QStringLiteral("Discarded");
    case DispositionKind::incident_opened:
        return QStringLiteral("Incident");
    case DispositionKind::blocked_evidence:
        return QStringLiteral("Blocked");
    }
    return {};
}

QString spaced(QString word)
{
    return word.replace(u'_', u' ');
}

QString capital(QString text)
{
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text;
}

QString counted(qsizetype n, const QString &one, const QString &many)
{
    return QStringLiteral("%1 %2").arg(n).arg(n == 1 ? one : many);
}

QString caseCount(qsizetype n)
{
    return counted(n, QStringLiteral("case"), QStringLiteral("cases"));
}

QString timeRange(Time from, Time to)
{
    const QString first = dayAndTime(from), last = dayAndTime(to);
    if (first == last)
        return first;
    const qsizetype day = last.lastIndexOf(u' ');
    const bool sameDay = last.left(day) == first.left(first.lastIndexOf(u' '));
    return QStringLiteral("%1 to %2").arg(first, sameDay ? last.mid(day + 1) : last);
}

QString whoAndWhen(const QString &who, Time when)
{
    return who.isEmpty() ? QStringLiteral("nobody yet") : QStringLiteral("%1, %2").arg(printable(who), dayAndTime(when));
}

// Name and number stay on one line.
QString countersLine(const ReleaseCounters &c)
{
    const std::pair<const char *, int> all[] = {{"planned", c.planned},
                                                {"released", c.released},
                                                {"succeeded", c.succeeded},
                                                {"no-op", c.noOp},
                                                {"duplicate blocked", c.duplicateBlocked},
                                                {"failed again", c.failedAgain},
                                                {"uncertain", c.uncertain},
                                                {"remaining", c.remaining}};
    QStringList list;
    for (const auto &[name, count] : all)
        list.append(QLatin1String(name) + QChar::Nbsp + QString::number(count));
    return list.join(comma);
}

QString ladderLine(const Release &r)
{
    QStringList steps;
    for (const int step : r.ladder)
        steps.append(step ? QString::number(step) : QStringLiteral("rest"));
    const QString rate = r.ratePerMin > 0 ? QStringLiteral("at most %1 cases a minute").arg(r.ratePerMin) : QStringLiteral("no rate limit");
    return QStringLiteral("%1; %2").arg(steps.join(comma), rate);
}

QString dispositionsLine(const Report &report)
{
    QStringList list;
    for (auto it = report.dispositions.begin(); it != report.dispositions.end(); ++it)
        list.append(QStringLiteral("%1 %2").arg(spaced(it.key())).arg(it.value()));
    return list.isEmpty() ? QStringLiteral("none yet") : list.join(comma);
}

QString reconciledLine(const Report &report)
{
    Time first, last;
    for (const auto &c : report.cases) {
        if (!c.reconciliation)
            continue;
        first = first ? std::min(*first, c.reconciliation->at) : c.reconciliation->at;
        last = std::max(last, Time(c.reconciliation->at));
    }
    return first ? timeRange(first, last) : QStringLiteral("not yet");
}

QString approvalLine(const Release &r)
{
    if (r.approver.isEmpty())
        return QStringLiteral("not approved");
    const QString who =
        r.selfApproved ? QStringLiteral("self-approved: planned and approved by the same person") : QStringLiteral("two persons");
    return QStringLiteral("%1 (%2)").arg(whoAndWhen(r.approver, r.approvedAt), who);
}

QString ranLine(const Release &r)
{
    if (!r.startedAt)
        return QStringLiteral("not started");
    return r.finishedAt ? timeRange(r.startedAt, r.finishedAt) : QStringLiteral("%1, not finished").arg(dayAndTime(r.startedAt));
}

// Details of the audit log are a sentence, or an object: then its entries one after another.
QString spoken(const QString &details)
{
    const QJsonDocument json = QJsonDocument::fromJson(details.toUtf8());
    if (!json.isObject())
        return details;
    QStringList list;
    const QJsonObject entries = json.object();
    for (auto it = entries.begin(); it != entries.end(); ++it)
        list.append(QStringLiteral("%1 %2").arg(spaced(it.key()), it.value().toVariant().toString()));
    return list.join(QLatin1String("; "));
}

void addReleaseFacts(QList<Fact> &facts, const Report &report)
{
    const Release &r = *report.release;
    const auto eligible = std::count_if(report.cases.begin(), report.cases.end(), [](const ReportCase &c) { return c.item->eligible; });
    facts.append({QStringLiteral("Selection"),
                  QStringLiteral("%1, frozen %2, %3, %4 eligible")
                      .arg(printable(r.query), dayAndTime(r.plannedAt), caseCount(report.cases.size()), QString::number(eligible))});
    facts.append({QStringLiteral("Versions"), QStringLiteral("%1@%2 to %1@%3, fix: %4")
                                                  .arg(printable(r.workflow), printable(r.sourceVersions.join(comma)),
                                                       printable(r.targetVersion), printable(r.fixReference))});
    facts.append({QStringLiteral("Planned"), whoAndWhen(r.plannedBy, r.plannedAt)});
    facts.append({QStringLiteral("Approved"), approvalLine(r)});
    facts.append({QStringLiteral("Ladder, rate"), ladderLine(r)});
    facts.append(
        {QStringLiteral("Allowed effects"), r.allowedEffects.isEmpty() ? QStringLiteral("none") : printable(r.allowedEffects.join(comma))});
    facts.append({QStringLiteral("Stop conditions"), printable(r.stopConditions.join(comma))});
    facts.append({QStringLiteral("Ran"), ranLine(r)});
    facts.append({QStringLiteral("State"),
                  r.stateReason.isEmpty() ? toText(r.state) : QStringLiteral("%1: %2").arg(toText(r.state), printable(r.stateReason))});
    facts.append({QStringLiteral("Counters"), countersLine(r.counters)});
    for (const auto &s : report.stops) {
        const QString details = printable(spoken(s.details));
        facts.append({QStringLiteral("Audit %1").arg(s.seq), QStringLiteral("%1, %2 by %3%4")
                                                                 .arg(dayAndTime(s.at), printable(s.action), printable(s.actor),
                                                                      details.isEmpty() ? QString() : QStringLiteral(": ") + details)});
    }
    if (report.stops.isEmpty() && r.startedAt)
        facts.append({QStringLiteral("Stopped"), QStringLiteral("never")});
}

// A digest in a narrow column is noise: its first digits name it, the JSON and CSV forms have it whole.
QString shortDigests(QString text)
{
    static const QRegularExpression digest(QStringLiteral("\\b([0-9a-f]{12})[0-9a-f]{52}\\b"));
    return text.replace(digest, QStringLiteral("\\1\u2026"));
}

QString outcomeStatus(const ReportCase &c)
{
    if (c.item && !c.item->eligible && !c.item->reason.isEmpty())
        return QStringLiteral("not eligible: %1").arg(printable(c.item->reason));
    if (c.failedAgain() && c.record.closedAt)
        return QStringLiteral("failed again in this release");
    return c.record.closedAt ? QString() : spaced(toText(c.record.status));
}

QString known(const ReportCase &c)
{
    QStringList parts{c.outcome ? c.proof : QStringLiteral("%1 %2").arg(toText(c.record.errorClass), c.record.errorCode)};
    if (!c.outcome && !c.record.lastException.isEmpty())
        parts.first() += QStringLiteral(": ") + c.record.lastException;
    if (c.outcome == Reconciled::still_uncertain && c.reconciliation)
        parts.append(QStringLiteral("asked %1: %2").arg(dayAndTime(c.reconciliation->observedAt), c.reconciliation->observed));
    if (!c.record.owner.isEmpty())
        parts.append(QStringLiteral("owner %1").arg(c.record.owner));
    if (c.record.reviewDueAt && !c.record.closedAt)
        parts.append(QStringLiteral("review due %1").arg(dayAndTime(c.record.reviewDueAt)));
    parts.removeAll(QString());
    return printable(parts.join(QLatin1String("; ")));
}

} // namespace

QString dayAndTime(Time ms)
{
    return ms ? QLocale::c().toString(QDateTime::fromMSecsSinceEpoch(*ms, Qt::UTC), QStringLiteral("d MMM yyyy HH:mm:ss"))
              : QStringLiteral("\u2013");
}

QString tenantsLine(const Report &report)
{
    QStringList tenants;
    for (const auto &c : report.cases) {
        if (!c.record.tenant.isEmpty())
            tenants.append(printable(c.record.tenant));
    }
    tenants.removeDuplicates();
    tenants.sort();
    if (tenants.isEmpty())
        return {};
    if (tenants.size() == 1)
        return QStringLiteral("Tenant %1").arg(tenants.first());
    const qsizetype shown = 4;
    const QString more = tenants.size() > shown ? QStringLiteral(" and %1 more").arg(tenants.size() - shown) : QString();
    return QStringLiteral("Tenants %1%2").arg(tenants.mid(0, shown).join(comma), more);
}

QString subtitle(const Report &report)
{
    QString query = printable(report.query); // whole under "How it was decided"
    if (query.size() > 120)
        query = query.left(119) + u'\u2026';
    return report.release ? QStringLiteral("%1, %2").arg(report.title, printable(report.release->workflow))
                          : QStringLiteral("%1: %2").arg(report.title, query);
}

QString headline(const Report &report)
{
    if (report.cases.isEmpty())
        return QStringLiteral("No case was selected.");
    const qsizetype all = report.cases.size();
    QString text = QStringLiteral("%1 of %2 %3 closed with proof.")
                       .arg(report.closedWithProof)
                       .arg(caseCount(all), report.closedWithProof == 1 || all == 1 ? QStringLiteral("is") : QStringLiteral("are"));
    const auto add = [&](QLatin1StringView word, const QString &one, const QString &many) {
        if (const int n = report.outcomes.value(word))
            text += u' ' + counted(n, one, many) + u'.';
    };
    add(QLatin1StringView("still_uncertain"), QStringLiteral("stays isolated"), QStringLiteral("stay isolated"));
    add(closedByDecision, QStringLiteral("is closed by decision"), QStringLiteral("are closed by decision"));
    add(stillOpen, QStringLiteral("is open"), QStringLiteral("are open"));
    return text;
}

QString story(const Report &report)
{
    if (report.cases.isEmpty())
        return {};
    Time first, last;
    QMap<QString, int> causes;
    for (const auto &c : report.cases) {
        first = first ? std::min(*first, c.record.firstFailureAt) : c.record.firstFailureAt;
        last = std::max(last, Time(c.record.lastFailureAt));
        causes[QStringLiteral("%1 %2").arg(toText(c.item ? c.item->plannedClass : c.record.errorClass), printable(c.record.errorCode))] +=
            1;
    }
    QStringList list;
    for (auto it = causes.begin(); it != causes.end() && list.size() < 4; ++it)
        list.append(QStringLiteral("%1 (%2)").arg(it.key(), QString::number(it.value())));
    if (causes.size() > list.size())
        list.append(QStringLiteral("%1 other causes").arg(causes.size() - list.size()));
    QString text = QStringLiteral("The cases failed from %1 UTC: %2.").arg(timeRange(first, last), list.join(comma));
    if (report.release)
        text += QStringLiteral(" Of %1 planned, %2 released; %3 did not take part.")
                    .arg(caseCount(report.release->counters.planned),
                         counted(report.release->counters.released, QStringLiteral("was"), QStringLiteral("were")))
                    .arg(report.cases.size() - report.release->counters.planned);
    return text;
}

QString receiptsLine(const Report &report)
{
    const QString all = caseCount(report.cases.size());
    if (!report.release)
        return QStringLiteral("Confirmed outside any release: %1 of %2. Confirmed now: %3 of %2.")
            .arg(QString::number(report.confirmedBefore), all, QString::number(report.confirmedNow));
    return QStringLiteral("Confirmed before the release: %1 of %2. Sent in this release: %3. Confirmed now: %4 of %2.")
        .arg(QString::number(report.confirmedBefore), all, QString::number(report.sent), QString::number(report.confirmedNow));
}

QStringList footer(const Report &report)
{
    const QString range = report.auditFirst ? QStringLiteral("audit %1 to %2").arg(report.auditFirst).arg(report.auditLast)
                                            : QStringLiteral("no audit entry");
    return {QStringLiteral("Written %1 UTC, Lazaret %2 \u00B7 %3, chain head %4")
                .arg(dayAndTime(report.generatedAt), QStringLiteral(LAZARET_VERSION), range)
                .arg(report.auditHead),
            QStringLiteral("SHA-256 %1").arg(report.sha256)};
}

QList<OutcomeRow> outcomeRows(const Report &report)
{
    QList<OutcomeRow> rows;
    for (const auto &w : outcomeWords) {
        const int count = report.outcomes.value(w.word);
        const bool always = w.word != closedByDecision && w.word != stillOpen;
        if (always || count)
            rows.append({w.word, QLatin1String(w.label), QLatin1String(w.meaning), count});
    }
    return rows;
}

QList<Fact> howItWasDecided(const Report &report)
{
    QList<Fact> facts;
    if (report.release)
        addReleaseFacts(facts, report);
    else
        facts.append({QStringLiteral("Selection"),
                      QStringLiteral("%1, as of %2, %3")
                          .arg(printable(report.query), dayAndTime(report.generatedAt), caseCount(report.cases.size()))});
    facts.append({QStringLiteral("Dispositions"), dispositionsLine(report)});
    QString reconciled = reconciledLine(report);
    if (report.release && !report.release->reconciliationOwner.isEmpty())
        reconciled += QStringLiteral(", owner %1").arg(printable(report.release->reconciliationOwner));
    facts.append({QStringLiteral("Reconciled"), reconciled});
    facts.append({QStringLiteral("Audit chain"), QStringLiteral("last entry %1, hash %2").arg(report.auditHead).arg(report.auditHeadHash)});
    return facts;
}

CaseRow caseRow(const ReportCase &c)
{
    CaseRow row;
    row.caseId = c.record.caseId.value;
    row.operation = printable(c.record.operationId);
    row.disposition = c.decision ? dispositionLabel(c.decision->kind) : QStringLiteral("None yet");
    if (c.decision) {
        const Disposition &d = *c.decision;
        row.decidedBy = printable(d.approvedBy.isEmpty() ? d.by : d.approvedBy);
        row.decidedAt = dayAndTime(d.decidedAt ? d.decidedAt : Time(d.at));
        if (d.state != DispositionState::standing)
            row.disposition += QStringLiteral(" (%1)").arg(toText(d.state));
    }
    row.outcomeWord = outcomeWord(c);
    row.outcome = QLatin1String(wordsOf(row.outcomeWord).shortLabel);
    if (!c.outcome && c.failedAgain() && !c.record.closedAt)
        row.outcome = QStringLiteral("Failed again");
    row.status = outcomeStatus(c);
    if (c.reconciliation) {
        row.asked = capital(spaced(c.reconciliation->observed));
        row.askedAt = c.reconciliation->observedAt ? dayAndTime(c.reconciliation->observedAt) : QString();
        row.how = shortDigests(printable(c.reconciliation->how));
    }
    row.proof = c.proof.isEmpty() ? QStringLiteral("none yet") : printable(c.proof);
    if (c.proof.isEmpty() && row.outcomeWord == closedByDecision && c.decision)
        row.proof = printable(c.decision->reason);
    row.known = known(c);
    row.needsReader = !c.attention.isEmpty();
    return row;
}

QList<Signature> signatures(const Report &report)
{
    if (!report.release)
        return {{QStringLiteral("Reconciliation owner"), {}}, {QStringLiteral("Reader"), {}}};
    return {{QStringLiteral("Reconciliation owner"), printable(report.release->reconciliationOwner)},
            {report.release->selfApproved ? QStringLiteral("Approver (self-approved)") : QStringLiteral("Approver"),
             printable(report.release->approver)}};
}

} // namespace lazaret::reconcile
