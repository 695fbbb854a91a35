// Deliveries: the way through the pipeline, what arrived and what became of it, and the journey of one of them drawn to time.
#pragma once

#include "engine/queries_deliveries.h"
#include "engine/queries_journey.h"
#include "model/source.h"
#include "models/deliveriesmodel.h"
#include "models/deskservices.h"
#include "pages/page.h"

namespace lazaret::ui {

class Button;
class CaseExport;
class Command;
class DeliveryFlow;
class JourneyCard;
class ListArea;
class QueryBar;
class SegmentedSwitch;
struct FlowPoint;

class DeliveriesPage : public Page
{
    Q_OBJECT
public:
    explicit DeliveriesPage(DeskServices &services, QWidget *parent = nullptr);

    bool focusQuery() override;
    void showQuery(const QString &query);
    QString query() const { return m_question.query; }
    void exportTo(const QString &file, bool json);

    QList<QWidget *> panes() override;
    QWidget *arrivalFocus() override;
    void refresh() override;
    void setTimeView(const TimeView &view) override;
    void setRowHeight(int px) override;
    void follow(const Link &link) override;
    QList<QAction *> commands() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    // deliveriespage.cpp: what is shown
    QWidget *buildList();
    void connectParts();
    void ask(const QString &query);
    void sortBy(const QString &key, bool descending);
    void sized();
    void readFlow();
    void readJourney();
    void showFlow();
    void open(const FlowPoint &point);
    void arrange();
    // deliveriesactions.cpp: what is done
    void addCommands();
    void lockCommands();
    void sendTest();
    void openCase();
    void copyIds();
    void askExport();
    void keepShown();
    const DeliveryView *current() const;

    DeskServices &m_services;
    DeskData &m_data;
    DeliveriesModel *m_model;
    DeliveryFlow *m_flow;
    QueryBar *m_query;
    SegmentedSwitch *m_results;
    DataTable *m_table;
    ListArea *m_area;
    JourneyCard *m_journey;
    Button *m_columns;
    CaseExport *m_exporting = nullptr;
    Command *m_test, *m_openCase, *m_copy, *m_export, *m_chooseColumns;
    TableQuestion m_question;
    store::DeliveryFlow m_flowNow;
    std::optional<queries::Journey> m_told;
    QList<Source> m_sources;
    QString m_wanted; // a row asked for by name, until it is there
    bool m_asked = false;
    bool m_applying = false;
};

} // namespace lazaret::ui
