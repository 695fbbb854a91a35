// The desk's window: rail, top bar, one page, status strip. Pages read and act through DeskServices. GUI thread.
#pragma once

#include "models/deskservices.h"
#include "support/format.h"

#include <QMainWindow>
#include <QTimer>

#include <memory>

class QStackedWidget;

namespace lazaret::ui {

class Actions;
class Banners;
class BellPanel;
class DeskMemory;
class KeyMap;
class KeySheet;
class Notices;
class CasesPage;
class Coach;
class FirstStart;
class OverviewPage;
class Page;
class Palette;
class Rail;
class StatusStrip;
struct Link;
class Toasts;
class TopBar;
class Welcome;
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
    void followLink(const Link &link);
    void setCoached(bool coached); // in a demo: with its guide, or without

Q_SIGNALS:
    // Everything the page first asks for has been answered and is visible. Again after every refresh.
    void pageReady(const QString &name);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void closeEvent(QCloseEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void keyReleaseEvent(QKeyEvent *event) override;

private:
    void addPages();
    void arrange();
    void addPopups();
    bool goTo(const QString &page);
    void connectFirstStart();
    void connectWelcome(Welcome *welcome);
    void connectActions();
    void connectLooks();
    void connectGoing();
    void connectPage(Page *page);
    void takeKeys(Page *page);
    QList<QAction *> actionsOf(const Page *page) const; // those with a name a person reads
    QList<QAction *> windowActions() const;
    void remember();
    void recall();
    void goBack();
    void tick();
    void dataChanged();
    void statusChanged();
    void setZone(bool utc);
    void movePane(int direction);
    void popMenu();
    void showAbout();
    void showNotices();
    void guardKeys(QWidget *old, QWidget *now);
    TimeView timeView() const;
    Page *page() const;

    DeskServices &m_services;
    QList<Page *> m_pages;
    OverviewPage *m_overview;
    CasesPage *m_cases;
    Actions *m_actions;
    Rail *m_rail;
    TopBar *m_top;
    Banners *m_banners;
    QStackedWidget *m_stack;
    StatusStrip *m_strip;
    Toasts *m_toasts;
    Notices *m_notices;
    Palette *m_palette;
    KeySheet *m_keySheet;
    BellPanel *m_bellPanel;
    Coach *m_coach = nullptr;
    FirstStart *m_first = nullptr;
    std::unique_ptr<DeskMemory> m_memory;
    std::unique_ptr<KeyMap> m_keys;
    QStringList m_history; // pages one came from, the latest last
    bool m_utc = true;
    bool m_railChosen = false; // by the person, not by the width
    bool m_menuKey = false;    // Alt went down alone
    bool m_saidStillWorking = false;
    QTimer m_second, m_coalesce;
    qint64 m_answeredAt = -1; // monotonic
    int m_ticks = 0;
};

} // namespace lazaret::ui
