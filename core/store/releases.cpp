#include "store/releases.h"

#include "store/cases.h"

#include <QJsonDocument>

#include <algorithm>

namespace lazaret::store {

namespace {

QString compact(const QJsonArray &array)
{
    return QString::fromUtf8(QJsonDocument(array).toJson(QJsonDocument::Compact));
}
QString compact(const QJsonObject &object)
{
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}
QString compact(const QStringList &list)
{
    return compact(QJsonArray::fromStringList(list));
}

QStringList texts(const QString &json)
{
    QStringList list;
    const QJsonArray array = QJsonDocument::fromJson(json.toUtf8()).array();
    for (const auto &value : array)
        list.append(value.toString());
    return list;
}

QString ladderText(const QList<int> &ladder)
{
    QJsonArray array;
    for (const int step : ladder)
        array.append(step);
    return compact(array);
}

QList<int> ladderFrom(const QString &json)
{
    QList<int> ladder;
    const QJsonArray array = QJsonDocument::fromJson(json.toUtf8()).array();
    for (const auto &value : array)
        ladder.append(value.toInt());
    return ladder;
}

#define RELEASE_COLUMNS                                                                                                                    \
    "redrive_id, state, state_reason, resume_to, case_selection_query, workflow, source_versions, target_version, fix_reference, "         \
    "allowed_effects, rate_limit, stop_conditions, "                                                                                       \
    "planned_by, planned_os, planned_at, approver, approved_at, self_approved, reconciliation_owner, plan_version, ladder, step, canary, " \
    "accept_irreversible, started_at, "                                                                                                    \
    "finished_at, approved_case_count, stop_early, accepted"

Release readRelease(const Statement &s)
{
    Release r;
    int c = 0;
    r.redriveId.value = s.text(c++);
    r.state = s.word<ReleaseState>(c++);
    r.stateReason = s.text(c++);
    r.resumeTo = s.word<ReleaseState>(c++);
    r.query = s.text(c++);
    r.workflow = s.text(c++);
    r.sourceVersions = texts(s.text(c++));
    r.targetVersion = s.text(c++);
    r.fixReference = s.text(c++);
    r.allowedEffects = texts(s.text(c++));
    r.ratePerMin = s.real(c++);
    r.stopConditions = texts(s.text(c++));
    r.plannedBy = s.text(c++);
    r.plannedByOs = s.text(c++);
    r.plannedAt = s.integer(c++);
    r.approver = s.text(c++);
    r.approvedAt = s.time(c++);
    r.selfApproved = s.flag(c++);
    r.reconciliationOwner = s.text(c++);
    r.planVersion = int(s.integer(c++));
    r.ladder = ladderFrom(s.text(c++));
    r.step = int(s.integer(c++));
    r.canary = s.text(c++);
    r.acceptIrreversible = s.flag(c++);
    r.startedAt = s.time(c++);
    r.finishedAt = s.time(c++);
    r.approvedCaseCount = int(s.integer(c++));
    r.stopEarly = s.flag(c++);
    r.accepted = QJsonDocument::fromJson(s.text(c++).toUtf8()).object();
    return r;
}

void readCounters(Database &db, Release &r)
{
    Statement s = db.prepare("SELECT sum(eligible), sum(released_at IS NOT NULL), "
                             "sum(released_at IS NOT NULL AND state IN ('settled', 'reconciled') AND failed_class IS NULL AND no_op = 0 "
                             "AND coalesce(outcome, '') NOT IN ('still_uncertain', 'duplicate_blocked')), "
                             "sum(no_op), sum(coalesce(outcome, '') = 'duplicate_blocked' AND no_op = 0), sum(failed_class IS NOT NULL AND "
                             "failed_class <> 'uncertain_effect'), "
                             "sum(coalesce(failed_class, '') = 'uncertain_effect' OR coalesce(outcome, '') = 'still_uncertain'), "
                             "sum(eligible AND state = 'planned') "
                             "FROM release_items WHERE redrive_id = ?");
    if (!s.run(r.redriveId) || !s.next())
        return;
    r.counters = {int(s.integer(0)), int(s.integer(1)), int(s.integer(2)), int(s.integer(3)),
                  int(s.integer(4)), int(s.integer(5)), int(s.integer(6)), int(s.integer(7))};
}

#define ITEM_COLUMNS                                                                                                                       \
    "position, case_id, job_id, eligible, reason, state, step, released_at, settled_at, outcome, sent, source_version, irreversible, "     \
    "no_op, failed_class, planned_class"

ReleaseItem readItem(const Statement &s)
{
    ReleaseItem i;
    int c = 0;
    i.position = int(s.integer(c++));
    i.caseId.value = s.text(c++);
    i.jobId.value = s.text(c++);
    i.eligible = s.flag(c++);
    i.reason = s.text(c++);
    i.state = s.word<ReleaseItemState>(c++);
    i.step = int(s.integer(c++));
    i.releasedAt = s.time(c++);
    i.settledAt = s.time(c++);
    i.outcome = s.wordOrNull<Reconciled>(c++);
    i.sent = s.flag(c++);
    i.sourceVersion = s.text(c++);
    i.irreversible = s.flag(c++);
    i.noOp = s.flag(c++);
    i.failedClass = s.text(c++);
    i.plannedClass = s.word<ErrorClass>(c++);
    return i;
}

} // namespace

void insertRelease(Database &db, const Release &r)
{
    db.prepare("INSERT INTO releases (redrive_id, state, resume_to, case_selection_query, workflow, source_versions, target_version, "
               "fix_reference, allowed_effects, rate_limit, stop_conditions, "
               "planned_by, planned_os, planned_at, reconciliation_owner, plan_version, ladder, canary, accept_irreversible, "
               "approved_case_count) "
               "VALUES (?, ?, 'canary', ?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)")
        .run(r.redriveId, r.state, notNull(r.query), notNull(r.workflow), compact(r.sourceVersions), r.targetVersion,
             notNull(r.fixReference), compact(r.allowedEffects), r.ratePerMin, compact(r.stopConditions), r.plannedBy,
             notNull(r.plannedByOs), r.plannedAt, notNull(r.reconciliationOwner), r.planVersion, ladderText(r.ladder), r.canary,
             r.acceptIrreversible, r.approvedCaseCount);
    for (const auto &i : r.items) {
        db.prepare("INSERT INTO release_items (redrive_id, position, case_id, job_id, eligible, reason, state, source_version, "
                   "irreversible, planned_class) VALUES (?,?,?,?,?,?,?,?,?,?)")
            .run(r.redriveId, i.position, i.caseId, i.jobId, i.eligible, i.reason, i.state, notNull(i.sourceVersion), i.irreversible,
                 i.plannedClass);
    }
}

std::optional<Release> loadRelease(Database &db, const QString &redriveId, bool withItems)
{
    std::optional<Release> release;
    {
        Statement read = db.prepare("SELECT " RELEASE_COLUMNS " FROM releases WHERE redrive_id = ?");
        if (!read.run(redriveId) || !read.next())
            return std::nullopt;
        release = readRelease(read);
    }
    readCounters(db, *release);
    if (withItems)
        release->items = releaseItems(db, redriveId);
    return release;
}

QList<Release> listReleases(Database &db)
{
    QList<Release> list;
    {
        Statement read = db.prepare("SELECT " RELEASE_COLUMNS " FROM releases ORDER BY redrive_id");
        read.run();
        while (read.next())
            list.append(readRelease(read));
    }
    for (auto &release : list)
        readCounters(db, release);
    return list;
}

QStringList tenantsOfRelease(Database &db, const QString &redriveId)
{
    QStringList list;
    Statement read = db.prepare(
        "SELECT DISTINCT coalesce(c.tenant, '') FROM release_items i JOIN cases c USING (case_id) WHERE i.redrive_id = ? ORDER BY 1");
    read.run(redriveId);
    while (read.next())
        list.append(read.text(0));
    return list;
}

QStringList activeReleases(Database &db)
{
    QStringList list;
    Statement read = db.prepare("SELECT redrive_id FROM releases WHERE state IN ('canary', 'running', 'reconciling') ORDER BY redrive_id");
    read.run();
    while (read.next())
        list.append(read.text(0));
    return list;
}

bool moveRelease(Database &db, const QString &redriveId, ReleaseState from, ReleaseState to, const QString &reason)
{
    Statement update = db.prepare("UPDATE releases SET state = ?, state_reason = ? WHERE redrive_id = ? AND state = ?");
    return update.run(to, reason, redriveId, from) && update.changes() == 1;
}

void setReleaseStep(Database &db, const QString &redriveId, int step)
{
    db.prepare("UPDATE releases SET step = ? WHERE redrive_id = ?").run(step, redriveId);
}

void setReleaseResume(Database &db, const QString &redriveId, ReleaseState resumeTo, const QString &canary, const QJsonObject &accepted)
{
    db.prepare("UPDATE releases SET resume_to = ?, canary = ?, accepted = ? WHERE redrive_id = ?")
        .run(resumeTo, canary, compact(accepted), redriveId);
}

void setReleaseApproval(Database &db, const QString &redriveId, const QString &approver, qint64 at, bool self)
{
    db.prepare("UPDATE releases SET approver = ?, approved_at = ?, self_approved = ? WHERE redrive_id = ?")
        .run(approver, at, self, redriveId);
}

void setReleaseStarted(Database &db, const QString &redriveId, qint64 at)
{
    db.prepare("UPDATE releases SET started_at = ? WHERE redrive_id = ?").run(at, redriveId);
}

void setReleaseFinished(Database &db, const QString &redriveId, qint64 at)
{
    db.prepare("UPDATE releases SET finished_at = ? WHERE redrive_id = ?").run(at, redriveId);
}

void setStopEarly(Database &db, const QString &redriveId)
{
    db.prepare("UPDATE releases SET stop_early = 1 WHERE redrive_id = ?").run(redriveId);
}

QList<ReleaseItem> releaseItems(Database &db, const QString &redriveId)
{
    QList<ReleaseItem> list;
    Statement read = db.prepare("SELECT " ITEM_COLUMNS " FROM release_items WHERE redrive_id = ? ORDER BY position");
    read.run(redriveId);
    while (read.next())
        list.append(readItem(read));
    return list;
}

std::optional<std::pair<QString, ReleaseItem>> openItemOfJob(Database &db, const JobId &job)
{
    Statement read = db.prepare(
        "SELECT " ITEM_COLUMNS ", redrive_id FROM release_items WHERE state IN ('released', 'settled', 'isolated') "
        "AND case_id = (SELECT case_id FROM cases WHERE job_id = ?) AND redrive_id = (SELECT redrive_id FROM jobs WHERE job_id = ?)");
    if (!read.run(job, job) || !read.next())
        return std::nullopt;
    return std::pair(read.text(16), readItem(read));
}

QList<std::pair<QString, ReleaseItem>> itemsOfCase(Database &db, const CaseId &id)
{
    QList<std::pair<QString, ReleaseItem>> list;
    Statement read = db.prepare("SELECT " ITEM_COLUMNS ", redrive_id FROM release_items WHERE case_id = ? ORDER BY redrive_id DESC");
    read.run(id);
    while (read.next())
        list.append({read.text(16), readItem(read)});
    return list;
}

QString openReleaseHolding(Database &db, const CaseId &id, const QString &exceptRelease)
{
    Statement read = db.prepare("SELECT r.redrive_id FROM release_items i JOIN releases r USING (redrive_id) WHERE i.case_id = ? AND "
                                "i.eligible = 1 AND i.state IN ('planned', 'released', 'settled', 'isolated') "
                                "AND r.state NOT IN ('finished', 'aborted', 'draft') AND r.redrive_id <> ? LIMIT 1");
    return read.run(id, notNull(exceptRelease)) && read.next() ? read.text(0) : QString();
}

bool moveItem(Database &db, const QString &redriveId, const CaseId &id, ReleaseItemState from, ReleaseItemState to, qint64 at)
{
    Statement update = db.prepare("UPDATE release_items SET state = ?, released_at = CASE WHEN ? = 'released' THEN ? ELSE released_at END, "
                                  "settled_at = CASE WHEN ? IN ('settled', 'failed_again') THEN ? ELSE settled_at END WHERE redrive_id = ? "
                                  "AND case_id = ? AND state = ?");
    return update.run(to, to, at, to, at, redriveId, id, from) && update.changes() == 1;
}

bool leaveRelease(Database &db, const CaseRecord &c, const QList<ReleaseItemState> &from, qint64 at)
{
    const bool moved = std::any_of(from.begin(), from.end(), [&](ReleaseItemState state) {
        return moveItem(db, c.redriveId, c.caseId, state, ReleaseItemState::failed_again, at);
    });
    if (!moved)
        return false;
    if (c.disposition)
        moveDisposition(db, c.disposition->id, c.disposition->state, DispositionState::spent, {}, at, c.disposition->selfApproved);
    setCurrentDisposition(db, c.caseId, std::nullopt);
    holdForRelease(db, c.caseId, {});
    return true;
}

void setItemReason(Database &db, const QString &redriveId, const CaseId &id, const QString &reason)
{
    db.prepare("UPDATE release_items SET reason = ? WHERE redrive_id = ? AND case_id = ?").run(reason, redriveId, id);
}

void setItemStep(Database &db, const QString &redriveId, const CaseId &id, int step)
{
    db.prepare("UPDATE release_items SET step = ? WHERE redrive_id = ? AND case_id = ?").run(step, redriveId, id);
}

void setItemOutcome(Database &db, const QString &redriveId, const CaseId &id, Reconciled outcome)
{
    db.prepare("UPDATE release_items SET outcome = ? WHERE redrive_id = ? AND case_id = ?").run(outcome, redriveId, id);
}

void setItemFacts(Database &db, const QString &redriveId, const CaseId &id, bool sent, bool noOp, const QString &failedClass)
{
    db.prepare("UPDATE release_items SET sent = max(sent, ?), no_op = ?, failed_class = coalesce(?, failed_class) WHERE redrive_id = ? AND "
               "case_id = ?")
        .run(sent, noOp, failedClass, redriveId, id);
}

qint64 insertReconciliation(Database &db, const ReconciliationItem &i)
{
    Statement insert = db.prepare("INSERT INTO reconciliations (case_id, redrive_id, at, receipts_before, observed, observed_at, how, "
                                  "outcome, proof) VALUES (?,?,?,?,?,?,?,?,?) RETURNING id");
    if (!insert.run(i.caseId, i.redriveId, i.at, compact(i.receiptsBefore), notNull(i.observed), i.observedAt, notNull(i.how), i.outcome,
                    notNull(i.proof)) ||
        !insert.next())
        return 0;
    return insert.integer(0);
}

QList<ReconciliationItem> reconciliationsOf(Database &db, const CaseId &id)
{
    QList<ReconciliationItem> list;
    Statement s = db.prepare("SELECT id, redrive_id, at, receipts_before, observed, observed_at, how, outcome, proof FROM reconciliations "
                             "WHERE case_id = ? ORDER BY id");
    s.run(id);
    while (s.next())
        list.append({s.integer(0), id, s.text(1), s.integer(2), QJsonDocument::fromJson(s.text(3).toUtf8()).array(), s.text(4), s.time(5),
                     s.text(6), s.word<Reconciled>(7), s.text(8)});
    return list;
}

namespace {

#define REQUEST_COLUMNS "id, kind, subjects, redrive_id, actor, os_user, state, results"

Request readRequest(const Statement &s)
{
    return {s.integer(0), s.text(1), texts(s.text(2)), s.text(3),
            s.text(4),    s.text(5), s.text(6),        QJsonDocument::fromJson(s.text(7).toUtf8()).array()};
}

} // namespace

qint64 insertRequest(Database &db, const Request &r, qint64 now)
{
    Statement insert = db.prepare(
        "INSERT INTO requests (kind, subjects, redrive_id, actor, os_user, at, state) VALUES (?, ?, ?, ?, ?, ?, 'asked') RETURNING id");
    if (!insert.run(r.kind, compact(r.subjects), r.redriveId, r.actor, notNull(r.osUser), now) || !insert.next())
        return 0;
    return insert.integer(0);
}

QList<Request> openRequests(Database &db, const QString &state)
{
    QList<Request> list;
    Statement read = db.prepare("SELECT " REQUEST_COLUMNS " FROM requests WHERE state <> 'answered' AND state = ? ORDER BY id");
    read.run(state);
    while (read.next())
        list.append(readRequest(read));
    return list;
}

bool takeRequest(Database &db, qint64 id)
{
    Statement update = db.prepare("UPDATE requests SET state = 'taken' WHERE id = ? AND state = 'asked'");
    return update.run(id) && update.changes() == 1;
}

void answerRequest(Database &db, qint64 id, const QJsonArray &results, qint64 at)
{
    db.prepare("UPDATE requests SET state = 'answered', results = ?, answered_at = ? WHERE id = ?").run(compact(results), at, id);
}

std::optional<Request> loadRequest(Database &db, qint64 id)
{
    Statement read = db.prepare("SELECT " REQUEST_COLUMNS " FROM requests WHERE id = ?");
    if (!read.run(id) || !read.next())
        return std::nullopt;
    return readRequest(read);
}

void reopenRequests(Database &db)
{
    db.prepare("UPDATE requests SET state = 'asked' WHERE state = 'taken'").run();
}

} // namespace lazaret::store
