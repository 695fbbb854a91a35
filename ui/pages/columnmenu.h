// Which columns of a table are shown, as a menu under its button.
#pragma once

#include <functional>

class QWidget;

namespace lazaret::ui {

class DataTable;

// From the column `first` on each can leave; `chosen` is called after each change.
void popColumnMenu(DataTable *table, int first, QWidget *button, std::function<void()> chosen);

} // namespace lazaret::ui
