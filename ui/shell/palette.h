// The command palette (Ctrl+K): what can be done with the selection, where one can go, cases, views and people, found by typing.
#pragma once

#include "engine/queries_attention.h"
#include "pages/page.h"
#include "shell/entries.h"
#include "shell/overlay.h"

#include <QTimer>

#include <functional>

class QLineEdit;

namespace lazaret::ui {

class DeskServices;
class Label;

class Palette : public Overlay
{
    Q_OBJECT
public:
    // What the window can offer at the moment the palette is opened.
    struct Offer
    {
        QString pageTitle;
        QList<QAction *> pageCommands; // the most fitting first
        QList<QAction *> places;
        QList<QAction *> windowCommands;
        QList<QAction *> views;
    };
    Palette(DeskServices &services, std::function<Offer()> offer, QWidget *window);
    EntryList *list() const { return m_list; }

Q_SIGNALS:
    void linkRequested(const lazaret::ui::Link &link);

protected:
    void opened() override;
    bool takeKey(QKeyEvent *event) override;

private:
    enum class Kind { all, commands, cases, people };
    Kind kind(QString *typed) const; // by the first letter; typed: what follows it
    void typedChanged();
    void askStore();
    void rebuild(bool keepPlace);
    void addActions(QList<Entry> &into, const QString &heading, const QList<QAction *> &actions, const QString &typed, int most) const;
    void addCases(QList<Entry> &into);
    void addPeople(QList<Entry> &into, const QString &typed);
    void run();

    DeskServices &m_services;
    std::function<Offer()> m_makeOffer;
    Offer m_offer;
    QLineEdit *m_search;
    EntryList *m_list;
    Label *m_nothing;
    QTimer m_pause;
    queries::Found m_found;
    QString m_foundFor;
};

} // namespace lazaret::ui
