// The casebook's rules: what each disposition needs, what locks it, who may decide, and when a case closes.
#include "cases/casebook.h"

#include "core/store/freshstore.h"
#include "store/releases.h"

#include <QTest>

using namespace lazaret;

namespace {

using enum DispositionKind;

// One quarantined job with its case; what the tests then do to it.
class Quarantine
{
public:
    Quarantine()
    {
        write([&](Database &db) {
            job = s.arrive(db);
            id = fail(db, {ErrorClass::invalid_input, QStringLiteral("http.422")});
        });
    }

    template <typename Work>
    void write(Work work)
    {
        if (!s.write(work))
            qFatal("the transaction was lost");
    }

    CaseId fail(Database &db, const std::pair<ErrorClass, QString> &what, bool isolated = false)
    {
        const auto at = store::loadJob(db, job.jobId);
        store::moveJob(db, job.jobId, at->state, JobState::quarantined, {}, now());
        return cases::open(
            db, *store::loadJob(db, job.jobId),
            {what.first, what.second, QStringLiteral("422"), QStringLiteral("key"), QStringLiteral("w"), QStringLiteral("0")}, CasePolicy(),
            now(), isolated);
    }
    void find(int steps)
    {
        s.clock.advance(10);
        write([&](Database &db) {
            for (int step = 1; step <= steps; ++step) {
                const auto added = cases::addFinding(db, id, step, QStringLiteral("seen"), QStringLiteral("ana"), now());
                if (!added)
                    qFatal("%s", qPrintable(added.error().detail));
            }
        });
    }
    void receipt(ReceiptState state, bool idempotent = false)
    {
        write([&](Database &db) {
            Receipt r;
            r.jobId = job.jobId;
            r.action = QStringLiteral("save");
            r.idempotencyKey = QStringLiteral("key");
            r.workflowVersion = QStringLiteral("1");
            r.idempotentTarget = idempotent;
            store::intendReceipt(db, r);
            if (state != ReceiptState::intended)
                store::settleReceipt(db, job.jobId, r.action, ReceiptState::intended, state, r);
        });
    }
    // "ok", or the code and what it says.
    QString dispose(const cases::Decision &decision)
    {
        Result<Disposition> result;
        write([&](Database &db) { result = cases::dispose(db, id, decision, now()); });
        return word(result ? Result<>() : tl::unexpected(result.error()));
    }
    template <typename Call>
    QString call(Call make)
    {
        Result<> result;
        write([&](Database &db) { result = make(db); });
        return word(result);
    }
    static QString word(const Result<> &result)
    {
        if (result)
            return QStringLiteral("ok");
        return QStringLiteral("%1: %2").arg(result.error().code == ErrorCode::usage       ? QStringLiteral("usage")
                                            : result.error().code == ErrorCode::refused   ? QStringLiteral("refused")
                                            : result.error().code == ErrorCode::not_found ? QStringLiteral("not found")
                                                                                          : QStringLiteral("other"),
                                            result.error().detail);
    }
    CaseRecord record() { return *store::loadCase(*s.db, id); }
    JobState jobState() { return store::loadJob(*s.db, job.jobId)->state; }
    qint64 now() const { return s.clock.nowMs(); }

    test::FreshStore s;
    Job job;
    CaseId id;
};

cases::Decision decision(DispositionKind kind)
{
    cases::Decision d;
    d.kind = kind;
    d.reason = QStringLiteral("because");
    d.authority = QStringLiteral("the owner of the data");
    d.link = QStringLiteral("https://tickets.example/7");
    d.incident = QStringLiteral("new");
    d.until = 253370764800000; // far off
    d.by = QStringLiteral("ana");
    d.osUser = QStringLiteral("ana");
    d.mayApprove = true;
    return d;
}

} // namespace

class TestCasebook : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void opensWithTheWholeContract();
    void findings_data();
    void findings();
    void needs_data();
    void needs();
    void locks_data();
    void locks();
    void consequences_data();
    void consequences();
    void whoDecides_data();
    void whoDecides();
    void fourEyes_data();
    void fourEyes();
    void aRequestIsVoidWhenTheFactsChanged();
    void rejected();
    void replaced();
    void failingAgainKeepsTheCase();
    void failingIsolatedKeepsItsRelease();
    void settlements_data();
    void settlements();
    void oneLinkForManyNamesEachRecord();
    void byHandClosesWhenItsReceiptIsSettled();
    void incidentsCloseTheirCases();
    void anIncidentWaitsForItsEffects();
    void secretsAreScrubbed();
};

void TestCasebook::opensWithTheWholeContract()
{
    Quarantine q;
    const CaseRecord c = q.record();
    QCOMPARE(c.status, CaseStatus::open);
    QCOMPARE(c.jobId, q.job.jobId);
    QCOMPARE(c.deliveryId, q.job.deliveryId);
    QCOMPARE(c.errorClass, ErrorClass::invalid_input);
    QCOMPARE(c.errorCode, QStringLiteral("http.422"));
    QCOMPARE(c.lastException, QStringLiteral("422"));
    QCOMPARE(c.firstFailureAt, q.now());
    QCOMPARE(c.lastFailureAt, q.now());
    QCOMPARE(c.idempotencyKey, QStringLiteral("key"));
    QCOMPARE(c.dataClassification, QStringLiteral("internal"));
    QVERIFY(c.signatureVerified);
    QCOMPARE(c.keySlot, 1);
    QCOMPARE(c.reviewDueAt, Time(q.now() + 48 * 3600000LL));
    QVERIFY(!c.disposition && !c.closedAt && c.owner.isNull());
}

void TestCasebook::findings_data()
{
    QTest::addColumn<int>("step");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<CaseStatus>("status");
    QTest::newRow("step 1") << 1 << QStringLiteral("seen") << QStringLiteral("ok") << CaseStatus::in_inspection;
    QTest::newRow("step 6") << 6 << QStringLiteral("seen") << QStringLiteral("ok") << CaseStatus::in_inspection;
    QTest::newRow("a note is no finding") << 0 << QStringLiteral("seen") << QStringLiteral("ok") << CaseStatus::open;
    QTest::newRow("step 7") << 7 << QStringLiteral("seen") << QStringLiteral("usage") << CaseStatus::open;
    QTest::newRow("step -1") << -1 << QStringLiteral("seen") << QStringLiteral("usage") << CaseStatus::open;
    QTest::newRow("nothing said") << 1 << QStringLiteral("  ") << QStringLiteral("usage") << CaseStatus::open;
}

void TestCasebook::findings()
{
    QFETCH(int, step);
    QFETCH(QString, text);
    QFETCH(QString, expected);
    Quarantine q;
    const QString said = q.call([&](Database &db) { return cases::addFinding(db, q.id, step, text, QStringLiteral("ana"), q.now()); });
    QVERIFY2(said.startsWith(expected), qPrintable(said));
    QTEST(q.record().status, "status");
    QVERIFY(q.call([&](Database &db) {
                 return cases::addFinding(db, {QStringLiteral("case_none")}, 1, text + u'x', {}, 1);
             }).startsWith(u"not found"));
}

void TestCasebook::needs_data()
{
    QTest::addColumn<DispositionKind>("kind");
    QTest::addColumn<QString>("missing");
    QTest::addColumn<QString>("says"); // empty: it is not needed
    for (size_t i = 0; i < Vocabulary<DispositionKind>::words.size(); ++i) {
        const auto kind = DispositionKind(i);
        const bool accepts = kind == accepted_partial || kind == discard_business_valid;
        const auto row = [&](const char *missing, const QString &says) {
            QTest::addRow("%s without %s", qPrintable(toText(kind)), missing) << kind << QString::fromLatin1(missing) << says;
        };
        row("reason", QStringLiteral("reason"));
        row("authority", accepts ? QStringLiteral("authority") : QString());
        row("link", kind == manual_completion ? QStringLiteral("--link") : QString());
        row("incident", kind == incident_opened ? QStringLiteral("--incident") : QString());
        row("until", kind == blocked_evidence ? QStringLiteral("--until") : QString());
        row("future", kind == blocked_evidence ? QStringLiteral("--until") : QString());
    }
}

void TestCasebook::needs()
{
    QFETCH(DispositionKind, kind);
    QFETCH(QString, missing);
    QFETCH(QString, says);
    Quarantine q;
    q.find(6);
    auto d = decision(kind);
    if (missing == u"reason")
        d.reason = QStringLiteral(" ");
    else if (missing == u"authority")
        d.authority.clear();
    else if (missing == u"link")
        d.link.clear();
    else if (missing == u"incident")
        d.incident.clear();
    else
        d.until = missing == u"until" ? Time() : Time(q.now());
    const QString said = q.dispose(d);
    if (says.isEmpty()) {
        QCOMPARE(said, QStringLiteral("ok"));
        QCOMPARE(q.record().dispositions.size(), 1);
    } else {
        QVERIFY2(said.startsWith(u"usage") && said.contains(says), qPrintable(said));
        QVERIFY(q.record().dispositions.isEmpty());
    }
}

void TestCasebook::locks_data()
{
    QTest::addColumn<DispositionKind>("kind");
    QTest::addColumn<QString>("lock");
    QTest::addColumn<QString>("says"); // empty: it locks nothing
    for (size_t i = 0; i < Vocabulary<DispositionKind>::words.size(); ++i) {
        const auto kind = DispositionKind(i);
        const bool sends = kind == redrive_approved || kind == accepted_partial || kind == discard_business_valid;
        const auto row = [&](const char *lock, const char *says) {
            QTest::addRow("%s, %s", qPrintable(toText(kind)), lock) << kind << QString::fromLatin1(lock) << QString::fromLatin1(says);
        };
        row("uncertain", sends ? "an effect is uncertain" : "");
        row("intended", sends ? "an effect is uncertain" : "");
        row("uncertain at an idempotent target", "");
        row("confirmed", "");
        row("denied", "");
        row("five findings", kind == redrive_approved ? "missing for step 6" : "");
        row("findings before the last failure", kind == redrive_approved ? "missing for step 1, 2, 3, 4, 5, 6" : "");
        row("closed", "closed");
        row("releasing", "release rdv_1 has it");
        row("reconciling", "release rdv_1 has it");
    }
}

namespace {

void putInRelease(Quarantine &q, ReleaseItemState state)
{
    q.write([&](Database &db) {
        Release r;
        r.redriveId.value = QStringLiteral("rdv_1");
        r.state = ReleaseState::running;
        r.workflow = QStringLiteral("cards");
        r.targetVersion = QStringLiteral("2");
        r.plannedBy = QStringLiteral("ana");
        ReleaseItem item;
        item.caseId = q.id;
        item.jobId = q.job.jobId;
        item.eligible = true;
        item.state = state;
        r.items.append(item);
        store::insertRelease(db, r);
        store::holdForRelease(db, q.id, r.redriveId.value);
        store::releaseJob(db, q.job.jobId, r.redriveId.value, QStringLiteral("2"), q.now());
    });
}

} // namespace

void TestCasebook::locks()
{
    QFETCH(DispositionKind, kind);
    QFETCH(QString, lock);
    QFETCH(QString, says);
    Quarantine q;
    q.find(lock == u"five findings" ? 5 : 6);
    if (lock == u"uncertain")
        q.receipt(ReceiptState::uncertain);
    else if (lock == u"intended")
        q.receipt(ReceiptState::intended);
    else if (lock.startsWith(u"uncertain at"))
        q.receipt(ReceiptState::uncertain, true);
    else if (lock == u"confirmed")
        q.receipt(ReceiptState::confirmed);
    else if (lock == u"denied")
        q.receipt(ReceiptState::denied);
    else if (lock == u"closed")
        QCOMPARE(q.dispose(decision(manual_completion)), QStringLiteral("ok"));
    else if (lock == u"releasing")
        putInRelease(q, ReleaseItemState::released);
    else if (lock == u"reconciling")
        putInRelease(q, ReleaseItemState::isolated);
    if (lock.startsWith(u"findings before")) {
        q.s.clock.advance(10);
        q.write([&](Database &db) {
            store::releaseJob(db, q.job.jobId, QStringLiteral("rdv_0"), QStringLiteral("2"), q.now());
            q.fail(db, {ErrorClass::policy, QStringLiteral("http.403")});
        });
    }
    const QString said = q.dispose(decision(kind));
    if (says.isEmpty())
        QCOMPARE(said, QStringLiteral("ok"));
    else
        QVERIFY2(said.startsWith(u"refused") && said.contains(says), qPrintable(said));
}

void TestCasebook::consequences_data()
{
    QTest::addColumn<DispositionKind>("kind");
    QTest::addColumn<CaseStatus>("status");
    QTest::addColumn<JobState>("job");
    QTest::addColumn<QString>("outcome");
    QTest::newRow("redrive") << redrive_approved << CaseStatus::approved << JobState::quarantined << QString();
    QTest::newRow("by hand") << manual_completion << CaseStatus::closed << JobState::ended << QStringLiteral("recreated_manually");
    QTest::newRow("partial") << accepted_partial << CaseStatus::closed << JobState::ended << QStringLiteral("partial_settled");
    QTest::newRow("discard") << discard_business_valid << CaseStatus::closed << JobState::ended << QString();
    QTest::newRow("incident") << incident_opened << CaseStatus::open << JobState::quarantined << QString();
    QTest::newRow("blocked") << blocked_evidence << CaseStatus::blocked << JobState::quarantined << QString();
}

void TestCasebook::consequences()
{
    QFETCH(DispositionKind, kind);
    QFETCH(QString, outcome);
    Quarantine q;
    q.find(6);
    QCOMPARE(q.dispose(decision(kind)), QStringLiteral("ok"));
    const CaseRecord c = q.record();
    QTEST(c.status, "status");
    QTEST(q.jobState(), "job");
    QCOMPARE(c.outcome, outcome);
    QCOMPARE(c.closedAt.has_value(), c.status == CaseStatus::closed);
    const auto proofs = store::reconciliationsOf(*q.s.db, q.id);
    QCOMPARE(proofs.size(), outcome.isEmpty() ? 0 : 1);
    if (kind == manual_completion)
        QVERIFY(proofs[0].proof.contains(QStringLiteral("https://tickets.example/7")));
    QVERIFY(c.disposition && c.disposition->kind == kind && c.disposition->state == DispositionState::standing);
}

void TestCasebook::whoDecides_data()
{
    QTest::addColumn<DispositionKind>("kind");
    QTest::addColumn<bool>("mayApprove");
    QTest::addColumn<bool>("fourEyes");
    QTest::addColumn<bool>("request");
    for (const auto kind : {redrive_approved, discard_business_valid, manual_completion, blocked_evidence}) {
        const bool wants = kind == redrive_approved || kind == discard_business_valid;
        for (const bool mayApprove : {false, true}) {
            for (const bool four : {false, true})
                QTest::addRow("%s by %s%s", qPrintable(toText(kind)), mayApprove ? "an approver" : "an operator", four ? ", four eyes" : "")
                    << kind << mayApprove << four << (wants && (!mayApprove || four));
        }
    }
}

void TestCasebook::whoDecides()
{
    QFETCH(DispositionKind, kind);
    QFETCH(bool, mayApprove);
    QFETCH(bool, fourEyes);
    QFETCH(bool, request);
    Quarantine q;
    q.find(6);
    auto d = decision(kind);
    d.mayApprove = mayApprove;
    d.fourEyes = fourEyes;
    QCOMPARE(q.dispose(d), QStringLiteral("ok"));
    const CaseRecord c = q.record();
    QCOMPARE(c.status == CaseStatus::awaiting_approval, request);
    QCOMPARE(c.disposition->state, request ? DispositionState::requested : DispositionState::standing);
    if (request)
        QVERIFY(c.disposition->requestedBy == u"ana" && c.disposition->approvedBy.isNull() && !c.closedAt);
}

void TestCasebook::fourEyes_data()
{
    QTest::addColumn<QString>("by");
    QTest::addColumn<QString>("os");
    QTest::addColumn<bool>("four");
    QTest::addColumn<bool>("approved");
    QTest::addColumn<bool>("self");
    QTest::newRow("somebody else") << QStringLiteral("ben") << QStringLiteral("ben") << true << true << false;
    QTest::newRow("the same operator") << QStringLiteral("ana") << QStringLiteral("ben") << true << false << false;
    QTest::newRow("another name, the same person at the machine")
        << QStringLiteral("ben") << QStringLiteral("ana") << true << false << false;
    QTest::newRow("the same, four eyes off") << QStringLiteral("ana") << QStringLiteral("ana") << false << true << true;
    QTest::newRow("somebody else, four eyes off") << QStringLiteral("ben") << QStringLiteral("ben") << false << true << false;
}

void TestCasebook::fourEyes()
{
    QFETCH(QString, by);
    QFETCH(QString, os);
    QFETCH(bool, four);
    QFETCH(bool, approved);
    Quarantine q;
    auto d = decision(discard_business_valid);
    d.mayApprove = false;
    QCOMPARE(q.dispose(d), QStringLiteral("ok"));
    const QString said = q.call([&](Database &db) { return cases::approve(db, q.id, by, os, QStringLiteral("agreed"), four, q.now()); });
    QCOMPARE(said == u"ok", approved);
    const CaseRecord c = q.record();
    QCOMPARE(c.status, approved ? CaseStatus::closed : CaseStatus::awaiting_approval);
    if (!approved) {
        QVERIFY2(said.contains(QStringLiteral("four eyes")), qPrintable(said));
        return;
    }
    QCOMPARE(c.disposition->approvedBy, by);
    QTEST(c.disposition->selfApproved, "self");
    QVERIFY(q.call([&](Database &db) { return cases::approve(db, q.id, by, os, {}, four, q.now()); }).startsWith(u"refused"));
}

void TestCasebook::aRequestIsVoidWhenTheFactsChanged()
{
    Quarantine q;
    q.find(6);
    auto d = decision(redrive_approved);
    d.mayApprove = false;
    QCOMPARE(q.dispose(d), QStringLiteral("ok"));
    q.receipt(ReceiptState::uncertain);
    const auto approve = [&](Database &db) {
        return cases::approve(db, q.id, QStringLiteral("ben"), QStringLiteral("ben"), {}, true, q.now());
    };
    const QString said = q.call(approve);
    QVERIFY2(said.startsWith(u"refused") && said.contains(QStringLiteral("uncertain")), qPrintable(said));
    QCOMPARE(q.record().status, CaseStatus::awaiting_approval);
    QCOMPARE(q.call([&](Database &db) {
        return cases::settleEffect(
            db, q.id, {QStringLiteral("save"), ReceiptState::denied, QStringLiteral("not there"), QStringLiteral("operator:ana")}, q.now());
    }),
             QStringLiteral("ok"));
    QCOMPARE(q.call(approve), QStringLiteral("ok"));
    QCOMPARE(q.record().status, CaseStatus::approved);
}

void TestCasebook::rejected()
{
    Quarantine q;
    q.find(6);
    auto d = decision(redrive_approved);
    d.mayApprove = false;
    QCOMPARE(q.dispose(d), QStringLiteral("ok"));
    QVERIFY(q.call([&](Database &db) {
                 return cases::reject(db, q.id, QStringLiteral("ben"), QStringLiteral(" "), q.now());
             }).startsWith(u"usage"));
    QCOMPARE(q.call([&](Database &db) { return cases::reject(db, q.id, QStringLiteral("ben"), QStringLiteral("not yet"), q.now()); }),
             QStringLiteral("ok"));
    const CaseRecord c = q.record();
    QCOMPARE(c.status, CaseStatus::in_inspection);
    QVERIFY(!c.disposition);
    QCOMPARE(c.dispositions.value(0).state, DispositionState::rejected); // the history stays
    QVERIFY(q.call([&](Database &db) {
                 return cases::reject(db, q.id, QStringLiteral("ben"), QStringLiteral("no"), q.now());
             }).startsWith(u"refused"));
}

void TestCasebook::replaced()
{
    Quarantine q;
    q.find(6);
    QCOMPARE(q.dispose(decision(blocked_evidence)), QStringLiteral("ok"));
    QCOMPARE(q.record().status, CaseStatus::blocked);
    QCOMPARE(q.dispose(decision(redrive_approved)), QStringLiteral("ok"));
    QCOMPARE(q.record().status, CaseStatus::approved);
    QCOMPARE(q.dispose(decision(accepted_partial)), QStringLiteral("ok"));
    const CaseRecord c = q.record();
    QCOMPARE(c.status, CaseStatus::closed);
    QList<DispositionState> states;
    for (const auto &d : c.dispositions)
        states.append(d.state);
    QCOMPARE(states, (QList<DispositionState>{DispositionState::replaced, DispositionState::replaced, DispositionState::standing}));
}

void TestCasebook::failingAgainKeepsTheCase()
{
    Quarantine q;
    q.find(6);
    QCOMPARE(q.dispose(decision(redrive_approved)), QStringLiteral("ok"));
    const qint64 first = q.record().firstFailureAt;
    putInRelease(q, ReleaseItemState::released);
    q.s.clock.advance(60000);
    CaseId again;
    q.write([&](Database &db) { again = q.fail(db, {ErrorClass::unknown_defect, QStringLiteral("http.500")}); });
    QCOMPARE(again, q.id);
    const CaseRecord c = q.record();
    QCOMPARE(c.firstFailureAt, first);
    QCOMPARE(c.lastFailureAt, q.now());
    QCOMPARE(c.errorCode, QStringLiteral("http.500"));
    QCOMPARE(c.status, CaseStatus::open); // six new findings are wanted
    QVERIFY(!c.disposition && c.redriveId.isNull());
    QCOMPARE(c.dispositions.value(0).state, DispositionState::spent);
    QCOMPARE(c.findings.size(), 6);
    QVERIFY(store::stepsFound(*q.s.db, q.id).isEmpty());
    QCOMPARE(q.s.number(QStringLiteral("SELECT count(*) FROM cases")), 1);
}

void TestCasebook::failingIsolatedKeepsItsRelease()
{
    Quarantine q;
    q.find(6);
    QCOMPARE(q.dispose(decision(redrive_approved)), QStringLiteral("ok"));
    putInRelease(q, ReleaseItemState::released);
    q.write([&](Database &db) {
        store::moveItem(db, QStringLiteral("rdv_1"), q.id, ReleaseItemState::released, ReleaseItemState::isolated, q.now());
        q.fail(db, {ErrorClass::uncertain_effect, QStringLiteral("http.no_answer")}, true);
    });
    q.receipt(ReceiptState::uncertain);
    QCOMPARE(q.record().status, CaseStatus::reconciling);
    QCOMPARE(q.record().redriveId, QStringLiteral("rdv_1"));
    // It did not happen: the case leaves its release, its disposition is spent.
    QCOMPARE(q.call([&](Database &db) {
        return cases::settleEffect(
            db, q.id, {QStringLiteral("save"), ReceiptState::denied, QStringLiteral("e"), QStringLiteral("verification")}, q.now());
    }),
             QStringLiteral("ok"));
    const CaseRecord c = q.record();
    QCOMPARE(c.status, CaseStatus::open);
    QCOMPARE(c.dispositions.value(0).state, DispositionState::spent);
    QCOMPARE(store::releaseItems(*q.s.db, QStringLiteral("rdv_1")).value(0).state, ReleaseItemState::failed_again);
}

void TestCasebook::settlements_data()
{
    QTest::addColumn<ReceiptState>("from");
    QTest::addColumn<ReceiptState>("to");
    QTest::addColumn<QString>("action");
    QTest::addColumn<QString>("expected");
    const QString save = QStringLiteral("save");
    using enum ReceiptState;
    QTest::newRow("it happened") << uncertain << confirmed << save << QStringLiteral("ok");
    QTest::newRow("it did not") << uncertain << denied << save << QStringLiteral("ok");
    QTest::newRow("nothing in between") << uncertain << intended << save << QStringLiteral("usage");
    QTest::newRow("compensated is another thing") << uncertain << compensated << save << QStringLiteral("usage");
    QTest::newRow("confirmed already") << confirmed << denied << save << QStringLiteral("refused");
    QTest::newRow("denied already") << denied << confirmed << save << QStringLiteral("refused");
    QTest::newRow("still under way") << intended << confirmed << save << QStringLiteral("refused");
    QTest::newRow("no such action") << uncertain << confirmed << QStringLiteral("pay") << QStringLiteral("not found");
}

void TestCasebook::settlements()
{
    QFETCH(ReceiptState, from);
    QFETCH(ReceiptState, to);
    QFETCH(QString, action);
    QFETCH(QString, expected);
    Quarantine q;
    q.receipt(from);
    const QString said = q.call([&](Database &db) {
        return cases::settleEffect(db, q.id, {action, to, QStringLiteral("seen at the bank"), QStringLiteral("operator:ana")}, q.now());
    });
    QVERIFY2(said.startsWith(expected), qPrintable(said));
    const auto receipt = q.record().receipts.value(0);
    QCOMPARE(receipt.state, said == u"ok" ? to : from);
    if (said == u"ok") {
        QCOMPARE(receipt.settledBy, QStringLiteral("operator:ana"));
        QCOMPARE(receipt.evidence, QStringLiteral("seen at the bank"));
    }
}

void TestCasebook::oneLinkForManyNamesEachRecord()
{
    Quarantine q;
    auto d = decision(manual_completion);
    d.link = QStringLiteral("https://erp.example/{operation}?from={delivery}#{case}");
    QCOMPARE(q.dispose(d), QStringLiteral("ok"));
    const auto c = q.record();
    QVERIFY(!c.caseId.value.isEmpty());
    QCOMPARE(c.disposition->link, QStringLiteral("https://erp.example/%1?from=%2#%3").arg(c.operationId, c.deliveryId, c.caseId.value));
}

void TestCasebook::byHandClosesWhenItsReceiptIsSettled()
{
    Quarantine q;
    q.receipt(ReceiptState::uncertain);
    QCOMPARE(q.dispose(decision(manual_completion)), QStringLiteral("ok"));
    QVERIFY2(!q.record().closedAt, "decided, but what happened at the recipient is not known");
    QCOMPARE(q.jobState(), JobState::quarantined);
    QCOMPARE(q.call([&](Database &db) {
        return cases::settleEffect(
            db, q.id, {QStringLiteral("save"), ReceiptState::denied, QStringLiteral("e"), QStringLiteral("operator:ana")}, q.now());
    }),
             QStringLiteral("ok"));
    QCOMPARE(q.record().status, CaseStatus::closed);
    QCOMPARE(q.record().outcome, QStringLiteral("recreated_manually"));
    QCOMPARE(q.jobState(), JobState::ended);
}

void TestCasebook::incidentsCloseTheirCases()
{
    Quarantine q;
    QCOMPARE(q.dispose(decision(incident_opened)), QStringLiteral("ok"));
    const IncidentId incident{q.record().disposition->incident};
    QVERIFY(incident.value.startsWith(u"inc_"));
    QCOMPARE(q.record().status, CaseStatus::open);
    const auto close = [&](const QString &learning) {
        return q.call([&](Database &db) -> Result<> {
            const auto closed = cases::closeIncident(db, incident, learning, QStringLiteral("ana"), q.now());
            return closed ? Result<>() : tl::unexpected(closed.error());
        });
    };
    QVERIFY(close(QStringLiteral(" ")).startsWith(u"usage"));
    QCOMPARE(close(QStringLiteral("look before you leap")), QStringLiteral("ok"));
    QCOMPARE(q.record().status, CaseStatus::closed);
    QCOMPARE(q.jobState(), JobState::ended);
    QVERIFY(close(QStringLiteral("again")).startsWith(u"not found"));
    // A closed incident takes no more cases, an unknown one none at all.
    Quarantine other;
    auto d = decision(incident_opened);
    d.incident = QStringLiteral("inc_unknown");
    QVERIFY(other.dispose(d).startsWith(u"not found"));
    QVERIFY(!other.record().disposition);
}

void TestCasebook::anIncidentWaitsForItsEffects()
{
    Quarantine q;
    q.receipt(ReceiptState::uncertain);
    QCOMPARE(q.dispose(decision(incident_opened)), QStringLiteral("ok"));
    const IncidentId incident{q.record().disposition->incident};
    const QString said = q.call([&](Database &db) -> Result<> {
        const auto closed = cases::closeIncident(db, incident, QStringLiteral("learned"), QStringLiteral("ana"), q.now());
        return closed ? Result<>() : tl::unexpected(closed.error());
    });
    QVERIFY2(said.startsWith(u"refused") && said.contains(q.id.value), qPrintable(said));
    QVERIFY(!store::loadIncident(*q.s.db, incident)->closedAt);
}

void TestCasebook::secretsAreScrubbed()
{
    Quarantine q;
    const QString token = QStringLiteral("ghp_") + QString(36, u'a');
    q.write([&](Database &db) {
        QVERIFY(cases::addFinding(db, q.id, 1, QStringLiteral("they used ") + token, QStringLiteral("ana"), q.now()));
    });
    auto d = decision(accepted_partial);
    d.reason = QStringLiteral("with ") + token;
    d.authority = token;
    QCOMPARE(q.dispose(d), QStringLiteral("ok"));
    const CaseRecord c = q.record();
    QVERIFY(!c.findings.value(0).text.contains(token));
    QVERIFY(!c.disposition->reason.contains(token));
    QVERIFY(!c.disposition->authority.contains(token));
    QVERIFY(!store::reconciliationsOf(*q.s.db, q.id).value(0).proof.contains(token));
}

QTEST_GUILESS_MAIN(TestCasebook)
#include "tst_casebook.moc"
