// A table that runs over sheets: its head is repeated on each, a long row goes on overleaf.
#pragma once

#include "print/paper.h"

namespace lazaret::print {

struct Column
{
    QString title;
    qreal x;     // from Paper::left
    qreal width; // of the text
};

struct Cell
{
    QList<Paragraph> paragraphs;
    std::function<void(Paper &, const QRectF &)> mark; // draws a small square before the first line
};

class Table
{
public:
    Table(Paper &paper, QList<Column> columns, qreal pitch, qreal padding, bool ruled);
    void head(); // titles; again on every page that row() begins
    // below: a text too long for its column, under the row, from the second column to the right edge.
    void row(const QList<Cell> &cells, const Paragraph &below = {});

private:
    void turn();
    void marks(const QList<Cell> &cells, qreal top);

    Paper &m_paper;
    QList<Column> m_columns;
    qreal m_pitch;   // from line to line
    qreal m_padding; // above and below a row
    bool m_ruled;
    bool m_headed = false;
};

} // namespace lazaret::print
