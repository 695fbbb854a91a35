#include "widgets/painting.h"

#include "theme/icons.h"
#include "theme/tokens.h"

#include <QFontMetrics>

namespace lazaret::ui {

namespace {

constexpr int keyGap = 3, chipIcon = 13;

int capWidth(const QFontMetrics &metrics, const QString &cap)
{
    return qMax(18, metrics.horizontalAdvance(cap) + 9);
}

QFont chipFont(const ChipStyle &style)
{
    return style.mono ? monoFont(u"caption", QFont::Normal) : font(u"caption", QFont::DemiBold);
}

} // namespace

int keysWidth(const QString &keys)
{
    const QFontMetrics metrics(font(u"caption"));
    int width = 0;
    for (const auto &cap : keys.split(u' ', Qt::SkipEmptyParts))
        width += capWidth(metrics, cap) + keyGap;
    return qMax(0, width - keyGap);
}

int paintKeys(QPainter &painter, const QString &keys, int right, int centreY, QStringView colorPath)
{
    const QFontMetrics metrics(font(u"caption"));
    const auto caps = keys.split(u' ', Qt::SkipEmptyParts);
    int x = right;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(font(u"caption"));
    painter.setBrush(Qt::NoBrush);
    for (auto cap = caps.rbegin(); cap != caps.rend(); ++cap) {
        const int width = capWidth(metrics, *cap);
        x -= width;
        const QRectF rect(x + 0.5, centreY - 8.5, width - 1, 17);
        painter.setPen(QPen(color(colorPath, 0.45), 1));
        painter.drawRoundedRect(rect, 4, 4);
        painter.setPen(color(colorPath));
        painter.drawText(rect, Qt::AlignCenter, *cap);
        x -= keyGap;
    }
    painter.restore();
    return x + keyGap;
}

int chipWidth(const QString &text, const ChipStyle &style)
{
    return QFontMetrics(chipFont(style)).horizontalAdvance(text) + 14 + (style.icon.isEmpty() ? 0 : chipIcon + 4);
}

void paintChip(QPainter &painter, const QRectF &rect, const QString &text, const ChipStyle &style)
{
    painter.save();
    const QColor ink = style.outline ? color(u"text.secondary") : toneColor(style.tone, u"text");
    if (style.outline)
        paintRounded(painter, rect, radius(u"chip"), Qt::transparent, color(u"border.default"));
    else
        paintRounded(painter, rect, radius(u"chip"), toneColor(style.tone, u"soft"));
    QRectF body = rect.adjusted(7, 0, -7, 0);
    if (!style.icon.isEmpty()) {
        paintIcon(painter, style.icon, QRectF(body.x(), rect.center().y() - chipIcon / 2.0, chipIcon, chipIcon), ink);
        body.setLeft(body.x() + chipIcon + 4);
    }
    paintElided(painter, body, text, chipFont(style), ink);
    painter.restore();
}

void paintInitials(QPainter &painter, const QRectF &circle, const QString &text)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color(u"border.default"), 1));
    painter.setBrush(color(u"bg.rail"));
    painter.drawEllipse(circle.adjusted(0.5, 0.5, -0.5, -0.5));
    QFont small = font(u"caption", QFont::DemiBold);
    small.setPixelSize(qMax(8, int(circle.height() * 0.44)));
    painter.setFont(small);
    painter.setPen(color(u"text.secondary"));
    painter.drawText(circle, Qt::AlignCenter, text);
    painter.restore();
}

void paintFocusRing(QPainter &painter, const QRect &rect, qreal corner)
{
    const int width = size(u"focusRing");
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color(u"accent.ring"), width));
    painter.setBrush(Qt::NoBrush);
    const qreal inset = width / 2.0;
    painter.drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), corner, corner);
    painter.restore();
}

void paintRounded(QPainter &painter, const QRectF &rect, qreal corner, const QColor &fill, const QColor &border)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(border.alpha() ? QPen(border, 1) : QPen(Qt::NoPen));
    painter.setBrush(fill);
    painter.drawRoundedRect(border.alpha() ? rect.adjusted(0.5, 0.5, -0.5, -0.5) : rect, corner, corner);
    painter.restore();
}

void paintElided(QPainter &painter, const QRectF &rect, const QString &text, const QFont &font, const QColor &color,
                 Qt::Alignment alignment)
{
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(rect, int(alignment) | Qt::TextSingleLine,
                     QFontMetrics(font).elidedText(text, Qt::ElideRight, qMax(0, int(rect.width()) + 1)));
}

} // namespace lazaret::ui
