#include "widgets/sidepane.h"

#include "theme/tokens.h"

#include <QKeyEvent>
#include <QPainter>

namespace lazaret::ui {

void SidePane::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(u"bg.surface"));
    painter.fillRect(QRect(0, 0, 1, height()), color(u"border.default"));
}

void SidePane::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Escape:
        Q_EMIT left();
        return;
    case Qt::Key_J:
    case Qt::Key_K:
        Q_EMIT stepRequested(event->key() == Qt::Key_J ? 1 : -1);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace lazaret::ui
