// The numbers behind a chart, as a table: exact, selectable, copied with tabs between them. Whoever cannot see a chart reads this.
#pragma once

#include "widgets/sheet.h"

#include <QList>
#include <QStringList>

class QTableView;

namespace lazaret::ui {

struct Numbers
{
    QString title;
    QString sentence; // what the chart says in words
    QStringList heads;
    QList<QStringList> rows;

    QString asText() const; // heads and rows, for the clipboard
};

class NumbersSheet : public Sheet
{
    Q_OBJECT
public:
    NumbersSheet(const Numbers &numbers, QWidget *over);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void copy();
    const Numbers m_numbers;
    QTableView *m_table;
    Button *m_copy;
};

} // namespace lazaret::ui
