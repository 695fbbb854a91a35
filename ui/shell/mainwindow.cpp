#include "shell/mainwindow.h"

#include "models/deskdata.h"
#include "pages/auditpage.h"
#include "pages/casespage.h"
#include "pages/deliveriespage.h"
#include "pages/overviewpage.h"
#include "pages/reconciliationpage.h"
#include "pages/releasespage.h"
#include "pages/settingspage.h"
#include "pages/sourcespage.h"
#include "pages/targetspage.h"
#include "pages/welcome.h"
#include "pages/workflowspage.h"
#include "shell/actions.h"
#include "shell/attention.h"
#include "shell/banners.h"
#include "shell/bell.h"
#include "shell/coach.h"
#include "shell/firststart.h"
#include "shell/keymap.h"
#include "shell/keysheet.h"
#include "shell/memory.h"
#include "shell/palette.h"
#include "shell/places.h"
#include "shell/rail.h"
#include "shell/statusstrip.h"
#include "shell/toasts.h"
#include "shell/topbar.h"
#include "shell/workspacemenu.h"
#include "theme/icons.h"
#include "theme/tokens.h"
#include "theme/vocabulary.h"

#include <QApplication>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace lazaret::ui {

namespace {

// A page that is not shown asks for no room: it arranges itself for the width it gets when it is.
class PageStack : public QStackedWidget
{
public:
    QSize minimumSizeHint() const override { return currentWidget() ? currentWidget()->minimumSizeHint() : QSize(); }
};

constexpr int mostRefreshesMs = 250; // four a second
constexpr int tickMs = 500, ticksPerAges = 20;

} // namespace

MainWindow::MainWindow(DeskServices &services, QWidget *parent)
    : QMainWindow(parent), m_services(services), m_top(nullptr), m_banners(new Banners), m_stack(new PageStack),
      m_strip(new StatusStrip(services.clerk(), services.clock())), m_toasts(new Toasts(this, m_strip)), m_notices(new Notices(this)),
      m_memory(std::make_unique<DeskMemory>(services.dataDirectory())), m_keys(std::make_unique<KeyMap>(*m_memory))
{
    setObjectName(QStringLiteral("desk"));
    setWindowTitle(QStringLiteral("%1 – Lazaret").arg(services.workspaceName()));
    setWindowIcon(windowMark());
    setMinimumSize(1100, 700);
    addPages();
    QList<Actions::PageCommand> commands;
    for (const auto *page : std::as_const(m_pages))
        commands.append({page->name(), page->title(), page->icon()});
    m_actions = new Actions(commands, this);
    auto *workspace = new WorkspaceMenu(services, this);
    connect(workspace, &WorkspaceMenu::said, m_toasts, &Toasts::said);
    connect(workspace, &WorkspaceMenu::troubled, m_toasts, &Toasts::troubled);
    m_actions->makeMenus([this] { return page()->commands(); }, workspace);
    for (auto *each : m_actions->menus())
        menuBar()->addMenu(each);
    menuBar()->setVisible(menuBar()->isNativeMenuBar());
    m_rail = new Rail(m_actions->menu, workspace);
    m_top = new TopBar(*m_actions);
    for (int i = 0; i < m_pages.size(); ++i)
        m_rail->addPage(m_pages[i]->name(), m_actions->page(i), m_pages[i]->icon());
    m_rail->setWorkspace(services.workspaceName(), services.isDemo() ? tr("Demo on this machine") : tr("This machine"),
                         services.dataDirectory(), services.isDemo());
    m_rail->setPerson(services.operatorName(), roleWord(services.operatorRole()));
    arrange();
    addPopups();
    for (auto *action : windowActions())
        m_keys->take(QStringLiteral("window"), action);
    connectActions();
    connectFirstStart();
    recall();
    m_first->begin();
    statusChanged();
    m_second.setInterval(tickMs);
    connect(&m_second, &QTimer::timeout, this, &MainWindow::tick);
    m_second.start();
    m_coalesce.setSingleShot(true);
    m_coalesce.setInterval(mostRefreshesMs);
    connect(&m_coalesce, &QTimer::timeout, this, [this] {
        if (!m_actions->pauseLive->isChecked())
            page()->refresh();
    });
    connect(&services, &DeskServices::dataChanged, this, &MainWindow::dataChanged);
    connect(&services, &DeskServices::statusChanged, this, &MainWindow::statusChanged);
}

MainWindow::~MainWindow()
{
    disconnect(qApp, nullptr, this, nullptr); // the focus still moves while the children go
}

void MainWindow::arrange()
{
    auto *frame = new QWidget;
    auto *across = new QHBoxLayout(frame);
    across->setContentsMargins(0, 0, 0, 0);
    across->setSpacing(0);
    across->addWidget(m_rail);
    auto *column = new QVBoxLayout;
    column->setSpacing(0);
    column->addWidget(m_top);
    column->addWidget(m_banners);
    m_coach = new Coach(m_services, this);
    column->addWidget(m_stack, 1);
    column->addWidget(m_coach);
    column->addWidget(m_strip);
    across->addLayout(column, 1);
    m_first = new FirstStart(m_services, frame);
    setCentralWidget(m_first);
    m_toasts->raise();
}

void MainWindow::addPopups()
{
    m_palette = new Palette(
        m_services,
        [this] {
            Palette::Offer offer{page()->title(), page()->commands(), m_actions->pages(), windowActions(), {}};
            offer.windowCommands.removeIf([this](QAction *action) { return m_actions->pages().contains(action); });
            offer.places.append(m_actions->needsYou);
            for (const auto *each : std::as_const(m_pages))
                offer.views += each->savedViews();
            return offer;
        },
        this);
    connect(m_palette, &Palette::linkRequested, this, &MainWindow::followLink);
    m_keySheet = new KeySheet(
        *m_keys,
        [this] {
            takeKeys(page());
            return QList<KeySheet::Group>{{page()->title(), actionsOf(page())}, KeySheet::listKeys(), {tr("The window"), windowActions()}};
        },
        [this] { return actionsOf(page()) + windowActions(); }, this);
    m_bellPanel = new BellPanel(*m_notices, this);
    connect(m_bellPanel, &BellPanel::linkRequested, this, &MainWindow::followLink);
    connect(m_notices, &Notices::changed, this, [this] { m_top->bell()->showUnread(m_notices->unread()); });
    auto *attention = new Attention(m_services, *m_rail, *m_notices, this);
    connect(attention, &Attention::answered, this, [this](const queries::Frame &frame) {
        const auto viewer = m_services.data().look().viewer;
        m_banners->showFrame({viewer.me, viewer.tenants, frame.administrators}, frame.notices);
    });
    connect(m_banners, &Banners::linkRequested, this, &MainWindow::followLink);
}

QList<QAction *> MainWindow::windowActions() const
{
    QList<QAction *> list;
    for (auto *action : actions()) {
        if (action != m_actions->menu && !action->text().isEmpty())
            list.append(action);
    }
    return list;
}

QList<QAction *> MainWindow::actionsOf(const Page *page) const
{
    auto list = page->commands();
    for (auto *action : page->findChildren<QAction *>()) {
        if (!list.contains(action) && !action->shortcut().isEmpty() && !action->text().isEmpty())
            list.append(action);
    }
    return list;
}

void MainWindow::takeKeys(Page *page)
{
    for (auto *action : actionsOf(page))
        m_keys->take(page->name(), action);
}

void MainWindow::addPages()
{
    m_overview = new OverviewPage(m_services.data());
    m_cases = new CasesPage(m_services);
    m_pages = {m_overview,
               m_cases,
               new ReleasesPage(m_services),
               new ReconciliationPage(m_services),
               new DeliveriesPage(m_services),
               new SourcesPage(m_services),
               new WorkflowsPage(m_services),
               new TargetsPage(m_services),
               new SettingsPage(m_services),
               new AuditPage(m_services)};
    // The order of the rail, whatever the order above.
    std::stable_sort(m_pages.begin(), m_pages.end(),
                     [](const Page *a, const Page *b) { return placeOf(a->name()).order < placeOf(b->name()).order; });
    for (auto *page : std::as_const(m_pages)) {
        page->setTimeView(timeView());
        m_stack->addWidget(page);
        connectPage(page);
    }
    connect(m_overview, &OverviewPage::pageRequested, this, &MainWindow::showPage);
}

void MainWindow::connectPage(Page *page)
{
    connect(page, &Page::ready, this, [this, page] { Q_EMIT pageReady(page->name()); });
    connect(page, &Page::answered, this, [this] {
        m_answeredAt = m_services.clock().monotonicMs();
        tick();
    });
    connect(page, &Page::subtitleChanged, this, [this, page](const QString &subtitle) {
        if (page == this->page())
            m_top->setSubtitle(subtitle);
    });
    connect(page, &Page::linkRequested, this, &MainWindow::followLink);
    connect(page, &Page::said, m_toasts, &Toasts::said);
    connect(page, &Page::undoable, m_toasts, &Toasts::undoable);
    connect(page, &Page::troubled, m_toasts, &Toasts::troubled);
    connect(page, &Page::casesRequested, this, [this](const QString &query, const QString &caseId) {
        m_cases->showQuery(query, caseId);
        showPage(m_cases->name());
    });
}

void MainWindow::connectFirstStart()
{
    connect(m_first, &FirstStart::welcomeMade, this, &MainWindow::connectWelcome);
    connect(m_first, &FirstStart::welcomeReady, this, [this] { Q_EMIT pageReady(QStringLiteral("welcome")); });
    connect(m_actions->welcome, &QAction::triggered, m_first, &FirstStart::showWelcome);
    connect(m_coach, &Coach::linkRequested, this, &MainWindow::followLink);
    connect(m_coach, &Coach::moved, this, [this] {
        m_memory->keep("coachStep", m_coach->step());
        m_memory->keep("coachLeft", m_coach->isLeft());
    });
    connect(m_actions->takeUpCoach, &QAction::triggered, this, [this] { setCoached(true); });
    m_actions->takeUpCoach->setVisible(m_services.isDemo());
    m_actions->welcome->setVisible(!m_services.isDemo());
}

void MainWindow::connectWelcome(Welcome *welcome)
{
    welcome->showTheme(currentTheme());
    connect(welcome, &Welcome::themeChosen, this, [this](Theme theme) { m_actions->theme(theme)->trigger(); });
    connect(welcome, &Welcome::leaveRequested, this, [this](const QString &page) {
        if (!showPage(page))
            showPage(currentPage());
    });
    connect(welcome, &Welcome::closeRequested, this, &QWidget::close);
}

void MainWindow::setCoached(bool coached)
{
    if (m_services.isDemo())
        m_coach->setLeft(!coached);
}

void MainWindow::connectActions()
{
    connectLooks();
    connectGoing();
    connect(m_actions->pauseLive, &QAction::toggled, this, [this](bool paused) {
        if (!paused)
            page()->refresh();
        tick();
    });
    connect(m_actions->refresh, &QAction::triggered, this, [this] { page()->refresh(); });
    connect(m_actions->undo, &QAction::triggered, m_toasts, &Toasts::undo);
    connect(m_toasts, &Toasts::undoChanged, this, [this](const QString &what) {
        m_actions->undo->setEnabled(!what.isEmpty());
        m_actions->undo->setText(what.isEmpty() ? tr("&Undo") : tr("&Undo: %1").arg(what));
    });
    connect(m_actions->palette, &QAction::triggered, m_palette, &Palette::open);
    connect(m_actions->keySheet, &QAction::triggered, m_keySheet, &KeySheet::open);
    connect(m_actions->notices, &QAction::triggered, this, &MainWindow::showNotices);
    connect(m_actions->menu, &QAction::triggered, this, &MainWindow::popMenu);
    connect(m_actions->about, &QAction::triggered, this, &MainWindow::showAbout);
    connect(m_actions->quit, &QAction::triggered, this, &MainWindow::close);
    connect(qApp, &QApplication::focusChanged, this, &MainWindow::guardKeys);
}

void MainWindow::connectLooks()
{
    connect(m_actions, &Actions::themeChosen, this, [](Theme theme) { applyTheme(*qApp, theme); });
    connect(m_actions, &Actions::densityChosen, this, [this](Density density) {
        for (auto *each : std::as_const(m_pages))
            each->setRowHeight(rowHeight(density));
    });
    connect(m_actions, &Actions::textSizeChosen, this, [this](int percent) {
        setTextScale(percent);
        m_toasts->said(tr("Text at %1 %").arg(textScale()));
    });
    connect(m_actions->localTime, &QAction::toggled, this, [this](bool local) { setZone(!local); });
    connect(m_actions->railCollapsed, &QAction::toggled, m_rail, &Rail::setCollapsed);
    connect(m_actions->railCollapsed, &QAction::triggered, this, [this] { m_railChosen = true; });
}

void MainWindow::connectGoing()
{
    connect(m_actions, &Actions::pageRequested, this, &MainWindow::showPage);
    connect(m_actions->focusQuery, &QAction::triggered, this, [this] {
        if (page()->focusQuery())
            return;
        showPage(m_cases->name());
        m_cases->focusQuery();
    });
    connect(m_actions->needsYou, &QAction::triggered, this, [this] {
        showPage(m_overview->name());
        if (auto *row = m_overview->firstNeed())
            row->setFocus(Qt::ShortcutFocusReason);
    });
    connect(m_actions->nextPane, &QAction::triggered, this, [this] { movePane(1); });
    connect(m_actions->previousPane, &QAction::triggered, this, [this] { movePane(-1); });
    connect(m_actions->back, &QAction::triggered, this, &MainWindow::goBack);
}

QStringList MainWindow::pageNames() const
{
    QStringList names;
    for (const auto *each : m_pages)
        names << each->name();
    return names;
}

QString MainWindow::currentPage() const
{
    return page()->name();
}

Page *MainWindow::page() const
{
    return m_pages.at(m_stack->currentIndex());
}

TimeView MainWindow::timeView() const
{
    return {m_utc, m_services.clock().nowMs()};
}

void MainWindow::setZone(bool utc)
{
    m_utc = utc;
    for (auto *each : std::as_const(m_pages))
        each->setTimeView(timeView());
    tick();
}

void MainWindow::tick()
{
    const qint64 age = m_answeredAt < 0 ? -1 : m_services.clock().monotonicMs() - m_answeredAt;
    m_strip->showTime(age, m_actions->pauseLive->isChecked(), timeView());
    if (++m_ticks % ticksPerAges != 0) // "in 2 h 18 min" grows old slowly
        return;
    page()->setTimeView(timeView());
    // Ages, rates and curves are of this moment, also while nothing happens that would tell.
    if (page() == m_overview && !m_actions->pauseLive->isChecked())
        m_overview->refresh();
}

void MainWindow::dataChanged()
{
    if (!m_coalesce.isActive())
        m_coalesce.start();
}

void MainWindow::statusChanged()
{
    const auto status = m_services.status();
    m_strip->showStatus(status);
    m_overview->setStatus(status);
    m_banners->showStatus(status, m_services.dataDirectory());
    if (status.pipeline == DeskStatus::Pipeline::sealed)
        m_notices->sealed(status.sealedText, m_services.clock().nowMs());
    else
        m_notices->unsealed();
}

void MainWindow::showAbout()
{
    QMessageBox::about(this, tr("About Lazaret"),
                       tr("Lazaret %1\n\nNothing is thrown away here, nothing leaves without a decision.\n\nGPL-3.0-or-later. Icons: "
                          "Lucide (ISC, MIT). Fonts: Inter as "
                          "Lazaret Sans and JetBrains Mono (OFL-1.1).")
                           .arg(QStringLiteral(LAZARET_VERSION)));
}

} // namespace lazaret::ui
