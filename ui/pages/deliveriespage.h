// Deliveries: what arrived, in order of arrival, and what became of it.
#pragma once

#include "models/deliveriesmodel.h"
#include "models/deskdata.h"
#include "pages/page.h"

namespace lazaret::ui {

class ListArea;

class DeliveriesPage : public Page
{
    Q_OBJECT
public:
    explicit DeliveriesPage(DeskData &data, QWidget *parent = nullptr);

    QList<QWidget *> panes() override;
    QWidget *arrivalFocus() override;
    void refresh() override;
    void setTimeView(const TimeView &view) override;
    void setRowHeight(int px) override;

private:
    void ask();
    void sized();

    DeliveriesModel *m_model;
    DataTable *m_table;
    ListArea *m_area;
    TableQuestion m_question;
    bool m_asked = false;
};

} // namespace lazaret::ui
