#include "pages/needsyou.h"

#include "models/casesmodel.h"
#include "theme/icons.h"
#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/label.h"

#include <QVBoxLayout>

namespace lazaret::ui {

namespace {
constexpr int inset = 16, rowsEach = 4;
}

NeedRow::NeedRow(const QString &icon, const QString &tone, QWidget *parent) : QPushButton(parent), m_icon(icon), m_tone(tone)
{
    setFixedHeight(42);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
}

void NeedRow::show(const CaseRecord &record, const QString &when, bool late)
{
    m_caseId = record.caseId.value;
    m_title = caseTitle(record);
    m_place = QStringList{record.workflow + u'@' + record.workflowVersion, record.tenant, tailOfId(m_caseId)}.join(QStringLiteral(" · "));
    m_when = when;
    m_late = late;
    setAccessibleName(m_title + u", " + m_place + u", " + when);
    setToolTip(m_title);
    update();
}

void NeedRow::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    if (underMouse())
        painter.fillRect(rect(), color(u"bg.hover"));
    const QFont whenFont = ui::font(u"small", QFont::DemiBold);
    const int whenWidth = QFontMetrics(whenFont).horizontalAdvance(m_when);
    const QRectF area = QRectF(rect()).adjusted(inset + 25, 0, -inset, 0);
    paintIcon(painter, m_icon, QRectF(inset, 6, 15, 15), toneColor(m_tone, u"text"));
    paintElided(painter, QRectF(area.x(), 3, area.width() - whenWidth - 10, 20), m_title, ui::font(u"body", QFont::Medium),
                color(u"text.primary"));
    paintElided(painter, QRectF(area.right() - whenWidth - 1, 3, whenWidth + 2, 20), m_when, whenFont,
                color(m_late ? u"bad.text" : u"text.secondary"));
    paintElided(painter, QRectF(area.x(), 21, area.width(), 17), m_place, ui::font(u"caption", QFont::Normal), color(u"text.muted"));
    if (hasFocus())
        paintFocusRing(painter, rect().adjusted(6, 0, -6, 0), ui::radius(u"control"));
}

NeedsYou::NeedsYou(QWidget *parent) : Card(parent)
{
    setObjectName(QStringLiteral("needsYou"));
    setAccessibleName(tr("Needs you"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 12, 0, 8);
    column->setSpacing(0);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(inset, 0, inset, 4);
    head->addWidget(new Label(tr("Needs you"), ui::font(u"section")));
    head->addStretch(1);
    head->addWidget(new KeyHint(QStringLiteral("G N")));
    column->addLayout(head);
    m_uncertain =
        addSection(QStringLiteral("uncertain"), tr("Uncertain effects"), QStringLiteral("circle-help"), QStringLiteral("uncertain"),
                   QStringLiteral("class:uncertain_effect -status:closed"), tr("Every effect is confirmed or denied."));
    column->addWidget(new Line);
    column->addSpacing(4);
    m_overdue = addSection(QStringLiteral("overdue"), tr("Overdue reviews"), QStringLiteral("calendar-clock"), QStringLiteral("bad"),
                           QStringLiteral("due:<=today -status:closed"), tr("No review is late."));
    column->addWidget(new Line);
    column->addSpacing(4);
    m_approval = addSection(QStringLiteral("approval"), tr("Waiting for approval"), QStringLiteral("user-check"), QStringLiteral("accent"),
                            QStringLiteral("status:awaiting_approval"), tr("Nothing waits for an approver."));
    column->addStretch(1);
}

NeedsYou::Section NeedsYou::addSection(const QString &name, const QString &title, const QString &icon, const QString &tone,
                                       const QString &query, const QString &none)
{
    Section section{query, tone, none, new Chip, new Button(tr("Show all"), Button::Kind::link), {}, nullptr};
    auto *column = static_cast<QVBoxLayout *>(layout());
    auto *head = new QHBoxLayout;
    head->setContentsMargins(inset, 2, inset - 4, 2);
    head->setSpacing(8);
    head->addWidget(new Label(title, ui::font(u"small", QFont::DemiBold), QStringLiteral("text.secondary")));
    head->addWidget(section.count);
    head->addStretch(1);
    section.all->setObjectName(QStringLiteral("showAll_") + name);
    section.all->setAccessibleName(tr("Show all: %1").arg(title));
    head->addWidget(section.all);
    column->addLayout(head);
    connect(section.all, &Button::clicked, this, [this, query] { Q_EMIT listRequested(query); });
    for (int i = 0; i < rowsEach; ++i) {
        auto *row = new NeedRow(icon, tone);
        row->setObjectName(QStringLiteral("need_%1_%2").arg(name).arg(i));
        row->hide();
        column->addWidget(row);
        section.rows.append(row);
        connect(row, &NeedRow::clicked, this, [this, query, row] { Q_EMIT caseRequested(query, row->caseId()); });
    }
    section.nothing = new Label(none, ui::font(u"small"), QStringLiteral("text.muted"));
    section.nothing->setContentsMargins(inset, 2, inset, 8);
    column->addWidget(section.nothing);
    return section;
}

void NeedsYou::setRowsEach(int rows)
{
    if (m_rowsEach == rows)
        return;
    m_rowsEach = rows;
    show(m_overview, m_view);
}

QWidget *NeedsYou::firstRow() const
{
    for (const auto *section : {&m_uncertain, &m_overdue, &m_approval}) {
        if (section->rows.first()->isVisibleTo(this))
            return section->rows.first();
    }
    return nullptr;
}

void NeedsYou::show(const OverviewView &overview, const TimeView &view)
{
    m_overview = overview;
    m_view = view;
    const auto &figures = overview.now.figures;
    const auto &needs = overview.needs;
    showSection(
        m_uncertain, figures.uncertain, needs.uncertain,
        [&](const CaseRecord &record) { return duration(view.nowMs - record.lastFailureAt); }, false);
    showSection(
        m_overdue, figures.overdue, needs.overdue,
        [&](const CaseRecord &record) { return dueText(record.reviewDueAt.value_or(0), view.nowMs); }, true);
    showSection(
        m_approval, figures.awaitingApproval, needs.awaitingApproval,
        [&](const CaseRecord &record) { return shortTime(record.lastFailureAt, view); }, false);
}

void NeedsYou::showSection(Section &section, qint64 count, const QList<CaseRecord> &first,
                           const std::function<QString(const CaseRecord &)> &when, bool late)
{
    section.count->show(countText(count), {count ? section.tone : QStringLiteral("neutral"), {}});
    section.all->setVisible(count > 0);
    section.nothing->setVisible(count == 0);
    for (int i = 0; i < section.rows.size(); ++i) {
        const bool used = i < first.size() && i < m_rowsEach;
        section.rows[i]->setVisible(used);
        if (used)
            section.rows[i]->show(first[i], when(first[i]), late);
    }
}

} // namespace lazaret::ui
