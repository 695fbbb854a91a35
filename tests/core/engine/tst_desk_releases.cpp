#include "deskbench.h"
#include "model/moves.h"

using namespace lazaret;
using lazaret::test::DeskBench;

namespace {

ReleaseRequest requestFor(const QStringList &ids)
{
    return {{ids, {}, {}}, QStringLiteral("12"), QStringLiteral("fix 1"), 0, {}, {}, {}, {}, false};
}

} // namespace

class TestDeskReleases : public QObject
{
    Q_OBJECT

    static QString approvedCase(DeskBench &bench)
    {
        const CaseId id = bench.makeCase();
        bench.inspect({id.value});
        const auto bulk = bench.desk(QStringLiteral("ana"))
                              .dispose({{id.value}, {}, {}}, {DispositionKind::redrive_approved, QStringLiteral("fixed"), {}, {}, {}, {}});
        if (!bulk || bulk->refused() != 0)
            qFatal("the case could not be approved");
        return id.value;
    }

    // What the pipeline does when a case's turn comes, without the pipeline.
    static void sendOut(DeskBench &bench, const Release &release, const QString &id)
    {
        const auto sent = bench.writer.writeNow<bool>([&](Database &db) -> Result<bool> {
            const auto c = store::loadCase(db, {id});
            store::holdForRelease(db, c->caseId, release.redriveId.value);
            store::moveItem(db, release.redriveId.value, c->caseId, ReleaseItemState::planned, ReleaseItemState::released,
                            bench.clock.nowMs());
            store::releaseJob(db, c->jobId, release.redriveId.value, release.targetVersion, bench.clock.nowMs());
            return true;
        });
        QVERIFY(sent.has_value());
    }

    static Result<Release> started(DeskBench &bench, const QStringList &ids)
    {
        Desk ana = bench.desk(QStringLiteral("ana"));
        const auto planned = bench.desk(QStringLiteral("otto")).planRelease(requestFor(ids));
        if (!planned)
            return planned;
        if (auto approved = ana.approveRelease(planned->redriveId.value); !approved)
            return approved;
        return ana.startRelease(planned->redriveId.value);
    }

private Q_SLOTS:
    void aPlanFreezesTheSelectionAndSaysWhyNot()
    {
        DeskBench bench;
        bench.setUp();
        const QString good = approvedCase(bench);
        const QString bare = bench.makeCase().value;
        ReleaseRequest request = requestFor({});
        request.selection = {{}, QStringLiteral("workflow:cards"), 3};
        QCOMPARE(bench.desk(QStringLiteral("otto")).planRelease(request).error().code, ErrorCode::refused);
        QVERIFY(store::listReleases(bench.db()).isEmpty());
        request.selection.expect = 2;
        const auto planned = bench.desk(QStringLiteral("otto")).planRelease(request);
        QVERIFY2(planned.has_value(), planned ? "" : qPrintable(planned.error().detail));
        QCOMPARE(planned->state, ReleaseState::planned);
        QCOMPARE(planned->query, QStringLiteral("workflow:cards"));
        QCOMPARE(planned->items.size(), 2);
        QCOMPARE(planned->approvedCaseCount, 1);
        QCOMPARE(planned->plannedBy, QStringLiteral("otto"));
        for (const auto &item : planned->items) {
            QCOMPARE(item.eligible, item.caseId.value == good);
            QCOMPARE(item.reason.isEmpty(), item.eligible);
        }
        QVERIFY(!bare.isEmpty());
    }

    void nothingEligibleIsNothingToApprove()
    {
        DeskBench bench;
        bench.setUp();
        const auto planned = bench.desk(QStringLiteral("otto")).planRelease(requestFor({bench.makeCase().value}));
        QVERIFY(planned.has_value());
        const auto approved = bench.desk(QStringLiteral("ana")).approveRelease(planned->redriveId.value);
        QCOMPARE(approved.error().code, ErrorCode::refused);
        QVERIFY(approved.error().detail.contains(u"no case of the plan is eligible"));
    }

    void whoPlannedDoesNotApproveUnderFourEyes()
    {
        DeskBench bench;
        bench.setUp(true);
        const QString id = bench.makeCase().value;
        bench.inspect({id});
        QVERIFY(bench.desk(QStringLiteral("otto"))
                    .dispose({{id}, {}, {}}, {DispositionKind::redrive_approved, QStringLiteral("fixed"), {}, {}, {}, {}}));
        QCOMPARE(bench.desk(QStringLiteral("ben")).approve({id}, QStringLiteral("ok"))->done(), 1);
        const auto planned = bench.desk(QStringLiteral("ana")).planRelease(requestFor({id}));
        QVERIFY(planned.has_value());
        const QString rdv = planned->redriveId.value;
        QVERIFY(bench.desk(QStringLiteral("ana"), QStringLiteral("elsewhere")).approveRelease(rdv).error().detail.contains(u"four eyes"));
        QVERIFY(bench.desk(QStringLiteral("ben"), QStringLiteral("os-ana")).approveRelease(rdv).error().detail.contains(u"four eyes"));
        const auto approved = bench.desk(QStringLiteral("ben")).approveRelease(rdv);
        QVERIFY(approved.has_value());
        QCOMPARE(approved->approver, QStringLiteral("ben"));
        QVERIFY(!approved->selfApproved);
    }

    void approvalBindsToThePlanThatWasRead()
    {
        DeskBench bench;
        bench.setUp();
        Desk ana = bench.desk(QStringLiteral("ana"));
        const auto planned = ana.planRelease(requestFor({approvedCase(bench)}));
        QVERIFY(planned.has_value());
        const QString rdv = planned->redriveId.value;
        QCOMPARE(ana.startRelease(rdv).error().code, ErrorCode::refused); // not approved
        QCOMPARE(ana.approveRelease(rdv, 2).error().code, ErrorCode::refused);
        const auto approved = ana.approveRelease(rdv, 1);
        QVERIFY(approved.has_value());
        QCOMPARE(approved->state, ReleaseState::approved);
        QVERIFY(approved->selfApproved);
        QCOMPARE(ana.approveRelease(rdv).error().code, ErrorCode::refused); // once
    }

    void itPausesResumesAndRemembersWhatWasAccepted()
    {
        DeskBench bench;
        bench.setUp();
        const auto canary = started(bench, {approvedCase(bench), approvedCase(bench)});
        QVERIFY2(canary.has_value(), canary ? "" : qPrintable(canary.error().detail));
        QCOMPARE(canary->state, ReleaseState::canary);
        QVERIFY(canary->startedAt.has_value());
        const QString rdv = canary->redriveId.value;
        Desk ana = bench.desk(QStringLiteral("ana"));
        QCOMPARE(ana.resumeRelease(rdv).error().code, ErrorCode::refused); // it runs
        const auto paused = bench.desk(QStringLiteral("otto")).pauseRelease(rdv);
        QVERIFY(paused.has_value());
        QCOMPARE(paused->state, ReleaseState::paused);
        QCOMPARE(paused->stateReason, QStringLiteral("paused by otto"));
        QCOMPARE(bench.desk(QStringLiteral("otto")).pauseRelease(rdv).error().code, ErrorCode::refused);
        const auto resumed = ana.resumeRelease(rdv);
        QVERIFY(resumed.has_value());
        QCOMPARE(resumed->state, ReleaseState::canary);
        QVERIFY(resumed->stateReason.isEmpty());
        QVERIFY(resumed->accepted.contains(QStringLiteral("cases")));
        QVERIFY(guard::verifyChain(bench.db()).intact);
    }

    void abortBeforeTheStartEndsAtOnce_data()
    {
        QTest::addColumn<bool>("approved");
        QTest::newRow("planned") << false;
        QTest::newRow("approved") << true;
    }

    void abortBeforeTheStartEndsAtOnce()
    {
        QFETCH(bool, approved);
        DeskBench bench;
        bench.setUp();
        Desk ana = bench.desk(QStringLiteral("ana"));
        const QString id = approvedCase(bench);
        const auto planned = ana.planRelease(requestFor({id}));
        QVERIFY(planned.has_value());
        if (approved)
            QVERIFY(ana.approveRelease(planned->redriveId.value));
        const auto aborted = ana.abortRelease(planned->redriveId.value);
        QVERIFY2(aborted.has_value(), aborted ? "" : qPrintable(aborted.error().detail));
        QCOMPARE(aborted->state, ReleaseState::aborted);
        QCOMPARE(bench.load({id}).status, CaseStatus::approved);
        QCOMPARE(ana.abortRelease(planned->redriveId.value).error().code, ErrorCode::refused);
        QVERIFY(ana.planRelease(requestFor({id}))->items[0].eligible); // free for another release
    }

    void abortTakesBackWhatNoWorkerHas()
    {
        DeskBench bench;
        bench.setUp();
        const QString untaken = approvedCase(bench);
        const QString running = approvedCase(bench);
        const QString never = approvedCase(bench);
        const auto release = started(bench, {untaken, running, never});
        QVERIFY(release.has_value());
        sendOut(bench, *release, running);
        QVERIFY(bench.writer
                    .writeNow<bool>([&](Database &db) -> Result<bool> {
                        return queue::claim(db, QStringLiteral("cards"), 1, {QStringLiteral("w"), QStringLiteral("0")}, 60000,
                                            QStringLiteral("p"), bench.clock.nowMs())
                                   .size() == 1;
                    })
                    .value_or(false));
        sendOut(bench, *release, untaken);
        const auto aborted = bench.desk(QStringLiteral("ana")).abortRelease(release->redriveId.value);
        QVERIFY2(aborted.has_value(), aborted ? "" : qPrintable(aborted.error().detail));
        QCOMPARE(aborted->state, ReleaseState::reconciling); // one is still out
        QVERIFY(aborted->stopEarly);
        QCOMPARE(bench.load({untaken}).status, CaseStatus::approved);
        QVERIFY(bench.load({untaken}).redriveId.isEmpty());
        QCOMPARE(store::loadJob(bench.db(), bench.load({untaken}).jobId)->state, JobState::quarantined);
        QCOMPARE(bench.load({running}).status, CaseStatus::releasing);
        QCOMPARE(store::loadJob(bench.db(), bench.load({running}).jobId)->state, JobState::leased);
        QMap<QString, ReleaseItemState> states;
        for (const auto &item : aborted->items)
            states.insert(item.caseId.value, item.state);
        QCOMPARE(states.value(untaken), ReleaseItemState::returned);
        QCOMPARE(states.value(running), ReleaseItemState::released);
        QCOMPARE(states.value(never), ReleaseItemState::planned);
    }

    void abortOfAPausedReleaseWithNothingOutEnds()
    {
        DeskBench bench;
        bench.setUp();
        const auto release = started(bench, {approvedCase(bench)});
        QVERIFY(release.has_value());
        sendOut(bench, *release, release->items[0].caseId.value);
        Desk ana = bench.desk(QStringLiteral("ana"));
        QVERIFY(ana.pauseRelease(release->redriveId.value));
        const auto aborted = ana.abortRelease(release->redriveId.value);
        QVERIFY(aborted.has_value());
        QCOMPARE(aborted->state, ReleaseState::aborted);
        QVERIFY(aborted->finishedAt.has_value());
        QCOMPARE(bench.load(release->items[0].caseId).status, CaseStatus::approved);
    }

    void reconcilingIsLeftForThePipeline()
    {
        DeskBench bench;
        bench.setUp();
        Desk otto = bench.desk(QStringLiteral("otto"));
        const QString id = approvedCase(bench);
        const auto planned = otto.planRelease(requestFor({id}));
        QCOMPARE(otto.askReconcile(planned->redriveId.value).error().code, ErrorCode::refused); // nothing went out
        Desk ana = bench.desk(QStringLiteral("ana"));
        QVERIFY(ana.approveRelease(planned->redriveId.value));
        const auto release = ana.startRelease(planned->redriveId.value);
        QCOMPARE(otto.askReconcile(planned->redriveId.value)->request, 0);
        sendOut(bench, *release, id);
        const auto asked = otto.askReconcile(planned->redriveId.value);
        const auto request = store::loadRequest(bench.db(), asked->request);
        QVERIFY(request.has_value());
        QCOMPARE(request->kind, QStringLiteral("reconcile"));
        QCOMPARE(request->subjects, QStringList{id});
        QCOMPARE(request->redriveId, planned->redriveId.value);
        QVERIFY(bench.writer
                    .writeNow<bool>([&](Database &db) -> Result<bool> { // it fails again and leaves: an open case like others
                        return store::moveItem(db, planned->redriveId.value, {id}, ReleaseItemState::released,
                                               ReleaseItemState::failed_again, 1);
                    })
                    .value_or(false));
        QCOMPARE(otto.askReconcile(planned->redriveId.value)->request, 0);
    }

    void jobsAreCancelledAndHurriedOnlyWhereThatIsSafe()
    {
        DeskBench bench;
        bench.setUp();
        Desk ana = bench.desk(QStringLiteral("ana"));
        const auto release = started(bench, {approvedCase(bench)});
        const Job out = *store::loadJob(bench.db(), release->items[0].jobId);
        QVERIFY(ana.cancelJob(out.jobId).error().detail.contains(u"quarantined"));
        sendOut(bench, *release, release->items[0].caseId.value);
        QVERIFY(ana.cancelJob(out.jobId).error().detail.contains(u"is out with release"));

        const Job ready = bench.makeJob();
        QCOMPARE(ana.retryNow(ready.jobId).error().code, ErrorCode::refused);
        QVERIFY(whyJob(bench.db(), ready).startsWith(u"ready since"));
        QVERIFY(bench.desk().setHold(QStringLiteral("source"), QStringLiteral("shop"), true));
        QVERIFY(whyJob(bench.db(), ready).startsWith(u"held: source"));
        const auto cancelled = ana.cancelJob(ready.jobId);
        QVERIFY(cancelled.has_value());
        QCOMPARE(cancelled->state, JobState::ended);
        QVERIFY(whyJob(bench.db(), *cancelled).contains(u"cancelled by ana"));

        const Job waiting = bench.makeJob();
        QVERIFY(bench.db().run("UPDATE jobs SET state = 'waiting', due_at = due_at + 600000 WHERE state = 'ready' AND redrive_id IS NULL"));
        const auto hurried = ana.retryNow(waiting.jobId);
        QVERIFY(hurried.has_value());
        QCOMPARE(hurried->state, JobState::ready);
        QCOMPARE(*hurried->dueAt, bench.clock.nowMs());
    }
};

QTEST_GUILESS_MAIN(TestDeskReleases)
#include "tst_desk_releases.moc"
