#include "support/command.h"

#include <QWidget>

namespace lazaret::ui {

Command::Command(const QString &name, const QString &icon, const QString &text, const QList<QKeySequence> &keys, QWidget *place)
    : QAction(text, place), m_icon(icon)
{
    setObjectName(name);
    setShortcuts(keys);
    setShortcutContext(place->isWindow() ? Qt::WindowShortcut : Qt::WidgetWithChildrenShortcut);
    place->addAction(this);
}

void Command::lock(const QString &reason)
{
    m_reason = reason;
    setEnabled(reason.isEmpty());
    setToolTip(reason.isEmpty() ? QString() : reason);
    setStatusTip(reason);
}

} // namespace lazaret::ui
