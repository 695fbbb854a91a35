// The deliveries table: what arrived, how it was verified, and what became of it.
#pragma once

#include "models/views.h"
#include "models/windowmodel.h"
#include "support/format.h"
#include "widgets/datatable.h"

namespace lazaret::ui {

enum class DeliveryColumn { received, source, event, deliveryId, signature, duplicates, body, now };

QList<ColumnLook> deliveryColumns();
Cell deliveryCell(const DeliveryView &row, DeliveryColumn column, const TimeView &view);
QString refusalWord(const QString &reason); // "bad signature"
QString deliverySentence(const DeliveryView &row, const TimeView &view);

class DeliveriesModel : public TypedWindowModel<DeliveryView>
{
    Q_OBJECT
public:
    DeliveriesModel(PageSource<DeliveryView> &source, QObject *parent = nullptr);
    void setTimeView(const TimeView &view);
    int columnCount(const QModelIndex &parent = {}) const override;

protected:
    QString rowId(const DeliveryView &row) const override;
    Cell cellOf(const DeliveryView &row, int column) const override { return deliveryCell(row, DeliveryColumn(column), m_view); }
    QString sentenceOf(const DeliveryView &row) const override { return deliverySentence(row, m_view); }

private:
    TimeView m_view;
};

} // namespace lazaret::ui
