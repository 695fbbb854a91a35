// One entry of the audit log: who, what, to which object, its details readable, and its place in the chain.
#pragma once

#include "model/records.h"
#include "support/format.h"
#include "widgets/sidepane.h"

#include <QWidget>

class QPlainTextEdit;
class QStackedWidget;
class QVBoxLayout;

namespace lazaret::ui {

class Command;
class EmptyState;
class Label;

class AuditPane : public SidePane
{
    Q_OBJECT
public:
    AuditPane(Command *open, Command *copy, QWidget *parent = nullptr);
    void show(const AuditEntry &entry, const TimeView &view);
    void showNothing();
    QWidget *focusTarget() const;

private:
    Label *fact(QWidget *parent, QVBoxLayout *column, const QString &name, const QString &label, bool mono);
    QWidget *hashRow(const QString &name, const QString &label, Label **value);

    qint64 m_number = 0;
    QStackedWidget *m_pages;
    EmptyState *m_nothing;
    Label *m_title, *m_time, *m_actor, *m_osUser, *m_action, *m_object, *m_hash, *m_previous;
    QPlainTextEdit *m_details;
};

} // namespace lazaret::ui
