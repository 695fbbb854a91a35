// Incidents, the audit log, operators, secrets, a signature's check.
#include "engine/queries_audit.h"
#include "engine/records_json.h"
#include "guard/audit.h"
#include "session.h"
#include "store/auditlog.h"
#include "store/cases.h"
#include "store/configuration.h"
#include "verify/signaturecheck.h"

#include <QJsonDocument>

namespace lazaret::ctl {

namespace {

// An incident without cases is everybody's; otherwise it is known to who may see one of its cases, and shows only those.
bool narrowIncident(Database &db, const guard::Actor &actor, Incident &incident)
{
    if (incident.cases.isEmpty())
        return true;
    QStringList seen;
    for (const auto &id : std::as_const(incident.cases)) {
        if (visibleCase(db, actor, {id}))
            seen.append(id);
    }
    incident.cases = seen;
    return !seen.isEmpty();
}

Result<> seesAll(const guard::Actor &actor)
{
    return queries::mayReadAudit({actor.name, actor.tenants});
}

} // namespace

int runIncidentsList(const Invocation &invocation)
{
    return reading(invocation, QStringLiteral("listing the incidents"), [&](Session &session, const guard::Actor &actor) {
        const auto paging = pagingOf(invocation);
        if (!paging)
            return failed(paging.error());
        QJsonArray all;
        for (auto &incident : store::incidents(session.database())) {
            if (narrowIncident(session.database(), actor, incident))
                all.append(recordJson(incident));
        }
        return showListing(invocation, pageOf(all, QStringLiteral("incident_id"), *paging,
                                              {QStringLiteral("incident_id"), QStringLiteral("title"), QStringLiteral("severity"),
                                               QStringLiteral("opened_at"), QStringLiteral("closed_at"), QStringLiteral("cases")}));
    });
}

int runIncidentsOpen(const Invocation &invocation)
{
    return acting(invocation, [&](Session &session) {
        const auto incident =
            session.desk().openIncident(invocation.value(QStringLiteral("title")), invocation.value(QStringLiteral("severity")),
                                        invocation.value(QStringLiteral("impact")));
        return incident ? showRecord(invocation, recordJson(*incident)) : failed(incident.error());
    });
}

int runIncidentsClose(const Invocation &invocation)
{
    return acting(invocation, [&](Session &session) {
        const IncidentId id{invocation.arguments[0]};
        if (const auto closed = session.desk().closeIncident(id, invocation.value(QStringLiteral("learning"))); !closed)
            return failed(closed.error());
        const auto incident = store::loadIncident(session.database(), id);
        return incident ? showRecord(invocation, recordJson(*incident))
                        : failed({ErrorCode::internal, QStringLiteral("the incident vanished")});
    });
}

int runAuditList(const Invocation &invocation)
{
    return reading(invocation, QStringLiteral("reading the audit log"), [&](Session &session, const guard::Actor &actor) {
        const auto paging = pagingOf(invocation);
        if (!paging)
            return failed(paging.error());
        if (auto all = seesAll(actor); !all)
            return failed(all.error());
        bool ok = true;
        const qint64 after = paging->after.isEmpty() ? 0 : paging->after.toLongLong(&ok);
        if (!ok)
            return misuse(QStringLiteral("--after takes the \"next\" of the page before"));
        Database &db = session.database();
        const QString object = invocation.value(QStringLiteral("object"));
        auto entries = store::auditAfter(db, after, paging->limit + 1, object);
        Listing listing{{},
                        {},
                        0,
                        {QStringLiteral("seq"), QStringLiteral("at"), QStringLiteral("actor"), QStringLiteral("os_user"),
                         QStringLiteral("action"), QStringLiteral("object"), QStringLiteral("details")}};
        const auto last = store::lastAudit(db); // numbered without gaps: the last number is the count
        listing.total = !object.isEmpty() ? store::auditAfter(db, 0, 0, object).size() : last ? last->seq : 0;
        if (entries.size() > paging->limit) {
            entries.removeLast();
            listing.next = QString::number(entries.last().seq);
        }
        listing.items = recordsJson(entries);
        return showListing(invocation, listing);
    });
}

int runAuditVerify(const Invocation &invocation)
{
    return reading(invocation, QStringLiteral("verifying the audit log"), [&](Session &session, const guard::Actor &) {
        const auto check = guard::verifyChain(session.database());
        showRecord(invocation,
                   {{QStringLiteral("intact"), check.intact},
                    {QStringLiteral("entries"), check.entries},
                    {QStringLiteral("head"), textOrNull(check.head)},
                    {QStringLiteral("first_broken"), check.intact ? QJsonValue(QJsonValue::Null) : QJsonValue(check.firstBroken)},
                    {QStringLiteral("reason"), textOrNull(check.reason)}});
        if (check.intact)
            return 0;
        warn(QStringLiteral("the audit log was tampered with: %1; keep the file as evidence and compare it with a backup")
                 .arg(check.reason));
        return 1;
    });
}

int runAuditExport(const Invocation &invocation)
{
    return reading(
        invocation, QStringLiteral("exporting the audit log"),
        [&](Session &session, const guard::Actor &actor) {
            if (auto all = seesAll(actor); !all)
                return failed(all.error());
            const auto entries = store::auditAfter(session.database(), 0, 0);
            const QJsonObject document{
                {QStringLiteral("items"), recordsJson(entries)},
                {QStringLiteral("next"), QJsonValue::Null},
                {QStringLiteral("total"), entries.size()},
                {QStringLiteral("head"), entries.isEmpty() ? QJsonValue(QJsonValue::Null) : QJsonValue(entries.last().hash)}};
            if (!invocation.has(QStringLiteral("out"))) {
                printJson(document);
                return 0;
            }
            if (auto written = writeOutput(invocation.value(QStringLiteral("out")), QJsonDocument(document).toJson()); !written)
                return failed(written.error());
            return showRecord(invocation, {{QStringLiteral("out"), invocation.value(QStringLiteral("out"))},
                                           {QStringLiteral("total"), entries.size()},
                                           {QStringLiteral("head"), document.value(QStringLiteral("head"))}});
        },
        guard::Right::exportData);
}

int runOperatorsList(const Invocation &invocation)
{
    return reading(
        invocation, QStringLiteral("listing the operators"),
        [&](Session &session, const guard::Actor &) {
            const auto paging = pagingOf(invocation);
            if (!paging)
                return failed(paging.error());
            return showListing(invocation, pageOf(recordsJson(store::operators(session.database())), QStringLiteral("name"), *paging,
                                                  {QStringLiteral("name"), QStringLiteral("role"), QStringLiteral("tenants")}));
        },
        guard::Right::configure);
}

int runSecretsList(const Invocation &invocation)
{
    return reading(
        invocation, QStringLiteral("listing the secrets"),
        [&](Session &session, const guard::Actor &) {
            const auto paging = pagingOf(invocation);
            const auto stored = session.secrets().refs();
            if (!paging || !stored)
                return failed(paging ? stored.error() : paging.error());
            QMap<QString, QJsonObject> byRef;
            const auto entry = [&](const QString &ref) -> QJsonObject & {
                if (!byRef.contains(ref))
                    byRef.insert(ref, {{QStringLiteral("ref"), ref},
                                       {QStringLiteral("store"), session.secrets().kind()},
                                       {QStringLiteral("present"), stored->contains(ref)},
                                       {QStringLiteral("source"), QJsonValue::Null},
                                       {QStringLiteral("expires_at"), QJsonValue::Null}});
                return byRef[ref];
            };
            for (const auto &ref : *stored)
                entry(ref);
            for (const auto &source : store::currentSources(session.database())) {
                for (const auto &secret : source.secrets) {
                    entry(secret.ref).insert(QStringLiteral("source"), source.slug);
                    entry(secret.ref).insert(QStringLiteral("expires_at"), timeOrNull(secret.expiresAt));
                }
            }
            QJsonArray all;
            for (const auto &secret : std::as_const(byRef))
                all.append(secret);
            return showListing(invocation, pageOf(all, QStringLiteral("ref"), *paging,
                                                  {QStringLiteral("ref"), QStringLiteral("store"), QStringLiteral("source"),
                                                   QStringLiteral("present"), QStringLiteral("expires_at")}));
        },
        guard::Right::configure);
}

int runSignatureCheck(const Invocation &invocation)
{
    const auto input = readInput(invocation.arguments[0]);
    return input ? showRecord(invocation, verify::checkSignature(*input)) : failed(input.error());
}

} // namespace lazaret::ctl
