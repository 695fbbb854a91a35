// What the list pages share: a table that says when it is empty, loading or cannot be read. Old rows stay, greyed, while newer ones are on
// their way.
#pragma once

#include "base/result.h"
#include "widgets/datatable.h"
#include "widgets/surfaces.h"

#include <QStackedWidget>
#include <QTimer>

namespace lazaret::ui {

class WindowModel;

class ListArea : public QStackedWidget
{
    Q_OBJECT
public:
    ListArea(DataTable *table, WindowModel *model, QWidget *parent = nullptr);

    struct EmptyWords
    {
        QString icon, title, text, action;
    };
    // Asked when there is nothing to show.
    std::function<EmptyWords()> whenEmpty;
    void waitForAnswer(); // a new question went out

Q_SIGNALS:
    void emptyActionRequested();
    void settled(); // an answer, empty or not, or an error, is visible

private:
    void takeSize();
    void takeError(const Error &error);

    DataTable *m_table;
    WindowModel *m_model;
    Skeleton *m_skeleton;
    EmptyState *m_empty;
    QTimer m_patience; // skeletons only after 200 ms
};

} // namespace lazaret::ui
