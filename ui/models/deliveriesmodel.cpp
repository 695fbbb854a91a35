#include "models/deliveriesmodel.h"

#include "theme/vocabulary.h"

#include <QCoreApplication>

namespace lazaret::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Deliveries)
};

QString slotName(int slot)
{
    return slot == 2 ? Words::tr("key B") : Words::tr("key A");
}

Cell look(const Token &token, const QString &text)
{
    return {.kind = Cell::Kind::iconText, .text = text, .icon = token.icon, .tone = token.tone};
}

QString whatNow(const DeliveryView &row, const TimeView &view)
{
    switch (*row.jobState) {
    case JobState::leased:
        return Words::tr("Working, attempt %1").arg(row.attempt);
    case JobState::waiting:
        if (row.jobReason == u"verifying")
            return Words::tr("Verifying the effect");
        return row.dueAt && *row.dueAt > view.nowMs
                   ? Words::tr("Waiting, attempt %1 %2").arg(row.attempt + 1).arg(dueText(*row.dueAt, view.nowMs))
                   : Words::tr("Waiting, attempt %1").arg(row.attempt + 1);
    case JobState::quarantined:
        return row.errorClass ? Words::tr("Quarantined, %1").arg(token(*row.errorClass).label.toLower()) : Words::tr("Quarantined");
    case JobState::done:
        return row.jobReason.isEmpty() ? Words::tr("Done") : Words::tr("Done, %1").arg(row.jobReason);
    default:
        return token(*row.jobState).label;
    }
}

Cell nowCell(const DeliveryView &row, const TimeView &view)
{
    if (row.delivery.duplicateDiffers)
        return look({{}, QStringLiteral("triangle-alert"), QStringLiteral("warn")}, Words::tr("Same id, other bytes: flagged"));
    if (!row.jobState)
        return look({{}, QStringLiteral("circle-slash"), QStringLiteral("neutral")}, Words::tr("No job: event not listed"));
    if (const auto outcome = fromText<Reconciled>(row.outcome); outcome && *row.jobState != JobState::quarantined)
        return look(token(*outcome), Words::tr("Reconciled: %1").arg(token(*outcome).label.toLower()));
    return look(token(*row.jobState, row.jobReason), whatNow(row, view));
}

} // namespace

QList<ColumnLook> deliveryColumns()
{
    return {
        {.title = Words::tr("Received"), .width = 150, .sortKey = QStringLiteral("received")},
        {.title = Words::tr("Source"), .width = 110, .priority = 2, .stretch = true},
        {.title = Words::tr("Event"), .width = 130, .priority = 3, .stretch = true},
        {.title = Words::tr("Delivery id"), .width = 170, .priority = 1, .stretch = true},
        {.title = Words::tr("Signature"), .width = 100, .priority = 4},
        {.title = Words::tr("Dup."), .width = 56, .priority = 5, .right = true},
        {.title = Words::tr("Body"), .width = 80, .priority = 6, .right = true},
        {.title = Words::tr("Now"), .width = 230, .stretch = true},
    };
}

Cell deliveryCell(const DeliveryView &row, DeliveryColumn column, const TimeView &view)
{
    const auto &delivery = row.delivery;
    switch (column) {
    case DeliveryColumn::received:
        return {.kind = Cell::Kind::mono,
                .text = exactTime(delivery.receivedAt, view),
                .quiet = true,
                .tooltip = timeTooltip(delivery.receivedAt)};
    case DeliveryColumn::source:
        return {.text = delivery.source};
    case DeliveryColumn::event:
        return {.text = delivery.eventType.isEmpty() ? QStringLiteral("–") : delivery.eventType};
    case DeliveryColumn::deliveryId:
        return {.kind = Cell::Kind::mono, .text = delivery.deliveryId, .quiet = true};
    case DeliveryColumn::signature: {
        Cell cell = look({{}, QStringLiteral("shield-check"), QStringLiteral("good")}, slotName(delivery.keySlot));
        cell.quiet = true;
        cell.tooltip = Words::tr("Verified by %1, %2").arg(delivery.scheme, slotName(delivery.keySlot));
        return cell;
    }
    case DeliveryColumn::duplicates: {
        Cell cell{.kind = Cell::Kind::number, .text = countText(delivery.duplicateCount), .quiet = delivery.duplicateCount == 0};
        if (delivery.lastDuplicateAt)
            cell.tooltip = Words::tr("last %1").arg(timeTooltip(*delivery.lastDuplicateAt));
        return cell;
    }
    case DeliveryColumn::body:
        return {.text = bytesText(delivery.bodySize),
                .right = true,
                .quiet = true,
                .tooltip = Words::tr("%1 bytes, sha256 %2").arg(countText(delivery.bodySize), delivery.bodySha256)};
    case DeliveryColumn::now:
        return nowCell(row, view);
    }
    return {};
}

QString deliverySentence(const DeliveryView &row, const TimeView &view)
{
    return Words::tr("%1 from %2, received %3, %4, %5")
        .arg(row.delivery.eventType, row.delivery.source, exactTime(row.delivery.receivedAt, view), slotName(row.delivery.keySlot),
             nowCell(row, view).text);
}

DeliveriesModel::DeliveriesModel(PageSource<DeliveryView> &source, QObject *parent) : TypedWindowModel(source, parent) {}

int DeliveriesModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(DeliveryColumn::now) + 1;
}

void DeliveriesModel::setTimeView(const TimeView &view)
{
    m_view = view;
    if (rowCount())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

} // namespace lazaret::ui
