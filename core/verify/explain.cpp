#include "verify/explain.h"

#include "verify/match.h"

#include <QDateTime>

namespace lazaret::verify {

namespace {

constexpr int kHeader = 0, kFormat = 1, kKey = 2, kTime = 3, kSignature = 4;
constexpr qint64 kAfterMilliseconds = 100'000'000'000; // in seconds the year 5138: such a timestamp counts milliseconds

int placeOf(const Verdict &verdict)
{
    if (verdict.valid)
        return -1;
    if (verdict.reason == u"missing_header" || verdict.reason == u"duplicate_header")
        return kHeader;
    if (verdict.reason == u"malformed")
        return kFormat;
    return verdict.reason == u"mismatch" ? kSignature : kKey;
}

// JSON with its white space between tokens taken away, and with one space after each comma and colon when asked for.
QByteArray respaced(const QByteArray &json, bool spaced)
{
    QByteArray out;
    out.reserve(json.size());
    bool quoted = false;
    for (qsizetype i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (quoted) {
            out += c;
            if (c == '\\' && i + 1 < json.size())
                out += json[++i];
            else if (c == '"')
                quoted = false;
            continue;
        }
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r')
            continue;
        out += c;
        quoted = c == '"';
        if (spaced && (c == ',' || c == ':'))
            out += ' ';
    }
    return out;
}

QByteArray replaced(QByteArray text, const char *before, const char *after)
{
    return text.replace(before, after);
}

QByteArray withoutLineEnd(QByteArray body)
{
    while (body.endsWith('\n') || body.endsWith('\r'))
        body.chop(1);
    return body;
}

QString utc(qint64 seconds)
{
    return QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC).toString(Qt::ISODate);
}

bool carriesAnother(const Headers &headers, const QByteArray &own)
{
    for (const auto *name : {"webhook-signature", "svix-signature", "x-hub-signature-256", "x-hub-signature", "stripe-signature",
                             "x-shopify-hmac-sha256", "x-slack-signature", "x-signature", "authorization"}) {
        if (own.compare(name, Qt::CaseInsensitive) != 0 && countHeader(headers, name) > 0)
            return true;
    }
    return false;
}

QString causeOf(const Explained &e, const Signed &request, const QByteArray &signatureHeader)
{
    switch (e.failing) {
    case kHeader:
        return carriesAnother(request.headers, signatureHeader) ? QStringLiteral("other_scheme") : QStringLiteral("missing_header");
    case kFormat:
        return QStringLiteral("malformed");
    case kKey:
        return e.reason == u"not_base64" ? QStringLiteral("secret_form") : QStringLiteral("no_key");
    case kTime:
        return e.cause.isEmpty() ? QStringLiteral("clock") : e.cause;
    case kSignature:
        return std::any_of(e.readings.begin(), e.readings.end(), [](const auto &reading) { return reading.matches; })
                   ? QStringLiteral("body_changed")
                   : QStringLiteral("wrong_key");
    default:
        return {};
    }
}

// The header that fails the first check, or the field that cannot be read.
void nameHeader(Explained &e, const Scheme &scheme, const Signed &request)
{
    for (const auto &name : scheme.requiredHeaders()) {
        const int found = countHeader(request.headers, name);
        if (e.failing == kHeader && found != 1) {
            e.expected = QString::fromLatin1(name);
            e.given = QString::number(found);
            return;
        }
    }
    if (e.failing == kFormat)
        e.given = QString::fromUtf8(findHeader(request.headers, scheme.requiredHeaders().value(0)).value_or(QByteArray()).left(80));
}

void compareSignatures(Explained &e, const Scheme &scheme, const Signed &request, const QList<Key> &keys, qint64 signedAtMs)
{
    const QByteArray header = scheme.requiredHeaders().value(0);
    const QByteArray id = findHeader(request.headers, "webhook-id").value_or(QByteArray());
    for (const auto &key : keys) {
        if (!isActive(key, request.nowMs))
            continue;
        const auto calculated = findHeader(scheme.sign(id, request.body, signedAtMs, key.secret), header);
        e.expected = endsOf(calculated.value_or(QByteArray()));
        break;
    }
    e.given = endsOf(findHeader(request.headers, header).value_or(QByteArray()));
    for (const auto &reading : otherReadings(request.body)) {
        Signed other = request;
        other.body = reading.body;
        e.readings.append({reading.key, scheme.verify(other, keys).valid});
    }
}

} // namespace

QString endsOf(const QByteArray &signature)
{
    const qsizetype mark = std::max(signature.indexOf(','), signature.startsWith("sha") ? signature.indexOf('=') : -1) + 1;
    const QByteArray value = signature.mid(mark);
    if (value.size() <= 12)
        return QString::fromUtf8(signature);
    return QString::fromUtf8(signature.left(mark) + value.left(4)) + u'…' + QString::fromUtf8(value.right(4));
}

QList<BodyReading> otherReadings(const QByteArray &body)
{
    QList<BodyReading> readings{{QStringLiteral("compact"), respaced(body, false)},
                                {QStringLiteral("spaced"), respaced(body, true)},
                                {QStringLiteral("escaped_slashes"), replaced(replaced(body, "\\/", "/"), "/", "\\/")},
                                {QStringLiteral("plain_slashes"), replaced(body, "\\/", "/")},
                                {QStringLiteral("line_end_added"), body + '\n'},
                                {QStringLiteral("line_end_removed"), withoutLineEnd(body)},
                                {QStringLiteral("crlf"), replaced(replaced(body, "\r\n", "\n"), "\n", "\r\n")},
                                {QStringLiteral("lf"), replaced(body, "\r\n", "\n")}};
    readings.erase(std::remove_if(readings.begin(), readings.end(), [&](const BodyReading &r) { return r.body == body; }), readings.end());
    return readings;
}

Result<Explained> explain(const QString &schemeName, const SchemeSettings &settings, const Signed &request, const QList<Key> &keys)
{
    const auto scheme = makeScheme(schemeName, {settings.signatureHeader, 0}); // the time is looked at apart
    if (!scheme)
        return tl::unexpected(scheme.error());
    const Verdict verdict = (*scheme)->verify(request, keys);
    Explained e;
    e.failing = placeOf(verdict);
    e.reason = verdict.reason;
    e.keySlot = verdict.keySlot;
    e.hasTimestamp = (*scheme)->requiredHeaders().contains("webhook-timestamp");
    const auto timestamp = parseTimestamp(findHeader(request.headers, "webhook-timestamp").value_or(QByteArray()));
    const qint64 signedAt = timestamp.value_or(0);
    e.reachedSignature = e.failing == -1 || e.failing == kSignature;
    if (e.failing == kSignature)
        compareSignatures(e, **scheme, request, keys, signedAt * 1000);
    else if (e.failing >= 0)
        nameHeader(e, **scheme, request);
    const bool timed = e.hasTimestamp && timestamp.has_value() && e.reachedSignature;
    const QString outside = timed ? outsideWindow(signedAt, request.nowMs, settings.toleranceS) : QString();
    if (!outside.isEmpty()) {
        e.failing = kTime;
        e.reason = outside;
        e.expected = utc(request.nowMs / 1000);
        e.given = utc(signedAt);
        if (signedAt > kAfterMilliseconds) {
            e.given = QString::number(signedAt);
            e.cause = QStringLiteral("milliseconds");
        }
    }
    e.valid = e.failing < 0;
    e.cause = causeOf(e, request, (*scheme)->requiredHeaders().value(0));
    return e;
}

} // namespace lazaret::verify
