#include "pages/reconciliationpage.h"

#include "engine/queries_reconciliation.h"
#include "models/deskdata.h"
#include "models/startedreleases.h"
#include "pages/listpage.h"
#include "pages/proofpane.h"
#include "pages/reportview.h"
#include "support/command.h"
#include "theme/vocabulary.h"
#include "widgets/outcomes.h"
#include "widgets/tabs.h"
#include "widgets/workstrip.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QStackedWidget>
#include <QTimer>

namespace lazaret::ui {

QList<QWidget *> ReconciliationPage::panes()
{
    if (m_stack->currentWidget() == m_reportView)
        return {m_reportView->focusTarget()};
    return {m_tabs, m_releases, m_table, m_pane->focusTarget()};
}

QWidget *ReconciliationPage::arrivalFocus()
{
    if (m_stack->currentWidget() == m_reportView)
        return m_reportView->focusTarget();
    return m_table;
}

QList<QAction *> ReconciliationPage::commands() const
{
    if (m_stack->currentWidget() == m_reportView)
        return m_reportView->commands();
    QList<QAction *> all{m_verify, m_settle, m_reconcile, m_showReport};
    for (auto *command : m_exports)
        all.append(command);
    return all + QList<QAction *>{m_openCase, m_copy};
}

void ReconciliationPage::follow(const Link &link)
{
    if (!link.query.isEmpty()) {
        m_stack->setCurrentWidget(m_reportView);
        m_reportView->readQuery(link.query);
        m_reportView->setFocus(Qt::OtherFocusReason);
        lockCommands();
        describe();
        return;
    }
    if (link.id.isEmpty())
        return;
    m_stack->setCurrentIndex(0);
    m_tabs->setCurrentIndex(0);
    lockCommands();
    if (link.id.startsWith(u"case_")) {
        m_wantedCase = link.id;
        m_services.data().ask<std::optional<queries::CaseDetail>>(
            this, QStringLiteral("reconciliation.link"),
            [id = CaseId{link.id}](Database &db, const DeskData::Look &look) { return queries::caseDetail(db, look.viewer, id, look.now); },
            [this](const Result<std::optional<queries::CaseDetail>> &found) {
                if (found && *found)
                    followCase(**found);
            });
        return;
    }
    m_releases->choose(link.id);
    if (m_releases->chosen() != link.id)
        refresh(); // it may be newer than the list
}

// The release a case went out with last; a case that went out with none has nothing to show here.
void ReconciliationPage::followCase(const queries::CaseDetail &detail)
{
    QString release = detail.job.redriveId;
    for (const auto &item : detail.reconciliations) {
        if (!item.redriveId.isEmpty())
            release = item.redriveId;
    }
    if (const int row = release == m_releases->chosen() ? m_model->findRow(m_wantedCase) : -1; row >= 0)
        m_table->setCurrentIndex(m_model->index(row, 0)); // it is here already
    if (!release.isEmpty())
        m_releases->choose(release);
}

void ReconciliationPage::refresh()
{
    if (!m_report && m_state->currentWidget() != m_empty)
        m_patience->start();
    m_services.data().ask<QList<Release>>(
        this, QStringLiteral("reconciliation.releases"),
        [](Database &db, const DeskData::Look &look) { return queries::startedReleases(db, look.viewer); },
        [this](const Result<QList<Release>> &releases) { takeReleases(releases); });
    if (m_stack->currentWidget() == m_reportView && m_reportView->report())
        Q_EMIT ready(); // it stays as it was read
}

void ReconciliationPage::takeReleases(const Result<QList<Release>> &releases)
{
    if (!releases) {
        m_patience->stop();
        if (!m_report)
            say(QStringLiteral("octagon-alert"), tr("The releases could not be read"),
                tr("%1. Press F5 to read again.").arg(releases.error().detail));
        Q_EMIT ready();
        return;
    }
    m_tabs->setNote(0, releases->isEmpty() ? QString() : countText(releases->size()));
    if (releases->isEmpty()) {
        m_patience->stop();
        m_report.reset();
        m_chosen.clear();
        say(QStringLiteral("scale"), tr("Nothing to reconcile yet"),
            tr("When a release has sent its cases, each is compared with what its recipient says, and this page shows what proves the "
               "outcome."));
        lockCommands();
        describe();
        Q_EMIT answered();
        Q_EMIT ready();
        return;
    }
    const QString before = m_chosen;
    m_releases->show(*releases); // chooses the newest when none is
    if (m_chosen == before)
        readReport(false);
}

void ReconciliationPage::choose(const QString &redriveId)
{
    const bool other = redriveId != m_chosen;
    m_chosen = redriveId;
    if (other) {
        m_strip->hide();
        m_tiles->choose({});
        m_which->setCurrentIndex(0);
    }
    readReport(other);
}

// Not again while one is under way: commits come faster than the report of a large release is read, and each question would end the one
// before.
void ReconciliationPage::readReport(bool other)
{
    if (m_reading && !other) {
        m_again = true;
        return;
    }
    m_reading = true;
    m_again = false;
    m_services.data().ask<Result<reconcile::Report>>(
        this, QStringLiteral("reconciliation.report"),
        [id = m_chosen](Database &db, const DeskData::Look &look) { return queries::reportOfRelease(db, look.viewer, id, look.now); },
        [this](const Result<Result<reconcile::Report>> &answer) { takeReport(answer); });
}

void ReconciliationPage::takeReport(const Result<Result<reconcile::Report>> &answer)
{
    m_reading = false;
    m_patience->stop();
    if (!answer || !*answer) {
        const Error error = answer ? answer->error() : answer.error();
        m_report.reset();
        say(QStringLiteral("octagon-alert"), tr("The reconciliation could not be read"),
            tr("%1. Press F5 to read again.").arg(error.detail));
        lockCommands();
        Q_EMIT ready();
        return;
    }
    m_report = std::make_shared<const reconcile::Report>(**answer);
    m_state->setCurrentIndex(0);
    showFigures();
    filter();
    if (const auto *c = caseOf(m_caseId))
        showCase(c->record.caseId.value); // it may have changed too
    lockCommands();
    describe();
    Q_EMIT answered();
    if (m_again)
        readReport(false);
}

void ReconciliationPage::filter()
{
    m_filter.which = ProofFilter::Which(m_which->currentIndex());
    m_filter.outcome = m_tiles->chosen();
    m_source.show(m_report, m_filter);
    if (m_model->question() == m_question && m_model->rowCount())
        m_model->refresh(); // stays with the row looked at
    else
        m_model->ask(m_question);
}

const reconcile::ReportCase *ReconciliationPage::caseOf(const QString &caseId) const
{
    if (!m_report)
        return nullptr;
    const auto it = std::find_if(m_report->cases.begin(), m_report->cases.end(),
                                 [&](const reconcile::ReportCase &c) { return c.record.caseId.value == caseId; });
    return it == m_report->cases.end() ? nullptr : &*it;
}

void ReconciliationPage::showCase(const QString &caseId)
{
    if (caseId.isEmpty())
        return;
    m_caseId = caseId;
    if (!m_wantedCase.isEmpty() && m_wantedCase != caseId && caseOf(m_wantedCase)) {
        m_caseId = std::exchange(m_wantedCase, {});
        if (const int row = m_model->findRow(m_caseId); row >= 0)
            m_table->setCurrentIndex(m_model->index(row, 0));
    }
    lockCommands();
    m_services.data().ask<std::optional<queries::CaseDetail>>(
        this, QStringLiteral("reconciliation.case"),
        [id = CaseId{m_caseId}](Database &db, const DeskData::Look &look) { return queries::caseDetail(db, look.viewer, id, look.now); },
        [this, id = m_caseId](const Result<std::optional<queries::CaseDetail>> &found) { takeCase(id, found ? *found : std::nullopt); });
}

void ReconciliationPage::takeCase(const QString &caseId, const std::optional<queries::CaseDetail> &detail)
{
    if (caseId != m_caseId)
        return;
    if (const auto *c = caseOf(caseId)) {
        m_pane->showCase(*c, detail, timeView());
        m_pane->showAnchor(m_report->auditHead, m_report->auditHeadHash);
    }
    Q_EMIT ready();
}

void ReconciliationPage::step(int rows)
{
    const int row = qBound(0, m_table->currentIndex().row() + rows, m_model->rowCount() - 1);
    m_table->setCurrentIndex(m_model->index(row, 0));
}

QString ReconciliationPage::pipelineLock() const
{
    switch (m_services.status().pipeline) {
    case DeskStatus::Pipeline::receiving:
    case DeskStatus::Pipeline::attached:
        return {};
    case DeskStatus::Pipeline::starting:
        return tr("The pipeline is starting; only it can ask recipients");
    case DeskStatus::Pipeline::readOnly:
        return tr("No pipeline runs over this data; only it can ask recipients");
    case DeskStatus::Pipeline::sealed:
        return tr("The store is sealed; what recipients say could not be kept");
    }
    return {};
}

void ReconciliationPage::lockCommands()
{
    const bool may = m_services.operatorRole() >= Role::operator_;
    const QString role =
        may ? QString()
            : tr("Your role is %1; operators, approvers and administrators may").arg(roleWord(m_services.operatorRole()).toLower());
    // While the report is looked at, keys belong to it.
    const QString none = m_stack->currentWidget() == m_reportView ? tr("Leave the report first")
                         : m_report                               ? QString()
                                                                  : tr("There is no release to reconcile");
    const auto first = [](std::initializer_list<QString> reasons) {
        const auto it = std::find_if(reasons.begin(), reasons.end(), [](const QString &reason) { return !reason.isEmpty(); });
        return it == reasons.end() ? QString() : *it;
    };
    const QString busy = m_asking ? tr("Recipients are being asked now") : QString();
    m_reconcile->lock(first({none, role, pipelineLock(), busy}));
    m_showReport->lock(none);
    for (auto *command : std::as_const(m_exports))
        command->lock(none);
    const auto *c = caseOf(m_caseId);
    const QString nobody = !none.isEmpty() ? none : c ? QString() : tr("No case is chosen");
    // By its receipts: an isolated case has no outcome before somebody has asked.
    const auto &receipts = c ? c->record.receipts : QList<Receipt>();
    const bool uncertain = c && !c->record.closedAt && std::any_of(receipts.begin(), receipts.end(), [](const Receipt &receipt) {
                               return receipt.state == ReceiptState::uncertain;
                           });
    const QString sure = uncertain ? QString() : tr("This case is not uncertain");
    m_verify->lock(first({nobody, sure, role, pipelineLock(), busy}));
    m_settle->lock(first({nobody, sure, role}));
    m_openCase->lock(nobody);
    m_copy->lock(nobody);
}

void ReconciliationPage::reconcileAgain()
{
    m_asking = true;
    lockCommands();
    m_strip->showWork(tr("Asking the recipients of %1").arg(middleOfId(m_chosen)));
    const auto operation = m_services.clerk().submitAsked(
        this, tr("Reconciling %1").arg(middleOfId(m_chosen)), [id = m_chosen](Desk &desk) { return desk.askReconcile(id); },
        [this](const Result<BulkResult> &result) { takeReconciled(result); });
    m_strip->disconnect(this);
    connect(m_strip, &WorkStrip::stopRequested, this, [this, operation] { m_services.clerk().stop(operation); });
}

void ReconciliationPage::takeReconciled(const Result<BulkResult> &result)
{
    m_asking = false;
    if (!result) {
        sayNotAsked(tr("Not reconciled: %1").arg(result.error().detail), tr("Reconciling"), result.error());
        return lockCommands();
    }
    const auto words = reconciledWords(*result);
    m_strip->showResult(words.tone, words.icon, words.text);
    Q_EMIT said(words.text);
    readReport(false);
    lockCommands();
}

void ReconciliationPage::sayNotAsked(const QString &text, const QString &doing, const Error &error)
{
    if (error.code == ErrorCode::cancelled) // the person stopped waiting; that is no trouble
        return m_strip->showResult(QStringLiteral("neutral"), QStringLiteral("circle-slash"),
                                   tr("No longer waited for; the pipeline carries it out all the same"));
    m_strip->showResult(QStringLiteral("bad"), QStringLiteral("octagon-alert"), text);
    Q_EMIT troubled(doing, error);
}

void ReconciliationPage::verify()
{
    const auto *c = caseOf(m_caseId);
    if (!c)
        return;
    m_asking = true;
    lockCommands();
    const QString name = caseName(c->record);
    m_strip->showWork(tr("Asking the recipient about %1").arg(name));
    const auto operation = m_services.clerk().submitAsked(
        this, tr("Verifying %1").arg(name),
        [id = m_caseId](Desk &desk) {
            return desk.askVerifyEffect({{id}, {}, {}});
        },
        [this, name](const Result<BulkResult> &result) { takeVerified(name, result); });
    m_strip->disconnect(this);
    connect(m_strip, &WorkStrip::stopRequested, this, [this, operation] { m_services.clerk().stop(operation); });
}

void ReconciliationPage::takeVerified(const QString &name, const Result<BulkResult> &result)
{
    m_asking = false;
    if (!result || result->items.isEmpty()) {
        const Error error = result ? Error{ErrorCode::internal, tr("nothing was answered")} : result.error();
        sayNotAsked(tr("%1 was not verified: %2").arg(name, error.detail), tr("Verifying %1").arg(name), error);
        return lockCommands();
    }
    const auto &item = result->items.first();
    if (item.result == u"confirmed") {
        const QString what = tr("%1: it happened (%2). Reconcile again to close it with this proof.").arg(name, item.reason);
        m_strip->showResult(QStringLiteral("good"), QStringLiteral("check-check"), what, m_reconcile->text(),
                            [this] { m_reconcile->trigger(); });
    } else if (item.result == u"denied") {
        m_strip->showResult(QStringLiteral("neutral"), QStringLiteral("circle-x"),
                            tr("%1: it did not happen (%2). The case left its release and is open again.").arg(name, item.reason),
                            tr("Open the case"), [this] { m_openCase->trigger(); });
    } else {
        m_strip->showResult(QStringLiteral("uncertain"), QStringLiteral("circle-help"),
                            tr("%1 stays uncertain: %2").arg(name, item.reason));
    }
    Q_EMIT said(m_strip->text());
    readReport(false);
    lockCommands();
}

void ReconciliationPage::settle(const QString &action, ReceiptState state, const QString &evidence)
{
    const auto *c = caseOf(m_caseId);
    if (!c)
        return;
    const QString name = caseName(c->record);
    m_services.clerk().submit<bool>(
        this, tr("Settling %1 of %2").arg(action, name),
        [id = m_caseId, action, state, evidence](Desk &desk) -> Result<bool> {
            const auto done = desk.settleEffect({id}, action, state, evidence);
            return done ? Result<bool>(true) : Result<bool>(tl::unexpected(done.error()));
        },
        [this, action, name](const Result<bool> &result) {
            if (!result) {
                m_strip->showResult(QStringLiteral("bad"), QStringLiteral("octagon-alert"),
                                    tr("%1 was not settled: %2").arg(action, result.error().detail));
                Q_EMIT troubled(tr("Settling %1").arg(action), result.error());
                return;
            }
            m_pane->closeSettle();
            const QString what = tr("%1 of %2 is settled by hand. Reconcile again to close it with this proof.").arg(action, name);
            m_strip->showResult(QStringLiteral("good"), QStringLiteral("check"), what, m_reconcile->text(),
                                [this] { m_reconcile->trigger(); });
            Q_EMIT said(tr("%1 of %2 is settled by hand").arg(action, name));
            readReport(false);
        });
}

void ReconciliationPage::openReport()
{
    m_stack->setCurrentWidget(m_reportView);
    m_reportView->showReport(m_report);
    m_reportView->setFocus(Qt::OtherFocusReason);
    lockCommands();
    describe();
}

void ReconciliationPage::closeReport()
{
    m_stack->setCurrentIndex(0);
    lockCommands();
    describe();
    refresh();
    m_table->setFocus(Qt::OtherFocusReason);
}

void ReconciliationPage::say(const QString &icon, const QString &title, const QString &text)
{
    m_empty->show(icon, title, text);
    m_state->setCurrentWidget(m_empty);
}

void ReconciliationPage::describe()
{
    if (m_stack->currentWidget() == m_reportView)
        return setSubtitle(
            tr("report, %1")
                .arg(m_reportView->subject().startsWith(u"rdv_") ? middleOfId(m_reportView->subject()) : m_reportView->subject()));
    setSubtitle(m_report && m_report->release ? tr("%1  %2").arg(middleOfId(m_chosen), m_report->release->workflow) : QString());
}

} // namespace lazaret::ui
