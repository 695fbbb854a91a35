#include "reconcile/report.h"

#include "reconcile/reportwriters.h"
#include "store/auditlog.h"
#include "store/cases.h"
#include "store/releases.h"

#include <QSet>

#include <algorithm>

namespace lazaret::reconcile {

namespace {

// All reads of a report see one moment, also when the caller has no transaction open (a savepoint nests in one, or begins a deferred one).
class Snapshot
{
public:
    explicit Snapshot(Database &db) : m_db(db) { m_db.run("SAVEPOINT report"); }
    ~Snapshot() { m_db.run("RELEASE report"); }
    Snapshot(const Snapshot &) = delete;
    Snapshot &operator=(const Snapshot &) = delete;

private:
    Database &m_db;
};

std::optional<Disposition> decisionOf(const CaseRecord &c)
{
    if (c.disposition)
        return c.disposition;
    return c.dispositions.isEmpty() ? std::nullopt : std::optional(c.dispositions.last());
}

// The case's present outcome; a case that failed again has none, whatever its release recorded earlier.
std::optional<Reconciled> outcomeOf(const ReportCase &c)
{
    if (const auto outcome = fromText<Reconciled>(c.record.outcome))
        return outcome;
    return c.item && !c.failedAgain() ? c.item->outcome : std::nullopt;
}

void addReconciliation(Database &db, ReportCase &c, const QString &redriveId)
{
    const auto history = store::reconciliationsOf(db, c.record.caseId);
    for (const auto &entry : history) {
        const bool ofThisReport = redriveId.isEmpty() || entry.redriveId == redriveId;
        if (ofThisReport && c.receiptsBefore.isEmpty())
            c.receiptsBefore = entry.receiptsBefore;
        if (c.outcome == entry.outcome)
            c.reconciliation = entry;
    }
}

QString proofOf(const ReportCase &c)
{
    if (!c.outcome)
        return {};
    if (c.reconciliation && !c.reconciliation->proof.isEmpty())
        return c.reconciliation->proof;
    return c.outcome == Reconciled::recreated_manually && c.decision ? c.decision->link : QString();
}

QString attentionFor(const ReportCase &c)
{
    const QString cause = QStringLiteral("%1 %2").arg(toText(c.record.errorClass), c.record.errorCode);
    if (c.outcome == Reconciled::still_uncertain)
        return QStringLiteral("still uncertain");
    if (c.outcome == Reconciled::partial_settled)
        return QStringLiteral("partial: read what is missing");
    if (c.record.closedAt)
        return {};
    if (c.failedAgain())
        return QStringLiteral("failed again: %1").arg(cause);
    return QStringLiteral("%1: %2").arg(toText(c.record.status), cause);
}

// Confirmed by an attempt outside this release (or, without one, outside any), before it began.
bool confirmedBefore(const Receipt &r, const std::optional<Release> &release)
{
    if (r.state != ReceiptState::confirmed || !r.settledAt)
        return false;
    return release ? r.redriveId != release->redriveId.value && *r.settledAt <= release->startedAt.value_or(*r.settledAt)
                   : r.redriveId.isEmpty();
}

Result<ReportCase> readCase(Database &db, const CaseId &id, const std::optional<ReleaseItem> &item, const QString &redriveId)
{
    auto record = store::loadCase(db, id);
    if (!record)
        return fail(ErrorCode::not_found, QStringLiteral("no case %1").arg(id.value));
    ReportCase c;
    c.record = std::move(*record);
    c.item = item;
    c.decision = decisionOf(c.record);
    c.outcome = outcomeOf(c);
    addReconciliation(db, c, redriveId);
    c.proof = proofOf(c);
    c.attention = attentionFor(c);
    return c;
}

void count(Report &report)
{
    for (const auto word : Vocabulary<Reconciled>::words)
        report.outcomes[QString::fromLatin1(word.data(), qsizetype(word.size()))] = 0;
    report.outcomes[closedByDecision] = report.outcomes[stillOpen] = 0;
    for (const auto &c : std::as_const(report.cases)) {
        const bool closed = c.record.closedAt.has_value();
        report.outcomes[c.outcome ? toText(*c.outcome) : QString(closed ? closedByDecision : stillOpen)] += 1;
        report.closed += closed;
        report.closedWithProof += closed && !c.proof.isEmpty();
        const auto &receipts = c.record.receipts;
        report.confirmedBefore +=
            std::any_of(receipts.begin(), receipts.end(), [&](const Receipt &r) { return confirmedBefore(r, report.release); });
        report.confirmedNow +=
            std::any_of(receipts.begin(), receipts.end(), [](const Receipt &r) { return r.state == ReceiptState::confirmed; });
        report.sent += c.item && c.item->sent;
        if (c.decision)
            report.dispositions[toText(c.decision->kind)] += 1;
    }
}

// "release.pause", "release.paused", "release.auto_paused", …: whoever recorded it, the verb is in the action.
bool isStop(const QString &action)
{
    return action.contains(u"pause") || action.contains(u"resum") || action.contains(u"abort");
}

void readAudit(Database &db, Report &report)
{
    QSet<QString> subjects;
    if (report.release)
        subjects.insert(report.release->redriveId.value);
    for (const auto &c : std::as_const(report.cases))
        subjects.insert(c.record.caseId.value);
    constexpr qint64 page = 2000; // the log may hold a million entries: never all of it in memory
    for (;;) {
        const auto entries = store::auditAfter(db, report.auditHead, page);
        for (const auto &entry : entries) {
            report.auditHead = entry.seq;
            report.auditHeadHash = entry.hash;
            if (!subjects.contains(entry.object))
                continue;
            if (!report.auditFirst)
                report.auditFirst = entry.seq;
            report.auditLast = entry.seq;
            if (report.release && entry.object == report.release->redriveId.value && isStop(entry.action))
                report.stops.append(entry);
        }
        if (entries.size() < page)
            return;
    }
}

Result<Report> finish(Database &db, Report report)
{
    count(report);
    readAudit(db, report);
    if (db.error())
        return tl::unexpected(*db.error());
    report.sha256 = digestOf(jsonContent(report));
    return report;
}

} // namespace

Result<Report> buildForRelease(Database &db, const QString &redriveId, qint64 now)
{
    const Snapshot snapshot(db);
    Report report;
    report.generatedAt = now;
    report.release = store::loadRelease(db, redriveId, true);
    if (db.error())
        return tl::unexpected(*db.error());
    if (!report.release)
        return fail(ErrorCode::not_found, QStringLiteral("no release %1").arg(redriveId));
    report.title = QStringLiteral("Release %1").arg(redriveId);
    report.query = report.release->query;
    const auto items = std::exchange(report.release->items, {});
    for (const auto &item : items) {
        auto c = readCase(db, item.caseId, item, redriveId);
        if (!c)
            return tl::unexpected(db.error().value_or(c.error()));
        report.cases.append(std::move(*c));
    }
    return finish(db, std::move(report));
}

Result<Report> buildForCases(Database &db, const QString &query, const QList<CaseId> &cases, qint64 now)
{
    const Snapshot snapshot(db);
    Report report;
    report.generatedAt = now;
    report.title = QStringLiteral("Cases of a query");
    report.query = query;
    for (const auto &id : cases) {
        auto c = readCase(db, id, std::nullopt, {});
        if (!c)
            return tl::unexpected(db.error().value_or(c.error()));
        report.cases.append(std::move(*c));
    }
    return finish(db, std::move(report));
}

} // namespace lazaret::reconcile
