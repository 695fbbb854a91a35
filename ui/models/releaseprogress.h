// How a release goes, decided without a window: what became of each case, the steps of its ladder, the cells of a step, the rate.
#pragma once

#include "engine/queries_releases.h"
#include "theme/vocabulary.h"

#include <QPointF>
#include <QRectF>

namespace lazaret::ui {

// What became of one case of a release. Counts by fate are the contract's counters.
enum class Fate { notEligible, waits, out, succeeded, noOp, duplicateBlocked, failedAgain, uncertain, returned };
Fate fateOf(const ReleaseItem &item);
Token token(Fate fate);
bool isSettled(Fate fate); // it has its end here, and that end is known

struct StepCard
{
    enum class State { waits, running, paused, clean, accepted, notClean };
    int index = 0;
    QString title;
    int size = 0; // of the step: sent, and still to be sent
    int sent = 0; // left with this step
    int notSent = 0;
    State state = State::waits;
    QList<Fate> cells; // as they left, then those to come
    Time settledAt;    // the last one, when all have
};
// The steps that have or will have a case. `rows` of the release, in any order.
QList<StepCard> stepCards(const Release &release, const QList<queries::ReleaseRow> &rows);
// The same from counts alone, for a plan nobody has started: how many each step sends.
QList<int> ladderSizes(const QList<int> &ladder, int eligible);
QString ladderTitle(int index, const QList<int> &ladder);
qint64 sendingMs(int cases, double ratePerMin); // 0: without a limit
QString preciseDuration(qint64 ms);             // "25 s", "1 min 40 s", "2 h 05 min"

struct CellBox
{
    QRectF rect;
    Fate fate = Fate::waits;
    int cases = 1;
};
struct CellStrip
{
    QList<CellBox> boxes;
    bool proportional = false; // more cases than room: a box stands for a run of equal fate, wide in proportion
};
// One box per case in a strip of this width, with gaps; when they would be thinner than 3 px, one box per fate, none thinner than 3 px.
CellStrip layoutCells(const QList<Fate> &cells, double width, double height);

// Cases released in each minute, as a stepped line from the minute of `from` to `to`.
QList<QPointF> rateSeries(const QList<queries::ReleaseRow> &rows, qint64 from, qint64 to);

} // namespace lazaret::ui
