// The way of deliveries through the pipeline: six stations joined by arrows, and where deliveries leave or wait. A press on one shows its
// deliveries, or the page it belongs to. Where room is short all of it stands in one row.
#pragma once

#include "engine/queries_deliveries.h"
#include "support/format.h"

#include <QPushButton>

namespace lazaret::ui {

struct FlowPoint
{
    QString key; // "received", "refused" …
    QString label, icon;
    QString figure, fact;
    QString tone{};  // exits; empty: a station
    int below = -1;  // exits: the station they leave from
    QString query{}; // of deliveries; null: another page
    QString page{};
};
// Stations in order, then exits in order. Pure.
QList<FlowPoint> flowPoints(const store::DeliveryFlow &flow, const TimeView &view);

class FlowButton : public QPushButton
{
    Q_OBJECT
public:
    explicit FlowButton(QWidget *parent);
    void show(const FlowPoint &point, bool compact);
    const FlowPoint &point() const { return m_point; }
    QSize minimumSizeHint() const override { return {40, 20}; } // what does not fit is elided; the name says all
    int wanted() const;                                         // its width, so that nothing is elided

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QFont lineFont() const; // of all in one line
    int pad() const { return m_compact ? 6 : 12; }
    int iconRoom() const { return m_compact ? 16 : 20; }
    FlowPoint m_point;
    bool m_compact = false;
};

class DeliveryFlow : public QWidget
{
    Q_OBJECT
public:
    explicit DeliveryFlow(QWidget *parent = nullptr);
    void show(const QList<FlowPoint> &points);
    void setCompact(bool compact);
    FlowButton *first() const { return m_buttons.value(0); }

Q_SIGNALS:
    void opened(const lazaret::ui::FlowPoint &point);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void arrange();
    void arrangeRow();
    QList<FlowButton *> m_buttons;
    QList<FlowPoint> m_points;
    bool m_compact = false;
};

} // namespace lazaret::ui
