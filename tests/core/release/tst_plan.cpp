// Planning: who is eligible and why not, which case is the canary, what must be acknowledged; nothing moves.
#include "release/plan.h"

#include "core/store/freshstore.h"
#include "release/stoprules.h"
#include "store/configuration.h"
#include "store/releases.h"

#include <QTest>

using namespace lazaret;

namespace {

// Two versions of one workflow: `save`, then `pay`, which cannot be undone in version 2; and a source that delivers to it.
class Desk
{
public:
    Desk()
    {
        write([&](Database &db) {
            for (const auto *version : {"1", "2"}) {
                Workflow w;
                w.name = QStringLiteral("cards");
                w.version = QString::fromLatin1(version);
                for (const auto *name : {"save", "pay"}) {
                    Step step;
                    step.name = step.action = QString::fromLatin1(name);
                    step.url = QStringLiteral("http://127.0.0.1/");
                    step.irreversible = step.name == u"pay" && w.version == u"2";
                    w.steps.append(step);
                }
                store::putWorkflow(db, w, 1);
            }
            shop.slug = QStringLiteral("shop");
            shop.scheme = QStringLiteral("github-sha256");
            shop.workflow = QStringLiteral("cards");
            putShop(db);
        });
    }
    template <typename Work>
    void write(Work work)
    {
        if (!s.write(work))
            qFatal("the transaction was lost");
    }
    void putShop(Database &db)
    {
        bool changed = false;
        store::putSource(db, shop, 1, &changed);
    }
    void receipt(Database &db, const JobId &job, const QString &action, ReceiptState state)
    {
        Receipt r;
        r.jobId = job;
        r.action = action;
        r.idempotencyKey = job.value + action;
        r.workflowVersion = QStringLiteral("1");
        store::intendReceipt(db, r);
        if (state != ReceiptState::intended)
            store::settleReceipt(db, job, action, ReceiptState::intended, state, r);
    }
    // A quarantined case with an approved redrive; `paid`: its irreversible effect is confirmed, so nothing irreversible remains.
    CaseId approved(Database &db, bool paid = true, ErrorClass errorClass = ErrorClass::invalid_input,
                    const QString &workflow = QStringLiteral("cards"))
    {
        s.clock.advance(1);
        const Job job = s.arrive(db, workflow);
        CaseRecord c;
        c.jobId = job.jobId;
        c.caseId = newCaseId(s.clock.nowMs());
        c.source = QStringLiteral("shop");
        c.workflow = workflow;
        c.workflowVersion = QStringLiteral("1");
        c.errorClass = errorClass;
        c.errorCode = QStringLiteral("http.422");
        store::moveJob(db, job.jobId, JobState::ready, JobState::quarantined, {}, 1);
        store::insertCase(db, c, 1);
        if (paid)
            receipt(db, job.jobId, QStringLiteral("pay"), ReceiptState::confirmed);
        dispose(db, c.caseId, DispositionKind::redrive_approved, DispositionState::standing);
        return c.caseId;
    }
    void dispose(Database &db, const CaseId &id, DispositionKind kind, DispositionState state)
    {
        Disposition d;
        d.caseId = id;
        d.kind = kind;
        d.state = state;
        d.by = QStringLiteral("ana");
        store::setCurrentDisposition(db, id, store::insertDisposition(db, d, {}));
    }
    Result<Release> plan(const release::PlanRequest &request)
    {
        Result<Release> planned;
        write([&](Database &db) { planned = release::plan(db, request, s.clock.nowMs()); });
        return planned;
    }
    release::PlanRequest request(const QList<CaseId> &cases) const
    {
        release::PlanRequest r;
        r.query = QStringLiteral("class:invalid_input");
        r.selection = cases;
        r.targetVersion = QStringLiteral("2");
        r.fixReference = QStringLiteral("FIX-7");
        r.by = QStringLiteral("ana");
        r.osUser = QStringLiteral("ana");
        return r;
    }

    test::FreshStore s;
    Source shop;
};

} // namespace

class TestPlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void freezesTheWholeSelection();
    void eligibility_data();
    void eligibility();
    void anotherReleaseHoldsIt();
    void canary_data();
    void canary();
    void refusals_data();
    void refusals();
};

void TestPlan::freezesTheWholeSelection()
{
    Desk desk;
    QList<CaseId> cases;
    desk.write([&](Database &db) {
        for (int i = 0; i < 3; ++i)
            cases.append(desk.approved(db));
        desk.dispose(db, cases[1], DispositionKind::redrive_approved, DispositionState::requested);
    });
    const auto planned = desk.plan(desk.request(cases));
    QVERIFY2(planned, planned ? "" : qPrintable(planned.error().detail));
    const auto stored = store::loadRelease(*desk.s.db, planned->redriveId.value, true);
    QVERIFY(stored);
    QCOMPARE(stored->state, ReleaseState::planned);
    QCOMPARE(stored->items.size(), 3); // the ineligible one too, with its reason
    QVERIFY(!stored->items[1].eligible && stored->items[1].reason.contains(QStringLiteral("awaiting_approval")));
    QCOMPARE(stored->approvedCaseCount, 2);
    QCOMPARE(stored->counters.planned, 2);
    QCOMPARE(stored->counters.remaining, 2);
    QCOMPARE(stored->allowedEffects, (QStringList{QStringLiteral("save"), QStringLiteral("pay")}));
    QCOMPARE(stored->stopConditions, release::defaultStopRules());
    QCOMPARE(stored->ladder, (QList<int>{1, 5, 20, 0}));
    QCOMPARE(stored->reconciliationOwner, QStringLiteral("ana"));
    QCOMPARE(stored->sourceVersions, QStringList{QStringLiteral("1")});
    for (const auto &id : std::as_const(cases)) {
        const auto c = store::loadCase(*desk.s.db, id);
        QVERIFY(c->redriveId.isNull());
        QCOMPARE(store::loadJob(*desk.s.db, c->jobId)->state, JobState::quarantined); // nothing has moved
    }
}

void TestPlan::eligibility_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("reason"); // empty: eligible
    const auto row = [](const char *what, const char *reason) {
        QTest::newRow(what) << QString::fromLatin1(what) << QString::fromLatin1(reason);
    };
    row("approved", "");
    row("closed", "closed: recreated_manually");
    row("uncertain", "\"save\" is uncertain");
    row("intended", "\"save\" is uncertain");
    row("denied", "");
    row("requested", "its status is awaiting_approval");
    row("decided otherwise", "no approved redrive");
    row("undecided", "its status is open");
    row("job released", "not in quarantine");
    row("source removed", "source shop was removed");
    row("source disabled", "source shop is disabled");
}

void TestPlan::eligibility()
{
    QFETCH(QString, what);
    QFETCH(QString, reason);
    Desk desk;
    CaseId id;
    desk.write([&](Database &db) {
        id = desk.approved(db);
        const JobId job = store::loadCase(db, id)->jobId;
        if (what == u"closed")
            store::closeCase(db, id, 5, Reconciled::recreated_manually);
        else if (what == u"uncertain")
            desk.receipt(db, job, QStringLiteral("save"), ReceiptState::uncertain);
        else if (what == u"intended")
            desk.receipt(db, job, QStringLiteral("save"), ReceiptState::intended);
        else if (what == u"denied")
            desk.receipt(db, job, QStringLiteral("save"), ReceiptState::denied);
        else if (what == u"requested")
            desk.dispose(db, id, DispositionKind::redrive_approved, DispositionState::requested);
        else if (what == u"decided otherwise")
            desk.dispose(db, id, DispositionKind::incident_opened, DispositionState::standing);
        else if (what == u"undecided")
            store::setCurrentDisposition(db, id, std::nullopt);
        else if (what == u"job released")
            store::releaseJob(db, job, QStringLiteral("rdv_0"), QStringLiteral("2"), 5);
        else if (what == u"source removed")
            store::removeSource(db, desk.shop.slug);
        else if (what == u"source disabled") {
            desk.shop.enabled = false;
            desk.putShop(db);
        }
    });
    const auto target = store::workflowVersion(*desk.s.db, QStringLiteral("cards"), QStringLiteral("2"));
    const QString said = release::ineligible(*desk.s.db, *store::loadCase(*desk.s.db, id), *target, {});
    QCOMPARE(said.isEmpty(), reason.isEmpty());
    QVERIFY2(said.contains(reason), qPrintable(said));
}

void TestPlan::anotherReleaseHoldsIt()
{
    Desk desk;
    CaseId id;
    desk.write([&](Database &db) { id = desk.approved(db); });
    const auto first = desk.plan(desk.request({id}));
    QVERIFY(first && first->items[0].eligible);
    const auto second = desk.plan(desk.request({id}));
    QVERIFY(second && !second->items[0].eligible);
    QVERIFY(second->items[0].reason.contains(first->redriveId.value));
    desk.write([&](Database &db) { store::moveRelease(db, first->redriveId.value, ReleaseState::planned, ReleaseState::aborted, {}); });
    const auto third = desk.plan(desk.request({id}));
    QVERIFY2(third && third->items[0].eligible, "an aborted release holds nothing");
}

void TestPlan::canary_data()
{
    QTest::addColumn<QString>("cases"); // class letter each: i invalid_input, p policy; capital: something irreversible remains
    QTest::addColumn<int>("wanted");    // -1: the plan chooses
    QTest::addColumn<bool>("acknowledged");
    QTest::addColumn<int>("canary"); // -1: refused
    QTest::newRow("the oldest of the most common class") << QStringLiteral("piip") + u'i' << -1 << false << 1;
    QTest::newRow("an irreversible one is passed over") << QStringLiteral("Iip") << -1 << false << 1;
    QTest::newRow("even for a rarer class") << QStringLiteral("IIp") << -1 << false << 2;
    QTest::newRow("acknowledged: still the harmless one first") << QStringLiteral("IIp") << -1 << true << 2;
    QTest::newRow("all irreversible") << QStringLiteral("II") << -1 << false << -1;
    QTest::newRow("all irreversible, acknowledged") << QStringLiteral("II") << -1 << true << 0;
    QTest::newRow("a named one") << QStringLiteral("iip") << 2 << false << 2;
    QTest::newRow("a named irreversible one") << QStringLiteral("iI") << 1 << false << -1;
    QTest::newRow("a named irreversible one, acknowledged") << QStringLiteral("iI") << 1 << true << 1;
}

void TestPlan::canary()
{
    QFETCH(QString, cases);
    QFETCH(int, wanted);
    QFETCH(bool, acknowledged);
    QFETCH(int, canary);
    Desk desk;
    QList<CaseId> ids;
    desk.write([&](Database &db) {
        for (const QChar c : cases)
            ids.append(desk.approved(db, c.isLower(), c.toLower() == u'i' ? ErrorClass::invalid_input : ErrorClass::policy));
    });
    auto request = desk.request(ids);
    request.acceptIrreversible = acknowledged;
    if (wanted >= 0)
        request.canary = ids[wanted].value;
    const auto planned = desk.plan(request);
    QCOMPARE(planned.has_value(), canary >= 0);
    if (planned) {
        QCOMPARE(planned->canary, ids[canary].value);
        for (qsizetype i = 0; i < ids.size(); ++i)
            QCOMPARE(planned->items[i].irreversible, cases[i].isUpper());
        return;
    }
    QCOMPARE(planned.error().code, ErrorCode::refused);
    QVERIFY(planned.error().detail.contains(QStringLiteral("--accept-irreversible")));
}

void TestPlan::refusals_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<ErrorCode>("code");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *what, ErrorCode code, const char *says) {
        QTest::newRow(what) << QString::fromLatin1(what) << code << QString::fromLatin1(says);
    };
    row("nothing selected", ErrorCode::refused, "matches no case");
    row("two workflows", ErrorCode::refused, "cards, letters");
    row("no such version", ErrorCode::not_found, "it has 1, 2");
    row("no such case", ErrorCode::not_found, "case_none");
    row("no such effect", ErrorCode::usage, "--allow burn");
    row("no such rule", ErrorCode::usage, "--stop never");
    row("no fix", ErrorCode::usage, "--fix");
    row("negative rate", ErrorCode::usage, "--rate");
    row("canary outside", ErrorCode::not_found, "not in the selection");
    row("canary ineligible", ErrorCode::refused, "cannot be released");
}

void TestPlan::refusals()
{
    QFETCH(QString, what);
    QFETCH(QString, says);
    Desk desk;
    QList<CaseId> ids;
    desk.write([&](Database &db) {
        ids = {desk.approved(db), desk.approved(db)};
        if (what == u"two workflows")
            ids.append(desk.approved(db, true, ErrorClass::policy, QStringLiteral("letters")));
        if (what == u"canary ineligible")
            store::setCurrentDisposition(db, ids[1], std::nullopt);
    });
    auto request = desk.request(what == u"nothing selected" ? QList<CaseId>() : ids);
    if (what == u"no such version")
        request.targetVersion = QStringLiteral("9");
    else if (what == u"no such case")
        request.selection.append({QStringLiteral("case_none")});
    else if (what == u"no such effect")
        request.allow = {QStringLiteral("save"), QStringLiteral("burn")};
    else if (what == u"no such rule")
        request.stop = {QStringLiteral("never")};
    else if (what == u"no fix")
        request.fixReference = QStringLiteral(" ");
    else if (what == u"negative rate")
        request.ratePerMin = -1;
    else if (what == u"canary outside")
        request.canary = QStringLiteral("case_none");
    else if (what == u"canary ineligible")
        request.canary = ids[1].value;
    const auto planned = desk.plan(request);
    QVERIFY(!planned);
    QTEST(planned.error().code, "code");
    QVERIFY2(planned.error().detail.contains(says), qPrintable(planned.error().detail));
    QCOMPARE(desk.s.number(QStringLiteral("SELECT count(*) FROM releases")), 0);
}

QTEST_GUILESS_MAIN(TestPlan)
#include "tst_plan.moc"
