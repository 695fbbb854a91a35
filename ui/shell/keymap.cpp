#include "shell/keymap.h"

#include "shell/memory.h"

namespace lazaret::ui {

namespace {

QByteArray settingOf(const QString &id)
{
    return "keys/" + id.toUtf8();
}

} // namespace

void KeyMap::take(const QString &place, QAction *action)
{
    if (action->objectName().isEmpty() || m_known.contains(action))
        return;
    const QString id = place + u'.' + action->objectName();
    m_known.insert(action, {id, action->shortcuts()});
    connect(action, &QObject::destroyed, this, [this, action] { m_known.remove(action); });
    const auto kept = m_memory.value(settingOf(id).constData());
    if (!kept.isValid())
        return;
    const auto keys = QKeySequence::fromString(kept.toString(), QKeySequence::PortableText);
    action->setShortcuts(QList<QKeySequence>{keys});
}

bool KeyMap::isChanged(const QAction *action) const
{
    const auto known = m_known.constFind(action);
    return known != m_known.cend() && known->original != action->shortcuts();
}

QAction *KeyMap::owner(const QKeySequence &keys, const QAction *except, const QList<QAction *> &all)
{
    for (auto *each : all) {
        if (each == except)
            continue;
        for (const auto &theirs : each->shortcuts()) {
            if (!theirs.isEmpty() && (keys.matches(theirs) != QKeySequence::NoMatch || theirs.matches(keys) != QKeySequence::NoMatch))
                return each;
        }
    }
    return nullptr;
}

QAction *KeyMap::assign(QAction *action, const QKeySequence &keys, const QList<QAction *> &all)
{
    if (auto *taken = owner(keys, action, all))
        return taken;
    action->setShortcuts(QList<QKeySequence>{keys});
    if (const auto known = m_known.constFind(action); known != m_known.cend())
        m_memory.keep(settingOf(known->id).constData(), keys.toString(QKeySequence::PortableText));
    return nullptr;
}

QAction *KeyMap::reset(QAction *action, const QList<QAction *> &all)
{
    const auto known = m_known.constFind(action);
    if (known == m_known.cend())
        return nullptr;
    for (const auto &keys : known->original) {
        if (auto *taken = owner(keys, action, all))
            return taken;
    }
    action->setShortcuts(known->original);
    m_memory.settings().remove(QString::fromUtf8(settingOf(known->id)));
    return nullptr;
}

} // namespace lazaret::ui
