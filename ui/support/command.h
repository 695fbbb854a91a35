// One command of the desk: the same for menu, key, palette and button. What cannot be done now stays visible, locked, with its reason.
#pragma once

#include <QAction>

namespace lazaret::ui {

class Command : public QAction
{
    Q_OBJECT
public:
    // Acts while the focus is inside `place`, unless that is a window: then anywhere in it.
    Command(const QString &name, const QString &icon, const QString &text, const QList<QKeySequence> &keys, QWidget *place);

    QString iconName() const { return m_icon; }
    QString lockedReason() const { return m_reason; }
    void lock(const QString &reason); // empty: unlocks
    void unlock() { lock({}); }

private:
    QString m_icon, m_reason;
};

} // namespace lazaret::ui
