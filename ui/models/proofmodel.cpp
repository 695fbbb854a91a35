#include "models/proofmodel.h"

#include "theme/vocabulary.h"

#include <QCoreApplication>
#include <QTimer>

#include <algorithm>
#include <numeric>

namespace lazaret::ui {

using reconcile::Report;
using reconcile::ReportCase;

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Reconciliation)
};

const QString dash = QStringLiteral("–");

QString orDash(const QString &text)
{
    return text.isEmpty() ? dash : text;
}

Cell askedCell(const ReportCase &c, const TimeView &view)
{
    if (!c.reconciliation)
        return {.text = dash, .quiet = true};
    const auto &r = *c.reconciliation;
    const qint64 at = r.observedAt.value_or(r.at);
    return {.text = r.observedAt ? Words::tr("%1, %2").arg(shortTime(at, view), observedWord(r.observed)) : observedWord(r.observed),
            .tone = c.outcome == Reconciled::still_uncertain ? QStringLiteral("uncertain") : QString(),
            .quiet = true,
            .tooltip = r.how + u'\n' + timeTooltip(at)};
}

Cell proofTextCell(const ReportCase &c)
{
    if (c.outcome == Reconciled::still_uncertain)
        return {.text = Words::tr("none yet"), .tone = QStringLiteral("uncertain"), .tooltip = c.proof};
    return {.text = orDash(c.proof), .quiet = true, .tooltip = c.proof};
}

Cell dispositionCell(const ReportCase &c)
{
    if (!c.decision)
        return {.text = dash, .quiet = true};
    const QString label = token(c.decision->kind).label;
    return {.text = c.item && c.item->noOp ? Words::tr("%1, no-op").arg(label) : label, .quiet = true, .tooltip = c.decision->reason};
}

QString sortText(const ReportCase &c, const QString &key)
{
    if (key == u"operation")
        return c.record.operationId;
    if (key == u"disposition")
        return c.decision ? toText(c.decision->kind) : QString();
    if (key == u"asked")
        return c.reconciliation ? QString::number(c.reconciliation->observedAt.value_or(c.reconciliation->at)).rightJustified(20, u'0')
                                : QString();
    if (key == u"outcome")
        return outcomeWord(c);
    return c.proof;
}

} // namespace

QString outcomeWord(const ReportCase &c)
{
    if (c.outcome)
        return toText(*c.outcome);
    return c.record.closedAt ? reconcile::closedByDecision : reconcile::stillOpen;
}

QString outcomeShort(const ReportCase &c)
{
    if (!c.outcome)
        return c.record.closedAt ? Words::tr("Closed by decision")
               : c.failedAgain() ? Words::tr("Failed again")
                                 : token(c.record.status).label;
    switch (*c.outcome) {
    case Reconciled::single_execution_confirmed:
        return Words::tr("Executed once");
    case Reconciled::duplicate_blocked:
        return Words::tr("Earlier effect, blocked");
    case Reconciled::partial_settled:
        return Words::tr("Partial, settled");
    case Reconciled::recreated_manually:
        return Words::tr("By hand, linked");
    case Reconciled::still_uncertain:
        return Words::tr("Still uncertain");
    }
    return {};
}

QString caseName(const CaseRecord &record)
{
    return record.operationId.isEmpty() ? tailOfId(record.caseId.value) : record.operationId;
}

QString observedWord(const QString &observed)
{
    if (observed == u"completed")
        return Words::tr("completed");
    if (observed == u"absent")
        return Words::tr("no record");
    if (observed == u"unclear")
        return Words::tr("unclear answer");
    return Words::tr("not asked");
}

QList<OutcomeShare> outcomeShares(const Report &report)
{
    const auto count = [&](Reconciled outcome) { return report.outcomes.value(toText(outcome)); };
    const auto share = [&](Reconciled outcome, const QString &title, const QString &detail, const QString &meaning) {
        return OutcomeShare{toText(outcome), title, detail, meaning, count(outcome)};
    };
    QList<OutcomeShare> shares{
        share(Reconciled::single_execution_confirmed, Words::tr("Executed once"), Words::tr("confirmed"),
              Words::tr("one effect at the recipient")),
        share(Reconciled::duplicate_blocked, Words::tr("Earlier effect"), Words::tr("duplicate blocked"), Words::tr("nothing was sent")),
        share(Reconciled::partial_settled, Words::tr("Partial"), Words::tr("completed or compensated"),
              Words::tr("the missing part is recorded")),
        share(Reconciled::recreated_manually, Words::tr("Recreated by hand"), Words::tr("linked"),
              Words::tr("the manual record is linked")),
        share(Reconciled::still_uncertain, Words::tr("Still uncertain"), Words::tr("isolated"), Words::tr("owner told, stays open"))};
    if (const int n = report.outcomes.value(reconcile::closedByDecision))
        shares.append({reconcile::closedByDecision, Words::tr("Closed by decision"), Words::tr("no effect claimed"),
                       Words::tr("discarded, or incident closed"), n});
    if (const int n = report.outcomes.value(reconcile::stillOpen))
        shares.append({reconcile::stillOpen, Words::tr("Open"), Words::tr("no outcome yet"), Words::tr("nothing is proven yet"), n});
    return shares;
}

QList<ColumnLook> proofColumns()
{
    return {
        {.title = Words::tr("Case"), .width = 68, .priority = 3, .sortKey = QStringLiteral("case")},
        {.title = Words::tr("Operation"), .width = 96, .stretch = true, .sortKey = QStringLiteral("operation")},
        {.title = Words::tr("Disposition"), .width = 104, .priority = 2, .sortKey = QStringLiteral("disposition")},
        {.title = Words::tr("Asked the recipient"), .width = 148, .priority = 4, .sortKey = QStringLiteral("asked")},
        {.title = Words::tr("Outcome"), .width = 164, .sortKey = QStringLiteral("outcome")},
        {.title = Words::tr("Proof"), .width = 120, .priority = 1, .stretch = true, .sortKey = QStringLiteral("proof")},
    };
}

Cell proofCell(const ReportCase &c, ProofColumn column, const TimeView &view)
{
    switch (column) {
    case ProofColumn::caseId:
        return {.kind = Cell::Kind::mono, .text = tailOfId(c.record.caseId.value), .quiet = true, .tooltip = c.record.caseId.value};
    case ProofColumn::operation:
        return {.text = orDash(c.record.operationId)};
    case ProofColumn::disposition:
        return dispositionCell(c);
    case ProofColumn::asked:
        return askedCell(c, view);
    case ProofColumn::outcome: {
        const QString word = outcomeWord(c);
        return {.kind = Cell::Kind::iconText, .text = outcomeShort(c), .icon = outcomeIcon(word), .tone = outcomeTone(word)};
    }
    case ProofColumn::proof:
        return proofTextCell(c);
    }
    return {};
}

QString proofSentence(const ReportCase &c, const TimeView &view)
{
    return Words::tr("%1, %2, asked %3, %4")
        .arg(caseName(c.record), outcomeShort(c), askedCell(c, view).text, c.proof.isEmpty() ? Words::tr("no proof yet") : c.proof);
}

ResultWords reconciledWords(const BulkResult &result)
{
    QMap<QString, int> counts;
    QString refusal;
    for (const auto &item : result.items) {
        counts[item.result] += 1;
        if (refusal.isEmpty() && (item.result == u"refused" || item.result == u"not_found"))
            refusal = item.reason;
    }
    QStringList parts;
    const auto add = [&](const QString &word, const QString &text) {
        if (const int n = counts.value(word))
            parts.append(text.arg(countText(n)));
    };
    add(toText(Reconciled::single_execution_confirmed), Words::tr("%1 executed once"));
    add(toText(Reconciled::duplicate_blocked), Words::tr("%1 complete before"));
    add(toText(Reconciled::partial_settled), Words::tr("%1 partial"));
    add(toText(Reconciled::recreated_manually), Words::tr("%1 by hand"));
    add(toText(Reconciled::still_uncertain), Words::tr("%1 still uncertain"));
    add(QStringLiteral("not_done"), Words::tr("%1 did not happen and left the release"));
    add(QStringLiteral("refused"), Words::tr("%1 not compared"));
    add(QStringLiteral("not_found"), Words::tr("%1 not found"));
    if (result.items.isEmpty())
        return {QStringLiteral("neutral"), QStringLiteral("scale"),
                Words::tr("No case is out with this release now, so no recipient was asked")};
    QString text = Words::tr("Compared %n case(s): %1", nullptr, int(result.items.size())).arg(parts.join(QStringLiteral(", ")));
    if (!refusal.isEmpty())
        text += QStringLiteral(" (") + refusal + u')';
    if (counts.value(toText(Reconciled::still_uncertain)))
        return {QStringLiteral("uncertain"), outcomeIcon(toText(Reconciled::still_uncertain)), text};
    return counts.contains(QStringLiteral("refused")) || counts.contains(QStringLiteral("not_done"))
               ? ResultWords{QStringLiteral("neutral"), QStringLiteral("scale"), text}
               : ResultWords{QStringLiteral("good"), QStringLiteral("check-check"), text};
}

bool ProofFilter::passes(const ReportCase &c) const
{
    const bool closed = c.record.closedAt.has_value();
    if ((which == Which::closed && !closed) || (which == Which::open && closed))
        return false;
    return outcome.isEmpty() || outcomeWord(c) == outcome;
}

void ProofSource::show(ReportPtr report, const ProofFilter &filter)
{
    m_report = std::move(report);
    m_filter = filter;
}

void ProofSource::askSize(const TableQuestion &question, SizeAnswer answer)
{
    m_order.clear();
    const auto &cases = m_report ? m_report->cases : QList<ReportCase>();
    for (qsizetype i = 0; i < cases.size(); ++i) {
        if (m_filter.passes(cases[i]))
            m_order.append(i);
    }
    if (question.sortKey == u"case" || question.sortKey.isEmpty()) { // the order of the selection
        if (question.descending)
            std::reverse(m_order.begin(), m_order.end());
    } else {
        std::stable_sort(m_order.begin(), m_order.end(), [&](qsizetype a, qsizetype b) {
            const QString left = sortText(cases[a], question.sortKey), right = sortText(cases[b], question.sortKey);
            return question.descending ? right < left : left < right;
        });
    }
    QTimer::singleShot(0, [answer = std::move(answer), size = TableSize{m_order.size(), cases.size(), 0}] { answer(size); });
}

void ProofSource::askRows(const TableQuestion &, qint64 first, int count, RowsAnswer answer)
{
    QList<ReportCase> rows;
    for (const auto i : m_order.mid(first, count))
        rows.append(m_report->cases[i]);
    QTimer::singleShot(0, [answer = std::move(answer), rows] { answer(rows); });
}

int ProofModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(ProofColumn::proof) + 1;
}

void ProofModel::setTimeView(const TimeView &view)
{
    m_view = view;
    if (rowCount())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

} // namespace lazaret::ui
