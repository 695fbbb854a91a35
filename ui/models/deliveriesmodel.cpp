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

QString whatDone(const DeliveryView &row)
{
    if (row.jobReason == u"already completed")
        return Words::tr("No-op: already completed");
    if (!row.jobReason.isEmpty())
        return Words::tr("Done, %1").arg(row.jobReason);
    if (const int repeats = row.delivery.duplicateCount; repeats > 0)
        return row.confirmed ? Words::tr("Done, effect confirmed; %n repeat(s) made no job", nullptr, repeats)
                             : Words::tr("Done; %n repeat(s) made no job", nullptr, repeats);
    return row.confirmed ? Words::tr("Done, effect confirmed") : Words::tr("Done");
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
        return whatDone(row);
    default:
        return token(*row.jobState).label;
    }
}

Cell nowCell(const DeliveryView &row, const TimeView &view)
{
    if (row.refused)
        return look({{}, QStringLiteral("shield-x"), QStringLiteral("bad")},
                    Words::tr("%n refused within this minute", nullptr, int(row.refused)));
    if (row.delivery.duplicateDiffers)
        return look({{}, QStringLiteral("triangle-alert"), QStringLiteral("warn")}, Words::tr("Same id, other bytes: flagged"));
    if (!row.jobState)
        return look({{}, QStringLiteral("circle-slash"), QStringLiteral("neutral")}, Words::tr("No job: event not listed"));
    if (const auto outcome = fromText<Reconciled>(row.outcome); outcome && *row.jobState != JobState::quarantined)
        return look(token(*outcome), Words::tr("Reconciled: %1").arg(token(*outcome).label.toLower()));
    return look(token(*row.jobState, row.jobReason), whatNow(row, view));
}

} // namespace

QString refusalWord(const QString &reason)
{
    if (reason == u"signature")
        return Words::tr("bad signature");
    if (reason == u"signature_missing")
        return Words::tr("no signature");
    if (reason == u"signature_time")
        return Words::tr("signed too long ago");
    if (reason == u"unknown_source")
        return Words::tr("unknown address");
    if (reason == u"rate" || reason == u"queue_full")
        return Words::tr("too many at once");
    return reason;
}

QList<ColumnLook> deliveryColumns()
{
    return {
        {.title = Words::tr("Received"), .width = 150, .sortKey = QStringLiteral("received")},
        {.title = Words::tr("Source"), .width = 110, .priority = 2, .stretch = true, .sortKey = QStringLiteral("source")},
        {.title = Words::tr("Event"), .width = 130, .priority = 3, .stretch = true, .sortKey = QStringLiteral("event")},
        {.title = Words::tr("Delivery id"), .width = 160, .priority = 1, .stretch = true, .sortKey = QStringLiteral("id")},
        {.title = Words::tr("Signature"), .width = 136, .priority = 4, .sortKey = QStringLiteral("key")},
        {.title = Words::tr("Dup."), .width = 64, .priority = 5, .right = true, .sortKey = QStringLiteral("dup")},
        {.title = Words::tr("Body"), .width = 76, .priority = 6, .right = true, .sortKey = QStringLiteral("body")},
        {.title = Words::tr("Now"), .width = 240, .stretch = true, .sortKey = QStringLiteral("now")},
    };
}

namespace {

// What is known of refused deliveries: how many, where, why. The rest was never kept.
Cell refusedCell(const DeliveryView &row, DeliveryColumn column, const TimeView &view)
{
    switch (column) {
    case DeliveryColumn::received:
        return {.kind = Cell::Kind::mono,
                .text = shortTime(row.delivery.receivedAt, view),
                .quiet = true,
                .tooltip = Words::tr("The minute from %1; refusals are counted by the minute").arg(timeTooltip(row.delivery.receivedAt))};
    case DeliveryColumn::source:
        return {.text = row.delivery.source.isEmpty() ? QStringLiteral("–") : row.delivery.source};
    case DeliveryColumn::signature: {
        Cell cell = look({{}, QStringLiteral("shield-x"), QStringLiteral("bad")}, refusalWord(row.refusedReason));
        cell.tooltip = row.refusedReason;
        return cell;
    }
    case DeliveryColumn::now:
        return nowCell(row, view);
    default:
        return {
            .text = QStringLiteral("–"), .right = column == DeliveryColumn::duplicates || column == DeliveryColumn::body, .quiet = true};
    }
}

} // namespace

Cell deliveryCell(const DeliveryView &row, DeliveryColumn column, const TimeView &view)
{
    if (row.refused)
        return refusedCell(row, column, view);
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
    if (row.refused)
        return Words::tr("%1 from %2 in the minute %3, %4")
            .arg(nowCell(row, view).text, row.delivery.source.isEmpty() ? Words::tr("no source") : row.delivery.source,
                 shortTime(row.delivery.receivedAt, view), refusalWord(row.refusedReason));
    return Words::tr("%1 from %2, received %3, %4, %5")
        .arg(row.delivery.eventType, row.delivery.source, exactTime(row.delivery.receivedAt, view), slotName(row.delivery.keySlot),
             nowCell(row, view).text);
}

QString DeliveriesModel::rowId(const DeliveryView &row) const
{
    return row.refused ? QStringLiteral("refused/%1/%2/%3").arg(row.delivery.receivedAt).arg(row.delivery.source, row.refusedReason)
                       : QString::number(row.delivery.seq);
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
