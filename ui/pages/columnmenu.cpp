#include "pages/columnmenu.h"

#include "widgets/datatable.h"

#include <QMenu>

namespace lazaret::ui {

void popColumnMenu(DataTable *table, int first, QWidget *button, std::function<void()> chosen)
{
    auto *menu = new QMenu(button);
    menu->setObjectName(QStringLiteral("columnMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int i = first; i < table->columns().size(); ++i) {
        auto *action = menu->addAction(table->columns()[i].title);
        action->setCheckable(true);
        action->setChecked(!table->hiddenColumns().contains(i));
        QObject::connect(action, &QAction::toggled, table, [table, i, chosen](bool shown) {
            auto hidden = table->hiddenColumns();
            if (shown)
                hidden.remove(i);
            else
                hidden.insert(i);
            table->setHiddenColumns(hidden);
            chosen();
        });
    }
    menu->popup(button->mapToGlobal(QPoint(0, button->height() + 2)));
}

} // namespace lazaret::ui
