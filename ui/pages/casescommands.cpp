// What can be done on the cases page: each command once, for keys, menu, palette and buttons; locked ones with their reason.
#include "engine/desk.h"
#include "models/deskdata.h"
#include "pages/bulkbar.h"
#include "pages/casepane.h"
#include "pages/casespage.h"
#include "pages/casesuggestions.h"
#include "pages/decidepanel.h"
#include "pages/inspection.h"
#include "support/command.h"
#include "theme/vocabulary.h"
#include "widgets/button.h"
#include "widgets/textfield.h"

#include <QMenu>

namespace lazaret::ui {

namespace {

constexpr size_t kinds = Vocabulary<DispositionKind>::words.size();

} // namespace

Command *CasesPage::add(const QString &name, const QString &icon, const QString &text, const QStringList &keys, std::function<void()> act)
{
    QList<QKeySequence> sequences;
    for (const auto &key : keys)
        sequences.append(QKeySequence(key));
    auto *command = new Command(QStringLiteral("case_") + name, icon, text, sequences, this);
    connect(command, &QAction::triggered, this, std::move(act));
    m_commands.insert(name, command);
    m_commandOrder.append(name);
    return command;
}

Command *CasesPage::command(const char *name) const
{
    return m_commands.value(QLatin1String(name));
}

void CasesPage::addCommands()
{
    const auto s = [](const char *text) { return QString::fromLatin1(text); };
    for (size_t i = 0; i < kinds; ++i) {
        const auto kind = DispositionKind(i);
        QStringList keys{QStringLiteral("D, %1").arg(i + 1)};
        if (kind == DispositionKind::incident_opened)
            keys.append(s("P"));
        add(QStringLiteral("decide%1").arg(i + 1), token(kind).icon, tr("Decide: %1").arg(token(kind).label), keys,
            [this, kind] { decide(target(), kind); });
    }
    add(s("approve"), s("check-check"), tr("Approve the request"), {},
        [this] { m_work->approve(current(), token(m_pane->shown()->record.disposition->kind).label); });
    add(s("reject"), s("ban"), tr("Reject the request"), {},
        [this] { m_work->reject(current(), token(m_pane->shown()->record.disposition->kind).label); });
    add(s("withdraw"), s("undo-2"), tr("Withdraw the request"), {}, [this] { m_work->withdraw(current()); });
    add(s("assign"), s("users"), tr("Assign…"), {s("A")}, [this] { m_work->assign(target()); });
    add(s("review"), s("calendar-clock"), tr("Move the review…"), {s("R")},
        [this] { m_work->moveReview(target(), timeView(), m_pane->shown() ? m_pane->shown()->record.reviewDueAt : Time()); });
    add(s("note"), s("pencil"), tr("Note…"), {s("M")}, [this] { m_work->addNote(target()); });
    add(s("verify"), s("radar"), tr("Verify at the recipient"), {s("V")}, [this] { m_work->verify(target()); });
    add(s("nextStep"), s("arrow-right"), tr("Next step"), {s("N")}, [this] {
        m_pane->show();
        m_pane->inspection()->openNext();
    });
    add(s("record"), s("check"), tr("Record the finding"), {s("Ctrl+Return"), s("Ctrl+Enter")}, [this] { m_pane->inspection()->record(); });
    add(s("payload"), s("vault"), tr("Open the payload…"), {s("O")}, [] {});
    add(s("findingForAll"), s("copy-check"), tr("Record a finding for the selection…"), {}, [this] { m_work->writeFinding(selected()); });
    add(s("planRelease"), s("route"), tr("Plan a release of the selection…"), {}, [this] { planRelease(); });
    add(s("select"), s("check"), tr("Select the case"), {s("X")}, [this] { m_model->toggleRow(m_table->currentIndex().row()); });
    add(s("selectAll"), s("copy-check"), tr("Select all matching"), {s("Ctrl+A")}, [this] { selectAllMatching(); });
    add(s("clearSelection"), s("x"), tr("Clear the selection"), {}, [this] { selection().clear(); });
    add(s("nextView"), s("bookmark"), tr("Next view"), {s("]")}, [this] { stepView(1); });
    add(s("previousView"), s("bookmark"), tr("Previous view"), {s("[")}, [this] { stepView(-1); });
    add(s("saveView"), s("plus"), tr("Save this query as a view…"), {s("S")}, [this] { saveView(); });
    add(s("renameView"), s("pencil"), tr("Rename the view…"), {}, [this] { renameView(m_view); });
    add(s("deleteView"), s("x"), tr("Delete the view"), {}, [this] { removeView(m_view); });
    add(s("columns"), s("columns-3"), tr("Columns…"), {s("C")}, [this] { chooseColumns(); });
    add(s("copyIds"), s("copy"), tr("Copy case ids"), {s("Ctrl+C")}, [this] { copyIds(); });
    add(s("export"), s("download"), tr("Export…"), {s("Ctrl+E")}, [this] { askExport(); });

    connect(m_pane, &CasePane::assignRequested, this, [this] { m_work->assign(current()); });
    connect(m_pane, &CasePane::reviewRequested, this,
            [this] { m_work->moveReview(current(), timeView(), m_pane->shown()->record.reviewDueAt); });
    connect(m_pane->decide(), &DecidePanel::decideRequested, this, [this](DispositionKind kind) { decide(current(), kind); });
    connect(m_pane->decide(), &DecidePanel::approveRequested, command("approve"), &QAction::trigger);
    connect(m_pane->decide(), &DecidePanel::rejectRequested, command("reject"), &QAction::trigger);
    connect(m_pane->decide(), &DecidePanel::withdrawRequested, command("withdraw"), &QAction::trigger);
    connect(m_pane->inspection(), &Inspection::recordRequested, this, &CasesPage::record);
    connect(m_pane->inspection(), &Inspection::verifyRequested, this, [this] { m_work->verify(current()); });
    connect(m_pane->inspection(), &Inspection::settleRequested, this, [this](ReceiptState state) {
        if (const auto *open = m_pane->shown() ? openReceipt(*m_pane->shown()) : nullptr)
            m_work->settle(current(), open->action, state);
    });
    connect(m_pane->inspection(), &Inspection::draftChanged, this, [this](int step, const QString &text) {
        m_drafts.insert(QStringLiteral("%1-%2").arg(m_alikeOf).arg(step), text);
        m_draftsSoon.start();
    });
    connect(m_work, &CaseWork::found, this, [this](const QStringList &ids, int step) {
        if (!ids.contains(m_alikeOf))
            return;
        m_pane->inspection()->forgetDraft(step);
        m_drafts.insert(QStringLiteral("%1-%2").arg(m_alikeOf).arg(step), {});
        keepDrafts();
        m_pane->inspection()->openNext(step);
    });
    connect(m_bulk, &BulkBar::assignRequested, this, [this] { m_work->assign(selected()); });
    connect(m_bulk, &BulkBar::findingRequested, this, [this] { m_work->writeFinding(selected()); });
    connect(m_bulk, &BulkBar::decideRequested, this, &CasesPage::decideForSelection);
    connect(m_bulk, &BulkBar::planRequested, this, &CasesPage::planRelease);
    connect(m_bulk, &BulkBar::clearRequested, this, [this] { selection().clear(); });
}

QList<QAction *> CasesPage::commands() const
{
    QList<QAction *> all;
    for (const auto &name : m_commandOrder)
        all.append(m_commands.value(name));
    return all;
}

bool CasesPage::may(guard::Right right) const
{
    return guard::mayDo(m_services.operatorRole(), right);
}

void CasesPage::lockCommands()
{
    using guard::Right;
    const auto *view = m_pane->shown();
    const bool any = view || !selection().isEmpty();
    const QString none = any ? QString() : tr("No case is chosen.");
    const auto lock = [](Command *command, const QString &first, const QString &then = {}) {
        command->lock(first.isEmpty() ? then : first);
    };
    const QString inspect = may(Right::inspect) ? none : tr("Reading only: needs an operator.");
    for (const char *name : {"assign", "review", "note", "nextStep", "record"})
        lock(command(name), inspect);
    const bool many = selection().count() > 0;
    for (size_t i = 0; i < kinds; ++i) {
        const QString reason = !may(Right::dispose) ? tr("Reading only: an operator or approver decides.")
                               : many || !view      ? none
                                                    : decisionLook(*view, DispositionKind(i), m_services.operatorRole()).locked;
        m_commands.value(QStringLiteral("decide%1").arg(i + 1))->lock(reason);
    }
    lock(command("verify"), inspect,
         many || (view && canAsk(*view)) ? QString() : tr("No effect of it is uncertain, or its step cannot be asked."));
    const QString approve = view ? approvalLocked(*view, m_services.operatorRole(), m_services.operatorName()) : tr("No case is chosen.");
    command("approve")->lock(approve);
    const bool waits = view && view->record.disposition && view->record.disposition->state == DispositionState::requested;
    lock(command("reject"), waits ? QString() : tr("Nothing was asked for here."),
         may(Right::approve) ? QString() : tr("Needs an approver."));
    lock(command("withdraw"), waits ? QString() : tr("Nothing was asked for here."),
         waits && view->record.disposition->requestedBy == m_services.operatorName() ? QString() : tr("Only who asked withdraws it."));
    command("payload")->lock(tr("No vault in this version: payloads are not kept."));
    const QString empty = many ? QString() : tr("Nothing is selected.");
    lock(command("findingForAll"), empty, inspect);
    lock(command("planRelease"), empty, may(Right::planRelease) ? QString() : tr("Needs an operator."));
    command("clearSelection")->lock(empty);
    const bool own = m_views.all().value(m_view).own;
    for (const char *name : {"renameView", "deleteView"})
        command(name)->lock(own ? QString() : tr("This view is always there."));
    const QString mayExport = may(Right::exportData) ? QString() : tr("Exporting needs an approver.");
    command("export")->lock(mayExport);
    m_export->setEnabled(mayExport.isEmpty());
    m_export->setToolTip(mayExport.isEmpty() ? tr("Export what is shown (Ctrl+E)") : mayExport);
    m_bulk->setLocked(inspect, may(Right::dispose) ? QString() : tr("Reading only: an operator or approver decides."),
                      may(Right::planRelease) ? QString() : tr("Needs an operator."));
}

void CasesPage::selectAllMatching()
{
    m_data.ask<queries::FrozenCases>(
        this, QStringLiteral("cases.freeze"),
        [query = m_question.query](Database &db, const DeskData::Look &look) {
            return queries::freezeCases(db, look.viewer, query, look.now);
        },
        [this, query = m_question.query](const Result<queries::FrozenCases> &frozen) {
            if (!frozen)
                Q_EMIT troubled(tr("Selecting all matching cases"), frozen.error());
            else if (!frozen->error)
                selection().takeWhole(query, frozen->ids, frozen->seen);
        });
}

void CasesPage::selectionChanged()
{
    const bool any = !selection().isEmpty();
    m_table->setBoxState(selection().boxState());
    m_bulk->show(selection(), timeView());
    m_bulk->setVisible(any);
    m_keys->setVisible(!any);
    lockCommands();
}

CaseWork::Target CasesPage::current() const
{
    const auto *view = m_pane->shown();
    return view ? CaseWork::Target{{view->record.caseId.value}, view->seen, 0} : CaseWork::Target{};
}

CaseWork::Target CasesPage::selected() const
{
    const auto &chosen = m_model->selection();
    return {chosen.ids(), chosen.seen(), chosen.isWhole() ? chosen.matched() : 0};
}

CaseWork::Target CasesPage::target() const
{
    // Wherever the focus is: the bar with the count and the same keys is in sight. The pane's own buttons mean its case.
    return m_model->selection().isEmpty() ? current() : selected();
}

void CasesPage::decide(const CaseWork::Target &what, DispositionKind kind)
{
    if (what.ids.isEmpty())
        return;
    const bool needsApprover = kind == DispositionKind::redrive_approved || kind == DispositionKind::discard_business_valid;
    const bool fourEyes = m_pane->shown() && m_pane->shown()->fourEyes;
    m_work->dispose(what, kind, timeView(), needsApprover && (!may(guard::Right::approve) || fourEyes));
}

void CasesPage::decideForSelection()
{
    QMenu menu;
    menu.setObjectName(QStringLiteral("decideMenu"));
    for (size_t i = 0; i < kinds; ++i) {
        const auto kind = DispositionKind(i);
        menu.addAction(QStringLiteral("&%1  %2").arg(i + 1).arg(token(kind).label), this, [this, kind] { decide(selected(), kind); });
    }
    menu.exec(m_bulk->decideButton()->mapToGlobal(QPoint(0, -menu.sizeHint().height())));
}

void CasesPage::record(int step, const QString &text, bool alike)
{
    auto what = current();
    if (what.ids.isEmpty())
        return;
    if (alike && m_alike.ids.size() > 1)
        what = {m_alike.ids, m_alike.seen, 0};
    m_work->recordFinding(what, step, text);
}

void CasesPage::planRelease()
{
    const auto what = selected();
    if (!what.ids.isEmpty())
        Q_EMIT linkRequested({QStringLiteral("releases"), {}, selection().isWhole() ? selection().query() : QString(), what.ids});
}

} // namespace lazaret::ui
