// The foot of the case pane: six dispositions, always at the same place, with what each asks for or why it is locked; above them a request
// that waits for an approver.
#pragma once

#include "models/views.h"
#include "support/format.h"

#include <QWidget>

namespace lazaret::ui {

class Button;
class Label;
class Text;

class DecideButton;

class DecidePanel : public QWidget
{
    Q_OBJECT
public:
    explicit DecidePanel(QWidget *parent = nullptr);
    void show(const CaseView &view, Role role, const QString &me, const TimeView &time);
    void setCompact(bool compact); // low windows: no second lines
    QWidget *firstButton() const;

Q_SIGNALS:
    void decideRequested(lazaret::DispositionKind kind);
    void approveRequested();
    void rejectRequested();
    void withdrawRequested();

private:
    QList<DecideButton *> m_buttons;
    Label *m_reason;
    QWidget *m_request;
    Text *m_asked;
    Button *m_approve, *m_reject, *m_withdraw;
};

} // namespace lazaret::ui
