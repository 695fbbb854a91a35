// Setting up by hand and eye: the real window over a real store, with keys and mouse.
#include "core/engine/deskbench.h"
#include "pages/settings_storage.h"
#include "pages/sources_signature.h"
#include "pages/sourcespage.h"
#include "pages/workflowspage.h"
#include "shell/mainwindow.h"
#include "support/jsontext.h"
#include "theme/theme.h"
#include "ui/desktest.h"
#include "ui/storedesk.h"
#include "verify/hmac.h"
#include "widgets/form.h"
#include "widgets/jsonpane.h"
#include "widgets/setuplist.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTabBar>
#include <QTest>

using namespace lazaret;
using namespace lazaret::ui;
using namespace Qt::StringLiterals;

namespace {

struct Window
{
    Window(test::DeskBench &bench, Role role, const QString &who = u"root"_s) : services(bench, {who, {u"*"_s}}, role), window(services)
    {
        window.resize(1440, 900);
        window.show();
        window.activateWindow();
        (void)QTest::qWaitForWindowActive(&window); // shortcuts belong to the active window
    }
    template <typename W>
    W *find(const QString &name)
    {
        return window.findChild<W *>(name);
    }
    QLineEdit *field(const char *pointer) { return page()->findChild<QLineEdit *>(Form::pathName(QLatin1String(pointer))); }
    QLabel *below(const char *pointer) { return page()->findChild<QLabel *>(Form::pathName(QLatin1String(pointer)) + u"_below"_s); }
    Page *page() { return find<Page>(window.currentPage()); }
    SetupList *list() { return page()->findChild<SetupList *>(window.currentPage() + u"List"_s); }
    QAction *command(const char *name) { return find<QAction>(QLatin1String(name)); }
    QPlainTextEdit *text() { return page()->findChild<QPlainTextEdit *>(u"jsonText"_s); }
    bool open(const char *name, int rows)
    {
        window.showPage(QLatin1String(name));
        return QTest::qWaitFor([&] { return list() && list()->model()->rowCount() == rows; });
    }
    void type(QWidget *into, const QString &text)
    {
        into->setFocus();
        if (auto *line = qobject_cast<QLineEdit *>(into))
            line->selectAll();
        QTest::keyClicks(into, text);
    }
    // Everything a person, or a screen reader, could read of a secret.
    bool showsAnywhere(const QString &secret)
    {
        for (auto *widget : window.findChildren<QWidget *>()) {
            QStringList texts{widget->toolTip(), widget->accessibleName(), widget->accessibleDescription(), widget->windowTitle()};
            if (auto *label = qobject_cast<QLabel *>(widget))
                texts.append(label->text());
            if (auto *line = qobject_cast<QLineEdit *>(widget))
                texts.append(line->text());
            if (auto *edit = qobject_cast<QPlainTextEdit *>(widget))
                texts.append(edit->toPlainText());
            if (auto *button = qobject_cast<QAbstractButton *>(widget))
                texts.append(button->text());
            for (const auto &each : texts) {
                if (each.contains(secret))
                    return true;
            }
        }
        return false;
    }

    StoreDesk services;
    MainWindow window;
};

bool anyFileHolds(const QString &directory, const QByteArray &secret, const QString &except)
{
    QDirIterator files(directory, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (!file.fileName().endsWith(except) && file.open(QIODevice::ReadOnly) && file.readAll().contains(secret))
            return true;
    }
    return false;
}

} // namespace

class TestSetupDesk : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { beginDesk(m_settings.path()); }
    void init()
    {
        m_bench = std::make_unique<test::DeskBench>();
        m_bench->setUp();
    }

    void somebodyElseWasFirst()
    {
        Window desk(*m_bench, Role::administrator);
        QVERIFY(desk.open("sources", 1));
        QTRY_COMPARE(desk.field("/max_body_bytes")->text(), u"1048576"_s);
        desk.type(desk.field("/max_body_bytes"), u"4096"_s);
        QTRY_VERIFY(desk.command("sourcesSave")->isEnabled());
        QJsonObject theirs = toJson(*store::currentSource(m_bench->db(), u"shop"_s));
        theirs.insert(u"tolerance_s"_s, 60);
        QVERIFY(m_bench->desk()
                    .applyWorkspace(test::DeskBench::bytes({{u"lazaret"_s, 1}, {u"sources"_s, QJsonArray{theirs}}}), false)
                    .has_value());
        QWidget *conflict = desk.find<QWidget>(u"sourcesConflict"_s);
        QTRY_VERIFY(conflict->isVisible());
        QVERIFY2(conflict->accessibleName().startsWith(u"root changed shop"_s), qPrintable(conflict->accessibleName()));
        QVERIFY(!desk.command("sourcesSave")->isEnabled());
        QCOMPARE(desk.field("/max_body_bytes")->text(), u"4096"_s); // mine is kept
        QCOMPARE(store::currentSource(m_bench->db(), u"shop"_s)->maxBodyBytes, 1048576);
        QTest::mouseClick(desk.find<QPushButton>(u"sourcesKeepMine"_s), Qt::LeftButton);
        QTRY_VERIFY2(desk.command("sourcesSave")->isEnabled(), qPrintable(desk.command("sourcesSave")->statusTip()));
        desk.command("sourcesSave")->trigger();
        QTRY_COMPARE(store::currentSource(m_bench->db(), u"shop"_s)->maxBodyBytes, 4096);
        QCOMPARE(store::currentSource(m_bench->db(), u"shop"_s)->toleranceS, 60); // and theirs too
    }

    void aNewVersionByCopying()
    {
        m_bench->makeJob(); // jobs have run under 12: its content stands
        Window desk(*m_bench, Role::administrator);
        QVERIFY(desk.open("workflows", 1));
        auto *url = desk.field("/steps/0/url");
        QTRY_COMPARE(url->text(), u"http://127.0.0.1:9/cards"_s);
        desk.type(url, u"http://127.0.0.1:9/v2/cards"_s);
        QTRY_VERIFY(desk.below("/version")->text().contains(u"give the new content a new version"_s));
        QVERIFY(!desk.command("workflowsSave")->isEnabled());
        desk.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&desk.window));
        url->setFocus();
        QTest::keyClick(url, Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(desk.field("/version")->text(), u"13"_s);
        auto *diff = desk.find<QPlainTextEdit>(u"diff"_s);
        QTRY_VERIFY(diff->toPlainText().contains(u"+       \"url\": \"http://127.0.0.1:9/v2/cards\""_s));
        QTRY_VERIFY(desk.command("workflowsSave")->isEnabled());
        desk.command("workflowsSave")->trigger();
        QTRY_COMPARE(store::currentWorkflow(m_bench->db(), u"cards"_s)->version, u"13"_s);
        QCOMPARE(store::workflowVersion(m_bench->db(), u"cards"_s, u"12"_s)->steps[0].url, u"http://127.0.0.1:9/cards"_s);
        // back again
        QTRY_VERIFY(desk.find<QPushButton>(u"restore_12"_s));
        desk.find<QPushButton>(u"restore_12"_s)->click();
        QTRY_VERIFY(desk.command("workflowsSave")->isEnabled());
        desk.command("workflowsSave")->trigger();
        QTRY_COMPARE(store::currentWorkflow(m_bench->db(), u"cards"_s)->version, u"12"_s);
    }

    void aSourceByKeyboard()
    {
        Window desk(*m_bench, Role::administrator);
        QVERIFY(desk.open("sources", 1));
        new QAbstractItemModelTester(desk.list()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest, desk.list());
        QTest::keyClick(desk.list(), Qt::Key_N, Qt::ControlModifier);
        QTRY_COMPARE(desk.list()->model()->rowCount(), 2);
        QTRY_VERIFY(desk.field("/slug")->hasFocus());
        QTest::keyClicks(desk.field("/slug"), u"till"_s);
        // without a key: said at the field, at the JSON path, and Save says it too
        QTRY_VERIFY(desk.below("/secrets")->text().contains(u"one or two secrets"_s));
        auto *problems = desk.page()->findChild<QListWidget *>(u"jsonProblems"_s);
        QTRY_COMPARE(problems->count(), 1);
        QVERIFY(problems->item(0)->text().contains(u"/secrets"_s));
        QVERIFY(!desk.command("sourcesSave")->isEnabled());
        const QString secret = u"whsec_cGxhbnRlZC1zZWNyZXQtb2YtdGhlLXRpbGw="_s;
        auto *enter = desk.find<QPushButton>(u"enterSecret0"_s);
        enter->setFocus();
        QTest::keyClick(enter, Qt::Key_Space);
        auto *sheet = desk.find<QDialog>(u"secretSheet"_s);
        QVERIFY(sheet);
        auto *entry = sheet->findChild<QLineEdit *>(u"secret"_s);
        QCOMPARE(entry->echoMode(), QLineEdit::Password);
        QTest::keyClicks(entry, secret);
        QTest::keyClick(entry, Qt::Key_Return); // plain Enter is nothing
        QVERIFY(sheet->isVisible());
        QTest::keyClick(entry, Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(desk.command("sourcesSave")->isEnabled());
        QVERIFY(!desk.showsAnywhere(secret));
        QTest::keyClick(desk.field("/slug"), Qt::Key_S, Qt::ControlModifier);
        QTRY_VERIFY(store::currentSource(m_bench->db(), u"till"_s));
        QTRY_COMPARE(desk.list()->currentId(), u"till"_s);
        QTRY_VERIFY(desk.text()->toPlainText().contains(u"source/till/1"_s));
        QCOMPARE(m_bench->secrets.read(u"source/till/1"_s).value(), secret.toUtf8());
        QVERIFY(!desk.showsAnywhere(secret));
        QVERIFY(!anyFileHolds(m_bench->path(), secret.toUtf8(), u"secrets.json"_s));
        QCOMPARE(store::lastAudit(m_bench->db())->object, u"till"_s);
    }

    void aMistakeStandsAtTheFieldAndAtItsLine()
    {
        Window desk(*m_bench, Role::administrator);
        QVERIFY(desk.open("sources", 1));
        auto *limit = desk.field("/max_body_bytes");
        QTRY_COMPARE(limit->text(), u"1048576"_s);
        desk.find<QTabBar>(u"sourcesTabs"_s)->setCurrentIndex(2);
        desk.type(limit, u"many"_s);
        QTRY_COMPARE(desk.below("/max_body_bytes")->text(), u"must be a number"_s);
        const QStringList lines = desk.text()->toPlainText().split(u'\n');
        const auto line = std::find_if(lines.begin(), lines.end(), [](const QString &each) { return each.contains(u"max_body_bytes"_s); });
        auto *problems = desk.page()->findChild<QListWidget *>(u"jsonProblems"_s);
        QTRY_COMPARE(problems->count(), 1);
        QVERIFY2(problems->item(0)->text().startsWith(u"Line %1, /max_body_bytes"_s.arg(line - lines.begin() + 1)),
                 qPrintable(problems->item(0)->text()));
        QCOMPARE(desk.find<QLabel>(u"sourcesUnsaved"_s)->text(), u"1 unsaved change"_s);
        // put right in the text: the form follows
        QString text = desk.text()->toPlainText();
        desk.text()->setPlainText(text.replace(u"\"many\""_s, u"2000"_s));
        QTRY_COMPARE(limit->text(), u"2000"_s);
        QTRY_COMPARE(problems->isVisible(), false);
        QTRY_VERIFY(desk.command("sourcesSave")->isEnabled());
        // no JSON at all: said, and nothing of it reaches the form
        desk.text()->setPlainText(text.left(40));
        QTRY_VERIFY(!desk.command("sourcesSave")->isEnabled());
        QCOMPARE(limit->text(), u"2000"_s);
    }

    void whoMayNotConfigureReadsAndIsToldWhy()
    {
        Window desk(*m_bench, Role::approver, u"ana"_s);
        QVERIFY(desk.open("sources", 1));
        QTRY_COMPARE(desk.field("/slug")->text(), u"shop"_s);
        QVERIFY(desk.field("/slug")->isReadOnly());
        for (const auto *name : {"sourcesSave", "sourcesNew", "sourcesRemove", "sourcesHold"}) {
            QVERIFY2(!desk.command(name)->isEnabled(), name);
            QVERIFY2(desk.command(name)->statusTip().contains(u"Administrator"_s), name);
        }
        QVERIFY(desk.text()->isReadOnly());
        desk.window.showPage(u"settings"_s);
        desk.list()->setCurrentId(u"people"_s);
        QTRY_VERIFY(desk.find<QPushButton>(u"change_vera"_s));
        QVERIFY(!desk.find<QPushButton>(u"change_vera"_s)->isEnabled());
        QVERIFY(!desk.command("workspaceImport")->isEnabled());
        QVERIFY(desk.command("workspaceExport")->isEnabled()); // approvers export
    }

    void unsavedChangesAreAskedAbout()
    {
        Window desk(*m_bench, Role::administrator);
        QVERIFY(desk.open("sources", 1));
        QTRY_COMPARE(desk.field("/rate_per_s")->text(), u"0"_s);
        desk.type(desk.field("/rate_per_s"), u"5"_s);
        QTRY_COMPARE(desk.find<QLabel>(u"sourcesUnsaved"_s)->text(), u"1 unsaved change"_s);
        desk.window.showPage(u"overview"_s); // leaving the page loses nothing
        desk.window.close();
        QVERIFY(desk.window.isVisible());
        auto *confirm = desk.find<QDialog>(u"confirmClose"_s);
        QVERIFY(confirm);
        QTest::keyClick(confirm, Qt::Key_Escape);
        QTRY_VERIFY(!desk.find<QDialog>(u"confirmClose"_s));
        desk.window.showPage(u"sources"_s);
        QCOMPARE(desk.field("/rate_per_s")->text(), u"5"_s);
        desk.command("sourcesDiscard")->trigger();
        confirm = desk.find<QDialog>(u"confirmDiscard"_s);
        QVERIFY(confirm);
        QTest::mouseClick(confirm->findChild<QPushButton *>(u"main"_s), Qt::LeftButton);
        QTRY_COMPARE(desk.field("/rate_per_s")->text(), u"0"_s);
        desk.window.close();
        QVERIFY(!desk.window.isVisible());
    }

    void holdAndResume()
    {
        Window desk(*m_bench, Role::administrator);
        QVERIFY(desk.open("sources", 1));
        QTRY_VERIFY(desk.command("sourcesHold")->isEnabled());
        desk.type(desk.field("/rate_per_s"), u"5"_s); // unsaved changes are not in the way, nor lost
        desk.command("sourcesHold")->trigger();
        QTRY_VERIFY(store::isHeld(m_bench->db(), u"source"_s, u"shop"_s));
        QTRY_COMPARE(desk.command("sourcesHold")->text(), u"Resume"_s);
        QTRY_VERIFY(desk.command("sourcesSave")->isEnabled());
        desk.command("sourcesSave")->trigger();
        QTRY_COMPARE(store::currentSource(m_bench->db(), u"shop"_s)->ratePerS, 5);
        QVERIFY(store::isHeld(m_bench->db(), u"source"_s, u"shop"_s)); // saving lifted no hold
        QTRY_VERIFY(desk.command("sourcesHold")->isEnabled());
        desk.command("sourcesHold")->trigger();
        QTRY_VERIFY(!store::isHeld(m_bench->db(), u"source"_s, u"shop"_s));
    }

    void stepsAreAddedMovedAndRemoved()
    {
        Window desk(*m_bench, Role::administrator);
        QVERIFY(desk.open("workflows", 1));
        QTRY_VERIFY(desk.field("/steps/0/url"));
        desk.find<QPushButton>(u"addStep"_s)->click();
        QTRY_VERIFY(desk.field("/steps/1/name"));
        QTRY_COMPARE(desk.below("/steps/1/url")->text(), u"must be a non-empty text"_s);
        desk.type(desk.field("/steps/1/url"), u"https://mail.example/send"_s);
        QTRY_VERIFY(desk.command("workflowsSave")->isEnabled());
        desk.find<QPushButton>(u"stepUp_1"_s)->click();
        QCOMPARE(desk.field("/steps/0/name")->text(), u"step-2"_s);
        desk.find<QPushButton>(u"stepRemove_0"_s)->click();
        QTRY_VERIFY(!desk.command("workflowsSave")->isEnabled()); // as it was
        QCOMPARE(desk.field("/steps/0/name")->text(), u"save"_s);
    }

    void targetsAreWhatTheStepsCall()
    {
        Window desk(*m_bench, Role::administrator);
        QVERIFY(desk.open("targets", 1));
        QCOMPARE(desk.find<QLabel>(u"targetHost"_s)->text(), u"127.0.0.1:9"_s);
        QTRY_VERIFY(desk.command("targetsCheck")->isEnabled());
        desk.command("targetsCheck")->trigger();
        QTRY_VERIFY(desk.find<QLabel>(u"targetAnswer"_s)->text().contains(u"Nothing listens there"_s));
    }

    void peopleComeChangeAndGo()
    {
        Window desk(*m_bench, Role::administrator);
        desk.window.showPage(u"settings"_s);
        desk.list()->setCurrentId(u"people"_s);
        QTRY_VERIFY(desk.find<QWidget>(u"person_root"_s));
        desk.command("peopleAdd")->trigger();
        auto *sheet = desk.find<QDialog>(u"personSheet"_s);
        QTest::keyClicks(sheet->findChild<QLineEdit *>(u"personName"_s), u"nadia"_s);
        sheet->findChild<QComboBox *>(u"personRole"_s)->setCurrentIndex(2);
        QTest::keyClick(sheet->findChild<QLineEdit *>(u"personName"_s), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(store::findOperator(m_bench->db(), u"nadia"_s).value_or(Operator{}).role, Role::approver);
        QTRY_VERIFY(desk.find<QPushButton>(u"remove_nadia"_s));
        desk.find<QPushButton>(u"remove_nadia"_s)->click();
        QTest::mouseClick(desk.find<QDialog>(u"confirmRemovePerson"_s)->findChild<QPushButton *>(u"main"_s), Qt::LeftButton);
        QTRY_VERIFY(!store::findOperator(m_bench->db(), u"nadia"_s));
        // nobody left to administer: refused by core, told, nothing changed
        QSignalSpy trouble(desk.page(), &Page::troubled);
        desk.find<QPushButton>(u"remove_root"_s)->click();
        QTest::mouseClick(desk.find<QDialog>(u"confirmRemovePerson"_s)->findChild<QPushButton *>(u"main"_s), Qt::LeftButton);
        QTRY_COMPARE(trouble.size(), 1);
        QVERIFY(trouble[0][1].value<Error>().detail.contains(u"administrator"_s));
        QVERIFY(store::findOperator(m_bench->db(), u"root"_s));
        desk.find<QCheckBox>(u"fourEyes"_s)->click();
        QTRY_VERIFY(fourEyes(m_bench->db()));
    }

    void anImportListsItsChangesBeforeItMakesThem()
    {
        QTemporaryDir files;
        const auto write = [&](const QString &name, const QByteArray &bytes) {
            QFile file(files.filePath(name));
            return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName() : QString();
        };
        Window desk(*m_bench, Role::administrator);
        desk.window.showPage(u"settings"_s);
        desk.list()->setCurrentId(u"workspace"_s);
        auto *pane = desk.find<WorkspacePane>(u"settingsWorkspace"_s);
        auto *head = desk.find<QLabel>(u"importHead"_s);
        QJsonObject file = test::DeskBench::workspace({}, {test::DeskBench::workflow(u"13"_s, u"http://127.0.0.1:9/v2"_s)});
        pane->importFrom(write(u"broken.json"_s, "{"));
        QTRY_COMPARE(head->text(), u"broken.json has a problem; nothing would be changed"_s);
        QVERIFY(!desk.command("workspaceApply")->isEnabled());
        pane->importFrom(write(u"next.json"_s, test::DeskBench::bytes(file)));
        QTRY_COMPARE(head->text(), u"next.json would make 2 changes"_s);
        QStringList told;
        for (auto *label : pane->findChildren<QLabel *>())
            told.append(label->text());
        QVERIFY(told.contains(u"version 13 in force. New jobs run under it; jobs that have begun keep their version."_s));
        QCOMPARE(store::currentWorkflow(m_bench->db(), u"cards"_s)->version, u"12"_s);
        desk.command("workspaceApply")->trigger();
        QTest::mouseClick(desk.find<QDialog>(u"confirmApply"_s)->findChild<QPushButton *>(u"main"_s), Qt::LeftButton);
        QTRY_COMPARE(store::currentWorkflow(m_bench->db(), u"cards"_s)->version, u"13"_s);
        pane->exportTo(files.filePath(u"out.json"_s));
        QTRY_VERIFY(QFile::exists(files.filePath(u"out.json"_s)));
        QVERIFY(!anyFileHolds(files.path(), "planted-secret-one", u"-"_s));
    }

    void theSignatureCheckSaysWhichStepFails_data()
    {
        QTest::addColumn<QString>("headers");
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("cause");
        const QByteArray sent = "{\"a\":1}";
        const QString right = u"X-Hub-Signature-256: sha256="_s +
                              QString::fromLatin1(verify::hmac(verify::Digest::sha256, "planted-secret-one", {sent}).toHex());
        const QString id = u"\nX-GitHub-Delivery: d-900\nX-GitHub-Event: push"_s;
        QTest::newRow("right") << right + id << QString::fromUtf8(sent) << u"This request would be accepted"_s;
        QTest::newRow("re-encoded") << right + id << u"{ \"a\": 1 }"_s << u"The body was changed on the way"_s;
        QTest::newRow("other body") << right + id << u"{\"a\":2}"_s << u"Another secret, or another body"_s;
        QTest::newRow("unsigned") << id << QString::fromUtf8(sent) << u"The sender did not sign, or a relay took the header away"_s;
        QTest::newRow("other scheme") << u"webhook-signature: v1,abc"_s + id << QString::fromUtf8(sent)
                                      << u"The sender signs in another way"_s;
    }

    void theSignatureCheckSaysWhichStepFails()
    {
        QFETCH(QString, headers);
        QFETCH(QString, body);
        QFETCH(QString, cause);
        Window desk(*m_bench, Role::operator_, u"otto"_s);
        QVERIFY(desk.open("sources", 1));
        QTRY_COMPARE(desk.field("/slug")->text(), u"shop"_s);
        desk.find<QPlainTextEdit>(u"signatureHeaders"_s)->setPlainText(headers);
        desk.find<QPlainTextEdit>(u"signatureBody"_s)->setPlainText(body);
        QTRY_COMPARE(desk.find<QLabel>(u"signatureCause"_s)->text(), cause);
        QVERIFY(!desk.showsAnywhere(u"planted-secret-one"_s));
    }

    void headersAreReadAsPeoplePasteThem()
    {
        const auto headers = headersFrom(u"POST /hooks/shop HTTP/1.1\nHost: a\n-H 'X-Sig: v1' \\\n\"X-Two: b:c\"\nno header here\n"_s);
        QCOMPARE(headers.size(), 3);
        QCOMPARE(headers[1].name, "X-Sig");
        QCOMPARE(headers[1].value, "v1");
        QCOMPARE(headers[2].value, "b:c");
    }

    void linesMeanWhatTheySay_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<int>("as");
        QTest::addColumn<QJsonValue>("value");
        const auto row = [](const char *name, const QString &line, Form::As as, const QJsonValue &value) {
            QTest::newRow(name) << line << int(as) << value;
        };
        row("text", u"a"_s, Form::As::text, u"a"_s);
        row("empty text is null", {}, Form::As::text, QJsonValue::Null);
        row("needed stays empty", {}, Form::As::needed, QString());
        row("number", u"12"_s, Form::As::number, 12);
        row("fraction", u"0.2"_s, Form::As::number, 0.2);
        row("no number is kept for the check", u"many"_s, Form::As::number, u"many"_s);
        row("list", u"a, b"_s, Form::As::list, QJsonArray{u"a"_s, u"b"_s});
        row("numbers", u"30, 120"_s, Form::As::numbers, QJsonArray{30, 120});
        row("header", u"header X-Id"_s, Form::As::rule, QJsonObject{{u"header"_s, u"X-Id"_s}});
        row("pointer", u"/data/id"_s, Form::As::rule, QJsonObject{{u"pointer"_s, u"/data/id"_s}});
        row("body hash", u"body hash"_s, Form::As::rule, u"body_hash"_s);
        row("json", u"{\"a\":[1,null]}"_s, Form::As::json, QJsonObject{{u"a"_s, QJsonArray{1, QJsonValue::Null}}});
    }

    void linesMeanWhatTheySay()
    {
        QFETCH(QString, line);
        QFETCH(int, as);
        QFETCH(QJsonValue, value);
        QCOMPARE(valueOfLine(line, Form::As(as)), value);
        QCOMPARE(lineOfValue(value, Form::As(as)), line);
    }

    void placesInATextBroken_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<int>("line");
        const QString whole = u"{\n \"a\": [\n  {\"b/c\": 1},\n  {\n   \"d\": 2}\n ],\n \"e\": \"x\\\"\\n\"\n}"_s;
        QTest::newRow("whole") << whole << QString() << 0;
        QTest::newRow("key") << whole << u"/a"_s << 1;
        QTest::newRow("escaped") << whole << u"/a/0/b~1c"_s << 2;
        QTest::newRow("nested") << whole << u"/a/1/d"_s << 4;
        QTest::newRow("after a string") << whole << u"/e"_s << 6;
        QTest::newRow("missing: what is around it") << whole << u"/a/1/zz"_s << 3;
        QTest::newRow("broken later") << whole.left(40) << u"/a/0"_s << 2;
        QTest::newRow("no JSON") << u"nonsense ["_s << u"/a"_s << 0;
    }

    void placesInATextBroken()
    {
        QFETCH(QString, text);
        QFETCH(QString, pointer);
        QFETCH(int, line);
        QCOMPARE(lineOf(jsonLines(text), pointer), line);
    }

    void definitionsSurviveBeingWritten()
    {
        const QJsonObject definition = toJson(*store::currentWorkflow(m_bench->db(), u"cards"_s));
        QCOMPARE(QJsonDocument::fromJson(jsonText(definition).toUtf8()).object(), definition);
        QVERIFY(jsonText(definition).startsWith(u"{\n  \"name\": \"cards\",\n  \"version\": \"12\""_s));
        QCOMPARE(jsonWith(definition, u"/steps/0/url"_s, u"u"_s)[u"steps"_s][0][u"url"_s].toString(), u"u"_s);
        QCOMPARE(jsonWith(definition, u"/steps/0"_s, QJsonValue(QJsonValue::Undefined))[u"steps"_s].toArray().size(), 0);
        const QJsonObject base{{u"a"_s, 1}, {u"b"_s, 1}}, mine{{u"a"_s, 2}, {u"b"_s, 1}}, theirs{{u"a"_s, 1}, {u"b"_s, 3}};
        QCOMPARE(mergedOver(base, mine, theirs), (QJsonObject{{u"a"_s, 2}, {u"b"_s, 3}}));
        QCOMPARE(nextVersion(u"12"_s, {u"12"_s, u"13"_s}), u"14"_s);
        QCOMPARE(nextVersion(u"beta"_s, {}), u"beta-2"_s);
    }

private:
    QTemporaryDir m_settings;
    std::unique_ptr<test::DeskBench> m_bench;
};

QTEST_MAIN(TestSetupDesk)
#include "tst_setupdesk.moc"
