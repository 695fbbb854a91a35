// How the reconciliation page is put together; what it does stands in reconciliationpage.cpp.
#include "engine/queries_reconciliation.h"
#include "models/deskdata.h"
#include "models/startedreleases.h"
#include "pages/listpage.h"
#include "pages/proofpane.h"
#include "pages/reconciliationpage.h"
#include "pages/reportview.h"
#include "support/command.h"
#include "theme/tokens.h"
#include "widgets/commandbutton.h"
#include "widgets/label.h"
#include "widgets/outcomes.h"
#include "widgets/tabs.h"
#include "widgets/workstrip.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QResizeEvent>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

constexpr int releasesWidth = 216, paneShare = 37, paneLeast = 330, paneMost = 430, wideFrom = 1180, patienceMs = 200;

QWidget *notTracked(const QString &icon, const QString &title, const QString &text)
{
    auto *state = new EmptyState;
    state->show(icon, title, text);
    return state;
}

} // namespace

ReconciliationPage::ReconciliationPage(DeskServices &services, QWidget *parent)
    : Page(QStringLiteral("reconciliation"), tr("Reconciliation"), QStringLiteral("scale"), parent), m_services(services),
      m_model(new ProofModel(m_source, this)), m_question{{}, QStringLiteral("case"), false}, m_stack(new QStackedWidget),
      m_tabPages(new QStackedWidget), m_state(new QStackedWidget), m_tabs(new TabStrip), m_empty(new EmptyState), m_skeleton(new Skeleton),
      m_patience(new QTimer(this)), m_releases(new StartedReleases), m_headline(new Label({}, ui::font(u"title", QFont::DemiBold))),
      m_compared(new Label({}, ui::font(u"small"), QStringLiteral("text.muted"))), m_open(new Chip), m_bar(new OutcomeBar),
      m_tiles(new OutcomeTiles), m_strip(new WorkStrip(QStringLiteral("reconciliationWork"))),
      m_which(new SegmentedSwitch({tr("All"), tr("Closed"), tr("Open")})), m_table(new DataTable(proofColumns()))
{
    buildCommands();
    m_pane = new ProofPane(m_verify, m_settle);
    m_reportView = new ReportView(services);
    m_stack->addWidget(buildBoard());
    m_stack->addWidget(m_reportView);
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_stack);
    m_export = new ReportExport(services.dataDirectory(), m_strip, this);
    m_patience->setSingleShot(true);
    m_patience->setInterval(patienceMs);
    connectParts();
    lockCommands();
}

void ReconciliationPage::buildCommands()
{
    const auto make = [this](const char *name, const char *icon, const QString &text, const QList<QKeySequence> &keys) {
        return new Command(QLatin1String(name), QLatin1String(icon), text, keys, this);
    };
    m_reconcile = make("reconcileAgain", "refresh-cw", tr("Reconcile again"), {});
    m_showReport = make("showReport", "file-text", tr("Report"), {QKeySequence(QStringLiteral("Ctrl+E"))});
    m_verify = make("verifyUncertain", "radar", tr("Verify"), {QKeySequence(Qt::Key_V)});
    m_settle = make("settleUncertain", "hand", tr("Settle by hand…"), {});
    m_openCase = make("openReconciledCase", "external-link", tr("Open the case"), {});
    m_copy = make("copyReconciledCase", "copy", tr("Copy the case id"), {});
    m_exports = {make("exportHtml", "file-code", QStringLiteral("HTML"), {}), make("exportPdf", "file-text", QStringLiteral("PDF"), {}),
                 make("exportCsv", "sheet", QStringLiteral("CSV"), {}), make("exportJson", "braces", QStringLiteral("JSON"), {})};
    for (auto *command : std::as_const(m_exports))
        command->setToolTip(tr("Save the report as %1").arg(command->text()));
}

QWidget *ReconciliationPage::buildBoard()
{
    auto *board = new QWidget;
    auto *column = new QVBoxLayout(board);
    column->setContentsMargins(16, 6, 16, 14);
    column->setSpacing(12);
    m_tabs->setObjectName(QStringLiteral("reconciliationTabs"));
    m_tabs->setAccessibleName(tr("Reconciliation"));
    for (const auto &name : {tr("Releases"), tr("Stuck operations"), tr("Callbacks against polling")})
        m_tabs->addView(name);
    column->addWidget(m_tabs);
    column->addWidget(m_tabPages, 1);
    m_tabPages->addWidget(m_state);
    m_tabPages->addWidget(
        notTracked(QStringLiteral("hourglass"), tr("Operations are not tracked by this version"),
                   tr("A stuck operation would be one that stays in an intermediate state longer than its workflow allows. "
                      "This version keeps no state of operations, so it cannot tell. It reconciles cases: see Releases.")));
    m_tabPages->addWidget(
        notTracked(QStringLiteral("radio"), tr("Callbacks are not compared with polling by this version"),
                   tr("Where callbacks and polling tell different things about an operation would be shown here. This version "
                      "neither receives callbacks for operations nor polls them, so there is nothing to compare.")));

    auto *releases = new Card;
    auto *list = new QVBoxLayout(releases);
    list->setContentsMargins(1, 6, 1, 6);
    list->addWidget(m_releases);
    releases->setFixedWidth(releasesWidth);
    auto *content = new QWidget;
    auto *across = new QHBoxLayout(content);
    across->setContentsMargins(0, 0, 0, 0);
    across->setSpacing(12);
    across->addWidget(releases);
    auto *right = new QVBoxLayout;
    right->setSpacing(12);
    right->addWidget(buildHead());
    right->addWidget(m_strip);
    auto *lower = new QHBoxLayout;
    lower->setSpacing(12);
    lower->addWidget(buildTable(), 1);
    lower->addWidget(m_pane);
    right->addLayout(lower, 1);
    across->addLayout(right, 1);
    m_empty->setObjectName(QStringLiteral("reconciliationEmpty"));
    m_state->addWidget(content);
    m_state->addWidget(m_empty);
    m_state->addWidget(m_skeleton);
    return board;
}

QWidget *ReconciliationPage::buildHead()
{
    auto *card = new Card;
    auto *column = new QVBoxLayout(card);
    column->setContentsMargins(16, 10, 16, 8);
    column->setSpacing(10);
    auto *row = new QHBoxLayout;
    row->setSpacing(8);
    m_headline->setObjectName(QStringLiteral("reconciliationHeadline"));
    m_compared->setObjectName(QStringLiteral("reconciliationCompared"));
    m_compared->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_headline->keepWhole(true);
    row->addWidget(m_headline);
    row->addWidget(m_open);
    row->addWidget(m_compared, 1);
    for (auto *command : std::as_const(m_exports)) {
        auto *button = (new CommandButton(command, Button::Kind::secondary))->compact();
        button->setAccessibleName(tr("Save the report as %1").arg(command->text()));
        m_wideOnly.append(button);
        row->addWidget(button);
    }
    row->addWidget((new CommandButton(m_showReport, Button::Kind::secondary, QStringLiteral("Ctrl E")))->compact());
    row->addWidget((new CommandButton(m_reconcile, Button::Kind::primary))->compact());
    column->addLayout(row);
    column->addWidget(m_bar);
    m_tiles->setObjectName(QStringLiteral("outcomeTiles"));
    column->addWidget(m_tiles);
    return card;
}

QWidget *ReconciliationPage::buildTable()
{
    auto *card = new Card;
    auto *column = new QVBoxLayout(card);
    column->setContentsMargins(1, 8, 1, 7);
    column->setSpacing(0);
    auto *row = new QHBoxLayout;
    row->setContentsMargins(16, 0, 12, 8);
    row->addWidget(new Label(tr("Every case, its disposition, its proof"), ui::font(u"section", QFont::DemiBold)), 1);
    m_which->setObjectName(QStringLiteral("reconciliationWhich"));
    m_which->setAccessibleName(tr("Which cases"));
    row->addWidget(m_which);
    column->addLayout(row);
    column->addWidget(new Line);
    m_table->setObjectName(QStringLiteral("proofTable"));
    m_table->setAccessibleName(tr("Cases of the release"));
    m_table->showModel(m_model);
    m_table->setSort(m_question.sortKey, m_question.descending);
    m_area = new ListArea(m_table, m_model);
    m_area->whenEmpty = [this]() -> ListArea::EmptyWords {
        if (!m_report || m_report->cases.isEmpty())
            return {QStringLiteral("inbox"), tr("No case was selected"), tr("This release holds no case."), {}};
        return {QStringLiteral("search-x"), tr("No case matches"),
                tr("%n case(s) belong to this release; none has this outcome.", nullptr, int(m_report->cases.size())), tr("Show all")};
    };
    column->addWidget(m_area, 1);
    return card;
}

void ReconciliationPage::connectParts()
{
    connect(m_patience, &QTimer::timeout, this, [this] { m_state->setCurrentWidget(m_skeleton); });
    connect(m_tabs, &QTabBar::currentChanged, m_tabPages, &QStackedWidget::setCurrentIndex);
    connect(m_releases, &StartedReleases::chosenChanged, this, &ReconciliationPage::choose);
    connect(m_which, &QTabBar::currentChanged, this, &ReconciliationPage::filter);
    connect(m_tiles, &OutcomeTiles::chosenChanged, this, &ReconciliationPage::filter);
    connect(m_area, &ListArea::emptyActionRequested, this, [this] {
        m_which->setCurrentIndex(0);
        m_tiles->choose({});
    });
    connect(m_area, &ListArea::settled, this, [this] {
        if (m_model->rowCount())
            return;
        m_caseId.clear();
        lockCommands();
        m_pane->showNothing(tr("No case chosen"), tr("Choose a case to see what proves its outcome."));
        Q_EMIT ready();
    });
    connect(m_table, &DataTable::sortRequested, this, [this](const QString &key, bool descending) {
        m_question.sortKey = key;
        m_question.descending = descending;
        m_table->setSort(key, descending);
        filter();
    });
    connect(m_table, &DataTable::currentIdChanged, this, &ReconciliationPage::showCase);
    connect(m_table, &DataTable::opened, m_openCase, &QAction::trigger);
    connect(m_pane, &ProofPane::stepRequested, this, &ReconciliationPage::step);
    connect(m_pane, &ProofPane::left, this, [this] { m_table->setFocus(Qt::OtherFocusReason); });
    connect(m_pane, &ProofPane::caseRequested, m_openCase, &QAction::trigger);
    connect(m_pane, &ProofPane::chainRequested, this, [this] {
        Q_EMIT linkRequested({QStringLiteral("audit"), QStringLiteral("verify"), {}, {}});
    });
    connect(m_pane, &ProofPane::settled, this, &ReconciliationPage::settle);
    connect(m_reconcile, &QAction::triggered, this, &ReconciliationPage::reconcileAgain);
    connect(m_verify, &QAction::triggered, this, &ReconciliationPage::verify);
    connect(m_settle, &QAction::triggered, m_pane, &ProofPane::openSettle);
    connect(m_showReport, &QAction::triggered, this, &ReconciliationPage::openReport);
    connect(m_openCase, &QAction::triggered, this, [this] { Q_EMIT linkRequested({QStringLiteral("cases"), m_caseId, {}, {}}); });
    connect(m_copy, &QAction::triggered, this, [this] { QGuiApplication::clipboard()->setText(m_caseId); });
    constexpr std::array forms{ReportForm::html, ReportForm::pdf, ReportForm::csv, ReportForm::json};
    for (qsizetype i = 0; i < m_exports.size(); ++i)
        connect(m_exports[i], &QAction::triggered, this, [this, form = forms[size_t(i)]] { m_export->ask(m_report, form); });
    connect(m_export, &ReportExport::said, this, &Page::said);
    connect(m_export, &ReportExport::troubled, this, &Page::troubled);
    connect(m_reportView, &ReportView::left, this, &ReconciliationPage::closeReport);
    connect(m_reportView, &ReportView::ready, this, [this] {
        Q_EMIT answered();
        Q_EMIT ready();
    });
    connect(m_reportView, &ReportView::said, this, &Page::said);
    connect(m_reportView, &ReportView::troubled, this, &Page::troubled);
    connect(&m_services, &DeskServices::statusChanged, this, &ReconciliationPage::lockCommands);
}

void ReconciliationPage::showFigures()
{
    const auto &r = *m_report;
    const int all = int(r.cases.size());
    const auto shares = outcomeShares(r);
    m_headline->setText(all == 1 ? tr("%1 of 1 case is closed with proof").arg(r.closedWithProof)
                                 : tr("%1 of %2 cases are closed with proof").arg(countText(r.closedWithProof), countText(all)));
    const int uncertain = r.outcomes.value(toText(Reconciled::still_uncertain));
    if (uncertain)
        m_open->show(tr("%n stay(s) uncertain", nullptr, uncertain),
                     {QStringLiteral("uncertain"), outcomeIcon(toText(Reconciled::still_uncertain))});
    else
        m_open->show({}, {});
    m_bar->show(shares);
    m_tiles->show(shares);
    const int closed = r.closed;
    m_which->setTabText(0, tr("All %1").arg(countText(all)));
    m_which->setTabText(1, tr("Closed %1").arg(countText(closed)));
    m_which->setTabText(2, tr("Open %1").arg(countText(all - closed)));
    m_which->updateGeometry();
    Time first, last;
    for (const auto &c : r.cases) {
        if (!c.reconciliation)
            continue;
        first = first ? std::min(*first, c.reconciliation->at) : c.reconciliation->at;
        last = last ? std::max(*last, c.reconciliation->at) : c.reconciliation->at;
    }
    m_compared->setText(first ? tr("Compared %1 to %2").arg(secondTime(*first, timeView()), secondTime(*last, timeView()))
                              : tr("Not compared yet"));
}

void ReconciliationPage::setTimeView(const TimeView &view)
{
    const bool zone = view.utc != timeView().utc;
    Page::setTimeView(view);
    m_model->setTimeView(view);
    m_releases->releases()->setTimeView(view);
    m_reportView->setTimeView(view);
    if (zone && m_report) {
        showFigures();
        showCase(m_caseId);
    }
}

void ReconciliationPage::setRowHeight(int px)
{
    m_table->setRowHeight(px);
}

void ReconciliationPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    m_pane->setFixedWidth(qBound(paneLeast, (width() - releasesWidth) * paneShare / 100, paneMost));
    for (auto *button : std::as_const(m_wideOnly))
        button->setVisible(width() >= wideFrom);
}

void ReconciliationPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    lockCommands();
}

} // namespace lazaret::ui
