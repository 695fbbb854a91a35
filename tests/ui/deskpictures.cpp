// Pictures of the real window over the fake desk, for whoever judges its looks: every page, light and dark, in two sizes.
#include "shell/mainwindow.h"
#include "theme/theme.h"
#include "ui/fakedesk.h"
#include "ui/fixturedesk.h"

#include <QApplication>
#include <QDir>
#include <QPlainTextEdit>
#include <QSettings>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QTextStream>

#include <functional>

using namespace lazaret::ui;

namespace {

void picture(DeskServices &desk, const QString &pageName, const QSize &size, const QString &file,
             const std::function<void(MainWindow &)> &then = {})
{
    MainWindow window(desk);
    window.resize(size);
    window.show();
    QSignalSpy ready(&window, &MainWindow::pageReady);
    window.showPage(pageName);
    while (!ready.contains(QVariantList{pageName})) {
        if (!ready.wait(5'000))
            break;
    }
    if (then)
        then(window);
    QTest::qWait(50); // the last repaint
    window.grab().save(file);
}

// Over a store, because what they show is made by the engine: a release with one case that stays uncertain.
void picturesOfEvidence(const QSize &size, const QDir &directory, const QString &tail)
{
    lazaret::test::ReleaseFixture fixture(
        lazaret::test::Story{.redriven = 30, .byHand = 5, .uncertain = 1, .failedAgain = 1, .discarded = 2});
    FixtureDesk desk(fixture, lazaret::Role::approver);
    desk.pipeline = DeskStatus::Pipeline::receiving;
    picture(desk, QStringLiteral("reconciliation"), size, directory.filePath(QStringLiteral("reconciliation") + tail));
    picture(desk, QStringLiteral("reconciliation"), size, directory.filePath(QStringLiteral("reconciliation-uncertain") + tail),
            [](MainWindow &window) {
                window.findChild<QTableView *>(QStringLiteral("proofTable"))->selectRow(29);
                QTest::qWait(300);
                window.findChild<QAction *>(QStringLiteral("settleUncertain"))->trigger();
                QTest::qWait(100);
            });
    picture(desk, QStringLiteral("reconciliation"), size, directory.filePath(QStringLiteral("report") + tail), [](MainWindow &window) {
        window.findChild<QAction *>(QStringLiteral("showReport"))->trigger();
        QTest::qWait(1500);
    });
    picture(desk, QStringLiteral("audit"), size, directory.filePath(QStringLiteral("audit") + tail), [](MainWindow &window) {
        window.findChild<QAction *>(QStringLiteral("verifyChain"))->trigger();
        QTest::qWait(500);
    });
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication app(argc, argv);
    if (argc < 2) {
        QTextStream(stderr) << "usage: desk_pictures DIR\n";
        return 2;
    }
    const QDir directory(QString::fromLocal8Bit(argv[1]));
    directory.mkpath(QStringLiteral("."));
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, directory.filePath(QStringLiteral("settings")));
    for (const auto theme : {Theme::light, Theme::dark}) {
        applyTheme(app, theme);
        for (const QSize &size : {QSize(1440, 900), QSize(1100, 700)}) {
            FakeDesk desk, empty(0, 0);
            empty.empty = true;
            for (const auto *page : {"overview", "cases", "deliveries"}) {
                const QString name = QLatin1String(page);
                const QString tail = QStringLiteral("-%1-%2.png").arg(themeWord(theme)).arg(size.width());
                picture(desk, name, size, directory.filePath(name + tail));
                picture(empty, name, size, directory.filePath(name + QStringLiteral("-empty") + tail));
            }
            const QString tail = QStringLiteral("-%1-%2.png").arg(themeWord(theme)).arg(size.width());
            picturesOfEvidence(size, directory, tail);
            for (int tab = 1; tab < 5; ++tab)
                picture(desk, QStringLiteral("cases"), size, directory.filePath(QStringLiteral("case-tab%1").arg(tab) + tail),
                        [tab](MainWindow &window) {
                            window.findChild<QTableView *>(QStringLiteral("caseTable"))->selectRow(5); // an uncertain one
                            QTest::qWait(50);
                            window.findChild<QTabBar *>(QStringLiteral("caseTabs"))->setCurrentIndex(tab);
                        });
            picture(desk, QStringLiteral("cases"), size, directory.filePath(QStringLiteral("query-mistake") + tail),
                    [](MainWindow &window) {
                        auto *query = window.findChild<QPlainTextEdit *>(QStringLiteral("query"));
                        query->setPlainText(QStringLiteral("class:invalid_input age:>2hours"));
                        query->setFocus();
                    });
        }
    }
    return 0;
}
