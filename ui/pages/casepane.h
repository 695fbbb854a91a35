// One case, read only: what it is, six facts, and the evidence in tabs. Reading changes nothing.
#pragma once

#include "models/views.h"
#include "support/format.h"
#include "widgets/surfaces.h"

#include <QScrollArea>

class QStackedWidget;

namespace lazaret::ui {

class Button;
class FactGrid;
class TabStrip;

class CasePane : public QWidget
{
    Q_OBJECT
public:
    explicit CasePane(QWidget *parent = nullptr);

    void showCase(const CaseView &view, const TimeView &time);
    void showNothing();
    void showError(const Error &error);
    void setTimeView(const TimeView &time);
    void setCompact(bool compact); // low windows: facts in one row
    void takeFocus();
    QWidget *focusTarget() const;

Q_SIGNALS:
    void stepRequested(int rows); // previous, next case
    void left();                  // Esc: back to the list

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

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
    Label *m_title, *m_id, *m_owner, *m_review;
    Button *m_copy, *m_previous, *m_next;
    FactGrid *m_facts;
    TabStrip *m_tabs;
    QStackedWidget *m_bodies;
};

} // namespace lazaret::ui
