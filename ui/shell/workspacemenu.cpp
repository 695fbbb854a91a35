#include "shell/workspacemenu.h"

#include "models/deskservices.h"
#include "support/command.h"
#include "support/savefile.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QDesktopServices>
#include <QFileDialog>
#include <QGuiApplication>
#include <QProcess>
#include <QUrl>

namespace lazaret::ui {

WorkspaceMenu::WorkspaceMenu(DeskServices &services, QWidget *window) : QMenu(tr("&Workspace"), window), m_services(services)
{
    setObjectName(QStringLiteral("workspaceMenu"));
    setToolTipsVisible(true);
    const auto add = [&](const char *name, const char *icon, const QString &text, auto slot) {
        auto *command = new Command(QLatin1String(name), QLatin1String(icon), text, {}, window);
        connect(command, &QAction::triggered, this, slot);
        addAction(command);
        return command;
    };
    add("openDirectory", "folder-open", tr("&Open another data directory…"), &WorkspaceMenu::openAnother);
    add("showFolder", "external-link", tr("Show the &folder"), &WorkspaceMenu::showFolder);
    m_copyAddress = add("copyAddress", "copy", tr("&Copy the receiving address"), &WorkspaceMenu::copyAddress);
    connect(&services, &DeskServices::statusChanged, this, &WorkspaceMenu::statusChanged);
    statusChanged();
}

void WorkspaceMenu::statusChanged()
{
    m_copyAddress->lock(m_services.status().address.isEmpty() ? tr("no pipeline receives over this data directory now") : QString());
}

void WorkspaceMenu::openAnother()
{
    auto *dialog = plainFileDialog(window(), tr("Open another data directory"));
    dialog->setObjectName(QStringLiteral("openDirectoryDialog"));
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &directory) {
        // A desk of its own: this one goes on with what it works on.
        if (QProcess::startDetached(QCoreApplication::applicationFilePath(), {QStringLiteral("--data"), directory}))
            Q_EMIT said(tr("Opening %1 in a window of its own").arg(directory));
        else
            Q_EMIT troubled(tr("Opening %1").arg(directory), {ErrorCode::io, tr("the program could not be started again")});
    });
    dialog->open();
}

void WorkspaceMenu::showFolder()
{
    const auto directory = m_services.dataDirectory();
    if (!QDesktopServices::openUrl(QUrl::fromLocalFile(directory)))
        Q_EMIT troubled(tr("Showing the folder"), {ErrorCode::io, tr("no program opens folders here; it is %1").arg(directory)});
}

void WorkspaceMenu::copyAddress()
{
    const auto address = QStringLiteral("http://%1").arg(m_services.status().address);
    QGuiApplication::clipboard()->setText(address);
    Q_EMIT said(tr("%1 copied").arg(address));
}

} // namespace lazaret::ui
