#include "pages/deliveryflow.h"

#include "models/deliveriesmodel.h"
#include "theme/icons.h"
#include "theme/tokens.h"
#include "widgets/painting.h"

#include <QPainterPath>

#include <numeric>

namespace lazaret::ui {

namespace {

constexpr int stationHeight = 74, drop = 24, pillHeight = 28, rowHeight = 32, gap = 60, rowGap = 11;

QList<FlowPoint> stationsOf(const store::DeliveryFlow &flow, const QString &since)
{
    using F = DeliveryFlow;
    const QString keys = flow.keyB ? F::tr("key A %1, key B %2").arg(countText(flow.keyA), countText(flow.keyB)) : F::tr("all by key A");
    return {{.key = QStringLiteral("received"),
             .label = F::tr("Received"),
             .icon = QStringLiteral("radio"),
             .figure = headlineText(flow.received()),
             .fact = since,
             .query = QLatin1String("")},
            {.key = QStringLiteral("verified"),
             .label = F::tr("Verified"),
             .icon = QStringLiteral("shield-check"),
             .figure = headlineText(flow.verified()),
             .fact = flow.notListed ? F::tr("%n of no listed event", nullptr, int(flow.notListed)) : since,
             .query = QStringLiteral("result:accepted")},
            {.key = QStringLiteral("new"),
             .label = F::tr("New"),
             .icon = QStringLiteral("copy-check"),
             .figure = headlineText(flow.fresh),
             .fact = flow.fresh ? keys : F::tr("by delivery id"),
             .query = QStringLiteral("result:accepted age:<2m")},
            {.key = QStringLiteral("queued"),
             .label = F::tr("Queued"),
             .icon = QStringLiteral("layers"),
             .figure = headlineText(flow.ready),
             .fact = flow.oldestReady ? F::tr("oldest %1").arg(duration(qMax<qint64>(0, flow.now - *flow.oldestReady)))
                                      : F::tr("nothing ready"),
             .query = QStringLiteral("now:ready")},
            {.key = QStringLiteral("working"),
             .label = F::tr("Working"),
             .icon = QStringLiteral("cpu"),
             .figure = headlineText(flow.leased),
             .fact = flow.leased ? F::tr("at this moment") : F::tr("idle"),
             .query = QStringLiteral("now:leased")},
            {.key = QStringLiteral("done"),
             .label = F::tr("Done"),
             .icon = QStringLiteral("check-check"),
             .figure = headlineText(flow.done),
             .fact = since,
             .query = QStringLiteral("now:done")}};
}

QList<FlowPoint> exitsOf(const store::DeliveryFlow &flow, const TimeView &view)
{
    using F = DeliveryFlow;
    const QString unknown = F::tr("of all tenants only");
    QString reason = F::tr("none");
    if (!flow.reasons.isEmpty())
        reason = flow.reasons.size() == 1 ? refusalWord(flow.reasons[0].first) : F::tr("mostly %1").arg(refusalWord(flow.reasons[0].first));
    const QString dash = QStringLiteral("–");
    return {{.key = QStringLiteral("refused"),
             .label = F::tr("Refused"),
             .icon = QStringLiteral("shield-x"),
             .figure = flow.complete ? headlineText(flow.refused) : dash,
             .fact = flow.complete ? reason : unknown,
             .tone = flow.refused ? QStringLiteral("bad") : QStringLiteral("neutral"),
             .below = 1,
             .query = QStringLiteral("result:refused")},
            {.key = QStringLiteral("duplicates"),
             .label = F::tr("Duplicates"),
             .icon = QStringLiteral("copy"),
             .figure = flow.complete ? headlineText(flow.duplicates) : dash,
             .fact = flow.complete ? F::tr("no job made") : unknown,
             .tone = QStringLiteral("neutral"),
             .below = 2,
             .query = QStringLiteral("result:duplicate")},
            {.key = QStringLiteral("waiting"),
             .label = F::tr("Waiting"),
             .icon = QStringLiteral("timer-reset"),
             .figure = headlineText(flow.waiting),
             .fact = !flow.nextDue               ? F::tr("no retry")
                     : *flow.nextDue <= flow.now ? F::tr("next is due")
                                                 : F::tr("next in %1").arg(duration(*flow.nextDue - flow.now)),
             .tone = flow.waiting ? QStringLiteral("class.transient") : QStringLiteral("neutral"),
             .below = 3,
             .query = QStringLiteral("now:waiting")},
            {.key = QStringLiteral("quarantine"),
             .label = F::tr("Quarantine"),
             .icon = QStringLiteral("inbox"),
             .figure = headlineText(flow.openCases),
             .fact = F::tr("+%1 since %2").arg(countText(flow.opened), clockTime(flow.since, view)),
             .tone = flow.openCases ? QStringLiteral("warn") : QStringLiteral("neutral"),
             .below = 4,
             .page = QStringLiteral("cases")}};
}

} // namespace

QList<FlowPoint> flowPoints(const store::DeliveryFlow &flow, const TimeView &view)
{
    return stationsOf(flow, DeliveryFlow::tr("since %1").arg(clockTime(flow.since, view))) + exitsOf(flow, view);
}

FlowButton::FlowButton(QWidget *parent) : QPushButton(parent)
{
    setAttribute(Qt::WA_Hover);
}

void FlowButton::show(const FlowPoint &point, bool compact)
{
    m_point = point;
    m_compact = compact;
    setObjectName(QStringLiteral("flow_") + point.key);
    setAccessibleName(DeliveryFlow::tr("%1: %2, %3").arg(point.label, point.figure, point.fact));
    setToolTip(accessibleName());
    setVisible(true);
    update();
}

int FlowButton::wanted() const
{
    const QFontMetrics words(lineFont());
    const int line = 2 * pad() + iconRoom() + words.horizontalAdvance(m_point.label) + 6 + words.horizontalAdvance(m_point.figure) + 2;
    return m_compact ? line : line + 8 + QFontMetrics(ui::font(u"caption", QFont::Normal)).horizontalAdvance(m_point.fact) + 4;
}

QFont FlowButton::lineFont() const
{
    return ui::font(m_compact ? u"caption" : u"small", QFont::DemiBold);
}

void FlowButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool exit = !m_point.tone.isEmpty(), hover = underMouse();
    const QColor fill = exit ? toneColor(m_point.tone, u"soft") : color(hover ? u"bg.hover" : u"bg.surface");
    const QColor ink = exit ? toneColor(m_point.tone, u"text") : color(u"text.primary");
    const QColor edge = exit ? (hover ? toneColor(m_point.tone, u"fill") : QColor(Qt::transparent)) : color(u"border.default");
    paintRounded(painter, rect(), ui::radius(exit || m_compact ? u"control" : u"card"), fill, edge);
    const QFont caption = ui::font(u"caption", QFont::Normal);
    if (!exit && !m_compact) { // three lines
        const int inner = width() - 2 * pad();
        paintIcon(painter, m_point.icon, QRectF(pad(), 11, 14, 14), color(u"text.muted"));
        paintElided(painter, QRectF(pad() + iconRoom(), 8, inner - iconRoom(), 20), m_point.label, ui::font(u"small", QFont::Medium),
                    color(u"text.secondary"));
        paintElided(painter, QRectF(pad(), 27, inner, 24), m_point.figure, ui::font(u"title", QFont::DemiBold), ink);
        paintElided(painter, QRectF(pad(), 50, inner, 17), m_point.fact, caption, color(u"text.muted"));
    } else { // one line: what is cut first is the fact, then the name
        const QFont strong = lineFont();
        const int figure = QFontMetrics(strong).horizontalAdvance(m_point.figure) + 2;
        const int label = QFontMetrics(strong).horizontalAdvance(m_point.label) + 1;
        const int icon = m_compact ? 12 : 14, from = pad() + iconRoom(), room = qMax(0, qMin(label, width() - from - figure - 5 - pad()));
        paintIcon(painter, m_point.icon, QRectF(pad(), (height() - icon) / 2.0, icon, icon), exit ? ink : color(u"text.muted"));
        paintElided(painter, QRectF(from, 0, room, height()), m_point.label, strong, exit ? ink : color(u"text.secondary"));
        paintElided(painter, QRectF(from + room + 5, 0, figure, height()), m_point.figure, strong, ink);
        const int after = from + room + 5 + figure + 8;
        if (!m_compact && width() - after - pad() > 16)
            paintElided(painter, QRectF(after, 0, width() - after - pad(), height()), m_point.fact, caption, color(u"text.secondary"));
    }
    if (hasFocus())
        paintFocusRing(painter, rect().adjusted(1, 1, -1, -1), ui::radius(u"control"));
}

DeliveryFlow::DeliveryFlow(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("deliveryFlow"));
    setAccessibleName(tr("The way of deliveries through the pipeline"));
    setCompact(false);
}

void DeliveryFlow::show(const QList<FlowPoint> &points)
{
    m_points = points;
    while (m_buttons.size() < points.size()) {
        auto *button = new FlowButton(this);
        connect(button, &QPushButton::clicked, this, [this, button] { Q_EMIT opened(button->point()); });
        m_buttons.append(button);
    }
    for (qsizetype i = 0; i < points.size(); ++i)
        m_buttons[i]->show(points[i], m_compact);
    arrange();
}

void DeliveryFlow::setCompact(bool compact)
{
    m_compact = compact;
    setFixedHeight(compact ? rowHeight : stationHeight + drop + pillHeight);
    if (!m_points.isEmpty())
        show(m_points);
}

void DeliveryFlow::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void DeliveryFlow::arrange()
{
    if (m_buttons.isEmpty())
        return;
    if (m_compact)
        return arrangeRow();
    const auto stations = std::count_if(m_points.begin(), m_points.end(), [](const auto &point) { return point.tone.isEmpty(); });
    const double step = double(width() + gap) / double(stations);
    for (qsizetype i = 0; i < m_buttons.size(); ++i) {
        const auto &point = m_points[i];
        if (point.tone.isEmpty()) {
            const int left = qRound(double(i) * step);
            m_buttons[i]->setGeometry(left, 0, qRound(step - gap), stationHeight);
        } else { // up to where the next exit begins
            const int left = qRound(point.below * step) + 16;
            m_buttons[i]->setGeometry(left, stationHeight + drop, qMin(m_buttons[i]->wanted(), qRound(step) - 10), pillHeight);
        }
    }
    update();
}

// All ten in one row, each as wide as its words ask for their share.
void DeliveryFlow::arrangeRow()
{
    const int all = std::accumulate(m_buttons.begin(), m_buttons.end(), 0, [](int sum, const auto *each) { return sum + each->wanted(); });
    const double share = qMin(1.0, double(width() - rowGap * (m_buttons.size() - 1)) / all);
    const double spare = (double(width()) - share * all) / double(m_buttons.size() - 1);
    double left = 0;
    for (auto *button : std::as_const(m_buttons)) {
        const double wide = button->wanted() * share;
        button->setGeometry(qRound(left), 0, int(wide), rowHeight);
        left += wide + spare;
    }
    update();
}

namespace {

void paintArrow(QPainter &painter, const QPointF &from, const QPointF &to, const QColor &ink)
{
    painter.setPen(QPen(ink, 1.6));
    painter.drawLine(from, to - QPointF(4, 0));
    QPainterPath head(to);
    head.lineTo(to + QPointF(-6, -4));
    head.lineTo(to + QPointF(-6, 4));
    painter.fillPath(head, ink);
}

} // namespace

void DeliveryFlow::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (qsizetype i = 0; i < m_buttons.size(); ++i) {
        const auto *button = m_buttons[i];
        const bool exit = !m_points[i].tone.isEmpty();
        if (exit && !m_compact) {
            const double x = button->x() + 14.5;
            painter.setPen(QPen(toneColor(m_points[i].tone, u"fill"), 1.5));
            painter.drawLine(QPointF(x, stationHeight + 1), QPointF(x, stationHeight + drop - 1));
        }
        if (i + 1 >= m_buttons.size() || exit || !m_points[i + 1].tone.isEmpty())
            continue;
        const double y = button->geometry().center().y() + 0.5, inset = m_compact ? 1 : 4;
        paintArrow(painter, {button->geometry().right() + 1 + inset, y}, {m_buttons[i + 1]->x() - inset, y}, color(u"accent.fill"));
    }
}

} // namespace lazaret::ui
