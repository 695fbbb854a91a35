#include "pages/casepane.h"

#include "engine/desk.h"
#include "models/casesmodel.h"
#include "pages/decidepanel.h"
#include "pages/evidence.h"
#include "pages/facts.h"
#include "pages/inspection.h"
#include "theme/tokens.h"
#include "theme/vocabulary.h"
#include "widgets/button.h"
#include "widgets/label.h"
#include "widgets/tabs.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QScrollBar>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

using Builder = QWidget *(*)(const CaseView &, const TimeView &);
constexpr std::array<Builder, 5> builders{attemptsBody, receiptsBody, payloadBody, lineageBody, auditBody}; // after the inspection

QScrollArea *scrolled(const QString &name)
{
    auto *area = new QScrollArea;
    area->setObjectName(name);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->viewport()->setAutoFillBackground(false);
    return area;
}

} // namespace

CasePane::CasePane(QWidget *parent)
    : SidePane(parent), m_pages(new QStackedWidget), m_nothing(new EmptyState), m_class(new Chip), m_code(new Chip), m_status(new Chip),
      m_title(new Label({}, ui::font(u"title", QFont::DemiBold))), m_id(new Label({}, monoFont(), QStringLiteral("text.secondary"))),
      m_owner(new Button({}, Button::Kind::ghost)), m_review(new Button({}, Button::Kind::ghost)),
      m_copy(new Button({}, Button::Kind::ghost)), m_previous(new Button({}, Button::Kind::ghost)),
      m_next(new Button({}, Button::Kind::ghost)), m_close(new Button({}, Button::Kind::ghost)), m_inspection(new Inspection),
      m_decide(new DecidePanel), m_facts(new FactGrid), m_tabs(new TabStrip), m_bodies(new QStackedWidget)
{
    setObjectName(QStringLiteral("casePane"));
    setAccessibleName(tr("Case"));
    setMinimumWidth(400);
    m_title->setObjectName(QStringLiteral("caseTitle"));
    m_tabs->setObjectName(QStringLiteral("caseTabs"));
    m_tabs->setAccessibleName(tr("Evidence of the case"));
    const std::array<QString, 6> names{tr("Inspection"), tr("Attempts"), tr("Receipts"), tr("Payload"), tr("Lineage"), tr("Audit")};
    for (size_t i = 0; i < names.size(); ++i) {
        m_tabs->addView(names[i]);
        m_bodies->addWidget(scrolled(QStringLiteral("caseBody%1").arg(i)));
    }
    auto *steps = static_cast<QScrollArea *>(m_bodies->widget(0));
    steps->setWidget(m_inspection);
    m_inspection->setAutoFillBackground(false);
    m_inspection->setObjectName(QStringLiteral("inspection"));
    connect(m_tabs, &QTabBar::currentChanged, m_bodies, &QStackedWidget::setCurrentIndex);
    connect(m_inspection, &Inspection::opened, this, [this, steps] {
        m_tabs->setCurrentIndex(0);
        if (auto *step = m_inspection->findChild<QWidget *>(QStringLiteral("step%1").arg(m_inspection->openStep())))
            QMetaObject::invokeMethod(
                step, [steps, step] { steps->ensureWidgetVisible(step, 0, 8); }, Qt::QueuedConnection); // once it is laid out
    });

    auto *shown = new QWidget;
    auto *column = new QVBoxLayout(shown);
    column->setContentsMargins(17, 12, 14, 10);
    column->setSpacing(0);
    column->addLayout(buildHead());
    column->addSpacing(6);
    column->addWidget(m_title);
    column->addSpacing(2);
    column->addLayout(buildIdentity());
    column->addSpacing(8);
    column->addWidget(m_facts);
    column->addSpacing(4);
    column->addWidget(m_tabs);
    column->addWidget(m_bodies, 1);
    column->addWidget(new Line);
    column->addWidget(m_decide);
    m_pages->addWidget(m_nothing);
    m_pages->addWidget(shown);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(1, 0, 0, 0);
    outer->addWidget(m_pages);
    showNothing();
}

QLayout *CasePane::buildHead()
{
    auto *row = new QHBoxLayout;
    row->setSpacing(6);
    for (auto *chip : {m_class, m_code, m_status})
        row->addWidget(chip);
    row->addStretch(1);
    m_previous->withIcon(QStringLiteral("chevron-up"))->compact()->setAccessibleName(tr("Previous case"));
    m_next->withIcon(QStringLiteral("chevron-down"))->compact()->setAccessibleName(tr("Next case"));
    m_previous->setObjectName(QStringLiteral("previousCase"));
    m_next->setObjectName(QStringLiteral("nextCase"));
    m_previous->setToolTip(tr("Previous case (K)"));
    m_next->setToolTip(tr("Next case (J)"));
    row->addWidget(m_previous);
    row->addWidget(m_next);
    m_close->withIcon(QStringLiteral("x"))->compact()->setAccessibleName(tr("Close the pane"));
    m_close->setObjectName(QStringLiteral("closePane"));
    m_close->setToolTip(tr("Close the pane; Enter on a case opens it"));
    row->addWidget(m_close);
    connect(m_close, &Button::clicked, this, &CasePane::closeRequested);
    connect(m_previous, &Button::clicked, this, [this] { Q_EMIT stepRequested(-1); });
    connect(m_next, &Button::clicked, this, [this] { Q_EMIT stepRequested(1); });
    return row;
}

QLayout *CasePane::buildIdentity()
{
    auto *row = new QHBoxLayout;
    row->setSpacing(5);
    m_id->keepWhole(true);
    row->addWidget(m_id);
    m_copy->withIcon(QStringLiteral("copy"))->compact()->setAccessibleName(tr("Copy the case id"));
    m_copy->setObjectName(QStringLiteral("copyCaseId"));
    m_copy->setToolTip(tr("Copy the case id"));
    row->addWidget(m_copy);
    row->addSpacing(6);
    m_owner->withIcon(QStringLiteral("users"))->compact()->setObjectName(QStringLiteral("caseOwner"));
    m_owner->setToolTip(tr("Assign (A)"));
    row->addWidget(m_owner);
    m_review->withIcon(QStringLiteral("calendar-clock"))->compact()->setObjectName(QStringLiteral("caseReview"));
    m_review->setToolTip(tr("Move the review (R)"));
    row->addWidget(m_review);
    connect(m_owner, &Button::clicked, this, &CasePane::assignRequested);
    connect(m_review, &Button::clicked, this, &CasePane::reviewRequested);
    row->addStretch(1);
    connect(m_copy, &Button::clicked, this, [this] {
        if (m_case)
            QGuiApplication::clipboard()->setText(m_case->record.caseId.value);
    });
    return row;
}

void CasePane::showCase(const CaseView &view, const TimeView &time)
{
    const bool other = !m_case || m_case->record.caseId != view.record.caseId;
    m_case = view;
    m_time = time;
    m_pages->setCurrentIndex(1);
    render();
    if (!other)
        return;
    for (int i = 0; i < m_bodies->count(); ++i)
        static_cast<QScrollArea *>(m_bodies->widget(i))->verticalScrollBar()->setValue(0);
}

void CasePane::showNothing()
{
    m_case.reset();
    m_nothing->show(QStringLiteral("inbox"), tr("No case chosen"),
                    tr("Choose a row to see what happened and what is known about its effects."));
    m_pages->setCurrentIndex(0);
}

void CasePane::showError(const Error &error)
{
    m_case.reset();
    m_nothing->show(QStringLiteral("octagon-alert"), tr("The case could not be read"), error.detail);
    m_pages->setCurrentIndex(0);
}

void CasePane::setTimeView(const TimeView &time)
{
    const bool zoneChanged = m_time.utc != time.utc;
    m_time = time;
    if (!m_case)
        return;
    renderHead();
    if (zoneChanged)
        renderTabs();
}

void CasePane::setCompact(bool compact)
{
    if (m_compact == compact)
        return;
    m_compact = compact;
    m_decide->setCompact(compact);
    if (m_case)
        renderHead();
}

void CasePane::takeFocus()
{
    focusTarget()->setFocus(Qt::OtherFocusReason);
}

QWidget *CasePane::focusTarget() const
{
    return m_tabs;
}

void CasePane::render()
{
    renderHead();
    renderTabs();
}

void CasePane::renderHead()
{
    const auto &record = m_case->record;
    const auto errorClass = token(record.errorClass);
    const auto status = token(record.status);
    m_class->show(errorClass.label, {errorClass.tone, errorClass.icon});
    m_code->show(record.errorCode, {{}, {}, true, true});
    m_status->show(status.label, {status.tone, status.icon});
    m_title->setText(caseTitle(record));
    m_id->setText(middleOfId(record.caseId.value));
    m_id->setToolTip(record.caseId.value);
    m_owner->setText(record.owner.isEmpty() ? tr("no owner") : record.owner.left(24));
    m_owner->setAccessibleName(record.owner.isEmpty() ? tr("No owner, assign") : tr("Owner %1, assign").arg(record.owner));
    const bool due = record.reviewDueAt && record.status != CaseStatus::closed;
    const bool late = due && *record.reviewDueAt < m_time.nowMs;
    const QString when = due ? dueText(*record.reviewDueAt, m_time.nowMs) : QString();
    m_review->setText(!due                            ? tr("no review due")
                      : textScale() > normalTextScale ? when
                                                      : tr("review %1").arg(when)); // its icon says it too
    m_review->setAccessibleName(due ? tr("Review %1, move it").arg(when) : tr("No review due, set one"));
    m_review->setTone(late ? QStringLiteral("bad.text") : QString());
    m_decide->show(*m_case, m_role, m_me, m_time);
    m_facts->show(caseFacts(record, m_time), m_compact);
    setAccessibleName(tr("Case %1: %2").arg(tailOfId(record.caseId.value), caseTitle(record)));
}

void CasePane::renderTabs()
{
    const auto &record = m_case->record;
    m_tabs->setNote(0, tr("%1 of 6").arg(findingsSinceFailure(record)));
    m_tabs->setNote(1, QString::number(m_case->attempts.size()));
    const bool uncertain = std::any_of(record.receipts.begin(), record.receipts.end(),
                                       [](const Receipt &receipt) { return receipt.state == ReceiptState::uncertain; });
    m_tabs->setNote(2, QString::number(record.receipts.size()), uncertain ? QStringLiteral("uncertain") : QString());
    m_tabs->setNote(5, m_case->audit.isEmpty() ? QString() : QString::number(m_case->audit.size()));
    m_inspection->setLocked(guard::mayDo(m_role, guard::Right::inspect) ? QString() : tr("Reading only: an operator records findings."));
    m_inspection->show(*m_case, m_time);
    // The evidence is rebuilt only when there is something new in it: what is selected or scrolled to stays.
    QString evidence =
        record.caseId.value + (m_time.utc ? u'u' : u'l') + QString::number(m_case->audit.isEmpty() ? 0 : m_case->audit.last().seq);
    evidence += QString::number(record.lastFailureAt) + QString::number(m_case->attempts.size()) +
                QString::number(m_case->reconciliations.size()) + QString::number(record.findings.size());
    for (const auto &receipt : record.receipts)
        evidence += receipt.action + toText(receipt.state);
    for (const auto &run : m_case->releases)
        evidence += run.redriveId + toText(run.item.state);
    if (std::exchange(m_shownTabs, evidence) == evidence)
        return;
    for (size_t i = 0; i < builders.size(); ++i) {
        auto *area = static_cast<QScrollArea *>(m_bodies->widget(int(i) + 1));
        const int place = area->verticalScrollBar()->value();
        auto *body = builders[i](*m_case, m_time);
        area->setWidget(body);
        body->setAutoFillBackground(false); // QScrollArea::setWidget turns it on
        area->verticalScrollBar()->setValue(place);
    }
}

void CasePane::setPerson(const QString &name, Role role)
{
    m_me = name;
    m_role = role;
}

} // namespace lazaret::ui
