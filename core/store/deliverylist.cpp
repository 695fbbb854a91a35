#include "store/deliverylist.h"

#include <algorithm>

namespace lazaret::store {

namespace {

constexpr qint64 kMinute = 60000;
#define REFUSAL "r.result NOT IN ('duplicate', 'not_subscribed')"

} // namespace

QList<RefusalRow> refusals(Database &db, const QString &where, const QVariantList &bindings, int most)
{
    QList<RefusalRow> rows;
    Statement read = db.prepareOnce(QStringLiteral("SELECT r.minute, r.source, r.result, r.count FROM intake_counts r WHERE " REFUSAL
                                                   " AND (%1) ORDER BY r.minute DESC, r.source, r.result LIMIT ?")
                                        .arg(where.isEmpty() ? QStringLiteral("1") : where));
    read.runWith(bindings + QVariantList{most});
    while (read.next())
        rows.append({read.integer(0), read.text(1), read.text(2), read.integer(3)});
    return rows;
}

qint64 countRefusals(Database &db)
{
    Statement read = db.prepare("SELECT count(*) FROM intake_counts r WHERE " REFUSAL);
    return read.run() && read.next() ? read.integer(0) : 0;
}

qint64 countDeliveries(Database &db, const QStringList &tenants)
{
    QVariantList bindings;
    const QString scope = tenantCondition(tenants, bindings);
    Statement read =
        db.prepareOnce(scope.isEmpty() ? QStringLiteral("SELECT count(*) FROM deliveries")
                                       : QStringLiteral("SELECT count(*) FROM jobs WHERE delivery_seq IS NOT NULL AND %1").arg(scope));
    return read.runWith(bindings) && read.next() ? read.integer(0) : 0;
}

qint64 lastSeqBefore(Database &db, qint64 time)
{
    Statement read = db.prepare("SELECT seq FROM deliveries WHERE received_at < ? ORDER BY received_at DESC, seq DESC LIMIT 1");
    return read.run(time) && read.next() ? read.integer(0) : 0;
}

namespace {

class FlowReader
{
public:
    FlowReader(Database &db, const QStringList &tenants, DeliveryFlow &flow) : m_db(db), m_tenants(tenants), m_flow(flow) {}

    void read()
    {
        readArrivals();
        if (m_flow.complete)
            readCounts();
        readJobs();
        const QString tenant = QStringLiteral("tenant");
        each("SELECT count(*) FROM cases WHERE closed_at IS NULL", {}, tenant, {},
             [this](const Statement &s) { m_flow.openCases = s.integer(0); });
        // A case that opened since has also failed since: the index cases_open narrows it.
        each("SELECT count(*) FROM cases WHERE closed_at IS NULL AND last_failure_at >= ? AND opened_at >= ?", {m_flow.since, m_flow.since},
             tenant, {}, [this](const Statement &s) { m_flow.opened = s.integer(0); });
    }

private:
    template <typename Take>
    void each(const char *sql, QVariantList bindings, const QString &tenantColumn, const char *tail, Take take)
    {
        QString text = QString::fromLatin1(sql);
        if (const QString scope = tenantCondition(m_tenants, bindings, tenantColumn); !scope.isEmpty())
            text += QStringLiteral(" AND ") + scope;
        Statement statement = m_db.prepareOnce(text + QLatin1String(tail));
        statement.runWith(bindings);
        while (statement.next())
            take(statement);
    }

    void readArrivals()
    {
        const char *sql = m_flow.complete ? "SELECT d.key_slot, count(*) FROM deliveries d WHERE d.received_at >= ?"
                                          : "SELECT d.key_slot, count(*) FROM deliveries d JOIN jobs j ON j.delivery_seq = d.seq "
                                            "WHERE d.received_at >= ?";
        each(sql, {m_flow.since}, QStringLiteral("j.tenant"), " GROUP BY d.key_slot", [this](const Statement &s) {
            (s.integer(0) == 2 ? m_flow.keyB : m_flow.keyA) += s.integer(1);
            m_flow.fresh += s.integer(1);
        });
    }

    void readCounts()
    {
        Statement read = m_db.prepare("SELECT result, sum(count) FROM intake_counts WHERE minute >= ? GROUP BY result");
        read.run(m_flow.since / kMinute);
        while (read.next()) {
            const QString result = read.text(0);
            if (result == u"duplicate") {
                m_flow.duplicates = read.integer(1);
            } else if (result == u"not_subscribed") {
                m_flow.notListed = read.integer(1);
            } else {
                m_flow.refused += read.integer(1);
                m_flow.reasons.append({result, read.integer(1)});
            }
        }
        std::stable_sort(m_flow.reasons.begin(), m_flow.reasons.end(), [](const auto &a, const auto &b) { return a.second > b.second; });
    }

    void readJobs()
    {
        const QString tenant = QStringLiteral("tenant");
        each("SELECT state, count(*), min(due_at) FROM jobs WHERE state IN ('ready', 'waiting')", {}, tenant, " GROUP BY state",
             [this](const Statement &s) {
                 const bool ready = s.word<JobState>(0) == JobState::ready;
                 (ready ? m_flow.ready : m_flow.waiting) = s.integer(1);
                 (ready ? m_flow.oldestReady : m_flow.nextDue) = s.time(2);
             });
        each("SELECT count(*) FROM jobs WHERE state = 'leased'", {}, tenant, {},
             [this](const Statement &s) { m_flow.leased = s.integer(0); });
        each("SELECT count(*) FROM jobs WHERE settled_at >= ? AND state = 'done'", {m_flow.since}, tenant, {},
             [this](const Statement &s) { m_flow.done = s.integer(0); });
    }

    Database &m_db;
    const QStringList &m_tenants;
    DeliveryFlow &m_flow;
};

} // namespace

DeliveryFlow deliveryFlow(Database &db, const QStringList &tenants, qint64 now)
{
    DeliveryFlow flow;
    flow.now = now;
    flow.since = (now / kMinute - 1) * kMinute;
    flow.complete = tenants.contains(QStringLiteral("*"));
    FlowReader(db, tenants, flow).read();
    return flow;
}

} // namespace lazaret::store
