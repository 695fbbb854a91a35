#include "engine/testdelivery.h"

#include "base/ids.h"
#include "http/client.h"
#include "store/configuration.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <array>
#include <future>
#include <thread>

namespace lazaret {

namespace {

constexpr std::array<std::pair<TestFault, const char16_t *>, 5> faultWords{{{TestFault::none, u"none"},
                                                                            {TestFault::repeat, u"repeat"},
                                                                            {TestFault::wrongKey, u"wrong-key"},
                                                                            {TestFault::late, u"late"},
                                                                            {TestFault::reencoded, u"reencoded"}}};

struct Parcel
{
    QByteArray id;
    QByteArray body;
    qint64 signedAt = 0;
};

QJsonObject withField(QJsonObject object, QStringList path, const QJsonValue &value)
{
    const QString key = path.takeFirst();
    object.insert(key, path.isEmpty() ? value : QJsonValue(withField(object.value(key).toObject(), path, value)));
    return object;
}

// A body in which every mapped field has a value, so that the source's workflow has something to work on.
QByteArray sampleBody(const Source &source, const QString &event, const QString &id)
{
    QJsonObject body{{QStringLiteral("test"), true}};
    for (auto it = source.map.begin(); it != source.map.end(); ++it)
        body = withField(body, it.value().mid(1).split(u'/'), QStringLiteral("test-%1-%2").arg(it.key(), id.right(8)));
    if (source.eventType.from == FieldRule::From::pointer && source.eventType.name.startsWith(u'/'))
        body = withField(body, source.eventType.name.mid(1).split(u'/'), event);
    if (source.deliveryId.from == FieldRule::From::pointer && source.deliveryId.name.startsWith(u'/'))
        body = withField(body, source.deliveryId.name.mid(1).split(u'/'), id);
    body.insert(QStringLiteral("nonce"), id);
    return QJsonDocument(body).toJson(QJsonDocument::Compact);
}

Parcel parcelFor(const TestSender &sender, const TestRequest &request, const QString &event, qint64 number, const Clock &clock)
{
    const QString id = request.id.isEmpty() ? QStringLiteral("test_") + newUlid(clock.nowMs())
                       : request.count == 1 ? request.id
                                            : QStringLiteral("%1-%2").arg(request.id).arg(number + 1);
    return {id.toUtf8(), request.body.isEmpty() ? sampleBody(sender.source, event, id) : request.body, 0};
}

http::CallRequest callFor(const TestSender &sender, const TestRequest &request, const Parcel &parcel, const QString &event)
{
    http::CallRequest call;
    call.method = "POST";
    call.url = (request.hooks + sender.source.slug).toUtf8();
    call.allowLoopback = true;
    call.body = parcel.body;
    const bool wrong = request.fault == TestFault::wrongKey;
    const QByteArray secret = wrong ? QByteArray("not the key of this source, but long enough to sign with") : sender.secret;
    call.headers = sender.scheme->sign(parcel.id, parcel.body, parcel.signedAt, secret);
    if (call.headers.isEmpty()) // a wrong key this scheme cannot even sign with
        call.headers = sender.scheme->sign(parcel.id, parcel.body, parcel.signedAt, "whsec_bm90IHRoZSBrZXkgb2YgdGhpcyBzb3VyY2U=");
    call.headers.append(Header{"Content-Type", "application/json"});
    const auto setHeader = [&](const FieldRule &rule, const QByteArray &value) {
        if (rule.from == FieldRule::From::header && !value.isEmpty() && !findHeader(call.headers, rule.name.toLatin1()))
            call.headers.append(Header{rule.name.toLatin1(), value});
    };
    setHeader(sender.source.deliveryId, parcel.id);
    setHeader(sender.source.eventType, event.toUtf8());
    if (request.fault == TestFault::reencoded)
        call.body = QJsonDocument::fromJson(parcel.body).toJson(QJsonDocument::Indented);
    return call;
}

} // namespace

std::optional<TestFault> testFaultFrom(const QString &word)
{
    for (const auto &[fault, text] : faultWords) {
        if (word == text)
            return fault;
    }
    return std::nullopt;
}

QString toText(TestFault fault)
{
    return QString::fromUtf16(faultWords[size_t(fault)].second);
}

Result<TestSender> testSender(Database &db, guard::SecretStore &secrets, const QString &slug)
{
    const auto source = store::currentSource(db, slug);
    if (!source)
        return fail(ErrorCode::not_found, QStringLiteral("no source \"%1\"").arg(slug));
    auto scheme = verify::makeScheme(source->scheme, {source->signatureHeader, source->toleranceS});
    if (!scheme)
        return tl::unexpected(scheme.error());
    const auto secret = secrets.read(source->secrets.value(0).ref);
    if (!secret)
        return tl::unexpected(secret.error());
    return TestSender{*source, std::move(*scheme), *secret};
}

QList<TestAnswer> sendTestDeliveries(const TestSender &sender, const TestRequest &request, const Clock &clock,
                                     const std::function<bool(const TestAnswer &)> &after)
{
    http::Network network(1);
    http::Client client(network, clock);
    const auto &events = sender.source.events;
    const QString event = !request.event.isEmpty()       ? request.event
                          : events && !events->isEmpty() ? events->first()
                                                         : QStringLiteral("test");
    const bool repeats = request.fault == TestFault::repeat;
    const qint64 total = repeats && request.count == 1 ? 2 : request.count;
    const qint64 startedAt = clock.monotonicMs();
    QList<TestAnswer> answers;
    Parcel parcel;
    for (qint64 i = 0; i < total; ++i) {
        if (request.ratePerS > 0) {
            const qint64 wait = startedAt + qint64(double(i) * 1000 / request.ratePerS) - clock.monotonicMs();
            if (wait > 0)
                std::this_thread::sleep_for(std::chrono::milliseconds(wait));
        }
        if (i == 0 || !repeats)
            parcel = parcelFor(sender, request, event, i, clock);
        parcel.signedAt = clock.nowMs() - (request.fault == TestFault::late ? (sender.source.toleranceS + 60) * 1000 : 0);
        std::promise<http::CallResult> answered;
        client.send(callFor(sender, request, parcel, event),
                    [&answered](http::CallResult result) { answered.set_value(std::move(result)); });
        const http::CallResult result = answered.get_future().get();
        const bool answeredAtAll = result.fault == http::CallFault::none;
        answers.append({QString::fromUtf8(parcel.id), answeredAtAll ? result.status : 0,
                        answeredAtAll ? QString::fromUtf8(result.body) : result.detail, result.durationMs});
        if (after && !after(answers.last()))
            break;
    }
    return answers;
}

} // namespace lazaret
