// What asks for a person: counts for the rail, what happened since a moment for the bell, and cases by a piece of their ids for the
// palette. Only of the tenants given ("*": all). Every count is counted from rows.
#pragma once

#include "model/records.h"
#include "store/database.h"

namespace lazaret::store {

struct Attention
{
    qint64 openCases = 0;
    qint64 releasesToApprove = 0; // planned by somebody else
    qint64 releasesPaused = 0;
    qint64 toReconcile = 0; // cases out in a release that wait for their proof
};
Attention attention(Database &db, const QStringList &tenants, const QString &me);

enum class NoticeKind { releasePaused, releaseAsked, requestAsked, uncertainEffect, overdue };
struct Notice
{
    NoticeKind kind;
    QString id;    // of a release or a case
    QString about; // why a release is paused, what is asked for, or the workflow: never payload text
    qint64 at = 0;
};
// Paused releases as they are now; the rest as it happened in [since, now]. At most `most` of each kind, newest first.
QList<Notice> noticesSince(Database &db, const QStringList &tenants, const QString &me, qint64 since, qint64 now, int most);

struct FoundCase
{
    CaseId id;
    QString operation;
    QString workflow;
    ErrorClass errorClass = ErrorClass::unknown_defect;
    QString errorCode;
    bool open = false;
};
// Cases whose id ends with, or whose operation or delivery id contains the text; open ones first, then the latest failure.
QList<FoundCase> findCases(Database &db, const QStringList &tenants, const QString &text, int most);

} // namespace lazaret::store
