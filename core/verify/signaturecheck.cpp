#include "verify/signaturecheck.h"

#include "verify/scheme.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace lazaret::verify {

namespace {

constexpr qint64 kMostBodyBytes = 256LL * 1024 * 1024; // no source accepts more

QJsonObject answer(const Verdict &verdict)
{
    const auto textOrNull = [](const QString &text) { return text.isEmpty() ? QJsonValue(QJsonValue::Null) : QJsonValue(text); };
    return {{QStringLiteral("valid"), verdict.valid},
            {QStringLiteral("step"), textOrNull(verdict.step)},
            {QStringLiteral("reason"), textOrNull(verdict.reason)}};
}

QJsonObject refused(const QString &step, const QString &reason)
{
    return answer({false, step, reason, 0, std::nullopt, {}});
}

Headers headersIn(const QJsonObject &given)
{
    Headers headers;
    for (auto it = given.begin(); it != given.end(); ++it) {
        const QJsonArray lines = it->isArray() ? it->toArray() : QJsonArray{*it};
        for (const auto &line : lines)
            headers.append({it.key().toUtf8(), line.toString().toUtf8()});
    }
    return headers;
}

tl::expected<QByteArray, QString> bodyIn(const QJsonObject &given)
{
    const QJsonValue repeat = given.value(QStringLiteral("body_repeat"));
    if (!repeat.isArray())
        return given.value(QStringLiteral("body")).toString().toUtf8();
    const QByteArray text = repeat.toArray().at(0).toString().toUtf8();
    const qint64 times = repeat.toArray().at(1).toInteger(-1);
    if (times < 0)
        return tl::unexpected(QStringLiteral("malformed"));
    if (times > kMostBodyBytes || text.size() * times > kMostBodyBytes)
        return tl::unexpected(QStringLiteral("body_too_large"));
    return text.repeated(times);
}

} // namespace

QJsonObject checkSignature(const QByteArray &json, qint64 nowMs)
{
    const QString input = QStringLiteral("input"), schemeStep = QStringLiteral("scheme");
    const QJsonDocument document = QJsonDocument::fromJson(json);
    if (!document.isObject())
        return refused(input, QStringLiteral("not_json"));
    const QJsonObject given = document.object();
    const auto text = [&given](const QString &key) { return given.value(key).toString(); };
    const auto body = bodyIn(given);
    if (!body)
        return refused(input, body.error());
    const double now = given.value(QStringLiteral("now")).toDouble(-1);
    const bool nowGiven = now >= 0 && now < 1e12;
    const Signed request{headersIn(given.value(QStringLiteral("headers")).toObject()), *body, text(QStringLiteral("method")).toUtf8(),
                         text(QStringLiteral("url")).toUtf8(), nowGiven ? qint64(now * 1000) : nowMs};

    SchemeSettings settings;
    const QString name = text(schemeStep);
    settings.signatureHeader = text(QStringLiteral("signature_header"));
    if (settings.signatureHeader.isEmpty() && name.startsWith(u"generic-") && request.headers.size() == 1)
        settings.signatureHeader = QString::fromUtf8(request.headers[0].name);
    const auto scheme = makeScheme(name, settings);
    if (!scheme && scheme.error().code == ErrorCode::not_found)
        return refused(schemeStep, QStringLiteral("unknown_scheme"));
    if (!scheme && request.headers.isEmpty())
        return refused(QStringLiteral("signature"), QStringLiteral("missing_header"));
    if (!scheme)
        return refused(schemeStep, QStringLiteral("signature_header_not_named"));
    return answer((*scheme)->verify(request, {{1, text(QStringLiteral("secret")).toUtf8(), std::nullopt}}));
}

} // namespace lazaret::verify
