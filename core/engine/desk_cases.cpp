#include "engine/desk.h"

#include "base/scrub.h"
#include "cases/casebook.h"
#include "store/cases.h"
#include "store/configuration.h"

namespace lazaret {

namespace {

using guard::Right;

QString textOf(const Time &time)
{
    return time ? QDateTime::fromMSecsSinceEpoch(*time, Qt::UTC).toString(Qt::ISODateWithMs) : QString();
}

} // namespace

Result<BulkResult> Desk::assign(const QStringList &ids, const QString &operatorName, const std::optional<queries::Seen> &seen)
{
    const QString doing = QStringLiteral("assigning a case");
    const auto known = act<bool>(Right::inspect, doing, [&](Database &db, const Actor &) -> Result<bool> {
        if (!store::operators(db).isEmpty() && !store::findOperator(db, operatorName))
            return fail(ErrorCode::not_found, QStringLiteral("no operator \"%1\"").arg(operatorName));
        return true;
    });
    if (!known)
        return tl::unexpected(known.error());
    return forEach(Right::inspect, doing, distinctCases(ids),
                   [&](Database &db, const Actor &actor, const CaseRecord &c) -> Result<QString> {
                       if (auto same = stillAsSeen(seen, db, actor, c, true); !same)
                           return tl::unexpected(same.error());
                       if (!store::setOwner(db, c.caseId, operatorName))
                           return QStringLiteral("already %1's").arg(operatorName);
                       record(db, actor, QStringLiteral("case.assign"), c.caseId.value,
                              {{QStringLiteral("owner"), operatorName}, {QStringLiteral("from"), c.owner}});
                       return QString();
                   });
}

Result<BulkResult> Desk::note(const QStringList &ids, const QString &text)
{
    return forEach(Right::inspect, QStringLiteral("noting something on a case"), distinctCases(ids),
                   [&](Database &db, const Actor &actor, const CaseRecord &c) -> Result<QString> {
                       if (auto added = cases::addFinding(db, c.caseId, 0, text, actor.name, m_clock.nowMs()); !added)
                           return tl::unexpected(added.error());
                       record(db, actor, QStringLiteral("case.note"), c.caseId.value, {{QStringLiteral("text"), scrub(text)}});
                       return QString();
                   });
}

Result<BulkResult> Desk::addFinding(const Selection &selection, int step, const QString &text)
{
    if (step < 1 || step > 6)
        return fail(ErrorCode::usage, QStringLiteral("the inspection has steps 1 to 6, not %1").arg(step));
    const QString doing = QStringLiteral("recording a finding");
    const auto ids = freeze(Right::inspect, doing, selection);
    if (!ids)
        return tl::unexpected(ids.error());
    return forEach(Right::inspect, doing, *ids, [&](Database &db, const Actor &actor, const CaseRecord &c) -> Result<QString> {
        if (auto added = cases::addFinding(db, c.caseId, step, text, actor.name, m_clock.nowMs()); !added)
            return tl::unexpected(added.error());
        record(db, actor, QStringLiteral("case.finding"), c.caseId.value,
               {{QStringLiteral("step"), step}, {QStringLiteral("text"), scrub(text)}});
        return QString();
    });
}

Result<> Desk::settleEffect(const CaseId &id, const QString &action, ReceiptState state, const QString &evidence,
                            const std::optional<queries::Seen> &seen)
{
    if (evidence.trimmed().isEmpty())
        return fail(ErrorCode::usage, QStringLiteral("settling an effect needs its evidence: --evidence"));
    const auto settled =
        act<bool>(Right::verifyEffect, QStringLiteral("settling an effect"), [&](Database &db, const Actor &actor) -> Result<bool> {
            const auto c = visibleCase(db, actor, id);
            if (!c)
                return tl::unexpected(c.error());
            if (auto same = stillAsSeen(seen, db, actor, *c); !same)
                return tl::unexpected(same.error());
            const cases::Settlement settlement{action, state, scrub(evidence.trimmed()), QStringLiteral("operator:") + actor.name};
            if (auto done = cases::settleEffect(db, id, settlement, m_clock.nowMs()); !done)
                return tl::unexpected(done.error());
            record(db, actor, QStringLiteral("case.settle_effect"), id.value,
                   {{QStringLiteral("action"), action},
                    {QStringLiteral("state"), toText(state)},
                    {QStringLiteral("evidence"), settlement.evidence}});
            return true;
        });
    if (!settled)
        return tl::unexpected(settled.error());
    return {};
}

namespace {

// Why the recipient cannot be asked about this case; empty: it can.
QString unaskable(Database &db, const CaseRecord &c)
{
    if (c.closedAt)
        return QStringLiteral("the case is closed");
    QString reason = QStringLiteral("no effect of it is uncertain");
    for (const auto &receipt : c.receipts) {
        if (receipt.state != ReceiptState::uncertain)
            continue;
        const auto workflow = store::workflowVersion(db, c.workflow, receipt.workflowVersion);
        const Step *step = workflow ? workflow->findAction(receipt.action) : nullptr;
        if (step && step->verify)
            return {};
        reason = QStringLiteral("the step \"%1\" has no verify block: settle it with evidence (case settle-effect)").arg(receipt.action);
    }
    return reason;
}

} // namespace

Result<Asked> Desk::askVerifyEffect(const Selection &selection)
{
    return act<Asked>(Right::verifyEffect, QStringLiteral("verifying an effect"), [&](Database &db, const Actor &actor) -> Result<Asked> {
        const auto ids = freeze(db, actor, selection);
        if (!ids)
            return tl::unexpected(ids.error());
        Asked asked;
        QList<CaseId> subjects;
        for (const auto &id : *ids) {
            const auto c = visibleCase(db, actor, id);
            if (!c) {
                asked.refused.items.append({id.value, QStringLiteral("not_found"), c.error().detail});
            } else if (const QString reason = unaskable(db, *c); !reason.isEmpty()) {
                asked.refused.items.append({id.value, QStringLiteral("refused"), reason});
            } else {
                subjects.append(id);
                record(db, actor, QStringLiteral("case.verify_effect_asked"), id.value);
            }
        }
        if (subjects.isEmpty())
            return asked;
        const auto request = ask(db, actor, QStringLiteral("verify_effect"), subjects, {});
        if (!request)
            return tl::unexpected(request.error());
        asked.request = *request;
        return asked;
    });
}

Result<BulkResult> Desk::dispose(const Selection &selection, const DispositionRequest &request)
{
    const QString doing = QStringLiteral("disposing of a case");
    const auto ids = freeze(Right::dispose, doing, selection);
    if (!ids)
        return tl::unexpected(ids.error());
    QString incident = request.incident; // "new" opens one for the whole selection, not one per case
    return forEach(Right::dispose, doing, *ids, [&](Database &db, const Actor &actor, const CaseRecord &c) -> Result<QString> {
        if (auto same = stillAsSeen(selection.seen, db, actor, c, true); !same)
            return tl::unexpected(same.error());
        const cases::Decision decision{request.kind, request.reason, request.authority,
                                       request.link, incident,       request.until,
                                       actor.name,   actor.osUser,   guard::mayDo(actor.role, Right::approve),
                                       fourEyes(db)};
        const auto d = cases::dispose(db, c.caseId, decision, m_clock.nowMs());
        if (!d)
            return tl::unexpected(d.error());
        if (!d->incident.isEmpty())
            incident = d->incident;
        record(db, actor, QStringLiteral("case.dispose"), c.caseId.value,
               {{QStringLiteral("kind"), toText(d->kind)},
                {QStringLiteral("state"), toText(d->state)},
                {QStringLiteral("reason"), d->reason},
                {QStringLiteral("authority"), d->authority},
                {QStringLiteral("until"), textOf(d->until)},
                {QStringLiteral("incident"), d->incident},
                {QStringLiteral("self_approved"), d->selfApproved}});
        if (d->state == DispositionState::requested)
            return QStringLiteral("requested: it waits for an approver (case approve)");
        return d->incident;
    });
}

Result<BulkResult> Desk::approve(const QStringList &ids, const QString &reason, const std::optional<queries::Seen> &seen)
{
    return forEach(Right::approve, QStringLiteral("approving a request"), distinctCases(ids),
                   [&](Database &db, const Actor &actor, const CaseRecord &c) -> Result<QString> {
                       if (auto same = stillAsSeen(seen, db, actor, c); !same)
                           return tl::unexpected(same.error());
                       if (auto done = cases::approve(db, c.caseId, actor.name, actor.osUser, reason, fourEyes(db), m_clock.nowMs()); !done)
                           return tl::unexpected(done.error());
                       const bool same = c.disposition && c.disposition->requestedBy == actor.name;
                       record(db, actor, QStringLiteral("case.approve"), c.caseId.value,
                              {{QStringLiteral("kind"), toText(c.disposition->kind)},
                               {QStringLiteral("requested_by"), c.disposition->requestedBy},
                               {QStringLiteral("reason"), scrub(reason)},
                               {QStringLiteral("self_approved"), same}});
                       return QString();
                   });
}

Result<BulkResult> Desk::reject(const QStringList &ids, const QString &reason, const std::optional<queries::Seen> &seen)
{
    return forEach(Right::approve, QStringLiteral("rejecting a request"), distinctCases(ids),
                   [&](Database &db, const Actor &actor, const CaseRecord &c) -> Result<QString> {
                       if (auto same = stillAsSeen(seen, db, actor, c); !same)
                           return tl::unexpected(same.error());
                       if (auto done = cases::reject(db, c.caseId, actor.name, reason, m_clock.nowMs()); !done)
                           return tl::unexpected(done.error());
                       record(db, actor, QStringLiteral("case.reject"), c.caseId.value,
                              {{QStringLiteral("kind"), toText(c.disposition->kind)}, {QStringLiteral("reason"), scrub(reason)}});
                       return QString();
                   });
}

Result<bool> Desk::exportCases(const QString &query, qint64 count, const QString &format)
{
    return act<bool>(Right::exportData, QStringLiteral("exporting cases"), [&](Database &db, const Actor &actor) -> Result<bool> {
        record(db, actor, QStringLiteral("cases.export"), QStringLiteral("cases"),
               {{QStringLiteral("query"), query}, {QStringLiteral("cases"), count}, {QStringLiteral("format"), format}});
        return true;
    });
}

Result<bool> Desk::exportDeliveries(const QString &query, qint64 count, const QString &format)
{
    return act<bool>(Right::exportData, QStringLiteral("exporting deliveries"), [&](Database &db, const Actor &actor) -> Result<bool> {
        record(db, actor, QStringLiteral("deliveries.export"), QStringLiteral("deliveries"),
               {{QStringLiteral("query"), query}, {QStringLiteral("deliveries"), count}, {QStringLiteral("format"), format}});
        return true;
    });
}

Result<Incident> Desk::openIncident(const QString &title, const QString &severity, const QString &impact)
{
    if (title.trimmed().isEmpty())
        return fail(ErrorCode::usage, QStringLiteral("an incident needs a title: --title"));
    return act<Incident>(Right::incident, QStringLiteral("opening an incident"), [&](Database &db, const Actor &actor) -> Result<Incident> {
        Incident incident;
        incident.openedAt = m_clock.nowMs();
        incident.incidentId = newIncidentId(incident.openedAt);
        incident.title = scrub(title.trimmed());
        incident.severity = scrub(severity.trimmed());
        incident.impact = scrub(impact.trimmed());
        incident.openedBy = actor.name;
        store::insertIncident(db, incident);
        record(db, actor, QStringLiteral("incident.open"), incident.incidentId.value, {{QStringLiteral("title"), incident.title}});
        return incident;
    });
}

Result<QList<CaseId>> Desk::closeIncident(const IncidentId &id, const QString &learning)
{
    return act<QList<CaseId>>(
        Right::incident, QStringLiteral("closing an incident"), [&](Database &db, const Actor &actor) -> Result<QList<CaseId>> {
            const auto waiting = store::openCasesOfIncident(db, id);
            for (const auto &c : waiting) { // it closes every one of them: only for who may see them all
                if (!visibleCase(db, actor, c))
                    return fail(ErrorCode::not_found, QStringLiteral("no open incident %1").arg(id.value));
            }
            auto closed = cases::closeIncident(db, id, learning, actor.name, m_clock.nowMs());
            if (!closed)
                return closed;
            record(db, actor, QStringLiteral("incident.close"), id.value, {{QStringLiteral("learning"), scrub(learning)}});
            for (const auto &c : *closed)
                record(db, actor, QStringLiteral("case.close"), c.value, {{QStringLiteral("incident"), id.value}});
            return closed;
        });
}

} // namespace lazaret
