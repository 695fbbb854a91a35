#include "models/auditmodel.h"

#include "model/records_json.h"

#include <QCoreApplication>
#include <QJsonDocument>

namespace lazaret::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Audit)
};

QString orDash(const QString &text)
{
    return text.isEmpty() ? QStringLiteral("–") : text;
}

constexpr qsizetype mostInCell = 200; // characters; the pane has them all

} // namespace

QList<ColumnLook> auditColumns()
{
    return {
        {.title = Words::tr("No."), .width = 76, .right = true, .sortKey = QStringLiteral("number")},
        {.title = Words::tr("Time"), .width = 132},
        {.title = Words::tr("Who"), .width = 112},
        {.title = Words::tr("OS user"), .width = 96, .priority = 3},
        {.title = Words::tr("What"), .width = 168},
        {.title = Words::tr("Object"), .width = 124, .priority = 1, .stretch = true},
        {.title = Words::tr("Details"), .width = 120, .priority = 2, .stretch = true},
    };
}

Cell auditCell(const AuditEntry &e, AuditColumn column, const TimeView &view)
{
    switch (column) {
    case AuditColumn::number:
        return {.kind = Cell::Kind::number, .text = countText(e.seq)};
    case AuditColumn::time:
        return {.text = exactTime(e.at, view), .quiet = true, .tooltip = timeTooltip(e.at)};
    case AuditColumn::actor:
        return {.text = orDash(e.actor)};
    case AuditColumn::osUser:
        return {.text = orDash(e.osUser), .quiet = true};
    case AuditColumn::action:
        return {.kind = Cell::Kind::mono, .text = e.action};
    case AuditColumn::object:
        return {.kind = Cell::Kind::mono,
                .text = e.object.size() > 26 ? middleOfId(e.object) : orDash(e.object),
                .quiet = true,
                .tooltip = e.object};
    case AuditColumn::details:
        return {.text = e.details.left(mostInCell), .quiet = true};
    }
    return {};
}

QString auditSentence(const AuditEntry &e, const TimeView &view)
{
    return Words::tr("Entry %1, %2, %3, %4, %5").arg(countText(e.seq), exactTime(e.at, view), orDash(e.actor), e.action, orDash(e.object));
}

QString auditDetails(const QString &details)
{
    const auto json = QJsonDocument::fromJson(details.toUtf8());
    return json.isNull() ? details : QString::fromUtf8(json.toJson(QJsonDocument::Indented)).trimmed();
}

Link auditLink(const AuditEntry &e)
{
    if (e.object.startsWith(u"case_"))
        return {QStringLiteral("cases"), e.object, {}, {}};
    if (e.object.startsWith(u"rdv_"))
        return {QStringLiteral("releases"), e.object, {}, {}};
    const QString kind = e.action.startsWith(u"configuration.") ? e.action.section(u'.', 1, 1) : e.action.section(u'.', 0, 0);
    if (kind == u"source" && !e.object.isEmpty())
        return {QStringLiteral("sources"), e.object, {}, {}};
    if (kind == u"workflow" && !e.object.isEmpty())
        return {QStringLiteral("workflows"), e.object, {}, {}};
    if (kind == u"operator")
        return {QStringLiteral("settings"), e.object, {}, {}};
    return {};
}

QString auditText(const AuditEntry &e)
{
    return QString::fromUtf8(QJsonDocument(recordJson(e)).toJson(QJsonDocument::Compact));
}

AuditSource::AuditSource(DeskData &data, QObject *parent) : QObject(parent), m_data(data) {}

qint64 AuditSource::placeOf(qint64 number) const
{
    const qint64 place = m_order.placeOf(number);
    return place < 0 || m_descending ? place : m_order.matching - 1 - place;
}

void AuditSource::askSize(const TableQuestion &question, SizeAnswer answer)
{
    m_data.ask<Result<queries::AuditOrder>>(
        this, QStringLiteral("audit.size"),
        [filter = m_filter](Database &db, const DeskData::Look &look) { return queries::auditOrder(db, look.viewer, filter); },
        [this, descending = question.descending, answer = std::move(answer)](const Result<Result<queries::AuditOrder>> &order) {
            if (!order || !*order)
                return answer(tl::unexpected(order ? order->error() : order.error()));
            m_order = **order;
            m_descending = descending;
            answer(TableSize{m_order.matching, m_order.kept, m_order.tookMs});
        });
}

void AuditSource::askRows(const TableQuestion &, qint64 first, int count, RowsAnswer answer)
{
    QList<qint64> numbers;
    for (qint64 place = first; place < std::min(first + count, m_order.matching); ++place)
        numbers.append(m_order.numberAt(m_descending ? place : m_order.matching - 1 - place));
    m_data.ask<QList<AuditEntry>>(
        this, QStringLiteral("audit.rows.%1").arg(first),
        [numbers](Database &db, const DeskData::Look &look) { return queries::auditPage(db, look.viewer, numbers); }, std::move(answer));
}

int AuditModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(AuditColumn::details) + 1;
}

void AuditModel::setTimeView(const TimeView &view)
{
    m_view = view;
    if (rowCount())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

} // namespace lazaret::ui
