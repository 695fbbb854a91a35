#include "pages/targetspage.h"

#include "models/deskdata.h"
#include "support/command.h"
#include "theme/tokens.h"
#include "theme/vocabulary.h"
#include "widgets/answerbars.h"
#include "widgets/button.h"
#include "widgets/commandbutton.h"
#include "widgets/label.h"
#include "widgets/setuplist.h"
#include "widgets/surfaces.h"

#include <QAction>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

constexpr qint64 day = 24LL * 60 * 60 * 1000;
constexpr int listPx = 300;

bool accepted(const QString &result)
{
    return answerTone(result) == u"good";
}

QString trouble(const TargetAnswer &answer)
{
    using State = TargetAnswer::State;
    switch (answer.state) {
    case State::reached:
        return TargetsPage::tr("Reached at %1 in %2. No request was sent.").arg(answer.detail, duration(answer.tookMs));
    case State::dns:
        return TargetsPage::tr("The name has no address: %1. Look at the name in the steps, then at this machine's name server.")
            .arg(answer.detail);
    case State::forbidden:
        return TargetsPage::tr("Not connected: %1 is on this machine or a private network, and its steps do not allow that.")
            .arg(answer.detail);
    case State::refused:
        return TargetsPage::tr("Nothing listens there: %1.").arg(answer.detail);
    case State::timeout:
        return TargetsPage::tr("No answer within 3 s. A firewall, or the recipient is down.");
    case State::tls:
        return TargetsPage::tr("Connected, but TLS failed: %1.").arg(answer.detail);
    case State::failed:
        break;
    }
    return TargetsPage::tr("Could not be connected to: %1.").arg(answer.detail);
}

} // namespace

TargetsPage::TargetsPage(DeskServices &services)
    : Page(QStringLiteral("targets"), tr("Targets"), QStringLiteral("crosshair")), m_services(services)
{
    m_check = new Command(QStringLiteral("targetsCheck"), QStringLiteral("radio"), tr("Check the connection"),
                          {QKeySequence(QStringLiteral("Ctrl+Return"))}, this);
    build();
    connect(m_check, &QAction::triggered, this, &TargetsPage::check);
    connect(m_list, &SetupList::currentIdChanged, this, &TargetsPage::show);
}

void TargetsPage::build()
{
    m_list = new SetupList(QStringLiteral("targetsList"), tr("Targets"));
    auto *listCard = new Card;
    auto *listColumn = new QVBoxLayout(listCard);
    listColumn->setContentsMargins(8, 8, 8, 8);
    listColumn->addWidget(m_list);
    listCard->setFixedWidth(listPx);
    m_empty = new EmptyState;
    m_middle = new QStackedWidget;
    m_middle->addWidget(buildDetail());
    m_middle->addWidget(m_empty);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(16, 14, 16, 14);
    row->setSpacing(12);
    row->addWidget(listCard);
    row->addWidget(m_middle, 1);
}

QWidget *TargetsPage::buildDetail()
{
    auto *card = new Card;
    auto *outer = new QVBoxLayout(card);
    outer->setContentsMargins(18, 12, 18, 12);
    outer->setSpacing(10);
    auto *head = new QHBoxLayout;
    m_host = new Label({}, ui::font(u"title", QFont::DemiBold));
    m_host->setObjectName(QStringLiteral("targetHost"));
    m_policy = new Chip;
    head->addWidget(m_host, 1);
    head->addWidget(m_policy);
    head->addWidget(new CommandButton(m_check, Button::Kind::secondary, QStringLiteral("Ctrl ⏎")));
    outer->addLayout(head);
    m_answer = new Card(nullptr, QStringLiteral("bg.sunken"));
    auto *answerRow = new QHBoxLayout(m_answer);
    answerRow->setContentsMargins(12, 8, 12, 8);
    m_answerIcon = new IconLabel(QStringLiteral("radio"), 16, QStringLiteral("text.muted"));
    m_answerText = new Text({}, ui::font(u"body"));
    m_answerText->setObjectName(QStringLiteral("targetAnswer"));
    answerRow->addWidget(m_answerIcon);
    answerRow->addWidget(m_answerText, 1);
    outer->addWidget(m_answer);
    auto *inside = new QWidget;
    auto *column = new QVBoxLayout(inside);
    column->setContentsMargins(0, 0, 8, 0);
    column->setSpacing(8);
    auto *answersHead = new QHBoxLayout;
    answersHead->addWidget(new Label(tr("Answers in the last 24 hours"), ui::font(u"section")), 1);
    m_total = new Label({}, ui::font(u"small"), QStringLiteral("text.secondary"));
    m_total->keepWhole(true);
    answersHead->addWidget(m_total);
    column->addLayout(answersHead);
    m_bars = new AnswerBars;
    column->addWidget(m_bars);
    column->addWidget(new Line);
    column->addWidget(new Label(tr("Called by"), ui::font(u"section")));
    m_uses = new QVBoxLayout;
    m_uses->setSpacing(2);
    column->addLayout(m_uses);
    column->addWidget(new Line);
    column->addWidget(
        new Text(tr("This version keeps no breaker: a recipient that fails is called again as each workflow's retries say. To stop "
                    "calling it, hold the workflow."),
                 ui::font(u"small"), QStringLiteral("text.secondary")));
    column->addStretch(1);
    auto *area = new QScrollArea;
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidget(inside);
    area->viewport()->setAutoFillBackground(false);
    inside->setAutoFillBackground(false);
    outer->addWidget(area, 1);
    return card;
}

QList<QWidget *> TargetsPage::panes()
{
    return {m_list, m_bars};
}

QWidget *TargetsPage::arrivalFocus()
{
    return m_list;
}

QList<QAction *> TargetsPage::commands() const
{
    return {m_check};
}

void TargetsPage::follow(const Link &link)
{
    m_list->setCurrentId(link.id);
}

void TargetsPage::refresh()
{
    m_services.data().ask<QList<queries::TargetView>>(
        this, QStringLiteral("targets"), [](Database &db, const DeskData::Look &look) { return queries::targetList(db, look.now - day); },
        [this](const Result<QList<queries::TargetView>> &answer) {
            if (answer)
                return take(*answer);
            if (!m_read) {
                m_empty->show(QStringLiteral("octagon-alert"), tr("The targets could not be read"),
                              tr("%1. Press F5 to read again.").arg(answer.error().detail));
                m_middle->setCurrentWidget(m_empty);
            }
            Q_EMIT troubled(tr("Reading the targets"), answer.error());
            Q_EMIT ready();
        });
}

void TargetsPage::take(const QList<queries::TargetView> &targets)
{
    m_targets = targets;
    m_read = true;
    QList<SetupRow> rows;
    qsizetype troubledHosts = 0;
    for (const auto &target : targets) {
        qint64 failed = 0;
        for (const auto &answer : target.answers)
            failed += accepted(answer.result) || answer.result.isEmpty() || answer.result == u"reused" ? 0 : answer.count;
        SetupRow row{target.host, target.host, {}, {}, {}, {}};
        row.second = target.uses.isEmpty()     ? tr("only older versions call it")
                     : target.uses.size() == 1 ? tr("1 step calls it")
                                               : tr("%1 steps call it").arg(target.uses.size());
        row.state = target.answered == 0 ? tr("not called")
                    : failed             ? tr("%1 not accepted").arg(countText(failed))
                                         : tr("%1 accepted").arg(countText(target.answered));
        row.icon = target.answered == 0 ? QStringLiteral("circle-dashed")
                   : failed             ? QStringLiteral("triangle-alert")
                                        : QStringLiteral("circle-check");
        row.tone = target.answered == 0 ? QStringLiteral("neutral") : failed ? QStringLiteral("warn") : QStringLiteral("good");
        row.quiet = target.uses.isEmpty();
        troubledHosts += failed > 0;
        rows.append(row);
    }
    m_list->setRows(rows);
    setSubtitle(targets.isEmpty() ? QString()
                : troubledHosts   ? tr("%1, of them %2 did not accept everything").arg(targets.size()).arg(troubledHosts)
                                  : countText(targets.size()));
    if (targets.isEmpty())
        m_empty->show(QStringLiteral("crosshair"), tr("Nothing is called yet"),
                      tr("The hosts that the steps of workflows call appear here."));
    m_middle->setCurrentIndex(targets.isEmpty() ? 1 : 0);
    show();
    Q_EMIT answered();
    Q_EMIT ready();
}

const queries::TargetView *TargetsPage::current() const
{
    const QString host = m_list->currentId();
    for (const auto &target : m_targets) {
        if (target.host == host)
            return &target;
    }
    return nullptr;
}

void TargetsPage::show()
{
    const auto *target = current();
    if (!target) {
        m_check->lock(tr("There is no target."));
        return;
    }
    m_host->setText(target->host);
    m_policy->show(target->localAllowed ? tr("private addresses allowed") : tr("public addresses only"),
                   {.tone = target->localAllowed ? QStringLiteral("warn") : QStringLiteral("neutral"),
                    .icon = target->tls ? QStringLiteral("lock") : QStringLiteral("lock-open")});
    m_policy->setToolTip(target->tls ? tr("Called over TLS") : tr("Called without TLS"));
    m_total->setText(target->answered ? tr("%1 calls").arg(countText(target->answered)) : tr("none"));
    m_bars->show(target->answers, timeView());
    showUses(*target);
    showAnswer(target->host);
    const bool may = guard::mayDo(m_services.operatorRole(), guard::Right::testDelivery);
    m_check->lock(!may ? tr("Connecting to a recipient needs the role %1; you are %2.")
                             .arg(roleWord(Role::operator_), roleWord(m_services.operatorRole()))
                  : target->uses.isEmpty() ? tr("No step in force calls it.")
                  : !m_checking.isEmpty()  ? tr("%1 is being checked.").arg(m_checking)
                                           : QString());
}

void TargetsPage::showUses(const queries::TargetView &target)
{
    while (auto *item = m_uses->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const auto &use : target.uses) {
        const QString what = use.probe    ? tr("%1, step %2: asked what became of an effect")
                             : use.effect ? tr("%1, step %2: an effect")
                                          : tr("%1, step %2: no effect");
        auto *link = new Button(what.arg(use.workflow, use.step), Button::Kind::link);
        link->setObjectName(QStringLiteral("targetUse"));
        link->setAccessibleName(link->text());
        connect(link, &QPushButton::clicked, this, [this, workflow = use.workflow] {
            Q_EMIT linkRequested({QStringLiteral("workflows"), workflow, {}, {}});
        });
        m_uses->addWidget(link);
    }
    if (target.uses.isEmpty())
        m_uses->addWidget(
            new Text(tr("No step in force. Jobs under older versions did."), ui::font(u"body"), QStringLiteral("text.secondary")));
}

void TargetsPage::check()
{
    const auto *target = current();
    if (!target)
        return;
    m_checking = target->host;
    show();
    m_services.clerk().submit<TargetAnswer>(
        this, tr("Connecting to %1").arg(target->host), [host = target->host](Desk &desk) { return desk.checkTarget(host); },
        [this, host = target->host](const Result<TargetAnswer> &answer) {
            m_answers.insert(host, {answer, m_services.clock().nowMs()});
            m_checking.clear();
            show();
        });
}

void TargetsPage::showAnswer(const QString &host)
{
    const bool checking = m_checking == host;
    const auto it = m_answers.constFind(host);
    m_answer->setVisible(checking || it != m_answers.constEnd());
    if (checking) {
        m_answerIcon->setIcon(QStringLiteral("loader"), QStringLiteral("text.muted"));
        m_answerText->setText(tr("Connecting to %1…").arg(host));
        return;
    }
    if (it == m_answers.constEnd())
        return;
    const auto &[answer, at] = *it;
    const bool reached = answer && answer->state == TargetAnswer::State::reached;
    m_answerIcon->setIcon(reached ? QStringLiteral("circle-check") : QStringLiteral("circle-x"),
                          reached ? QStringLiteral("good.text") : QStringLiteral("bad.text"));
    m_answerText->setText(tr("%1: %2").arg(secondTime(at, timeView()), answer ? trouble(*answer) : answer.error().detail));
}

void TargetsPage::setTimeView(const TimeView &view)
{
    Page::setTimeView(view);
    if (m_read)
        show();
}

} // namespace lazaret::ui
