#include "pages/deliveriespage.h"

#include "pages/listpage.h"
#include "widgets/surfaces.h"

#include <QVBoxLayout>

namespace lazaret::ui {

DeliveriesPage::DeliveriesPage(DeskData &desk, QWidget *parent)
    : Page(QStringLiteral("deliveries"), tr("Deliveries"), QStringLiteral("webhook"), parent),
      m_model(new DeliveriesModel(desk.deliveries(), this)),
      m_table(new DataTable(deliveryColumns())), m_question{{}, QStringLiteral("received"), true}
{
    m_table->setObjectName(QStringLiteral("deliveryTable"));
    m_table->setAccessibleName(tr("Deliveries"));
    m_table->showModel(m_model);
    m_table->setSort(m_question.sortKey, m_question.descending);
    m_area = new ListArea(m_table, m_model);
    m_area->whenEmpty = [] {
        return ListArea::EmptyWords{
            QStringLiteral("webhook"),
            tr("Nothing has arrived yet"),
            tr("Point a provider, a tunnel or curl at the address below; its first verified delivery appears here."),
            {}};
    };
    auto *card = new Card;
    auto *inside = new QVBoxLayout(card);
    inside->setContentsMargins(1, 2, 1, 6);
    inside->addWidget(m_area);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 14, 16, 14);
    column->addWidget(card);

    connect(m_table, &DataTable::sortRequested, this, [this](const QString &key, bool descending) {
        m_question.sortKey = key;
        m_question.descending = descending;
        m_table->setSort(key, descending);
        ask();
    });
    connect(m_model, &WindowModel::sized, this, &DeliveriesPage::sized);
    connect(m_area, &ListArea::settled, this, &DeliveriesPage::ready);
}

QList<QWidget *> DeliveriesPage::panes()
{
    return {m_table};
}

QWidget *DeliveriesPage::arrivalFocus()
{
    return m_table;
}

void DeliveriesPage::ask()
{
    m_asked = true;
    m_area->waitForAnswer();
    m_model->ask(m_question);
}

void DeliveriesPage::refresh()
{
    if (!m_asked)
        return ask();
    m_area->waitForAnswer();
    m_model->refresh();
}

void DeliveriesPage::sized()
{
    setSubtitle(tr("%1 received").arg(countText(m_model->tableSize().kept)));
    Q_EMIT answered();
}

void DeliveriesPage::setTimeView(const TimeView &view)
{
    Page::setTimeView(view);
    m_model->setTimeView(view);
}

void DeliveriesPage::setRowHeight(int px)
{
    m_table->setRowHeight(px);
}

} // namespace lazaret::ui
