#include "print/table.h"

#include <algorithm>

namespace lazaret::print {

namespace {

constexpr qreal markSize = 5.4, markSpace = 10;
constexpr qsizetype keepTogether = 16; // a row of up to this many lines is not divided between two sheets

} // namespace

Table::Table(Paper &paper, QList<Column> columns, qreal pitch, qreal padding, bool ruled)
    : m_paper(paper), m_columns(std::move(columns)), m_pitch(pitch), m_padding(padding), m_ruled(ruled)
{
}

void Table::head()
{
    m_headed = true;
    const qreal height = 15;
    for (const auto &column : std::as_const(m_columns))
        m_paper.text({Paper::left + column.x, m_paper.y, column.width, height}, column.title, {7.2, QFont::Medium, color(u"text.muted")});
    m_paper.y += height + 1;
    m_paper.rule(Paper::left, Paper::right, m_paper.y, color(u"border.control"), 0.7);
}

void Table::turn()
{
    m_paper.turn();
    if (m_headed)
        head();
}

void Table::row(const QList<Cell> &cells, const Paragraph &below)
{
    struct Part // lines of one cell, or of what stands below them
    {
        Lines lines;
        qreal x;
        qsizetype first; // line of the row
    };
    std::vector<Part> parts;
    qsizetype count = 1;
    for (qsizetype i = 0; i < cells.size(); ++i) {
        const qreal indent = cells.at(i).mark ? markSpace : 0;
        parts.push_back(
            {Lines(cells.at(i).paragraphs, m_columns.at(i).width - indent, m_paper.device()), Paper::left + m_columns.at(i).x + indent, 0});
        count = std::max(count, parts.back().lines.count());
    }
    if (!below.text.isEmpty()) {
        const qreal x = Paper::left + m_columns.at(1).x;
        parts.push_back({Lines({below}, Paper::right - x, m_paper.device()), x, count});
        count += parts.back().lines.count();
    }
    const auto fitting = [&] { return qsizetype((m_paper.room() - 2 * m_padding) / m_pitch); };
    if (fitting() < std::min(count, keepTogether))
        turn();
    for (qsizetype from = 0; from < count;) {
        const qsizetype to = std::min(count, from + std::max<qsizetype>(1, fitting()));
        const qreal top = m_paper.y + m_padding;
        if (from == 0)
            marks(cells, top);
        for (const auto &part : parts) {
            const qsizetype first = std::max(from, part.first);
            if (first < to)
                m_paper.lines(part.lines, first - part.first, to - part.first, part.x, top + qreal(first - from) * m_pitch, m_pitch);
        }
        m_paper.y = top + qreal(to - from) * m_pitch + m_padding;
        if (m_ruled)
            m_paper.rule(Paper::left, Paper::right, m_paper.y, color(u"border.subtle"));
        from = to;
        if (from < count)
            turn();
    }
}

void Table::marks(const QList<Cell> &cells, qreal top)
{
    for (qsizetype i = 0; i < cells.size(); ++i) {
        if (cells.at(i).mark)
            cells.at(i).mark(m_paper, {Paper::left + m_columns.at(i).x, top + (m_pitch - markSize) / 2, markSize, markSize});
    }
}

} // namespace lazaret::print
