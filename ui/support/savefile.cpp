#include "support/savefile.h"

#include <QDesktopServices>
#include <QFileDialog>
#include <QFileInfo>
#include <QStandardPaths>
#include <QUrl>

namespace lazaret::ui {

void askSaveFile(QWidget *over, const QString &title, const QString &name, const QString &suffix,
                 std::function<void(const QString &file)> chosen)
{
    // The folder last saved to, within this run; at first the person's documents.
    static QString folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    auto *dialog = new QFileDialog(over, title, folder);
    dialog->setObjectName(QStringLiteral("saveFile"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setFileMode(QFileDialog::AnyFile);
    dialog->setDefaultSuffix(suffix);
    dialog->setNameFilters({QStringLiteral("%1 (*.%2)").arg(suffix.toUpper(), suffix)});
    dialog->selectFile(name);
    QObject::connect(dialog, &QFileDialog::fileSelected, over, [chosen = std::move(chosen)](const QString &file) {
        folder = QFileInfo(file).path();
        chosen(file);
    });
    dialog->open();
}

void showInFolder(const QString &file)
{
    QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(file).path()));
}

} // namespace lazaret::ui
