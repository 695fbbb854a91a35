// What is waiting, why, and what needs a person: the pipeline, four live charts, the work list.
#pragma once

#include "charts/chartcard.h"
#include "charts/classlist.h"
#include "charts/timechart.h"
#include "models/deskdata.h"
#include "models/deskservices.h"
#include "pages/page.h"
#include "widgets/surfaces.h"

namespace lazaret::ui {

class Button;
class NeedsYou;
class PipelineStrip;
class SegmentedSwitch;

class OverviewPage : public Page
{
    Q_OBJECT
public:
    explicit OverviewPage(DeskData &data, QWidget *parent = nullptr);

    QWidget *tools() override;
    QList<QWidget *> panes() override;
    QList<QAction *> commands() const override;
    QWidget *firstNeed() const; // nullptr when nothing needs anybody
    void refresh() override;
    void setTimeView(const TimeView &view) override;
    void setStatus(const DeskStatus &status); // of the pipeline: listener and store stand on it
    int range() const;                        // index of the range switch
    void setRange(int index);

Q_SIGNALS:
    void pageRequested(const QString &name);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void take(const Result<OverviewView> &answer);
    void show();
    void showDepth();
    void showOldest();
    void showClasses();
    void showFlow();
    void buildCharts();
    void connectParts();
    qint64 from() const; // where the charts begin

    DeskData &m_data;
    SegmentedSwitch *m_range;
    Banner *m_error;
    PipelineStrip *m_strip;
    TimeChart *m_depth, *m_oldest, *m_flow;
    ClassList *m_classes;
    ChartCard *m_depthCard, *m_oldestCard, *m_classCard, *m_flowCard;
    NeedsYou *m_needs;
    OverviewView m_view;
    DeskStatus m_status;
    quint64 m_asked = 0;
    bool m_any = false;
};

} // namespace lazaret::ui
