#include "pages/pipelinestrip.h"

#include "support/format.h"
#include "theme/icons.h"
#include "theme/tokens.h"
#include "widgets/painting.h"

#include <QHBoxLayout>
#include <QPainterPath>

namespace lazaret::ui {

namespace {

constexpr int stripHeight = 86, lowHeight = 72, inset = 16;

struct StationName
{
    QString label, icon;
};

StationName nameOf(const QString &key)
{
    if (key == u"listener")
        return {PipelineStrip::tr("Listener"), QStringLiteral("radio")};
    if (key == u"queue")
        return {PipelineStrip::tr("Queue"), QStringLiteral("layers")};
    if (key == u"workers")
        return {PipelineStrip::tr("Workers"), QStringLiteral("cpu")};
    if (key == u"quarantine")
        return {PipelineStrip::tr("Quarantine"), QStringLiteral("inbox")};
    return {PipelineStrip::tr("Store"), QStringLiteral("database")};
}

QString toneOf(Station::State state)
{
    switch (state) {
    case Station::State::good:
        return QStringLiteral("good");
    case Station::State::warn:
        return QStringLiteral("warn");
    case Station::State::bad:
        return QStringLiteral("bad");
    case Station::State::off:
        break;
    }
    return QStringLiteral("neutral");
}

QString iconOf(Station::State state)
{
    switch (state) {
    case Station::State::good:
        return QStringLiteral("circle-check");
    case Station::State::warn:
        return QStringLiteral("triangle-alert");
    case Station::State::bad:
        return QStringLiteral("octagon-alert");
    case Station::State::off:
        break;
    }
    return QStringLiteral("circle-pause");
}

bool isTinted(Station::State state)
{
    return state == Station::State::warn || state == Station::State::bad;
}

} // namespace

QList<Station> stations(const store::PipelineFigures &figures, qint64 nowMs, const DeskStatus &status)
{
    using State = Station::State;
    using Pipeline = DeskStatus::Pipeline;
    const auto per = [](qint64 n) { return PipelineStrip::tr("%1/min").arg(countText(n)); };
    const bool sealed = status.pipeline == Pipeline::sealed,
               running = status.pipeline == Pipeline::receiving || status.pipeline == Pipeline::attached;

    Station listener{QStringLiteral("listener"), State::off, PipelineStrip::tr("Off"), per(figures.acceptedLastMinute)};
    if (sealed || running) {
        listener.state = sealed ? State::bad : State::good;
        listener.stateText = sealed ? PipelineStrip::tr("Answers 503") : PipelineStrip::tr("Receiving");
    }
    listener.factA = PipelineStrip::tr("%1 refused").arg(countText(figures.refusedLastMinute));
    listener.factB = PipelineStrip::tr("%1 repeated").arg(countText(figures.duplicatesLastMinute));

    Station queue{QStringLiteral("queue"), running ? State::good : State::off,
                  running ? PipelineStrip::tr("Moving") : PipelineStrip::tr("Still"),
                  PipelineStrip::tr("%1 ready").arg(countText(figures.ready))};
    queue.factA = PipelineStrip::tr("%1 waiting for a retry").arg(countText(figures.waiting));
    queue.factB = figures.oldestReadySince ? PipelineStrip::tr("oldest %1").arg(duration(nowMs - *figures.oldestReadySince))
                                           : PipelineStrip::tr("nothing ready");
    if (figures.heldSources) {
        queue.state = State::warn;
        queue.stateText = PipelineStrip::tr("Held: %1").arg(countText(figures.heldSources));
    }

    Station workers{QStringLiteral("workers"), running ? State::good : State::off,
                    figures.leased ? PipelineStrip::tr("%1 busy").arg(countText(figures.leased)) : PipelineStrip::tr("Idle"),
                    PipelineStrip::tr("%1 done/min").arg(countText(figures.doneLastMinute))};
    workers.factA = PipelineStrip::tr("%1 releasing").arg(countText(figures.releasesRunning));
    workers.factB = PipelineStrip::tr("%1 paused").arg(countText(figures.releasesPaused));
    if (figures.releasesPaused) {
        workers.state = State::warn;
        workers.stateText = PipelineStrip::tr("Release paused");
    }

    Station quarantine{QStringLiteral("quarantine"), State::good, PipelineStrip::tr("Empty"),
                       PipelineStrip::tr("%1 open").arg(headlineText(figures.openCases))};
    quarantine.factA = PipelineStrip::tr("%1 uncertain").arg(countText(figures.uncertain));
    quarantine.factB = PipelineStrip::tr("%1 overdue").arg(countText(figures.overdue));
    if (figures.openCases) {
        quarantine.state = figures.overdue ? State::warn : State::off;
        quarantine.stateText = figures.overdue ? PipelineStrip::tr("Overdue") : PipelineStrip::tr("Waiting");
    }

    Station keeper{QStringLiteral("store"), sealed ? State::bad : State::good,
                   sealed ? PipelineStrip::tr("Sealed") : PipelineStrip::tr("Healthy"),
                   status.journalCommitMs ? PipelineStrip::tr("%1 ms commit").arg(QLocale().toString(*status.journalCommitMs, 'f', 1))
                                          : PipelineStrip::tr("%1 cases kept").arg(headlineText(figures.openCases + figures.closedCases))};
    keeper.factA = status.diskFreeBytes ? PipelineStrip::tr("%1 free").arg(bytesText(*status.diskFreeBytes)) : QString();
    keeper.factB = PipelineStrip::tr("%1 cases closed").arg(countText(figures.closedCases));
    return {listener, queue, workers, quarantine, keeper};
}

StationButton::StationButton(QWidget *parent) : QPushButton(parent)
{
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Expanding);
    setMinimumWidth(90);
}

void StationButton::show(const Station &station, bool first, bool last)
{
    m_station = station;
    m_first = first;
    m_last = last;
    setObjectName(QStringLiteral("station_") + station.key);
    const QString sentence =
        QStringList{nameOf(station.key).label, station.stateText, station.figure, station.factA, station.factB}.join(u", ");
    setAccessibleName(sentence);
    setToolTip(station.figure + u'\n' + station.factA + u'\n' + station.factB);
    update();
}

void StationButton::setLow(bool low)
{
    m_low = low;
    update();
}

void StationButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto tone = toneOf(m_station.state);
    const bool tinted = isTinted(m_station.state);
    if (tinted || underMouse()) {
        QPainterPath corners; // the strip's own round corners at both ends
        corners.addRoundedRect(QRectF(rect()).adjusted(m_first ? 0 : -20, 0, m_last ? 0 : 20, 0), ui::radius(u"card"), ui::radius(u"card"));
        painter.setClipPath(corners);
        painter.fillRect(rect(), tinted ? toneColor(tone, u"soft") : color(u"bg.hover"));
        if (tinted)
            painter.fillRect(QRect(0, height() - 3, width(), 3), toneColor(tone, u"fill"));
        painter.setClipping(false);
    }
    const QRectF area = QRectF(rect()).adjusted(inset, 0, -12, 0);
    paintHead(painter, area);
    paintElided(painter, QRectF(area.x(), 31, area.width(), 22), m_station.figure, ui::font(u"title", QFont::DemiBold),
                color(u"text.primary"));
    const auto soft = color(tinted ? u"text.secondary" : u"text.muted");
    const QFont caption = ui::font(u"caption", QFont::Normal);
    const QString facts = m_station.factA.isEmpty() ? m_station.factB : m_station.factA + QStringLiteral(" · ") + m_station.factB;
    paintElided(painter, QRectF(area.x(), 51, area.width(), 15), m_low ? facts : m_station.factA, caption, soft);
    if (!m_low)
        paintElided(painter, QRectF(area.x(), 66, area.width(), 15), m_station.factB, caption, soft);
    if (hasFocus())
        paintFocusRing(painter, rect().adjusted(2, 2, -2, -2), ui::radius(u"control"));
}

void StationButton::paintHead(QPainter &painter, const QRectF &area) const
{
    const auto [label, icon] = nameOf(m_station.key);
    const QFont plain = ui::font(u"small", QFont::Medium), strong = ui::font(u"small", QFont::DemiBold);
    const auto ink = toneColor(toneOf(m_station.state), u"text");
    const int nameWidth = QFontMetrics(plain).horizontalAdvance(label),
              stateWidth = QFontMetrics(strong).horizontalAdvance(m_station.stateText);
    paintIcon(painter, icon, QRectF(area.x(), 13, 15, 15), color(u"text.muted"));
    const bool room = 21 + nameWidth + 10 + 17 + stateWidth <= area.width(); // else the icon speaks alone
    const qreal stateX = area.right() - (room ? stateWidth + 17 : 14);
    paintElided(painter, QRectF(area.x() + 21, 10, stateX - area.x() - 25, 20), label, plain, color(u"text.secondary"));
    paintIcon(painter, iconOf(m_station.state), QRectF(stateX, 14, 13, 13), ink);
    if (room)
        paintElided(painter, QRectF(stateX + 17, 10, stateWidth + 2, 20), m_station.stateText, strong, ink);
}

PipelineStrip::PipelineStrip(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("pipelineStrip"));
    setAccessibleName(tr("Pipeline health"));
    setFixedHeight(stripHeight);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(1, 1, 1, 1);
    row->setSpacing(1);
}

void PipelineStrip::show(const QList<Station> &stations)
{
    while (m_buttons.size() < stations.size()) {
        auto *button = new StationButton(this);
        button->setLow(m_isLow);
        m_buttons.append(button);
        layout()->addWidget(button);
        connect(button, &QPushButton::clicked, this, [this, button] { Q_EMIT opened(button->station().key); });
    }
    for (int i = 0; i < m_buttons.size(); ++i) {
        m_buttons[i]->setVisible(i < stations.size());
        if (i < stations.size())
            m_buttons[i]->show(stations[i], i == 0, i + 1 == stations.size());
    }
    update();
}

void PipelineStrip::setLow(bool low)
{
    m_isLow = low;
    setFixedHeight(low ? lowHeight : stripHeight);
    for (auto *button : std::as_const(m_buttons))
        button->setLow(low);
}

void PipelineStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintRounded(painter, rect(), ui::radius(u"card"), color(u"bg.surface"), color(u"border.subtle"));
    for (const auto *button : m_buttons) {
        if (button->isVisible() && button->x() > 1)
            painter.fillRect(QRect(button->x() - 1, 1, 1, height() - 2), color(u"border.subtle"));
    }
}

} // namespace lazaret::ui
