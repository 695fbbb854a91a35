#include "pages/releaseplan.h"

#include "engine/stoprules.h"
#include "pages/listpage.h"
#include "pages/releaseparts.h"
#include "theme/tokens.h"
#include "widgets/commandbutton.h"
#include "widgets/fields.h"
#include "widgets/label.h"

#include <QGridLayout>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

constexpr int sideWidth = 356, stopColumns = 3;
constexpr double usualRate = 12; // cases a minute: slow enough to stop in time

} // namespace

ReleasePlan::ReleasePlan(const PlanCommands &commands, QWidget *parent)
    : QWidget(parent), m_stages(new StageStrip), m_side(new ReleasePlanSide(commands))
{
    setObjectName(QStringLiteral("releasePlan"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 14, 16, 14);
    column->setSpacing(ui::size(u"gutter"));
    column->addWidget(m_stages);
    auto *across = new QHBoxLayout;
    across->setSpacing(ui::size(u"gutter"));
    auto *left = new QVBoxLayout;
    left->setSpacing(ui::size(u"gutter"));
    left->addWidget(buildCases(commands), 1);
    left->addWidget(buildLadder());
    left->addWidget(buildStops());
    across->addLayout(left, 1);
    m_side->setFixedWidth(sideWidth);
    across->addWidget(m_side);
    column->addLayout(across, 1);

    connect(m_side, &ReleasePlanSide::questionChanged, this, &ReleasePlan::questionChanged);
    connect(m_side, &ReleasePlanSide::edited, this, &ReleasePlan::edited);
    connect(m_rate, &NumberField::valueChanged, this, [this] {
        showRate();
        Q_EMIT edited();
    });
    connect(m_table, &DataTable::opened, this, [this](const QString &id) {
        if (!id.isEmpty())
            Q_EMIT caseRequested(id);
    });
    connect(m_table, &DataTable::foldRequested, this,
            [this](int row, bool folded) { m_model->fold(m_model->layout().at(row).group, folded); });
    connect(m_table, &DataTable::currentIdChanged, this, &ReleasePlan::currentChanged);
    connect(m_area, &ListArea::settled, this, &ReleasePlan::settled);
}

QWidget *ReleasePlan::buildCases(const PlanCommands &commands)
{
    m_title = new Label({}, ui::font(u"section"));
    m_title->setObjectName(QStringLiteral("planTitle"));
    m_queryText = new Label({}, monoFont(), QStringLiteral("text.secondary"));
    m_frozen = new Label(tr("The list is frozen; the query is kept as evidence only."), ui::font(u"small"), QStringLiteral("text.muted"));
    m_share = new ShareBar;
    m_model = new PlanModel(this);
    m_table = new DataTable(planColumns());
    m_table->setObjectName(QStringLiteral("planTable"));
    m_table->setAccessibleName(tr("Cases of the plan"));
    m_table->showModel(m_model);
    m_area = new ListArea(m_table, m_model);
    m_area->whenEmpty = [this]() -> ListArea::EmptyWords {
        if (!m_troubleTitle.isEmpty())
            return {QStringLiteral("octagon-alert"), m_troubleTitle, m_troubleText, {}};
        return {QStringLiteral("route"), tr("No cases in this plan"), tr("A plan is made from cases: select some and choose Redrive."), {}};
    };
    auto *card = new Card;
    card->setMinimumHeight(150);
    auto *column = new QVBoxLayout(card);
    column->setContentsMargins(1, 10, 1, 7);
    column->setSpacing(0);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(15, 0, 8, 0);
    head->setSpacing(4);
    head->addWidget(m_title, 1);
    m_canaryButtons = new QWidget;
    auto *canary = new QHBoxLayout(m_canaryButtons);
    canary->setContentsMargins(0, 0, 0, 0);
    canary->setSpacing(4);
    canary->addWidget((new CommandButton(commands.canary, Button::Kind::ghost))->compact());
    canary->addWidget((new CommandButton(commands.freeCanary, Button::Kind::ghost))->compact());
    head->addWidget((new CommandButton(commands.check, Button::Kind::ghost))->compact());
    column->addLayout(head);
    auto *origin = new QHBoxLayout;
    origin->setContentsMargins(15, 2, 8, 6);
    origin->setSpacing(8);
    m_frozen->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    origin->addWidget(m_queryText, 3);
    origin->addWidget(m_frozen, 2);
    origin->addWidget(m_canaryButtons);
    column->addLayout(origin);
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(15, 0, 15, 10);
    bar->addWidget(m_share);
    column->addLayout(bar);
    column->addWidget(new Line);
    column->addWidget(m_area, 1);
    return card;
}

QWidget *ReleasePlan::buildLadder()
{
    m_ladder = new LadderView;
    m_rate = new NumberField(QStringLiteral("rate"), tr("Rate limit, cases per minute"));
    m_rate->setRange(0, 100'000);
    m_rate->setDecimals(1);
    m_rate->setSuffix(tr(" cases/min"));
    m_rate->setSpecialValueText(tr("no limit"));
    m_rate->setFixedWidth(124);
    m_rateText = new Label({}, ui::font(u"body", QFont::Medium));
    m_rateText->keepWhole(true);
    auto *card = new Card;
    auto *column = new QVBoxLayout(card);
    column->setContentsMargins(16, 10, 16, 14);
    column->setSpacing(10);
    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    auto *title = new Label(tr("Ladder"), ui::font(u"section"));
    title->keepWhole(true);
    head->addWidget(title);
    head->addWidget(new Label(tr("each step starts when the one before is settled and reconciled clean"), ui::font(u"small"),
                              QStringLiteral("text.muted")),
                    1);
    auto *caption = new Label(tr("Rate limit"), ui::font(u"small"), QStringLiteral("text.muted"));
    caption->keepWhole(true);
    head->addWidget(caption);
    head->addWidget(m_rate);
    head->addWidget(m_rateText);
    column->addLayout(head);
    column->addWidget(m_ladder);
    return card;
}

QWidget *ReleasePlan::buildStops()
{
    auto *card = new Card;
    auto *column = new QVBoxLayout(card);
    column->setContentsMargins(16, 10, 16, 10);
    column->setSpacing(4);
    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    auto *title = new Label(tr("Stops by itself when"), ui::font(u"section"));
    title->keepWhole(true);
    head->addWidget(title);
    head->addWidget(new Label(tr("it pauses, says why, and waits for a person"), ui::font(u"small"), QStringLiteral("text.muted")), 1);
    column->addLayout(head);
    m_stops = new QGridLayout;
    m_stops->setContentsMargins(0, 0, 0, 0);
    m_stops->setHorizontalSpacing(16);
    m_stops->setVerticalSpacing(2);
    for (int i = 0; i < stopColumns; ++i)
        m_stops->setColumnStretch(i, 1);
    column->addLayout(m_stops);
    return card;
}

void ReleasePlan::startDraft(const QStringList &ids, const QString &query, qint64 frozenAt)
{
    m_draft = true;
    m_ids = ids;
    m_query = query;
    m_canary.clear();
    m_canaryProblem.clear();
    m_troubleTitle.clear();
    m_frozenAt = frozenAt;
    m_release = {};
    m_rows.clear();
    m_stopsOf.clear();
    m_side->startDraft();
    const QSignalBlocker quiet(m_rate);
    m_rate->setValue(usualRate);
    m_title->setText(tr("Checking which of %1 selected cases can be released").arg(countText(ids.size())));
    m_share->show(0, 0);
}

void ReleasePlan::showDraft(const queries::PlanPreview &preview, const QString &me, const TimeView &view)
{
    m_me = me;
    m_troubleTitle.clear();
    m_release = preview.release;
    m_release.query = m_query;
    m_rows = preview.rows;
    m_context = preview.context;
    m_canaryProblem = preview.canaryProblem;
    show(view);
}

void ReleasePlan::showRecorded(const queries::ReleaseDetail &detail, const QString &me, const TimeView &view)
{
    m_draft = false;
    m_me = me;
    m_troubleTitle.clear();
    m_canaryProblem.clear();
    m_release = detail.release;
    m_rows = detail.rows;
    m_context = detail.context;
    m_frozenAt = detail.release.plannedAt;
    show(view);
}

void ReleasePlan::showTrouble(const QString &title, const QString &text)
{
    m_troubleTitle = title;
    m_troubleText = text;
    m_release = {};
    m_rows.clear();
    m_title->setText(title);
    m_model->setRows({}, 0);
}

void ReleasePlan::show(const TimeView &view)
{
    const Release &r = m_release;
    m_title->setText(tr("%1 of %2 selected cases can be released").arg(countText(r.approvedCaseCount), countText(m_rows.size())));
    m_queryText->setText(r.query.isEmpty() ? tr("chosen one by one") : r.query);
    m_share->show(r.approvedCaseCount, int(m_rows.size()));
    m_canaryButtons->setVisible(m_draft);
    m_frozen->setVisible(!m_draft);
    m_rate->setVisible(m_draft);
    m_rateText->setVisible(!m_draft);
    m_model->setCanary(r.canary);
    m_model->setRows(planRows(m_rows, r.canary), m_rows.size(), planGroups(m_rows));
    if (m_table->currentIndex().row() == 0 && m_model->rowCount() > 1) // the first case, not the heading
        m_table->setCurrentIndex(m_model->index(1, 0));
    showStops();
    setTimeView(view);
}

void ReleasePlan::setTimeView(const TimeView &view)
{
    m_view = view;
    const QString frozen = secondTime(m_frozenAt, view);
    m_model->setTimeView(view);
    if (m_draft)
        m_stages->showDraft(tr("New plan, set frozen %1").arg(frozen));
    else
        m_stages->show(m_release, QStringLiteral("warn"), tr("Plan version %1, set frozen %2").arg(m_release.planVersion).arg(frozen));
    if (m_context.target.name.isEmpty())
        return;
    m_side->show(m_release, m_context, int(m_rows.size()), m_draft, m_canaryProblem, m_me, view);
    showRate();
}

double ReleasePlan::rate() const
{
    return m_draft ? m_rate->value() : m_release.ratePerMin;
}

void ReleasePlan::showRate()
{
    m_rateText->setText(rate() > 0 ? tr("%1 cases/min").arg(QLocale().toString(rate(), 'g', 6)) : tr("no limit"));
    m_ladder->show(m_release.ladder, m_release.approvedCaseCount, rate());
    m_side->showConsequence(m_release.approvedCaseCount, int(m_rows.size()), rate());
}

// A draft offers the rules there are, all set; a recorded plan says which were taken.
void ReleasePlan::showStops()
{
    const QString of = m_draft ? QStringLiteral("draft") : m_release.redriveId.value;
    if (m_stopsOf == of)
        return;
    m_stopsOf = of;
    qDeleteAll(m_stopChecks);
    m_stopChecks.clear();
    QStringList rules = release::defaultStopRules();
    for (const auto &rule : std::as_const(m_release.stopConditions)) {
        if (!rules.contains(rule))
            rules.append(rule);
    }
    for (const auto &rule : std::as_const(rules)) {
        auto *check = new Check(QStringLiteral("stop_") + rule, stopRuleText(rule));
        check->setChecked(m_release.stopConditions.contains(rule));
        check->setAttribute(Qt::WA_TransparentForMouseEvents, !m_draft);
        check->setFocusPolicy(m_draft ? Qt::StrongFocus : Qt::NoFocus);
        connect(check, &Check::toggled, this, [this, check] {
            const bool any = std::any_of(m_stopChecks.begin(), m_stopChecks.end(), [](const Check *c) { return c->isChecked(); });
            if (!any) { // no rule would mean the default ones
                check->setChecked(true);
                check->setToolTip(tr("A release stops by itself for at least one reason."));
            }
            Q_EMIT edited();
        });
        const int at = int(m_stopChecks.size());
        m_stops->addWidget(check, at / stopColumns, at % stopColumns);
        m_stopChecks.append(check);
    }
}

const queries::ReleaseRow *ReleasePlan::currentRow() const
{
    const QString id = m_table->currentId();
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&](const auto &row) { return row.item.caseId.value == id; });
    return found == m_rows.end() ? nullptr : &*found;
}

queries::PlanQuestion ReleasePlan::question() const
{
    queries::PlanQuestion question;
    question.ids = m_ids;
    question.targetVersion = m_side->targetVersion();
    question.canary = m_canary;
    question.acceptIrreversible = m_side->acceptsIrreversible();
    return question;
}

ReleaseRequest ReleasePlan::request() const
{
    ReleaseRequest request;
    request.selection.ids = m_ids;
    request.selection.query = m_query;
    m_side->fill(request);
    request.ratePerMin = m_rate->value();
    for (const auto *check : m_stopChecks) {
        if (check->isChecked())
            request.stop.append(check->objectName().mid(5));
    }
    request.canary = m_canary;
    return request;
}

QString ReleasePlan::missing() const
{
    if (!m_troubleTitle.isEmpty())
        return m_troubleTitle + u'.';
    if (m_release.workflow.isEmpty())
        return tr("The cases are still being checked.");
    if (m_release.approvedCaseCount == 0)
        return tr("None of these cases can be released: the table says why.");
    if (!m_canaryProblem.isEmpty())
        return tr("No case may be the canary: the change says why.");
    return m_side->missing();
}

void ReleasePlan::chooseCanary(const QString &caseId)
{
    m_canary = caseId;
    Q_EMIT questionChanged();
}

void ReleasePlan::waitForAnswer()
{
    m_area->waitForAnswer();
}

void ReleasePlan::setRowHeight(int px)
{
    m_table->setRowHeight(px);
}

void ReleasePlan::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_side->setFixedWidth(width() < 1100 ? 312 : sideWidth);
}

} // namespace lazaret::ui
