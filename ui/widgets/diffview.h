// Two texts compared, line by line; unchanged stretches are shortened.
#pragma once

#include "support/linediff.h"

#include <QPlainTextEdit>

namespace lazaret::ui {

class DiffView : public QPlainTextEdit
{
    Q_OBJECT
public:
    explicit DiffView(QWidget *parent = nullptr);
    void show(const QString &before, const QString &after);
    qsizetype gone() const { return m_gone; } // lines only the old one has
    qsizetype come() const { return m_come; } // lines only the new one has

protected:
    void changeEvent(QEvent *event) override;

private:
    void colour();
    QList<ChangedLine> m_lines;
    qsizetype m_gone = 0, m_come = 0;
};

} // namespace lazaret::ui
