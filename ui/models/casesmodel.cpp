#include "models/casesmodel.h"

#include "theme/vocabulary.h"

#include <QCoreApplication>

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
    if (!row.reviewDueAt || row.status == CaseStatus::closed) {
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
        {.title = Words::tr("Class, code"), .width = 146, .sortKey = QStringLiteral("class")},
        {.title = Words::tr("Case"), .width = 66, .priority = 5},
        {.title = Words::tr("Workflow"), .width = 100, .priority = 6, .stretch = true, .sortKey = QStringLiteral("workflow")},
        {.title = Words::tr("Operation"), .width = 104, .priority = 1, .stretch = true, .sortKey = QStringLiteral("operation")},
        {.title = Words::tr("Tenant"), .width = 90, .priority = 4, .stretch = true, .sortKey = QStringLiteral("tenant")},
        {.title = Words::tr("Att."), .width = 46, .priority = 7, .right = true, .sortKey = QStringLiteral("attempts")},
        {.title = Words::tr("Failed"), .width = 94, .right = true, .sortKey = QStringLiteral("failed")},
        {.title = Words::tr("Review"), .width = 90, .right = true, .sortKey = QStringLiteral("review")},
        {.title = Words::tr("Own."), .width = 44, .priority = 2, .sortKey = QStringLiteral("owner")},
        {.title = Words::tr("Status"), .width = 138, .priority = 3, .sortKey = QStringLiteral("status")},
    };
}

Cell caseCell(const CaseRecord &row, CaseColumn column, const TimeView &view)
{
    switch (column) {
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

CasesModel::CasesModel(PageSource<CaseRecord> &source, QObject *parent) : TypedWindowModel(source, parent) {}

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
