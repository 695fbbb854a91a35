// A chart under its headline: what it counts, the figure if there is one, one word beside it. T, the context menu and a button show the
// numbers as a table.
#pragma once

#include "charts/numbers.h"
#include "support/command.h"
#include "widgets/surfaces.h"

#include <functional>

class QHBoxLayout;
class QVBoxLayout;

namespace lazaret::ui {

class Label;

class ChartCard : public Card
{
    Q_OBJECT
public:
    // name: "depth"; the parts are named after it.
    ChartCard(const QString &name, const QString &title, QWidget *body, std::function<Numbers()> numbers, QWidget *parent = nullptr);
    void showFigure(const QString &figure, const QString &note, const QString &exact = {});
    void addTool(QWidget *tool);                                           // beside the title
    void showKeys(const QList<std::pair<QString, QString>> &colorAndText); // what the colours mean, below the figure; always as many
    void setLow(bool low);                                                 // fewer pixels around
    Chip *chip() const { return m_chip; }
    Command *table() const { return m_table; }

private:
    QHBoxLayout *m_head;
    QVBoxLayout *m_column;
    QWidget *m_line;
    Label *m_figure, *m_note;
    Chip *m_chip;
    QWidget *m_keys;
    Command *m_table;
    bool m_low = false;
};

} // namespace lazaret::ui
