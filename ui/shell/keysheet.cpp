#include "shell/keysheet.h"

#include "shell/keymap.h"
#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/label.h"
#include "widgets/surfaces.h"

#include <QKeyEvent>
#include <QKeySequenceEdit>
#include <QLineEdit>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

QString allKeys(const QAction *action)
{
    QStringList each;
    for (const auto &keys : action->shortcuts())
        each << keysText(keys);
    return each.join(QStringLiteral(" · "));
}

} // namespace

KeySheet::KeySheet(KeyMap &map, std::function<QList<Group>()> groups, std::function<QList<QAction *>()> everyAction, QWidget *window)
    : Overlay(QStringLiteral("keySheet"), tr("All keys"), window), m_map(map), m_makeGroups(std::move(groups)),
      m_everyAction(std::move(everyAction)), m_search(addSearch(tr("Search the keys of this page and of the window"))),
      m_list(new EntryList), m_message(new Label({}, ui::font(u"small"), QStringLiteral("text.muted"))), m_capture(new QKeySequenceEdit),
      m_change(new Button(tr("Change…"), Button::Kind::secondary)), m_reset(new Button(tr("Put back"), Button::Kind::ghost))
{
    m_list->setObjectName(QStringLiteral("keySheetList"));
    m_list->setAccessibleName(tr("Keys"));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_message->setObjectName(QStringLiteral("keySheetMessage"));
    m_capture->setObjectName(QStringLiteral("keySheetCapture"));
    m_capture->setAccessibleName(tr("The new keys"));
    m_capture->setFixedWidth(150);
    m_capture->hide();
    m_change->compact()->withKeys(QStringLiteral("Enter"))->setObjectName(QStringLiteral("keySheetChange"));
    m_reset->compact()->withKeys(QStringLiteral("F4"))->setObjectName(QStringLiteral("keySheetReset"));
    for (auto *button : {m_change, m_reset})
        button->setFocusPolicy(Qt::NoFocus); // each has its key; the focus stays in the field
    column()->addWidget(m_list, 1);
    column()->addWidget(new Line);
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(18, 8, 14, 8);
    foot->setSpacing(8);
    foot->addWidget(m_message, 1);
    foot->addWidget(m_capture);
    foot->addWidget(m_reset);
    foot->addWidget(m_change);
    column()->addLayout(foot);
    connect(m_search, &QLineEdit::textChanged, this, [this] { rebuild(false); });
    connect(m_list, &EntryList::currentMoved, this, &KeySheet::showCurrent);
    connect(m_list, &QListView::doubleClicked, this, &KeySheet::startCapture);
    connect(m_change, &Button::clicked, this, &KeySheet::startCapture);
    connect(m_reset, &Button::clicked, this, &KeySheet::resetCurrent);
    connect(m_capture, &QKeySequenceEdit::editingFinished, this, [this] {
        if (m_capture->isVisible() && !m_capture->keySequence().isEmpty())
            captured(m_capture->keySequence());
    });
    m_capture->installEventFilter(this);
}

KeySheet::Group KeySheet::listKeys()
{
    const auto fixed = [](const QString &title, const char *keys, const QString &also) {
        Entry entry{title, also};
        entry.keys = QString::fromLatin1(keys);
        return entry;
    };
    return {tr("Lists and tables"),
            {},
            {fixed(tr("Next row"), "J", tr("also the arrow down")), fixed(tr("Previous row"), "K", tr("also the arrow up")),
             fixed(tr("Select on to the next row"), "Shift J", tr("also Shift and the arrow down")),
             fixed(tr("Select back to the previous row"), "Shift K", tr("also Shift and the arrow up")), fixed(tr("A page up"), "PgUp", {}),
             fixed(tr("A page down"), "PgDn", {}), fixed(tr("First row"), "Home", {}), fixed(tr("Last row"), "End", {}),
             fixed(tr("Open"), "Enter", {}), fixed(tr("Fold the group"), "Left", {}), fixed(tr("Unfold the group"), "Right", {}),
             fixed(tr("Back to the list, or clear the selection"), "Esc", {})}};
}

void KeySheet::opened()
{
    m_groups = m_makeGroups();
    endCapture();
    m_search->clear();
    rebuild(false);
}

void KeySheet::rebuild(bool keepPlace)
{
    QList<Entry> entries;
    for (const auto &[title, actions, fixed] : std::as_const(m_groups)) {
        QList<Entry> group;
        for (auto *action : actions) {
            auto entry = entryOf(action);
            entry.locked.clear(); // a key is a key, also where it cannot act now
            if (!fitness(m_search->text(), entry.title + u' ' + allKeys(action)))
                continue;
            if (action->shortcuts().size() > 1) {
                QStringList others;
                for (const auto &keys : action->shortcuts().mid(1))
                    others << keys.toString(QKeySequence::NativeText);
                entry.detail = tr("also %1").arg(others.join(QStringLiteral(", ")));
            }
            if (m_map.isChanged(action))
                entry.aside = tr("yours");
            group.append(entry);
        }
        for (const auto &entry : fixed) {
            if (fitness(m_search->text(), entry.title + u' ' + entry.keys))
                group.append(entry);
        }
        if (!group.isEmpty())
            entries << headingEntry(title) << group;
    }
    m_list->show(entries, keepPlace);
    m_search->setAccessibleDescription(tr("%n found", nullptr, int(m_list->entries()->choices())));
}

void KeySheet::showCurrent()
{
    const auto *entry = m_list->current();
    m_change->setEnabled(entry && entry->action && m_map.knows(entry->action));
    m_reset->setEnabled(entry && entry->action && m_map.isChanged(entry->action));
    if (m_capture->isVisible())
        return;
    say(!entry           ? tr("No key is called that")
        : !entry->action ? tr("%1: this key is fixed").arg(entry->title)
                         : entry->title,
        QStringLiteral("text.muted"));
}

void KeySheet::say(const QString &text, const QString &colorPath)
{
    m_message->setText(text);
    m_message->setColorPath(colorPath);
    m_message->setAccessibleName(text);
    m_search->setAccessibleDescription(text);
}

void KeySheet::startCapture()
{
    if (!m_change->isEnabled())
        return;
    say(tr("Press the new keys for \"%1\"; Esc keeps the old").arg(m_list->current()->title), QStringLiteral("text.primary"));
    m_capture->clear();
    m_capture->show();
    m_capture->setFocus(Qt::OtherFocusReason);
}

void KeySheet::endCapture()
{
    m_capture->hide();
    m_search->setFocus(Qt::OtherFocusReason);
}

void KeySheet::captured(const QKeySequence &keys)
{
    auto *action = m_list->current()->action.data();
    endCapture();
    auto *owner = m_map.assign(action, keys, m_everyAction());
    rebuild(true);
    if (owner)
        say(tr("%1 belongs to \"%2\"; nothing was changed").arg(keys.toString(QKeySequence::NativeText), plainText(owner->text())),
            QStringLiteral("bad.text"));
    else
        say(tr("\"%1\" is on %2 now").arg(plainText(action->text()), keys.toString(QKeySequence::NativeText)), QStringLiteral("good.text"));
}

void KeySheet::resetCurrent()
{
    if (!m_reset->isEnabled())
        return;
    auto *action = m_list->current()->action.data();
    auto *owner = m_map.reset(action, m_everyAction());
    rebuild(true);
    if (owner)
        say(tr("Its own keys belong to \"%1\" now; nothing was changed").arg(plainText(owner->text())), QStringLiteral("bad.text"));
}

bool KeySheet::takeKey(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        return startCapture(), true;
    if (event->key() == Qt::Key_F4)
        return resetCurrent(), true;
    return m_list->takeKey(event);
}

bool KeySheet::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_capture)
        return Overlay::eventFilter(watched, event);
    if (event->type() == QEvent::ShortcutOverride)
        return event->accept(), true;
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent *>(event)->keyCombination() == QKeyCombination(Qt::Key_Escape)) {
        endCapture();
        showCurrent();
        return true;
    }
    return false;
}

} // namespace lazaret::ui
