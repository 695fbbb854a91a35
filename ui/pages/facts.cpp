#include "pages/facts.h"

#include "theme/icons.h"
#include "theme/tokens.h"
#include "widgets/painting.h"

#include <QCoreApplication>
#include <QHelpEvent>
#include <QToolTip>

#include <algorithm>

namespace lazaret::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Facts)
};

constexpr int factHeight = 38;

QString orDash(const QString &text)
{
    return text.isEmpty() ? QStringLiteral("–") : text;
}

} // namespace

FactGrid::FactGrid(QWidget *parent) : QWidget(parent) {}

void FactGrid::show(const QList<Fact> &facts, bool compact)
{
    m_facts = facts;
    if (compact)
        m_facts.erase(std::remove_if(m_facts.begin(), m_facts.end(), [](const Fact &fact) { return !fact.essential; }), m_facts.end());
    setFixedHeight((int(m_facts.size()) + 2) / 3 * factHeight);
    QStringList said;
    for (const auto &fact : m_facts)
        said << fact.label + u": " + fact.value;
    setAccessibleName(said.join(u", "));
    update();
}

QRect FactGrid::cell(int i) const
{
    const int third = width() / 3;
    return {i % 3 * third, i / 3 * factHeight, third - 8, factHeight};
}

void FactGrid::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    for (int i = 0; i < m_facts.size(); ++i) {
        const auto &fact = m_facts[i];
        QRectF area = cell(i);
        paintElided(painter, QRectF(area.x(), area.y(), area.width(), 15), fact.label, ui::font(u"caption", QFont::Normal),
                    color(u"text.muted"));
        area.setTop(area.y() + 14);
        area.setHeight(19);
        if (!fact.icon.isEmpty()) {
            paintIcon(painter, fact.icon, QRectF(area.x(), area.y() + 3, 13, 13), toneColor(fact.tone, u"text"));
            area.setLeft(area.x() + 18);
        }
        paintElided(painter, area, fact.value, ui::font(u"small", QFont::Medium), color(u"text.primary"));
    }
}

bool FactGrid::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    for (int i = 0; i < m_facts.size(); ++i) {
        if (cell(i).contains(help->pos()))
            QToolTip::showText(help->globalPos(), m_facts[i].tooltip.isEmpty() ? m_facts[i].value : m_facts[i].tooltip, this);
    }
    return true;
}

QList<FactGrid::Fact> caseFacts(const CaseRecord &record, const TimeView &time)
{
    const QString first = secondTime(record.firstFailureAt, time), last = secondTime(record.lastFailureAt, time);
    const QString failures = record.firstFailureAt == record.lastFailureAt ? first : first + u" · " + last;
    const QString tenant = orDash(record.tenant) + (record.dataClassification.isEmpty() ? QString() : u" · " + record.dataClassification);
    const QString key = record.keySlot == 2 ? Words::tr("verified, key B") : Words::tr("verified, key A");
    return {
        {.label = Words::tr("Workflow"), .value = record.workflow + u'@' + record.workflowVersion},
        {.label = Words::tr("Attempts"), .value = Words::tr("%1, counted here").arg(record.attemptCount)},
        {.label = Words::tr("First · last failure"), .value = failures, .tooltip = timeTooltip(record.lastFailureAt), .essential = true},
        {.label = Words::tr("Tenant"), .value = tenant, .essential = true},
        {.label = Words::tr("Operation"), .value = orDash(record.operationId)},
        {.label = Words::tr("Signature"),
         .value = record.signatureVerified ? key : Words::tr("not verified"),
         .icon = record.signatureVerified ? QStringLiteral("shield-check") : QStringLiteral("shield-x"),
         .tone = record.signatureVerified ? QStringLiteral("good") : QStringLiteral("bad"),
         .essential = true},
    };
}

} // namespace lazaret::ui
