// Appearance, time and about: what needs no store. They are the window's own actions, found by their names.
#pragma once

#include "pages/settings_pane.h"

namespace lazaret::ui {

class ActionsPane : public SettingsPane
{
    Q_OBJECT
public:
    struct Group
    {
        QString title;
        QStringList actions; // objectNames of QActions of the window
        bool oneOf = true;   // checkable, one of them; otherwise each is a button
    };
    ActionsPane(const QString &name, const QString &title, const QString &lead, QList<Group> groups);

protected:
    void showEvent(QShowEvent *event) override;

private:
    const QList<Group> m_groups;
    bool m_built = false;
};

class AboutPane : public SettingsPane
{
    Q_OBJECT
public:
    AboutPane();
};

} // namespace lazaret::ui
