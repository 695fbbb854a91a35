// The parts of the cases page that need no window: where rows stand, what is selected, how a query goes on, what a decision asks for.
#include "models/caseexport.h"
#include "models/caseselection.h"
#include "models/grouplayout.h"
#include "models/savedviews.h"
#include "pages/casesuggestions.h"
#include "theme/theme.h"
#include "widgets/querycompletion.h"
#include "widgets/textfield.h"

#include <QElapsedTimer>
#include <QMimeData>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lazaret;
using namespace lazaret::ui;
using namespace Qt::StringLiterals;

class TestCaseParts : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_settings.path());
        applyTheme(*qApp, Theme::light);
    }

    void rowsStandInTheirGroups()
    {
        GroupLayout layout;
        layout.setGroups({2, 0, 3}, {false, false, false});
        QCOMPARE(layout.shown(), 8);
        QCOMPARE(layout.dataRows(), 5);
        const QList<std::pair<int, int>> expected{{0, -1}, {0, 0}, {0, 1}, {1, -1}, {2, -1}, {2, 2}, {2, 3}, {2, 4}};
        for (int i = 0; i < expected.size(); ++i)
            QCOMPARE(std::pair(layout.at(i).group, layout.at(i).row), expected[i]);
        for (int row = 0; row < 5; ++row)
            QCOMPARE(layout.at(layout.shownRowOf(row)).row, row);
        layout.fold(0, true);
        QCOMPARE(layout.shown(), 6);
        QCOMPARE(layout.shownRowOf(1), 0); // its group's head
        QCOMPARE(layout.at(3).row, 2);
        layout.setRows(4);
        QCOMPARE(layout.at(3).row, 3);
        QVERIFY(!layout.isGrouped());
    }

    void aMillionRowsInTenThousandGroupsAreFoundAtOnce()
    {
        GroupLayout layout;
        layout.setGroups(QList<int>(10'000, 100), QList<bool>(10'000, false));
        QElapsedTimer timer;
        timer.start();
        qint64 sum = 0;
        for (int i = 0; i < 100'000; ++i)
            sum += layout.at((i * 7919) % layout.shown()).group;
        QVERIFY(sum > 0);
        QVERIFY2(timer.elapsed() < 500, "a walk over the groups would take minutes");
    }

    void aSelectionIsAFrozenList()
    {
        CaseSelection selection;
        QSignalSpy changed(&selection, &CaseSelection::changed);
        selection.takeWhole(u"q"_s, {u"a"_s, u"b"_s, u"c"_s}, {7, 100});
        QCOMPARE(selection.boxState(), Qt::Checked);
        selection.toggle(u"b"_s, {9, 200});
        QCOMPARE(selection.boxState(), Qt::PartiallyChecked);
        QCOMPARE(selection.exceptions(), 1);
        QCOMPARE(selection.seen().audit, 7); // the oldest look counts
        QCOMPARE(selection.ids(), QStringList({u"a"_s, u"c"_s}));
        selection.toggle(u"b"_s, {9, 200});
        QCOMPARE(selection.count(), 3);
        QCOMPARE(selection.ids().size(), 3); // once each
        selection.clear();
        selection.toggle(u"z"_s, {11, 300});
        QVERIFY(!selection.isWhole());
        QCOMPARE(selection.seen().audit, 11);
        QCOMPARE(changed.count(), 5);
    }

    void aQueryGoesOn_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("option"); // must be offered
        QTest::addColumn<QString>("then");   // the text with it
        QTest::newRow("key") << u"cla"_s << u"class:"_s << u"class:"_s;
        QTest::newRow("second key") << u"class:policy wor"_s << u"workflow:"_s << u"class:policy workflow:"_s;
        QTest::newRow("negated") << u"-sta"_s << u"status:"_s << u"-status:"_s;
        QTest::newRow("word") << u"class:inv"_s << u"invalid_input"_s << u"class:invalid_input"_s;
        QTest::newRow("list") << u"class:policy,qu"_s << u"quality"_s << u"class:policy,quality"_s;
        QTest::newRow("store") << u"tenant:ac"_s << u"acme"_s << u"tenant:acme"_s;
        QTest::newRow("quoted") << u"tenant:two"_s << u"\"two words\""_s << u"tenant:\"two words\""_s;
        QTest::newRow("me") << u"owner:m"_s << u"me"_s << u"owner:me"_s;
        QTest::newRow("parentheses") << u"(due:"_s << u"<now"_s << u"(due:<now"_s;
    }
    void aQueryGoesOn()
    {
        QFETCH(QString, text);
        QFETCH(QString, option);
        const QHash<QString, QStringList> words{{u"tenant"_s, {u"acme"_s, u"two words"_s}}};
        const auto completion = completionAt(text, text.size(), words, false);
        QVERIFY2(completion.options.contains(option), qPrintable(completion.options.join(u' ')));
        QTEST(QString(text).replace(completion.from, completion.length, option), "then");
    }
    void nothingIsOfferedForNothing()
    {
        QVERIFY(completionAt({}, 0, {}, false).options.isEmpty());
        QVERIFY(completionAt(u"class:policy "_s, 13, {}, false).options.isEmpty());
        QVERIFY(completionAt(u"class:policy"_s, 12, {}, false).options.isEmpty()); // it stands there already
        QVERIFY(completionAt({}, 0, {}, true).options.contains(u"class:"_s));
    }

    void whatIsPastedBecomesALine()
    {
        QCOMPARE(queryText(u"a\nb\tc\u0000d\u2028e"_s, 100), u"a b c d e"_s);
        QCOMPARE(queryText(u"\u202Eabc\u200F"_s, 100), u"abc"_s);
        QCOMPARE(queryText(u"x"_s.repeated(5'000'000), 10).size(), 10);
        QCOMPARE(queryText(u"😀😀"_s, 3), u"😀"_s);
        QCOMPARE(fixOf(u"did you mean class?"_s), u"class"_s);
        QVERIFY(fixOf(u"one of: a, b"_s).isEmpty());
    }

    void aFieldTakesMegabytesAndSaysSo()
    {
        TextField field;
        field.resize(400, 60);
        field.show();
        QSignalSpy cut(&field, &TextField::shortened);
        QMimeData mime;
        mime.setText(u"ж\u0007漢🧪 "_s.repeated(500'000));
        QElapsedTimer timer;
        timer.start();
        QMetaObject::invokeMethod(&field, "paste", Qt::DirectConnection); // whatever the clipboard holds
        field.setText(mime.text());
        QVERIFY(field.text().size() <= TextField::longest);
        QVERIFY(!field.text().contains(QChar(7)));
        field.insertPlainText(u"y"_s.repeated(TextField::longest));
        QCOMPARE(field.text().size(), qsizetype(TextField::longest));
        QCOMPARE(cut.count(), 1);
        QVERIFY2(timer.elapsed() < 2'000, "megabytes must not freeze the window");
    }

    void viewsAreRememberedPerDirectory()
    {
        {
            SavedViews views(u"/one"_s);
            QCOMPARE(views.all().size(), 5);
            SavedView like;
            like.question = {u"code:http.422"_s, u"review"_s, false, u"fault"_s};
            like.hidden = {5};
            const int at = views.add(u"  cards   schema "_s, like);
            QCOMPARE(views.all()[at].name, u"cards schema"_s);
            views.setCurrent(at);
            SavedView open = views.all()[0];
            open.question.group = u"class"_s;
            open.question.query = u"something else"_s;
            views.setShown(0, open);
        }
        SavedViews again(u"/one"_s);
        QCOMPARE(again.all().size(), 6);
        QCOMPARE(again.current(), 5);
        QCOMPARE(again.all()[5].question.group, u"fault"_s);
        QCOMPARE(again.all()[5].hidden, QSet<int>{5});
        QCOMPARE(again.all()[0].question.group, u"class"_s);
        QCOMPARE(again.all()[0].question.query, u"-status:closed"_s); // built in: its query stays
        const auto gone = again.remove(5);
        QCOMPARE(SavedViews(u"/one"_s).all().size(), 5);
        again.put(5, gone);
        QCOMPARE(SavedViews(u"/one"_s).all()[5], gone);
        QCOMPARE(SavedViews(u"/two"_s).all().size(), 5);
    }

    void spreadsheetsRunNothing()
    {
        QCOMPARE(CaseExport::csvLine({u"a"_s, u"=1+1"_s, u"say \"x\""_s, {}}), QByteArray("\"a\",\"'=1+1\",\"say \"\"x\"\"\",\"\"\r\n"));
        QCOMPARE(CaseExport::csvLine({u"@x"_s, u"-1"_s}), QByteArray("\"'@x\",\"'-1\"\r\n"));
    }

    void whatADecisionAsksForAndWhyItIsLocked()
    {
        CaseView view;
        view.locked = QStringList(6);
        for (int kind = 0; kind < 6; ++kind) {
            QVERIFY(decisionLook(view, DispositionKind(kind), Role::operator_).locked.isEmpty());
            QVERIFY(!decisionLook(view, DispositionKind(kind), Role::operator_).second.isEmpty());
            QVERIFY(!decisionLook(view, DispositionKind(kind), Role::viewer).locked.isEmpty());
        }
        QCOMPARE(decisionLook(view, DispositionKind::redrive_approved, Role::operator_).second, u"an approver decides"_s);
        QCOMPARE(decisionLook(view, DispositionKind::redrive_approved, Role::approver).second, u"then a release plan"_s);
        view.fourEyes = true;
        QCOMPARE(decisionLook(view, DispositionKind::redrive_approved, Role::approver).second, u"an approver decides"_s);
        view.locked[0] = u"the inspection is not complete"_s;
        QVERIFY(decisionLook(view, DispositionKind::redrive_approved, Role::approver).locked.contains(u"1, 2, 3, 4, 5, 6"));
        Receipt receipt;
        receipt.action = u"save"_s;
        receipt.state = ReceiptState::uncertain;
        view.record.receipts = {receipt};
        QVERIFY(decisionLook(view, DispositionKind::redrive_approved, Role::approver).locked.contains(u"verify"));
        QVERIFY(suggestionFor(view, 4).text.isEmpty()); // nothing is suggested about what is not known
    }

    void fourEyesLockTheRequester()
    {
        CaseView view;
        view.locked = QStringList(6);
        QVERIFY(!approvalLocked(view, Role::approver, u"ana"_s).isEmpty()); // nothing asked
        Disposition asked;
        asked.state = DispositionState::requested;
        asked.requestedBy = u"ana"_s;
        view.record.disposition = asked;
        QVERIFY(approvalLocked(view, Role::approver, u"ana"_s).isEmpty());
        QVERIFY(!approvalLocked(view, Role::operator_, u"otto"_s).isEmpty());
        view.fourEyes = true;
        QVERIFY(approvalLocked(view, Role::approver, u"ana"_s).contains(u"Four eyes"));
        QVERIFY(approvalLocked(view, Role::approver, u"ben"_s).isEmpty());
    }

private:
    QTemporaryDir m_settings;
};

QTEST_MAIN(TestCaseParts)
#include "tst_caseparts.moc"
