// The first start: the welcome over an empty directory, and a webhook connected with the very line it shows.
#include "engine/queries_arrivals.h"
#include "pages/trial.h"
#include "pages/welcome.h"
#include "pages/welcomecards.h"
#include "shell/mainwindow.h"
#include "store/configuration.h"
#include "ui/desktest.h"
#include "ui/livedesk.h"
#include "widgets/button.h"
#include "widgets/label.h"
#include "widgets/tabs.h"

#include <QCheckBox>
#include <QPlainTextEdit>
#include <QProcess>
#include <QSettings>
#include <QStandardPaths>

using namespace lazaret;
using namespace lazaret::ui;
using namespace Qt::StringLiterals;

namespace {

constexpr int patienceMs = 30'000;

struct First
{
    explicit First(Role role = Role::administrator) : desk(LiveDesk::Story::none, role), window(desk)
    {
        window.resize(1440, 900);
        window.show();
        (void)QTest::qWaitForWindowActive(&window);
    }
    template <typename W>
    W *find(const char *name)
    {
        return window.findChild<W *>(QLatin1String(name));
    }
    bool waitWelcome()
    {
        return QTest::qWaitFor([&] { return find<Welcome>("welcome") && find<Welcome>("welcome")->isVisible(); }, patienceMs);
    }
    // The line after an address was made for this provider; empty: it was not.
    QString makeAddress(Provider provider)
    {
        find<SegmentedSwitch>("provider")->setCurrentIndex(int(provider));
        QTest::mouseClick(find<Button>("makeAddress"), Qt::LeftButton);
        const auto *line = find<QPlainTextEdit>("tryLine");
        return QTest::qWaitFor([&] { return line->isVisible() && !line->toPlainText().isEmpty(); }, patienceMs) ? line->toPlainText()
                                                                                                                : QString();
    }
    QString state() { return find<Text>("trialState")->text(); }

    LiveDesk desk;
    MainWindow window;
};

// As pasted into a shell, while the window lives on.
QByteArray run(const QString &line)
{
    QProcess shell;
    shell.start(u"bash"_s, {u"-c"_s, line});
    shell.closeWriteChannel();
    if (!QTest::qWaitFor([&] { return shell.state() == QProcess::NotRunning; }, patienceMs))
        shell.kill();
    return shell.readAllStandardOutput() + shell.readAllStandardError();
}

} // namespace

class TestWelcome : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { beginDesk(m_settings.path()); }

    void onlyOverAnEmptyDirectory()
    {
        First empty;
        QVERIFY(empty.waitWelcome());
        QVERIFY(empty.window.showPage(u"cases"_s)); // whoever goes to a page goes to the desk
        QVERIFY(!empty.find<Welcome>("welcome")->isVisible());
        const bool untouched = empty.desk.fromStore<bool>([](Database &db) { return queries::untouched(db); });
        QVERIFY(untouched);

        LiveDesk demo(LiveDesk::Story::cards);
        QVERIFY(!demo.fromStore<bool>([](Database &db) { return queries::untouched(db); }));
        MainWindow window(demo);
        window.show();
        QTRY_COMPARE(window.currentPage(), u"overview"_s);
        QVERIFY(!window.findChild<Welcome *>(u"welcome"_s));
    }

    void theLineWorksAsPasted_data()
    {
        QTest::addColumn<Provider>("provider");
        QTest::newRow("any sender") << Provider::generic;
        QTest::newRow("GitHub") << Provider::github;
        QTest::newRow("Standard Webhooks") << Provider::standardWebhooks;
    }

    void theLineWorksAsPasted()
    {
        for (const auto *program : {"bash", "curl", "openssl", "sed", "date"}) {
            if (QStandardPaths::findExecutable(QLatin1String(program)).isEmpty())
                QSKIP("needs a shell with curl and openssl");
        }
        QFETCH(const Provider, provider);
        First first;
        QVERIFY(first.waitWelcome());
        const QString line = first.makeAddress(provider);
        QVERIFY2(!line.isEmpty(), qPrintable(first.find<Text>("makeAddressWhy")->text()));
        QVERIFY(first.state().contains(u"Waiting"));

        // A wrong secret first: refused, and the page says why and what to do.
        const QRegularExpression secret(u"(hmac '|hexkey:)[0-9a-f]{64}"_s);
        QVERIFY(line.contains(secret));
        // Again, should the listener not know the address yet: it looks for what is new four times a second.
        auto *refused = first.find<Text>("trialRefused");
        const auto told = [&] { return refused->isVisible() && refused->text().contains(u"signature did not match"); };
        for (int i = 0; i < 5 && !told(); ++i) {
            run(QString(line).replace(secret, u"\\1"_s + QString(64, u'0')));
            (void)QTest::qWaitFor(told, patienceMs / 5);
        }
        QVERIFY2(told(), qPrintable(refused->text()));
        QVERIFY(first.state().contains(u"Waiting"));

        const QByteArray answer = run(line);
        QTRY_VERIFY_WITH_TIMEOUT(first.state().contains(u"verified with key 1"), patienceMs);
        QVERIFY2(!refused->isVisible(), answer.constData());
        QVERIFY(first.find<Button>("seeDelivery")->isVisible());
        // Kept, and not worked: nobody said where it goes.
        run(line);
        const QString slug = first.desk.fromStore<QString>([](Database &db) { return store::currentSources(db).value(0).slug; });
        const auto count = [&] {
            return first.desk.fromStore<qint64>([&](Database &db) { return queries::arrivals(db, {}, slug).count; });
        };
        QTRY_COMPARE_WITH_TIMEOUT(count(), 2, patienceMs); // each run is a delivery of its own
        QCOMPARE(first.desk.fromStore<qint64>([](Database &db) { return store::countJobs(db, u"held"_s); }), 2);
        QTest::mouseClick(first.find<Button>("seeDelivery"), Qt::LeftButton);
        QCOMPARE(first.window.currentPage(), u"deliveries"_s);
        QVERIFY(!first.find<Welcome>("welcome")->isVisible());
    }

    void theSecretIsKeptOnlyWhereSecretsAre()
    {
        First first;
        QVERIFY(first.waitWelcome());
        const QString line = first.makeAddress(Provider::generic);
        const QString secret = line.section(u"-hmac '"_s, 1).left(64);
        QCOMPARE(secret.size(), 64);
        QDirIterator files(first.desk.dataDirectory(), QDir::Files);
        while (files.hasNext()) {
            QFile file(files.next());
            if (file.fileName().endsWith(u"secrets.json"))
                continue;
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY2(!file.readAll().contains(secret.toLatin1()), qPrintable(file.fileName()));
        }
    }

    void makingAnAddressNeedsAnAdministrator()
    {
        First first(Role::operator_);
        QVERIFY(first.waitWelcome());
        QVERIFY(!first.find<Button>("makeAddress")->isEnabled());
        QVERIFY(first.find<Text>("makeAddressWhy")->text().contains(u"administrator"));
    }

    void startsTheDemoInAProcessOfItsOwn()
    {
        First first;
        QVERIFY(first.waitWelcome());
        QVERIFY(first.find<Button>("startDemo")->hasFocus()); // Enter starts it
        first.desk.refusesToStart = true;
        QTest::keyClick(first.window.focusWidget(), Qt::Key_Return);
        QVERIFY(first.window.isVisible());
        QVERIFY(first.find<Text>("demoTrouble")->text().contains(u"no such program"));
        first.desk.refusesToStart = false;
        QTest::keyClick(first.window.focusWidget(), Qt::Key_Return);
        QCOMPARE(first.desk.started, (QStringList{u"--demo"_s, u"--data"_s, first.desk.dataDirectory() + u"-demo"_s}));
        QVERIFY(!first.window.isVisible());
    }

    void withoutTheGuideAndElsewhere()
    {
        First first;
        QVERIFY(first.waitWelcome());
        first.find<Welcome>("welcome")->setDemoDirectory(u"/somewhere/else"_s);
        first.find<QCheckBox>("guided")->setChecked(false);
        QTest::mouseClick(first.find<Button>("startDemo"), Qt::LeftButton);
        QCOMPARE(first.desk.started, (QStringList{u"--demo"_s, u"--data"_s, u"/somewhere/else"_s, u"--no-coach"_s}));
    }

    void aWorkspaceFileIsCheckedListedAndSet()
    {
        First first;
        QVERIFY(first.waitWelcome());
        auto *card = first.find<OpenCard>("openCard");
        auto *said = first.find<Text>("openText");
        QTemporaryFile file;
        QVERIFY(file.open());
        file.write(R"({"lazaret": 1, "sources": [{"slug": "Not a slug"}]})");
        file.flush();
        card->openFile(file.fileName());
        QVERIFY2(said->text().contains(u"/sources/0/slug"), qPrintable(said->text()));
        QVERIFY(!first.find<Button>("applyFile")->isVisible());

        file.resize(0);
        file.seek(0);
        file.write(trialWorkspace(freshTrial(Provider::github)));
        file.flush();
        card->openFile(file.fileName());
        QVERIFY2(said->text().contains(u"workflow kept@1"), qPrintable(said->text()));
        QVERIFY(first.desk.fromStore<bool>([](Database &db) { return queries::untouched(db); })); // read, not set
        QTest::mouseClick(first.find<Button>("applyFile"), Qt::LeftButton);
        QTRY_VERIFY(!first.find<Welcome>("welcome")->isVisible());
        QCOMPARE(first.desk.fromStore<qsizetype>([](Database &db) { return store::currentSources(db).size(); }), 1);
    }

    void everythingIsReachedByKeyboardAndHasAName()
    {
        First first;
        QVERIFY(first.waitWelcome());
        QStringList reached;
        for (int i = 0; i < 40; ++i) {
            auto *here = first.window.focusWidget();
            if (!here || reached.contains(here->objectName()))
                break;
            QVERIFY2(!here->accessibleName().isEmpty(), qPrintable(here->objectName()));
            reached.append(here->objectName());
            QTest::keyClick(here, Qt::Key_Tab);
        }
        for (const auto &name : {u"startDemo"_s, u"guided"_s, u"provider"_s, u"makeAddress"_s, u"openFile"_s, u"openDirectory"_s,
                                 u"welcomeTheme"_s, u"toDesk"_s})
            QVERIFY2(reached.contains(name), qPrintable(name + u" not in "_s + reached.join(u", "_s)));
    }

private:
    QTemporaryDir m_settings;
};

QTEST_MAIN(TestWelcome)
#include "tst_welcome.moc"
