// Settings: how the desk looks and tells time, who may do what, where things are kept, and the workspace as a file.
#pragma once

#include "models/deskservices.h"
#include "pages/page.h"

class QStackedWidget;

namespace lazaret::ui {

class SettingsPane;
class SetupList;

class SettingsPage : public Page
{
    Q_OBJECT
public:
    explicit SettingsPage(DeskServices &services);

    QList<QWidget *> panes() override;
    QWidget *arrivalFocus() override;
    void refresh() override;
    void setTimeView(const TimeView &view) override;
    void follow(const Link &link) override; // id: a section's name
    QList<QAction *> commands() const override;

private:
    void addSection(const QString &id, const QString &title, const QString &second, SettingsPane *pane);

    DeskServices &m_services;
    SetupList *m_list;
    QStackedWidget *m_stack;
    QList<SettingsPane *> m_sections;
};

} // namespace lazaret::ui
