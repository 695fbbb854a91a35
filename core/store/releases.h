// Rows of releases, reconciliations and the requests that commands leave for the pipeline.
#pragma once

#include "model/records.h"
#include "store/database.h"

namespace lazaret::store {

void insertRelease(Database &db, const Release &release); // with its items
std::optional<Release> loadRelease(Database &db, const QString &redriveId, bool withItems);
QList<Release> listReleases(Database &db);
QStringList tenantsOfRelease(Database &db, const QString &redriveId); // of its cases; "" for a case without tenant
QStringList activeReleases(Database &db);                             // canary, running, reconciling
bool moveRelease(Database &db, const QString &redriveId, ReleaseState from, ReleaseState to, const QString &reason);
void setReleaseStep(Database &db, const QString &redriveId, int step);
void setReleaseResume(Database &db, const QString &redriveId, ReleaseState resumeTo, const QString &canary, const QJsonObject &accepted);
void setReleaseApproval(Database &db, const QString &redriveId, const QString &approver, qint64 at, bool self);
void setReleaseStarted(Database &db, const QString &redriveId, qint64 at);
void setReleaseFinished(Database &db, const QString &redriveId, qint64 at);
void setStopEarly(Database &db, const QString &redriveId);

QList<ReleaseItem> releaseItems(Database &db, const QString &redriveId);
// The release item in which this job is out now, if any.
std::optional<std::pair<QString, ReleaseItem>> openItemOfJob(Database &db, const JobId &job);
// Every release a case was planned into, the latest first.
QList<std::pair<QString, ReleaseItem>> itemsOfCase(Database &db, const CaseId &id);
// An eligible item of another release that is not over.
QString openReleaseHolding(Database &db, const CaseId &id, const QString &exceptRelease);
bool moveItem(Database &db, const QString &redriveId, const CaseId &id, ReleaseItemState from, ReleaseItemState to, qint64 at);
// A case that is back from its release as failed again: it leaves the release, its disposition is spent, and it is open anew.
// False: its item stood in none of these states, and nothing was changed.
bool leaveRelease(Database &db, const CaseRecord &c, const QList<ReleaseItemState> &from, qint64 at);
void setItemReason(Database &db, const QString &redriveId, const CaseId &id, const QString &reason);
void setItemStep(Database &db, const QString &redriveId, const CaseId &id, int step);
void setItemOutcome(Database &db, const QString &redriveId, const CaseId &id, Reconciled outcome);
void setItemFacts(Database &db, const QString &redriveId, const CaseId &id, bool sent, bool noOp, const QString &failedClass);

qint64 insertReconciliation(Database &db, const ReconciliationItem &item);
QList<ReconciliationItem> reconciliationsOf(Database &db, const CaseId &id);

struct Request
{
    qint64 id = 0;
    QString kind;
    QStringList subjects;
    QString redriveId;
    QString actor;
    QString osUser;
    QString state;
    QJsonArray results;
};
qint64 insertRequest(Database &db, const Request &request, qint64 now);
QList<Request> openRequests(Database &db, const QString &state);
bool takeRequest(Database &db, qint64 id);
void answerRequest(Database &db, qint64 id, const QJsonArray &results, qint64 at);
std::optional<Request> loadRequest(Database &db, qint64 id);
void reopenRequests(Database &db); // taken by a process that died

} // namespace lazaret::store
