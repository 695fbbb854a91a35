#include "support/savefile.h"

#include <QDesktopServices>
#include <QFileDialog>
#include <QFileIconProvider>
#include <QFileInfo>
#include <QStandardPaths>
#include <QUrl>

namespace lazaret::ui {

namespace {

class IconsByKind : public QFileIconProvider
{
public:
    using QFileIconProvider::icon;
    QIcon icon(const QFileInfo &info) const override { return icon(info.isDir() ? Folder : File); }
    QString type(const QFileInfo &info) const override { return info.isDir() ? QFileDialog::tr("Folder") : info.suffix(); }
};

} // namespace

QFileDialog *plainFileDialog(QWidget *over, const QString &title, const QString &filters)
{
    static IconsByKind icons; // a dialog does not own them
    auto *dialog = new QFileDialog(over, title, {}, filters);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setIconProvider(&icons);
    return dialog;
}

void askSaveFile(QWidget *over, const QString &title, const QString &name, const QString &suffix,
                 std::function<void(const QString &file)> chosen)
{
    // The folder last saved to, within this run; at first the person's documents.
    static QString folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    auto *dialog = plainFileDialog(over, title);
    dialog->setObjectName(QStringLiteral("saveFile"));
    dialog->setDirectory(folder);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setFileMode(QFileDialog::AnyFile);
    dialog->setDefaultSuffix(suffix);
    dialog->setNameFilters({QStringLiteral("%1 (*.%2)").arg(suffix.toUpper(), suffix)});
    dialog->selectFile(name);
    QObject::connect(dialog, &QFileDialog::fileSelected, over, [chosen = std::move(chosen)](const QString &file) {
        if (QFileInfo(QFileInfo(file).path()).isWritable())
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
