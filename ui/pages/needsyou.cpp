#include "pages/needsyou.h"

#include "theme/icons.h"
#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/label.h"

#include <QVBoxLayout>

namespace lazaret::ui {

namespace {
constexpr int inset = 16, rowsEach = 2;
}

NeedRow::NeedRow(const QString &icon, const QString &tone, QWidget *parent) : QPushButton(parent), m_icon(icon), m_tone(tone)
{
    setFixedHeight(42);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
}

void NeedRow::show(const NeedView &need, const QString &when, bool late)
{
    m_need = need;
    m_when = when;
    m_late = late;
    setAccessibleName(need.title + u", " + need.place + u", " + when);
    setToolTip(need.title);
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
    paintElided(painter, QRectF(area.x(), 3, area.width() - whenWidth - 10, 20), m_need.title, ui::font(u"body", QFont::Medium),
                color(u"text.primary"));
    paintElided(painter, QRectF(area.right() - whenWidth - 1, 3, whenWidth + 2, 20), m_when, whenFont,
                color(m_late ? u"bad.text" : u"text.secondary"));
    paintElided(painter, QRectF(area.x(), 21, area.width(), 17), m_need.place, ui::font(u"caption", QFont::Normal), color(u"text.muted"));
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
                           QStringLiteral("due:<now -status:closed"), tr("No review is late."));
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

void NeedsYou::show(const OverviewView &overview, const TimeView &view)
{
    showSection(
        m_uncertain, overview.uncertain, [&](qint64 at) { return duration(view.nowMs - at); }, false);
    showSection(
        m_overdue, overview.overdue, [&](qint64 at) { return dueText(at, view.nowMs); }, true);
    showSection(
        m_approval, overview.approval, [&](qint64 at) { return shortTime(at, view); }, false);
}

void NeedsYou::showSection(Section &section, const NeedGroup &group, const std::function<QString(qint64)> &when, bool late)
{
    section.count->show(countText(group.count), {group.count ? section.tone : QStringLiteral("neutral"), {}});
    section.all->setVisible(group.count > 0);
    section.nothing->setVisible(group.count == 0);
    for (int i = 0; i < section.rows.size(); ++i) {
        const bool used = i < group.first.size();
        section.rows[i]->setVisible(used);
        if (used)
            section.rows[i]->show(group.first[i], when(group.first[i].at), late);
    }
}

} // namespace lazaret::ui
