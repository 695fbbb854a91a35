#include "shell/actions.h"

#include "theme/tokens.h"

#include <QActionGroup>
#include <QMenu>
#include <QMenuBar>

namespace lazaret::ui {

namespace {

// G, then the page's letter (5-desk, Keys).
QString goLetter(const QString &page)
{
    return page == u"overview" ? QStringLiteral("O") : page == u"cases" ? QStringLiteral("C") : QStringLiteral("D");
}

} // namespace

QString densityWord(Density density)
{
    return density == Density::compact   ? QStringLiteral("compact")
           : density == Density::relaxed ? QStringLiteral("relaxed")
                                         : QStringLiteral("regular");
}

Density densityFromWord(QStringView word)
{
    return word == u"compact" ? Density::compact : word == u"relaxed" ? Density::relaxed : Density::regular;
}

int rowHeight(Density density)
{
    return size(density == Density::compact ? u"rowCompact" : density == Density::relaxed ? u"rowRelaxed" : u"rowDefault");
}

Actions::Actions(const QList<PageCommand> &pages, QWidget *window)
    : QObject(window), m_window(window), m_pageGroup(new QActionGroup(this)), m_themeGroup(new QActionGroup(this)),
      m_densityGroup(new QActionGroup(this))
{
    for (int i = 0; i < pages.size(); ++i) {
        const auto &[name, title] = pages[i];
        auto *action =
            toggle(QStringLiteral("page_") + name, title,
                   {QKeySequence(QStringLiteral("Ctrl+%1").arg(i + 1)), QKeySequence(QStringLiteral("G, %1").arg(goLetter(name)))});
        m_pageGroup->addAction(action);
        m_pages.append(action);
        connect(action, &QAction::triggered, this, [this, name = name] { Q_EMIT pageRequested(name); });
    }
    for (const auto &[theme, text] :
         {std::pair(Theme::system, tr("As the &system")), std::pair(Theme::light, tr("&Light")), std::pair(Theme::dark, tr("&Dark"))}) {
        auto *action = toggle(QStringLiteral("theme_") + themeWord(theme), text, {});
        m_themeGroup->addAction(action);
        m_themes.append(action);
        connect(action, &QAction::triggered, this, [this, theme = theme] { Q_EMIT themeChosen(theme); });
    }
    for (const auto &[density, text] : {std::pair(Density::compact, tr("&Compact rows")), std::pair(Density::regular, tr("&Regular rows")),
                                        std::pair(Density::relaxed, tr("&Tall rows"))}) {
        auto *action = toggle(QStringLiteral("density_") + densityWord(density), text, {});
        m_densityGroup->addAction(action);
        m_densities.append(action);
        connect(action, &QAction::triggered, this, [this, density = density] { Q_EMIT densityChosen(density); });
    }
    localTime = toggle(QStringLiteral("localTime"), tr("&Local time"), {QKeySequence(QStringLiteral("Ctrl+Shift+U"))});
    railCollapsed = toggle(QStringLiteral("railCollapsed"), tr("&Narrow rail"), {QKeySequence(QStringLiteral("Ctrl+B"))});
    pauseLive = toggle(QStringLiteral("pauseLive"), tr("&Pause live updates"), {QKeySequence(Qt::Key_Space)});
    refresh = add(QStringLiteral("refresh"), tr("&Read again"), {QKeySequence(Qt::Key_F5)});
    focusQuery = add(QStringLiteral("focusQuery"), tr("&Query"), {QKeySequence(Qt::Key_Slash)});
    nextPane = add(QStringLiteral("nextPane"), tr("Next pane"), {QKeySequence(Qt::Key_F6)});
    previousPane = add(QStringLiteral("previousPane"), tr("Previous pane"), {QKeySequence(QStringLiteral("Shift+F6"))});
    needsYou = add(QStringLiteral("needsYou"), tr("What needs &you"), {QKeySequence(QStringLiteral("G, N"))});
    menu = add(QStringLiteral("menu"), tr("Menu"), {});
    about = add(QStringLiteral("about"), tr("&About Lazaret"), {});
    about->setMenuRole(QAction::AboutRole);
    quit = add(QStringLiteral("quit"), tr("&Quit"), {QKeySequence(QStringLiteral("Ctrl+Q"))});
    quit->setMenuRole(QAction::QuitRole);
}

QAction *Actions::add(const QString &name, const QString &text, const QList<QKeySequence> &keys)
{
    auto *action = new QAction(text, this);
    action->setObjectName(name);
    action->setShortcuts(keys);
    // On the window as well: a key must work while the menu bar is hidden.
    m_window->addAction(action);
    return action;
}

QAction *Actions::toggle(const QString &name, const QString &text, const QList<QKeySequence> &keys)
{
    auto *action = add(name, text, keys);
    action->setCheckable(true);
    return action;
}

QList<QMenu *> Actions::menus() const
{
    auto *file = new QMenu(tr("&Lazaret"), m_window);
    file->addActions({refresh, pauseLive});
    file->addSeparator();
    file->addActions({about, quit});
    auto *go = new QMenu(tr("&Go"), m_window);
    go->addActions(m_pages);
    go->addSeparator();
    go->addActions({needsYou, focusQuery, nextPane, previousPane});
    auto *view = new QMenu(tr("&View"), m_window);
    view->addActions({railCollapsed, localTime});
    view->addSection(tr("Theme"));
    view->addActions(m_themes);
    view->addSection(tr("Rows"));
    view->addActions(m_densities);
    return {file, go, view};
}

void Actions::fill(QMenuBar *bar) const
{
    for (auto *each : menus())
        bar->addMenu(each);
}

void Actions::fill(QMenu *into) const
{
    for (auto *each : menus())
        into->addMenu(each);
}

QAction *Actions::theme(Theme theme) const
{
    return m_themes.at(int(theme));
}

QAction *Actions::density(Density density) const
{
    return m_densities.at(int(density));
}

} // namespace lazaret::ui
