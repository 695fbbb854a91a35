#include "models/releaseprogress.h"

#include "support/format.h"

#include <QCoreApplication>
#include <QMap>

#include <algorithm>
#include <cmath>

namespace lazaret::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Releases)
};

constexpr qint64 minuteMs = 60'000;
constexpr double gapPx = 2, leastPx = 3;

Token plain(const QString &label, const char *icon, const char *tone)
{
    return {label, QLatin1String(icon), QLatin1String(tone)};
}

bool isAccepted(const Release &r, const ReleaseItem &item)
{
    return r.accepted.value(QStringLiteral("cases")).toArray().contains(item.caseId.value);
}

bool isBad(Fate fate)
{
    return fate == Fate::failedAgain || fate == Fate::uncertain;
}

StepCard::State stateOf(const Release &r, const StepCard &card, int bad, int seen)
{
    using enum StepCard::State;
    if (card.index > r.step)
        return waits;
    if (card.index == r.step && r.state == ReleaseState::paused)
        return paused;
    const bool open = std::any_of(card.cells.begin(), card.cells.end(), [](Fate f) { return f == Fate::out; });
    const bool sends = r.state == ReleaseState::canary || r.state == ReleaseState::running;
    if (card.index == r.step && (open || (sends && card.notSent > 0)))
        return running;
    if (card.sent == 0)
        return waits;
    return bad > seen ? notClean : bad > 0 ? accepted : clean;
}

} // namespace

Fate fateOf(const ReleaseItem &item)
{
    if (!item.eligible)
        return Fate::notEligible;
    if (item.state == ReleaseItemState::planned)
        return Fate::waits;
    if (item.state == ReleaseItemState::returned)
        return Fate::returned;
    if (item.failedClass == u"uncertain_effect" || item.outcome == Reconciled::still_uncertain || item.state == ReleaseItemState::isolated)
        return Fate::uncertain;
    if (!item.failedClass.isEmpty() || item.state == ReleaseItemState::failed_again)
        return Fate::failedAgain;
    if (item.noOp)
        return Fate::noOp;
    if (item.outcome == Reconciled::duplicate_blocked)
        return Fate::duplicateBlocked;
    return item.state == ReleaseItemState::released ? Fate::out : Fate::succeeded;
}

Token token(Fate fate)
{
    switch (fate) {
    case Fate::notEligible:
        return plain(Words::tr("Not eligible"), "ban", "neutral");
    case Fate::waits:
        return plain(Words::tr("Waits"), "circle-dashed", "neutral");
    case Fate::out:
        return plain(Words::tr("Out, not settled yet"), "send", "accent");
    case Fate::succeeded:
        return plain(Words::tr("Succeeded"), "check-check", "good");
    case Fate::noOp:
        return plain(Words::tr("No-op: found complete"), "circle-slash", "neutral");
    case Fate::duplicateBlocked:
        return plain(Words::tr("Earlier effect, duplicate blocked"), "copy-check", "accent");
    case Fate::failedAgain:
        return plain(Words::tr("Failed again"), "circle-x", "bad");
    case Fate::uncertain:
        return plain(Words::tr("Uncertain, isolated"), "circle-help", "uncertain");
    case Fate::returned:
        return plain(Words::tr("Returned to quarantine"), "undo-2", "neutral");
    }
    return {};
}

bool isSettled(Fate fate)
{
    return fate == Fate::succeeded || fate == Fate::noOp || fate == Fate::duplicateBlocked || fate == Fate::failedAgain;
}

QString ladderTitle(int index, const QList<int> &ladder)
{
    return index == 0 ? Words::tr("Canary") : ladder.value(index, 0) == 0 ? Words::tr("Rest") : Words::tr("Step %1").arg(index + 1);
}

QList<int> ladderSizes(const QList<int> &ladder, int eligible)
{
    QList<int> sizes;
    for (const int step : ladder) {
        sizes.append(step == 0 ? eligible : std::min(step, eligible));
        eligible -= sizes.last();
    }
    return sizes;
}

QList<StepCard> stepCards(const Release &r, const QList<queries::ReleaseRow> &rows)
{
    QMap<int, QList<const ReleaseItem *>> members;
    int left = 0;
    for (const auto &row : rows) {
        const Fate fate = fateOf(row.item);
        left += fate == Fate::waits;
        if (row.item.step >= 0 && row.item.releasedAt && fate != Fate::returned)
            members[row.item.step].append(&row.item);
    }
    QList<StepCard> cards;
    for (int i = 0; i < r.ladder.size(); ++i) {
        auto out = members.value(i);
        std::sort(out.begin(), out.end(), [](const auto *a, const auto *b) { return a->releasedAt < b->releasedAt; });
        StepCard card;
        card.index = i;
        card.title = ladderTitle(i, r.ladder);
        card.sent = int(out.size());
        int bad = 0, accepted = 0;
        for (const auto *item : std::as_const(out)) {
            const Fate fate = fateOf(*item);
            card.cells.append(fate);
            bad += isBad(fate);
            accepted += isBad(fate) && isAccepted(r, *item);
            card.settledAt = std::max(card.settledAt, item->settledAt);
        }
        // As core/release/ladder counts: a canary that went wrong and was accepted gives way to another one.
        const int quota = r.ladder[i] == 0 ? card.sent + left : std::max(r.ladder[i], 1) + (i == 0 ? accepted : 0);
        card.notSent = i < r.step ? 0 : std::clamp(quota - card.sent, 0, left);
        left -= card.notSent;
        card.size = card.sent + card.notSent;
        card.cells += QList<Fate>(card.notSent, Fate::waits);
        card.state = stateOf(r, card, bad, accepted);
        if (card.size > 0)
            cards.append(card);
    }
    return cards;
}

qint64 sendingMs(int cases, double ratePerMin)
{
    return ratePerMin > 0 ? std::llround(cases * 60'000.0 / ratePerMin) : 0;
}

QString preciseDuration(qint64 ms)
{
    const qint64 seconds = (ms + 500) / 1000;
    if (seconds < 60)
        return Words::tr("%1 s").arg(seconds);
    if (seconds < 3600)
        return seconds % 60 ? Words::tr("%1 min %2 s").arg(seconds / 60).arg(seconds % 60) : Words::tr("%1 min").arg(seconds / 60);
    return duration(ms);
}

CellStrip layoutCells(const QList<Fate> &cells, double width, double height)
{
    CellStrip strip;
    if (cells.isEmpty() || width <= 0)
        return strip;
    const double each = (width + gapPx) / double(cells.size());
    if (each - gapPx >= leastPx) {
        for (qsizetype i = 0; i < cells.size(); ++i)
            strip.boxes.append({QRectF(double(i) * each, 0, each - gapPx, height), cells[i], 1});
        return strip;
    }
    strip.proportional = true;
    QMap<Fate, int> counts;
    QList<Fate> order;
    for (const Fate fate : cells) {
        if (!counts[fate]++)
            order.append(fate);
    }
    std::stable_sort(order.begin(), order.end(), [](Fate a, Fate b) { return (a == Fate::waits) < (b == Fate::waits); });
    // Every fate keeps its least width; what is left over is shared by the counts.
    const double room = width - gapPx * double(order.size() - 1) - leastPx * double(order.size());
    double x = 0;
    for (const Fate fate : std::as_const(order)) {
        const double wide = leastPx + std::max(0.0, room) * counts[fate] / double(cells.size());
        strip.boxes.append({QRectF(x, 0, wide, height), fate, counts[fate]});
        x += wide + gapPx;
    }
    return strip;
}

QList<QPointF> rateSeries(const QList<queries::ReleaseRow> &rows, qint64 from, qint64 to)
{
    const qint64 first = from / minuteMs * minuteMs;
    QMap<qint64, int> perMinute;
    for (const auto &row : rows) {
        if (row.item.releasedAt)
            ++perMinute[*row.item.releasedAt / minuteMs * minuteMs];
    }
    QList<QPointF> points;
    for (qint64 minute = first; minute <= to; minute += minuteMs) {
        const double n = perMinute.value(minute);
        points.append({double(minute), n});
        points.append({double(std::min(minute + minuteMs - 1, std::max(to, minute))), n});
    }
    return points;
}

} // namespace lazaret::ui
