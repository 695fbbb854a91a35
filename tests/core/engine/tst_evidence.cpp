// What the desk and the command line read as evidence: the audit log by number and filter, its verification and export, and reports by
// release and by query; and the errand that carries the long ones.
#include "core/engine/deskbench.h"
#include "core/reconcile/releasefixture.h"
#include "engine/errand.h"
#include "engine/queries_audit.h"
#include "engine/queries_reconciliation.h"

#include <QFile>
#include <QSignalSpy>

using namespace lazaret;
using namespace Qt::StringLiterals;
using lazaret::test::DeskBench;
using lazaret::test::ReleaseFixture;
using lazaret::test::Story;

namespace {

const queries::Viewer everyone{u"ana"_s, {u"*"_s}};

void addEntries(DeskBench &bench, int count)
{
    guard::Actor actor;
    bench.db().begin();
    for (int i = 0; i < count; ++i) {
        actor.name = i % 2 ? u"ana"_s : u"otto"_s;
        guard::record(bench.db(), bench.clock.nowMs() + i * 1000, actor, i % 3 ? u"case.note"_s : u"case.assign"_s,
                      u"case_%1"_s.arg(i % 10), u"{\"text\":\"100%_%1\"}"_s.arg(i));
    }
    QVERIFY(bench.db().commit());
}

queries::AuditFilter filterBy(const QString &actor, const QString &action, const QString &object, const QString &text)
{
    queries::AuditFilter filter;
    filter.actor = actor;
    filter.action = action;
    filter.object = object;
    filter.text = text;
    return filter;
}

bool goOn(qint64, qint64)
{
    return true;
}

} // namespace

class TestEvidence : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void entriesAreFoundByWhatIsKnown_data();
    void entriesAreFoundByWhatIsKnown();
    void withoutAFilterNothingIsListed();
    void aMissingEntryIsNoHole();
    void theExportNeedsItsRight();
    void theExportIsWholeOrNotThere();
    void verificationTellsHowFarItIs();
    void aReportIsReadForThoseWhoSeeItsCases();
    void anErrandAnswersOnce();
    void aNewerErrandTakesThePlaceOfTheOneBefore();
};

void TestEvidence::entriesAreFoundByWhatIsKnown_data()
{
    QTest::addColumn<queries::AuditFilter>("filter");
    QTest::addColumn<int>("found");
    QTest::newRow("who") << filterBy(u"otto"_s, {}, {}, {}) << 15;
    QTest::newRow("what") << filterBy({}, u"case.assign"_s, {}, {}) << 10;
    QTest::newRow("who did what") << filterBy(u"ana"_s, u"case.assign"_s, {}, {}) << 5;
    QTest::newRow("object") << filterBy({}, {}, u"case_3"_s, {}) << 3;
    QTest::newRow("beginning of an object") << filterBy({}, {}, u"case_"_s, {}) << 30;
    QTest::newRow("text") << filterBy({}, {}, {}, u"_2"_s) << 12; // details _2, _20…29; case_2
    QTest::newRow("a per cent sign is itself") << filterBy({}, {}, {}, u"100%_7"_s) << 1;
    QTest::newRow("nobody") << filterBy(u"nobody"_s, {}, {}, {}) << 0;
}

void TestEvidence::entriesAreFoundByWhatIsKnown()
{
    QFETCH(queries::AuditFilter, filter);
    QFETCH(int, found);
    DeskBench bench;
    addEntries(bench, 30);
    const auto order = queries::auditOrder(bench.db(), everyone, filter);
    QVERIFY(order.has_value());
    QCOMPARE(order->matching, found);
    QCOMPARE(order->numbers.size(), found);
    QVERIFY(std::is_sorted(order->numbers.rbegin(), order->numbers.rend()));
    QCOMPARE(order->kept, bench.auditCount());
    const auto page = queries::auditPage(bench.db(), everyone, order->numbers);
    QCOMPARE(page.size(), found);
    for (qsizetype i = 0; i < page.size(); ++i)
        QCOMPARE(order->placeOf(page[i].seq), i);
    filter.from = bench.clock.nowMs() + 10'000;
    filter.to = bench.clock.nowMs() + 20'000;
    for (const auto &entry : queries::auditPage(bench.db(), everyone, queries::auditOrder(bench.db(), everyone, filter)->numbers))
        QVERIFY(entry.at >= *filter.from && entry.at < *filter.to);
}

void TestEvidence::withoutAFilterNothingIsListed()
{
    DeskBench bench;
    addEntries(bench, 30);
    const auto order = queries::auditOrder(bench.db(), everyone, {});
    QVERIFY(!order->listed && order->numbers.isEmpty());
    QCOMPARE(order->numberAt(0), bench.auditCount());
    QCOMPARE(order->placeOf(1), bench.auditCount() - 1);
    QCOMPARE(order->placeOf(0), -1);
    QCOMPARE(order->placeOf(bench.auditCount() + 1), -1);
    QCOMPARE(queries::auditOrder(bench.db(), {u"olga"_s, {u"acme"_s}}, {}).error().code, ErrorCode::refused);
    QVERIFY(queries::auditPage(bench.db(), {u"olga"_s, {u"acme"_s}}, {1}).isEmpty());
    const auto words = queries::auditWords(bench.db(), everyone, 1);
    QCOMPARE(words.actions, QStringList{u"case.note"_s}); // the most used
}

void TestEvidence::aMissingEntryIsNoHole()
{
    DeskBench bench;
    addEntries(bench, 30);
    bench.db().run("DROP TRIGGER audit_no_delete");
    QVERIFY(bench.db().run("DELETE FROM audit WHERE seq = 5"));
    const auto order = queries::auditOrder(bench.db(), everyone, {});
    QVERIFY(order->listed);
    QCOMPARE(order->matching, bench.auditCount() - 1);
    QCOMPARE(order->placeOf(5), -1);
    QCOMPARE(order->numberAt(order->matching - 5), 6);
}

void TestEvidence::theExportNeedsItsRight()
{
    DeskBench bench;
    bench.setUp();
    QTemporaryDir out;
    const QString file = out.filePath(u"log.jsonl"_s);
    using enum queries::AuditFormat;
    for (const auto &name : {u"vera"_s, u"otto"_s})
        QCOMPARE(queries::writeAudit(bench.db(), {name, {u"*"_s}}, {}, jsonLines, file, goOn).error().code, ErrorCode::refused);
    QCOMPARE(queries::writeAudit(bench.db(), {u"ana"_s, {u"acme"_s}}, {}, jsonLines, file, goOn).error().code, ErrorCode::refused);
    QVERIFY(!QFile::exists(file));
    const auto written = queries::writeAudit(bench.db(), everyone, {}, jsonLines, file, goOn);
    QVERIFY(written.has_value());
    QCOMPARE(written->entries, bench.auditCount());
    QCOMPARE(written->head, store::lastAudit(bench.db())->hash);
}

void TestEvidence::theExportIsWholeOrNotThere()
{
    DeskBench bench; // no operator: the owner of the directory acts
    addEntries(bench, 2500);
    QTemporaryDir out;
    const QString file = out.filePath(u"log.csv"_s);
    const auto stopped =
        queries::writeAudit(bench.db(), everyone, {}, queries::AuditFormat::csv, file, [](qint64 done, qint64) { return done < 2000; });
    QCOMPARE(stopped.error().code, ErrorCode::cancelled);
    QVERIFY(!QFile::exists(file));
    QVERIFY(queries::writeAudit(bench.db(), everyone, {}, queries::AuditFormat::csv, file, goOn));
    QFile in(file);
    QVERIFY(in.open(QIODevice::ReadOnly));
    const auto lines = in.readAll().split('\n');
    QCOMPARE(lines.size(), 2502); // head, entries, end
    QVERIFY(lines.first().endsWith("hash\r"));
    QVERIFY(lines.at(1).startsWith("1,"));
    QVERIFY(lines.at(2500).startsWith("2500,"));
    QVERIFY(lines.at(1).contains("\"{\"\"text\"\":\"\"100%_0\"\"}\""));
    QCOMPARE(queries::writeAudit(bench.db(), everyone, {}, queries::AuditFormat::csv, out.filePath(u"no/such/folder"_s), goOn).error().code,
             ErrorCode::io);
}

void TestEvidence::verificationTellsHowFarItIs()
{
    DeskBench bench;
    addEntries(bench, 2500);
    QList<qint64> told;
    const auto check = queries::verifyAudit(bench.db(), [&](qint64 done, qint64 total) {
        told.append(done);
        return total == 2500;
    });
    QVERIFY(check && check->intact);
    QCOMPARE(check->entries, 2500);
    QCOMPARE(told, (QList<qint64>{1000, 2000, 2500}));
    const auto stopped = queries::verifyAudit(bench.db(), [](qint64, qint64) { return false; });
    QCOMPARE(stopped.error().code, ErrorCode::cancelled);
    bench.db().run("DROP TRIGGER audit_no_update");
    QVERIFY(bench.db().run("UPDATE audit SET actor = 'mallory' WHERE seq = 1700"));
    QCOMPARE(queries::verifyAudit(bench.db(), goOn)->firstBroken, 1700);
}

void TestEvidence::aReportIsReadForThoseWhoSeeItsCases()
{
    ReleaseFixture fixture(Story{});
    QCOMPARE(queries::startedReleases(*fixture.db, everyone).size(), 1);
    const queries::Viewer other{u"olga"_s, {u"northwind"_s}};
    QVERIFY(queries::startedReleases(*fixture.db, other).isEmpty());
    const qint64 now = ReleaseFixture::now;
    QCOMPARE(queries::reportOfRelease(*fixture.db, other, fixture.redriveId.value, now).error().code, ErrorCode::not_found);
    QCOMPARE(queries::reportOfRelease(*fixture.db, everyone, fixture.redriveId.value, now)->cases.size(), 12);
    QCOMPARE(queries::reportOfQuery(*fixture.db, everyone, u"disposition:manual_completion"_s, now)->cases.size(), 3);
    QCOMPARE(queries::reportOfQuery(*fixture.db, other, {}, now)->cases.size(), 0);
    QCOMPARE(queries::reportOfQuery(*fixture.db, everyone, u"colour:blue"_s, now).error().code, ErrorCode::usage);
}

void TestEvidence::anErrandAnswersOnce()
{
    DeskBench bench;
    addEntries(bench, 10);
    Errand errand(bench.path());
    QSignalSpy running(&errand, &Errand::runningChanged);
    std::optional<Result<qint64>> answer;
    errand.start<qint64>([](Database &db, const Errand::Progress &) -> Result<qint64> { return store::auditExtent(db).count; },
                         [&](const Result<qint64> &count) { answer = count; });
    QVERIFY(errand.isRunning());
    QTRY_VERIFY(answer.has_value());
    QCOMPARE(answer->value(), 10);
    QCOMPARE(running.size(), 2);
    Errand nowhere(bench.path() + u"/none"_s);
    answer.reset();
    nowhere.start<qint64>([](Database &, const Errand::Progress &) -> Result<qint64> { return 1; },
                          [&](const Result<qint64> &count) { answer = count; });
    QTRY_VERIFY(answer.has_value());
    QVERIFY(!answer->has_value());
}

void TestEvidence::aNewerErrandTakesThePlaceOfTheOneBefore()
{
    DeskBench bench;
    Errand errand(bench.path());
    QStringList answers;
    const auto untilCancelled = [](Database &, const Errand::Progress &progress) -> Result<QString> {
        while (progress(0, 0))
            std::this_thread::yield();
        return fail(ErrorCode::cancelled, u"stopped"_s);
    };
    errand.start<QString>(untilCancelled, [&](const Result<QString> &) { answers.append(u"first"_s); });
    errand.start<QString>([](Database &, const Errand::Progress &) -> Result<QString> { return u"second"_s; },
                          [&](const Result<QString> &answer) { answers.append(*answer); });
    QTRY_VERIFY(!errand.isRunning());
    QCOMPARE(answers, QStringList{u"second"_s});
    errand.start<QString>(untilCancelled, [&](const Result<QString> &answer) { answers.append(answer ? *answer : answer.error().detail); });
    errand.cancel();
    QTRY_COMPARE(answers.size(), 2);
    QCOMPARE(answers.last(), u"stopped"_s);
}

QTEST_GUILESS_MAIN(TestEvidence)
#include "tst_evidence.moc"
