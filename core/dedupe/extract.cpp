#include "dedupe/extract.h"

#include "base/bytes.h"
#include "base/scrub.h"
#include "base/strictjson.h"

#include <algorithm>

namespace lazaret::dedupe {

namespace {

using From = FieldRule::From;

constexpr qsizetype kMostIdBytes = 256;
constexpr qsizetype kMostValueBytes = 512;

// A missing text is null; every other one was found.
using Found = tl::expected<QString, Rejection>;

tl::unexpected<Rejection> reject(const QString &what, const QString &problem, const QString &where)
{
    return tl::unexpected(Rejection{400, what + u'_' + problem, where});
}

QString place(const QString &field, const QString &source)
{
    return field + QStringLiteral(" at ") + source;
}

// A sender of a provider's scheme sends JSON. A generic one may send anything until something is to be read from it; its empty body
// (which has a valid signature) is then a delivery without type and fields, not a broken one.
bool needsJson(const Source &source, const QByteArray &body)
{
    if (!source.scheme.startsWith(u"generic-hmac:") || source.deliveryId.from == From::pointer)
        return true;
    const auto isSet = [](const QString &pointer) { return !pointer.isEmpty(); };
    const bool reads = source.eventType.from == From::pointer || std::any_of(source.map.begin(), source.map.end(), isSet);
    return reads && !body.isEmpty();
}

Found readHeader(const Headers &headers, const QString &what, const QString &name)
{
    const QByteArray key = name.toLatin1();
    if (countHeader(headers, key) > 1)
        return tl::unexpected(Rejection{400, QStringLiteral("duplicate_header"), place(what, name)});
    const auto value = findHeader(headers, key);
    return value && !value->isEmpty() ? QString::fromUtf8(*value) : QString();
}

Found readPointer(const StrictJson *json, const QString &what, const QString &field, const QString &pointer)
{
    if (!json)
        return QString();
    const JsonValue value = json->at(pointer);
    if (value.kind == JsonValue::Kind::duplicate_key)
        return tl::unexpected(Rejection{400, QStringLiteral("duplicate_key"), place(field, value.text)});
    if (value.kind == JsonValue::Kind::composite)
        return reject(what, QStringLiteral("not_scalar"), place(field, pointer));
    return value.isScalar() ? value.text : QString();
}

// Identities come into logs, URLs and tables: printable, and certain not to be a key someone put where an id belongs.
Found readIdentity(const FieldRule &rule, const QString &what, const QString &field, const Headers &headers, const StrictJson *json)
{
    const Found found = rule.from == From::header    ? readHeader(headers, field, rule.name)
                        : rule.from == From::pointer ? readPointer(json, what, field, rule.name)
                                                     : Found(QString());
    if (!found || found->isEmpty())
        return found;
    const QString where = place(field, rule.name);
    if (found->toUtf8().size() > kMostIdBytes)
        return reject(what, QStringLiteral("too_long"), where);
    const bool printable = std::all_of(found->begin(), found->end(),
                                       [](QChar c) { return (c.isPrint() || c.isSurrogate()) && c != QChar::ReplacementCharacter; });
    if (!printable)
        return reject(what, QStringLiteral("not_printable"), where);
    if (holdsKnownSecret(*found) || looksLikeSignedUrl(*found))
        return reject(what, QStringLiteral("secret"), where);
    return found;
}

Found readDeliveryId(const Source &source, const Headers &headers, const StrictJson *json, const QString &bodySha256)
{
    if (source.deliveryId.from == From::body_hash || source.deliveryId.from == From::none)
        return bodySha256;
    const QString what = QStringLiteral("id"), field = QStringLiteral("delivery_id");
    const Found found = readIdentity(source.deliveryId, what, field, headers, json);
    if (found && found->isEmpty())
        return reject(what, QStringLiteral("missing"), place(field, source.deliveryId.name));
    return found;
}

Found readMapped(const StrictJson *json, const QString &field, const QString &pointer)
{
    const QString what = QStringLiteral("value");
    const Found found = readPointer(json, what, field, pointer);
    if (!found || found->isNull())
        return found;
    if (found->toUtf8().size() > kMostValueBytes)
        return reject(what, QStringLiteral("too_long"), place(field, pointer));
    if (looksSecret(*found) || looksLikeSignedUrl(*found))
        return reject(what, QStringLiteral("secret"), place(field, pointer));
    return found;
}

} // namespace

tl::expected<Extracted, Rejection> extract(const Source &source, const Headers &headers, const QByteArray &body)
{
    std::optional<StrictJson> json;
    if (needsJson(source, body)) {
        auto parsed = StrictJson::parse(body);
        if (!parsed)
            return tl::unexpected(Rejection{400, QStringLiteral("body_not_json"), parsed.error().detail});
        json = std::move(*parsed);
    }
    const StrictJson *const read = json ? &*json : nullptr;

    Extracted extracted;
    extracted.bodySha256 = sha256Hex(body);
    extracted.bodySize = body.size();
    const Found id = readDeliveryId(source, headers, read, extracted.bodySha256);
    if (!id)
        return tl::unexpected(id.error());
    extracted.deliveryId = *id;
    const Found type = readIdentity(source.eventType, QStringLiteral("type"), QStringLiteral("event_type"), headers, read);
    if (!type)
        return tl::unexpected(type.error());
    extracted.eventType = type->isEmpty() ? QString() : *type;
    extracted.eventSubscribed = !source.events || source.events->contains(extracted.eventType);
    if (!extracted.eventSubscribed)
        return extracted;

    for (auto it = source.map.begin(); it != source.map.end(); ++it) {
        const Found value = it->isEmpty() ? Found(QString()) : readMapped(read, it.key(), *it);
        if (!value)
            return tl::unexpected(value.error());
        if (!value->isNull())
            extracted.fields.insert(it.key(), *value);
    }
    return extracted;
}

bool contentTypeAccepted(const Headers &headers)
{
    const QByteArray name = QByteArrayLiteral("Content-Type");
    if (countHeader(headers, name) != 1)
        return countHeader(headers, name) == 0;
    const auto parts = findHeader(headers, name)->toLower().split(';');
    const QByteArray type = parts[0].trimmed();
    if (type != "application/json" && !(type.endsWith("+json") && type.count('/') == 1))
        return false;
    return std::all_of(parts.begin() + 1, parts.end(), [](const QByteArray &parameter) {
        const auto equals = parameter.indexOf('=');
        const QByteArray value = parameter.mid(equals + 1).trimmed();
        return parameter.left(equals).trimmed() != "charset" || value == "utf-8" || value == "\"utf-8\"";
    });
}

} // namespace lazaret::dedupe
