#include "pages/releasespage.h"

#include "models/deskdata.h"
#include "pages/listpage.h"
#include "pages/releaseplan.h"
#include "pages/releaserun.h"
#include "theme/tokens.h"
#include "widgets/commandbutton.h"
#include "widgets/fields.h"
#include "widgets/label.h"

#include <QKeyEvent>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

constexpr int searchPauseMs = 150;
constexpr qint64 pauseFactor = 3;         // the reader has other questions too
constexpr qsizetype recheckedCases = 500; // a draft of more is checked again when asked, not at every commit

} // namespace

ReleasesPage::ReleasesPage(DeskServices &services, QWidget *parent)
    : Page(QStringLiteral("releases"), tr("Releases"), QStringLiteral("route"), parent), m_services(services), m_tools(new QWidget),
      m_stack(new QStackedWidget)
{
    addCommands();
    auto *tools = new QHBoxLayout(m_tools);
    tools->setContentsMargins(0, 0, 0, 0);
    tools->setSpacing(8);
    tools->addWidget((new CommandButton(m_back, Button::Kind::ghost, QStringLiteral("Esc")))->compact());
    tools->addWidget((new CommandButton(m_pauseRun, Button::Kind::secondary, QStringLiteral("P")))->compact());
    tools->addWidget((new CommandButton(m_reconciliation, Button::Kind::secondary))->compact());

    const PlanCommands planCommands{m_check, m_send, m_approve, m_start, m_abort, m_canary, m_freeCanary, m_diff};
    m_plan = new ReleasePlan(planCommands);
    m_run = new ReleaseRun({m_verify, m_pauseRun, m_resume, m_abort, m_uncertain, m_reconciliation});
    m_stack->addWidget(buildList());
    m_stack->addWidget(m_plan);
    m_stack->addWidget(m_run);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_stack);

    m_next.setSingleShot(true);
    connect(&m_next, &QTimer::timeout, this, &ReleasesPage::read);
    connect(m_plan, &ReleasePlan::questionChanged, this, &ReleasesPage::readDraft);
    connect(m_plan, &ReleasePlan::edited, this, &ReleasesPage::lockCommands);
    connect(m_plan, &ReleasePlan::currentChanged, this, &ReleasesPage::lockCommands);
    const auto toCase = [this](const QString &id) { Q_EMIT casesRequested(QString(), id); };
    connect(m_plan, &ReleasePlan::caseRequested, this, toCase);
    connect(m_run, &ReleaseRun::caseRequested, this, toCase);
    for (auto *table : {m_plan->table(), m_run->table()}) // tables keep Esc to themselves
        connect(table, &DataTable::escaped, this, &ReleasesPage::showList);
    connect(m_table, &DataTable::escaped, m_find, &Field::clear);
    connect(m_run, &ReleaseRun::auditRequested, this, [this](qint64 seq) {
        Q_EMIT linkRequested({QStringLiteral("audit"), QString::number(seq), {}, {}});
    });
    showView(View::list);
}

void ReleasesPage::addCommands()
{
    using Keys = QList<QKeySequence>;
    const auto add = [this](const char *name, const char *icon, const QString &text, const Keys &keys, auto act) {
        auto *command = new Command(QLatin1String(name), QLatin1String(icon), text, keys, this);
        connect(command, &QAction::triggered, this, act);
        return command;
    };
    const Keys ctrlEnter{QKeySequence(QStringLiteral("Ctrl+Return")), QKeySequence(QStringLiteral("Ctrl+Enter"))};
    m_search = add("release_search", "search", tr("Search releases"), {QKeySequence(QStringLiteral("Ctrl+F"))}, [this] {
        m_find->setFocus(Qt::ShortcutFocusReason);
        m_find->selectAll();
    });
    m_back = add("release_back", "undo-2", tr("All releases"), {}, [this] { showList(); });
    m_check = add("release_check", "refresh-cw", tr("Check again"), {}, [this] { readDraft(); });
    m_send = add("release_send", "send", tr("Send for approval"), ctrlEnter, [this] { sendDraft(); });
    m_approve = add("release_approve", "user-check", tr("Approve…"), ctrlEnter, [this] { askApprove(); });
    m_start = add("release_start", "play", tr("Start…"), ctrlEnter, [this] { askStart(); });
    m_pauseRun = add("release_pause", "pause", tr("Pause"), {QKeySequence(Qt::Key_P)}, [this] {
        act(
            tr("Pausing the release"), [id = m_id](Desk &desk) { return desk.pauseRelease(id); },
            tr("Paused. What is out is still settled; nothing more is sent."));
    });
    m_resume = add("release_resume", "play", tr("Resume"), {QKeySequence(Qt::Key_U)}, [this] { askResume(); });
    m_abort = add("release_abort", "octagon-x", tr("Abort…"), {QKeySequence(QStringLiteral("Ctrl+Shift+X"))}, [this] { askAbort(); });
    m_verify = add("release_verify", "radar", tr("Verify at recipient"), {QKeySequence(Qt::Key_V)}, [this] { verify(); });
    m_uncertain =
        add("release_uncertain", "circle-help", tr("Go to the uncertain case"), {QKeySequence(Qt::Key_E)}, [this] { goToUncertain(); });
    m_reconciliation = add("release_reconciliation", "scale", tr("Reconciliation"), {}, [this] {
        Q_EMIT linkRequested({QStringLiteral("reconciliation"), m_id, {}, {}});
    });
    m_canary = add("release_canary", "bird", tr("Make it the canary"), {}, [this] {
        if (const auto *row = m_plan->currentRow())
            m_plan->chooseCanary(row->item.caseId.value);
    });
    m_freeCanary = add("release_free_canary", "sparkles", tr("Let the plan choose"), {}, [this] { m_plan->chooseCanary({}); });
    m_diff = add("release_diff", "", tr("diff"), {}, [this] { showDiff(); });
}

QWidget *ReleasesPage::buildList()
{
    m_find = new Field(QStringLiteral("releaseSearch"), tr("Search releases"));
    m_find->setPlaceholderText(tr("Search by state, workflow, fix, person or id"));
    m_find->setClearButtonEnabled(false);
    m_model = new ReleasesModel(this);
    m_table = new DataTable(releaseColumns());
    m_table->setObjectName(QStringLiteral("releaseTable"));
    m_table->setAccessibleName(tr("Releases"));
    m_table->showModel(m_model);
    m_area = new ListArea(m_table, m_model);
    m_area->whenEmpty = [this]() -> ListArea::EmptyWords {
        if (!m_all.isEmpty())
            return {QStringLiteral("search-x"), tr("No release matches"),
                    tr("%1 releases are kept; none has all these words.").arg(countText(m_all.size())), tr("Show all")};
        return {
            QStringLiteral("route"), tr("No releases yet"),
            tr("A release sends cases out of quarantine again: a few first, the rest when those are confirmed. Decide cases as Redrive, "
               "then plan their release from the list of cases."),
            tr("Go to cases")};
    };
    connect(m_area, &ListArea::emptyActionRequested, this, [this] {
        if (m_all.isEmpty())
            Q_EMIT linkRequested({QStringLiteral("cases"), {}, {}, {}});
        else
            m_find->clear();
    });
    connect(m_area, &ListArea::settled, this, &ReleasesPage::ready);
    connect(m_table, &DataTable::opened, this, &ReleasesPage::open);
    m_pause.setSingleShot(true);
    m_pause.setInterval(searchPauseMs);
    connect(&m_pause, &QTimer::timeout, this, &ReleasesPage::filter);
    connect(m_find, &Field::textChanged, &m_pause, qOverload<>(&QTimer::start));

    auto *list = new QWidget;
    auto *column = new QVBoxLayout(list);
    column->setContentsMargins(16, 14, 16, 14);
    column->setSpacing(ui::size(u"gutter"));
    column->addWidget(m_find);
    auto *card = new Card;
    auto *inside = new QVBoxLayout(card);
    inside->setContentsMargins(1, 2, 1, 6);
    inside->addWidget(m_area);
    column->addWidget(card, 1);
    return list;
}

TimeView ReleasesPage::now() const
{
    return {timeView().utc, m_services.clock().nowMs()};
}

QList<QWidget *> ReleasesPage::panes()
{
    switch (m_at) {
    case View::list:
        return {m_find, m_table};
    case View::plan:
        return {m_plan->table(), m_plan->side()->firstField()};
    case View::run:
        return {m_run->table(), m_run->chart()};
    }
    return {};
}

QWidget *ReleasesPage::arrivalFocus()
{
    return m_at == View::list ? m_table : m_at == View::plan ? m_plan->table() : m_run->table();
}

QList<QAction *> ReleasesPage::commands() const
{
    QList<QAction *> shown;
    for (auto *command : {m_send, m_approve, m_start, m_verify, m_pauseRun, m_resume, m_abort, m_uncertain, m_reconciliation, m_canary,
                          m_freeCanary, m_check, m_diff, m_back, m_search}) {
        if (command->isVisible())
            shown.append(command);
    }
    return shown;
}

void ReleasesPage::showView(View view)
{
    m_at = view;
    m_stack->setCurrentIndex(int(view));
    m_reading = false; // whatever was asked for the view before answers no more
    m_again = false;
    m_next.stop();
    lockCommands();
}

void ReleasesPage::showList()
{
    const QString from = m_id;
    m_id.clear();
    m_detail.reset();
    showView(View::list);
    if (const int row = m_model->findRow(from); row >= 0)
        m_table->setCurrentIndex(m_model->index(row, 0));
    m_table->setFocus(Qt::OtherFocusReason);
    read();
}

void ReleasesPage::open(const QString &redriveId)
{
    if (redriveId.isEmpty())
        return;
    m_id = redriveId;
    m_detail.reset();
    m_log.clear();
    const auto known = std::find_if(m_all.begin(), m_all.end(), [&](const Release &r) { return r.redriveId.value == redriveId; });
    showView(known != m_all.end() && known->startedAt ? View::run : View::plan);
    if (m_at == View::plan)
        m_plan->waitForAnswer();
    setSubtitle(middleOfId(redriveId));
    arrivalFocus()->setFocus(Qt::OtherFocusReason);
    read();
}

void ReleasesPage::plan(const QStringList &ids, const QString &query)
{
    m_id.clear();
    m_detail.reset();
    m_plan->startDraft(ids, query, m_services.clock().nowMs());
    showView(View::plan);
    setSubtitle(tr("new plan over %1 cases").arg(countText(ids.size())));
    m_plan->waitForAnswer();
    m_plan->side()->firstField()->setFocus(Qt::OtherFocusReason);
    readDraft();
}

void ReleasesPage::follow(const Link &link)
{
    if (!link.id.isEmpty())
        open(link.id);
    else if (!link.ids.isEmpty())
        plan(link.ids, link.query);
    else
        showList();
}

bool ReleasesPage::focusQuery()
{
    if (m_at != View::list)
        return false;
    m_search->trigger();
    return true;
}

void ReleasesPage::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && m_at != View::list)
        return showList();
    if (event->key() == Qt::Key_Escape && !m_find->text().isEmpty())
        return m_find->clear();
    Page::keyPressEvent(event);
}

// --- reading

void ReleasesPage::refresh()
{
    if (m_at == View::plan && m_plan->isDraft() && m_plan->selected() > recheckedCases)
        return;
    read();
}

void ReleasesPage::read()
{
    if (m_reading || m_next.isActive()) {
        m_again = m_again || m_reading;
        return;
    }
    if (m_at == View::list)
        readList();
    else if (m_at == View::plan && m_plan->isDraft() && m_id.isEmpty())
        readDraft();
    else
        readDetail();
}

bool ReleasesPage::answeredNow(bool again)
{
    m_reading = false;
    Q_EMIT answered();
    if (!std::exchange(m_again, false) || !again)
        return false;
    m_next.start(int(qMin<qint64>(5000, pauseFactor * m_took.elapsed())));
    return true;
}

void ReleasesPage::readList()
{
    m_reading = true;
    m_took.start();
    m_area->waitForAnswer();
    m_services.data().ask<QList<Release>>(
        this, QStringLiteral("releases.list"), [](Database &db, const DeskData::Look &look) { return queries::releases(db, look.viewer); },
        [this](const Result<QList<Release>> &list) { takeList(list); });
}

void ReleasesPage::takeList(const Result<QList<Release>> &list)
{
    if (m_at != View::list)
        return;
    answeredNow(true);
    if (!list) {
        m_model->tellFailed(list.error());
        return;
    }
    m_all = *list;
    const auto waiting = std::count_if(m_all.begin(), m_all.end(), [](const Release &r) { return r.state == ReleaseState::planned; });
    setSubtitle(waiting ? tr("%1 kept, %2 to approve").arg(countText(m_all.size()), countText(waiting))
                        : tr("%1 kept").arg(countText(m_all.size())));
    filter();
}

void ReleasesPage::filter()
{
    QList<Release> shown;
    for (const auto &release : std::as_const(m_all)) {
        if (releaseMatches(release, m_find->text()))
            shown.append(release);
    }
    m_model->setRows(shown, m_all.size());
}

void ReleasesPage::readDetail()
{
    m_reading = true;
    m_took.start();
    m_services.data().ask<std::optional<queries::ReleaseDetail>>(
        this, QStringLiteral("releases.detail"),
        [id = m_id, after = m_log.isEmpty() ? 0 : m_log.last().seq](Database &db, const DeskData::Look &look) {
            return queries::releaseDetail(db, look.viewer, id, after);
        },
        [this, id = m_id](const Result<std::optional<queries::ReleaseDetail>> &detail) {
            if (id == m_id)
                takeDetail(detail);
        });
}

void ReleasesPage::takeDetail(const Result<std::optional<queries::ReleaseDetail>> &detail)
{
    answeredNow(true);
    if (!detail || !*detail) {
        const Error error = detail ? Error{ErrorCode::not_found, m_id} : detail.error();
        m_plan->showTrouble(detail ? tr("There is no release %1").arg(m_id) : tr("The release could not be read"),
                            detail ? tr("It may belong to tenants you may not see. Esc leads back to all releases.")
                                   : tr("%1. Press F5 to read again.").arg(error.detail));
        Q_EMIT troubled(tr("Reading the release"), error);
        Q_EMIT ready();
        return;
    }
    m_detail = **detail;
    m_log += m_detail->log;
    const Release &r = m_detail->release;
    setSubtitle(middleOfId(m_id) + u"  " + releaseTitle(r) + u", " + r.fixReference);
    const View fitting = r.startedAt ? View::run : View::plan;
    if (fitting != m_at) {
        const bool here = isAncestorOf(focusWidget()) || m_stack->isAncestorOf(window()->focusWidget());
        m_at = fitting;
        m_stack->setCurrentIndex(int(fitting));
        if (here)
            arrivalFocus()->setFocus(Qt::OtherFocusReason);
    }
    if (m_at == View::run)
        m_run->show(*m_detail, m_log, now());
    else
        m_plan->showRecorded(*m_detail, m_services.operatorName(), now());
    lockCommands();
    Q_EMIT ready();
}

void ReleasesPage::readDraft()
{
    m_reading = true;
    m_took.start();
    m_services.data().ask<Result<queries::PlanPreview>>(
        this, QStringLiteral("releases.draft"),
        [question = m_plan->question()](Database &db, const DeskData::Look &look) {
            return queries::planPreview(db, look.viewer, question, look.now);
        },
        [this](const Result<Result<queries::PlanPreview>> &preview) {
            if (m_at == View::plan && m_plan->isDraft() && m_id.isEmpty())
                takeDraft(preview);
        });
}

void ReleasesPage::takeDraft(const Result<Result<queries::PlanPreview>> &preview)
{
    answeredNow(true);
    const Error *error = !preview ? &preview.error() : !*preview ? &preview->error() : nullptr;
    if (error)
        m_plan->showTrouble(tr("These cases cannot be planned together"), tr("%1. Esc leads back.").arg(error->detail));
    else
        m_plan->showDraft(**preview, m_services.operatorName(), now());
    lockCommands();
    Q_EMIT ready();
}

void ReleasesPage::setTimeView(const TimeView &view)
{
    Page::setTimeView(view);
    m_model->setTimeView(view);
    m_plan->setTimeView(now());
    m_run->setTimeView(now());
}

void ReleasesPage::setRowHeight(int px)
{
    m_table->setRowHeight(px);
    m_plan->setRowHeight(px);
    m_run->setRowHeight(px);
}

} // namespace lazaret::ui
