#include "print/paper.h"

#include <QFile>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>
#include <QPainterPath>

#include <mutex>

// A resource in a static library is linked only when it is named; the macro must stand outside any namespace.
static void initResources()
{
    Q_INIT_RESOURCE(print);
}

namespace lazaret::print {

namespace {

struct Press // fonts and palette, loaded once
{
    QString sans, mono;
    QJsonObject palette;
};

QString loadFamily(const QStringList &files)
{
    QString family;
    for (const auto &file : files) {
        const int id = QFontDatabase::addApplicationFont(QStringLiteral(":/print/") + file);
        const QStringList families = QFontDatabase::applicationFontFamilies(id);
        if (family.isEmpty() && !families.isEmpty())
            family = families.first();
    }
    return family;
}

const Press &press()
{
    static const Press loaded = [] {
        initResources();
        Press p;
        p.sans = loadFamily({QStringLiteral("LazaretSans-Regular.otf"), QStringLiteral("LazaretSans-Medium.otf"),
                             QStringLiteral("LazaretSans-SemiBold.otf")});
        p.mono = loadFamily({QStringLiteral("JetBrainsMono-Regular.ttf")});
        QFile tokens(QStringLiteral(":/print/tokens.json"));
        if (tokens.open(QIODevice::ReadOnly))
            p.palette = QJsonDocument::fromJson(tokens.readAll())[QLatin1String("palette")][QLatin1String("light")].toObject();
        return p;
    }();
    return loaded;
}

QFont fontOf(const Style &style)
{
    QFont font(style.mono ? press().mono : press().sans);
    font.setPointSizeF(style.size);
    font.setWeight(style.weight);
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

} // namespace

QColor color(QStringView path)
{
    QJsonValue value = press().palette;
    for (const auto part : path.tokenize(u'.'))
        value = value.toObject().value(part);
    return QColor(value.toString());
}

Lines::Lines(const QList<Paragraph> &paragraphs, qreal width, QPaintDevice &device)
{
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    const qreal unit = device.logicalDpiY() / 72.0;
    for (const auto &p : paragraphs) {
        if (p.text.isEmpty())
            continue;
        auto layout = std::make_unique<QTextLayout>(p.text, fontOf(p.style), &device);
        layout->setTextOption(option);
        layout->beginLayout();
        for (QTextLine line = layout->createLine(); line.isValid(); line = layout->createLine()) {
            line.setLineWidth(width * unit);
            line.setPosition({0, 0});
            m_lines.push_back({line, p.style.ink});
        }
        layout->endLayout();
        m_layouts.push_back(std::move(layout));
    }
}

Paper::Paper(QPaintDevice &device, Sheets sheets, std::function<void(Paper &, int)> furnish)
    : m_device(device), m_sheets(std::move(sheets)), m_painter(m_sheets(m_page)), m_furnish(std::move(furnish)),
      m_unit(device.logicalDpiY() / 72.0)
{
    m_furnish(*this, m_page);
}

void Paper::turn()
{
    m_painter = m_sheets(++m_page);
    y = top;
    m_furnish(*this, m_page);
}

QRectF Paper::scaled(const QRectF &place) const
{
    return {place.x() * m_unit, place.y() * m_unit, place.width() * m_unit, place.height() * m_unit};
}

void Paper::text(const QRectF &place, const QString &text, const Style &style, Qt::Alignment alignment)
{
    if (!m_painter)
        return;
    const QFont font = fontOf(style);
    const QFontMetricsF metrics(font, &m_device);
    m_painter->setFont(font);
    m_painter->setPen(style.ink);
    m_painter->drawText(scaled(place), int(alignment | Qt::AlignVCenter) | Qt::TextSingleLine,
                        metrics.elidedText(text, Qt::ElideRight, place.width() * m_unit));
}

void Paper::fill(const QRectF &place, const QColor &fill, qreal radius)
{
    if (!m_painter)
        return;
    m_painter->setPen(Qt::NoPen);
    m_painter->setBrush(fill);
    m_painter->drawRoundedRect(scaled(place), radius * m_unit, radius * m_unit);
}

void Paper::outline(const QRectF &place, const QColor &line, qreal radius)
{
    if (!m_painter)
        return;
    const qreal thickness = 0.8;
    m_painter->setPen(QPen(line, thickness * m_unit));
    m_painter->setBrush(Qt::NoBrush);
    const qreal half = thickness / 2;
    m_painter->drawRoundedRect(scaled(place.adjusted(half, half, -half, -half)), radius * m_unit, radius * m_unit);
}

void Paper::hatch(const QRectF &place, const QColor &line, const QColor &ground)
{
    if (!m_painter)
        return;
    fill(place, ground);
    m_painter->save();
    m_painter->setClipRect(scaled(place));
    m_painter->setPen(QPen(line, 1.5 * m_unit, Qt::SolidLine, Qt::FlatCap));
    for (qreal x = place.left() - place.height(); x < place.right() + place.height(); x += 3.2)
        m_painter->drawLine(QPointF(x, place.bottom() + 1) * m_unit, QPointF(x + place.height() + 2, place.top() - 1) * m_unit);
    m_painter->restore();
}

void Paper::rule(qreal x1, qreal x2, qreal atY, const QColor &line, qreal thickness)
{
    if (!m_painter)
        return;
    m_painter->setPen(QPen(line, thickness * m_unit, Qt::SolidLine, Qt::FlatCap));
    m_painter->drawLine(QPointF(x1, atY) * m_unit, QPointF(x2, atY) * m_unit);
}

void Paper::lines(const Lines &lines, qsizetype from, qsizetype to, qreal x, qreal atY, qreal pitch)
{
    if (!m_painter)
        return;
    for (qsizetype i = from; i < std::min(to, lines.count()); ++i) {
        const auto &[line, ink] = lines.m_lines[size_t(i)];
        m_painter->setPen(ink);
        // On the baseline of its row: neighbours of another size or face would else stand higher or lower.
        const qreal baseline = atY + (qreal(i - from) + 0.76) * pitch;
        line.draw(m_painter, {x * m_unit, baseline * m_unit - line.ascent()});
    }
}

void Paper::block(const Paragraph &paragraph, qreal pitch)
{
    const Lines all({paragraph}, width, m_device);
    for (qsizetype i = 0; i < all.count(); ++i) {
        if (room() < pitch)
            turn();
        lines(all, i, i + 1, left, y, pitch);
        y += pitch;
    }
}

} // namespace lazaret::print
