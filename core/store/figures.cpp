#include "store/figures.h"

#include "store/cases.h"
#include "store/jobs.h"

#include <QHash>

namespace lazaret::store {

QList<qint64> caseRows(Database &db, const QString &where, const QVariantList &bindings, const QString &orderBy, bool descending)
{
    const QString order = caseSortColumns().contains(orderBy) ? orderBy : QStringLiteral("case_id");
    QList<qint64> rows;
    Statement read = db.prepareOnce(
        QStringLiteral("SELECT row FROM case_view WHERE %1 ORDER BY %2 %3, row %3")
            .arg(where.isEmpty() ? QStringLiteral("1") : where, order, descending ? QStringLiteral("DESC") : QStringLiteral("ASC")));
    read.runWith(bindings);
    while (read.next())
        rows.append(read.integer(0));
    return rows;
}

namespace {

QString numberList(const QList<qint64> &numbers)
{
    QString list;
    for (const qint64 number : numbers)
        list += (list.isEmpty() ? QString() : QStringLiteral(",")) + QString::number(number);
    return list;
}

template <typename Row, typename KeyOf>
QList<Row> inOrder(const QList<qint64> &keys, const QList<Row> &rows, KeyOf keyOf)
{
    QHash<qint64, Row> byKey;
    for (const auto &row : rows)
        byKey.insert(keyOf(row), row);
    QList<Row> ordered;
    for (const qint64 key : keys) {
        if (const auto it = byKey.constFind(key); it != byKey.constEnd())
            ordered.append(*it);
    }
    return ordered;
}

} // namespace

QList<CaseRecord> casesByRow(Database &db, const QList<qint64> &rows)
{
    QHash<QString, qint64> rowOf;
    {
        Statement read = db.prepareOnce(QStringLiteral("SELECT case_id, rowid FROM cases WHERE rowid IN (%1)").arg(numberList(rows)));
        read.run();
        while (read.next())
            rowOf.insert(read.text(0), read.integer(1));
    }
    CasePage page;
    page.where = QStringLiteral("row IN (%1)").arg(numberList(rows));
    page.limit = 0;
    return inOrder(rows, listCases(db, page), [&](const CaseRecord &c) { return rowOf.value(c.caseId.value); });
}

QStringList caseIdsByRow(Database &db, const QList<qint64> &rows)
{
    QStringList ids;
    Statement read = db.prepare("SELECT case_id FROM cases WHERE rowid = ?");
    for (const qint64 row : rows) {
        if (read.run(row) && read.next())
            ids.append(read.text(0));
    }
    return ids;
}

#define DELIVERY_COLUMNS                                                                                                                   \
    "d.seq, d.source, d.source_version, d.delivery_id, d.event_type, d.received_at, d.scheme, d.key_slot, d.body_sha256, d.body_size, "    \
    "d.duplicate_count, d.last_duplicate_at, "                                                                                             \
    "d.duplicate_differs, d.replay_suspected, j.job_id, j.state, j.state_reason, j.attempt, j.due_at, c.error_class, c.case_id, "          \
    "c.outcome "                                                                                                                           \
    "FROM deliveries d LEFT JOIN jobs j ON j.delivery_seq = d.seq LEFT JOIN cases c ON c.job_id = j.job_id "

namespace {

DeliveryRow readDelivery(const Statement &s)
{
    DeliveryRow r;
    int c = 0;
    Delivery &d = r.delivery;
    d.seq = s.integer(c++);
    d.source = s.text(c++);
    d.sourceVersion = int(s.integer(c++));
    d.deliveryId = s.text(c++);
    d.eventType = s.text(c++);
    d.receivedAt = s.integer(c++);
    d.scheme = s.text(c++);
    d.keySlot = int(s.integer(c++));
    d.bodySha256 = QString::fromLatin1(s.blob(c++).toHex());
    d.bodySize = s.integer(c++);
    d.duplicateCount = int(s.integer(c++));
    d.lastDuplicateAt = s.time(c++);
    d.duplicateDiffers = s.flag(c++);
    d.replaySuspected = s.flag(c++);
    r.jobId.value = s.text(c++);
    r.jobState = s.wordOrNull<JobState>(c++);
    r.jobReason = s.text(c++);
    r.attempt = int(s.integer(c++));
    r.dueAt = s.time(c++);
    r.errorClass = s.wordOrNull<ErrorClass>(c++);
    r.caseId.value = s.text(c++);
    r.outcome = s.text(c++);
    return r;
}

} // namespace

QString tenantCondition(const QStringList &tenants, QVariantList &bindings)
{
    if (tenants.contains(QStringLiteral("*")))
        return {};
    QStringList marks;
    for (const auto &tenant : tenants) {
        marks.append(QStringLiteral("?"));
        bindings.append(tenant);
    }
    return QStringLiteral("tenant IN (%1)").arg(marks.join(u','));
}

QList<qint64> deliveryRows(Database &db, const DeliveryFilter &filter)
{
    QList<qint64> rows;
    QVariantList bindings{notNull(filter.source), notNull(filter.source), filter.duplicatesOnly ? 1 : 0};
    QString sql = QStringLiteral("SELECT seq FROM deliveries WHERE (? = '' OR source = ?) AND (? = 0 OR duplicate_count > 0)");
    if (const QString scope = tenantCondition(filter.tenants, bindings); !scope.isEmpty())
        sql += QStringLiteral(" AND EXISTS (SELECT 1 FROM jobs WHERE delivery_seq = seq AND %1)").arg(scope);
    Statement read = db.prepareOnce(sql + QStringLiteral(" ORDER BY seq DESC"));
    read.runWith(bindings);
    while (read.next())
        rows.append(read.integer(0));
    return rows;
}

QList<DeliveryRow> deliveriesBySeq(Database &db, const QList<qint64> &seqs)
{
    QList<DeliveryRow> rows;
    Statement read = db.prepareOnce(QStringLiteral("SELECT " DELIVERY_COLUMNS "WHERE d.seq IN (%1)").arg(numberList(seqs)));
    read.run();
    while (read.next())
        rows.append(readDelivery(read));
    return inOrder(seqs, rows, [](const DeliveryRow &row) { return row.delivery.seq; });
}

QList<DeliveryRow> findDeliveries(Database &db, const QString &deliveryId)
{
    QList<DeliveryRow> rows;
    Statement read = db.prepare("SELECT " DELIVERY_COLUMNS "WHERE d.delivery_id = ? ORDER BY d.seq");
    read.run(deliveryId);
    while (read.next())
        rows.append(readDelivery(read));
    return rows;
}

namespace {

// The row stays ready or waiting; what holds it is one row elsewhere (3-contracts, Job states).
constexpr char kHeldJobs[] = "state IN ('ready', 'waiting') AND (EXISTS (SELECT 1 FROM holds h WHERE (h.kind = 'source' AND h.name = "
                             "jobs.source) OR (h.kind = 'workflow' AND h.name = jobs.workflow)) "
                             "OR EXISTS (SELECT 1 FROM releases r WHERE r.redrive_id = jobs.redrive_id AND r.state = 'paused'))";

QString jobCondition(const QString &state)
{
    if (state.isEmpty())
        return QStringLiteral("1");
    const QString held = QString::fromLatin1(kHeldJobs);
    if (state == u"held")
        return held;
    const JobState stored = fromText<JobState>(state).value_or(JobState::ready);
    if (stored == JobState::ready || stored == JobState::waiting)
        return QStringLiteral("state = '%1' AND NOT (%2)").arg(toText(stored), held);
    return QStringLiteral("state = '%1'").arg(toText(stored));
}

QString scopedJobs(const QString &state, const QStringList &tenants, QVariantList &bindings)
{
    const QString scope = tenantCondition(tenants, bindings);
    return scope.isEmpty() ? jobCondition(state) : QStringLiteral("(%1) AND %2").arg(jobCondition(state), scope);
}

} // namespace

QList<Job> listJobs(Database &db, const JobFilter &filter)
{
    QStringList ids;
    {
        QVariantList bindings;
        const QString where = scopedJobs(filter.state, filter.tenants, bindings);
        Statement read =
            db.prepareOnce(QStringLiteral("SELECT job_id FROM jobs WHERE %1 AND job_id > ? ORDER BY job_id LIMIT ?").arg(where));
        read.runWith(bindings + QVariantList{notNull(filter.afterId), filter.limit > 0 ? filter.limit : qint64(-1)});
        while (read.next())
            ids.append(read.text(0));
    }
    QList<Job> jobs;
    for (const auto &id : std::as_const(ids)) {
        if (auto job = loadJob(db, JobId{id}))
            jobs.append(*job);
    }
    return jobs;
}

qint64 countJobs(Database &db, const QString &state, const QStringList &tenants)
{
    QVariantList bindings;
    const QString where = scopedJobs(state, tenants, bindings);
    Statement read = db.prepareOnce(QStringLiteral("SELECT count(*) FROM jobs WHERE %1").arg(where));
    return read.runWith(bindings) && read.next() ? read.integer(0) : 0;
}

QString heldReason(Database &db, const Job &job)
{
    if (job.state != JobState::ready && job.state != JobState::waiting)
        return {};
    Statement read = db.prepare(
        "SELECT 'source \"' || name || '\" is on hold' FROM holds WHERE kind = 'source' AND name = ? "
        "UNION ALL SELECT 'workflow \"' || name || '\" is on hold' FROM holds WHERE kind = 'workflow' AND name = ? "
        "UNION ALL SELECT 'release ' || redrive_id || ' is paused' FROM releases WHERE redrive_id = ? AND state = 'paused' LIMIT 1");
    return read.run(notNull(job.source), job.workflow, notNull(job.redriveId)) && read.next() ? read.text(0) : QString();
}

QList<ClassCount> openByClass(Database &db)
{
    QList<ClassCount> list;
    Statement read = db.prepare("SELECT error_class, count(*) FROM cases WHERE closed_at IS NULL GROUP BY error_class ORDER BY 2 DESC, 1");
    read.run();
    while (read.next())
        list.append({read.word<ErrorClass>(0), read.integer(1)});
    return list;
}

namespace {

template <typename... Args>
qint64 count(Database &db, const char *sql, const Args &...args)
{
    Statement read = db.prepare(sql);
    return read.run(args...) && read.next() ? read.integer(0) : 0;
}

} // namespace

bool liveTrafficStarves(Database &db, qint64 now)
{
    // Narrowed by workflow so that jobs_due (workflow, due_at) answers it without walking the queue; CROSS keeps SQLite to that order
    // (sqlite.org/optoverview.html section 7.1), without statistics it would begin with the jobs.
    Statement read =
        db.prepare("SELECT 1 FROM workflow_current w CROSS JOIN jobs j ON j.workflow = w.name AND j.state IN ('ready', 'waiting') "
                   "AND j.due_at < ? WHERE j.redrive_id IS NULL "
                   "AND NOT EXISTS (SELECT 1 FROM holds h WHERE (h.kind = 'workflow' AND h.name = j.workflow) OR (h.kind = "
                   "'source' AND h.name = j.source)) LIMIT 1");
    return read.run(now - 300000) && read.next();
}

qint64 queueDepth(Database &db)
{
    return count(db, "SELECT count(*) FROM jobs WHERE state IN ('ready', 'waiting')");
}

PipelineFigures pipelineFigures(Database &db, qint64 now)
{
    PipelineFigures f;
    const qint64 since = now - 60000;
    f.acceptedLastMinute = count(db, "SELECT count(*) FROM deliveries WHERE received_at > ?", since);
    f.duplicatesLastMinute =
        count(db, "SELECT coalesce(sum(count), 0) FROM intake_counts WHERE minute >= ? AND result = 'duplicate'", since / 60000);
    f.refusedLastMinute =
        count(db, "SELECT coalesce(sum(count), 0) FROM intake_counts WHERE minute >= ? AND result NOT IN ('duplicate', 'not_subscribed')",
              since / 60000);
    f.ready = count(db, "SELECT count(*) FROM jobs WHERE state IN ('ready', 'waiting') AND state = 'ready'");
    f.waiting = count(db, "SELECT count(*) FROM jobs WHERE state IN ('ready', 'waiting') AND state = 'waiting'");
    f.leased = count(db, "SELECT count(*) FROM jobs WHERE state = 'leased'");
    f.doneLastMinute = count(db, "SELECT count(*) FROM jobs WHERE settled_at > ? AND state = 'done'", since);
    {
        Statement read = db.prepare("SELECT min(due_at) FROM jobs WHERE state IN ('ready', 'waiting') AND state = 'ready'");
        if (read.run() && read.next())
            f.oldestReadySince = read.time(0);
    }
    f.openCases = count(db, "SELECT count(*) FROM cases WHERE closed_at IS NULL");
    f.closedCases = count(db, "SELECT count(*) FROM cases WHERE closed_at IS NOT NULL");
    {
        Statement read =
            db.prepare("SELECT first_failure_at, case_id FROM cases WHERE closed_at IS NULL ORDER BY first_failure_at LIMIT 1");
        if (read.run() && read.next()) {
            f.oldestCaseAt = read.time(0);
            f.oldestCase.value = read.text(1);
        }
    }
    f.uncertain = count(db, "SELECT count(*) FROM cases WHERE closed_at IS NULL AND error_class = 'uncertain_effect'");
    f.overdue = count(db, "SELECT count(*) FROM cases WHERE closed_at IS NULL AND review_due_at < ?", now);
    f.awaitingApproval = count(
        db,
        "SELECT count(*) FROM dispositions d JOIN cases c ON c.disposition_id = d.id WHERE d.state = 'requested' AND c.closed_at IS NULL");
    f.releasesToApprove = count(db, "SELECT count(*) FROM releases WHERE state = 'planned'");
    f.releasesPaused = count(db, "SELECT count(*) FROM releases WHERE state = 'paused'");
    f.releasesRunning = count(db, "SELECT count(*) FROM releases WHERE state IN ('canary', 'running', 'reconciling')");
    f.sources = count(db, "SELECT count(*) FROM source_current WHERE removed = 0");
    f.workflows = count(db, "SELECT count(*) FROM workflow_current WHERE removed = 0");
    f.heldSources = count(db, "SELECT count(*) FROM holds WHERE kind = 'source'");
    return f;
}

QList<IntakeCount> intakeTotals(Database &db)
{
    QList<IntakeCount> list;
    Statement read = db.prepare("SELECT source, 'accepted', count(*) FROM deliveries GROUP BY source UNION ALL SELECT source, result, "
                                "sum(count) FROM intake_counts GROUP BY source, result ORDER BY 1, 2");
    read.run();
    while (read.next())
        list.append({read.text(0), read.text(1), read.integer(2)});
    return list;
}

QList<AttemptCount> attemptTotals(Database &db)
{
    QList<AttemptCount> list;
    Statement read = db.prepare(
        "SELECT outcome, coalesce(error_class, ''), count(*) FROM attempts WHERE outcome IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2");
    read.run();
    while (read.next())
        list.append({read.text(0), read.text(1), read.integer(2)});
    return list;
}

} // namespace lazaret::store
