// Where a file goes: the save dialog, without blocking; and the folder it lies in. GUI thread.
#pragma once

#include <QString>

#include <functional>

class QFileDialog;
class QWidget;

namespace lazaret::ui {

// A file dialog, gone when it is left. Unlike Qt's own it opens no file to find its icon: one that never answers (a device, /proc/kmsg, a
// hung mount) would stop the window.
QFileDialog *plainFileDialog(QWidget *over, const QString &title, const QString &filters = {});
// suffix: "pdf"; added where the person wrote none. `chosen` is not called when the dialog is left.
void askSaveFile(QWidget *over, const QString &title, const QString &name, const QString &suffix,
                 std::function<void(const QString &file)> chosen);
void showInFolder(const QString &file);

} // namespace lazaret::ui
