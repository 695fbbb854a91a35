#include "models/casesmodel.h"

#include "delegates/celldelegate.h"
#include "theme/vocabulary.h"

#include <QCoreApplication>
#include <QPointer>

namespace lazaret::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Cases)
};

constexpr qint64 soonMs = 60 * 60 * 1000; // a review due within the hour is amber

Cell reviewCell(const CaseRecord &row, const TimeView &view)
{
    Cell cell{.quiet = true};
    cell.right = true;
    if (row.status == CaseStatus::closed) { // the status column is the first to leave a narrow table
        cell.text = token(row.status).label;
        cell.tooltip = row.closedAt ? timeTooltip(*row.closedAt) : QString();
        return cell;
    }
    if (!row.reviewDueAt) {
        cell.text = QStringLiteral("–");
        return cell;
    }
    cell.text = shortDueText(*row.reviewDueAt, view.nowMs);
    cell.tooltip = timeTooltip(*row.reviewDueAt);
    if (*row.reviewDueAt < view.nowMs) {
        cell.tone = QStringLiteral("bad");
        cell.strong = true;
    } else if (*row.reviewDueAt - view.nowMs < soonMs) {
        cell.tone = QStringLiteral("warn");
    }
    return cell;
}

Cell statusCell(const CaseRecord &row)
{
    const auto look = token(row.status);
    return {.kind = Cell::Kind::iconText, .text = look.label, .icon = look.icon, .tone = look.tone, .quiet = true};
}

QString orDash(const QString &text)
{
    return text.isEmpty() ? QStringLiteral("–") : text;
}

} // namespace

QList<ColumnLook> caseColumns()
{
    return {
        {.title = Words::tr("Selected"), .width = boxColumnPx, .box = true},
        {.title = Words::tr("Class, code"), .width = 140, .sortKey = QStringLiteral("class")},
        {.title = Words::tr("Case"), .width = 66, .priority = 5},
        {.title = Words::tr("Workflow"), .width = 100, .priority = 6, .stretch = true, .sortKey = QStringLiteral("workflow")},
        {.title = Words::tr("Operation"), .width = 104, .priority = 4, .stretch = true, .sortKey = QStringLiteral("operation")},
        {.title = Words::tr("Stopped at"), .width = 124, .priority = 1, .stretch = true},
        {.title = Words::tr("Tenant"), .width = 90, .priority = 5, .stretch = true, .sortKey = QStringLiteral("tenant")},
        {.title = Words::tr("Att."), .width = 46, .priority = 7, .right = true, .sortKey = QStringLiteral("attempts")},
        {.title = Words::tr("Failed"), .width = 94, .right = true, .sortKey = QStringLiteral("failed")},
        {.title = Words::tr("Review"), .width = 90, .right = true, .sortKey = QStringLiteral("review")},
        {.title = Words::tr("Own."), .width = 40, .priority = 2, .sortKey = QStringLiteral("owner")},
        {.title = Words::tr("Status"), .width = 138, .priority = 3, .sortKey = QStringLiteral("status")},
    };
}

Cell caseCell(const CaseRecord &row, CaseColumn column, const TimeView &view)
{
    switch (column) {
    case CaseColumn::box:
        return {.kind = Cell::Kind::box};
    case CaseColumn::action: {
        const QString action = row.idempotencyKey.section(u':', 1);
        return {.kind = Cell::Kind::mono, .text = orDash(action)};
    }
    case CaseColumn::classCode: {
        const auto look = token(row.errorClass);
        return {.kind = Cell::Kind::iconMono,
                .text = row.errorCode,
                .icon = look.icon,
                .tone = look.tone,
                .tooltip = look.label + QStringLiteral(", ") + row.errorCode};
    }
    case CaseColumn::caseId:
        return {.kind = Cell::Kind::mono, .text = tailOfId(row.caseId.value), .quiet = true, .tooltip = row.caseId.value};
    case CaseColumn::workflow:
        return {.text = row.workflow + u'@' + row.workflowVersion, .quiet = true};
    case CaseColumn::operation:
        return {.text = orDash(row.operationId.isEmpty() ? row.taskType : row.operationId)};
    case CaseColumn::tenant:
        return {.text = orDash(row.tenant), .quiet = true};
    case CaseColumn::attempts:
        return {.kind = Cell::Kind::number, .text = countText(row.attemptCount), .quiet = true};
    case CaseColumn::failed:
        return {.text = shortTime(row.lastFailureAt, view), .right = true, .quiet = true, .tooltip = timeTooltip(row.lastFailureAt)};
    case CaseColumn::review:
        return reviewCell(row, view);
    case CaseColumn::owner:
        return {.kind = Cell::Kind::owner, .text = initials(row.owner), .tooltip = row.owner.isEmpty() ? Words::tr("No owner") : row.owner};
    case CaseColumn::status:
        return statusCell(row);
    }
    return {};
}

QString casesText(qint64 n)
{
    return n == 1 ? Words::tr("1 case") : Words::tr("%1 cases").arg(countText(n));
}

QString caseTitle(const CaseRecord &row)
{
    const QString said = row.lastException.section(u'\n', 0, 0).trimmed();
    return said.isEmpty() ? Words::tr("%1: %2").arg(token(row.errorClass).label, row.errorCode) : said;
}

QString caseSentence(const CaseRecord &row, const TimeView &view)
{
    QString sentence =
        Words::tr("%1, %2, %3, failed %4, %5")
            .arg(token(row.errorClass).label, row.errorCode, row.operationId.isEmpty() ? tailOfId(row.caseId.value) : row.operationId,
                 shortTime(row.lastFailureAt, view), token(row.status).label);
    if (row.reviewDueAt && row.status != CaseStatus::closed)
        sentence += u", " + Words::tr("review %1").arg(dueText(*row.reviewDueAt, view.nowMs));
    return sentence;
}

CasesModel::CasesModel(PageSource<CaseRecord> &source, QObject *parent)
    : TypedWindowModel(source, parent), m_cases(source), m_selection(new CaseSelection(this))
{
    connect(m_selection, &CaseSelection::changed, this, [this] {
        if (m_selection->isEmpty())
            m_wholeGroups.clear();
        if (rowCount())
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    });
}

QString CasesModel::sentenceOf(const CaseRecord &row) const
{
    const QString sentence = caseSentence(row, m_view);
    return m_selection->contains(row.caseId.value) ? Words::tr("selected, %1").arg(sentence) : sentence;
}

Cell CasesModel::cellOf(const CaseRecord &row, int column) const
{
    Cell cell = caseCell(row, CaseColumn(column), m_view);
    if (cell.kind == Cell::Kind::box)
        cell.state = m_selection->contains(row.caseId.value) ? Qt::Checked : Qt::Unchecked;
    return cell;
}

GroupHead CasesModel::headOf(int group, const TableGroup &what) const
{
    GroupHead head = WindowModel::headOf(group, what);
    const QString cases = casesText(what.count);
    head.note = what.firstAt == what.lastAt || what.count < 10
                    ? Words::tr("%1 · last %2").arg(cases, shortTime(what.lastAt, m_view))
                    : Words::tr("%1 · %2 to %3").arg(cases, shortTime(what.firstAt, m_view), shortTime(what.lastAt, m_view));
    head.boxed = true;
    head.state = m_selection->isWhole() ? m_selection->boxState() : m_wholeGroups.contains(what.key) ? Qt::Checked : Qt::Unchecked;
    return head;
}

void CasesModel::takeIds(int firstDataRow, int count, std::function<void(const QStringList &)> then)
{
    m_cases.askIds(firstDataRow, count, [self = QPointer(this), then = std::move(then)](const Result<QStringList> &ids) {
        if (self && ids)
            then(*ids);
    });
}

void CasesModel::selectGroup(int group, bool on)
{
    const QString key = tableSize().groups.value(group).key;
    const auto looked = seen();
    takeIds(layout().firstDataRow(group), layout().count(group), [this, key, on, looked](const QStringList &ids) {
        if (on)
            m_wholeGroups.insert(key);
        else
            m_wholeGroups.remove(key);
        if (on)
            m_selection->add(ids, looked);
        else
            m_selection->remove(ids);
    });
}

void CasesModel::selectRange(int from, int to)
{
    const auto looked = seen();
    int first = -1, last = -1; // a stretch of rows without a folded group inside: folded rows were not pointed at
    const auto take = [&] {
        if (first >= 0)
            takeIds(first, last - first + 1, [this, looked](const QStringList &ids) { m_selection->add(ids, looked); });
    };
    for (int row = qMin(from, to); row <= qMax(from, to); ++row) {
        const int data = layout().at(row).row;
        if (data < 0)
            continue;
        if (first < 0 || data != last + 1) {
            take();
            first = data;
        }
        last = data;
    }
    take();
}

void CasesModel::toggleRow(int shownRow)
{
    const auto place = layout().at(shownRow);
    if (place.row < 0) {
        if (place.group >= 0)
            selectGroup(place.group, headOf(place.group, *groupAt(shownRow)).state != Qt::Checked);
        return;
    }
    const auto *row = rowAt(shownRow);
    if (!row)
        return;
    if (const auto *group = groupAt(shownRow); group && m_selection->contains(row->caseId.value))
        m_wholeGroups.remove(group->key);
    m_selection->toggle(row->caseId.value, seen());
}

int CasesModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(CaseColumn::status) + 1;
}

void CasesModel::setTimeView(const TimeView &view)
{
    m_view = view;
    if (rowCount())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

} // namespace lazaret::ui
