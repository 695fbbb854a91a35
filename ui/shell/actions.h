// Every command of the desk is one QAction, shared by menu, key, palette and button.
#pragma once

#include "theme/theme.h"

#include <QAction>
#include <QList>

#include <functional>

class QActionGroup;
class QMenu;
class QMenuBar;
class QWidget;

namespace lazaret::ui {

enum class Density { compact, regular, relaxed };
QString densityWord(Density density);
Density densityFromWord(QStringView word);
int rowHeight(Density density);

class Actions : public QObject
{
    Q_OBJECT
public:
    struct PageCommand
    {
        QString name, title, icon;
    };
    Actions(const QList<PageCommand> &pages, QWidget *window);

    // The menus, once, for the menu bar and the ☰ button. commands: what the current page offers, asked when its menu opens.
    void makeMenus(std::function<QList<QAction *>()> commands, QMenu *workspace);
    const QList<QMenu *> &menus() const { return m_menus; }
    void setPageTitle(const QString &title);

    QAction *page(int index) const { return m_pages.at(index); }
    const QList<QAction *> &pages() const { return m_pages; }
    QAction *theme(Theme theme) const;
    QAction *density(Density density) const;
    Density currentDensity() const;

    QAction *localTime;     // checkable: off is UTC
    QAction *railCollapsed; // checkable
    QAction *pauseLive;     // checkable
    QAction *refresh;
    QAction *focusQuery;
    QAction *nextPane;
    QAction *previousPane;
    QAction *needsYou;
    QAction *back; // its key belongs to the page first: the window hears it only when nothing else took it
    QAction *undo;
    QAction *palette;
    QAction *keySheet;
    QAction *notices;
    QAction *nextDensity;
    QAction *textLarger;
    QAction *textSmaller;
    QAction *textNormal;
    QAction *welcome;
    QAction *takeUpCoach; // in a demo
    QAction *menu;
    QAction *about;
    QAction *quit;

Q_SIGNALS:
    void pageRequested(const QString &name);
    void themeChosen(lazaret::ui::Theme theme);
    void densityChosen(lazaret::ui::Density density);
    void textSizeChosen(int percent);

private:
    QAction *add(const QString &name, const QString &text, const QList<QKeySequence> &keys);
    QAction *toggle(const QString &name, const QString &text, const QList<QKeySequence> &keys);
    void addPages(const QList<PageCommand> &pages);
    void addLooks();
    QMenu *addMenu(const QString &title);

    QWidget *m_window;
    QList<QAction *> m_pages, m_themes, m_densities;
    QActionGroup *m_pageGroup, *m_themeGroup, *m_densityGroup;
    QList<QMenu *> m_menus;
    QMenu *m_pageMenu = nullptr;
};

} // namespace lazaret::ui
