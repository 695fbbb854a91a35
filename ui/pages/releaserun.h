// A release on its way: why it is paused, its steps, its counters, its cases, its rate against the limit, what happened. GUI thread.
#pragma once

#include "models/releasetables.h"
#include "models/releasewords.h"

#include <QWidget>

namespace lazaret::ui {

class Card;
class Command;
class CounterStrip;
class Label;
class ListArea;
class LogList;
class PauseBanner;
class SegmentedSwitch;
class StageStrip;
class StepCards;
class Text;
class TimeChart;
class Button;

class ReleaseRun : public QWidget
{
    Q_OBJECT
public:
    struct Commands
    {
        Command *verify, *pause, *resume, *abort, *uncertain, *reconciliation;
    };
    explicit ReleaseRun(const Commands &commands, QWidget *parent = nullptr);

    // log: everything so far.
    void show(const queries::ReleaseDetail &detail, const QList<AuditEntry> &log, const TimeView &view);
    void setTimeView(const TimeView &view);
    void setRowHeight(int px);
    DataTable *table() const;
    QWidget *chart() const;

Q_SIGNALS:
    void caseRequested(const QString &caseId);
    void auditRequested(qint64 seq);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *buildTable();
    QWidget *buildSide();
    void showRows();
    void showChart(const QList<AuditEntry> &log);
    QList<const queries::ReleaseRow *> unknown() const; // cases whose effect is not known

    queries::ReleaseDetail m_detail;
    QList<AuditEntry> m_log;
    TimeView m_view;
    QString m_shownId;
    PauseBanner *m_banner;
    StageStrip *m_stages;
    StepCards *m_steps;
    CounterStrip *m_counters;
    Label *m_count;
    SegmentedSwitch *m_filter;
    RunModel *m_model;
    DataTable *m_table;
    ListArea *m_area;
    TimeChart *m_chart;
    Label *m_limit;
    LogList *m_events;
    Button *m_audit;
    QWidget *m_side = nullptr;
};

} // namespace lazaret::ui
