// What is waiting, why, and what needs a person: the pipeline, three live charts, the work list.
#pragma once

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

// A chart under its headline: what it counts, the figure if there is one, one word beside it.
class ChartCard : public Card
{
    Q_OBJECT
public:
    ChartCard(const QString &name, const QString &title, QWidget *body, QWidget *parent = nullptr);
    void showFigure(const QString &figure, const QString &note, const QString &exact = {});
    Chip *chip() const { return m_chip; }

private:
    QWidget *m_line;
    Label *m_figure;
    Label *m_note;
    Chip *m_chip;
};

class OverviewPage : public Page
{
    Q_OBJECT
public:
    explicit OverviewPage(DeskData &data, QWidget *parent = nullptr);

    QWidget *tools() override;
    QList<QWidget *> panes() override;
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
    void showChange(qint64 change);
    void buildCharts();

    DeskData &m_data;
    SegmentedSwitch *m_range;
    Banner *m_error;
    PipelineStrip *m_strip;
    TimeChart *m_depth, *m_oldest;
    ChartCard *m_depthCard, *m_oldestCard, *m_classCard;
    ClassList *m_classes;
    NeedsYou *m_needs;
    OverviewView m_view;
    DeskStatus m_status;
    quint64 m_asked = 0;
    bool m_any = false;
};

} // namespace lazaret::ui
