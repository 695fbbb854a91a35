// What a person decides about releases: when each command is open, why not, what is asked before, and what is said after.
#include "models/deskdata.h"
#include "pages/releasediff.h"
#include "pages/releaseplan.h"
#include "pages/releaserun.h"
#include "pages/releasespage.h"
#include "support/command.h"
#include "widgets/sheet.h"

namespace lazaret::ui {

QString ReleasesPage::needs(Role role, const QString &doing) const
{
    return m_services.operatorRole() >= role ? QString()
                                             : tr("%1 needs the role %2; yours is %3.")
                                                   .arg(doing, roleWord(role).toLower(), roleWord(m_services.operatorRole()).toLower());
}

QStringList ReleasesPage::unknownCases() const
{
    QStringList ids;
    for (const auto &row : m_detail ? m_detail->rows : QList<queries::ReleaseRow>{}) {
        if (fateOf(row.item) == Fate::uncertain && row.facts.uncertain)
            ids.append(row.item.caseId.value);
    }
    return ids;
}

void ReleasesPage::lockCommands()
{
    const bool list = m_at == View::list, draft = m_at == View::plan && m_plan->isDraft() && m_id.isEmpty();
    const bool one = !list && !draft;
    const std::optional<Release> r = one && m_detail ? std::optional(m_detail->release) : std::nullopt;
    const bool plan = r && !r->startedAt, run = r && r->startedAt;
    m_search->setVisible(list);
    m_back->setVisible(!list);
    for (auto *command : {m_check, m_send, m_canary, m_freeCanary})
        command->setVisible(draft);
    m_diff->setVisible(m_at == View::plan);
    m_approve->setVisible(draft || (plan && r->state == ReleaseState::planned));
    m_start->setVisible(plan && r->state == ReleaseState::approved);
    for (auto *command : {m_pauseRun, m_resume, m_uncertain, m_reconciliation})
        command->setVisible(run);
    m_verify->setVisible(run && !unknownCases().isEmpty());
    m_abort->setVisible(r && r->state != ReleaseState::finished && r->state != ReleaseState::aborted);
    if (draft)
        lockDraft();
    if (plan)
        lockPlan(*r);
    if (run)
        lockRun(*r);
}

void ReleasesPage::lockDraft()
{
    const int eligible = m_plan->release().approvedCaseCount;
    const QString role = needs(Role::operator_, tr("Planning a release"));
    m_send->setText(eligible == 1 ? tr("Send 1 case for approval") : tr("Send %1 cases for approval").arg(countText(eligible)));
    m_send->lock(role.isEmpty() ? m_plan->missing() : role);
    m_approve->setText(eligible == 1 ? tr("Approve 1 case…") : tr("Approve %1 cases…").arg(countText(eligible)));
    m_approve->lock(m_plan->context().fourEyes ? tr("You ask for it, so a second person approves.")
                                               : tr("Approving opens once the plan is recorded."));
    m_plan->side()->showApproval(m_plan->missing().isEmpty() ? m_approve->lockedReason() : m_plan->missing());
    const auto *row = m_plan->currentRow();
    m_canary->lock(!row                                                 ? tr("No case is chosen in the table.")
                   : !row->item.eligible                                ? tr("This case cannot be released.")
                   : row->item.caseId.value == m_plan->release().canary ? tr("It is the canary.")
                                                                        : QString());
    m_freeCanary->lock(m_plan->chosenCanary().isEmpty() ? tr("The plan chooses already: the oldest of the most common fault.") : QString());
    m_diff->lock(m_plan->release().workflow.isEmpty() ? tr("The cases are still being checked.") : QString());
}

void ReleasesPage::lockPlan(const Release &r)
{
    const int n = r.approvedCaseCount;
    m_diff->unlock();
    m_approve->setText(n == 1 ? tr("Approve 1 case…") : tr("Approve %1 cases…").arg(countText(n)));
    m_approve->lock(approvalLock(r, m_detail->context.fourEyes, m_services.operatorName(), m_services.operatorRole()));
    m_start->setText(tr("Start with the canary…"));
    m_start->lock(needs(Role::approver, tr("Starting a release")));
    m_abort->setText(r.state == ReleaseState::planned ? tr("Withdraw the plan…") : tr("Abort…"));
    m_abort->lock(needs(Role::approver, tr("Aborting a release")));
    QString sentence = m_approve->lockedReason();
    if (r.state == ReleaseState::approved)
        sentence =
            r.selfApproved ? tr("Approved by the person who planned it; the audit log says so.") : tr("Nothing is sent before the start.");
    else if (r.state == ReleaseState::aborted)
        sentence = r.stateReason;
    else if (sentence.isEmpty() && r.plannedBy == m_services.operatorName())
        sentence = tr("You planned it yourself: approving is recorded as self-approval.");
    m_plan->side()->showApproval(sentence);
}

void ReleasesPage::lockRun(const Release &r)
{
    const bool sends = r.state == ReleaseState::canary || r.state == ReleaseState::running;
    const QString state = token(r.state).label.toLower();
    const QString operatorLock = needs(Role::operator_, tr("Pausing a release")), approverLock = needs(Role::approver, tr("This"));
    m_pauseRun->lock(!sends ? tr("Only a release that sends can be paused; this one is %1.").arg(state) : operatorLock);
    m_pauseRun->setVisible(sends);
    const auto unknown = unknownCases();
    m_resume->lock(r.state != ReleaseState::paused ? tr("Only a paused release can be resumed; this one is %1.").arg(state)
                   : unknown.size() == 1           ? tr("Open after the uncertain case is verified or settled.")
                   : !unknown.isEmpty()            ? tr("Open after the %1 uncertain cases are verified or settled.").arg(unknown.size())
                                                   : approverLock);
    m_abort->setText(tr("Abort…"));
    m_abort->lock(approverLock);
    const auto &target = m_detail->context.target;
    const bool probes = std::any_of(target.steps.begin(), target.steps.end(), [](const Step &s) { return s.verify.has_value(); });
    const QString host = m_detail->context.hosts.value(0);
    m_verify->setText(host.isEmpty() ? tr("Verify at recipient") : tr("Verify at %1").arg(host));
    m_verify->lock(!probes ? tr("The workflow does not say how to ask: settle it with evidence in the case (E).")
                           : needs(Role::operator_, tr("Verifying an effect")));
    const bool any =
        std::any_of(m_detail->rows.begin(), m_detail->rows.end(), [](const auto &row) { return fateOf(row.item) == Fate::uncertain; });
    m_uncertain->lock(any ? QString() : tr("No case of this release is uncertain."));
    m_reconciliation->unlock();
}

void ReleasesPage::act(const QString &doing, std::function<Result<Release>(Desk &)> work, const QString &done, Answer after)
{
    m_services.clerk().submit<Release>(this, doing, std::move(work), [this, doing, done, after](const Result<Release> &result) {
        if (!result)
            Q_EMIT troubled(doing, result.error());
        else if (!done.isEmpty())
            Q_EMIT said(done);
        if (after)
            after(result);
        read();
    });
}

void ReleasesPage::sendDraft()
{
    const auto request = m_plan->request();
    const int eligible = m_plan->release().approvedCaseCount;
    m_send->lock(tr("Being recorded."));
    act(
        tr("Planning a release of %1 cases").arg(countText(eligible)), [request](Desk &desk) { return desk.planRelease(request); },
        tr("Planned. %1 cases wait for approval; nothing is sent.").arg(countText(eligible)),
        [this](const Result<Release> &planned) {
            if (planned && m_at == View::plan && m_plan->isDraft() && m_id.isEmpty())
                open(planned->redriveId.value);
            else
                lockCommands();
        });
}

void ReleasesPage::askApprove()
{
    if (!m_detail)
        return;
    const Release r = m_detail->release;
    const auto &context = m_detail->context;
    const int n = r.approvedCaseCount;
    ConfirmWords words;
    words.title = n == 1 ? tr("Approve the release of 1 of %1 cases?").arg(countText(m_detail->rows.size()))
                         : tr("Approve the release of %1 of %2 cases?").arg(countText(n), countText(m_detail->rows.size()));
    words.lead = tr("Requested by %1. You are %2.").arg(r.plannedBy, m_services.operatorName());
    if (r.plannedBy == m_services.operatorName())
        words.lead += u' ' + tr("It is recorded as self-approval.");
    const QString rate = r.ratePerMin > 0 ? tr("%1 a minute").arg(QLocale().toString(r.ratePerMin, 'g', 6)) : tr("without a limit");
    words.lines.append({QStringLiteral("send"), QStringLiteral("accent"), countText(n),
                        tr("go to %1, %2@%3, %4")
                            .arg(context.hosts.isEmpty() ? tr("the recipient") : context.hosts.join(QStringLiteral(", ")), r.workflow,
                                 r.targetVersion, rate)});
    int done = 0, uncertain = 0, others = 0;
    for (const auto &row : std::as_const(m_detail->rows)) {
        if (row.item.eligible)
            continue;
        const QString icon = verdict(row, {}).icon;
        ++(icon == u"check-check" ? done : icon == u"circle-help" ? uncertain : others);
    }
    if (done)
        words.lines.append({QStringLiteral("check-check"), QStringLiteral("good"), countText(done), tr("stay: done another way")});
    if (uncertain)
        words.lines.append(
            {QStringLiteral("circle-help"), QStringLiteral("uncertain"), countText(uncertain), tr("stay: an effect is uncertain")});
    if (others)
        words.lines.append({QStringLiteral("lock"), QStringLiteral("neutral"), countText(others), tr("stay: blocked, or not approved")});
    words.note =
        tr("Sending cannot be taken back. It can be paused after every case, and it pauses by itself when a stop condition holds.");
    words.verb = n == 1 ? tr("Approve 1 case") : tr("Approve %1 cases").arg(countText(n));
    words.count = n;
    words.countLabel = tr("Type the number of cases to approve");
    Confirm::ask(QStringLiteral("approveRelease"), words, this, [this, id = r.redriveId.value, version = r.planVersion, n] {
        act(
            tr("Approving a release of %1 cases").arg(countText(n)), [id, version](Desk &desk) { return desk.approveRelease(id, version); },
            tr("Approved. Nothing is sent before the start."));
    });
}

void ReleasesPage::askStart()
{
    if (!m_detail)
        return;
    const Release &r = m_detail->release;
    const auto sizes = ladderSizes(r.ladder, r.counters.remaining);
    ConfirmWords words;
    words.title = tr("Start the release of %1 cases?").arg(countText(r.counters.remaining));
    words.lead = tr("The canary leaves now. Each step starts when the one before is settled and reconciled clean.");
    for (int i = 0; i < sizes.size(); ++i) {
        if (sizes[i] > 0)
            words.lines.append({i == 0 ? QStringLiteral("bird") : QStringLiteral("send"), QStringLiteral("accent"), countText(sizes[i]),
                                ladderTitle(i, r.ladder).toLower()});
    }
    words.note = tr("Sending cannot be taken back. P pauses after the current case.");
    words.verb = tr("Start %1 cases").arg(countText(r.counters.remaining));
    Confirm::ask(QStringLiteral("startRelease"), words, this, [this, id = m_id] {
        act(
            tr("Starting the release"), [id](Desk &desk) { return desk.startRelease(id); }, tr("Started. The canary goes first."));
    });
}

void ReleasesPage::askResume()
{
    if (!m_detail)
        return;
    const Release &r = m_detail->release;
    const int n = r.counters.remaining;
    ConfirmWords words;
    words.title = n == 1 ? tr("Resume the release of 1 case?") : tr("Resume the release of %1 cases?").arg(countText(n));
    words.lead = tr("It is paused: %1.").arg(r.stateReason);
    words.note = resumeConsequence(r);
    words.verb = n == 1 ? tr("Resume 1 case") : tr("Resume %1 cases").arg(countText(n));
    Confirm::ask(QStringLiteral("resumeRelease"), words, this, [this, id = m_id] {
        act(
            tr("Resuming the release"), [id](Desk &desk) { return desk.resumeRelease(id); }, tr("Resumed."));
    });
}

void ReleasesPage::askAbort()
{
    if (!m_detail)
        return;
    const Release &r = m_detail->release;
    const int left = r.counters.remaining;
    ConfirmWords words;
    words.title = r.counters.planned == 1 ? tr("Abort the release of 1 case?")
                                          : tr("Abort the release of %1 cases?").arg(countText(r.counters.planned));
    words.lead = abortConsequence(r);
    words.lines.append(
        {QStringLiteral("inbox"), QStringLiteral("neutral"), countText(left), tr("not sent stay in quarantine, still approved")});
    if (r.startedAt)
        words.lines.append({QStringLiteral("scale"), QStringLiteral("accent"), countText(r.counters.released),
                            tr("sent are reconciled; what no worker took yet comes back")});
    words.note = tr("An aborted release cannot be resumed. A new plan can take what is left.");
    words.verb = left == 1 ? tr("Abort, 1 case stays") : tr("Abort, %1 cases stay").arg(countText(left));
    words.danger = true;
    Confirm::ask(QStringLiteral("abortRelease"), words, this, [this, id = m_id] {
        act(
            tr("Aborting the release"), [id](Desk &desk) { return desk.abortRelease(id); }, tr("Aborted. What was sent is reconciled."));
    });
}

void ReleasesPage::verify()
{
    const auto ids = unknownCases();
    if (ids.isEmpty())
        return;
    const QString doing = ids.size() == 1 ? tr("Verifying an effect at the recipient")
                                          : tr("Verifying %1 effects at the recipient").arg(countText(ids.size()));
    m_services.clerk().submitAsked(
        this, doing,
        [ids](Desk &desk) {
            return desk.askVerifyEffect({ids, {}, {}});
        },
        [this, doing](const Result<BulkResult> &bulk) {
            if (!bulk) {
                Q_EMIT troubled(doing, bulk.error());
            } else {
                QStringList found;
                for (const auto &item : bulk->items)
                    found.append(item.reason.isEmpty() ? item.result : item.result + QStringLiteral(": ") + item.reason);
                found.removeDuplicates();
                Q_EMIT said(tr("Asked the recipient: %1").arg(found.join(QStringLiteral("; "))));
            }
            read();
        });
}

void ReleasesPage::goToUncertain()
{
    if (!m_detail)
        return;
    auto ids = unknownCases(); // one that waits for a person before one that is settled
    for (const auto &row : std::as_const(m_detail->rows)) {
        if (fateOf(row.item) == Fate::uncertain)
            ids.append(row.item.caseId.value);
    }
    if (!ids.isEmpty())
        Q_EMIT casesRequested(QString(), ids.first());
}

void ReleasesPage::showDiff()
{
    const Release r = m_plan->release();
    const QString before = r.sourceVersions.value(0), after = r.targetVersion;
    using Texts = std::pair<QString, QString>;
    m_services.data().ask<Texts>(
        this, QStringLiteral("releases.diff"),
        [name = r.workflow, before, after](Database &db, const DeskData::Look &) {
            return Texts{queries::workflowText(db, name, before), queries::workflowText(db, name, after)};
        },
        [this, r, before, after](const Result<Texts> &texts) {
            if (!texts) {
                Q_EMIT troubled(tr("Comparing the versions"), texts.error());
                return;
            }
            auto *sheet = new DiffSheet(r.workflow + u'@' + before, r.workflow + u'@' + after, *texts, this);
            sheet->open();
        });
}

} // namespace lazaret::ui
