// A line over time, in the desk's look: QtCharts maps and draws the series; grid, axes, crosshair and labels are painted by us on whole
// pixels. Data is replaced as a whole, never appended. Nothing moves by itself. GUI thread.
#pragma once

#include "support/format.h"

#include <QChartView>

#include <functional>

class QLineSeries;
class QValueAxis;

namespace lazaret::ui {

class TimeChart : public QChartView
{
    Q_OBJECT
public:
    enum class Unit { count, duration };
    TimeChart(Unit unit, const QString &colorPath, QWidget *parent = nullptr);

    // x in UTC ms, y in cases or ms; a NaN is a gap. The y axis starts at 0.
    void show(const QList<QPointF> &points, qint64 fromMs, qint64 toMs, const TimeView &view);
    // A dashed line at this height, named; the axis reaches it. 0: none.
    void setLimit(double value, const QString &name);
    struct Mark
    {
        qint64 at = 0;
        QString text, tone;
    };
    void setMarks(const QList<Mark> &marks); // moments, as dashed uprights with a word at the top
    // What a screen reader says: "Cases in quarantine over 24 hours: 1,284 now, peak 1,596 at 10:06".
    void setSubject(const QString &subject);

    const QList<QPointF> &points() const { return m_points; }
    int drawnPoints() const; // for tests: what the series hold

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void drawBackground(QPainter *painter, const QRectF &rect) override;
    void drawForeground(QPainter *painter, const QRectF &rect) override;

private:
    QRectF plot() const;
    QPointF place(const QPointF &point) const;
    QString valueText(double value) const;
    QString axisText(double value) const;
    void rebuild();
    void addRun(const QList<QPointF> &run);
    void setCrosshair(int point);
    void describe();
    void paintTicks(QPainter &painter) const;
    void paintLimit(QPainter &painter) const;
    void paintMarks(QPainter &painter) const;
    void paintEnd(QPainter &painter) const;
    void paintCrosshair(QPainter &painter) const;

    Unit m_unit;
    QString m_color, m_subject;
    QList<QPointF> m_points;
    qint64 m_from = 0, m_to = 1;
    double m_top = 1, m_step = 1, m_limit = 0;
    QString m_limitName;
    QList<Mark> m_marks;
    TimeView m_view;
    QValueAxis *m_x, *m_y;
    int m_crosshair = -1;
};

} // namespace lazaret::ui
