// One case: what it is, six facts, the evidence in tabs with the inspection to work through, and the decision at the foot. It shows and
// asks; what is done happens in pages/casework.h.
#pragma once

#include "models/views.h"
#include "support/format.h"
#include "widgets/sidepane.h"
#include "widgets/surfaces.h"

#include <QScrollArea>

class QStackedWidget;

namespace lazaret::ui {

class Button;
class DecidePanel;
class FactGrid;
class Inspection;
class TabStrip;

class CasePane : public SidePane
{
    Q_OBJECT
public:
    explicit CasePane(QWidget *parent = nullptr);

    void setPerson(const QString &name, Role role);
    const CaseView *shown() const { return m_case ? &*m_case : nullptr; }
    Inspection *inspection() const { return m_inspection; }
    DecidePanel *decide() const { return m_decide; }

    void showCase(const CaseView &view, const TimeView &time);
    void showNothing();
    void showError(const Error &error);
    void setTimeView(const TimeView &time);
    void setCompact(bool compact); // low windows: facts in one row
    void takeFocus();
    QWidget *focusTarget() const;

Q_SIGNALS:
    void closeRequested(); // the pane makes room for the table
    void assignRequested();
    void reviewRequested();

private:
    QLayout *buildHead();
    QLayout *buildIdentity();
    void render();
    void renderHead();
    void renderTabs();

    std::optional<CaseView> m_case;
    TimeView m_time;
    bool m_compact = false;
    QStackedWidget *m_pages;
    EmptyState *m_nothing;
    Chip *m_class, *m_code, *m_status;
    Label *m_title, *m_id;
    Button *m_owner, *m_review;
    Button *m_copy, *m_previous, *m_next, *m_close;
    Inspection *m_inspection;
    DecidePanel *m_decide;
    QString m_me;
    Role m_role = Role::viewer;
    QString m_shownTabs; // what the evidence bodies were built from
    FactGrid *m_facts;
    TabStrip *m_tabs;
    QStackedWidget *m_bodies;
};

} // namespace lazaret::ui
