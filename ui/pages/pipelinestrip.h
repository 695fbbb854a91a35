// Health in pipeline order: name, state word and icon, one number, two facts. A station that is not well is tinted. Each opens its page.
#pragma once

#include "models/deskservices.h"
#include "models/views.h"

#include <QPushButton>

namespace lazaret::ui {

// One station of the pipeline strip. Only stations whose figures come from the store or from the running pipeline are shown.
struct Station
{
    enum class State { good, warn, bad, off };
    QString key; // "listener", "queue", "workers", "quarantine", "store"
    State state = State::good;
    QString stateText;
    QString figure;
    QString factA{}, factB{};
};
QList<Station> stations(const store::PipelineFigures &figures, qint64 nowMs, const DeskStatus &status);

class StationButton : public QPushButton
{
    Q_OBJECT
public:
    explicit StationButton(QWidget *parent = nullptr);
    void show(const Station &station, bool first, bool last);
    const Station &station() const { return m_station; }
    void setLow(bool low);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void paintHead(QPainter &painter, const QRectF &area) const;
    Station m_station;
    bool m_first = false, m_last = false, m_low = false;
};

class PipelineStrip : public QWidget
{
    Q_OBJECT
public:
    explicit PipelineStrip(QWidget *parent = nullptr);
    void show(const QList<Station> &stations);
    void setLow(bool low); // the facts in one row

Q_SIGNALS:
    void opened(const QString &key);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QList<StationButton *> m_buttons;
    bool m_isLow = false;
};

} // namespace lazaret::ui
