// Two people on one case: the second is told; and what can be taken back is, with its trace.
#include "deskbench.h"
#include "engine/queries_groups.h"

using namespace lazaret;
using lazaret::test::DeskBench;
using namespace Qt::StringLiterals;

namespace {

Selection seenAs(const DeskBench &bench, const CaseId &id, qint64 audit)
{
    return {{id.value}, {}, {}, queries::Seen{audit, bench.clock.nowMs()}};
}

DispositionRequest blocked(DeskBench &bench)
{
    DispositionRequest request;
    request.reason = u"waits for the map"_s;
    request.until = bench.clock.nowMs() + 3'600'000;
    return request;
}

DispositionRequest discard()
{
    return {DispositionKind::discard_business_valid, u"withdrawn"_s, u"sales"_s, {}, {}, {}};
}

} // namespace

class TestDeskSince : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_bench = std::make_unique<DeskBench>();
        m_bench->setUp();
        m_bench->clock.advance(60'000);
    }

    void theSecondDecisionIsRefusedAndSaysWhoWasFirst_data()
    {
        QTest::addColumn<QString>("second");
        for (const auto *second : {"dispose", "approve", "reject"})
            QTest::newRow(second) << QString::fromLatin1(second);
    }
    void theSecondDecisionIsRefusedAndSaysWhoWasFirst()
    {
        QFETCH(QString, second);
        auto &bench = *m_bench;
        const CaseId id = bench.makeCase();
        const auto looked = queries::Seen{bench.auditCount(), bench.clock.nowMs()};
        bench.clock.advance(60'000);
        QVERIFY(bench.desk(u"ana"_s).dispose({{id.value}, {}, {}}, blocked(bench))->refused() == 0);
        const auto answer = second == u"dispose"   ? bench.desk(u"otto"_s).dispose({{id.value}, {}, {}, looked}, discard())
                            : second == u"approve" ? bench.desk(u"ben"_s).approve({id.value}, u"yes"_s, looked)
                                                   : bench.desk(u"ben"_s).reject({id.value}, u"no"_s, looked);
        QVERIFY(answer.has_value());
        QCOMPARE(answer->items[0].result, u"refused"_s);
        const QString at = QDateTime::fromMSecsSinceEpoch(bench.clock.nowMs(), Qt::UTC).toString(u"HH:mm"_s);
        QCOMPARE(answer->items[0].reason, u"changed since you looked: ana disposed of it as blocked_evidence at %1 UTC"_s.arg(at));
        QCOMPARE(bench.load(id).disposition->by, u"ana"_s); // nothing overwritten
    }

    void onesOwnChangeIsNoConflict()
    {
        auto &bench = *m_bench;
        const CaseId id = bench.makeCase();
        const auto selection = seenAs(bench, id, bench.auditCount());
        QVERIFY(bench.desk(u"ana"_s).dispose(selection, blocked(bench))->refused() == 0);
        QVERIFY(bench.desk(u"ana"_s).dispose(selection, discard())->refused() == 0);
    }

    void whoLooksAgainDecides()
    {
        auto &bench = *m_bench;
        const CaseId id = bench.makeCase();
        QVERIFY(bench.desk(u"ana"_s).dispose({{id.value}, {}, {}}, blocked(bench)));
        const auto again = bench.desk(u"otto"_s).dispose(seenAs(bench, id, bench.auditCount()), discard());
        QCOMPARE(again->items[0].result, u"done"_s);
    }

    void findingsAndNotesOfOthersAreNoConflict()
    {
        auto &bench = *m_bench;
        const CaseId id = bench.makeCase();
        const auto selection = seenAs(bench, id, bench.auditCount());
        QVERIFY(bench.desk(u"otto"_s).note({id.value}, u"look at this"_s));
        QVERIFY(bench.desk(u"otto"_s).addFinding({{id.value}, {}, {}}, 1, u"seen"_s));
        QVERIFY(bench.desk(u"otto"_s).assign({id.value}, u"ana"_s)); // to who decides
        QCOMPARE(bench.desk(u"ana"_s).dispose(selection, blocked(bench))->refused(), 0);
    }

    void aCaseTakenBySomebodyElseIsNotDecidedUnawares()
    {
        auto &bench = *m_bench;
        const CaseId id = bench.makeCase();
        const auto selection = seenAs(bench, id, bench.auditCount());
        QVERIFY(bench.desk(u"otto"_s).assign({id.value}, u"ben"_s));
        const auto answer = bench.desk(u"ana"_s).dispose(selection, blocked(bench));
        QCOMPARE(answer->items[0].result, u"refused"_s);
        QVERIFY2(answer->items[0].reason.contains(u"otto assigned it to ben"), qPrintable(answer->items[0].reason));
        QVERIFY(!bench.load(id).disposition);
    }

    void whatOneEndedElsewhereIsNotBlamedOnReconciliation()
    {
        auto &bench = *m_bench;
        const CaseId id = bench.makeCase();
        bench.inspect({id.value});
        const auto selection = seenAs(bench, id, bench.auditCount());
        bench.clock.advance(60'000);
        DispositionRequest byHand{DispositionKind::manual_completion, u"typed in"_s, {}, u"https://erp/1"_s, {}, {}};
        QCOMPARE(bench.desk(u"ana"_s).dispose(selection, byHand)->items[0].result, u"done"_s);
        const auto again = bench.desk(u"ana"_s).dispose(selection, discard());
        QCOMPARE(again->items[0].result, u"refused"_s);
        QVERIFY2(again->items[0].reason.contains(u"ana, elsewhere, disposed of it as manual_completion"),
                 qPrintable(again->items[0].reason));
    }

    void ownersAndSettlementsToo()
    {
        auto &bench = *m_bench;
        const CaseId id = bench.makeCase(u"acme"_s, ReceiptState::uncertain);
        const auto looked = queries::Seen{bench.auditCount(), bench.clock.nowMs()};
        QVERIFY(bench.desk(u"otto"_s).assign({id.value}, u"ben"_s));
        const auto assigned = bench.desk(u"ana"_s).assign({id.value}, u"ana"_s, looked);
        QVERIFY(assigned->items[0].reason.contains(u"otto assigned it to ben at"));
        QVERIFY(bench.desk(u"otto"_s).settleEffect(id, u"save_card"_s, ReceiptState::denied, u"asked them"_s));
        const auto settled = bench.desk(u"ana"_s).settleEffect(id, u"save_card"_s, ReceiptState::confirmed, u"seen"_s, looked);
        QCOMPARE(settled.error().code, ErrorCode::conflict);
        QVERIFY2(settled.error().detail.contains(u"otto settled save_card as denied"), qPrintable(settled.error().detail));
    }

    void aNewFailureIsAChangeToo()
    {
        auto &bench = *m_bench;
        const CaseId id = bench.makeCase();
        const auto selection = seenAs(bench, id, bench.auditCount());
        bench.clock.advance(120'000);
        const auto failed = bench.writer.writeNow<bool>([&](Database &db) -> Result<bool> {
            const auto job = store::loadJob(db, bench.load(id).jobId);
            cases::open(db, *job, {ErrorClass::policy, u"http.403"_s, u"no"_s, {}, u"w1"_s, u"0"_s}, {}, bench.clock.nowMs());
            return true;
        });
        QVERIFY(failed);
        const auto answer = bench.desk(u"ana"_s).dispose(selection, blocked(bench));
        QVERIFY2(answer->items[0].reason.contains(u"it failed again with http.403 at"), qPrintable(answer->items[0].reason));
    }

    void lookingUpOneCaseReadsItsEntriesOnly()
    {
        Statement explain = m_bench->db().prepareOnce(
            u"EXPLAIN QUERY PLAN SELECT seq FROM audit WHERE seq > 5 AND object = 'case_1' ORDER BY seq LIMIT -1"_s);
        QVERIFY(explain.run() && explain.next());
        QVERIFY2(explain.text(3).contains(u"audit_object (object=? AND seq>?)"), qPrintable(explain.text(3)));
    }

    void theOwnerGoesBackToTheFormerOne()
    {
        auto &bench = *m_bench;
        const CaseId mine = bench.makeCase(), nobodys = bench.makeCase();
        QVERIFY(bench.desk(u"otto"_s).assign({mine.value}, u"ben"_s));
        QVERIFY(bench.desk(u"ana"_s).assign({mine.value, nobodys.value}, u"ana"_s));
        const auto back = bench.desk(u"ana"_s).takeBackOwner({mine.value, nobodys.value});
        QCOMPARE(back->refused(), 0);
        QCOMPARE(bench.load(mine).owner, u"ben"_s);
        QCOMPARE(bench.load(nobodys).owner, QString());
        QVERIFY(bench.desk(u"otto"_s).assign({mine.value}, u"vera"_s));
        QCOMPARE(bench.desk(u"ana"_s).takeBackOwner({mine.value})->items[0].result, u"refused"_s); // otto was last
        QCOMPARE(bench.load(mine).owner, u"vera"_s);
        QVERIFY(guard::verifyChain(bench.db()).intact);
    }

    void aReviewDateMovesAndComesBack()
    {
        auto &bench = *m_bench;
        const CaseId id = bench.makeCase();
        const Time before = bench.load(id).reviewDueAt;
        QCOMPARE(bench.desk(u"otto"_s).setReview({id.value}, bench.clock.nowMs() - 1).error().code, ErrorCode::usage);
        const qint64 due = bench.clock.nowMs() + 5'000'000;
        QCOMPARE(bench.desk(u"otto"_s).setReview({id.value}, due)->refused(), 0);
        QCOMPARE(bench.load(id).reviewDueAt, Time(due));
        QCOMPARE(bench.desk(u"vera"_s).setReview({id.value}, due).error().code, ErrorCode::refused); // a viewer
        QCOMPARE(bench.desk(u"otto"_s).takeBackReview({id.value})->refused(), 0);
        QCOMPARE(bench.load(id).reviewDueAt, before);
    }

    void aNoteIsTakenBackByANote()
    {
        auto &bench = *m_bench;
        const CaseId id = bench.makeCase();
        QVERIFY(bench.desk(u"otto"_s).note({id.value}, u"wrong case"_s));
        QCOMPARE(bench.desk(u"ana"_s).takeBackNote({id.value}, u"wrong case"_s)->refused(), 1); // not hers
        QCOMPARE(bench.desk(u"otto"_s).takeBackNote({id.value}, u"wrong case"_s)->refused(), 0);
        const auto c = bench.load(id);
        QCOMPARE(c.findings.size(), 2); // nothing vanishes
        QVERIFY(cases::isWithdrawn(c, c.findings[0]));
        QCOMPARE(bench.desk(u"otto"_s).takeBackNote({id.value}, u"wrong case"_s)->refused(), 1); // once
    }

    void aRequestIsWithdrawnByWhoAsked()
    {
        auto &bench = *m_bench;
        const CaseId id = bench.makeCase();
        QVERIFY(bench.desk(u"otto"_s).dispose({{id.value}, {}, {}}, blocked(bench))->refused() == 0);
        bench.clock.advance(1000);
        QVERIFY(bench.desk(u"otto"_s).dispose({{id.value}, {}, {}}, discard())->refused() == 0);
        QCOMPARE(bench.load(id).status, CaseStatus::awaiting_approval);
        QCOMPARE(bench.desk(u"ana"_s).withdraw({id.value})->items[0].result, u"refused"_s);
        QCOMPARE(bench.desk(u"otto"_s).withdraw({id.value})->refused(), 0);
        const auto c = bench.load(id);
        QCOMPARE(c.disposition->kind, DispositionKind::blocked_evidence); // what it had replaced
        QCOMPARE(c.disposition->state, DispositionState::standing);
        QCOMPARE(bench.desk(u"otto"_s).withdraw({id.value})->items[0].result, u"refused"_s); // nothing waits any more
    }

    void withdrawingApprovesNothing()
    {
        auto &bench = *m_bench;
        const CaseId id = bench.makeCase();
        bench.inspect({id.value});
        const DispositionRequest redrive{DispositionKind::redrive_approved, u"fixed"_s, {}, {}, {}, {}};
        QVERIFY(bench.desk(u"otto"_s).dispose({{id.value}, {}, {}}, redrive)->refused() == 0);
        bench.clock.advance(1000);
        QVERIFY(bench.desk(u"otto"_s).dispose({{id.value}, {}, {}}, discard())->refused() == 0);
        QVERIFY(bench.desk(u"otto"_s).withdraw({id.value})->refused() == 0);
        QCOMPARE(bench.load(id).disposition->kind, DispositionKind::redrive_approved);
        QCOMPARE(bench.load(id).status, CaseStatus::awaiting_approval); // still only asked for
    }

    void groupsHoldEveryCaseOnceInOrder()
    {
        auto &bench = *m_bench;
        for (int i = 0; i < 5; ++i) {
            bench.makeCase(i % 2 ? u"acme"_s : u"northwind"_s, i % 2 ? ReceiptState::uncertain : ReceiptState::denied);
            bench.clock.advance(1000);
        }
        const queries::Viewer all{u"ana"_s, {u"*"_s}};
        for (const auto by : {queries::GroupBy::errorClass, queries::GroupBy::code, queries::GroupBy::workflow, queries::GroupBy::fault}) {
            const auto grouped = queries::caseGroups(bench.db(), all, {}, by, u"last_failure_at"_s, true, bench.clock.nowMs());
            QCOMPARE(grouped.order.rows.size(), 5);
            QCOMPARE(grouped.groups.size(), by == queries::GroupBy::workflow ? 1 : 2);
            qint64 sum = 0;
            for (const auto &group : grouped.groups)
                sum += group.count;
            QCOMPARE(sum, 5);
            const auto page = queries::casePage(bench.db(), grouped.order.rows);
            QCOMPARE(page[0].lastFailureAt, grouped.groups[0].lastFailureAt); // the group of the first row comes first
            for (qsizetype i = 1; i < grouped.groups[0].count; ++i)
                QVERIFY(page[i].lastFailureAt < page[i - 1].lastFailureAt);
        }
        const auto alike = queries::casesAlike(bench.db(), all, u"-status:closed"_s, {bench.load({}).caseId}, 0);
        QVERIFY(alike.ids.isEmpty()); // no such case
        const auto frozen = queries::freezeCases(bench.db(), all, u"class:uncertain_effect"_s, bench.clock.nowMs());
        QCOMPARE(frozen.ids.size(), 2);
        const auto like = queries::casesAlike(bench.db(), all, {}, {frozen.ids[0]}, bench.clock.nowMs());
        QCOMPARE(like.ids.size(), 2);
        const queries::Viewer some{u"olga"_s, {u"acme"_s}};
        QCOMPARE(queries::caseGroups(bench.db(), some, {}, queries::GroupBy::fault, u"failed"_s, true, 0).order.rows.size(), 2);
        QVERIFY(queries::casesAlike(bench.db(), some, {}, {queries::freezeCases(bench.db(), all, u"tenant:northwind"_s, 0).ids[0]}, 0)
                    .ids.isEmpty());
        QCOMPARE(queries::caseCounts(bench.db(), all, {u"status:open"_s, u"nonsense:"_s, {}}, 0), QList<qint64>({5, -1, 5}));
        QCOMPARE(queries::queryWords(bench.db(), some, 0).value(u"tenant"_s), QStringList{u"acme"_s});
    }

private:
    std::unique_ptr<DeskBench> m_bench;
};

QTEST_GUILESS_MAIN(TestDeskSince)
#include "tst_desk_since.moc"
