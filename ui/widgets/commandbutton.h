// A button that is a command: its text, icon, lock and reason are the command's; locked it stays visible, with a lock and the reason.
#pragma once

#include "support/command.h"
#include "widgets/button.h"

namespace lazaret::ui {

class CommandButton : public Button
{
    Q_OBJECT
public:
    CommandButton(Command *command, Kind kind, const QString &keys = {}, QWidget *parent = nullptr);

private:
    void take();
    Command *m_command;
    QString m_hint;
};

} // namespace lazaret::ui
