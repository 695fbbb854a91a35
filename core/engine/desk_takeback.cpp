// What can be taken back: the review date, the owner, a note and a request nobody has approved. Taking back is a change like any other,
// with its right and its entry in the audit log; what was there stays readable.
#include "engine/desk.h"

#include "base/scrub.h"
#include "cases/casebook.h"
#include "store/auditlog.h"
#include "store/cases.h"

#include <QJsonDocument>

namespace lazaret {

namespace {

using guard::Right;

// The last change of this kind, which must be the actor's own.
Result<QJsonObject> ownLast(Database &db, const guard::Actor &actor, const CaseRecord &c, const QString &action)
{
    const auto entries = store::auditAfter(db, 0, 0, c.caseId.value);
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
        if (entry->action != action)
            continue;
        if (entry->actor != actor.name)
            return fail(ErrorCode::conflict, QStringLiteral("%1 changed it after you; nothing was taken back").arg(entry->actor));
        return QJsonDocument::fromJson(entry->details.toUtf8()).object();
    }
    return fail(ErrorCode::refused, QStringLiteral("you changed nothing here that could be taken back"));
}

QJsonValue timeValue(const Time &time)
{
    return time ? QJsonValue(double(*time)) : QJsonValue();
}

} // namespace

Result<BulkResult> Desk::setReview(const QStringList &ids, qint64 due)
{
    if (due <= m_clock.nowMs())
        return fail(ErrorCode::usage, QStringLiteral("a review date lies in the future"));
    return forEach(Right::inspect, QStringLiteral("moving a review date"), distinctCases(ids),
                   [&](Database &db, const Actor &actor, const CaseRecord &c) -> Result<QString> {
                       if (c.closedAt)
                           return fail(ErrorCode::refused, QStringLiteral("%1 is closed").arg(c.caseId.value));
                       store::setReviewDue(db, c.caseId, due);
                       record(db, actor, QStringLiteral("case.review"), c.caseId.value,
                              {{QStringLiteral("due"), double(due)}, {QStringLiteral("from"), timeValue(c.reviewDueAt)}});
                       return QString();
                   });
}

Result<BulkResult> Desk::takeBackReview(const QStringList &ids)
{
    return forEach(Right::inspect, QStringLiteral("moving a review date"), distinctCases(ids),
                   [&](Database &db, const Actor &actor, const CaseRecord &c) -> Result<QString> {
                       const auto last = ownLast(db, actor, c, QStringLiteral("case.review"));
                       if (!last)
                           return tl::unexpected(last.error());
                       const QJsonValue from = last->value(QStringLiteral("from"));
                       const Time due = from.isDouble() ? Time(qint64(from.toDouble())) : Time();
                       store::setReviewDue(db, c.caseId, due);
                       record(db, actor, QStringLiteral("case.review"), c.caseId.value,
                              {{QStringLiteral("due"), from}, {QStringLiteral("from"), timeValue(c.reviewDueAt)}});
                       return QString();
                   });
}

Result<BulkResult> Desk::takeBackOwner(const QStringList &ids)
{
    return forEach(Right::inspect, QStringLiteral("assigning a case"), distinctCases(ids),
                   [&](Database &db, const Actor &actor, const CaseRecord &c) -> Result<QString> {
                       const auto last = ownLast(db, actor, c, QStringLiteral("case.assign"));
                       if (!last)
                           return tl::unexpected(last.error());
                       const QString owner = last->value(QStringLiteral("from")).toString();
                       store::setOwner(db, c.caseId, owner);
                       record(db, actor, QStringLiteral("case.assign"), c.caseId.value,
                              {{QStringLiteral("owner"), owner}, {QStringLiteral("from"), c.owner}});
                       return QString();
                   });
}

Result<BulkResult> Desk::takeBackNote(const QStringList &ids, const QString &text)
{
    const QString note = scrub(text.trimmed());
    return forEach(Right::inspect, QStringLiteral("taking a note back"), distinctCases(ids),
                   [&](Database &db, const Actor &actor, const CaseRecord &c) -> Result<QString> {
                       const auto standing = cases::standingNote(c, actor.name, note);
                       if (!standing)
                           return fail(ErrorCode::refused, QStringLiteral("%1 has no such note of yours").arg(c.caseId.value));
                       store::insertFinding(db, {0, c.caseId, 0, cases::withdrawal(*standing), actor.name, m_clock.nowMs()});
                       record(db, actor, QStringLiteral("case.note_withdrawn"), c.caseId.value, {{QStringLiteral("text"), note}});
                       return QString();
                   });
}

Result<BulkResult> Desk::withdraw(const QStringList &ids)
{
    return forEach(
        Right::dispose, QStringLiteral("withdrawing a request"), distinctCases(ids),
        [&](Database &db, const Actor &actor, const CaseRecord &c) -> Result<QString> {
            if (auto done = cases::withdraw(db, c.caseId, actor.name, m_clock.nowMs()); !done)
                return tl::unexpected(done.error());
            record(db, actor, QStringLiteral("case.withdraw"), c.caseId.value, {{QStringLiteral("kind"), toText(c.disposition->kind)}});
            return QString();
        });
}

} // namespace lazaret
