// The real window over a fake desk, driven by keys.
#include "pages/casespage.h"
#include "shell/mainwindow.h"
#include "theme/theme.h"
#include "theme/tokens.h"
#include "ui/desktest.h"
#include "ui/fakedesk.h"
#include "widgets/button.h"
#include "widgets/datatable.h"
#include "widgets/querybar.h"
#include "widgets/tabs.h"

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QListView>
#include <QScrollArea>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lazaret;
using namespace lazaret::ui;
using namespace Qt::StringLiterals;

namespace {

struct DeskWindow
{
    explicit DeskWindow(qint64 rows = 1'284) : fake(rows), window(fake)
    {
        window.resize(1440, 900);
        window.show();
        window.activateWindow();
    }
    template <typename W>
    W *find(const char *name)
    {
        auto *found = window.findChild<W *>(QLatin1String(name));
        Q_ASSERT_X(found, "find", name);
        return found;
    }
    QString label(const char *name) { return find<QLabel>(name)->text(); }
    void openCases()
    {
        window.showPage(QStringLiteral("cases"));
        QTRY_COMPARE(label("queryResult"), u"1,284 of 128,412 · 4 ms"_s);
        QTRY_VERIFY(!find<DataTable>("caseTable")->currentId().isEmpty());
        QTRY_VERIFY(!label("caseTitle").isEmpty());
    }

    FakeDesk fake;
    MainWindow window;
};

} // namespace

class TestDesk : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_settings.isValid());
        beginDesk(m_settings.path());
    }
    void cleanup() { QDir(m_settings.path()).removeRecursively(); }

    void keysReachEveryPage()
    {
        DeskWindow desk;
        QVERIFY(QTest::qWaitForWindowActive(&desk.window));
        QCOMPARE(desk.window.pageNames().mid(0, 2), QStringList({u"overview"_s, u"cases"_s}));
        QCOMPARE(desk.window.currentPage(), u"overview"_s);
        QTest::keyClick(&desk.window, Qt::Key_2, Qt::ControlModifier);
        QCOMPARE(desk.window.currentPage(), u"cases"_s);
        QTest::keyClick(&desk.window, Qt::Key_5, Qt::ControlModifier);
        QCOMPARE(desk.window.currentPage(), u"deliveries"_s);
        QTest::keyClick(&desk.window, Qt::Key_1, Qt::ControlModifier);
        QCOMPARE(desk.window.currentPage(), u"overview"_s);
        QTest::keyClicks(desk.window.focusWidget(), QStringLiteral("gc"));
        QCOMPARE(desk.window.currentPage(), u"cases"_s);
        QTest::keyClicks(desk.window.focusWidget(), QStringLiteral("gd"));
        QCOMPARE(desk.window.currentPage(), u"deliveries"_s);
        QTest::keyClicks(desk.window.focusWidget(), QStringLiteral("go"));
        QCOMPARE(desk.window.currentPage(), u"overview"_s);
        QVERIFY(!desk.window.showPage(QStringLiteral("nowhere")));
    }

    void everyPageSaysWhenItIsReady()
    {
        DeskWindow desk;
        QSignalSpy ready(&desk.window, &MainWindow::pageReady);
        for (const auto &name : desk.window.pageNames()) {
            QVERIFY(desk.window.showPage(name));
            QTRY_VERIFY(ready.contains(QVariantList{name}));
        }
    }

    void emptyStoresAreReadyToo()
    {
        DeskWindow desk(0);
        desk.fake.empty = true;
        desk.fake.deliveries().setRows(0);
        QSignalSpy ready(&desk.window, &MainWindow::pageReady);
        for (const auto &name : desk.window.pageNames()) {
            QVERIFY(desk.window.showPage(name));
            QTRY_VERIFY(ready.contains(QVariantList{name}));
        }
    }

    void theListMovesByKeysAndThePaneFollows()
    {
        DeskWindow desk;
        QVERIFY(QTest::qWaitForWindowActive(&desk.window));
        desk.openCases();
        auto *table = desk.find<DataTable>("caseTable");
        table->setFocus();
        QCOMPARE(table->currentIndex().row(), 0);
        QTest::keyClick(table, Qt::Key_J);
        QTest::keyClick(table, Qt::Key_J);
        QTest::keyClick(table, Qt::Key_K);
        QCOMPARE(table->currentIndex().row(), 1);
        QTRY_COMPARE(desk.fake.casesRead.last(), fakeCase(1).caseId.value);
        QTest::keyClick(table, Qt::Key_End);
        QTRY_COMPARE(table->currentId(), fakeCase(1'283).caseId.value);
        QTRY_COMPARE(desk.fake.casesRead.last(), fakeCase(1'283).caseId.value);
        QTest::keyClick(table, Qt::Key_Return);
        QTRY_COMPARE(desk.window.focusWidget(), static_cast<QWidget *>(desk.find<TabStrip>("caseTabs")));
        QTest::keyClick(desk.window.focusWidget(), Qt::Key_Right);
        QCOMPARE(desk.find<TabStrip>("caseTabs")->currentIndex(), 1);
        QTest::keyClick(desk.window.focusWidget(), Qt::Key_Escape);
        QCOMPARE(desk.window.focusWidget(), static_cast<QWidget *>(table));
    }

    void aRefreshStaysWithTheCaseNotWithTheRow()
    {
        DeskWindow desk;
        desk.fake.cases().shift = 2;
        desk.openCases();
        auto *table = desk.find<DataTable>("caseTable");
        table->setCurrentIndex(table->model()->index(4, 0));
        const auto id = table->currentId();
        QCOMPARE(id, fakeCase(6).caseId.value);
        desk.fake.cases().shift = 0; // two newer cases above
        desk.fake.cases().setRows(1'286);
        Q_EMIT desk.fake.dataChanged();
        QTRY_COMPARE(table->currentIndex().row(), 6);
        QCOMPARE(table->currentId(), id);
    }

    void theQuerySaysItsMistakeAtItsPlace()
    {
        DeskWindow desk;
        QVERIFY(QTest::qWaitForWindowActive(&desk.window));
        desk.openCases();
        QTest::keyClick(desk.window.focusWidget(), Qt::Key_Slash);
        auto *query = desk.find<QueryEdit>("query");
        QTRY_COMPARE(desk.window.focusWidget(), static_cast<QWidget *>(query));
        const auto asked = desk.fake.cases().asked.size();
        QTest::keyClicks(query, QStringLiteral("clas:policy"));
        QVERIFY(desk.find<QLabel>("queryProblem")->isVisible());
        QVERIFY2(desk.label("queryProblem").startsWith(QStringLiteral("At place 1: ")), qPrintable(desk.label("queryProblem")));
        QTest::keyClick(query, Qt::Key_Return);
        QCOMPARE(desk.fake.cases().asked.size(), asked); // an unreadable query asks nothing
        query->selectAll();
        QTest::keyClicks(query, QStringLiteral("class:policy"));
        QVERIFY(!desk.find<QLabel>("queryProblem")->isVisible());
        QTRY_COMPARE(desk.fake.cases().asked.last().query, u"class:policy"_s);
        QTest::keyClick(query, Qt::Key_Escape);
        QCOMPARE(desk.window.focusWidget(), static_cast<QWidget *>(desk.find<DataTable>("caseTable")));
    }

    void aHeaderClickSortsInTheStore()
    {
        DeskWindow desk;
        desk.openCases();
        auto *table = desk.find<DataTable>("caseTable");
        Q_EMIT table->horizontalHeader()->sectionClicked(int(CaseColumn::review));
        QTRY_COMPARE(desk.fake.cases().asked.last().sortKey, u"review"_s);
        QVERIFY(desk.fake.cases().asked.last().descending);
        Q_EMIT table->horizontalHeader()->sectionClicked(int(CaseColumn::review));
        QTRY_VERIFY(!desk.fake.cases().asked.last().descending);
    }

    void aClassLeadsToItsCases()
    {
        DeskWindow desk;
        auto *classes = desk.find<QListView>("classList");
        QTRY_COMPARE(classes->model()->rowCount(), 7);
        classes->setFocus();
        QTest::keyClick(classes, Qt::Key_Down);
        QTest::keyClick(classes, Qt::Key_Return);
        QCOMPARE(desk.window.currentPage(), u"cases"_s);
        QTRY_COMPARE(desk.fake.cases().asked.last().query, u"class:invalid_input -status:closed"_s);
    }

    void needsLeadToTheirCase()
    {
        DeskWindow desk;
        auto *need = desk.find<QPushButton>("need_uncertain_1");
        QTRY_VERIFY(need->isVisible());
        need->click();
        QCOMPARE(desk.window.currentPage(), u"cases"_s);
        QTRY_VERIFY(desk.fake.casesRead.contains(fakeCase(12).caseId.value));
        QTRY_COMPARE(desk.find<DataTable>("caseTable")->currentId(), fakeCase(12).caseId.value);
    }

    void theZoneSwitchChangesEveryTime()
    {
        qputenv("TZ", "IST-5:30"); // a zone without a time zone database

        tzset();
        DeskWindow desk;
        QVERIFY(QTest::qWaitForWindowActive(&desk.window));
        desk.openCases();
        auto *table = desk.find<DataTable>("caseTable");
        const auto failed = table->model()->index(0, int(CaseColumn::failed));
        QCOMPARE(failed.data().toString(), u"11:36"_s);
        QVERIFY(desk.label("statusClock").endsWith(QStringLiteral("UTC")));
        QTest::keyClick(&desk.window, Qt::Key_U, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(failed.data().toString(), u"17:06"_s);
        QVERIFY(!desk.label("statusClock").endsWith(QStringLiteral("UTC")));
        QCOMPARE(desk.find<QTabBar>("zoneSwitch")->currentIndex(), 1);
        QTest::keyClick(&desk.window, Qt::Key_U, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(failed.data().toString(), u"11:36"_s);
    }

    void pausedMeansNothingMoves()
    {
        DeskWindow desk;
        QTRY_COMPARE(desk.fake.overviewsRead, 1);
        desk.find<QAction>("pauseLive")->trigger();
        Q_EMIT desk.fake.dataChanged();
        QCOMPARE(desk.label("statusFreshness"), u"Paused"_s);
        QTest::qWait(400); // longer than the coalescing time: nothing may come
        QCOMPARE(desk.fake.overviewsRead, 1);
        desk.find<QAction>("pauseLive")->trigger();
        QTRY_COMPARE(desk.fake.overviewsRead, 2);
    }

    void changesAreCoalesced()
    {
        DeskWindow desk;
        QTRY_COMPARE(desk.fake.overviewsRead, 1);
        for (int i = 0; i < 100; ++i)
            Q_EMIT desk.fake.dataChanged();
        QTRY_COMPARE(desk.fake.overviewsRead, 2);
        QTest::qWait(300);
        QCOMPARE(desk.fake.overviewsRead, 2);
    }

    void aSealedStoreIsSaidOnEveryPage()
    {
        DeskWindow desk;
        auto status = desk.fake.status();
        status.pipeline = DeskStatus::Pipeline::sealed;
        status.sealedText = QStringLiteral("No space left on device");
        desk.fake.setStatus(status);
        QTRY_VERIFY(desk.find<QWidget>("banner")->isVisible() || !desk.window.findChildren<QWidget *>(QStringLiteral("banner")).isEmpty());
        bool shown = false;
        for (auto *banner : desk.window.findChildren<QWidget *>(QStringLiteral("banner")))
            shown |= banner->isVisible() && banner->accessibleName().contains(QStringLiteral("No space left on device"));
        QVERIFY(shown);
        QVERIFY(desk.label("statusPipeline").startsWith(QStringLiteral("Sealed")));
        status.pipeline = DeskStatus::Pipeline::attached;
        status.ownerPid = 4711;
        desk.fake.setStatus(status);
        QCOMPARE(desk.label("statusPipeline"), u"Attached to the pipeline of process 4711"_s);
    }

    void anUnreadableStoreIsSaid()
    {
        DeskWindow desk;
        desk.fake.trouble = Error{ErrorCode::io, QStringLiteral("disk I/O error")};
        QSignalSpy ready(&desk.window, &MainWindow::pageReady);
        desk.find<QAction>("refresh")->trigger();
        QVERIFY(ready.wait());
        bool shown = false;
        for (auto *banner : desk.window.findChildren<QWidget *>(QStringLiteral("banner")))
            shown |= banner->isVisible() && banner->accessibleName().contains(QStringLiteral("disk I/O error"));
        QVERIFY(shown);
    }

    void theWindowIsRememberedPerDirectory()
    {
        {
            DeskWindow desk;
            desk.window.showPage(QStringLiteral("deliveries"));
            desk.find<QAction>("localTime")->setChecked(true);
            desk.find<QAction>("theme_dark")->trigger();
            desk.find<QAction>("density_compact")->trigger();
            desk.window.resize(1300, 777);
            desk.window.close();
        }
        applyTheme(*qApp, Theme::system); // as at the next start
        DeskWindow again;
        QVERIFY(isDark());
        applyTheme(*qApp, Theme::light);
        QCOMPARE(again.window.currentPage(), u"deliveries"_s);
        QVERIFY(again.find<QAction>("localTime")->isChecked());
        QVERIFY(again.find<QAction>("density_compact")->isChecked());
        FakeDesk elsewhere;
        elsewhere.directory = QStringLiteral("elsewhere");
        MainWindow other(elsewhere);
        QCOMPARE(other.currentPage(), u"overview"_s);
        QCOMPARE(other.size(), QSize(1440, 900));
    }

    void nothingIsCutOffAtTheSmallestSize_data()
    {
        QTest::addColumn<QString>("page");
        for (const auto *page : {"overview", "cases", "deliveries"})
            QTest::newRow(page) << QString::fromLatin1(page);
    }
    void nothingIsCutOffAtTheSmallestSize()
    {
        QFETCH(QString, page);
        DeskWindow desk;
        desk.window.resize(1100, 700);
        QSignalSpy ready(&desk.window, &MainWindow::pageReady);
        desk.window.showPage(page);
        QTRY_VERIFY(ready.contains(QVariantList{page}));
        QCOMPARE(desk.window.size(), QSize(1100, 700));
        for (auto *button : desk.window.findChildren<Button *>()) {
            if (button->isVisible())
                QVERIFY2(button->width() >= button->sizeHint().width(), qPrintable(button->text() + button->objectName()));
        }
        for (auto *area : desk.window.findChildren<QScrollArea *>()) {
            if (area->isVisible() && area->widget())
                QVERIFY2(area->widget()->width() <= area->viewport()->width(), qPrintable(area->objectName()));
        }
    }

    void everythingThatTakesFocusHasAName()
    {
        DeskWindow desk;
        for (const auto &page : desk.window.pageNames()) {
            desk.window.showPage(page);
            for (auto *widget : desk.window.findChildren<QWidget *>()) {
                if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus) || qobject_cast<QScrollArea *>(widget) ||
                    widget->focusProxy())
                    continue;
                const auto *button = qobject_cast<QAbstractButton *>(widget);
                const bool named = !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty());
                QVERIFY2(named,
                         qPrintable(page + QStringLiteral(": ") + QLatin1String(widget->metaObject()->className()) + widget->objectName()));
            }
        }
    }

    void showingACaseOpensNoOtherWindow()
    {
        DeskWindow desk;
        QVERIFY(QTest::qWaitForWindowActive(&desk.window));
        desk.openCases();
        int visible = 0;
        for (auto *widget : QApplication::topLevelWidgets())
            visible += widget->isVisible();
        QCOMPARE(visible, 1);
        QCOMPARE(QApplication::activeWindow(), static_cast<QWidget *>(&desk.window));
    }

    void themeChangesReachOpenWindows()
    {
        DeskWindow desk;
        desk.openCases();
        desk.find<QAction>("theme_dark")->trigger();
        const auto dark = desk.window.grab().toImage();
        QCOMPARE(dark.pixelColor(dark.width() / 2, 4), color(u"bg.app"));
        QVERIFY(dark.pixelColor(dark.width() / 2, 4).lightness() < 60);
        desk.find<QAction>("theme_light")->trigger();
        const auto light = desk.window.grab().toImage();
        QVERIFY(light.pixelColor(light.width() / 2, 4).lightness() > 200);
    }

private:
    QTemporaryDir m_settings;
};

QTEST_MAIN(TestDesk)
#include "tst_desk.moc"
