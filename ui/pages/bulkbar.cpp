#include "pages/bulkbar.h"

#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/label.h"
#include "widgets/painting.h"

#include <QHBoxLayout>

namespace lazaret::ui {

BulkBar::BulkBar(QWidget *parent)
    : QWidget(parent), m_count(new Label({}, ui::font(u"section"))),
      m_frozen(new Label({}, ui::font(u"caption", QFont::Normal), QStringLiteral("text.muted"))),
      m_assign(new Button(tr("Assign…"), Button::Kind::secondary)), m_finding(new Button(tr("Finding…"), Button::Kind::secondary)),
      m_decide(new Button({}, Button::Kind::secondary)), m_plan(new Button({}, Button::Kind::primary)),
      m_clear(new Button({}, Button::Kind::ghost))
{
    setObjectName(QStringLiteral("bulkBar"));
    setFixedHeight(56);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(16, 2, 12, 0);
    row->setSpacing(8);
    auto *words = new QVBoxLayout;
    words->setSpacing(0);
    words->addStretch(1);
    m_count->setObjectName(QStringLiteral("selectionCount"));
    m_frozen->setObjectName(QStringLiteral("selectionFrozen"));
    words->addWidget(m_count);
    words->addWidget(m_frozen);
    words->addStretch(1);
    row->addLayout(words, 1);
    m_assign->withKeys(QStringLiteral("A"));
    m_decide->withKeys(QStringLiteral("D"));
    m_plan->withIcon(QStringLiteral("route"));
    m_clear->withIcon(QStringLiteral("x"))->setAccessibleName(tr("Clear the selection"));
    m_clear->setToolTip(tr("Clear the selection (Esc)"));
    const std::pair<Button *, const char *> buttons[] = {
        {m_assign, "bulkAssign"}, {m_finding, "bulkFinding"}, {m_decide, "bulkDecide"}, {m_plan, "bulkPlan"}, {m_clear, "bulkClear"}};
    for (const auto &[button, name] : buttons) {
        button->setObjectName(QLatin1String(name));
        row->addWidget(button);
    }
    connect(m_assign, &Button::clicked, this, &BulkBar::assignRequested);
    connect(m_finding, &Button::clicked, this, &BulkBar::findingRequested);
    connect(m_decide, &Button::clicked, this, &BulkBar::decideRequested);
    connect(m_plan, &Button::clicked, this, &BulkBar::planRequested);
    connect(m_clear, &Button::clicked, this, &BulkBar::clearRequested);
}

void BulkBar::show(const CaseSelection &selection, const TimeView &time)
{
    m_cases = selection.count();
    const QString count = countText(m_cases);
    m_count->setText(selection.isWhole() ? tr("%1 of %2 matching selected").arg(count, countText(selection.matched()))
                                         : tr("%1 selected").arg(count));
    QString frozen = tr("Frozen %1, no later arrivals").arg(secondTime(selection.seen().at, time));
    if (selection.exceptions())
        frozen = tr("Frozen %1, %2 left out").arg(secondTime(selection.seen().at, time), countText(selection.exceptions()));
    m_frozen->setText(frozen);
    setAccessibleName(m_count->text() + u", " + frozen);
    arrange();
}

void BulkBar::setLocked(const QString &inspect, const QString &decide, const QString &plan)
{
    const auto lock = [](Button *button, const QString &reason) {
        button->setEnabled(reason.isEmpty());
        button->setToolTip(reason);
        button->setAccessibleDescription(reason);
    };
    lock(m_assign, inspect);
    lock(m_finding, inspect);
    lock(m_decide, decide);
    lock(m_plan, plan);
}

// Where there is little room the counts stay on the left and the keys go first.
void BulkBar::arrange()
{
    const QString count = countText(m_cases);
    const bool narrow = width() < 700;
    m_assign->withKeys(narrow ? QString() : QStringLiteral("A"));
    m_decide->withKeys(narrow ? QString() : QStringLiteral("D"));
    m_decide->setText(narrow ? tr("Decide…") : tr("Decide for %1…").arg(count));
    m_plan->setText(narrow ? tr("Plan a release…") : tr("Plan a release of %1…").arg(count));
    m_finding->setVisible(width() >= 560);
    m_decide->setAccessibleName(tr("Decide for %1").arg(count));
    m_plan->setAccessibleName(tr("Plan a release of %1").arg(count));
}

QWidget *BulkBar::decideButton() const
{
    return m_decide;
}

void BulkBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void BulkBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(u"bg.surface"));
    painter.fillRect(QRect(0, 0, width(), 2), color(u"accent.fill"));
}

} // namespace lazaret::ui
