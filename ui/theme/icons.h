// Shipped line icons (Lucide), drawn in any colour of the palette. GUI thread.
#pragma once

#include <QColor>
#include <QPixmap>

class QPainter;

namespace lazaret::ui {

// Rendered once per name, size, colour and device pixel ratio. px is device independent.
QPixmap iconPixmap(QStringView name, int px, const QColor &color, qreal devicePixelRatio);
void paintIcon(QPainter &painter, QStringView name, const QRectF &rect, const QColor &color);

// The mark: signal flag L (Lima), flown by a ship in quarantine. Drawn by code so that it is crisp at every size.
void paintFlag(QPainter &painter, const QRectF &rect);
QIcon windowMark();

} // namespace lazaret::ui
