#include "model/workspace.h"

#include "base/strictjson.h"

#include "model/jsonfields.h"

#include <QJsonDocument>
#include <QRegularExpression>
#include <QSet>
#include <QTimeZone>
#include <QUrl>

namespace lazaret {

// In workspaceworkflow.cpp.
Workflow parseWorkflow(const QJsonObject &json, const QString &path, QList<Problem> &problems, QList<Problem> &warnings);

std::optional<qint64> parseTime(const QString &text)
{
    const QDateTime time = QDateTime::fromString(text, Qt::ISODateWithMs);
    if (!time.isValid())
        return std::nullopt;
    return time.toMSecsSinceEpoch();
}

namespace {

constexpr qint64 kMostBodyBytes = 256LL * 1024 * 1024;

bool schemeKnown(const QString &scheme)
{
    static const QRegularExpression generic(QStringLiteral("^generic-hmac:(sha1|sha256|sha512):(hex|base64)(:prefix=.*)?$"));
    return scheme == u"github-sha256" || scheme == u"standard-webhooks-v1" || generic.match(scheme).hasMatch();
}

FieldRule presetIdRule(const QString &scheme)
{
    if (scheme == u"github-sha256")
        return {FieldRule::From::header, QStringLiteral("X-GitHub-Delivery")};
    if (scheme == u"standard-webhooks-v1")
        return {FieldRule::From::header, QStringLiteral("webhook-id")};
    return {FieldRule::From::body_hash, {}};
}

FieldRule presetTypeRule(const QString &scheme)
{
    if (scheme == u"github-sha256")
        return {FieldRule::From::header, QStringLiteral("X-GitHub-Event")};
    return {FieldRule::From::pointer, QStringLiteral("/type")};
}

bool pointerValid(const QString &pointer)
{
    static const QRegularExpression form(QStringLiteral("^(/([^~]|~[01])*)?$")); // RFC 6901 section 3
    return form.match(pointer).hasMatch();
}

FieldRule parseRule(JsonFields &fields, const QString &key, const FieldRule &preset, QList<Problem> &problems)
{
    const QJsonValue given = fields.value(key);
    if (given.isUndefined() || given.isNull())
        return preset;
    if (given.isString() && given.toString() == u"body_hash")
        return {FieldRule::From::body_hash, {}};
    if (!given.isObject()) {
        fields.problem(key, QStringLiteral("must be {\"header\": NAME}, {\"pointer\": JSON POINTER} or \"body_hash\""));
        return preset;
    }
    JsonFields rule(given.toObject(), fields.pathOf(key), problems);
    FieldRule result = preset;
    if (rule.has(QStringLiteral("header"))) {
        result = {FieldRule::From::header, rule.requiredText(QStringLiteral("header"))};
    } else if (rule.has(QStringLiteral("pointer"))) {
        result = {FieldRule::From::pointer, rule.requiredText(QStringLiteral("pointer"))};
        if (!pointerValid(result.name))
            rule.problem(QStringLiteral("pointer"), QStringLiteral("is not a JSON Pointer (RFC 6901)"));
    } else if (rule.has(QStringLiteral("body_hash"))) {
        rule.flag(QStringLiteral("body_hash"), true);
        result = {FieldRule::From::body_hash, {}};
    }
    rule.refuseUnknown();
    return result;
}

QList<GivenSecret> parseSecrets(JsonFields &fields, QList<Problem> &problems)
{
    const QString key = QStringLiteral("secrets");
    const QJsonArray given = fields.array(key);
    if (given.isEmpty() || given.size() > 2)
        fields.problem(key, QStringLiteral("needs one or two secrets: a source without a key would let anyone in"));
    QList<GivenSecret> secrets;
    for (qsizetype i = 0; i < given.size(); ++i) {
        const QString path = QStringLiteral("%1/%2").arg(fields.pathOf(key)).arg(i);
        GivenSecret secret;
        if (given[i].isString()) {
            secret.value = given[i].toString();
        } else if (given[i].isObject()) {
            JsonFields slot(given[i].toObject(), path, problems);
            secret.value = slot.text(QStringLiteral("value"));
            secret.ref = slot.text(QStringLiteral("ref"));
            if (const QString expires = slot.text(QStringLiteral("expires_at")); !expires.isEmpty()) {
                secret.expiresAt = parseTime(expires);
                if (!secret.expiresAt)
                    slot.problem(QStringLiteral("expires_at"), QStringLiteral("is not an ISO 8601 time"));
            }
            slot.refuseUnknown();
        }
        if (secret.value.isEmpty() && secret.ref.isEmpty())
            problems.append({path, QStringLiteral("must be a non-empty text or {\"value\": …, \"expires_at\": …}")});
        secrets.append(secret);
    }
    return secrets;
}

QMap<QString, QString> parseMap(JsonFields &fields, QList<Problem> &problems, QList<Problem> &warnings)
{
    QMap<QString, QString> map;
    JsonFields given(fields.object(QStringLiteral("map")), fields.pathOf(QStringLiteral("map")), problems);
    for (const auto &field : mappableFields()) {
        const QString pointer = given.text(field);
        if (pointer.isEmpty())
            continue;
        if (!pointerValid(pointer))
            given.problem(field, QStringLiteral("is not a JSON Pointer (RFC 6901)"));
        else if (field == u"operation_status" || field == u"occurred_at")
            warnings.append({given.pathOf(field), QStringLiteral("kept, but operations are not tracked by this version")});
        map.insert(field, pointer);
    }
    given.refuseUnknown();
    return map;
}

Workspace::SourceEntry parseSource(const QJsonObject &json, const QString &path, QList<Problem> &problems, QList<Problem> &warnings)
{
    static const QRegularExpression slugForm(QStringLiteral("^[a-z0-9][a-z0-9._-]{0,63}$"));
    JsonFields f(json, path, problems);
    Workspace::SourceEntry entry;
    Source &s = entry.source;
    s.slug = f.requiredText(QStringLiteral("slug"));
    if (!s.slug.isEmpty() && !slugForm.match(s.slug).hasMatch())
        f.problem(QStringLiteral("slug"), QStringLiteral("may hold a–z, 0–9, '.', '_' and '-' (at most 64, first a letter or digit)"));
    s.scheme = f.requiredText(QStringLiteral("scheme"));
    if (!s.scheme.isEmpty() && !schemeKnown(s.scheme))
        f.problem(QStringLiteral("scheme"), QStringLiteral("unknown scheme; this version knows github-sha256, standard-webhooks-v1, "
                                                           "generic-hmac:<sha1|sha256|sha512>:<hex|base64>[:prefix=<text>]"));
    entry.secrets = parseSecrets(f, problems);
    s.signatureHeader = f.text(QStringLiteral("signature_header"));
    if (s.scheme.startsWith(u"generic-hmac:") && s.signatureHeader.isEmpty())
        f.problem(QStringLiteral("signature_header"), QStringLiteral("is required with a generic scheme"));
    static const QRegularExpression headerName(QStringLiteral("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")); // RFC 9110 section 5.6.2
    if (!s.signatureHeader.isEmpty() && !headerName.match(s.signatureHeader).hasMatch())
        f.problem(QStringLiteral("signature_header"), QStringLiteral("is not a header name"));
    s.toleranceS = f.whole(QStringLiteral("tolerance_s"), 300, 0, 86400);
    s.publicUrl = f.text(QStringLiteral("public_url"));
    if (!s.publicUrl.isEmpty() && QUrl(s.publicUrl, QUrl::StrictMode).host().isEmpty())
        f.problem(QStringLiteral("public_url"), QStringLiteral("must be an absolute URL"));
    s.ackStatus = int(f.whole(QStringLiteral("ack_status"), 202, 200, 299));
    if (f.has(QStringLiteral("events")))
        s.events = f.texts(QStringLiteral("events"), {});
    else
        f.ignore(QStringLiteral("events"));
    s.deliveryId = parseRule(f, QStringLiteral("delivery_id"), presetIdRule(s.scheme), problems);
    s.eventType = parseRule(f, QStringLiteral("event_type"), presetTypeRule(s.scheme), problems);
    if (!f.value(QStringLiteral("items")).isNull() && !f.value(QStringLiteral("items")).isUndefined())
        f.problem(QStringLiteral("items"), QStringLiteral("fan-out of array bodies is not in this version"));
    s.map = parseMap(f, problems, warnings);
    if (f.text(QStringLiteral("vault"), QStringLiteral("none")) != u"none")
        f.problem(QStringLiteral("vault"), QStringLiteral("keeping bodies is not in this version: only \"none\""));
    s.maxBodyBytes = f.whole(QStringLiteral("max_body_bytes"), 1048576, 1, kMostBodyBytes);
    s.ratePerS = f.whole(QStringLiteral("rate_per_s"), 0, 0, 1000000);
    s.replayHold = f.word(QStringLiteral("replay"), {QStringLiteral("flag"), QStringLiteral("hold")}, QStringLiteral("flag")) == u"hold";
    s.hold = f.flag(QStringLiteral("hold"), false);
    s.enabled = f.flag(QStringLiteral("enabled"), true);
    s.workflow = f.requiredText(QStringLiteral("workflow"));
    f.refuseUnknown();
    return entry;
}

void parseOperators(JsonFields &file, ParsedWorkspace &parsed)
{
    const QString key = QStringLiteral("operators");
    const QJsonArray given = file.array(key);
    for (qsizetype i = 0; i < given.size(); ++i) {
        JsonFields f(given[i].toObject(), QStringLiteral("%1/%2").arg(file.pathOf(key)).arg(i), parsed.problems);
        Operator o;
        o.name = f.requiredText(QStringLiteral("name"));
        const auto role = fromText<Role>(f.requiredText(QStringLiteral("role")));
        if (!role)
            f.problem(QStringLiteral("role"), QStringLiteral("must be one of: %1").arg(wordList<Role>()));
        o.role = role.value_or(Role::viewer);
        o.tenants = f.texts(QStringLiteral("tenants"), {QStringLiteral("*")});
        f.refuseUnknown();
        parsed.workspace.operators.append(o);
    }
}

void parseTenants(JsonFields &file, ParsedWorkspace &parsed)
{
    const QString key = QStringLiteral("tenants");
    const QJsonArray given = file.array(key);
    for (qsizetype i = 0; i < given.size(); ++i) {
        JsonFields f(given[i].toObject(), QStringLiteral("%1/%2").arg(file.pathOf(key)).arg(i), parsed.problems);
        Tenant t;
        t.name = f.requiredText(QStringLiteral("name"));
        t.owner = f.text(QStringLiteral("owner"));
        t.notes = f.text(QStringLiteral("notes"));
        f.refuseUnknown();
        parsed.workspace.tenants.append(t);
    }
}

void checkUnique(const QString &key, const QStringList &names, QList<Problem> &problems)
{
    QSet<QString> seen;
    for (qsizetype i = 0; i < names.size(); ++i) {
        if (seen.contains(names[i]))
            problems.append({QStringLiteral("/%1/%2").arg(key).arg(i), QStringLiteral("\"%1\" is named twice").arg(names[i])});
        seen.insert(names[i]);
    }
}

void checkNames(ParsedWorkspace &parsed)
{
    QStringList slugs, versions, tenants, operators;
    for (const auto &entry : parsed.workspace.sources)
        slugs.append(entry.source.slug);
    for (const auto &workflow : parsed.workspace.workflows)
        versions.append(workflow.name + u'@' + workflow.version);
    for (const auto &tenant : parsed.workspace.tenants)
        tenants.append(tenant.name);
    for (const auto &op : parsed.workspace.operators)
        operators.append(op.name);
    checkUnique(QStringLiteral("sources"), slugs, parsed.problems);
    checkUnique(QStringLiteral("workflows"), versions, parsed.problems);
    checkUnique(QStringLiteral("tenants"), tenants, parsed.problems);
    checkUnique(QStringLiteral("operators"), operators, parsed.problems);
}

} // namespace

ParsedWorkspace parseWorkspace(const QByteArray &json)
{
    ParsedWorkspace parsed;
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(json, &error);
    if (error.error != QJsonParseError::NoError) {
        const auto line = json.left(error.offset).count('\n') + 1;
        parsed.problems.append(
            {QString(), QStringLiteral("not JSON: %1 at byte %2, line %3").arg(error.errorString()).arg(error.offset).arg(line)});
        return parsed;
    }
    if (!document.isObject()) {
        parsed.problems.append({QString(), QStringLiteral("must be a JSON object")});
        return parsed;
    }
    // QJsonDocument takes the last of two equal keys without a word, and lets through what RFC 8259 does not.
    const auto strict = StrictJson::parse(json);
    if (!strict)
        parsed.problems.append({QString(), QStringLiteral("not JSON: %1").arg(strict.error().detail)});
    else if (const QString twice = strict->firstDuplicateKey(); !twice.isNull())
        parsed.problems.append({twice, QStringLiteral("stands here twice; only one can be meant")});
    JsonFields f(document.object(), QString(), parsed.problems);
    if (f.whole(QStringLiteral("lazaret"), 0, 0, 1000000) != 1)
        f.problem(QStringLiteral("lazaret"), QStringLiteral("must be 1: the version of this file format"));
    const QString sources = QStringLiteral("sources");
    const QJsonArray givenSources = f.array(sources);
    for (qsizetype i = 0; i < givenSources.size(); ++i) {
        const QString path = QStringLiteral("/sources/%1").arg(i);
        parsed.workspace.sources.append(parseSource(givenSources[i].toObject(), path, parsed.problems, parsed.warnings));
    }
    const QJsonArray workflows = f.array(QStringLiteral("workflows"));
    for (qsizetype i = 0; i < workflows.size(); ++i) {
        const QString path = QStringLiteral("/workflows/%1").arg(i);
        parsed.workspace.workflows.append(parseWorkflow(workflows[i].toObject(), path, parsed.problems, parsed.warnings));
    }
    parseTenants(f, parsed);
    parseOperators(f, parsed);
    if (f.has(QStringLiteral("four_eyes")))
        parsed.workspace.fourEyes = f.flag(QStringLiteral("four_eyes"), false);
    f.ignore(QStringLiteral("four_eyes"));
    for (const auto &key : {QStringLiteral("roots"), QStringLiteral("retention"), QStringLiteral("demo")})
        if (const QJsonObject kept = f.object(key); !kept.isEmpty())
            parsed.workspace.rest.insert(key, kept);
    if (const QJsonArray alerts = f.array(QStringLiteral("alerts")); !alerts.isEmpty()) {
        parsed.workspace.rest.insert(QStringLiteral("alerts"), alerts);
        parsed.warnings.append({QStringLiteral("/alerts"), QStringLiteral("kept, but alerts are not watched by this version")});
    }
    if (parsed.workspace.rest.contains(QStringLiteral("retention")))
        parsed.warnings.append({QStringLiteral("/retention"), QStringLiteral("kept, but nothing is purged by this version")});
    f.refuseUnknown();
    checkNames(parsed);
    return parsed;
}

namespace {

QJsonValue ruleJson(const FieldRule &rule)
{
    switch (rule.from) {
    case FieldRule::From::header:
        return QJsonObject{{QStringLiteral("header"), rule.name}};
    case FieldRule::From::pointer:
        return QJsonObject{{QStringLiteral("pointer"), rule.name}};
    case FieldRule::From::body_hash:
        return QStringLiteral("body_hash");
    case FieldRule::From::none:
        break;
    }
    return QJsonValue::Null;
}

QJsonValue textOrNull(const QString &text)
{
    return text.isEmpty() ? QJsonValue(QJsonValue::Null) : QJsonValue(text);
}

} // namespace

QJsonObject toJson(const Source &s)
{
    QJsonArray secrets;
    for (const auto &secret : s.secrets) {
        QJsonObject slot{{QStringLiteral("ref"), secret.ref}};
        if (secret.expiresAt)
            slot.insert(QStringLiteral("expires_at"),
                        QDateTime::fromMSecsSinceEpoch(*secret.expiresAt, Qt::UTC).toString(Qt::ISODateWithMs));
        secrets.append(slot);
    }
    QJsonObject map;
    for (const auto &field : mappableFields())
        map.insert(field, textOrNull(s.map.value(field)));
    return QJsonObject{
        {QStringLiteral("slug"), s.slug},
        {QStringLiteral("scheme"), s.scheme},
        {QStringLiteral("secrets"), secrets},
        {QStringLiteral("signature_header"), textOrNull(s.signatureHeader)},
        {QStringLiteral("tolerance_s"), s.toleranceS},
        {QStringLiteral("public_url"), textOrNull(s.publicUrl)},
        {QStringLiteral("ack_status"), s.ackStatus},
        {QStringLiteral("events"), s.events ? QJsonValue(QJsonArray::fromStringList(*s.events)) : QJsonValue(QJsonValue::Null)},
        {QStringLiteral("delivery_id"), ruleJson(s.deliveryId)},
        {QStringLiteral("event_type"), ruleJson(s.eventType)},
        {QStringLiteral("items"), QJsonValue::Null},
        {QStringLiteral("map"), map},
        {QStringLiteral("vault"), QStringLiteral("none")},
        {QStringLiteral("max_body_bytes"), s.maxBodyBytes},
        {QStringLiteral("rate_per_s"), s.ratePerS},
        {QStringLiteral("replay"), s.replayHold ? QStringLiteral("hold") : QStringLiteral("flag")},
        {QStringLiteral("hold"), s.hold},
        {QStringLiteral("enabled"), s.enabled},
        {QStringLiteral("workflow"), s.workflow}};
}

Source sourceFromStored(const QJsonObject &json)
{
    QList<Problem> ignored;
    auto entry = parseSource(json, QString(), ignored, ignored);
    for (const auto &secret : entry.secrets)
        entry.source.secrets.append({secret.ref, secret.expiresAt});
    return entry.source;
}

} // namespace lazaret
