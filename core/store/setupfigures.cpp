#include "store/setupfigures.h"

namespace lazaret::store {

namespace {

constexpr qint64 kMinute = 60000;

void add(Arrivals &arrivals, const QString &result, qint64 count)
{
    qint64 &into = result == u"duplicate" ? arrivals.duplicates : result == u"not_subscribed" ? arrivals.notSubscribed : arrivals.refused;
    into += count;
}

} // namespace

Time lastDelivery(Database &db, const QString &source)
{
    {
        Statement recent = db.prepare("SELECT received_at FROM (SELECT seq, source, received_at FROM deliveries ORDER BY seq DESC LIMIT "
                                      "2000) WHERE source = ? ORDER BY seq DESC LIMIT 1");
        if (recent.run(source) && recent.next())
            return recent.time(0);
    }
    Statement read = db.prepare("SELECT received_at FROM deliveries WHERE seq = (SELECT max(seq) FROM deliveries WHERE source = ?)");
    return read.run(source) && read.next() ? read.time(0) : std::nullopt;
}

QHash<QString, Arrivals> arrivalsSince(Database &db, qint64 since)
{
    QHash<QString, Arrivals> bySource;
    {
        Statement read = db.prepare("SELECT source, count(*) FROM deliveries WHERE received_at > ? GROUP BY source");
        read.run(since);
        while (read.next())
            bySource[read.text(0)].accepted = read.integer(1);
    }
    Statement read = db.prepare("SELECT source, result, sum(count) FROM intake_counts WHERE minute >= ? GROUP BY source, result");
    read.run(since / kMinute);
    while (read.next())
        add(bySource[read.text(0)], read.text(1), read.integer(2));
    return bySource;
}

QHash<QString, qint64> refusedSince(Database &db, qint64 since)
{
    QHash<QString, qint64> bySource;
    Statement read = db.prepare("SELECT source, sum(count) FROM intake_counts WHERE minute >= ? AND result NOT IN ('duplicate', "
                                "'not_subscribed') GROUP BY source");
    read.run(since / kMinute);
    while (read.next())
        bySource.insert(read.text(0), read.integer(1));
    return bySource;
}

bool versionHasRun(Database &db, const QString &workflow, const QString &version)
{
    Statement read = db.prepare("SELECT EXISTS (SELECT 1 FROM jobs WHERE workflow = ? AND workflow_version = ?) OR EXISTS (SELECT 1 FROM "
                                "attempts a JOIN jobs j USING (job_id) WHERE j.workflow = ? AND a.workflow_version = ?)");
    return read.run(workflow, version, workflow, version) && read.next() && read.flag(0);
}

qint64 openCasesOf(Database &db, const QString &workflow)
{
    Statement read = db.prepare("SELECT count(*) FROM cases WHERE workflow = ? AND closed_at IS NULL");
    return read.run(workflow) && read.next() ? read.integer(0) : 0;
}

ArrivalHistory arrivalHistory(Database &db, const QString &source, qint64 from, qint64 to, int intervals)
{
    ArrivalHistory history;
    history.accepted.fill(0, intervals);
    history.refused.fill(0, intervals);
    const qint64 width = std::max<qint64>(1, (to - from) / intervals);
    const auto place = [&](qint64 at) { return std::clamp<qint64>((at - from) / width, 0, intervals - 1); };
    QHash<int, qint64> matched;
    {
        Statement read =
            db.prepare("SELECT (received_at - ?) / ?, key_slot, count(*), max(received_at) FROM deliveries WHERE received_at >= ? "
                       "AND received_at < ? AND source = ? GROUP BY 1, 2");
        read.run(from, width, from, to, source);
        while (read.next()) {
            history.accepted[std::clamp<qint64>(read.integer(0), 0, intervals - 1)] += read.integer(2);
            history.total.accepted += read.integer(2);
            auto &last = matched[int(read.integer(1))];
            last = std::max(last, read.integer(3));
        }
    }
    QHash<QString, qint64> reasons;
    Statement read = db.prepare("SELECT minute, result, count FROM intake_counts WHERE minute >= ? AND minute <= ? AND source = ?");
    read.run(from / kMinute, to / kMinute, source);
    while (read.next()) {
        const QString result = read.text(1);
        add(history.total, result, read.integer(2));
        if (result == u"duplicate" || result == u"not_subscribed")
            continue;
        history.refused[place(read.integer(0) * kMinute)] += read.integer(2);
        reasons[result] += read.integer(2);
    }
    for (auto it = matched.begin(); it != matched.end(); ++it)
        history.slotUse.append({it.key(), it.value()});
    for (auto it = reasons.begin(); it != reasons.end(); ++it)
        history.reasons.append({it.key(), it.value()});
    std::sort(history.reasons.begin(), history.reasons.end(), [](const auto &a, const auto &b) { return a.second > b.second; });
    return history;
}

QList<HostAnswer> hostAnswersSince(Database &db, qint64 since)
{
    QList<HostAnswer> answers;
    Statement read =
        db.prepare("SELECT coalesce(json_extract(s.value, '$.target_host'), ''), coalesce(json_extract(s.value, '$.result'), ''), "
                   "count(*), max(a.started_at) FROM attempts a, json_each(a.steps) s WHERE a.started_at > ? GROUP BY 1, 2 "
                   "ORDER BY 3 DESC");
    read.run(since);
    while (read.next()) {
        if (!read.text(0).isEmpty())
            answers.append({read.text(0), read.text(1), read.integer(2), read.integer(3)});
    }
    return answers;
}

} // namespace lazaret::store
