#include "models/journeylayout.h"

#include <cmath>
#include <numeric>

namespace lazaret::ui {

namespace {

constexpr double leastPiece = 32;

using Spans = QList<queries::JourneySpan>;

double wantedOf(const Spans &spans)
{
    return std::accumulate(spans.begin(), spans.end(), 0.0, [](double sum, const auto &span) {
        return sum + spanWidth(span.length(), span.kind == queries::JourneySpan::Kind::work);
    });
}

QList<JourneyPiece> piecesOf(const Spans &spans, double room)
{
    QList<JourneyPiece> pieces;
    const qsizetype fits = qMax<qsizetype>(3, qsizetype(room / leastPiece));
    const bool all = spans.size() <= fits;
    const qsizetype head = all ? spans.size() : (fits - 1) / 2, tail = all ? 0 : fits - 1 - head;
    Spans shown = spans.mid(0, head);
    if (!all)
        shown += Spans{{}} + spans.mid(spans.size() - tail);
    const double spare = qMax(0.0, room - leastPiece * double(shown.size()));
    const double wanted = wantedOf(shown) - leastPiece * double(shown.size());
    double left = 0;
    for (qsizetype i = 0; i < shown.size(); ++i) {
        const bool out = !all && i == head;
        const double more = spanWidth(shown[i].length(), shown[i].kind == queries::JourneySpan::Kind::work) - leastPiece;
        const double least = qMin(leastPiece, room / double(shown.size()));
        const double width = least + (wanted > 0 ? spare * more / wanted : 0);
        pieces.append({left, width,
                       out         ? -1
                       : i <= head ? i
                                   : spans.size() - (shown.size() - i),
                       out ? int(spans.size() - head - tail) : 0});
        left += width;
    }
    return pieces;
}

} // namespace

double spanWidth(qint64 ms, bool work)
{
    const double seconds = double(qMax<qint64>(0, ms)) / 1000;
    return work ? leastPiece + 6 * std::log10(1 + seconds) : leastPiece + 8 + 22 * std::log10(1 + seconds / 10);
}

QList<JourneyBox> layOut(const QList<QList<queries::JourneySpan>> &boxes, double width)
{
    const double gaps = journeyGap * double(boxes.size() - 1);
    const double least = qMin(journeyLeast, (width - gaps) / double(boxes.size()));
    QList<double> more;
    for (const auto &spans : boxes)
        more.append(qMax(0.0, wantedOf(spans) + 2 * journeyPad - least));
    const double wanted = std::accumulate(more.begin(), more.end(), 0.0);
    const double spare = width - gaps - least * double(boxes.size());
    QList<JourneyBox> placed;
    double left = 0;
    for (qsizetype i = 0; i < boxes.size(); ++i) {
        JourneyBox box{left, least + (wanted > 0 ? spare * more[i] / wanted : spare / double(boxes.size())), {}};
        box.pieces = piecesOf(boxes[i], box.width - 2 * journeyPad);
        for (auto &piece : box.pieces)
            piece.left += journeyPad;
        left += box.width + journeyGap;
        placed.append(box);
    }
    return placed;
}

} // namespace lazaret::ui
