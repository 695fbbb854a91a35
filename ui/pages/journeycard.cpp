#include "pages/journeycard.h"

#include "theme/icons.h"
#include "theme/tokens.h"
#include "widgets/commandbutton.h"
#include "widgets/label.h"

#include <QHBoxLayout>

namespace lazaret::ui {

namespace {

constexpr double square = 32, band = 18;
constexpr int lowBox = 84, highBox = 142;

QFont small(int weight = QFont::Normal)
{
    return ui::font(u"small", weight);
}

void paintCentered(QPainter &painter, double middle, double top, double width, const QString &text, const QFont &font, const QColor &ink)
{
    paintElided(painter, QRectF(middle - width / 2, top, width, 18), text, font, ink, Qt::AlignCenter);
}

} // namespace

JourneyBoxView::JourneyBoxView(QWidget *parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
}

void JourneyBoxView::show(const JourneyText &text, const JourneyBox &box, bool compact)
{
    m_text = text;
    m_box = box;
    m_compact = compact;
    setObjectName(QStringLiteral("journey_") + text.key);
    setAccessibleName(text.sentence);
    setToolTip(text.sentence);
    setVisible(true);
    update();
}

void JourneyBoxView::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    update();
}

void JourneyBoxView::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    update();
}

void JourneyBoxView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintRounded(painter, rect(), ui::radius(u"control"), color(u"bg.sunken"), color(u"border.subtle"));
    const double inner = width() - 2 * journeyPad;
    if (m_compact) { // title and time share a line
        const int title = QFontMetrics(small(QFont::DemiBold)).horizontalAdvance(m_text.title) + 8;
        paintElided(painter, QRectF(journeyPad, 6, inner, 18), m_text.title, small(QFont::DemiBold), color(u"text.primary"));
        if (inner - title > 40)
            paintElided(painter, QRectF(journeyPad + title, 6, inner - title, 18), m_text.when, ui::font(u"caption", QFont::Normal),
                        color(u"text.secondary"));
    } else {
        paintElided(painter, QRectF(journeyPad, 8, inner, 18), m_text.title, small(QFont::DemiBold), color(u"text.primary"));
        paintElided(painter, QRectF(journeyPad, 26, inner, 16), m_text.when, ui::font(u"caption", QFont::Normal), color(u"text.secondary"));
    }
    const double middle = m_compact ? 42 : 68;
    if (!m_text.missing.isEmpty()) {
        painter.setFont(small());
        painter.setPen(color(u"text.secondary"));
        painter.drawText(QRectF(journeyPad, middle - 18, inner, height() - middle + 12), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                         m_text.missing);
    } else {
        if (m_text.key == u"arrival")
            paintArrival(painter, middle);
        for (const auto &piece : m_box.pieces)
            paintPiece(painter, piece, middle);
        const auto ink = m_text.tone.isEmpty() ? color(u"text.secondary") : toneColor(m_text.tone, u"text");
        const bool under = std::any_of(m_text.spans.begin(), m_text.spans.end(), [](const auto &span) { return span.attempt > 0; });
        if (!(under && m_compact))
            paintElided(painter, QRectF(journeyPad, height() - 22, inner, 18), m_text.below, small(QFont::Medium), ink);
    }
    if (hasFocus())
        paintFocusRing(painter, rect().adjusted(1, 1, -1, -1), ui::radius(u"control"));
}

void JourneyBoxView::paintArrival(QPainter &painter, double middle) const
{
    const QColor ring = toneColor(u"good", u"fill"), ink = toneColor(u"good", u"text");
    const double step = qMin(28.0, (width() - 2 * journeyPad) / 4.0);
    double x = journeyPad;
    for (const auto *icon : {u"radio", u"shield-check", u"copy-check", u"database"}) {
        painter.setPen(QPen(ring, 1.3));
        painter.setBrush(color(u"bg.surface"));
        painter.drawEllipse(QRectF(x + 0.5, middle - step / 2 + 1.5, step - 4, step - 4));
        paintIcon(painter, QStringView(icon), QRectF(x + step / 2 - 8, middle - 6.5, 12, 12), ink);
        x += step;
    }
}

void JourneyBoxView::paintPiece(QPainter &painter, const JourneyPiece &piece, double middle) const
{
    const QRectF place(piece.left, middle - square / 2, piece.width, square);
    if (piece.span < 0) {
        paintElided(painter, place, tr("+%1").arg(piece.leftOut), small(QFont::DemiBold), color(u"text.secondary"), Qt::AlignCenter);
        return;
    }
    const auto &span = m_text.spans[piece.span];
    if (span.kind == queries::JourneySpan::Kind::work)
        paintWork(painter, span, place);
    else
        paintBand(painter, span, place);
}

void JourneyBoxView::paintWork(QPainter &painter, const queries::JourneySpan &span, const QRectF &place) const
{
    const QString tone = span.running ? QStringLiteral("accent") : span.failed ? QStringLiteral("bad") : QStringLiteral("good");
    const QRectF block = place.adjusted(1, 0, -1, 0);
    paintRounded(painter, block, 4, toneColor(tone, u"soft"), toneColor(tone, u"fill"));
    paintElided(painter, block, QString::number(span.attempt), small(QFont::DemiBold), toneColor(tone, u"text"), Qt::AlignCenter);
    if (m_compact)
        return;
    const double wide = place.width() + 24, middle = place.center().x();
    paintCentered(painter, middle, place.bottom() + 3, wide, span.running ? tr("now") : shortCode(span.code), small(QFont::DemiBold),
                  toneColor(tone, u"text"));
    paintCentered(painter, middle, place.bottom() + 19, wide, lengthText(span.length()), ui::font(u"caption", QFont::Normal),
                  color(u"text.secondary"));
}

// Waits are hatched, what people did is solid blue; the length stands in the middle where it fits.
void JourneyBoxView::paintBand(QPainter &painter, const queries::JourneySpan &span, const QRectF &place) const
{
    const bool people = span.kind == queries::JourneySpan::Kind::people;
    const QString text = lengthText(span.length());
    if (people) {
        paintRounded(painter, place.adjusted(1, 0, -1, 0), 4, toneColor(u"accent", u"soft"), toneColor(u"accent", u"fill"));
        return paintElided(painter, place.adjusted(3, 0, -3, 0), text, small(QFont::DemiBold), toneColor(u"accent", u"text"),
                           Qt::AlignCenter);
    }
    const QRectF strip(place.x() + 2, place.center().y() - band / 2, place.width() - 4, band);
    painter.fillRect(strip, QBrush(color(u"text.disabled"), Qt::BDiagPattern));
    const double wide = QFontMetrics(small()).horizontalAdvance(text) + 8;
    if (wide > place.width() + 2)
        return;
    painter.fillRect(QRectF(strip.center().x() - wide / 2, strip.y(), wide, band), color(u"bg.sunken"));
    paintCentered(painter, strip.center().x(), strip.y(), wide, text, small(), color(u"text.primary"));
}

JourneyCard::JourneyCard(Command *openCase)
    : m_title(new Label({}, ui::font(u"section"))), m_headline(new Label({}, small(), QStringLiteral("text.secondary"))),
      m_operation(new Chip), m_nothing(new Text({}, small(), QStringLiteral("text.secondary"))), m_lane(new QWidget)
{
    setObjectName(QStringLiteral("journey"));
    setAccessibleName(tr("The journey of the chosen delivery"));
    m_title->setObjectName(QStringLiteral("journeyTitle"));
    m_headline->setObjectName(QStringLiteral("journeyHeadline"));
    m_nothing->setObjectName(QStringLiteral("journeyNothing"));
    m_nothing->setWordWrap(true);
    m_title->setElideMode(Qt::ElideMiddle);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(14, 8, 14, 12);
    column->setSpacing(6);
    auto *head = new QHBoxLayout;
    head->setSpacing(10);
    m_title->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    head->addWidget(m_title);
    head->addWidget(m_operation);
    head->addWidget(m_headline, 1);
    auto *open = new CommandButton(openCase, Button::Kind::ghost, QStringLiteral("⏎"));
    open->compact()->setObjectName(QStringLiteral("journeyOpenCase"));
    head->addWidget(open);
    column->addLayout(head);
    column->addWidget(m_nothing);
    column->addWidget(m_lane);
    for (int i = 0; i < 5; ++i)
        m_boxes.append(new JourneyBoxView(m_lane));
    showNothing({});
    setCompact(false);
}

void JourneyCard::show(const queries::Journey &journey, const TimeView &view)
{
    m_texts = journeyTexts(journey, view);
    m_title->setText(tr("Journey of %1").arg(journey.row.delivery.deliveryId));
    m_operation->setVisible(!journey.job.operationId.isEmpty());
    m_operation->show(journey.job.operationId, {.tone = QStringLiteral("neutral"), .icon = {}, .outline = true, .mono = true});
    m_headline->setText(journeyHeadline(journey));
    m_nothing->hide();
    m_lane->show();
    place();
}

void JourneyCard::showNothing(const QString &why)
{
    m_texts.clear();
    m_title->setText(tr("Journey"));
    m_operation->hide();
    m_headline->setText({});
    m_nothing->setText(why);
    m_nothing->show();
    m_lane->hide();
}

void JourneyCard::setCompact(bool compact)
{
    m_compact = compact;
    m_lane->setFixedHeight(compact ? lowBox : highBox);
    setFixedHeight((compact ? lowBox : highBox) + 8 + 12 + 6 + ui::size(u"controlSmall"));
    place();
}

QWidget *JourneyCard::focusTarget() const
{
    return m_texts.isEmpty() ? nullptr : m_boxes.first();
}

void JourneyCard::resizeEvent(QResizeEvent *event)
{
    Card::resizeEvent(event);
    place();
}

void JourneyCard::place()
{
    if (m_texts.isEmpty())
        return;
    QList<QList<queries::JourneySpan>> boxes;
    for (const auto &text : std::as_const(m_texts))
        boxes.append(text.spans);
    const auto placed = layOut(boxes, width() - 28);
    for (qsizetype i = 0; i < m_boxes.size(); ++i) {
        const int left = qRound(placed[i].left);
        m_boxes[i]->setGeometry(left, 0, qRound(placed[i].left + placed[i].width) - left, m_lane->height());
        m_boxes[i]->show(m_texts[i], placed[i], m_compact);
    }
}

} // namespace lazaret::ui
