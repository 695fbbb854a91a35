#include "models/releasetables.h"

#include "models/releasewords.h"

#include <QCoreApplication>

#include <algorithm>

namespace lazaret::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Releases)
};

QString orDash(const QString &text)
{
    return text.isEmpty() ? QStringLiteral("–") : text;
}

Cell timeCell(const Time &at, const TimeView &view)
{
    return at ? Cell{.text = secondTime(*at, view), .right = true, .quiet = true, .tooltip = timeTooltip(*at)}
              : Cell{.text = QStringLiteral("–"), .right = true, .quiet = true};
}

QString who(const QString &name, const Time &at, const TimeView &view)
{
    return at ? name + u", " + shortTime(*at, view) : QStringLiteral("–");
}

QString operationOf(const store::ReleaseCaseFacts &facts)
{
    return orDash(facts.operationId.isEmpty() ? facts.taskType : facts.operationId);
}

} // namespace

QList<ColumnLook> releaseColumns()
{
    return {
        {.title = Words::tr("State"), .width = 128},
        {.title = Words::tr("Release"), .width = 74},
        {.title = Words::tr("Change"), .width = 130, .stretch = true},
        {.title = Words::tr("Selection"), .width = 150, .priority = 3, .stretch = true},
        {.title = Words::tr("Cases"), .width = 214},
        {.title = Words::tr("Planned by"), .width = 160, .priority = 1},
        {.title = Words::tr("Approved by"), .width = 160, .priority = 2},
    };
}

Cell releaseCell(const Release &row, ReleaseColumn column, const TimeView &view)
{
    const auto &c = row.counters;
    switch (column) {
    case ReleaseColumn::state: {
        const auto look = token(row.state);
        const bool uncertain = row.state == ReleaseState::paused && row.stateReason.startsWith(u"uncertain_effect");
        return {.kind = Cell::Kind::iconText,
                .text = look.label,
                .icon = look.icon,
                .tone = uncertain ? QStringLiteral("uncertain") : look.tone,
                .tooltip = row.stateReason};
    }
    case ReleaseColumn::release:
        return {.kind = Cell::Kind::mono, .text = tailOfId(row.redriveId.value), .quiet = true, .tooltip = row.redriveId.value};
    case ReleaseColumn::change:
        return {.text = releaseTitle(row) + u", " + row.fixReference};
    case ReleaseColumn::query:
        return row.query.isEmpty() ? Cell{.text = Words::tr("a list of cases"), .quiet = true}
                                   : Cell{.kind = Cell::Kind::mono, .text = row.query, .quiet = true};
    case ReleaseColumn::cases: {
        QString text = row.startedAt ? Words::tr("%1 of %2 released").arg(countText(c.released), countText(c.planned))
                                     : Words::tr("%1 eligible").arg(countText(c.planned));
        Cell cell{.text = text, .quiet = true};
        if (c.uncertain > 0) {
            cell.text += u", " + Words::tr("%1 uncertain").arg(countText(c.uncertain));
            cell.tone = QStringLiteral("uncertain");
        } else if (c.failedAgain > 0) {
            cell.text += u", " + Words::tr("%1 failed").arg(countText(c.failedAgain));
            cell.tone = QStringLiteral("bad");
        }
        return cell;
    }
    case ReleaseColumn::planned:
        return {.text = who(row.plannedBy, row.plannedAt, view), .quiet = true, .tooltip = timeTooltip(row.plannedAt)};
    case ReleaseColumn::approved:
        return {.text = who(row.approver, row.approvedAt, view), .quiet = true};
    }
    return {};
}

bool releaseMatches(const Release &row, const QString &search)
{
    const QString all = QStringList{row.redriveId.value, toText(row.state), token(row.state).label, releaseTitle(row), row.fixReference,
                                    row.query,           row.plannedBy,     row.approver,           row.stateReason}
                            .join(u'\n');
    const auto words = search.split(u' ', Qt::SkipEmptyParts);
    return std::all_of(words.begin(), words.end(), [&](const QString &word) { return all.contains(word, Qt::CaseInsensitive); });
}

QString ReleasesModel::sentenceOf(const Release &row) const
{
    return QStringList{releaseCell(row, ReleaseColumn::state, view).text, releaseTitle(row), row.fixReference,
                       releaseCell(row, ReleaseColumn::cases, view).text, Words::tr("planned by %1").arg(row.plannedBy)}
        .join(QStringLiteral(", "));
}

QList<ColumnLook> planColumns()
{
    return {
        {.title = Words::tr("Case"), .width = 66},
        {.title = Words::tr("Operation"), .width = 92, .priority = 2, .stretch = true},
        {.title = Words::tr("Signature"), .width = 96, .priority = 5},
        {.title = Words::tr("Touched since"), .width = 112, .priority = 3},
        {.title = Words::tr("Failed because"), .width = 130, .priority = 4, .stretch = true},
        {.title = Words::tr("Att."), .width = 44, .priority = 6, .right = true},
        {.title = Words::tr("Verdict"), .width = 236, .stretch = true},
    };
}

QList<queries::ReleaseRow> planRows(const QList<queries::ReleaseRow> &rows, const QString &canary)
{
    QList<queries::ReleaseRow> stays, goes;
    for (const auto &row : rows) {
        if (row.item.eligible && row.item.caseId.value == canary)
            goes.prepend(row);
        else
            (row.item.eligible ? goes : stays).append(row);
    }
    return stays + goes;
}

QList<TableGroup> planGroups(const QList<queries::ReleaseRow> &rows)
{
    const auto goes = std::count_if(rows.begin(), rows.end(), [](const auto &row) { return row.item.eligible; });
    QList<TableGroup> groups;
    if (goes < rows.size())
        groups.append({QStringLiteral("stays"), Words::tr("Not eligible"), QStringLiteral("ban"), QStringLiteral("neutral"),
                       rows.size() - goes, 0, 0});
    if (goes > 0)
        groups.append({QStringLiteral("goes"), Words::tr("Eligible"), QStringLiteral("circle-check"), QStringLiteral("good"), goes, 0, 0});
    return groups;
}

Cell planCell(const queries::ReleaseRow &row, PlanColumn column, const QString &canary, const TimeView &view)
{
    const auto &[item, facts] = row;
    switch (column) {
    case PlanColumn::caseId:
        return {.kind = Cell::Kind::mono, .text = tailOfId(item.caseId.value), .quiet = true, .tooltip = item.caseId.value};
    case PlanColumn::operation:
        return {.text = operationOf(facts)};
    case PlanColumn::signature:
        if (!facts.signatureVerified)
            return {.text = Words::tr("none"), .quiet = true};
        return {.kind = Cell::Kind::iconText,
                .text = facts.keySlot == 2 ? Words::tr("verified B") : Words::tr("verified A"),
                .icon = QStringLiteral("shield-check"),
                .tone = QStringLiteral("good"),
                .quiet = true};
    case PlanColumn::touched:
        return {.text = touchedText(facts, view), .quiet = !facts.touchedAt && facts.manualRecord.isEmpty()};
    case PlanColumn::failed:
        return {.text = failedBecause(facts), .quiet = true, .tooltip = token(facts.errorClass).label + u", " + facts.errorCode};
    case PlanColumn::attempts:
        return {.kind = Cell::Kind::number, .text = countText(facts.attemptCount), .quiet = true};
    case PlanColumn::verdict: {
        const auto look = verdict(row, canary);
        return {.kind = Cell::Kind::iconText,
                .text = look.label,
                .icon = look.icon,
                .tone = look.tone,
                .quiet = look.tone == u"good",
                .tooltip = item.reason};
    }
    }
    return {};
}

QString PlanModel::sentenceOf(const queries::ReleaseRow &row) const
{
    return QStringList{operationOf(row.facts), failedBecause(row.facts), verdict(row, m_canary).label}.join(QStringLiteral(", "));
}

GroupHead PlanModel::headOf(int group, const TableGroup &what) const
{
    auto head = WindowModel::headOf(group, what);
    head.note = what.key == u"goes" ? Words::tr("%1 will be released").arg(countText(what.count))
                : what.count == 1   ? Words::tr("1 stays in quarantine")
                                    : Words::tr("%1 stay in quarantine").arg(countText(what.count));
    return head;
}

QList<ColumnLook> runColumns()
{
    return {
        {.title = Words::tr("Case"), .width = 70},
        {.title = Words::tr("Operation"), .width = 92, .stretch = true},
        {.title = Words::tr("Step"), .width = 62, .priority = 2},
        {.title = Words::tr("Sent"), .width = 80, .right = true},
        {.title = Words::tr("Accepted"), .width = 92, .right = true},
        {.title = Words::tr("Effect confirmed"), .width = 124, .right = true},
        {.title = Words::tr("Outcome"), .width = 190, .stretch = true},
    };
}

QList<queries::ReleaseRow> runRows(const QList<queries::ReleaseRow> &rows, RunFilter filter)
{
    QList<queries::ReleaseRow> shown;
    for (const auto &row : rows) {
        const Fate fate = fateOf(row.item);
        if (fate == Fate::notEligible)
            continue;
        const bool wanted = filter == RunFilter::all || (filter == RunFilter::settled && isSettled(fate)) ||
                            (filter == RunFilter::uncertain && fate == Fate::uncertain) ||
                            (filter == RunFilter::notSent && (fate == Fate::waits || fate == Fate::returned));
        if (wanted)
            shown.append(row);
    }
    std::stable_sort(shown.begin(), shown.end(),
                     [](const auto &a, const auto &b) { return a.item.releasedAt.value_or(0) > b.item.releasedAt.value_or(0); });
    return shown;
}

namespace {

Cell acceptedCell(const queries::ReleaseRow &row, Fate fate, const TimeView &view)
{
    if (row.facts.acceptedAt)
        return timeCell(row.facts.acceptedAt, view);
    if (fate == Fate::uncertain && row.facts.sentAt)
        return {.text = Words::tr("no answer"), .tone = QStringLiteral("uncertain"), .right = true, .tooltip = row.facts.answer};
    if (fate == Fate::failedAgain && row.facts.sentAt)
        return {.text = Words::tr("refused"), .tone = QStringLiteral("bad"), .right = true, .tooltip = row.facts.answer};
    return timeCell({}, view);
}

} // namespace

Cell runCell(const queries::ReleaseRow &row, RunColumn column, const QList<int> &ladder, const TimeView &view)
{
    const auto &[item, facts] = row;
    const Fate fate = fateOf(item);
    switch (column) {
    case RunColumn::caseId:
        return {.kind = Cell::Kind::mono, .text = tailOfId(item.caseId.value), .quiet = true, .tooltip = item.caseId.value};
    case RunColumn::operation:
        return {.text = operationOf(facts)};
    case RunColumn::step:
        return {.text = item.step < 0 ? QStringLiteral("–") : ladderTitle(item.step, ladder).toLower(), .quiet = true};
    case RunColumn::sent:
        if (facts.sentAt)
            return timeCell(facts.sentAt, view);
        return {.text = Words::tr("not sent"), .right = true, .quiet = true};
    case RunColumn::accepted:
        return acceptedCell(row, fate, view);
    case RunColumn::confirmed:
        if (fate == Fate::uncertain)
            return {.text = Words::tr("unknown"), .tone = QStringLiteral("uncertain"), .right = true, .tooltip = facts.proof};
        if (facts.confirmedAt) {
            Cell cell = timeCell(facts.confirmedAt, view);
            cell.quiet = false;
            cell.tooltip += u'\n' + facts.proof;
            return cell;
        }
        return timeCell({}, view);
    case RunColumn::outcome: {
        const auto look = token(fate);
        const bool asked = fate == Fate::succeeded && item.state == ReleaseItemState::settled;
        const QString code = fate == Fate::failedAgain && !facts.answer.isEmpty() ? u": " + facts.answer : QString();
        return {.kind = Cell::Kind::iconText,
                .text = asked ? Words::tr("Accepted, being reconciled") : look.label + code,
                .icon = asked ? QStringLiteral("scale") : look.icon,
                .tone = asked ? QStringLiteral("accent") : look.tone,
                .tooltip = item.reason.isEmpty() ? facts.proof : item.reason};
    }
    }
    return {};
}

QString RunModel::sentenceOf(const queries::ReleaseRow &row) const
{
    const auto text = [&](RunColumn column) { return runCell(row, column, m_ladder, view).text; };
    return Words::tr("%1, %2, sent %3, accepted %4, effect confirmed %5, %6")
        .arg(text(RunColumn::operation), text(RunColumn::step), text(RunColumn::sent), text(RunColumn::accepted),
             text(RunColumn::confirmed), text(RunColumn::outcome));
}

} // namespace lazaret::ui
