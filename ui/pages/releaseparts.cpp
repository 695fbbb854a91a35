#include "pages/releaseparts.h"

#include "theme/icons.h"
#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/label.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QMap>
#include <QToolTip>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

constexpr int inset = 14, cellHeight = 14, cardGap = 12;

void paintSurface(QPainter &painter, const QRectF &rect, const QColor &border, double width = 1)
{
    painter.setPen(QPen(border, width));
    painter.setBrush(color(u"bg.surface"));
    painter.drawRoundedRect(rect.adjusted(width / 2, width / 2, -width / 2, -width / 2), ui::radius(u"card"), ui::radius(u"card"));
}

QColor cellColor(Fate fate)
{
    const QString tone = token(fate).tone;
    return toneColor(tone, u"fill");
}

} // namespace

StageStrip::StageStrip(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("stages"));
    setFixedHeight(42);
    m_stages = {tr("Planned"), tr("Approved"), tr("Canary"), tr("Running"), tr("Reconciling"), tr("Finished")};
}

void StageStrip::showDraft(const QString &note)
{
    m_stages.last() = tr("Finished");
    m_current = -1;
    m_note = note;
    setAccessibleName(tr("A new plan, nothing is recorded yet. %1").arg(note));
    update();
}

void StageStrip::show(const Release &release, const QString &tone, const QString &note)
{
    using enum ReleaseState;
    const auto at = release.state == paused ? release.resumeTo : release.state;
    m_current = at == planned || at == draft ? 0 : at == approved ? 1 : at == canary ? 2 : at == running ? 3 : at == reconciling ? 4 : 5;
    m_stages.last() = at == aborted ? tr("Aborted") : tr("Finished");
    const auto look = token(release.state);
    m_tone = release.state == paused ? tone : look.tone;
    m_icon = look.icon;
    m_note = note;
    setAccessibleName(tr("State: %1. %2").arg(look.label, note));
    update();
}

void StageStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintSurface(painter, rect(), color(u"border.subtle"));
    const double middle = height() / 2.0;
    double x = 16;
    for (int i = 0; i < m_stages.size(); ++i) {
        const bool here = i == m_current, done = i < m_current;
        const QFont words = ui::font(u"small", here ? QFont::DemiBold : QFont::Medium);
        const int width = QFontMetrics(words).horizontalAdvance(m_stages[i]);
        if (here)
            paintRounded(painter, QRectF(x - 7, middle - 13, width + 36, 26), ui::radius(u"control"), toneColor(m_tone, u"soft"));
        if (done)
            paintIcon(painter, u"check", QRectF(x, middle - 7, 14, 14), color(u"good.text"));
        else if (here)
            paintIcon(painter, m_icon, QRectF(x, middle - 7, 14, 14), toneColor(m_tone, u"text"));
        else {
            painter.setPen(QPen(color(u"border.control"), 1.2));
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(QRectF(x + 3, middle - 4, 8, 8));
        }
        paintElided(painter, QRectF(x + 20, 0, width + 4, height()), m_stages[i], words,
                    here ? toneColor(m_tone, u"text") : color(done ? u"text.secondary" : u"text.muted"));
        x += width + 32;
        if (i + 1 < m_stages.size()) {
            painter.fillRect(QRectF(x, qRound(middle), 16, 1), color(u"border.default"));
            x += 28;
        }
    }
    paintElided(painter, QRectF(x + 8, 0, width() - x - 24, height()), m_note, ui::font(u"small"), color(u"text.muted"),
                Qt::AlignRight | Qt::AlignVCenter);
}

StepCards::StepCards(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("stepCards"));
    setFixedHeight(118);
}

void StepCards::show(const QList<StepCard> &steps, const QString &pausedTone, const TimeView &view)
{
    m_steps = steps;
    m_pausedTone = pausedTone;
    m_view = view;
    QStringList said;
    for (const auto &step : steps)
        said.append(tr("%1: %2 of %3 sent, %4").arg(step.title).arg(step.sent).arg(step.size).arg(statusWord(step)));
    setAccessibleName(said.join(QStringLiteral("; ")));
    update();
}

QString StepCards::statusWord(const StepCard &step) const
{
    switch (step.state) {
    case StepCard::State::waits:
        return tr("waits");
    case StepCard::State::running:
        return tr("sending");
    case StepCard::State::paused:
        return tr("paused");
    case StepCard::State::clean:
        return tr("clean");
    case StepCard::State::accepted:
        return tr("accepted as it was");
    case StepCard::State::notClean:
        return tr("not clean");
    }
    return {};
}

QString StepCards::foot(const StepCard &step, bool proportional) const
{
    QString text;
    if (step.state == StepCard::State::waits)
        text = step.index == 0 ? tr("starts when the release is started") : tr("starts when the step before is clean");
    else if (step.notSent > 0)
        text = tr("%1 not sent").arg(countText(step.notSent));
    else if (step.settledAt)
        text = tr("settled %1").arg(secondTime(*step.settledAt, m_view));
    else
        text = tr("all sent");
    return proportional ? text + tr(" · in proportion") : text;
}

QRectF StepCards::cardRect(qsizetype index) const
{
    const double count = double(qMax<qsizetype>(1, m_steps.size()));
    const double wide = (width() - cardGap * (count - 1)) / count;
    return {double(index) * (wide + cardGap), 0, wide, double(height())};
}

void StepCards::paintCard(QPainter &painter, const StepCard &step, const QRectF &card) const
{
    using enum StepCard::State;
    const QString tone = step.state == clean                       ? QStringLiteral("good")
                         : step.state == paused                    ? m_pausedTone
                         : step.state == running                   ? QStringLiteral("accent")
                         : step.state == notClean                  ? QStringLiteral("bad")
                         : step.state == StepCard::State::accepted ? QStringLiteral("warn")
                                                                   : QStringLiteral("neutral");
    const QString icon = step.state == clean      ? QStringLiteral("check-check")
                         : step.state == paused   ? QStringLiteral("pause")
                         : step.state == running  ? QStringLiteral("send")
                         : step.state == notClean ? QStringLiteral("circle-x")
                         : step.state == waits    ? QStringLiteral("circle-dashed")
                                                  : QStringLiteral("check");
    const bool current = step.state == paused || step.state == running;
    paintSurface(painter, card, current ? toneColor(tone, u"fill") : color(u"border.subtle"), current ? 1.5 : 1);
    const QRectF body = card.adjusted(inset, 0, -inset, 0);
    const QFont words = ui::font(u"small", QFont::DemiBold);
    const QString status = statusWord(step);
    const double wide = QFontMetrics(words).horizontalAdvance(status);
    paintElided(painter, QRectF(body.x(), 10, body.width() - wide - 28, 18), step.title, words, color(u"text.secondary"));
    paintIcon(painter, icon, QRectF(body.right() - wide - 19, 12, 14, 14), toneColor(tone, u"text"));
    paintElided(painter, QRectF(body.right() - wide - 1, 10, wide + 2, 18), status, words, toneColor(tone, u"text"));
    paintElided(painter, QRectF(body.x(), 32, body.width(), 28), tr("%1 of %2").arg(countText(step.sent), countText(step.size)),
                ui::font(u"metric"), color(u"text.primary"));
    const auto strip = layoutCells(step.cells, body.width(), cellHeight);
    for (const auto &box : strip.boxes) {
        const QRectF at = box.rect.translated(body.x(), 68);
        const bool empty = box.fate == Fate::waits;
        if (empty) {
            painter.setPen(QPen(color(u"border.control"), 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(at.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
        } else {
            painter.setPen(Qt::NoPen);
            painter.setBrush(cellColor(box.fate));
            painter.drawRoundedRect(at, 2, 2);
        }
    }
    paintElided(painter, QRectF(body.x(), 90, body.width(), 18), foot(step, strip.proportional), ui::font(u"caption", QFont::Normal),
                color(u"text.muted"));
}

void StepCards::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (qsizetype i = 0; i < m_steps.size(); ++i)
        paintCard(painter, m_steps[i], cardRect(i));
}

// The colours in words: how many of each fate.
bool StepCards::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    for (qsizetype i = 0; i < m_steps.size(); ++i) {
        if (!cardRect(i).contains(help->pos()))
            continue;
        QMap<Fate, int> counts;
        for (const Fate fate : m_steps[i].cells)
            ++counts[fate];
        QStringList lines;
        for (auto it = counts.begin(); it != counts.end(); ++it)
            lines.append(countText(it.value()) + u' ' + token(it.key()).label.toLower());
        QToolTip::showText(help->globalPos(), lines.join(u'\n'), this);
    }
    return true;
}

CounterStrip::CounterStrip(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("counters"));
    setFixedHeight(66);
}

void CounterStrip::show(const ReleaseCounters &c)
{
    const auto figure = [](int value, const QString &label, const char *tone = "", const char *icon = "") {
        return Figure{value, label, QLatin1String(tone), QLatin1String(icon)};
    };
    m_figures = {figure(c.planned, tr("planned")),
                 figure(c.released, tr("released")),
                 figure(c.succeeded, tr("succeeded"), "good", "check-check"),
                 figure(c.noOp, tr("no-op"), "neutral", "circle-slash"),
                 figure(c.duplicateBlocked, tr("duplicate blocked"), "accent", "copy-check"),
                 figure(c.failedAgain, tr("failed again"), "bad", "circle-x"),
                 figure(c.uncertain, tr("uncertain"), "uncertain", "circle-help"),
                 figure(c.remaining, tr("remaining"))};
    QStringList said;
    for (const auto &f : std::as_const(m_figures))
        said.append(countText(f.value) + u' ' + f.label);
    setAccessibleName(said.join(QStringLiteral(", ")));
    setToolTip(said.join(u'\n'));
    update();
}

void CounterStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintSurface(painter, rect(), color(u"border.subtle"));
    const double wide = width() / double(qMax<qsizetype>(1, m_figures.size()));
    for (qsizetype i = 0; i < m_figures.size(); ++i) {
        const auto &f = m_figures[i];
        const double x = double(i) * wide;
        if (i)
            painter.fillRect(QRectF(qRound(x), 12, 1, height() - 24), color(u"border.subtle"));
        const QColor ink = f.value == 0 ? color(u"text.muted") : f.tone.isEmpty() ? color(u"text.primary") : toneColor(f.tone, u"text");
        paintElided(painter, QRectF(x + inset, 10, wide - inset - 2, 26), headlineText(f.value), ui::font(u"metric"), ink);
        double left = x + inset;
        if (!f.icon.isEmpty()) {
            paintIcon(painter, f.icon, QRectF(left, 41, 12, 12), f.value == 0 ? color(u"text.muted") : ink);
            left += 16;
        }
        paintElided(painter, QRectF(left, 38, x + wide - left - 2, 18), f.label, ui::font(u"caption", QFont::Normal),
                    color(u"text.secondary"));
    }
}

LadderView::LadderView(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("ladder"));
    setFixedHeight(96);
}

void LadderView::show(const QList<int> &ladder, int eligible, double ratePerMin)
{
    m_ladder = ladder;
    m_sizes = ladderSizes(ladder, eligible);
    m_rate = ratePerMin;
    QStringList said;
    for (int i = 0; i < m_sizes.size(); ++i)
        said.append(ladderTitle(i, ladder) + u' ' + countText(m_sizes[i]));
    setAccessibleName(tr("Ladder: %1").arg(said.join(QStringLiteral(", "))));
    update();
}

void LadderView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    constexpr double gap = 10, cells = 20;
    const double wide = (width() - gap * double(m_sizes.size() - 1)) / double(qMax<qsizetype>(1, m_sizes.size()));
    const int most = m_sizes.isEmpty() ? 1 : qMax(1, *std::max_element(m_sizes.begin(), m_sizes.end()));
    for (int i = 0; i < m_sizes.size(); ++i) {
        const double x = i * (wide + gap);
        paintRounded(painter, QRectF(x, 0, wide, height()), ui::radius(u"control"), color(u"bg.sunken"), color(u"border.subtle"));
        const int size = m_sizes[i];
        paintElided(painter, QRectF(x + 12, 8, wide - 16, 18), ladderTitle(i, m_ladder), ui::font(u"small", QFont::DemiBold),
                    color(u"text.secondary"));
        paintElided(painter, QRectF(x + 12, 26, wide - 16, 28), headlineText(size), ui::font(u"metric"),
                    color(size ? u"text.primary" : u"text.muted"));
        const QString foot = size == 0    ? tr("nothing left to send")
                             : i == 0     ? tr("then wait until it is reconciled")
                             : m_rate > 0 ? tr("%1 to send").arg(preciseDuration(sendingMs(size, m_rate)))
                                          : tr("without a limit");
        paintElided(painter, QRectF(x + 12, 54, wide - 18, 16), foot, ui::font(u"caption", QFont::Normal), color(u"text.muted"));
        // Twenty marks stand for the largest step; a step that sends anything has one.
        const double each = (wide - 24) / cells;
        const int filled = most <= int(cells) ? size : size == 0 ? 0 : qMax(1, qRound(size * cells / most));
        painter.setPen(Qt::NoPen);
        for (int k = 0; k < int(cells); ++k) {
            painter.setBrush(color(k < filled ? u"accent.fill" : u"border.default"));
            painter.drawRoundedRect(QRectF(x + 12 + k * each, 77, each - 2, 8), 1.5, 1.5);
        }
    }
}

ShareBar::ShareBar(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("shareBar"));
    setFixedHeight(8);
}

void ShareBar::show(int part, int whole)
{
    m_part = part;
    m_whole = whole;
    setAccessibleName(tr("%1 of %2").arg(part).arg(whole));
    update();
}

void ShareBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_whole <= 0)
        return paintRounded(painter, rect(), 3, color(u"border.subtle"));
    const double gap = m_part > 0 && m_part < m_whole ? 2 : 0;
    const double wide = (width() - gap) * m_part / m_whole;
    if (m_part > 0)
        paintRounded(painter, QRectF(0, 0, wide, height()), 3, color(u"good.fill"));
    if (m_part >= m_whole)
        return;
    const QRectF rest(wide + gap, 0, width() - wide - gap, height());
    paintRounded(painter, rest, 3, color(u"neutral.soft"));
    painter.setBrush(QBrush(color(u"neutral.fill"), Qt::BDiagPattern));
    painter.setPen(Qt::NoPen);
    painter.drawRoundedRect(rest, 3, 3);
}

PauseBanner::PauseBanner(QWidget *parent)
    : QWidget(parent), m_tone(QStringLiteral("warn")),
      m_icon(new IconLabel(QStringLiteral("circle-pause"), 20, QStringLiteral("warn.text"))), m_title(new Text({}, ui::font(u"section"))),
      m_text(new Text({}, ui::font(u"small"), QStringLiteral("text.secondary"))), m_buttons(new QHBoxLayout)
{
    setObjectName(QStringLiteral("pauseBanner"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(16, 10, 12, 10);
    row->setSpacing(12);
    row->addWidget(m_icon);
    auto *column = new QVBoxLayout;
    column->setSpacing(1);
    column->addWidget(m_title);
    column->addWidget(m_text);
    row->addLayout(column, 1);
    m_buttons->setSpacing(8);
    row->addLayout(m_buttons);
}

void PauseBanner::addButton(QWidget *button)
{
    m_buttons->addWidget(button);
}

void PauseBanner::show(const PauseWords &words)
{
    const QString said = words.title + u". " + words.text;
    const bool news = accessibleName() != said;
    m_tone = words.tone;
    m_icon->setIcon(QStringLiteral("circle-pause"), words.tone + u".text");
    m_title->setText(words.title);
    m_text->setText(words.text);
    setAccessibleName(said);
    setVisible(true);
    update();
    if (news) { // pauses are announced
        QAccessibleEvent alert(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&alert);
    }
}

void PauseBanner::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintRounded(painter, QRectF(rect()), ui::radius(u"card"), toneColor(m_tone, u"soft"), toneColor(m_tone, u"fill"));
}

LogList::LogList(QWidget *parent)
    : QWidget(parent), m_rows(new QWidget), m_more(new Label({}, ui::font(u"caption", QFont::Normal), QStringLiteral("text.muted")))
{
    setObjectName(QStringLiteral("releaseLog"));
    setAccessibleName(tr("What happened"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_rows, 1);
    column->addWidget(m_more);
    m_more->hide();
    auto *rows = new QVBoxLayout(m_rows);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->setAlignment(Qt::AlignTop);
}

void LogList::show(const QList<LogLine> &lines, const TimeView &view)
{
    m_lines = lines;
    m_view = view;
    fill();
}

void LogList::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    // Later: a row that is just being shown can be what resizes this, and it must outlive its own showing.
    if (event->size().height() != event->oldSize().height())
        QMetaObject::invokeMethod(this, &LogList::fill, Qt::QueuedConnection);
}

void LogList::fill()
{
    constexpr int rowPx = 25;
    const bool all = m_lines.size() * rowPx <= height();
    const qsizetype room = qMax(1, (height() - (all ? 0 : 18)) / rowPx);
    auto *rows = static_cast<QVBoxLayout *>(m_rows->layout());
    while (auto *item = rows->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (qsizetype i = 0; i < qMin(room, m_lines.size()); ++i) {
        const auto &line = m_lines[i];
        auto *row = new QWidget;
        row->setFixedHeight(rowPx);
        auto *across = new QHBoxLayout(row);
        across->setContentsMargins(0, 0, 0, 0);
        across->setSpacing(8);
        across->addWidget(new IconLabel(line.icon, ui::size(u"iconSmall"), line.tone + u".text"));
        across->addWidget(new Label(line.text, ui::font(u"small")), 1);
        auto *time = new Label(secondTime(line.at, m_view), monoFont(u"caption"), QStringLiteral("text.muted"));
        time->keepWhole(true);
        time->setToolTip(line.seq ? tr("Audit entry %1\n%2").arg(countText(line.seq), timeTooltip(line.at)) : timeTooltip(line.at));
        across->addWidget(time);
        row->setAccessibleName(secondTime(line.at, m_view) + u' ' + line.text);
        rows->addWidget(row);
    }
    m_more->setVisible(!all && m_lines.size() > room);
    m_more->setText(tr("%1 earlier, all in the audit log").arg(countText(m_lines.size() - qMin(room, m_lines.size()))));
}

} // namespace lazaret::ui
