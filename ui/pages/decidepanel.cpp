#include "pages/decidepanel.h"

#include "engine/desk.h"
#include "pages/casesuggestions.h"
#include "theme/icons.h"
#include "theme/tokens.h"
#include "theme/vocabulary.h"
#include "widgets/button.h"
#include "widgets/label.h"
#include "widgets/surfaces.h"

#include <QGridLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace lazaret::ui {

class DecideButton : public QPushButton
{
public:
    DecideButton(DispositionKind kind, const QString &name) : QPushButton(name), m_kind(kind)
    {
        setObjectName(QStringLiteral("decide%1").arg(int(kind) + 1));
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        setAttribute(Qt::WA_Hover);
        setAutoDefault(false);
        setCompact(false);
    }
    DispositionKind kind() const { return m_kind; }
    void setCompact(bool compact)
    {
        m_compact = compact;
        setFixedHeight(compact ? 30 : 44);
    }
    void show(const DecisionLook &look)
    {
        m_second = look.second;
        setEnabled(look.locked.isEmpty());
        setToolTip(look.locked.isEmpty() ? look.second : look.locked);
        setAccessibleName(text());
        setAccessibleDescription(toolTip());
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const bool on = isEnabled();
        paintRounded(painter, rect(), ui::radius(u"control"),
                     color(!on            ? u"bg.sunken"
                           : underMouse() ? u"bg.hover"
                                          : u"bg.surface"),
                     color(on ? u"border.control" : u"border.subtle"));
        if (hasFocus())
            paintFocusRing(painter, rect(), ui::radius(u"control"));
        const int top = m_compact ? 4 : 3;
        paintIcon(painter, on ? token(m_kind).icon : QStringLiteral("lock"), QRectF(9, top + 4, 14, 14),
                  color(on ? u"text.secondary" : u"text.muted"));
        int right = width() - 9;
        if (on)
            right = paintKeys(painter, QString::number(int(m_kind) + 1), width() - 8, top + 11) - 4;
        paintElided(painter, QRectF(29, top, right - 29, 21), text(), ui::font(u"small", QFont::DemiBold),
                    color(on ? u"text.primary" : u"text.muted"));
        if (!m_compact)
            paintElided(painter, QRectF(9, 22, width() - 16, 17), m_second, ui::font(u"caption", QFont::Normal), color(u"text.muted"));
    }

private:
    const DispositionKind m_kind;
    QString m_second;
    bool m_compact = false;
};

DecidePanel::DecidePanel(QWidget *parent)
    : QWidget(parent), m_reason(new Label({}, ui::font(u"small"), QStringLiteral("text.muted"))),
      m_request(new Card(nullptr, QStringLiteral("accent.soft"), QString())), m_asked(new Text({}, ui::font(u"small", QFont::Medium))),
      m_approve(new Button(tr("Approve…"), Button::Kind::primary)), m_reject(new Button(tr("Reject…"), Button::Kind::secondary)),
      m_withdraw(new Button(tr("Withdraw"), Button::Kind::secondary))
{
    setObjectName(QStringLiteral("decidePanel"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 8, 0, 0);
    column->setSpacing(6);
    auto *request = new QHBoxLayout(m_request);
    request->setContentsMargins(10, 7, 8, 7);
    request->setSpacing(6);
    request->addWidget(m_asked, 1);
    const std::pair<Button *, const char *> buttons[] = {
        {m_withdraw, "withdrawRequest"}, {m_reject, "rejectRequest"}, {m_approve, "approveRequest"}};
    for (const auto &[button, name] : buttons) {
        button->compact()->setObjectName(QLatin1String(name));
        button->setAutoDefault(false);
        request->addWidget(button);
    }
    column->addWidget(m_request);
    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    auto *title = new Label(tr("Decide"), ui::font(u"section"));
    title->keepWhole(true);
    head->addWidget(title);
    m_reason->setObjectName(QStringLiteral("decideReason"));
    head->addWidget(m_reason, 1);
    head->addWidget(new KeyHint(QStringLiteral("D")));
    column->addLayout(head);
    const std::array<QString, 6> names{tr("Redrive"), tr("Done by hand"), tr("Accept partial"), tr("Discard"), tr("Incident"), tr("Block")};
    auto *grid = new QGridLayout;
    grid->setSpacing(6);
    for (int i = 0; i < 6; ++i) {
        auto *button = new DecideButton(DispositionKind(i), names[size_t(i)]);
        connect(button, &QPushButton::clicked, this, [this, button] { Q_EMIT decideRequested(button->kind()); });
        m_buttons.append(button);
        grid->addWidget(button, i / 3, i % 3);
        grid->setColumnStretch(i % 3, 1);
    }
    column->addLayout(grid);
    connect(m_approve, &Button::clicked, this, &DecidePanel::approveRequested);
    connect(m_reject, &Button::clicked, this, &DecidePanel::rejectRequested);
    connect(m_withdraw, &Button::clicked, this, &DecidePanel::withdrawRequested);
}

void DecidePanel::show(const CaseView &view, Role role, const QString &me, const TimeView &time)
{
    const auto &record = view.record;
    QString first;
    for (auto *button : m_buttons) {
        const auto look = decisionLook(view, button->kind(), role);
        button->show(look);
        if (first.isEmpty())
            first = look.locked;
    }
    const bool waits = record.disposition && record.disposition->state == DispositionState::requested && !record.closedAt;
    m_request->setVisible(waits);
    QString standing;
    if (record.disposition && !waits)
        standing =
            tr("%1 by %2, %3").arg(token(record.disposition->kind).label, record.disposition->by, shortTime(record.disposition->at, time));
    m_reason->setText(record.closedAt ? tr("Closed: nothing is left to decide") : !standing.isEmpty() ? standing : first);
    if (!waits)
        return;
    const auto &asked = *record.disposition;
    m_asked->setText(tr("%1 asks: %2. %3").arg(asked.requestedBy, token(asked.kind).label, asked.reason.left(160)));
    const QString locked = approvalLocked(view, role, me);
    const bool own = asked.requestedBy == me;
    m_approve->setEnabled(locked.isEmpty());
    m_approve->setToolTip(locked);
    m_approve->setAccessibleDescription(locked);
    m_approve->withIcon(locked.isEmpty() ? QString() : QStringLiteral("lock"));
    const bool approver = guard::mayDo(role, guard::Right::approve);
    m_reject->setEnabled(approver);
    m_reject->setToolTip(approver ? QString() : tr("Needs an approver."));
    m_reject->setVisible(!own || approver);
    m_withdraw->setVisible(own);
    if (!locked.isEmpty())
        m_reason->setText(locked);
}

void DecidePanel::setCompact(bool compact)
{
    for (auto *button : m_buttons)
        button->setCompact(compact);
}

QWidget *DecidePanel::firstButton() const
{
    for (auto *button : m_buttons) {
        if (button->isEnabled())
            return button;
    }
    return nullptr;
}

} // namespace lazaret::ui
