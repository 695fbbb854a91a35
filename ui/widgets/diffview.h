// Two texts compared, line by line; unchanged stretches are shortened.
#pragma once

#include "support/jsontext.h"

#include <QPlainTextEdit>

namespace lazaret::ui {

class DiffView : public QPlainTextEdit
{
    Q_OBJECT
public:
    explicit DiffView(QWidget *parent = nullptr);
    void show(const QString &before, const QString &after);
    int changes() const { return m_changes; }

protected:
    void changeEvent(QEvent *event) override;

private:
    void colour();
    QList<TextLine> m_lines;
    int m_changes = 0;
};

} // namespace lazaret::ui
