// Every key of the window and of the page in view (?), made from the actions themselves; each can be given another key here.
#pragma once

#include "shell/entries.h"
#include "shell/overlay.h"

#include <functional>

class QKeySequenceEdit;
class QLineEdit;

namespace lazaret::ui {

class Button;
class KeyMap;
class Label;

class KeySheet : public Overlay
{
    Q_OBJECT
public:
    struct Group
    {
        QString title;
        QList<QAction *> actions;
        QList<Entry> fixed{}; // keys of Qt's own controls and of ours that are not commands: shown, not to be changed
    };
    KeySheet(KeyMap &map, std::function<QList<Group>()> groups, std::function<QList<QAction *>()> everyAction, QWidget *window);
    EntryList *list() const { return m_list; }
    static Group listKeys(); // what moves in every list and table

protected:
    void opened() override;
    bool takeKey(QKeyEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void rebuild(bool keepPlace);
    void showCurrent();
    void startCapture();
    void endCapture();
    void captured(const QKeySequence &keys);
    void resetCurrent();
    void say(const QString &text, const QString &colorPath);

    KeyMap &m_map;
    std::function<QList<Group>()> m_makeGroups;
    std::function<QList<QAction *>()> m_everyAction;
    QList<Group> m_groups;
    QLineEdit *m_search;
    EntryList *m_list;
    Label *m_message;
    QKeySequenceEdit *m_capture;
    Button *m_change, *m_reset;
};

} // namespace lazaret::ui
