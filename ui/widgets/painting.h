// The shapes several controls share: key caps, chips, initials, focus rings. Everything is drawn from tokens.
#pragma once

#include <QPainter>
#include <QRectF>

namespace lazaret::ui {

int keysWidth(const QString &keys); // "Ctrl K": caps in reading order, separated by spaces
int paintKeys(QPainter &painter, const QString &keys, int right, int centreY,
              QStringView colorPath = u"text.muted"); // returns the left edge

struct ChipStyle
{
    QString tone;
    QString icon;
    bool outline = false;
    bool mono = false;
};
int chipWidth(const QString &text, const ChipStyle &style);
void paintChip(QPainter &painter, const QRectF &rect, const QString &text, const ChipStyle &style);

void paintInitials(QPainter &painter, const QRectF &circle, const QString &text);
void paintFocusRing(QPainter &painter, const QRect &rect, qreal corner);
void paintRounded(QPainter &painter, const QRectF &rect, qreal corner, const QColor &fill, const QColor &border = Qt::transparent);
void paintElided(QPainter &painter, const QRectF &rect, const QString &text, const QFont &font, const QColor &color,
                 Qt::Alignment alignment = Qt::AlignLeft | Qt::AlignVCenter);

} // namespace lazaret::ui
