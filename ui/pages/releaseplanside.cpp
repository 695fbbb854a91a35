#include "pages/releaseplanside.h"

#include "theme/tokens.h"
#include "widgets/commandbutton.h"
#include "widgets/fields.h"
#include "widgets/label.h"
#include "widgets/surfaces.h"

#include <QScrollBar>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

QVBoxLayout *cardColumn(Card *card)
{
    auto *column = new QVBoxLayout(card);
    column->setContentsMargins(16, 12, 16, 14);
    column->setSpacing(8);
    return column;
}

void addFact(QVBoxLayout *column, const QString &icon, const QString &text)
{
    auto *row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(new IconLabel(icon, ui::size(u"iconSmall"), QStringLiteral("text.muted")), 0, Qt::AlignTop);
    row->addWidget(new Text(text, ui::font(u"small"), QStringLiteral("text.secondary")), 1);
    column->addLayout(row);
}

// Choices that did not change stay as they are: somebody may have the list open.
void offer(Select &select, const QStringList &titles, const QStringList &values)
{
    QStringList there;
    for (int i = 0; i < select.count(); ++i)
        there.append(select.itemData(i).toString());
    if (there == values)
        return;
    select.clear();
    for (qsizetype i = 0; i < values.size(); ++i)
        select.addItem(titles[i], values[i]);
}

Text *body(const QString &name = {})
{
    auto *text = new Text({}, ui::font(u"body"));
    text->setObjectName(name);
    return text;
}

} // namespace

ReleasePlanSide::ReleasePlanSide(const PlanCommands &commands, QWidget *parent) : QScrollArea(parent)
{
    setObjectName(QStringLiteral("planSide"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    viewport()->setAutoFillBackground(false);
    auto *inside = new QWidget;
    inside->setAutoFillBackground(false);
    auto *column = new QVBoxLayout(inside);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(ui::size(u"gutter"));
    column->addWidget(buildConsequence());
    column->addWidget(buildChange(commands));
    column->addWidget(buildApproval(commands));
    column->addStretch(1);
    setWidget(inside);
}

QWidget *ReleasePlanSide::buildConsequence()
{
    auto *card = new Card;
    auto *column = cardColumn(card);
    column->addWidget(new Label(tr("What will happen"), ui::font(u"section")));
    m_consequence = body(QStringLiteral("consequence"));
    column->addWidget(m_consequence);
    addFact(column, QStringLiteral("key-round"),
            tr("Delivery id, job id and idempotency keys stay the same. Confirmed effects are not repeated."));
    addFact(column, QStringLiteral("power"), tr("After a restart it comes back paused."));
    return card;
}

QWidget *ReleasePlanSide::buildChange(const PlanCommands &commands)
{
    auto *card = new Card;
    auto *column = cardColumn(card);
    column->addWidget(new Label(tr("Change"), ui::font(u"section")));

    auto *versions = new QWidget;
    auto *row = new QHBoxLayout(versions);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    m_from = new Chip;
    m_to = new Chip;
    m_version = new Select(QStringLiteral("targetVersion"), tr("Target version"));
    row->addWidget(m_from);
    row->addWidget(new IconLabel(QStringLiteral("arrow-right"), ui::size(u"iconSmall"), QStringLiteral("text.muted")));
    row->addWidget(m_to);
    row->addWidget(m_version);
    row->addStretch(1);
    row->addWidget(new CommandButton(commands.diff, Button::Kind::link));
    column->addLayout(labelled(tr("Source and target version"), versions));

    m_fix = new Field(QStringLiteral("fixReference"), tr("Fix reference"));
    m_fix->setPlaceholderText(tr("What was fixed, and where that is recorded"));
    m_fixText = body(QStringLiteral("fixText"));
    auto *fix = labelled(tr("Fix reference"), m_fix);
    fix->addWidget(m_fixText);
    column->addLayout(fix);

    m_effects = new QWidget;
    m_effects->setObjectName(QStringLiteral("allowedEffects"));
    auto *effects = new QVBoxLayout(m_effects);
    effects->setContentsMargins(0, 0, 0, 0);
    effects->setSpacing(2);
    column->addLayout(labelled(tr("Allowed effects"), m_effects));
    m_irreversibleText = new Text({}, ui::font(u"small"), QStringLiteral("warn.text"));
    column->addWidget(m_irreversibleText);
    m_accept = new Check(QStringLiteral("acceptIrreversible"), tr("A canary may do it; I accept that"));
    column->addWidget(m_accept);
    m_problem = new Text({}, ui::font(u"small"), QStringLiteral("bad.text"));
    m_problem->setObjectName(QStringLiteral("canaryProblem"));
    column->addWidget(m_problem);

    m_owner = new Select(QStringLiteral("reconciliationOwner"), tr("Reconciliation owner"));
    m_ownerText = body();
    auto *owner = labelled(tr("Reconciliation owner"), m_owner);
    owner->addWidget(m_ownerText);
    column->addLayout(owner);

    connect(m_version, &Select::activated, this, &ReleasePlanSide::questionChanged);
    connect(m_accept, &Check::toggled, this, &ReleasePlanSide::questionChanged);
    connect(m_fix, &Field::textChanged, this, &ReleasePlanSide::edited);
    return card;
}

QWidget *ReleasePlanSide::buildApproval(const PlanCommands &commands)
{
    auto *card = new Card;
    auto *column = cardColumn(card);
    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(new Label(tr("Approval"), ui::font(u"section")));
    m_eyes = new Chip;
    m_eyes->setObjectName(QStringLiteral("planFourEyes"));
    head->addWidget(m_eyes);
    head->addStretch(1);
    column->addLayout(head);
    m_requestedBy = new Text({}, ui::font(u"small"), QStringLiteral("text.secondary"));
    column->addWidget(m_requestedBy);
    const QString ctrlEnter = QStringLiteral("Ctrl ⏎");
    for (auto *button : {new CommandButton(commands.send, Button::Kind::primary, ctrlEnter),
                         new CommandButton(commands.approve, Button::Kind::primary, ctrlEnter),
                         new CommandButton(commands.start, Button::Kind::primary, ctrlEnter),
                         new CommandButton(commands.abort, Button::Kind::secondary)}) {
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        column->addWidget(button);
    }
    m_approvalText = new Text({}, ui::font(u"small"), QStringLiteral("text.muted"));
    m_approvalText->setObjectName(QStringLiteral("approvalText"));
    column->addWidget(m_approvalText);
    return card;
}

void ReleasePlanSide::startDraft()
{
    m_fix->clear();
    m_effectsOf.clear();
    const QSignalBlocker quiet(m_accept);
    m_accept->setChecked(false);
}

void ReleasePlanSide::show(const Release &r, const queries::PlanContext &context, int selected, bool draft, const QString &canaryProblem,
                           const QString &me, const TimeView &view)
{
    m_context = context;
    QStringList sources;
    for (const auto &version : r.sourceVersions)
        sources.append(r.workflow + u'@' + version);
    m_from->show(sources.join(QStringLiteral(", ")), {QStringLiteral("neutral"), {}, false, true});
    m_to->show(r.workflow + u'@' + r.targetVersion, {QStringLiteral("accent"), {}, false, true});
    m_to->setVisible(!draft);
    m_version->setVisible(draft);
    if (draft) {
        const QSignalBlocker quiet(m_version);
        QStringList titles;
        for (const auto &version : context.versions)
            titles.append(r.workflow + u'@' + version);
        offer(*m_version, titles, context.versions);
        m_version->setCurrentIndex(m_version->findData(r.targetVersion));
    }
    m_fix->setVisible(draft);
    m_fixText->setVisible(!draft);
    m_fixText->setText(r.fixReference);
    showEffects(r, context, draft);
    m_problem->setText(canaryProblem.isEmpty() ? QString() : tr("No canary: %1.").arg(canaryProblem));
    m_problem->setVisible(!canaryProblem.isEmpty());
    m_owner->setVisible(draft);
    m_ownerText->setVisible(!draft);
    m_ownerText->setText(r.reconciliationOwner);
    if (draft)
        showPeople(r, context, me);
    m_eyes->show(tr("four eyes"), {QStringLiteral("accent"), QStringLiteral("users")});
    m_eyes->setVisible(context.fourEyes);
    const QString who = r.plannedBy == me ? tr("you") : r.plannedBy;
    m_requestedBy->setVisible(!draft);
    m_requestedBy->setText(r.approvedAt ? tr("Requested by %1, %2. Approved by %3, %4.")
                                              .arg(who, shortTime(r.plannedAt, view), r.approver == me ? tr("you") : r.approver,
                                                   shortTime(*r.approvedAt, view))
                                        : tr("Requested by %1, %2").arg(who, shortTime(r.plannedAt, view)));
    showConsequence(r.approvedCaseCount, selected, r.ratePerMin);
}

void ReleasePlanSide::showEffects(const Release &r, const queries::PlanContext &context, bool draft)
{
    QStringList irreversible;
    for (const auto &step : context.target.steps) {
        if (step.irreversible)
            irreversible.append(step.action);
    }
    m_irreversibleText->setVisible(!irreversible.isEmpty());
    m_irreversibleText->setText(tr("Cannot be taken back: %1.").arg(irreversible.join(QStringLiteral(", "))));
    m_accept->setVisible(draft && !irreversible.isEmpty());
    const QString of = r.workflow + u'@' + r.targetVersion + (draft ? QString() : r.redriveId.value);
    if (m_effectsOf == of)
        return;
    m_effectsOf = of;
    auto *column = static_cast<QVBoxLayout *>(m_effects->layout());
    m_effectChecks.clear();
    while (auto *item = column->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const auto &step : context.target.steps) {
        if (!step.effect)
            continue;
        const bool allowed = r.allowedEffects.contains(step.action);
        if (draft) {
            auto *check = new Check(QStringLiteral("allow_") + step.action,
                                    step.irreversible ? tr("%1, irreversible").arg(step.action) : step.action);
            check->setChecked(allowed);
            connect(check, &Check::toggled, this, [this, check] {
                if (this->allowed().isEmpty()) // a release without any effect would be none
                    check->setChecked(true);
                Q_EMIT edited();
            });
            column->addWidget(check);
            m_effectChecks.append(check);
        } else {
            auto *chip = new Chip;
            chip->show(step.action, {allowed ? QStringLiteral("good") : QStringLiteral("neutral"),
                                     allowed ? QStringLiteral("check") : QStringLiteral("ban")});
            column->addWidget(chip, 0, Qt::AlignLeft);
        }
    }
}

void ReleasePlanSide::showPeople(const Release &r, const queries::PlanContext &context, const QString &me)
{
    const QString chosen = m_owner->currentData().toString();
    const QSignalBlocker quiet(m_owner);
    QStringList titles{tr("%1 (you)").arg(me)}, names{me};
    for (const auto &op : context.operators) {
        if (op.name == me || op.role == Role::viewer)
            continue;
        titles.append(op.name);
        names.append(op.name);
    }
    offer(*m_owner, titles, names);
    m_owner->setCurrentIndex(qMax(0, m_owner->findData(chosen.isEmpty() ? r.reconciliationOwner : chosen)));
}

void ReleasePlanSide::showConsequence(int eligible, int selected, double ratePerMin)
{
    m_consequence->setText(
        consequence(eligible, selected, m_context.hosts, m_context.target.name + u'@' + m_context.target.version, ratePerMin));
}

void ReleasePlanSide::showApproval(const QString &sentence)
{
    m_approvalText->setText(sentence);
    m_approvalText->setVisible(!sentence.isEmpty());
}

void ReleasePlanSide::fill(ReleaseRequest &request) const
{
    request.targetVersion = targetVersion();
    request.fixReference = m_fix->text().trimmed();
    request.allow = allowed();
    request.owner = m_owner->currentData().toString();
    request.acceptIrreversible = acceptsIrreversible();
}

QString ReleasePlanSide::targetVersion() const
{
    return m_version->currentData().toString();
}

QStringList ReleasePlanSide::allowed() const
{
    QStringList list;
    for (const auto *check : m_effectChecks) {
        if (check->isChecked())
            list.append(check->objectName().mid(6));
    }
    return list;
}

bool ReleasePlanSide::acceptsIrreversible() const
{
    return m_accept->isVisibleTo(widget()) && m_accept->isChecked();
}

QString ReleasePlanSide::missing() const
{
    return m_fix->text().trimmed().isEmpty() ? tr("Say what was fixed first: the fix reference is part of the plan.") : QString();
}

QWidget *ReleasePlanSide::firstField() const
{
    return m_fix;
}

void ReleasePlanSide::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    widget()->setMaximumWidth(viewport()->width());
}

} // namespace lazaret::ui
