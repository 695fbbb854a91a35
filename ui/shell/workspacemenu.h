// The menu of the workspace box: another data directory in a desk of its own, the folder of this one, and where deliveries arrive.
#pragma once

#include "base/result.h"

#include <QMenu>

namespace lazaret::ui {

class Command;
class DeskServices;

class WorkspaceMenu : public QMenu
{
    Q_OBJECT
public:
    WorkspaceMenu(DeskServices &services, QWidget *window);

Q_SIGNALS:
    void said(const QString &what);
    void troubled(const QString &doing, const lazaret::Error &error);

private:
    void openAnother();
    void showFolder();
    void copyAddress();
    void statusChanged();

    DeskServices &m_services;
    Command *m_copyAddress;
};

} // namespace lazaret::ui
