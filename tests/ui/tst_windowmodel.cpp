// Window models: the true row count, only the segments looked at, and nothing late from an earlier question.
#include "charts/classlist.h"
#include "models/casesmodel.h"
#include "models/deliveriesmodel.h"
#include "theme/theme.h"
#include "ui/fakedesk.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace lazaret;
using namespace lazaret::ui;
using namespace Qt::StringLiterals;

namespace {

struct Cases
{
    explicit Cases(qint64 rows) : desk(rows), model(desk.cases())
    {
        model.setTimeView({true, fakeNow});
        if (rows <= 1'000) // the tester reads every row of every change
            tester.emplace(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    }
    void ask(const QString &query = {})
    {
        QSignalSpy sized(&model, &WindowModel::sized);
        model.ask({query, QStringLiteral("failed"), true});
        QVERIFY(sized.wait());
    }
    QString id(int row) const { return model.index(row, 0).data(RowIdRole).toString(); }
    QString text(int row, CaseColumn column) const { return model.index(row, int(column)).data(Qt::DisplayRole).toString(); }
    void read(int row)
    {
        QSignalSpy arrived(&model, &WindowModel::rowsArrived);
        text(row, CaseColumn::operation);
        QVERIFY(arrived.wait());
    }

    FakeDesk desk;
    CasesModel model;
    std::optional<QAbstractItemModelTester> tester;
};

} // namespace

class TestWindowModel : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { applyTheme(*qApp, Theme::light); }

    void knowsAllRowsAndHoldsFew()
    {
        Cases cases(1'000'000);
        cases.ask();
        QCOMPARE(cases.model.rowCount(), 1'000'000);
        QCOMPARE(cases.text(700'000, CaseColumn::operation), u"…"_s);
        cases.read(700'000);
        QCOMPARE(cases.id(700'000), fakeCase(700'000).caseId.value);
        QCOMPARE(cases.text(700'000, CaseColumn::operation), fakeCase(700'000).operationId);
        const auto segment = qint64(700'000 / WindowModel::segmentRows * WindowModel::segmentRows);
        QVERIFY(cases.desk.cases().segmentsAsked.contains(segment));
        QVERIFY(cases.desk.cases().segmentsAsked.size() == 1);
        QCOMPARE(cases.model.findRow(fakeCase(700'001).caseId.value), 700'001);
        QCOMPARE(cases.model.findRow(QStringLiteral("case_unknown")), -1);
    }

    void asksForASegmentOnce()
    {
        Cases cases(1'000);
        cases.ask();
        cases.desk.cases().held = true;
        cases.desk.cases().segmentsAsked.clear();
        for (int i = 0; i < 5; ++i) {
            cases.text(600 + i, CaseColumn::tenant);
            QCoreApplication::processEvents();
        }
        QCOMPARE(cases.desk.cases().segmentsAsked.count(512), 1);
        cases.desk.cases().release();
        QCOMPARE(cases.id(604), fakeCase(604).caseId.value);
    }

    void dropsAnswersToEarlierQuestions()
    {
        Cases cases(1'000);
        cases.ask();
        cases.desk.cases().held = true;
        cases.text(300, CaseColumn::tenant); // asked for, still on its way
        QCoreApplication::processEvents();
        cases.desk.cases().setRows(10);
        cases.model.ask({QStringLiteral("tenant:acme"), QStringLiteral("failed"), true});
        cases.desk.cases().release();
        QTRY_COMPARE(cases.model.rowCount(), 10);
        QCOMPARE(cases.model.findRow(fakeCase(300).caseId.value), -1);
        QCOMPARE(cases.desk.cases().asked.last().query, u"tenant:acme"_s);
    }

    void oldRowsStayUntilNewOnesArrive()
    {
        Cases cases(500);
        cases.desk.cases().shift = 2;
        cases.ask();
        cases.read(3);
        const auto before = cases.id(3);
        cases.desk.cases().shift = 0; // two rows arrived above
        cases.desk.cases().setRows(502);
        QSignalSpy sized(&cases.model, &WindowModel::sized), reset(&cases.model, &WindowModel::modelReset);
        cases.model.refresh();
        QVERIFY(sized.wait());
        QCOMPARE(cases.model.rowCount(), 502);
        QCOMPARE(reset.count(), 0);
        QCOMPARE(cases.id(3), before);
        cases.read(3);
        QCOMPARE(cases.id(3), fakeCase(3).caseId.value);
        cases.desk.cases().setRows(1);
        cases.model.refresh();
        QVERIFY(sized.wait());
        QCOMPARE(cases.model.rowCount(), 1);
    }

    void troubleIsSaidAndKeepsTheRows()
    {
        Cases cases(50);
        cases.ask();
        cases.desk.cases().trouble = Error{ErrorCode::io, QStringLiteral("disk I/O error")};
        QSignalSpy failed(&cases.model, &WindowModel::failed);
        cases.model.refresh();
        QVERIFY(failed.wait());
        QCOMPARE(cases.model.rowCount(), 50);
    }

    void deliveriesAndClassesAreProperModels()
    {
        FakeDesk desk;
        DeliveriesModel deliveries(desk.deliveries());
        QAbstractItemModelTester tester(&deliveries, QAbstractItemModelTester::FailureReportingMode::QtTest);
        deliveries.setTimeView({true, fakeNow});
        QSignalSpy arrived(&deliveries, &WindowModel::rowsArrived);
        deliveries.ask({{}, QStringLiteral("received"), true});
        QTRY_COMPARE(deliveries.rowCount(), 2'318);
        deliveries.index(0, 0).data(Qt::DisplayRole);
        QVERIFY(arrived.wait());
        QCOMPARE(deliveries.index(0, int(DeliveryColumn::deliveryId)).data(Qt::DisplayRole).toString(), u"evt_7f31c2"_s);

        ClassShareModel classes;
        QAbstractItemModelTester classTester(&classes, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QList<ClassShare> shares;
        for (const int count : {5, 30, 0, 1, 2, 3, 4})
            shares.append({ErrorClass(shares.size()), count, 2, -6});
        classes.show(shares);
        QCOMPARE(classes.rowCount(), 7);
        QCOMPARE(classes.index(0).data(ClassShareModel::ClassRole).value<ErrorClass>(), ErrorClass::invalid_input);
        shares[0].count = 50;
        classes.show(shares);
        QCOMPARE(classes.index(0).data(ClassShareModel::ClassRole).value<ErrorClass>(), ErrorClass::transient);
        QCOMPARE(classes.index(6).data(Qt::AccessibleTextRole).toString(),
                 u"Incompatible dependency: 0 open, 0 %, 2 more in the last hour"_s);
        classes.setOverTime(true);
        QCOMPARE(classes.index(0).data(Qt::AccessibleTextRole).toString(), u"Transient: 50 open, 56 at the beginning of the range"_s);
    }
};

QTEST_MAIN(TestWindowModel)
#include "tst_windowmodel.moc"
