// A pane beside a list: Esc goes back to the list, J and K move in it from here.
#pragma once

#include <QWidget>

namespace lazaret::ui {

class SidePane : public QWidget
{
    Q_OBJECT
public:
    using QWidget::QWidget;

Q_SIGNALS:
    void left();                  // back to the list
    void stepRequested(int rows); // previous, next

protected:
    void paintEvent(QPaintEvent *event) override; // a surface with a line towards the list
    void keyPressEvent(QKeyEvent *event) override;
};

} // namespace lazaret::ui
