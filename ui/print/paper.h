// A4 sheets that fill from top to bottom. All measures are points (1/72 inch) from the upper left corner of the sheet.
#pragma once

#include <QColor>
#include <QFont>
#include <QPaintDevice>
#include <QRectF>
#include <QString>
#include <QTextLayout>

#include <functional>
#include <memory>
#include <vector>

class QPainter;

namespace lazaret::print {

// A colour of the light palette in resources/themes/tokens.json: color(u"text.muted").
QColor color(QStringView path);

struct Style
{
    qreal size = 8.2; // points
    QFont::Weight weight = QFont::Normal;
    QColor ink = color(u"text.primary");
    bool mono = false;
};

struct Paragraph
{
    QString text;
    Style style;
};

// Paragraphs broken into lines of one width, so that a row may stop after any line and go on overleaf.
class Lines
{
public:
    Lines(const QList<Paragraph> &paragraphs, qreal width, QPaintDevice &device);
    qsizetype count() const { return qsizetype(m_lines.size()); }

private:
    friend class Paper;
    struct Line
    {
        QTextLine line;
        QColor color;
    };
    std::vector<std::unique_ptr<QTextLayout>> m_layouts;
    std::vector<Line> m_lines;
};

class Paper
{
public:
    static constexpr qreal left = 42, right = 553, width = right - left;
    static constexpr qreal top = 70, bottom = 776; // between the masthead and the footer

    // The painter for a page, by its number from 1; null: nothing of it is drawn, it is only laid out.
    using Sheets = std::function<QPainter *(int page)>;
    // device: what is measured by. furnish draws masthead and footer of a page.
    Paper(QPaintDevice &device, Sheets sheets, std::function<void(Paper &, int page)> furnish);

    int pages() const { return m_page; }
    bool over() const { return m_over && m_over(m_page); } // nothing more is wanted
    void stopWhen(std::function<bool(int page)> over) { m_over = std::move(over); }
    QPaintDevice &device() { return m_device; }

    qreal y = top; // where the next thing goes
    qreal room() const { return bottom - y; }
    void turn(); // to the next page

    void text(const QRectF &place, const QString &text, const Style &style,
              Qt::Alignment alignment = Qt::AlignLeft); // one line, cut with "…"
    void fill(const QRectF &place, const QColor &fill, qreal radius = 0);
    void outline(const QRectF &place, const QColor &line, qreal radius = 0);
    void hatch(const QRectF &place, const QColor &line, const QColor &ground);
    void rule(qreal x1, qreal x2, qreal atY, const QColor &line, qreal thickness = 0.6);
    void lines(const Lines &lines, qsizetype from, qsizetype to, qreal x, qreal atY, qreal pitch);
    // A block of text at y over the full width, which goes on overleaf; moves y below it.
    void block(const Paragraph &paragraph, qreal pitch);

private:
    QRectF scaled(const QRectF &place) const;

    QPaintDevice &m_device;
    Sheets m_sheets;
    int m_page = 1;
    QPainter *m_painter;
    std::function<void(Paper &, int)> m_furnish;
    std::function<bool(int)> m_over;
    qreal m_unit; // device units per point
};

} // namespace lazaret::print
