// Health in pipeline order: name, state word and icon, one number, two facts. A station that is not well is tinted. Each opens its page.
#pragma once

#include "models/views.h"

#include <QPushButton>

namespace lazaret::ui {

class StationButton : public QPushButton
{
    Q_OBJECT
public:
    explicit StationButton(QWidget *parent = nullptr);
    void show(const StationView &station, bool first, bool last);
    const StationView &station() const { return m_station; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void paintHead(QPainter &painter, const QRectF &area) const;
    StationView m_station;
    bool m_first = false, m_last = false;
};

class PipelineStrip : public QWidget
{
    Q_OBJECT
public:
    explicit PipelineStrip(QWidget *parent = nullptr);
    void show(const QList<StationView> &stations);

Q_SIGNALS:
    void opened(const QString &key);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QList<StationButton *> m_buttons;
};

} // namespace lazaret::ui
