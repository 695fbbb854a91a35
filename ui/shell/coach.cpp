#include "shell/coach.h"

#include "models/deskdata.h"
#include "shell/coachsteps.h"
#include "theme/icons.h"
#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/label.h"
#include "widgets/surfaces.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

constexpr int dotWidth = 66, dot = 18, ringMargin = 5, edge = 4;
constexpr int lookMs = 150;       // layouts move under the ring: a page opens, a pane scrolls
constexpr double ratePerMin = 60; // slow enough to watch nine cases go
constexpr int leastHeight = 112;  // so that it does not jump from step to step
constexpr int leastTarget = 8;    // what is scrolled out of sight is not pointed at

// Bulk work answers for each case by itself.
std::optional<Error> refusalIn(const BulkResult &bulk)
{
    for (const auto &item : bulk.items) {
        if (item.result == u"refused" || item.result == u"failed" || item.result == u"not_found")
            return Error{ErrorCode::refused, item.id + QStringLiteral(": ") + item.reason};
    }
    return std::nullopt;
}
std::optional<Error> refusalIn(const Release &)
{
    return std::nullopt;
}

// What is to be seen of it, in its window's coordinates: the part no ancestor cuts off.
QRect seenPart(const QWidget *widget)
{
    if (!widget || !widget->isVisible())
        return {};
    QRect seen = widget->rect();
    for (; !widget->isWindow(); widget = widget->parentWidget())
        seen = seen.translated(widget->pos()).intersected(widget->parentWidget()->rect());
    return seen;
}

} // namespace

CoachRing::CoachRing(QWidget *window) : QWidget(window)
{
    setObjectName(QStringLiteral("coachRing"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
}

void CoachRing::follow(QWidget *target)
{
    m_target = target;
    const QRect seen = seenPart(target);
    if (seen.width() < leastTarget || seen.height() < leastTarget)
        return hide();
    const QRect around = seen.adjusted(-ringMargin, -ringMargin, ringMargin, ringMargin).intersected(window()->rect());
    if (geometry() != around)
        setGeometry(around);
    show();
    raise();
}

// Ink on both sides of the yellow: it stands out on light and dark.
void CoachRing::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    const QRectF all(rect());
    const qreal corner = radius(u"card");
    painter.setPen(QPen(color(u"brand.ink"), 5));
    painter.drawRoundedRect(all.adjusted(2.5, 2.5, -2.5, -2.5), corner, corner);
    painter.setPen(QPen(color(u"brand.yellow"), 3));
    painter.drawRoundedRect(all.adjusted(2.5, 2.5, -2.5, -2.5), corner, corner);
}

CoachDots::CoachDots(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("coachDots"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize CoachDots::sizeHint() const
{
    return {dotWidth * Coach::steps, 44};
}

void CoachDots::show(int current, const QList<bool> &done)
{
    m_current = current;
    m_done = done;
    setAccessibleName(tr("Step %1 of %2: %3").arg(current + 1).arg(Coach::steps).arg(coachStep(current, {}).word));
    update();
}

void CoachDots::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (int i = 0; i < Coach::steps; ++i) {
        const qreal centre = dotWidth * (i + 0.5);
        const bool done = m_done.value(i), current = i == m_current;
        if (i + 1 < Coach::steps)
            painter.fillRect(QRectF(centre + dot / 2.0 + 3, dot / 2.0 + 2, dotWidth - dot - 6, 1.5),
                             color(done ? u"good.fill" : u"border.default"));
        const QRectF ball(centre - dot / 2.0, 3, dot, dot);
        painter.setPen(done || current ? QPen(Qt::NoPen) : QPen(color(u"border.control"), 1.2));
        painter.setBrush(color(current ? u"accent.fill" : done ? u"good.soft" : u"bg.surface"));
        painter.drawEllipse(ball);
        if (done && !current) {
            paintIcon(painter, u"check", ball.adjusted(3, 3, -3, -3), color(u"good.text"));
        } else {
            painter.setFont(ui::font(u"caption", QFont::DemiBold));
            painter.setPen(color(current ? u"text.onFill" : u"text.muted"));
            painter.drawText(ball, Qt::AlignCenter, QString::number(i + 1));
        }
        paintElided(painter, QRectF(centre - dotWidth / 2.0 + 1, 24, dotWidth - 2, 18), coachStep(i, {}).word,
                    ui::font(u"caption", current ? QFont::DemiBold : QFont::Normal), color(current ? u"text.primary" : u"text.muted"),
                    Qt::AlignCenter);
    }
}

Coach::Coach(DeskServices &services, QWidget *window)
    : m_services(services), m_window(window), m_ring(new CoachRing(window)), m_done(steps, false)
{
    setObjectName(QStringLiteral("coach"));
    setAccessibleName(tr("The guide through the demo"));
    build();
    m_look.setInterval(lookMs);
    connect(&m_look, &QTimer::timeout, this, &Coach::placeRing);
    connect(&services, &DeskServices::dataChanged, this, &Coach::refresh);
    setMinimumHeight(leastHeight);
    hide();
}

void Coach::build()
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(22, 12, 18, 12);
    row->setSpacing(20);
    auto *words = new QVBoxLayout;
    words->setSpacing(4);
    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    m_title = new Label({}, ui::font(u"title"));
    m_title->setObjectName(QStringLiteral("coachTitle"));
    head->addWidget(m_title);
    auto *chip = new Chip;
    head->addWidget(chip);
    chip->show(tr("Product cards"), {QStringLiteral("neutral"), {}});
    head->addStretch(1);
    words->addLayout(head);
    m_text = new Text({}, ui::font(u"body"), QStringLiteral("text.secondary"));
    m_text->setObjectName(QStringLiteral("coachText"));
    m_text->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    words->addWidget(m_text, 1);
    row->addLayout(words, 1);
    m_dots = new CoachDots;
    row->addWidget(m_dots, 0, Qt::AlignVCenter);
    auto *buttons = new QVBoxLayout;
    buttons->setSpacing(8);
    const auto button = [](const char *name, const QString &text, Button::Kind kind) {
        auto *made = new Button(text, kind);
        made->setObjectName(QLatin1String(name));
        made->setAccessibleName(text);
        return made;
    };
    m_act = button("coachAct", tr("Do it for me"), Button::Kind::primary);
    m_act->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_act->setMinimumWidth(150);
    m_back = button("coachBack", tr("Back"), Button::Kind::secondary)->compact();
    m_leave = button("coachLeave", tr("Leave the guide"), Button::Kind::ghost)->compact();
    buttons->addStretch(1);
    buttons->addWidget(m_act);
    auto *ways = new QHBoxLayout;
    ways->setSpacing(8);
    ways->addWidget(m_back);
    ways->addWidget(m_leave);
    buttons->addLayout(ways);
    buttons->addStretch(1);
    row->addLayout(buttons);
    connect(m_act, &Button::clicked, this, [this] { isDone(m_step) ? advance() : doIt(); });
    connect(m_back, &Button::clicked, this, [this] { setStep(m_step - 1); });
    connect(m_leave, &Button::clicked, this, [this] { setLeft(true); });
}

QWidget *Coach::mainButton() const
{
    return m_act;
}

void Coach::setStep(int step)
{
    step = qBound(0, step, steps - 1);
    m_trouble.clear();
    if (step == m_step)
        return show();
    m_step = step;
    show();
    Q_EMIT moved();
}

void Coach::setLeft(bool left)
{
    const bool changed = m_left != left;
    m_left = left;
    setVisible(!left);
    if (!left)
        refresh();
    if (changed)
        Q_EMIT moved();
}

void Coach::setPage(const QString &page)
{
    m_page = page;
    placeRing();
}

void Coach::refresh()
{
    if (m_left)
        return;
    m_services.data().ask<demo::Standing>(
        this, QStringLiteral("coach"), [](Database &db, const DeskData::Look &look) { return demo::standing(db, look.viewer, look.now); },
        [this](const Result<demo::Standing> &standing) { take(standing); });
}

void Coach::take(const Result<demo::Standing> &standing)
{
    if (!standing)
        return finished(standing.error());
    m_at = *standing;
    for (int i = 0; i < steps; ++i)
        m_done[i] = coachStep(i, m_at).done;
    show();
}

void Coach::show()
{
    const auto step = coachStep(m_step, m_at);
    const bool done = isDone(m_step), last = m_step == steps - 1;
    m_title->setText(tr("Step %1 of %2: %3").arg(m_step + 1).arg(steps).arg(step.title));
    m_text->setColorPath(m_trouble.isEmpty() ? QStringLiteral("text.secondary") : QStringLiteral("bad.text"));
    m_text->setText(!m_trouble.isEmpty() ? m_trouble : done ? step.doneText : step.text);
    m_dots->show(m_step, m_done);
    m_act->setText(m_working ? tr("Doing it…") : done ? (last ? tr("Finish") : tr("Next")) : step.action);
    m_act->withIcon(done ? (last ? QStringLiteral("check") : QStringLiteral("arrow-right")) : QStringLiteral("sparkles"));
    m_act->setAccessibleName(m_act->text());
    m_act->setEnabled(!m_working && (done || step.ready));
    m_act->setToolTip(m_act->isEnabled() ? QString() : step.text);
    m_back->setEnabled(m_step > 0);
    placeRing();
}

void Coach::advance()
{
    if (m_step == steps - 1)
        return setLeft(true);
    setStep(m_step + 1);
    Q_EMIT linkRequested(coachStep(m_step, m_at).where);
}

void Coach::doIt()
{
    m_trouble.clear();
    if (const auto where = coachStep(m_step, m_at).where; m_page != where.page)
        Q_EMIT linkRequested(where);
    perform();
}

template <typename T>
void Coach::submit(const QString &title, std::function<Result<T>(Desk &)> work)
{
    m_working = true;
    show();
    m_services.clerk().submit<T>(this, title, std::move(work), [this](const Result<T> &result) {
        finished(result ? refusalIn(*result) : std::optional<Error>(result.error()));
    });
}

void Coach::perform()
{
    using demo::Standing;
    const Standing at = m_at;
    const QString me = m_services.operatorName();
    switch (CoachStep(m_step)) {
    case CoachStep::arrive:
        return; // the provider's part: nothing for a person to do but look
    case CoachStep::take:
        return submit<BulkResult>(tr("Taking twelve cases"), [at, me](Desk &desk) { return demo::takeInHand(desk, at, me); });
    case CoachStep::inspect:
        return submit<BulkResult>(tr("Recording findings for twelve cases"), [at](Desk &desk) { return demo::inspect(desk, at); });
    case CoachStep::decide:
        return submit<BulkResult>(tr("Deciding twelve cases"), [at, me, &clock = m_services.clock()](Desk &desk) {
            const auto approved = demo::approveRedrive(desk, at);
            return approved ? demo::completeByHand(desk, at, clock, me) : approved;
        });
    case CoachStep::plan:
        return submit<Release>(tr("Planning and approving the release"), [at](Desk &desk) -> Result<Release> {
            if (at.last && at.last->state == ReleaseState::planned)
                return desk.approveRelease(at.last->redriveId.value, at.last->planVersion);
            return demo::planAndApprove(desk, at, ratePerMin);
        });
    case CoachStep::release:
        return submit<Release>(tr("Starting the release"), [at](Desk &desk) {
            const QString id = at.last->redriveId.value;
            return at.last->state == ReleaseState::paused ? desk.resumeRelease(id) : desk.startRelease(id);
        });
    case CoachStep::prove:
        return reconcile();
    }
}

void Coach::reconcile()
{
    m_working = true;
    show();
    m_services.clerk().submitAsked(
        this, tr("Asking catalog-api about nine cases"), [id = m_at.last->redriveId.value](Desk &desk) { return desk.askReconcile(id); },
        [this](const Result<BulkResult> &answer) {
            finished(answer ? std::nullopt : std::optional<Error>(answer.error()));
            if (answer) // the report of all twelve
                Q_EMIT linkRequested({QStringLiteral("reconciliation"), {}, demo::kQuery, {}});
        });
}

void Coach::finished(const std::optional<Error> &error)
{
    m_working = false;
    m_trouble = error ? tr("It was not done: %1. You can do it by hand, or try again.").arg(error->detail) : QString();
    show();
    refresh();
}

// The first of the step's widgets that is to be seen and not locked; on another page, the way there.
QWidget *Coach::wanted() const
{
    if (m_left || !isVisible())
        return nullptr;
    if (isDone(m_step))
        return m_act;
    const auto step = coachStep(m_step, m_at);
    QStringList names = step.targets;
    if (m_page != step.where.page)
        names = {QStringLiteral("rail_page_") + step.where.page};
    for (const auto &name : names) {
        for (auto *found : m_window->findChildren<QWidget *>(name)) {
            const QRect seen = seenPart(found);
            if (found->isEnabled() && seen.width() >= leastTarget && seen.height() >= leastTarget)
                return found;
        }
    }
    return nullptr;
}

void Coach::placeRing()
{
    m_ring->follow(wanted());
}

void Coach::showEvent(QShowEvent *event)
{
    QFrame::showEvent(event);
    m_look.start();
}

void Coach::hideEvent(QHideEvent *event)
{
    QFrame::hideEvent(event);
    m_look.stop();
    m_ring->follow(nullptr);
}

void Coach::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(u"bg.surface"));
    painter.fillRect(QRect(0, 0, width(), 1), color(u"border.default"));
    painter.fillRect(QRect(0, 0, edge, height()), color(u"brand.yellow"));
}

} // namespace lazaret::ui
