// The keys a person chose, per workspace. A key that already means something is refused, with its owner's name.
#pragma once

#include <QAction>
#include <QHash>
#include <QList>

namespace lazaret::ui {

class DeskMemory;

class KeyMap : public QObject
{
public:
    explicit KeyMap(DeskMemory &memory) : m_memory(memory) {} // which outlives it

    // Gives the action the keys that were chosen for it, and remembers those it came with. `place` tells actions of the same name apart.
    void take(const QString &place, QAction *action);
    bool knows(const QAction *action) const { return m_known.contains(action); }
    bool isChanged(const QAction *action) const;
    // The action among `all` that the keys would collide with: the same, or the beginning of one another. Null: none.
    static QAction *owner(const QKeySequence &keys, const QAction *except, const QList<QAction *> &all);
    // Refused when owner() names one; returns it.
    QAction *assign(QAction *action, const QKeySequence &keys, const QList<QAction *> &all);
    QAction *reset(QAction *action, const QList<QAction *> &all); // likewise: its own keys may have been given away

private:
    struct Known
    {
        QString id;
        QList<QKeySequence> original;
    };
    DeskMemory &m_memory;
    QHash<const QAction *, Known> m_known;
};

} // namespace lazaret::ui
