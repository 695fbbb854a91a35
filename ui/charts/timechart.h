// A line or mirrored bars over time, in the desk's look: QtCharts maps and draws the series; bars, grid, axes, crosshair and labels are
// painted by us on whole pixels. Data is replaced as a whole, never appended. Nothing moves by itself. GUI thread.
#pragma once

#include "charts/flow.h"
#include "charts/numbers.h"
#include "support/format.h"

#include <QChartView>

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
    // What went in upwards, what came out downwards.
    void showBars(const QList<FlowBar> &bars, qint64 fromMs, qint64 toMs, const TimeView &view);
    // A dashed line at this height, named; the axis reaches it, the part of the line above is amber. 0: none. Heard by the next show().
    void setLimit(double value, const QString &name);
    bool isOverLimit() const; // at its end
    // A dashed line from the last point to nought at this time; the axis goes on as far as there is room. 0: none. Likewise.
    void setEnd(qint64 atMs) { m_endAt = atMs; }
    struct Mark
    {
        qint64 at = 0;
        QString text, tone;
    };
    // Moments, the most important first: the first few are dashed uprights with a word at the top, the others are counted there.
    void setMarks(const QList<Mark> &marks);
    // What a screen reader says: "Cases in quarantine over 24 hours: 1,284 now, peak 1,596 at 10:06".
    void setSubject(const QString &subject);

    const QList<QPointF> &points() const { return m_points; }
    int drawnPoints() const; // for tests: what the series hold
    Numbers numbers() const; // the newest first

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
    static constexpr int leftPx = 44, rightPx = 14; // of the plot; neighbours share them
    QRectF plot() const;
    QPointF place(const QPointF &point) const;
    QString valueText(double value) const;
    QString axisText(double value) const;
    QString pointText(int point) const;
    QString sentence() const;
    QString timeText(qint64 ms) const; // in the table
    QStringList marksWithin(qint64 afterMs, qint64 untilMs) const;
    void take(qint64 fromMs, qint64 toMs, const TimeView &view);
    void rebuild();
    void addRun(const QList<QPointF> &run, const QString &colorPath, bool filled, double width);
    void setCrosshair(int point);
    void paintBars(QPainter &painter) const;
    void paintTicks(QPainter &painter) const;
    void paintTimes(QPainter &painter) const;
    void paintLimit(QPainter &painter) const;
    void paintMarks(QPainter &painter) const;
    void paintProjection(QPainter &painter) const;
    void paintPeak(QPainter &painter) const;
    void paintEnd(QPainter &painter) const;
    void paintCrosshair(QPainter &painter) const;

    Unit m_unit;
    QString m_color, m_subject;
    QList<QPointF> m_points; // of bars: the middle and what went in
    QList<FlowBar> m_bars;
    qint64 m_from = 0, m_now = 1, m_to = 1; // the axis ends at m_to
    qint64 m_endAt = 0;
    MirroredScale m_scale;
    double m_limit = 0;
    QString m_limitName;
    QList<Mark> m_marks;
    TimeView m_view;
    QValueAxis *m_x, *m_y;
    int m_crosshair = -1;
};

} // namespace lazaret::ui
