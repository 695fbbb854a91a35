#include "store/cases.h"
#include "engine/records_json.h"
#include "session.h"
#include "store/releases.h"

#include <QDate>

namespace lazaret::ctl {

namespace {

QString required(const Invocation &invocation, const QString &option, QString *missing)
{
    const QString value = invocation.value(option);
    if (value.trimmed().isEmpty() && missing->isEmpty())
        *missing = QStringLiteral("%1 needs --%2").arg(invocation.command, option);
    return value;
}

int show(const Invocation &invocation, const Result<BulkResult> &bulk)
{
    return bulk ? showBulk(invocation, *bulk) : failed(bulk.error());
}

Result<Time> untilOf(const Invocation &invocation)
{
    if (!invocation.has(QStringLiteral("until")))
        return Time();
    const QString text = invocation.value(QStringLiteral("until"));
    const QDate day = QDate::fromString(text, Qt::ISODate);
    const Time time = text.size() == 10 && day.isValid() ? Time(day.startOfDay(Qt::UTC).toMSecsSinceEpoch()) : parseTime(text);
    if (!time)
        return fail(ErrorCode::usage, QStringLiteral("--until must be a date like 2027-01-31, or an ISO 8601 time"));
    return time;
}

} // namespace

int runCasesList(const Invocation &invocation)
{
    return reading(invocation, QStringLiteral("listing the cases"), [&](Session &session, const guard::Actor &actor) {
        const auto paging = pagingOf(invocation);
        if (!paging)
            return failed(paging.error());
        Database &db = session.database();
        const auto condition =
            queries::condition({actor.name, actor.tenants}, invocation.value(QStringLiteral("query")), session.clock().nowMs());
        if (!condition)
            return failed(queryError(condition.error()));
        store::CasePage page;
        page.where = condition->where;
        page.bindings = condition->bindings;
        page.afterCase = paging->after;
        page.limit = paging->limit + 1; // one more than shown: is there a next page?
        auto cases = store::listCases(db, page);
        Listing listing{{},
                        {},
                        store::countCases(db, condition->where, condition->bindings),
                        {QStringLiteral("case_id"), QStringLiteral("status"), QStringLiteral("error_class"), QStringLiteral("error_code"),
                         QStringLiteral("workflow"), QStringLiteral("workflow_version"), QStringLiteral("tenant"), QStringLiteral("owner"),
                         QStringLiteral("last_failure_at")}};
        listing.unknownCursor = !paging->after.isEmpty() && !store::loadCase(db, {paging->after});
        if (cases.size() > paging->limit) {
            cases.removeLast();
            listing.next = cases.last().caseId.value;
        }
        for (auto &c : cases) {
            if (c.disposition)
                c.disposition = store::loadDisposition(db, c.disposition->id);
            listing.items.append(recordJson(c));
        }
        return showListing(invocation, listing);
    });
}

int runCaseShow(const Invocation &invocation)
{
    return reading(invocation, QStringLiteral("reading a case"), [&](Session &session, const guard::Actor &actor) {
        const auto c = visibleCase(session.database(), actor, {invocation.arguments[0]});
        if (!c)
            return failed(c.error());
        QJsonObject json = caseDetailJson(*c);
        json.insert(QStringLiteral("reconciliations"), recordsJson(store::reconciliationsOf(session.database(), c->caseId)));
        return showRecord(invocation, json);
    });
}

int runCaseAssign(const Invocation &invocation)
{
    return acting(invocation, [&](Session &session) {
        return show(invocation,
                    session.desk().assign(invocation.arguments.mid(0, invocation.arguments.size() - 1), invocation.arguments.constLast()));
    });
}

int runCaseNote(const Invocation &invocation)
{
    QString missing;
    const QString text = required(invocation, QStringLiteral("text"), &missing);
    if (!missing.isEmpty())
        return misuse(missing);
    return acting(invocation, [&](Session &session) { return show(invocation, session.desk().note(invocation.arguments, text)); });
}

int runCaseFinding(const Invocation &invocation)
{
    QString missing;
    const QString text = required(invocation, QStringLiteral("text"), &missing);
    (void)required(invocation, QStringLiteral("step"), &missing);
    if (!missing.isEmpty())
        return misuse(missing);
    const auto step = wholeNumber(invocation, QStringLiteral("step"));
    const auto selection = selectionOf(invocation);
    if (!step || !selection)
        return failed(step ? selection.error() : step.error());
    return acting(invocation, [&](Session &session) { return show(invocation, session.desk().addFinding(*selection, int(*step), text)); });
}

int runCaseVerifyEffect(const Invocation &invocation)
{
    const auto selection = selectionOf(invocation);
    if (!selection)
        return failed(selection.error());
    return acting(invocation, [&](Session &session) {
        if (auto runs = pipelineRuns(session); !runs)
            return failed(runs.error());
        const auto asked = session.desk().askVerifyEffect(*selection);
        return asked ? showAnswer(invocation, session, *asked) : failed(asked.error());
    });
}

int runCaseSettleEffect(const Invocation &invocation)
{
    QString missing;
    const QString evidence = required(invocation, QStringLiteral("evidence"), &missing);
    const auto state = fromText<ReceiptState>(required(invocation, QStringLiteral("state"), &missing));
    if (!missing.isEmpty())
        return misuse(missing);
    if (state != ReceiptState::confirmed && state != ReceiptState::denied)
        return misuse(QStringLiteral("--state must be confirmed or denied"));
    const CaseId id{invocation.arguments[0]};
    return acting(invocation, [&](Session &session) {
        if (auto settled = session.desk().settleEffect(id, invocation.arguments[1], *state, evidence); !settled)
            return failed(settled.error());
        const auto c = store::loadCase(session.database(), id);
        return c ? showRecord(invocation, caseDetailJson(*c)) : failed({ErrorCode::internal, QStringLiteral("the case vanished")});
    });
}

int runCaseDispose(const Invocation &invocation)
{
    QString missing;
    const QString kind = required(invocation, QStringLiteral("kind"), &missing);
    DispositionRequest request;
    request.reason = required(invocation, QStringLiteral("reason"), &missing);
    if (!missing.isEmpty())
        return misuse(missing);
    const auto known = fromText<DispositionKind>(kind);
    if (!known)
        return misuse(QStringLiteral("--kind must be one of: %1").arg(wordList<DispositionKind>()));
    request.kind = *known;
    request.authority = invocation.value(QStringLiteral("authority"));
    request.link = invocation.value(QStringLiteral("link"));
    request.incident = invocation.value(QStringLiteral("incident"));
    const auto until = untilOf(invocation);
    const auto selection = selectionOf(invocation);
    if (!until || !selection)
        return failed(until ? selection.error() : until.error());
    request.until = *until;
    return acting(invocation, [&](Session &session) { return show(invocation, session.desk().dispose(*selection, request)); });
}

int runCaseDecide(const Invocation &invocation)
{
    QString missing;
    const QString reason = required(invocation, QStringLiteral("reason"), &missing);
    if (!missing.isEmpty())
        return misuse(missing);
    return acting(invocation, [&](Session &session) {
        const bool approve = invocation.command == u"case approve";
        return show(invocation,
                    approve ? session.desk().approve(invocation.arguments, reason) : session.desk().reject(invocation.arguments, reason));
    });
}

} // namespace lazaret::ctl
