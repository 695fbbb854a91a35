// What the desk remembers of a data directory: one file of settings per directory. GUI thread.
#pragma once

#include <QSettings>

namespace lazaret::ui {

QSettings remembered(const QString &dataDirectory);

} // namespace lazaret::ui
