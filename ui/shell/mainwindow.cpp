#include "shell/mainwindow.h"

#include "models/deskdata.h"
#include "pages/casespage.h"
#include "pages/deliveriespage.h"
#include "pages/overviewpage.h"
#include "shell/actions.h"
#include "shell/rail.h"
#include "shell/statusstrip.h"
#include "shell/topbar.h"
#include "theme/icons.h"
#include "theme/tokens.h"
#include "theme/vocabulary.h"
#include "widgets/surfaces.h"

#include <QApplication>
#include <QCloseEvent>
#include <QCryptographicHash>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QScreen>
#include <QSettings>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

constexpr int collapseBelow = 1200;
constexpr int mostRefreshesMs = 250; // four a second
constexpr int tickMs = 500, ticksPerAges = 20;

QSettings settingsFor(const QString &dataDirectory)
{
    const auto key = QCryptographicHash::hash(dataDirectory.toUtf8(), QCryptographicHash::Sha256).toHex().left(16);
    return QSettings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("Lazaret"),
                     QStringLiteral("desk-") + QString::fromLatin1(key));
}

} // namespace

MainWindow::MainWindow(DeskServices &services, QWidget *parent)
    : QMainWindow(parent), m_services(services), m_top(nullptr), m_banner(new Banner), m_stack(new QStackedWidget), m_strip(new StatusStrip)
{
    setObjectName(QStringLiteral("desk"));
    setWindowTitle(QStringLiteral("%1 – Lazaret").arg(services.workspaceName()));
    setWindowIcon(windowMark());
    setMinimumSize(1100, 700);
    addPages();
    QList<Actions::PageCommand> commands;
    for (const auto *page : m_pages)
        commands.append({page->name(), page->title()});
    m_actions = new Actions(commands, this);
    m_actions->fill(menuBar());
    menuBar()->setVisible(menuBar()->isNativeMenuBar());
    m_rail = new Rail(m_actions->menu);
    m_top = new TopBar(m_actions->localTime, m_actions->pauseLive);
    for (int i = 0; i < m_pages.size(); ++i)
        m_rail->addPage(m_actions->page(i), m_pages[i]->icon());
    m_rail->setWorkspace(services.workspaceName(), tr("This machine"), services.dataDirectory());
    m_rail->setPerson(services.operatorName(), roleWord(services.operatorRole()));

    auto *frame = new QWidget;
    auto *across = new QHBoxLayout(frame);
    across->setContentsMargins(0, 0, 0, 0);
    across->setSpacing(0);
    across->addWidget(m_rail);
    auto *column = new QVBoxLayout;
    column->setSpacing(0);
    m_banner->hide();
    column->addWidget(m_top);
    column->addWidget(m_banner);
    column->addWidget(m_stack, 1);
    column->addWidget(m_strip);
    across->addLayout(column, 1);
    setCentralWidget(frame);

    connectActions();
    recall();
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

MainWindow::~MainWindow() = default;

void MainWindow::addPages()
{
    m_overview = new OverviewPage(m_services.data());
    m_cases = new CasesPage(m_services.data());
    m_pages = {m_overview, m_cases, new DeliveriesPage(m_services.data())};
    for (auto *page : m_pages) {
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
    connect(page, &Page::linkRequested, this, [this](const Link &link) {
        if (showPage(link.page))
            this->page()->follow(link);
    });
    connect(page, &Page::casesRequested, this, [this](const QString &query, const QString &caseId) {
        m_cases->showQuery(query, caseId);
        showPage(m_cases->name());
    });
}

void MainWindow::connectActions()
{
    connect(m_actions, &Actions::pageRequested, this, &MainWindow::showPage);
    connect(m_actions, &Actions::themeChosen, this, [](Theme theme) { applyTheme(*qApp, theme); });
    connect(m_actions, &Actions::densityChosen, this, [this](Density density) {
        for (auto *each : std::as_const(m_pages))
            each->setRowHeight(rowHeight(density));
    });
    connect(m_actions->localTime, &QAction::toggled, this, [this](bool local) { setZone(!local); });
    connect(m_actions->railCollapsed, &QAction::toggled, m_rail, &Rail::setCollapsed);
    connect(m_actions->railCollapsed, &QAction::triggered, this, [this] { m_railChosen = true; });
    connect(m_actions->pauseLive, &QAction::toggled, this, [this](bool paused) {
        if (!paused)
            page()->refresh();
        tick();
    });
    connect(m_actions->refresh, &QAction::triggered, this, [this] { page()->refresh(); });
    connect(m_actions->focusQuery, &QAction::triggered, this, [this] {
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
    connect(m_actions->menu, &QAction::triggered, this, &MainWindow::popMenu);
    connect(m_actions->about, &QAction::triggered, this, &MainWindow::showAbout);
    connect(m_actions->quit, &QAction::triggered, this, &MainWindow::close);
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

bool MainWindow::showPage(const QString &name)
{
    const auto index = pageNames().indexOf(name);
    if (index < 0)
        return false;
    m_stack->setCurrentIndex(int(index));
    m_actions->page(int(index))->setChecked(true);
    m_top->showPage(page()->title(), page()->subtitle(), page()->tools());
    page()->setTimeView(timeView());
    page()->refresh();
    page()->arrivalFocus()->setFocus(Qt::OtherFocusReason);
    return true;
}

void MainWindow::showCase(const QString &caseId)
{
    m_cases->showQuery(QString(), caseId);
    showPage(m_cases->name());
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
    if (++m_ticks % ticksPerAges == 0) // "in 2 h 18 min" grows old slowly
        page()->setTimeView(timeView());
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
    if (status.pipeline == DeskStatus::Pipeline::sealed)
        m_banner->show(QStringLiteral("bad"), QStringLiteral("octagon-alert"), tr("The store is sealed: nothing new is accepted"),
                       tr("%1. Senders get 503 with Retry-After, workers take no jobs, and nothing accepted is lost. It recovers by itself "
                          "once the cause is gone.")
                           .arg(status.sealedText));
    else
        m_banner->hide();
}

void MainWindow::movePane(int direction)
{
    QList<QWidget *> stops{m_rail->currentButton()};
    stops += page()->panes();
    stops.removeAll(nullptr);
    int here = 0;
    for (int i = 0; i < stops.size(); ++i) {
        if (stops[i]->hasFocus() || stops[i]->isAncestorOf(focusWidget()))
            here = i;
    }
    const int count = int(stops.size());
    for (int i = 1; i <= count; ++i) {
        auto *next = stops[((here + direction * i) % count + count) % count];
        if (next->isVisible()) {
            next->setFocus(Qt::ShortcutFocusReason);
            return;
        }
    }
}

void MainWindow::popMenu()
{
    QMenu menu;
    m_actions->fill(&menu);
    menu.exec(m_rail->menuButton()->mapToGlobal(QPoint(0, m_rail->menuButton()->height() + 2)));
}

void MainWindow::showAbout()
{
    QMessageBox::about(this, tr("About Lazaret"),
                       tr("Lazaret %1\n\nNothing is thrown away here, nothing leaves without a decision.\n\nGPL-3.0-or-later. Icons: "
                          "Lucide (ISC, MIT). Fonts: Inter as "
                          "Lazaret Sans and JetBrains Mono (OFL-1.1).")
                           .arg(QStringLiteral(LAZARET_VERSION)));
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    if (width() < collapseBelow)
        m_actions->railCollapsed->setChecked(true);
    else if (!m_railChosen)
        m_actions->railCollapsed->setChecked(false);
}

// Alt alone shows and hides the menu bar, where it is not the system's.
void MainWindow::keyPressEvent(QKeyEvent *event)
{
    m_menuKey = event->key() == Qt::Key_Alt;
    QMainWindow::keyPressEvent(event);
}

void MainWindow::keyReleaseEvent(QKeyEvent *event)
{
    if (m_menuKey && event->key() == Qt::Key_Alt && !menuBar()->isNativeMenuBar())
        menuBar()->setVisible(!menuBar()->isVisible());
    m_menuKey = false;
    QMainWindow::keyReleaseEvent(event);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    remember();
    QMainWindow::closeEvent(event);
}

void MainWindow::remember() const
{
    auto settings = settingsFor(m_services.dataDirectory());
    settings.setValue(QStringLiteral("geometry"), saveGeometry());
    settings.setValue(QStringLiteral("page"), currentPage());
    settings.setValue(QStringLiteral("range"), m_overview->range());
    settings.setValue(QStringLiteral("zone"), m_utc ? QStringLiteral("utc") : QStringLiteral("local"));
    settings.setValue(QStringLiteral("theme"), themeWord(currentTheme()));
    for (const auto density : {Density::compact, Density::regular, Density::relaxed}) {
        if (m_actions->density(density)->isChecked())
            settings.setValue(QStringLiteral("density"), densityWord(density));
    }
    settings.setValue(QStringLiteral("casesSplitter"), m_cases->splitterState());
    if (m_railChosen)
        settings.setValue(QStringLiteral("railCollapsed"), m_actions->railCollapsed->isChecked());
}

void MainWindow::recall()
{
    const auto settings = settingsFor(m_services.dataDirectory());
    resize(1440, 900);
    restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray()); // moves onto a present screen by itself
    // A theme asked for on the command line wins over the remembered one.
    if (const auto theme = settings.value(QStringLiteral("theme")); theme.isValid() && currentTheme() == Theme::system)
        applyTheme(*qApp, themeFromWord(theme.toString()));
    m_actions->theme(currentTheme())->setChecked(true);
    const auto density = densityFromWord(settings.value(QStringLiteral("density")).toString());
    m_actions->density(density)->setChecked(true);
    for (auto *each : std::as_const(m_pages))
        each->setRowHeight(rowHeight(density));
    m_overview->setRange(settings.value(QStringLiteral("range"), 2).toInt());
    m_actions->localTime->setChecked(settings.value(QStringLiteral("zone")).toString() == u"local");
    if (const auto collapsed = settings.value(QStringLiteral("railCollapsed")); collapsed.isValid()) {
        m_railChosen = true;
        m_actions->railCollapsed->setChecked(collapsed.toBool());
    }
    if (const auto splitter = settings.value(QStringLiteral("casesSplitter")).toByteArray(); !splitter.isEmpty())
        m_cases->restoreSplitter(splitter);
    if (!showPage(settings.value(QStringLiteral("page")).toString()))
        showPage(m_overview->name());
}

} // namespace lazaret::ui
