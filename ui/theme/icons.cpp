#include "theme/icons.h"

#include "theme/tokens.h"

#include <QFile>
#include <QHash>
#include <QIcon>
#include <QPainter>
#include <QPainterPath>
#include <QSvgRenderer>

namespace lazaret::ui {

namespace {

QPixmap render(const QString &name, int px, const QColor &color, qreal ratio)
{
    QPixmap pixmap(QSize(px, px) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly)) {
        qWarning("no icon %s", qPrintable(name));
        return pixmap;
    }
    // Qt Svg does not resolve "currentColor" from anything: the text is changed before it is parsed.
    QByteArray svg = file.readAll();
    svg.replace("currentColor", color.name().toLatin1());
    svg.replace("stroke-width=\"2\"", "stroke-width=\"1.9\"");
    QSvgRenderer renderer(svg);
    QPainter painter(&pixmap);
    painter.setOpacity(color.alphaF());
    renderer.render(&painter, QRectF(0, 0, px, px));
    return pixmap;
}

} // namespace

QPixmap iconPixmap(QStringView name, int px, const QColor &color, qreal ratio)
{
    static QHash<QString, QPixmap> cache;
    const QString key = QStringLiteral("%1 %2 %3 %4").arg(name).arg(px).arg(color.name(QColor::HexArgb)).arg(ratio);
    auto it = cache.find(key);
    if (it == cache.end())
        it = cache.insert(key, render(name.toString(), px, color, ratio));
    return *it;
}

void paintIcon(QPainter &painter, QStringView name, const QRectF &rect, const QColor &color)
{
    const auto pixmap = iconPixmap(name, qRound(rect.width()), color, painter.device()->devicePixelRatioF());
    painter.drawPixmap(QPointF(qRound(rect.x()), qRound(rect.y())), pixmap);
}

void paintFlag(QPainter &painter, const QRectF &rect)
{
    const qreal corner = rect.width() * 0.18, half = rect.width() / 2;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath outline;
    outline.addRoundedRect(rect, corner, corner);
    painter.setClipPath(outline);
    painter.fillRect(rect, color(u"brand.yellow"));
    const QColor ink = colorOf(false, u"brand.ink");
    painter.fillRect(QRectF(rect.x() + half, rect.y(), half, half), ink);
    painter.fillRect(QRectF(rect.x(), rect.y() + half, half, half), ink);
    if (isDark()) { // the ink squares would melt into the rail
        painter.setClipping(false);
        painter.setPen(QPen(color(u"border.default"), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(outline);
    }
    painter.restore();
}

QIcon windowMark()
{
    QIcon icon;
    for (const int px : {16, 24, 32, 48, 64, 128, 256}) {
        QPixmap pixmap(px, px);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paintFlag(painter, QRectF(0, 0, px, px));
        painter.end();
        icon.addPixmap(pixmap);
    }
    return icon;
}

} // namespace lazaret::ui
