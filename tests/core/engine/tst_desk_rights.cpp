// Every action of the desk against every role: who may not is told the role that may, and nothing changes.
#include "deskbench.h"

using namespace lazaret;
using lazaret::test::DeskBench;

namespace {

using Outcome = std::optional<Error>;

template <typename T>
Outcome outcome(const Result<T> &result)
{
    return result ? Outcome() : Outcome(result.error());
}

struct Action
{
    const char *name;
    Role least;
    std::function<Outcome(Desk &)> run;
};

const QList<Action> &actions()
{
    static const QStringList ids{QStringLiteral("case_none")};
    static const QString rdv = QStringLiteral("rdv_none");
    static const Selection selection{ids, {}, {}};
    static const auto text = QStringLiteral("why");
    static const QList<Action> list{
        {"note", Role::operator_, [](Desk &d) { return outcome(d.note(ids, text)); }},
        {"finding", Role::operator_, [](Desk &d) { return outcome(d.addFinding(selection, 1, text)); }},
        {"assign", Role::operator_, [](Desk &d) { return outcome(d.assign(ids, QStringLiteral("otto"))); }},
        {"settle", Role::operator_,
         [](Desk &d) { return outcome(d.settleEffect({ids[0]}, QStringLiteral("a"), ReceiptState::denied, text)); }},
        {"verify", Role::operator_, [](Desk &d) { return outcome(d.askVerifyEffect(selection)); }},
        {"dispose", Role::operator_,
         [](Desk &d) {
             return outcome(d.dispose(selection, {DispositionKind::accepted_partial, text, text, {}, {}, {}}));
         }},
        {"plan", Role::operator_,
         [](Desk &d) {
             return outcome(d.planRelease({selection, text, text, 1, {}, {}, {}, {}, false}));
         }},
        {"pause", Role::operator_, [](Desk &d) { return outcome(d.pauseRelease(rdv)); }},
        {"reconcile", Role::operator_, [](Desk &d) { return outcome(d.askReconcile(rdv)); }},
        {"open incident", Role::operator_, [](Desk &d) { return outcome(d.openIncident(text, {}, {})); }},
        {"close incident", Role::operator_, [](Desk &d) { return outcome(d.closeIncident({QStringLiteral("inc_none")}, text)); }},
        {"approve", Role::approver, [](Desk &d) { return outcome(d.approve(ids, text)); }},
        {"reject", Role::approver, [](Desk &d) { return outcome(d.reject(ids, text)); }},
        {"approve release", Role::approver, [](Desk &d) { return outcome(d.approveRelease(rdv)); }},
        {"start", Role::approver, [](Desk &d) { return outcome(d.startRelease(rdv)); }},
        {"resume", Role::approver, [](Desk &d) { return outcome(d.resumeRelease(rdv)); }},
        {"abort", Role::approver, [](Desk &d) { return outcome(d.abortRelease(rdv)); }},
        {"cancel", Role::approver, [](Desk &d) { return outcome(d.cancelJob({QStringLiteral("job_none")})); }},
        {"retry now", Role::approver, [](Desk &d) { return outcome(d.retryNow({QStringLiteral("job_none")})); }},
        {"export", Role::approver, [](Desk &d) { return outcome(d.exportWorkspace()); }},
        {"hold", Role::administrator, [](Desk &d) { return outcome(d.setHold(QStringLiteral("source"), QStringLiteral("none"), true)); }},
        {"apply", Role::administrator,
         [](Desk &d) { return outcome(d.applyWorkspace(DeskBench::bytes(DeskBench::plainWorkspace()), false)); }},
    };
    return list;
}

} // namespace

class TestDeskRights : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyActionAsksForItsRole_data()
    {
        QTest::addColumn<int>("action");
        for (qsizetype i = 0; i < actions().size(); ++i)
            QTest::newRow(actions()[i].name) << int(i);
    }

    void everyActionAsksForItsRole()
    {
        QFETCH(int, action);
        const Action &a = actions()[action];
        DeskBench bench;
        bench.setUp();
        const QMap<Role, QString> people{{Role::viewer, QStringLiteral("vera")},
                                         {Role::operator_, QStringLiteral("otto")},
                                         {Role::approver, QStringLiteral("ana")},
                                         {Role::administrator, QStringLiteral("root")}};
        for (auto it = people.begin(); it != people.end(); ++it) {
            Desk desk = bench.desk(*it);
            const qint64 before = bench.auditCount();
            const Outcome result = a.run(desk);
            const bool deniedByRole = result && result->code == ErrorCode::refused && result->detail.contains(u"needs the role");
            QCOMPARE(deniedByRole, it.key() < a.least);
            if (deniedByRole) {
                QVERIFY(result->detail.contains(toText(a.least)));
                QCOMPARE(bench.auditCount(), before);
            }
        }
    }

    void strangersAreRefusedOnceOperatorsExist()
    {
        DeskBench bench;
        QVERIFY(bench.desk(QStringLiteral("anyone")).openIncident(QStringLiteral("before"), {}, {}));
        QCOMPARE(store::lastAudit(bench.db())->actor, QStringLiteral("anyone"));
        QVERIFY(store::lastAudit(bench.db())->details.contains(u"owner of the data directory"));
        bench.setUp();
        const auto refused = bench.desk(QStringLiteral("anyone")).openIncident(QStringLiteral("after"), {}, {});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::refused);
    }

    void anotherTenantsIdBehavesLikeNone()
    {
        DeskBench bench;
        bench.setUp();
        const CaseId theirs = bench.makeCase(QStringLiteral("other"));
        const CaseId ours = bench.makeCase(QStringLiteral("acme"));
        Desk olga = bench.desk(QStringLiteral("olga"));
        auto noted = olga.note({theirs.value, QStringLiteral("case_none"), ours.value}, QStringLiteral("x"));
        QVERIFY(noted.has_value());
        QCOMPARE(noted->items[0].result, QStringLiteral("not_found"));
        QCOMPARE(noted->items[0].reason.replace(theirs.value, QStringLiteral("case_none")), noted->items[1].reason);
        QCOMPARE(noted->items[2].result, QStringLiteral("done"));
        QVERIFY(bench.load(theirs).findings.isEmpty());
        // Her query does not match it either.
        QVERIFY(olga.addFinding({{}, QString(), 1}, 1, QStringLiteral("seen")));
        const auto job = olga.cancelJob(bench.load(theirs).jobId);
        QCOMPARE(job.error().code, ErrorCode::refused); // the right is asked before the id
        const auto planned =
            bench.desk(QStringLiteral("otto"))
                .planRelease({{{theirs.value, ours.value}, {}, {}}, QStringLiteral("12"), QStringLiteral("fix"), 0, {}, {}, {}, {}, false});
        QVERIFY2(planned.has_value(), planned ? "" : qPrintable(planned.error().detail));
        QCOMPARE(olga.pauseRelease(planned->redriveId.value).error().code, ErrorCode::not_found);
    }
};

QTEST_GUILESS_MAIN(TestDeskRights)
#include "tst_desk_rights.moc"
