#include "shell/coachsteps.h"

#include <QCoreApplication>

namespace lazaret::ui {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("Coach", text);
}

qsizetype all()
{
    return demo::cards().size();
}

// The one in hand; what was withdrawn is none.
QString releaseOf(const demo::Standing &at)
{
    return at.last && at.last->state != ReleaseState::aborted ? at.last->redriveId.value : QString();
}

CoachStepView arrive(const demo::Standing &at)
{
    CoachStepView step;
    step.word = tr("Arrive");
    step.title = tr("see what broke");
    step.text =
        tr("A shop sends twelve product cards. catalog-api has a new schema, and cards@12 does not fit it: some are tried again, then "
           "each becomes a case. %1 of %2 wait in quarantine so far.")
            .arg(at.cases.size())
            .arg(all());
    step.doneText = tr("All twelve are in quarantine: catalog-api answers 422, price.currency is required. Nothing was published, nothing "
                       "is lost. The Overview shows where they wait.");
    step.action = tr("Show me");
    step.where.page = QStringLiteral("overview");
    step.targets = {QStringLiteral("depthCard"), QStringLiteral("classCard")};
    step.done = at.cases.size() == all() && !at.fixVersion.isEmpty();
    return step;
}

CoachStepView take(const demo::Standing &at)
{
    CoachStepView step;
    step.word = tr("Take");
    step.title = tr("take the twelve cases");
    step.text = tr("Open Cases (G C), select all of them (Ctrl+A) and assign them to you (A), so that everybody sees who looks after them. "
                   "%1 of %2 have an owner.")
                    .arg(at.inHand)
                    .arg(all());
    step.doneText = tr("All twelve have an owner. The list says for each what failed, when, and until when it should be looked at.");
    step.action = tr("Do it for me");
    step.where = {QStringLiteral("cases"), {}, demo::kQuery, {}};
    step.targets = {QStringLiteral("bulkAssign"), QStringLiteral("caseTable")};
    step.done = !at.cases.isEmpty() && at.inHand == at.cases.size();
    return step;
}

CoachStepView inspect(const demo::Standing &at)
{
    CoachStepView step;
    step.word = tr("Inspect");
    step.title = tr("look before you decide");
    step.text = tr("All failed alike. Open one, read the receipts, and record what each of the six steps shows, for all twelve alike. "
                   "%1 of %2 are inspected.")
                    .arg(at.inspected)
                    .arg(all());
    step.doneText = tr("Six findings for each. The receipts prove that nothing was created at catalog-api, so the same key is safe.");
    step.action = tr("Do it for me");
    step.where = {QStringLiteral("cases"), {}, demo::kQuery, {}};
    step.targets = {QStringLiteral("finding"), QStringLiteral("casePane"), QStringLiteral("caseTable")};
    step.done = !at.cases.isEmpty() && at.inspected == at.cases.size();
    return step;
}

CoachStepView decide(const demo::Standing &at)
{
    CoachStepView step;
    step.word = tr("Decide");
    step.title = tr("decide each case");
    step.text =
        tr("Query tenant:aurora, Ctrl+A, D 1: it sells at list prices, its nine may be redriven. Query tenant:atelier, Ctrl+A, D 2: it "
           "makes to order, a person types its three in; link %1/records/{operation}. %2 and %3 are decided.")
            .arg(at.catalog)
            .arg(at.approved)
            .arg(at.byHand);
    step.doneText =
        tr("Nine may be redriven; three were completed by hand and closed with the link to their record. Nothing was sent yet.");
    step.action = tr("Do it for me");
    step.where = {QStringLiteral("cases"), {}, demo::kQuery, {}};
    step.targets = {QStringLiteral("bulkDecide"), QStringLiteral("decidePanel"), QStringLiteral("casePane")};
    step.done = !at.cases.isEmpty() && at.approved == at.list.size() && at.byHand == at.handmade.size();
    return step;
}

CoachStepView plan(const demo::Standing &at)
{
    CoachStepView step;
    step.word = tr("Plan");
    step.title = tr("plan and approve");
    step.text = at.fixVersion.isEmpty() ? tr("The developers are about to put cards@13 in force; it names the currency.")
                                        : tr("cards@%1 names the currency. Plan a release of the approved cases under it, name the fix, "
                                             "read what it will do, and approve it. The "
                                             "set is frozen; those it cannot send are listed with the reason.")
                                              .arg(at.fixVersion);
    step.doneText =
        tr("The plan is approved: nine cases, one as canary first, then in growing steps. It stops by itself on the first doubt.");
    step.action = tr("Do it for me");
    // The twelve as a draft of a plan; once there is one, that.
    step.where = {QStringLiteral("releases"), releaseOf(at), demo::kQuery, releaseOf(at).isEmpty() ? at.cases : QStringList()};
    step.targets = {QStringLiteral("release_sendButton"), QStringLiteral("release_approveButton"), QStringLiteral("planSide"),
                    QStringLiteral("releaseTable")};
    step.ready = !at.fixVersion.isEmpty() && at.approved > 0;
    step.done = at.last && at.last->approvedAt && at.last->state != ReleaseState::aborted;
    return step;
}

CoachStepView release(const demo::Standing &at)
{
    CoachStepView step;
    step.word = tr("Release");
    step.title = tr("watch it go out");
    const bool out = at.last && (at.last->state == ReleaseState::canary || at.last->state == ReleaseState::running ||
                                 at.last->state == ReleaseState::reconciling);
    if (out)
        step.text =
            tr("It runs: the canary first, then steps that grow. Sent, accepted, effect confirmed are three different things. %1 of %2 "
               "have succeeded.")
                .arg(at.last->counters.succeeded)
                .arg(at.last->counters.planned);
    else if (at.last && at.last->state == ReleaseState::paused)
        step.text = tr("The release is paused: %1. Look at what is out, then resume it.").arg(at.last->stateReason);
    else
        step.text = tr("Start the release. One representative case goes first; the others wait until it is reconciled.");
    step.doneText = tr("Finished: each of the nine went out once, under its old key, and its effect is confirmed.");
    step.action = tr("Do it for me");
    step.where = {QStringLiteral("releases"), releaseOf(at), {}, {}};
    step.targets = {QStringLiteral("release_startButton"), QStringLiteral("pauseBanner"), QStringLiteral("stepCards"),
                    QStringLiteral("planSide"), QStringLiteral("releaseTable")};
    step.ready = at.last && (at.last->state == ReleaseState::approved || at.last->state == ReleaseState::paused);
    step.done = at.last && at.last->state == ReleaseState::finished;
    return step;
}

CoachStepView prove(const demo::Standing &at)
{
    CoachStepView step;
    step.word = tr("Prove");
    step.title = tr("read the proof");
    step.text =
        tr("Ask catalog-api once more what it has (Reconcile again), then open the report: it says of every case what became of it, "
           "and what proves it.");
    step.doneText = tr("%1 of %2 closed with proof: nine executed once and confirmed, three recreated by hand and linked. The report, the "
                       "receipts and the audit log say the same.")
                        .arg(at.closed)
                        .arg(at.cases.size());
    step.action = tr("Do it for me");
    step.where = {QStringLiteral("reconciliation"), releaseOf(at), {}, {}};
    step.targets = {QStringLiteral("reconcileAgainButton"), QStringLiteral("reportForms"), QStringLiteral("outcomeTiles"),
                    QStringLiteral("proofTable")};
    step.ready = at.last && at.last->startedAt;
    step.done = !at.list.isEmpty() && at.askedAgain == at.list.size() && at.closed == at.cases.size();
    return step;
}

} // namespace

CoachStepView coachStep(int step, const demo::Standing &at)
{
    switch (CoachStep(step)) {
    case CoachStep::arrive:
        return arrive(at);
    case CoachStep::take:
        return take(at);
    case CoachStep::inspect:
        return inspect(at);
    case CoachStep::decide:
        return decide(at);
    case CoachStep::plan:
        return plan(at);
    case CoachStep::release:
        return release(at);
    case CoachStep::prove:
        break;
    }
    return prove(at);
}

} // namespace lazaret::ui
