// Where the window goes: pages, panes, the way back, keys, and what it remembers.
#include "models/deskservices.h"
#include "pages/casespage.h"
#include "pages/overviewpage.h"
#include "shell/actions.h"
#include "shell/banners.h"
#include "shell/bell.h"
#include "shell/coach.h"
#include "shell/firststart.h"
#include "shell/mainwindow.h"
#include "shell/memory.h"
#include "shell/rail.h"
#include "shell/toasts.h"
#include "shell/topbar.h"
#include "theme/tokens.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QMenu>
#include <QMenuBar>
#include <QStackedWidget>

namespace lazaret::ui {

namespace {
constexpr int collapseBelow = 1200;
constexpr qsizetype mostHistory = 50;
} // namespace

bool MainWindow::showPage(const QString &name)
{
    if (name == u"welcome") {
        m_first->showWelcome();
        return true;
    }
    if (!pageNames().contains(name))
        return false;
    m_first->showDesk();
    return goTo(name);
}

bool MainWindow::goTo(const QString &name)
{
    const auto index = pageNames().indexOf(name);
    if (index < 0)
        return false;
    if (page()->name() != name) {
        m_history.append(page()->name());
        if (m_history.size() > mostHistory)
            m_history.removeFirst();
    }
    m_stack->setCurrentIndex(int(index));
    m_actions->page(int(index))->setChecked(true);
    takeKeys(page());
    m_actions->setPageTitle(page()->title());
    m_top->showPage(page()->title(), page()->subtitle(), page()->tools());
    page()->setTimeView(timeView());
    page()->refresh();
    page()->arrivalFocus()->setFocus(Qt::OtherFocusReason);
    m_coach->setPage(name);
    m_banners->setPage(name);
    return true;
}

void MainWindow::followLink(const Link &link)
{
    if (showPage(link.page))
        page()->follow(link);
}

void MainWindow::goBack()
{
    if (m_history.isEmpty())
        return;
    if (showPage(m_history.takeLast()) && !m_history.isEmpty())
        m_history.removeLast(); // going back is not a way one came
}

void MainWindow::showCase(const QString &caseId)
{
    m_cases->showQuery(QString(), caseId);
    showPage(m_cases->name());
}

void MainWindow::movePane(int direction)
{
    QList<QWidget *> stops{m_rail->currentButton()};
    stops += page()->panes();
    if (!m_toasts->shown().isEmpty())
        stops += m_toasts->shown().last()->findChild<QWidget *>(QStringLiteral("toastDismiss"));
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
    for (auto *each : m_actions->menus())
        menu.addMenu(each);
    menu.exec(m_rail->menuButton()->mapToGlobal(QPoint(0, m_rail->menuButton()->height() + 2)));
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
    if (m_actions->back->shortcuts().contains(QKeySequence(event->keyCombination())))
        return m_actions->back->trigger();
    QMainWindow::keyPressEvent(event);
}

void MainWindow::keyReleaseEvent(QKeyEvent *event)
{
    if (m_menuKey && event->key() == Qt::Key_Alt && !menuBar()->isNativeMenuBar())
        menuBar()->setVisible(!menuBar()->isVisible());
    m_menuKey = false;
    QMainWindow::keyReleaseEvent(event);
}

void MainWindow::showNotices()
{
    const auto *bell = m_top->bell();
    m_bellPanel->open(bell->mapTo(this, QPoint(bell->width(), bell->height() + 4)), timeView());
}

// A key without Ctrl acts only where the focus does not need it: Space presses the button one stands on.
void MainWindow::guardKeys(QWidget *old, QWidget *now)
{
    if (old)
        old->removeEventFilter(this);
    if (now && now->window() == this && (qobject_cast<QAbstractButton *>(now) || qobject_cast<QComboBox *>(now)))
        now->installEventFilter(this);
}

bool MainWindow::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Space)
        event->accept();
    return QMainWindow::eventFilter(watched, event);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (const auto operations = m_services.clerk().operations(); !operations.isEmpty() && !m_saidStillWorking) {
        m_saidStillWorking = true;
        m_toasts->said(
            tr("Still working: %1. Close again to end it; what is done stays done, the rest is not done").arg(operations.first().title));
        return event->ignore();
    }
    remember();
    QMainWindow::closeEvent(event);
}

void MainWindow::remember()
{
    m_memory->keepGeometry(*this);
    m_memory->keep("page", currentPage());
    m_memory->keep("range", m_overview->range());
    m_memory->keep("zone", m_utc ? QStringLiteral("utc") : QStringLiteral("local"));
    m_memory->keep("theme", themeWord(currentTheme()));
    m_memory->keep("density", densityWord(m_actions->currentDensity()));
    m_memory->keep("textScale", textScale());
    m_memory->keep("casesSplitter", m_cases->splitterState());
    if (m_railChosen)
        m_memory->keep("railCollapsed", m_actions->railCollapsed->isChecked());
}

void MainWindow::recall()
{
    m_memory->restoreGeometry(*this, QSize(1440, 900));
    setTextScale(m_memory->number("textScale", normalTextScale));
    // A theme asked for on the command line wins over the remembered one.
    if (const auto theme = m_memory->text("theme"); !theme.isEmpty() && currentTheme() == Theme::system)
        applyTheme(*qApp, themeFromWord(theme));
    m_actions->theme(currentTheme())->setChecked(true);
    const auto density = densityFromWord(m_memory->text("density"));
    m_actions->density(density)->setChecked(true);
    for (auto *each : std::as_const(m_pages))
        each->setRowHeight(rowHeight(density));
    m_overview->setRange(m_memory->number("range", 2));
    m_actions->localTime->setChecked(m_memory->text("zone") == u"local");
    if (const auto collapsed = m_memory->value("railCollapsed"); collapsed.isValid()) {
        m_railChosen = true;
        m_actions->railCollapsed->setChecked(collapsed.toBool());
    }
    if (const auto splitter = m_memory->value("casesSplitter").toByteArray(); !splitter.isEmpty())
        m_cases->restoreSplitter(splitter);
    if (!goTo(m_memory->text("page")))
        goTo(m_overview->name());
    m_history.clear();
    const bool left = m_memory->value("coachLeft").toBool(); // before anything is remembered anew
    m_coach->setStep(m_memory->number("coachStep", 0));
    setCoached(!left);
}

} // namespace lazaret::ui
