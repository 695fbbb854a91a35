// Every command of the desk is one QAction, shared by menu, key and button.
#pragma once

#include "theme/theme.h"

#include <QAction>
#include <QList>

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
        QString name, title;
    };
    Actions(const QList<PageCommand> &pages, QWidget *window);

    void fill(QMenuBar *bar) const;
    void fill(QMenu *menu) const; // the same menus under the ☰ button
    QAction *page(int index) const { return m_pages.at(index); }
    QAction *theme(Theme theme) const;
    QAction *density(Density density) const;

    QAction *localTime;     // checkable: off is UTC
    QAction *railCollapsed; // checkable
    QAction *pauseLive;     // checkable
    QAction *refresh;
    QAction *focusQuery;
    QAction *nextPane;
    QAction *previousPane;
    QAction *needsYou;
    QAction *menu;
    QAction *about;
    QAction *quit;

Q_SIGNALS:
    void pageRequested(const QString &name);
    void themeChosen(lazaret::ui::Theme theme);
    void densityChosen(lazaret::ui::Density density);

private:
    QAction *add(const QString &name, const QString &text, const QList<QKeySequence> &keys);
    QAction *toggle(const QString &name, const QString &text, const QList<QKeySequence> &keys);
    QList<QMenu *> menus() const;

    QWidget *m_window;
    QList<QAction *> m_pages, m_themes, m_densities;
    QActionGroup *m_pageGroup, *m_themeGroup, *m_densityGroup;
};

} // namespace lazaret::ui
