#include "engine/queries_overview.h"

#include "store/configuration.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace lazaret::queries {

namespace {

constexpr qint64 kHour = 3'600'000;

// A sweep: spans join as time passes their opening; those already closed leave. The oldest open one is the first that has not closed.
void sweep(const QList<store::CaseSpan> &spans, const QList<qint64> &closings, const HistoryQuestion &question, History &result)
{
    qsizetype joined = 0, oldest = 0, closed = 0;
    for (int i = 0; i < question.points; ++i) {
        const qint64 at = question.from + (question.to - question.from) * i / (question.points - 1);
        while (joined < spans.size() && spans[joined].opened <= at)
            ++joined;
        while (closed < closings.size() && closings[closed] <= at)
            ++closed;
        while (oldest < joined && spans[oldest].closed && *spans[oldest].closed <= at)
            ++oldest;
        result.depth.append({at, double(joined - closed)});
        result.oldestAgeMs.append({at, oldest < joined ? double(at - spans[oldest].opened) : 0.0});
    }
}

QList<FlowBucket> buckets(const QList<store::CaseSpan> &spans, const QList<qint64> &closings, qint64 from, qint64 to, qint64 width)
{
    QList<FlowBucket> flow;
    for (qint64 at = from; at <= to; at += width)
        flow.append({at, 0, 0});
    const auto count = [&](qint64 at, qint64 FlowBucket::*what) {
        if (at >= from && at <= to)
            ++(flow[(at - from) / width].*what);
    };
    for (const auto &span : spans)
        count(span.opened, &FlowBucket::opened);
    for (const qint64 at : closings)
        count(at, &FlowBucket::closed);
    return flow;
}

qint64 oldestLimit(Database &db)
{
    for (const auto &value : QJsonDocument::fromJson(store::setting(db, QStringLiteral("alerts")).toUtf8()).array()) {
        const QJsonObject alert = value.toObject();
        if (alert.value(u"metric").toString() == u"dlq_oldest_age_seconds" && alert.value(u"above").toDouble() > 0)
            return qint64(alert.value(u"above").toDouble() * 1000);
    }
    return 24 * kHour;
}

} // namespace

History history(Database &db, const Viewer &viewer, const HistoryQuestion &question)
{
    History result;
    if (question.points < 2 || question.to <= question.from || question.bucketMs <= 0)
        return result;
    const qint64 begin = question.from / question.bucketMs * question.bucketMs;
    const auto spans = store::caseSpans(db, viewer.tenants, begin, question.to);
    QList<qint64> closings;
    for (const auto &span : spans) {
        if (span.closed)
            closings.append(*span.closed);
    }
    std::sort(closings.begin(), closings.end());
    sweep(spans, closings, question, result);
    result.bucketMs = question.bucketMs;
    result.flow = buckets(spans, closings, begin, question.to, question.bucketMs);
    result.lastHour = store::classFlow(db, viewer.tenants, question.to - kHour);
    result.inRange = store::classFlow(db, viewer.tenants, question.from);
    if (viewer.tenants.contains(QStringLiteral("*")))
        result.events = store::flowEvents(db, question.from, question.to);
    result.oldestLimitMs = oldestLimit(db);
    return result;
}

} // namespace lazaret::queries
