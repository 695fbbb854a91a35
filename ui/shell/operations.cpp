#include "shell/operations.h"

#include "support/format.h"
#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/label.h"
#include "widgets/painting.h"
#include "widgets/surfaces.h"

#include <QHBoxLayout>

namespace lazaret::ui {

namespace {

constexpr qint64 shownAfterMs = 1000;
constexpr int lookMs = 250, barWidth = 80;

} // namespace

QString progressText(const Clerk::Operation &operation, qint64 nowMs)
{
    const qint64 runs = nowMs - operation.startedAt;
    if (operation.total <= 0)
        return OperationLine::tr("since %1").arg(duration(runs));
    const auto counted = OperationLine::tr("%1 of %2").arg(countText(operation.done), countText(operation.total));
    if (operation.done <= 0 || operation.done >= operation.total || runs < shownAfterMs)
        return counted;
    const auto left = qint64(double(runs) * double(operation.total - operation.done) / double(operation.done));
    return OperationLine::tr("%1, about %2 left").arg(counted, duration(qMax<qint64>(left, shownAfterMs)));
}

ProgressBar::ProgressBar(QWidget *parent) : QWidget(parent)
{
    setFixedSize(barWidth, 6);
}

void ProgressBar::showProgress(qsizetype done, qsizetype total)
{
    m_share = total > 0 ? qBound(0.0, double(done) / double(total), 1.0) : 0;
    setVisible(total > 0);
    update();
}

void ProgressBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintRounded(painter, rect(), 3, color(u"border.default"));
    if (m_share > 0)
        paintRounded(painter, QRectF(0, 0, qMax(6.0, width() * m_share), height()), 3, color(u"accent.fill"));
}

OperationLine::OperationLine(Clerk &clerk, const Clock &clock, QWidget *parent)
    : QWidget(parent), m_clerk(clerk), m_clock(clock), m_icon(new IconLabel(QStringLiteral("loader"), 13, QStringLiteral("accent.text"))),
      m_title(new Label({}, ui::font(u"caption"))), m_count(new Label({}, ui::font(u"caption"), QStringLiteral("text.secondary"))),
      m_bar(new ProgressBar), m_stop(new Button(tr("Stop after this batch"), Button::Kind::link)),
      m_dismiss(new Button({}, Button::Kind::ghost))
{
    setObjectName(QStringLiteral("operations"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(7);
    m_title->setObjectName(QStringLiteral("operationTitle"));
    m_count->setObjectName(QStringLiteral("operationCount"));
    m_count->keepWhole(true);
    m_stop->setObjectName(QStringLiteral("operationStop"));
    m_stop->setFont(ui::font(u"caption"));
    m_dismiss->compact()->withIcon(QStringLiteral("x"))->setObjectName(QStringLiteral("operationDismiss"));
    m_dismiss->setFixedHeight(ui::size(u"hitTargetMin"));
    for (auto *each : std::initializer_list<QWidget *>{m_icon, m_title, m_bar, m_count, m_stop, m_dismiss})
        row->addWidget(each, 0, Qt::AlignVCenter);
    connect(m_stop, &Button::clicked, this, [this] {
        m_clerk.stop(m_shown);
        look();
    });
    connect(m_dismiss, &Button::clicked, this, &OperationLine::dismiss);
    m_look.setInterval(lookMs);
    connect(&m_look, &QTimer::timeout, this, &OperationLine::look);
    connect(&clerk, &Clerk::operationsChanged, this, &OperationLine::look);
    connect(&clerk, &Clerk::operationEnded, this, &OperationLine::ended);
    hide();
}

void OperationLine::look()
{
    const auto operations = m_clerk.operations();
    const qint64 now = m_clock.nowMs();
    if (operations.isEmpty())
        m_look.stop();
    else if (!m_look.isActive())
        m_look.start(); // the clerk tells of cases done, not of time going by
    const bool slow = !operations.isEmpty() && now - operations.first().startedAt >= shownAfterMs;
    m_shown = slow ? operations.first().id : 0;
    if (slow)
        showRunning(operations.first(), operations.size() - 1);
    else
        showResult();
    if (const bool wanted = isWanted(); wanted != m_wanted) {
        m_wanted = wanted;
        setVisible(wanted);
        Q_EMIT wantedChanged(wanted);
    }
}

void OperationLine::showRunning(const Clerk::Operation &operation, qsizetype others)
{
    m_icon->setIcon(QStringLiteral("loader"), QStringLiteral("accent.text"));
    m_title->setText(others > 0 ? tr("%1 (%2 more wait)").arg(operation.title, countText(others)) : operation.title);
    m_title->setColorPath(QStringLiteral("text.primary"));
    m_count->setText(operation.stopping ? tr("stopping after this batch") : progressText(operation, m_clock.nowMs()));
    m_count->show();
    m_bar->showProgress(operation.done, operation.total);
    m_stop->setVisible(!operation.stopping);
    m_stop->setAccessibleName(tr("Stop after this batch: %1").arg(operation.title));
    m_dismiss->hide();
    setAccessibleName(operation.title);
}

void OperationLine::showResult()
{
    if (m_results.isEmpty())
        return;
    const auto &[text, bad] = m_results.last();
    m_icon->setIcon(bad ? QStringLiteral("octagon-alert") : QStringLiteral("circle-check"),
                    bad ? QStringLiteral("bad.text") : QStringLiteral("good.text"));
    m_title->setText(text);
    m_title->setToolTip(text);
    m_title->setColorPath(bad ? QStringLiteral("bad.text") : QStringLiteral("text.primary"));
    m_count->setVisible(m_results.size() > 1);
    m_count->setText(tr("and %1 more").arg(countText(m_results.size() - 1)));
    m_bar->hide();
    m_stop->hide();
    m_dismiss->show();
    m_dismiss->setAccessibleName(tr("Dismiss: %1").arg(text));
    m_dismiss->setToolTip(tr("Dismiss"));
    setAccessibleName(text);
}

void OperationLine::ended(const Clerk::Operation &last, const QString &trouble)
{
    if (m_clock.nowMs() - last.startedAt >= shownAfterMs) {
        QString text = !trouble.isEmpty() ? tr("Not done: %1. %2").arg(last.title, trouble)
                       : last.stopping    ? tr("Stopped: %1").arg(last.title)
                                          : tr("Done: %1").arg(last.title);
        if (trouble.isEmpty() && last.total > 0)
            text = tr("%1, %2 of %3").arg(text, countText(last.done), countText(last.total));
        m_results.append({text, !trouble.isEmpty()});
    }
    look();
}

void OperationLine::dismiss()
{
    m_results.removeLast();
    look();
}

} // namespace lazaret::ui
