// The desk's window: rail, top bar, one page, status strip. It reads through DeskServices and changes nothing. GUI thread.
#pragma once

#include "models/deskservices.h"
#include "support/format.h"

#include <QMainWindow>
#include <QTimer>

class QStackedWidget;

namespace lazaret::ui {

class Actions;
class Banner;
class CasesPage;
class OverviewPage;
class Page;
class Rail;
class StatusStrip;
class TopBar;
enum class Density;
enum class Theme;

class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    explicit MainWindow(DeskServices &services, QWidget *parent = nullptr);
    ~MainWindow() override;

    QStringList pageNames() const; // "overview", "cases", "deliveries": untranslated
    QString currentPage() const;
    bool showPage(const QString &name); // false: there is no such page
    // A link from outside: the case in the cases page.
    void showCase(const QString &caseId);

Q_SIGNALS:
    // Everything the page first asks for has been answered and is visible. Again after every refresh.
    void pageReady(const QString &name);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void closeEvent(QCloseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void keyReleaseEvent(QKeyEvent *event) override;

private:
    void addPages();
    void connectActions();
    void connectPage(Page *page);
    void remember() const;
    void recall();
    void tick();
    void dataChanged();
    void statusChanged();
    void setZone(bool utc);
    void movePane(int direction);
    void popMenu();
    void showAbout();
    TimeView timeView() const;
    Page *page() const;

    DeskServices &m_services;
    QList<Page *> m_pages;
    OverviewPage *m_overview;
    CasesPage *m_cases;
    Actions *m_actions;
    Rail *m_rail;
    TopBar *m_top;
    Banner *m_banner;
    QStackedWidget *m_stack;
    StatusStrip *m_strip;
    bool m_utc = true;
    bool m_railChosen = false; // by the person, not by the width
    bool m_menuKey = false;    // Alt went down alone
    QTimer m_second, m_coalesce;
    qint64 m_answeredAt = -1; // monotonic
    int m_ticks = 0;
};

} // namespace lazaret::ui
