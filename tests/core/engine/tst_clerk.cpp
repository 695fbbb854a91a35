// Decisions carried out off the asking thread: answers, progress, stop, and the pipeline's part.
#include "core/engine/deskbench.h"
#include "engine/clerk.h"

#include <latch>

using namespace lazaret;
using namespace lazaret::test;
using namespace Qt::StringLiterals;

namespace {

struct Office
{
    Office()
        : directory(*DataDirectory::open(bench.path(), bench.clock)),
          clerk(directory, bench.clock, bench.secrets, {u"otto"_s, u"os-otto"_s})
    {
        bench.setUp();
    }
    QStringList cases(int count)
    {
        QStringList ids;
        for (int i = 0; i < count; ++i)
            ids << bench.makeCase(u"acme"_s, ReceiptState::uncertain).value;
        return ids;
    }

    DeskBench bench;
    DataDirectory directory;
    QObject context;
    Clerk clerk;
};

} // namespace

class TestClerk : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void answersOnTheAskingThreadAfterTheCommit()
    {
        Office office;
        const auto ids = office.cases(2);
        std::optional<Result<BulkResult>> answer;
        QThread *answeredOn = nullptr;
        office.clerk.submit<BulkResult>(
            &office.context, u"Noting"_s, [ids](Desk &desk) { return desk.note(ids, u"called them"_s); },
            [&](const Result<BulkResult> &result) {
                answer = result;
                answeredOn = QThread::currentThread();
            });
        QCOMPARE(office.clerk.operations().size(), 1);
        QTRY_VERIFY(answer);
        QCOMPARE(answeredOn, QThread::currentThread());
        QVERIFY(answer->has_value());
        QCOMPARE((*answer)->done(), 2);
        QCOMPARE(office.bench.load(CaseId{ids[0]}).findings.size(), 1);
        QCOMPARE(office.clerk.operations().size(), 0);
    }

    void rightsAreCheckedWhereTheyAlwaysAre()
    {
        Office office;
        std::optional<Result<BulkResult>> answer;
        office.clerk.submit<BulkResult>(
            &office.context, u"Approving"_s, [ids = office.cases(1)](Desk &desk) { return desk.approve(ids, {}); },
            [&](const Result<BulkResult> &result) { answer = result; });
        QTRY_VERIFY(answer);
        QVERIFY(!answer->has_value());
        QCOMPARE(answer->error().code, ErrorCode::refused);
    }

    void stoppingKeepsWhatIsDoneAndSaysWhatIsNot()
    {
        Office office;
        const auto ids = office.cases(5);
        std::optional<BulkResult> answer;
        // The third case waits until the stop has been asked for: no chance decides.
        std::latch atThird(1), stopped(1);
        office.clerk.submit<int>(
            &office.context, u"A longer one"_s,
            [&](Desk &) -> Result<int> {
                atThird.count_down();
                stopped.wait();
                return 1;
            },
            [](const Result<int> &) {});
        const auto second = office.clerk.submit<BulkResult>(
            &office.context, u"Noting"_s, [ids](Desk &desk) { return desk.note(ids, u"seen"_s); },
            [&](const Result<BulkResult> &result) { answer = *result; });
        atThird.wait();
        office.clerk.stop(second);
        stopped.count_down();
        QTRY_VERIFY(answer);
        QCOMPARE(answer->stopped(), 5);
        QCOMPARE(answer->done(), 0);
        QCOMPARE(answer->items[0].id, ids[0]);
        QCOMPARE(office.bench.load(CaseId{ids[0]}).findings.size(), 0);
    }

    void workGoesOnWhenTheViewIsClosed()
    {
        Office office;
        const auto ids = office.cases(1);
        bool called = false;
        auto view = std::make_unique<QObject>();
        std::latch started(1), gone(1);
        office.clerk.submit<BulkResult>(
            view.get(), u"Noting"_s,
            [&](Desk &desk) {
                started.count_down();
                gone.wait();
                return desk.note(ids, u"seen"_s);
            },
            [&](const Result<BulkResult> &) { called = true; });
        started.wait();
        view.reset();
        gone.count_down();
        QTRY_COMPARE(office.clerk.operations().size(), 0);
        QCOMPARE(office.bench.load(CaseId{ids[0]}).findings.size(), 1);
        QVERIFY(!called);
    }

    void askingWithoutAPipelineIsAnsweredAndKept()
    {
        Office office;
        std::optional<Result<BulkResult>> answer;
        office.clerk.submitAsked(
            &office.context, u"Verifying"_s,
            [ids = office.cases(1)](Desk &desk) {
                return desk.askVerifyEffect({ids, {}, {}});
            },
            [&](const Result<BulkResult> &result) { answer = result; });
        QTRY_VERIFY(answer);
        QVERIFY(!answer->has_value());
        QCOMPARE(answer->error().code, ErrorCode::refused);
        QCOMPARE(store::openRequests(office.bench.db(), u"asked"_s).size(), 1);
    }

    void thePipelinesAnswerIsPassedOn()
    {
        Office office;
        const auto lock = PipelineLock::take(office.directory);
        QVERIFY(lock.has_value());
        const auto ids = office.cases(1);
        std::optional<Result<BulkResult>> answer;
        office.clerk.submitAsked(
            &office.context, u"Verifying"_s,
            [ids](Desk &desk) {
                return desk.askVerifyEffect({ids, {}, {}});
            },
            [&](const Result<BulkResult> &result) { answer = result; });
        QTRY_COMPARE(store::openRequests(office.bench.db(), u"asked"_s).size(), 1);
        const auto request = store::openRequests(office.bench.db(), u"asked"_s).constFirst();
        const auto told = office.bench.writer.writeNow<bool>([&](Database &db) -> Result<bool> {
            store::takeRequest(db, request.id);
            store::answerRequest(db, request.id, {QJsonObject{{u"id"_s, ids[0]}, {u"result"_s, u"confirmed"_s}}}, 1);
            return true;
        });
        QVERIFY(told.has_value());
        QTRY_VERIFY(answer);
        QVERIFY(answer->has_value());
        QCOMPARE((*answer)->items.constFirst().result, u"confirmed"_s);
    }

    void aDatabaseThatIsGoneIsTheAnswer()
    {
        DeskBench bench;
        const auto directory = *DataDirectory::open(bench.path(), bench.clock);
        QTemporaryDir elsewhere;
        const auto gone = *DataDirectory::open(elsewhere.path(), bench.clock);
        elsewhere.remove();
        Clerk clerk(gone, bench.clock, bench.secrets, {u"otto"_s, u"os"_s});
        QObject context;
        std::optional<Result<int>> answer;
        clerk.submit<int>(
            &context, u"Anything"_s, [](Desk &) -> Result<int> { return 1; }, [&](const Result<int> &result) { answer = result; });
        QTRY_VERIFY(answer);
        QVERIFY(!answer->has_value());
    }

    // Deleted while it is open, the file still takes writes: nobody would ever find them.
    void aDatabaseThatWasDeletedMeanwhileTakesNoDecision()
    {
        Office office;
        const auto ids = office.cases(1);
        const auto noted = [&] {
            std::optional<Result<BulkResult>> answer;
            office.clerk.submit<BulkResult>(
                &office.context, u"Noting"_s, [ids](Desk &desk) { return desk.note(ids, u"called them"_s); },
                [&](const Result<BulkResult> &result) { answer = result; });
            return QTest::qWaitFor([&] { return answer.has_value(); }) ? *answer : Result<BulkResult>(fail(ErrorCode::internal, u"late"_s));
        };
        QVERIFY(noted().has_value());
        QVERIFY(QFile::rename(office.directory.databaseFile(), office.bench.path() + u"/away.db"_s));
        const auto refused = noted();
        QVERIFY(!refused.has_value());
        QCOMPARE(refused.error().code, ErrorCode::sealed);
        QVERIFY(!QFile::exists(office.directory.databaseFile())); // and none was made in its place
        QVERIFY(QFile::rename(office.bench.path() + u"/away.db"_s, office.directory.databaseFile()));
        QVERIFY(noted().has_value());
        QCOMPARE(office.bench.load(CaseId{ids[0]}).findings.size(), 2);
    }
};

QTEST_GUILESS_MAIN(TestClerk)
#include "tst_clerk.moc"
