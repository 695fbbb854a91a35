#include "deskbench.h"

using namespace lazaret;
using lazaret::test::DeskBench;

namespace {

const DispositionRequest redrive{DispositionKind::redrive_approved, QStringLiteral("fixed in 13"), {}, {}, {}, {}};

Selection these(const QStringList &ids)
{
    return {ids, {}, {}};
}

} // namespace

class TestDeskCases : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void eachCaseIsDecidedByItself()
    {
        DeskBench bench;
        bench.setUp();
        const CaseId ready = bench.makeCase();
        const CaseId bare = bench.makeCase();
        bench.inspect({ready.value});
        const auto bulk = bench.desk(QStringLiteral("ana")).dispose(these({ready.value, bare.value, QStringLiteral("case_none")}), redrive);
        QVERIFY(bulk.has_value());
        QCOMPARE(bulk->done(), 1);
        QCOMPARE(bulk->refused(), 2);
        QCOMPARE(bulk->items[0].result, QStringLiteral("done"));
        QCOMPARE(bulk->items[1].result, QStringLiteral("refused"));
        QVERIFY(bulk->items[1].reason.contains(u"findings are missing for step 1, 2, 3, 4, 5, 6"));
        QCOMPARE(bulk->items[2].result, QStringLiteral("not_found"));
        QCOMPARE(bench.load(ready).status, CaseStatus::approved);
        QVERIFY(bench.load(ready).disposition->selfApproved);
        QCOMPARE(bench.load(bare).status, CaseStatus::open);
        QVERIFY(guard::verifyChain(bench.db()).intact);
    }

    void anOperatorAsksAnApproverDecides()
    {
        DeskBench bench;
        bench.setUp();
        const CaseId id = bench.makeCase();
        bench.inspect({id.value});
        QCOMPARE(bench.load(id).status, CaseStatus::in_inspection);
        const auto asked = bench.desk(QStringLiteral("otto")).dispose(these({id.value}), redrive);
        QVERIFY(asked && asked->refused() == 0);
        QVERIFY(asked->items[0].reason.contains(u"waits for an approver"));
        QCOMPARE(bench.load(id).status, CaseStatus::awaiting_approval);
        const auto decided = bench.desk(QStringLiteral("ana")).approve({id.value}, QStringLiteral("agreed"));
        QVERIFY(decided && decided->refused() == 0);
        const CaseRecord c = bench.load(id);
        QCOMPARE(c.status, CaseStatus::approved);
        QCOMPARE(c.disposition->requestedBy, QStringLiteral("otto"));
        QCOMPARE(c.disposition->approvedBy, QStringLiteral("ana"));
        QVERIFY(!c.disposition->selfApproved);
        const auto again = bench.desk(QStringLiteral("ana")).approve({id.value}, QStringLiteral("again"));
        QCOMPARE(again->items[0].result, QStringLiteral("refused"));
    }

    void rejectedRequestsGoBack()
    {
        DeskBench bench;
        bench.setUp();
        const CaseId id = bench.makeCase();
        bench.inspect({id.value});
        QVERIFY(bench.desk(QStringLiteral("otto")).dispose(these({id.value}), redrive));
        QCOMPARE(bench.desk(QStringLiteral("ana")).reject({id.value}, QStringLiteral("  ")).error().code, ErrorCode::usage);
        const auto rejected = bench.desk(QStringLiteral("ana")).reject({id.value}, QStringLiteral("not yet"));
        QVERIFY(rejected && rejected->refused() == 0);
        QCOMPARE(bench.load(id).status, CaseStatus::in_inspection);
        QVERIFY(!bench.load(id).disposition);
    }

    void fourEyesComparesNamesAndMachineUsers()
    {
        DeskBench bench;
        bench.setUp(true);
        const CaseId id = bench.makeCase();
        bench.inspect({id.value});
        const auto asked = bench.desk(QStringLiteral("ana")).dispose(these({id.value}), redrive);
        QVERIFY(asked && asked->refused() == 0);
        QCOMPARE(bench.load(id).status, CaseStatus::awaiting_approval); // an approver too only asks
        const auto own = bench.desk(QStringLiteral("ana"), QStringLiteral("elsewhere")).approve({id.value}, QStringLiteral("ok"));
        QCOMPARE(own->items[0].result, QStringLiteral("refused"));
        QVERIFY(own->items[0].reason.contains(u"four eyes"));
        const auto sameSeat = bench.desk(QStringLiteral("ben"), QStringLiteral("os-ana")).approve({id.value}, QStringLiteral("ok"));
        QCOMPARE(sameSeat->items[0].result, QStringLiteral("refused"));
        const auto other = bench.desk(QStringLiteral("ben")).approve({id.value}, QStringLiteral("ok"));
        QCOMPARE(other->items[0].result, QStringLiteral("done"));
        QCOMPARE(bench.load(id).status, CaseStatus::approved);
    }

    void aQueryMustStillMatchWhatWasSeen()
    {
        DeskBench bench;
        bench.setUp();
        const CaseId a = bench.makeCase();
        const CaseId b = bench.makeCase();
        const qint64 before = bench.auditCount();
        Desk otto = bench.desk(QStringLiteral("otto"));
        const QString query = QStringLiteral("code:http.422");
        const auto stale = otto.addFinding({{}, query, 3}, 1, QStringLiteral("seen"));
        QVERIFY(!stale);
        QCOMPARE(stale.error().code, ErrorCode::refused);
        QVERIFY(stale.error().detail.contains(u"matches 2 cases now, not 3"));
        QCOMPARE(bench.auditCount(), before);
        QVERIFY(bench.load(a).findings.isEmpty());
        QCOMPARE(otto.addFinding({{}, query, {}}, 1, QStringLiteral("seen")).error().code, ErrorCode::usage);
        const auto broken = otto.addFinding({{}, QStringLiteral("class:nonsense"), 0}, 1, QStringLiteral("seen"));
        QCOMPARE(broken.error().code, ErrorCode::usage);
        QVERIFY(broken.error().detail.contains(u"at character"));
        const auto done = otto.addFinding({{}, query, 2}, 1, QStringLiteral("seen"));
        QCOMPARE(done->done(), 2);
        QCOMPARE(bench.load(b).findings.size(), 1);
        QCOMPARE(bench.auditCount(), before + 2);
    }

    void missingNeedsAreAUsageErrorAndChangeNothing_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("manual_completion without link") << int(DispositionKind::manual_completion);
        QTest::newRow("accepted_partial without authority") << int(DispositionKind::accepted_partial);
        QTest::newRow("discard without authority") << int(DispositionKind::discard_business_valid);
        QTest::newRow("incident without id") << int(DispositionKind::incident_opened);
        QTest::newRow("blocked without date") << int(DispositionKind::blocked_evidence);
    }

    void missingNeedsAreAUsageErrorAndChangeNothing()
    {
        QFETCH(int, kind);
        DeskBench bench;
        bench.setUp();
        const CaseId id = bench.makeCase();
        const qint64 before = bench.auditCount();
        const auto bulk = bench.desk(QStringLiteral("ana"))
                              .dispose(these({id.value}), {DispositionKind(kind), QStringLiteral("because"), {}, {}, {}, {}});
        QVERIFY(!bulk);
        QCOMPARE(bulk.error().code, ErrorCode::usage);
        QVERIFY(bench.load(id).dispositions.isEmpty());
        QCOMPARE(bench.auditCount(), before);
    }

    void anUncertainEffectLocksUntilItIsSettled()
    {
        DeskBench bench;
        bench.setUp();
        const CaseId id = bench.makeCase(QStringLiteral("acme"), ReceiptState::uncertain);
        bench.inspect({id.value});
        Desk ana = bench.desk(QStringLiteral("ana"));
        const auto locked = ana.dispose(these({id.value}), redrive);
        QVERIFY(locked->items[0].reason.contains(u"uncertain"));
        QCOMPARE(ana.settleEffect(id, QStringLiteral("save_card"), ReceiptState::denied, QStringLiteral(" ")).error().code,
                 ErrorCode::usage);
        QCOMPARE(ana.settleEffect(id, QStringLiteral("other"), ReceiptState::denied, QStringLiteral("log")).error().code,
                 ErrorCode::not_found);
        QVERIFY(ana.settleEffect(id, QStringLiteral("save_card"), ReceiptState::denied, QStringLiteral("not in the shop's log")));
        QCOMPARE(bench.load(id).receipts[0].settledBy, QStringLiteral("operator:ana"));
        QCOMPARE(ana.settleEffect(id, QStringLiteral("save_card"), ReceiptState::confirmed, QStringLiteral("x")).error().code,
                 ErrorCode::refused);
        QCOMPARE(ana.dispose(these({id.value}), redrive)->done(), 1);
    }

    void verificationIsLeftForThePipeline()
    {
        DeskBench bench;
        bench.setUp();
        const CaseId uncertain = bench.makeCase(QStringLiteral("acme"), ReceiptState::uncertain);
        const CaseId denied = bench.makeCase();
        const auto asked = bench.desk(QStringLiteral("otto")).askVerifyEffect(these({uncertain.value, denied.value}));
        QVERIFY(asked.has_value());
        QCOMPARE(asked->refused.items.size(), 1);
        QCOMPARE(asked->refused.items[0].id, denied.value);
        const auto request = store::loadRequest(bench.db(), asked->request);
        QVERIFY(request.has_value());
        QCOMPARE(request->kind, QStringLiteral("verify_effect"));
        QCOMPARE(request->subjects, QStringList{uncertain.value});
        QCOMPARE(request->actor, QStringLiteral("otto"));
        QCOMPARE(request->state, QStringLiteral("asked"));
        QCOMPARE(bench.desk(QStringLiteral("otto")).askVerifyEffect(these({denied.value}))->request, 0);
    }

    void oneNewIncidentHoldsTheWholeSelection()
    {
        DeskBench bench;
        bench.setUp();
        const CaseId a = bench.makeCase();
        const CaseId b = bench.makeCase();
        Desk otto = bench.desk(QStringLiteral("otto"));
        const auto bulk =
            otto.dispose(these({a.value, b.value}),
                         {DispositionKind::incident_opened, QStringLiteral("shop is down"), {}, {}, QStringLiteral("new"), {}});
        QCOMPARE(bulk->done(), 2);
        QCOMPARE(store::incidents(bench.db()).size(), 1);
        const IncidentId incident = store::incidents(bench.db())[0].incidentId;
        QCOMPARE(otto.closeIncident(incident, QString()).error().code, ErrorCode::usage);
        const auto closed = otto.closeIncident(incident, QStringLiteral("watch the shop"));
        QVERIFY(closed.has_value());
        QCOMPARE(closed->size(), 2);
        QCOMPARE(bench.load(a).status, CaseStatus::closed);
        QVERIFY(guard::verifyChain(bench.db()).intact);
    }

    void ownersAreOperators()
    {
        DeskBench bench;
        bench.setUp();
        const CaseId id = bench.makeCase();
        Desk otto = bench.desk(QStringLiteral("otto"));
        QCOMPARE(otto.assign({id.value}, QStringLiteral("nobody")).error().code, ErrorCode::not_found);
        QCOMPARE(otto.assign({id.value}, QStringLiteral("ana"))->done(), 1);
        QCOMPARE(bench.load(id).owner, QStringLiteral("ana"));
        const qint64 before = bench.auditCount();
        QCOMPARE(otto.assign({id.value}, QStringLiteral("ana"))->done(), 1); // nothing to change, nothing to record
        QCOMPARE(bench.auditCount(), before);
    }

    void tamperingWithTheLogShows()
    {
        DeskBench bench;
        bench.setUp();
        const CaseId id = bench.makeCase();
        QVERIFY(bench.desk(QStringLiteral("otto")).note({id.value}, QStringLiteral("first")));
        QVERIFY(bench.desk(QStringLiteral("otto")).note({id.value}, QStringLiteral("second")));
        const auto before = guard::verifyChain(bench.db());
        QVERIFY(before.intact);
        QCOMPARE(before.entries, bench.auditCount());
        QVERIFY(!bench.db().run("UPDATE audit SET actor = 'nobody' WHERE seq = 1")); // the trigger refuses a slip
        bench.db().clearError();
        QVERIFY(bench.db().run("DROP TRIGGER audit_no_update")); // whoever owns the file can do this
        QVERIFY(bench.db().run("UPDATE audit SET details = '{\"text\":\"third\"}' WHERE action = 'case.note' AND details LIKE '%first%'"));
        const auto after = guard::verifyChain(bench.db());
        QVERIFY(!after.intact);
        QCOMPARE(after.firstBroken, before.entries - 1);
    }
};

QTEST_GUILESS_MAIN(TestDeskCases)
#include "tst_desk_cases.moc"
