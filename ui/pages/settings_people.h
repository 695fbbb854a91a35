// People and roles: who may act here, for which tenants, and whether two are needed for what cannot be undone.
#pragma once

#include "engine/queries_setup.h"
#include "models/deskservices.h"
#include "pages/settings_pane.h"
#include "widgets/sheet.h"

namespace lazaret::ui {

class Check;
class Command;
class Field;
class Select;
class Text;

class PeoplePane : public SettingsPane
{
    Q_OBJECT
public:
    explicit PeoplePane(DeskServices &services);
    void read() override;
    QList<QAction *> commands() const override;

private:
    void show(const queries::PeopleView &view);
    QWidget *rowOf(const queries::PeopleView::Person &person);
    void openSheet(const std::optional<queries::PeopleView::Person> &person);
    void apply(const QJsonObject &part, const Basis &basis, const QString &doing, const QString &said);
    void remove(const queries::PeopleView::Person &person);
    QString lockedReason() const;

    DeskServices &m_services;
    queries::PeopleView m_view;
    QVBoxLayout *m_rows;
    Check *m_fourEyes;
    Command *m_add;
};

class PersonSheet : public Sheet
{
    Q_OBJECT
public:
    PersonSheet(const std::optional<Operator> &person, const QStringList &taken, const QStringList &tenants, QWidget *over);

Q_SIGNALS:
    void given(const lazaret::Operator &person);

private:
    void look();
    Operator person() const;

    const QStringList m_taken;
    const bool m_new;
    Field *m_name, *m_tenants;
    Select *m_role;
    Text *m_note, *m_may;
};

} // namespace lazaret::ui
