// The frame of the real window over a real store: what is said, taken back and stopped, every key, the palette, the sheet of keys, the
// bell, the banners, and what is remembered.
#include "core/engine/deskbench.h"
#include "pages/page.h"
#include "shell/actions.h"
#include "shell/banners.h"
#include "shell/bell.h"
#include "shell/entries.h"
#include "shell/keysheet.h"
#include "shell/mainwindow.h"
#include "shell/operations.h"
#include "shell/palette.h"
#include "shell/places.h"
#include "shell/toasts.h"
#include "support/command.h"
#include "theme/theme.h"
#include "theme/tokens.h"
#include "ui/desktest.h"
#include "ui/storedesk.h"
#include "widgets/button.h"
#include "widgets/datatable.h"
#include "widgets/querybar.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QClipboard>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QSemaphore>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>

using namespace lazaret;
using namespace lazaret::ui;
using namespace Qt::StringLiterals;

namespace {

class DemoDesk : public StoreDesk
{
public:
    using StoreDesk::StoreDesk;
    bool isDemo() const override { return true; }
};

struct Window
{
    explicit Window(test::DeskBench &bench, const QString &me = u"otto"_s, Role role = Role::operator_)
        : services(bench, {me, {u"*"_s}}, role), window(services)
    {
        window.resize(1440, 900);
        window.show();
        window.activateWindow();
    }
    template <typename W = QWidget>
    W *find(const char *name)
    {
        auto *found = window.findChild<W *>(QLatin1String(name));
        Q_ASSERT_X(found, "find", name);
        return found;
    }
    QAction *action(const char *name) { return find<QAction>(name); }
    Page *page(const char *name) { return find<Page>(name); }
    Toasts *toasts() { return find<Toasts>("toasts"); }
    QString toast() { return toasts()->shown().isEmpty() ? QString() : toasts()->shown().last()->content().title; }
    EntryList *list(const char *name) { return find<EntryList>(name); }
    QStringList titles(const char *name)
    {
        QStringList all;
        for (int row = 0; row < list(name)->entries()->rowCount(); ++row)
            all << list(name)->entries()->entry(row).title;
        return all;
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(window.focusWidget() ? window.focusWidget() : &window, key, modifiers);
    }
    void openPalette(const QString &typed)
    {
        key(Qt::Key_K, Qt::ControlModifier);
        QTRY_VERIFY(find("palette")->isVisible());
        QTest::keyClicks(find<QLineEdit>("paletteSearch"), typed);
    }

    StoreDesk services;
    MainWindow window;
};

} // namespace

class TestFrame : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { beginDesk(m_settings.path()); }
    void init()
    {
        m_bench = std::make_unique<test::DeskBench>();
        m_bench->setUp();
    }
    void cleanup() { setTextScale(normalTextScale); }

    void whatWasDoneIsSaidAndLeaves()
    {
        Window desk(*m_bench);
        desk.toasts()->saidMs = 60;
        Q_EMIT desk.page("cases")->said(u"3 cases assigned"_s);
        QCOMPARE(desk.toast(), u"3 cases assigned"_s);
        const auto *strip = desk.find("statusStrip");
        QVERIFY(desk.toasts()->isVisible());
        QVERIFY(desk.toasts()->geometry().bottom() < strip->mapTo(&desk.window, QPoint()).y());
        QTRY_VERIFY(desk.toasts()->shown().isEmpty());
        QVERIFY(!desk.toasts()->isVisible());
    }

    void undoneOnceByKey()
    {
        Window desk(*m_bench);
        QVERIFY(QTest::qWaitForWindowActive(&desk.window));
        int first = 0, second = 0;
        QVERIFY(!desk.action("undo")->isEnabled());
        Q_EMIT desk.page("cases")->undoable(u"Owner changed"_s, [&] { ++first; });
        Q_EMIT desk.page("cases")->undoable(u"Review moved"_s, [&] { ++second; });
        QVERIFY(desk.action("undo")->text().contains(u"Review moved"_s));
        desk.key(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(std::pair(first, second), std::pair(0, 1)); // the newest first
        desk.key(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(std::pair(first, second), std::pair(1, 1));
        QVERIFY(!desk.action("undo")->isEnabled());
        desk.key(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(std::pair(first, second), std::pair(1, 1));
    }

    void undoEndsWithItsTime()
    {
        Window desk(*m_bench);
        desk.toasts()->undoMs = 80;
        bool undone = false;
        Q_EMIT desk.page("cases")->undoable(u"Owner changed"_s, [&] { undone = true; });
        QVERIFY(desk.find<QPushButton>("toastUndo")->text().contains(u"1 s"_s)); // what is left, rounded up
        QTRY_VERIFY(!desk.action("undo")->isEnabled());
        desk.action("undo")->trigger();
        QVERIFY(!undone);
    }

    void troubleStaysAndCanBeCopied()
    {
        Window desk(*m_bench);
        desk.toasts()->saidMs = 30;
        const Error error{ErrorCode::conflict, u"Daniel decided this case"_s};
        Q_EMIT desk.page("cases")->troubled(u"Assigning 3 cases"_s, error);
        Q_EMIT desk.page("cases")->troubled(u"Assigning 3 cases"_s, error); // the same is not stacked
        QCOMPARE(desk.toasts()->shown().size(), 1);
        QCOMPARE(desk.toast(), u"Somebody was faster: Assigning 3 cases"_s);
        QVERIFY(desk.toasts()->shown().first()->content().text.contains(u"Daniel decided"_s));
        Q_EMIT desk.page("cases")->said(u"Something else"_s);
        QTRY_COMPARE(desk.toasts()->shown().size(), 1); // the one said has left, the trouble has not
        desk.find<QPushButton>("toastCopy")->click();
        QVERIFY(QGuiApplication::clipboard()->text().contains(u"conflict"_s));
        desk.find<QPushButton>("toastDismiss")->click();
        QVERIFY(desk.toasts()->shown().isEmpty());
    }

    void longWorkIsInTheStripUntilDismissed()
    {
        Window desk(*m_bench);
        QSemaphore go;
        bool answered = false;
        desk.services.clerk().submit<bool>(
            &desk.window, u"Assigning 2 cases"_s,
            [&go](Desk &) -> Result<bool> {
                go.acquire();
                return true;
            },
            [&](const Result<bool> &) { answered = true; });
        QVERIFY(!desk.find("operations")->isVisible()); // not before a second
        m_bench->clock.advance(1'500);
        QTRY_VERIFY(desk.find("operations")->isVisible());
        QCOMPARE(desk.find<QLabel>("operationTitle")->text(), u"Assigning 2 cases"_s);
        desk.find<QPushButton>("operationStop")->click();
        QVERIFY(desk.services.clerk().operations().first().stopping);
        QTRY_COMPARE(desk.find<QLabel>("operationCount")->text(), u"stopping after this batch"_s);
        go.release();
        QTRY_VERIFY(answered);
        QTRY_COMPARE(desk.find<QLabel>("operationTitle")->text(), u"Stopped: Assigning 2 cases"_s);
        desk.find<QPushButton>("operationDismiss")->click();
        QVERIFY(!desk.find("operations")->isVisible());
    }

    void closingWhileTheClerkWorksIsSaidOnce()
    {
        Window desk(*m_bench);
        QSemaphore go;
        desk.services.clerk().submit<bool>(
            &desk.window, u"Assigning 2 cases"_s,
            [&go](Desk &) -> Result<bool> {
                go.acquire();
                return true;
            },
            [](const Result<bool> &) {});
        QVERIFY(!desk.window.close());
        QVERIFY(desk.toast().startsWith(u"Still working: Assigning 2 cases"_s));
        QVERIFY(desk.window.close());
        go.release();
        QTRY_VERIFY(desk.services.clerk().operations().isEmpty());
    }

    void progress_data()
    {
        QTest::addColumn<qsizetype>("done");
        QTest::addColumn<qsizetype>("total");
        QTest::addColumn<qint64>("ran");
        QTest::addColumn<QString>("text");
        QTest::newRow("uncounted") << qsizetype(0) << qsizetype(0) << qint64(2'000) << u"since 2.0 s"_s;
        QTest::newRow("nothing yet") << qsizetype(0) << qsizetype(100) << qint64(5'000) << u"0 of 100"_s;
        QTest::newRow("too early") << qsizetype(50) << qsizetype(100) << qint64(900) << u"50 of 100"_s;
        QTest::newRow("half") << qsizetype(6'240) << qsizetype(12'480) << qint64(9'000) << u"6,240 of 12,480, about 9.0 s left"_s;
        QTest::newRow("nearly") << qsizetype(99) << qsizetype(100) << qint64(10'000) << u"99 of 100, about 1.0 s left"_s;
        QTest::newRow("all") << qsizetype(100) << qsizetype(100) << qint64(10'000) << u"100 of 100"_s;
    }
    void progress()
    {
        QFETCH(qsizetype, done);
        QFETCH(qsizetype, total);
        QFETCH(qint64, ran);
        Clerk::Operation operation;
        operation.done = done;
        operation.total = total;
        operation.startedAt = 1'000;
        QTEST(progressText(operation, 1'000 + ran), "text");
    }

    void theRailKeepsItsOrder()
    {
        Window desk(*m_bench);
        const auto names = desk.window.pageNames();
        for (qsizetype i = 1; i < names.size(); ++i)
            QVERIFY2(placeOf(names[i - 1]).order <= placeOf(names[i]).order, qPrintable(names[i]));
        QVERIFY(placeOf(u"overview"_s).order < placeOf(u"cases"_s).order);
        QVERIFY(placeOf(u"settings"_s).order < placeOf(u"audit"_s).order);
        QCOMPARE(placeOf(u"sources"_s).group, PlaceGroup::setUp);
    }

    void theRailCountsWhatWaits()
    {
        m_bench->makeCase();
        Window desk(*m_bench);
        auto *cases = desk.find<QPushButton>("rail_page_cases");
        QTRY_COMPARE(cases->accessibleName(), u"Cases, 1 open"_s);
        m_bench->clock.advance(60'000);
        m_bench->makeCase();
        QTRY_COMPARE(cases->accessibleName(), u"Cases, 2 open"_s);
    }

    void aDemoIsMarked()
    {
        DemoDesk services(*m_bench, {u"otto"_s, {u"*"_s}});
        MainWindow window(services);
        QVERIFY(window.findChild<QPushButton *>(u"workspaceBox"_s)->accessibleName().contains(u"Demo"_s));
    }

    void pagesByTheirKeys()
    {
        Window desk(*m_bench);
        QVERIFY(QTest::qWaitForWindowActive(&desk.window));
        const auto names = desk.window.pageNames();
        for (qsizetype i = 0; i < names.size(); ++i) {
            desk.window.showPage(names[(i + 1) % names.size()]);
            if (i < 9) {
                desk.key(Qt::Key(Qt::Key_1 + i), Qt::ControlModifier);
                QCOMPARE(desk.window.currentPage(), names[i]);
            }
            const auto letter = placeOf(names[i]).letter;
            if (letter.isEmpty())
                continue;
            desk.window.showPage(names[(i + 1) % names.size()]);
            desk.key(Qt::Key_G);
            desk.key(Qt::Key(letter[0].unicode()));
            QCOMPARE(desk.window.currentPage(), names[i]);
        }
    }

    void escGoesBack()
    {
        Window desk(*m_bench);
        QVERIFY(QTest::qWaitForWindowActive(&desk.window));
        desk.window.showPage(u"overview"_s);
        desk.window.showPage(u"deliveries"_s);
        desk.window.showPage(u"overview"_s);
        QTest::keyClick(&desk.window, Qt::Key_Escape);
        QCOMPARE(desk.window.currentPage(), u"deliveries"_s);
        QTest::keyClick(&desk.window, Qt::Key_Escape);
        QCOMPARE(desk.window.currentPage(), u"overview"_s);
    }

    void keysOfTheWindow()
    {
        Window desk(*m_bench);
        QVERIFY(QTest::qWaitForWindowActive(&desk.window));
        const bool narrow = desk.action("railCollapsed")->isChecked();
        desk.key(Qt::Key_B, Qt::ControlModifier);
        QCOMPARE(desk.action("railCollapsed")->isChecked(), !narrow);
        const bool local = desk.action("localTime")->isChecked();
        desk.key(Qt::Key_U, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(desk.action("localTime")->isChecked(), !local);
        desk.action("density_regular")->trigger();
        desk.key(Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(desk.action("density_relaxed")->isChecked());
        desk.window.showPage(u"deliveries"_s);
        auto *table = desk.find<DataTable>("deliveryTable");
        QTRY_COMPARE(desk.window.focusWidget(), static_cast<QWidget *>(table));
        desk.key(Qt::Key_Space);
        QVERIFY(desk.action("pauseLive")->isChecked());
        desk.key(Qt::Key_Space);
        QVERIFY(!desk.action("pauseLive")->isChecked());
        desk.key(Qt::Key_F6);
        QVERIFY(desk.window.focusWidget() != table);
        desk.key(Qt::Key_F6, Qt::ShiftModifier);
        QCOMPARE(desk.window.focusWidget(), static_cast<QWidget *>(table));
    }

    void spacePressesTheButtonOneStandsOn()
    {
        Window desk(*m_bench);
        QVERIFY(QTest::qWaitForWindowActive(&desk.window));
        auto *rail = desk.find<QPushButton>("rail_page_deliveries");
        rail->setFocus();
        QTRY_VERIFY(rail->hasFocus());
        QTest::keyClick(rail, Qt::Key_Space);
        QCOMPARE(desk.window.currentPage(), u"deliveries"_s);
        QVERIFY(!desk.action("pauseLive")->isChecked());
    }

    void lettersBelongToTheTextOneTypes()
    {
        Window desk(*m_bench);
        QVERIFY(QTest::qWaitForWindowActive(&desk.window));
        desk.window.showPage(u"cases"_s);
        auto *query = desk.find<QueryEdit>("query");
        query->setFocus();
        query->selectAll();
        QTest::keyClicks(query, u"go? /"_s);
        QCOMPARE(query->toPlainText(), u"go? /"_s);
        QCOMPARE(desk.window.currentPage(), u"cases"_s);
        QVERIFY(!desk.find("keySheet")->isVisible());
    }

    void fitness_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("better");
        QTest::addColumn<QString>("worse"); // empty: does not fit at all
        QTest::newRow("beginning") << u"rel"_s << u"Releases"_s << u"Narrow rail, reliable"_s;
        QTest::newRow("word start") << u"tim"_s << u"Local time"_s << u"Optimise"_s;
        QTest::newRow("letters in order") << u"dlv"_s << u"Deliveries"_s << QString();
        QTest::newRow("two words") << u"go cas"_s << u"Go to cases"_s << QString();
        QTest::newRow("case") << u"CASES"_s << u"cases"_s << QString();
    }
    void fitness()
    {
        QFETCH(QString, typed);
        QFETCH(QString, better);
        QFETCH(QString, worse);
        QVERIFY(ui::fitness(typed, better) > ui::fitness(typed, worse));
        QCOMPARE(ui::fitness(u"xyz"_s, better), 0);
        QVERIFY(ui::fitness({}, better) > 0);
    }

    void thePaletteGoesWhereItIsTold()
    {
        Window desk(*m_bench);
        QVERIFY(QTest::qWaitForWindowActive(&desk.window));
        QAbstractItemModelTester tester(desk.list("paletteList")->entries(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        desk.openPalette(u"deliv"_s);
        QCOMPARE(desk.list("paletteList")->current()->title, u"Deliveries"_s);
        QCOMPARE(desk.list("paletteList")->current()->keys, u"G D"_s);
        desk.key(Qt::Key_Return);
        QVERIFY(!desk.find("palette")->isVisible());
        QCOMPARE(desk.window.currentPage(), u"deliveries"_s);
        auto *before = desk.window.focusWidget();
        desk.openPalette(u"xqzw"_s);
        QVERIFY(desk.find("paletteNothing")->isVisible());
        desk.key(Qt::Key_Escape);
        QVERIFY(!desk.find("palette")->isVisible());
        QCOMPARE(desk.window.focusWidget(), before);
    }

    void thePaletteFindsCases()
    {
        const auto id = m_bench->makeCase();
        Window desk(*m_bench);
        QVERIFY(QTest::qWaitForWindowActive(&desk.window));
        desk.window.showPage(u"overview"_s);
        desk.openPalette(u"#"_s + id.value.right(6));
        QTRY_VERIFY(desk.list("paletteList")->current());
        QVERIFY(desk.list("paletteList")->current()->detail.contains(tailOfId(id.value)));
        desk.key(Qt::Key_Return);
        QCOMPARE(desk.window.currentPage(), u"cases"_s);
        QTRY_COMPARE(desk.find<DataTable>("caseTable")->currentId(), id.value);
    }

    void thePaletteFindsPeople()
    {
        Window desk(*m_bench);
        QVERIFY(QTest::qWaitForWindowActive(&desk.window));
        desk.openPalette(u"@ana"_s);
        QTRY_VERIFY(desk.list("paletteList")->current());
        QCOMPARE(desk.list("paletteList")->current()->title, u"ana"_s);
        desk.key(Qt::Key_Return);
        QCOMPARE(desk.window.currentPage(), u"cases"_s);
    }

    void aLockedCommandSaysWhyAndDoesNothing()
    {
        Window desk(*m_bench);
        QVERIFY(QTest::qWaitForWindowActive(&desk.window));
        bool ran = false;
        Command command(u"burn"_s, u"x"_s, u"Burn everything"_s, {}, &desk.window);
        QObject::connect(&command, &QAction::triggered, &command, [&] { ran = true; });
        command.lock(u"nobody may"_s);
        desk.openPalette(u">burn"_s);
        const auto *entry = desk.list("paletteList")->current();
        QVERIFY(entry);
        QCOMPARE(entry->locked, u"nobody may"_s);
        const auto index = desk.list("paletteList")->currentIndex();
        QCOMPARE(index.data(Qt::AccessibleTextRole).toString(), u"Burn everything, locked: nobody may"_s);
        desk.key(Qt::Key_Return);
        QVERIFY(!ran);
        QVERIFY(desk.find("palette")->isVisible());
        desk.key(Qt::Key_Escape);
        command.unlock();
        desk.openPalette(u">burn"_s);
        desk.key(Qt::Key_Return);
        QVERIFY(ran);
    }

    void theSheetHasEveryKeyOfTheWindow()
    {
        Window desk(*m_bench);
        QVERIFY(QTest::qWaitForWindowActive(&desk.window));
        desk.window.showPage(u"deliveries"_s);
        QTRY_VERIFY(qobject_cast<DataTable *>(desk.window.focusWidget()));
        QTest::keyClick(desk.window.focusWidget(), Qt::Key_Question);
        QTRY_VERIFY(desk.find("keySheet")->isVisible());
        const auto titles = desk.titles("keySheetList");
        for (const auto *action : desk.window.actions()) {
            if (!action->shortcut().isEmpty())
                QVERIFY2(titles.contains(plainText(action->text())), qPrintable(action->text()));
        }
        QTest::keyClicks(desk.find<QLineEdit>("keySheetSearch"), u"narrow"_s);
        QCOMPARE(desk.list("keySheetList")->entries()->choices(), 1);
        desk.key(Qt::Key_Escape);
        QVERIFY(!desk.find("keySheet")->isVisible());
    }

    void aKeyCanBeGivenAndIsKept()
    {
        const QKeySequence mine(u"Ctrl+J"_s);
        {
            Window desk(*m_bench);
            QVERIFY(QTest::qWaitForWindowActive(&desk.window));
            rebind(desk, u"read again"_s, Qt::Key_K); // Ctrl+K: the palette's
            QVERIFY(desk.find<QLabel>("keySheetMessage")->text().contains(u"belongs to \"Search or run a command\""_s));
            QCOMPARE(desk.action("refresh")->shortcut(), QKeySequence(Qt::Key_F5));
            desk.key(Qt::Key_Escape);
            rebind(desk, u"read again"_s, Qt::Key_J);
            QCOMPARE(desk.action("refresh")->shortcut(), mine);
            desk.key(Qt::Key_Escape);
            QSignalSpy read(desk.action("refresh"), &QAction::triggered);
            desk.key(Qt::Key_J, Qt::ControlModifier);
            QCOMPARE(read.size(), 1);
        }
        Window again(*m_bench);
        QVERIFY(QTest::qWaitForWindowActive(&again.window));
        QCOMPARE(again.action("refresh")->shortcut(), mine);
        again.action("keys")->trigger();
        QTest::keyClicks(again.find<QLineEdit>("keySheetSearch"), u"read again"_s);
        again.key(Qt::Key_F4);
        QCOMPARE(again.action("refresh")->shortcut(), QKeySequence(Qt::Key_F5));
    }

    void textGrowsAndIsKept()
    {
        {
            Window desk(*m_bench);
            QVERIFY(QTest::qWaitForWindowActive(&desk.window));
            const auto *title = desk.find<QLabel>("pageTitle");
            QCOMPARE(title->font().pixelSize(), 16);
            desk.key(Qt::Key_Plus, Qt::ControlModifier);
            QCOMPARE(textScale(), 115);
            QCOMPARE(title->font().pixelSize(), 18);
            desk.key(Qt::Key_Plus, Qt::ControlModifier);
            desk.key(Qt::Key_Plus, Qt::ControlModifier);
            QCOMPARE(textScale(), 130); // and no further
            QCOMPARE(title->font(), font(u"title"));
            desk.window.close();
        }
        setTextScale(normalTextScale);
        Window again(*m_bench);
        QCOMPARE(textScale(), 130);
        QVERIFY(QTest::qWaitForWindowActive(&again.window));
        again.key(Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(textScale(), 100);
        QCOMPARE(again.find<QLabel>("pageTitle")->font(), font(u"title"));
        again.key(Qt::Key_Minus, Qt::ControlModifier);
        QCOMPARE(textScale(), 90);
    }

    void theBellKeepsWhatAskedForSomebody()
    {
        Window desk(*m_bench);
        QVERIFY(QTest::qWaitForWindowActive(&desk.window));
        auto *bell = desk.find<QPushButton>("bell");
        QCOMPARE(bell->accessibleName(), u"Notifications"_s);
        m_bench->clock.advance(1'000);
        const auto id = m_bench->makeCase(u"acme"_s, ReceiptState::uncertain);
        QTRY_COMPARE(bell->accessibleName(), u"Notifications, 1 not read"_s);
        bell->click();
        QVERIFY(desk.find("bellPanel")->isVisible());
        QCOMPARE(bell->accessibleName(), u"Notifications"_s);
        const auto *entry = desk.list("bellList")->current();
        QVERIFY(entry);
        QCOMPARE(entry->title, u"An effect is uncertain"_s);
        QVERIFY(entry->detail.contains(tailOfId(id.value)));
        desk.key(Qt::Key_Return);
        QVERIFY(!desk.find("bellPanel")->isVisible());
        QCOMPARE(desk.window.currentPage(), u"cases"_s);
        QTRY_COMPARE(desk.find<DataTable>("caseTable")->currentId(), id.value);
    }

    void noticesComeOnce()
    {
        Notices notices;
        const store::Notice paused{store::NoticeKind::releasePaused, u"rdv_1"_s, u"one effect is uncertain"_s, 1};
        notices.take({paused}, 10);
        notices.take({paused}, 20);
        QCOMPARE(notices.lines().size(), 1);
        notices.take({}, 30); // resumed
        notices.take({paused}, 40);
        QCOMPARE(notices.lines().size(), 2);
        QCOMPARE(notices.lines().first().at, 40);
        QList<store::Notice> many;
        for (int i = 0; i < 40; ++i)
            many.append({store::NoticeKind::uncertainEffect, u"case_%1"_s.arg(i), u"cards@12"_s, 50});
        notices.take(many, 60);
        QCOMPARE(notices.lines().size(), 3); // forty at once are one line
        notices.sealed(u"No space left"_s, 70);
        notices.sealed(u"No space left"_s, 80);
        QCOMPARE(notices.lines().size(), 4);
        notices.markRead();
        QCOMPARE(notices.unread(), 0);
    }

    void banners_data()
    {
        QTest::addColumn<DeskStatus>("status");
        QTest::addColumn<QStringList>("names");
        DeskStatus status;
        status.pipeline = DeskStatus::Pipeline::receiving;
        QTest::newRow("receiving") << status << QStringList();
        status.diskFreeBytes = 100'000'000;
        QTest::newRow("almost full") << status << QStringList{u"disk"_s};
        status.pipeline = DeskStatus::Pipeline::sealed;
        QTest::newRow("sealed") << status << QStringList{u"sealed"_s};
        status.directory = DeskStatus::Directory::vanished;
        QTest::newRow("vanished") << status << QStringList{u"vanished"_s, u"sealed"_s};
        status = {};
        status.pipeline = DeskStatus::Pipeline::attached;
        status.directory = DeskStatus::Directory::readOnly;
        QTest::newRow("attached, read-only") << status << QStringList{u"readOnlyDirectory"_s, u"attached"_s};
        status = {};
        status.pipeline = DeskStatus::Pipeline::readOnly;
        QTest::newRow("looking") << status << QStringList();
        status.sealedText = u"port 8787 is taken"_s;
        QTest::newRow("could not start") << status << QStringList{u"noPipeline"_s};
    }
    void banners()
    {
        QFETCH(DeskStatus, status);
        QStringList names;
        for (const auto &each : bannersFor(status, u"/data"_s))
            names << each.name;
        QTEST(names, "names");
    }

    void anAttachedDeskSaysWhoAndCanBeToldOnce()
    {
        Banners banners;
        DeskStatus status;
        status.pipeline = DeskStatus::Pipeline::attached;
        status.ownerPid = 4711;
        status.ownerProgram = u"lazaretctl"_s;
        banners.showStatus(status, u"/data"_s);
        auto *banner = banners.findChild<QWidget *>(u"banner"_s);
        QVERIFY(banner->accessibleName().contains(u"lazaretctl, process 4711"_s));
        banners.findChild<QPushButton *>(u"bannerDismiss"_s)->click();
        banners.showStatus(status, u"/data"_s);
        QVERIFY(banners.isHidden());
    }

    void aWindowFromALostScreenComesBack()
    {
        {
            Window desk(*m_bench);
            desk.window.move(5'000, 4'000);
            desk.window.close();
        }
        Window again(*m_bench);
        const auto room = again.window.screen()->availableGeometry();
        QVERIFY(room.contains(again.window.geometry().topLeft()));
    }

private:
    static void rebind(Window &desk, const QString &search, Qt::Key key)
    {
        desk.action("keys")->trigger();
        QTest::keyClicks(desk.find<QLineEdit>("keySheetSearch"), search);
        desk.key(Qt::Key_Return);
        auto *capture = desk.find<QKeySequenceEdit>("keySheetCapture");
        QTRY_VERIFY(capture->isVisible());
        QTest::keyClick(capture, key, Qt::ControlModifier);
        QTRY_VERIFY(!capture->isVisible());
    }

    QTemporaryDir m_settings;
    std::unique_ptr<test::DeskBench> m_bench;
};

QTEST_MAIN(TestFrame)
#include "tst_frame.moc"
