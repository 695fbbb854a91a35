// Walks every page there is, in both themes and both sizes, over stores of 0, 1, 12 and 10,000 cases: nothing clipped, nameless, one over
// another, and the GUI thread never busy for long. Leaves a picture of each page in the build folder.
#include "pages/page.h"
#include "shell/mainwindow.h"
#include "theme/theme.h"
#include "theme/tokens.h"
#include "ui/layoutcheck.h"
#include "ui/manycases.h"
#include "ui/storedesk.h"
#include "ui/watchdog.h"

#include <QDir>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>

#include <map>

using namespace lazaret;
using namespace lazaret::ui;
using namespace Qt::StringLiterals;
using test::Watchdog;

namespace {

constexpr int readyMs = 20'000;

const QString &pictures()
{
    static const QString directory = QStringLiteral(BUILD_ROOT "/grabs");
    return directory;
}

} // namespace

class TestDeskWalk : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_settings.path());
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        QVERIFY(QDir().mkpath(pictures()));
        applyTheme(*qApp, Theme::light);
    }
    void cleanup()
    {
        setTextScale(normalTextScale);
        Watchdog::instance().watch(false);
    }
    void cleanupTestCase() { m_stores.clear(); }

    void everyPage_data()
    {
        QTest::addColumn<int>("cases");
        QTest::addColumn<Theme>("theme");
        QTest::addColumn<QSize>("size");
        for (const int cases : {0, 1, 12, 10'000}) {
            for (const auto theme : {Theme::light, Theme::dark}) {
                for (const auto size : {QSize(1440, 900), QSize(1100, 700)})
                    QTest::addRow("%d-%s-%dx%d", cases, qPrintable(themeWord(theme)), size.width(), size.height())
                        << cases << theme << size;
            }
        }
    }
    void everyPage()
    {
        QFETCH(int, cases);
        QFETCH(Theme, theme);
        QFETCH(QSize, size);
        const auto problems = walk(cases, theme, size, QString::fromLatin1(QTest::currentDataTag()));
        QVERIFY2(problems.isEmpty(), qPrintable(u'\n' + problems.join(u'\n')));
    }

    void everyPageInLargeText()
    {
        setTextScale(130);
        const auto problems = walk(12, Theme::light, QSize(1100, 700), u"large"_s);
        QVERIFY2(problems.isEmpty(), qPrintable(u'\n' + problems.join(u'\n')));
    }

    // The walk can fail: a window with one of each mistake is found out.
    void theCheckFindsWhatIsWrong()
    {
        QWidget window;
        window.resize(200, 100);
        auto *clipped = new QLabel(u"A text that is far too long for this"_s, &window);
        clipped->setGeometry(0, 0, 40, 20);
        auto *nameless = new QLineEdit(&window);
        nameless->setGeometry(30, 5, 60, 24); // and over the label
        auto *small = new Button(u"Stop after this batch"_s, Button::Kind::primary, &window);
        small->setGeometry(100, 60, 30, 20);
        auto *outside = new QWidget(&window);
        outside->setGeometry(180, 80, 60, 60);
        window.show();
        const auto problems = test::LayoutCheck::problems(window);
        for (const auto *what : {"needs", "without an accessible name", "below its hint", "outside its parent", "lies over"})
            QVERIFY2(!problems.filter(QLatin1String(what)).isEmpty(), what);
        Watchdog::instance().watch(true);
        {
            const Watchdog::Stretch stretch(u"a busy test"_s);
            QElapsedTimer time;
            for (time.start(); time.elapsed() < Watchdog::boundMs() * 6;) { // a machine that is shared takes some of it
            }
        }
        QCOMPARE(Watchdog::instance().takeFindings().size(), 1);
    }

private:
    test::DeskBench &store(int cases)
    {
        auto &bench = m_stores[cases];
        if (!bench) {
            bench = std::make_unique<test::DeskBench>();
            bench->setUp();
            test::fill(*bench, cases);
        }
        return *bench;
    }

    QStringList walk(int cases, Theme theme, const QSize &size, const QString &picture)
    {
        StoreDesk services(store(cases), {u"root"_s, {u"*"_s}}, Role::administrator);
        applyTheme(*qApp, theme);
        const int scale = textScale();
        MainWindow window(services);
        setTextScale(scale); // not the remembered one
        window.resize(size);
        window.show();
        QStringList problems;
        Watchdog::instance().takeFindings();
        Watchdog::instance().watch(true);
        for (const auto &name : window.pageNames()) {
            for (const auto &problem : visit(window, name))
                problems << name + QStringLiteral(": ") + problem;
            Watchdog::instance().watch(false);
            if (!window.grab().save(QStringLiteral("%1/%2-%3.png").arg(pictures(), picture, name)))
                problems << name + QStringLiteral(": its picture could not be written");
            Watchdog::instance().watch(true);
        }
        Watchdog::instance().watch(false);
        return problems;
    }

    static QStringList visit(MainWindow &window, const QString &name)
    {
        QSignalSpy ready(&window, &MainWindow::pageReady);
        {
            const Watchdog::Stretch stretch(QStringLiteral("showPage ") + name);
            window.showPage(name);
        }
        QStringList problems;
        if (!QTest::qWaitFor([&] { return ready.contains(QVariantList{name}); }, readyMs))
            problems << QStringLiteral("never became ready");
        settle(window);
        if (window.size() != window.size().expandedTo(window.minimumSizeHint()))
            problems << QStringLiteral("the window's least size is %1x%2")
                            .arg(window.minimumSizeHint().width())
                            .arg(window.minimumSizeHint().height());
        problems += test::LayoutCheck::problems(window);
        return problems + Watchdog::instance().takeFindings();
    }

    // Until answers that came together have been laid out: two rounds without a change of any geometry.
    static void settle(QWidget &window)
    {
        QList<QRect> before;
        int quiet = 0;
        (void)QTest::qWaitFor(
            [&] {
                QList<QRect> now;
                for (const auto *widget : window.findChildren<QWidget *>()) {
                    if (widget->isVisible())
                        now << widget->geometry();
                }
                quiet = now == before ? quiet + 1 : 0;
                before = now;
                return quiet > 2;
            },
            3'000);
    }

    QTemporaryDir m_settings;
    std::map<int, std::unique_ptr<test::DeskBench>> m_stores;
};

int main(int argc, char *argv[])
{
    test::WatchedApplication app(argc, argv);
    TestDeskWalk test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_deskwalk.moc"
