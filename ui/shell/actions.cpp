#include "shell/actions.h"

#include "shell/places.h"
#include "theme/tokens.h"

#include <QActionGroup>
#include <QHash>
#include <QMenu>

namespace lazaret::ui {

namespace {

constexpr int mostDigits = 9;

// Ctrl+1…9 by place in the rail, G and the page's letter, and for the settings what every program has.
QList<QKeySequence> keysOf(const QString &page, int place)
{
    QList<QKeySequence> keys;
    if (const auto letter = placeOf(page).letter; !letter.isEmpty())
        keys << QKeySequence(QStringLiteral("G, %1").arg(letter));
    if (page == u"settings")
        keys << QKeySequence(QStringLiteral("Ctrl+,"));
    if (place < mostDigits)
        keys << QKeySequence(QStringLiteral("Ctrl+%1").arg(place + 1));
    return keys;
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
    addPages(pages);
    addLooks();
    const auto on = [](auto... words) { return QList<QKeySequence>{QKeySequence(QString::fromLatin1(words))...}; };
    pauseLive = toggle(QStringLiteral("pauseLive"), tr("&Pause live updates"), on("Space"));
    refresh = add(QStringLiteral("refresh"), tr("&Read again"), on("F5"));
    focusQuery = add(QStringLiteral("focusQuery"), tr("&Query"), on("/"));
    nextPane = add(QStringLiteral("nextPane"), tr("Next pane"), on("F6"));
    previousPane = add(QStringLiteral("previousPane"), tr("Previous pane"), on("Shift+F6"));
    needsYou = add(QStringLiteral("needsYou"), tr("What needs &you"), on("G, N"));
    back = add(QStringLiteral("back"), tr("&Back"), on("Esc"));
    back->setShortcutContext(Qt::WidgetShortcut);
    undo = add(QStringLiteral("undo"), tr("&Undo"), on("Ctrl+Z"));
    undo->setEnabled(false);
    palette = add(QStringLiteral("palette"), tr("&Search or run a command"), on("Ctrl+K"));
    keySheet = add(QStringLiteral("keys"), tr("All &keys"), on("?"));
    notices = add(QStringLiteral("notices"), tr("&Notifications"), on("Ctrl+Shift+N"));
    welcome = add(QStringLiteral("welcomeAgain"), tr("&Welcome"), {});
    takeUpCoach = add(QStringLiteral("takeUpCoach"), tr("&Guide me through the demo"), {});
    menu = add(QStringLiteral("menu"), tr("Menu"), {});
    about = add(QStringLiteral("about"), tr("&About Lazaret"), {});
    about->setMenuRole(QAction::AboutRole);
    quit = add(QStringLiteral("quit"), tr("&Quit"), on("Ctrl+Q"));
    quit->setMenuRole(QAction::QuitRole);
}

void Actions::addPages(const QList<PageCommand> &pages)
{
    for (int i = 0; i < pages.size(); ++i) {
        const auto &name = pages[i].name;
        auto *action = toggle(QStringLiteral("page_") + name, pages[i].title, keysOf(name, i));
        action->setData(pages[i].icon);
        m_pageGroup->addAction(action);
        m_pages.append(action);
        connect(action, &QAction::triggered, this, [this, name] { Q_EMIT pageRequested(name); });
    }
}

void Actions::addLooks()
{
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
    nextDensity = add(QStringLiteral("nextDensity"), tr("Next row &height"), {QKeySequence(QStringLiteral("Ctrl+Shift+D"))});
    connect(nextDensity, &QAction::triggered, this,
            [this] { m_densities.at((int(currentDensity()) + 1) % m_densities.size())->trigger(); });
    localTime = toggle(QStringLiteral("localTime"), tr("&Local time"), {QKeySequence(QStringLiteral("Ctrl+Shift+U"))});
    railCollapsed = toggle(QStringLiteral("railCollapsed"), tr("&Narrow rail"), {QKeySequence(QStringLiteral("Ctrl+B"))});
    textLarger = add(QStringLiteral("textLarger"), tr("L&arger text"),
                     {QKeySequence(QStringLiteral("Ctrl++")), QKeySequence(QStringLiteral("Ctrl+="))});
    textSmaller = add(QStringLiteral("textSmaller"), tr("S&maller text"), {QKeySequence(QStringLiteral("Ctrl+-"))});
    textNormal = add(QStringLiteral("textNormal"), tr("N&ormal text"), {QKeySequence(QStringLiteral("Ctrl+0"))});
    connect(textLarger, &QAction::triggered, this, [this] { Q_EMIT textSizeChosen(nextTextScale(textScale(), 1)); });
    connect(textSmaller, &QAction::triggered, this, [this] { Q_EMIT textSizeChosen(nextTextScale(textScale(), -1)); });
    connect(textNormal, &QAction::triggered, this, [this] { Q_EMIT textSizeChosen(normalTextScale); });
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

QMenu *Actions::addMenu(const QString &title)
{
    auto *made = new QMenu(title, m_window);
    made->setToolTipsVisible(true); // a locked command says why
    m_menus.append(made);
    return made;
}

void Actions::makeMenus(std::function<QList<QAction *>()> commands, QMenu *workspace)
{
    auto *file = addMenu(tr("&Lazaret"));
    file->addMenu(workspace);
    file->addSeparator();
    file->addActions({refresh, pauseLive, notices});
    file->addSeparator();
    file->addActions({welcome, takeUpCoach});
    file->addSeparator();
    file->addActions({quit});
    auto *edit = addMenu(tr("&Edit"));
    edit->addActions({undo, palette, focusQuery});
    m_pageMenu = addMenu({});
    m_pageMenu->setObjectName(QStringLiteral("pageMenu"));
    connect(m_pageMenu, &QMenu::aboutToShow, this, [this, commands = std::move(commands)] {
        m_pageMenu->clear();
        m_pageMenu->addActions(commands());
        if (m_pageMenu->isEmpty())
            m_pageMenu->addAction(tr("Nothing to do on this page"))->setEnabled(false);
    });
    auto *go = addMenu(tr("&Go"));
    go->addActions(m_pages);
    go->addSeparator();
    go->addActions({needsYou, back, nextPane, previousPane});
    auto *view = addMenu(tr("&View"));
    view->addActions({railCollapsed, localTime});
    view->addSection(tr("Theme"));
    view->addActions(m_themes);
    view->addSection(tr("Rows"));
    view->addActions(m_densities + QList<QAction *>{nextDensity});
    view->addSection(tr("Text"));
    view->addActions({textLarger, textSmaller, textNormal});
    auto *help = addMenu(tr("&Help"));
    help->addActions({keySheet, about});
}

void Actions::setPageTitle(const QString &title)
{
    if (m_pageMenu)
        m_pageMenu->setTitle(title);
}

QAction *Actions::theme(Theme theme) const
{
    return m_themes.at(int(theme));
}

QAction *Actions::density(Density density) const
{
    return m_densities.at(int(density));
}

Density Actions::currentDensity() const
{
    for (const auto density : {Density::compact, Density::relaxed}) {
        if (m_densities.at(int(density))->isChecked())
            return density;
    }
    return Density::regular;
}

} // namespace lazaret::ui
