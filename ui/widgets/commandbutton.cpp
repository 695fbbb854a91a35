#include "widgets/commandbutton.h"

#include <QAction>

namespace lazaret::ui {

CommandButton::CommandButton(Command *command, Kind kind, const QString &keys, QWidget *parent)
    : Button(command->text(), kind, parent), m_command(command), m_hint(keys)
{
    setObjectName(command->objectName() + QStringLiteral("Button"));
    connect(this, &Button::clicked, command, &QAction::trigger);
    connect(command, &QAction::changed, this, &CommandButton::take);
    take();
}

void CommandButton::take()
{
    setText(m_command->text());
    setEnabled(m_command->isEnabled());
    setToolTip(m_command->lockedReason());
    setAccessibleName(m_command->text());
    setAccessibleDescription(m_command->lockedReason());
    if (!m_command->isVisible())
        hide();
    else if (testAttribute(Qt::WA_WState_ExplicitShowHide)) // before it has a place, show() would make it a window
        show();
    withKeys(m_command->isEnabled() ? m_hint : QString()); // a key that does nothing now is no hint
    withIcon(m_command->lockedReason().isEmpty() ? m_command->iconName() : QStringLiteral("lock"));
}

} // namespace lazaret::ui
