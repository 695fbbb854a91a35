// send: signed test deliveries over real HTTP, with the faults a provider can show.
#include "commands.h"

#include "base/bytes.h"
#include "http/client.h"
#include "session.h"
#include "store/configuration.h"
#include "verify/scheme.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cstdio>
#include <future>
#include <thread>

namespace lazaret::ctl {

namespace {

struct Parcel
{
    QByteArray id;
    QByteArray body;
    qint64 signedAt = 0;
};

struct Sender
{
    Source source;
    std::unique_ptr<verify::Scheme> scheme;
    QByteArray secret;
    QByteArray url;
};

Result<Sender> senderFor(Session &session, const QString &slug)
{
    const QJsonObject owner = PipelineLock::owner(session.directory());
    const QString hooks = owner.value(QStringLiteral("hooks")).toString();
    if (hooks.isEmpty())
        return fail(ErrorCode::refused,
                    QStringLiteral("no running pipeline receives for %1; start one: lazaretctl serve").arg(session.directory().path()));
    const auto source = store::currentSource(session.database(), slug);
    if (!source)
        return fail(ErrorCode::not_found, QStringLiteral("no source \"%1\"").arg(slug));
    Sender sender;
    sender.source = *source;
    auto scheme = verify::makeScheme(source->scheme, {source->signatureHeader, source->toleranceS});
    if (!scheme)
        return tl::unexpected(scheme.error());
    sender.scheme = std::move(*scheme);
    const auto secret = session.secrets().read(source->secrets.value(0).ref);
    if (!secret)
        return tl::unexpected(secret.error());
    sender.secret = *secret;
    sender.url = (hooks + slug).toUtf8();
    return sender;
}

// A body in which every mapped field has a value, so that the source's workflow has something to work on.
QJsonObject withField(QJsonObject object, QStringList path, const QJsonValue &value)
{
    const QString key = path.takeFirst();
    object.insert(key, path.isEmpty() ? value : QJsonValue(withField(object.value(key).toObject(), path, value)));
    return object;
}

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

http::CallRequest requestOf(const Sender &sender, const Parcel &parcel, const QString &event, const QString &fault)
{
    http::CallRequest request;
    request.method = "POST";
    request.url = sender.url;
    request.allowLoopback = true;
    request.body = parcel.body;
    const QByteArray secret =
        fault == u"wrong-key" ? QByteArray("not the key of this source, but long enough to sign with") : sender.secret;
    request.headers = sender.scheme->sign(parcel.id, parcel.body, parcel.signedAt, secret);
    if (request.headers.isEmpty()) // a wrong key this scheme cannot even sign with
        request.headers = sender.scheme->sign(parcel.id, parcel.body, parcel.signedAt, "whsec_bm90IHRoZSBrZXkgb2YgdGhpcyBzb3VyY2U=");
    request.headers.append(Header{"Content-Type", "application/json"});
    const auto setHeader = [&](const FieldRule &rule, const QByteArray &value) {
        if (rule.from == FieldRule::From::header && !value.isEmpty() && !findHeader(request.headers, rule.name.toLatin1()))
            request.headers.append(Header{rule.name.toLatin1(), value});
    };
    setHeader(sender.source.deliveryId, parcel.id);
    setHeader(sender.source.eventType, event.toUtf8());
    if (fault == u"reencoded") // what a relay does that parses and writes the JSON again
        request.body = QJsonDocument::fromJson(parcel.body).toJson(QJsonDocument::Indented);
    return request;
}

} // namespace

int runSend(const Invocation &invocation)
{
    const QString fault = invocation.value(QStringLiteral("fault"));
    static const QStringList faults{QStringLiteral("wrong-key"), QStringLiteral("late"), QStringLiteral("repeat"),
                                    QStringLiteral("reencoded")};
    if (!fault.isEmpty() && !faults.contains(fault))
        return failed({ErrorCode::usage, QStringLiteral("--fault %1: must be one of %2").arg(fault, faults.join(QStringLiteral(", ")))});
    auto session = Session::open(invocation);
    if (!session)
        return failed(session.error());
    if (const auto actor = (*session)->looking(guard::Right::testDelivery, QStringLiteral("sending a test delivery")); !actor)
        return failed(actor.error());
    const auto sender = senderFor(**session, invocation.arguments.value(0));
    if (!sender)
        return failed(sender.error());
    const auto count = wholeNumber(invocation, QStringLiteral("count"));
    if (invocation.has(QStringLiteral("count")) && (!count || *count < 1))
        return failed({ErrorCode::usage, QStringLiteral("--count must be a number from 1")});
    QByteArray given;
    if (invocation.has(QStringLiteral("body"))) {
        const auto read = readInput(invocation.value(QStringLiteral("body")));
        if (!read)
            return failed(read.error());
        given = *read;
    }
    bool rateOk = true;
    const double rate = invocation.value(QStringLiteral("rate"), QStringLiteral("0")).toDouble(&rateOk);
    if (!rateOk || rate < 0)
        return failed({ErrorCode::usage, QStringLiteral("--rate is deliveries per second")});

    const auto &clock = (*session)->clock();
    http::Network network(1);
    http::Client client(network, clock);
    const QString event = invocation.value(QStringLiteral("event"), sender->source.events && !sender->source.events->isEmpty()
                                                                        ? sender->source.events->first()
                                                                        : QStringLiteral("test"));
    const qint64 total = invocation.has(QStringLiteral("count")) ? *count : 1;
    const qint64 startedAt = clock.monotonicMs();
    QJsonArray items;
    int accepted = 0;
    Parcel parcel;
    for (qint64 i = 0; i < total; ++i) {
        if (rate > 0) {
            const qint64 due = startedAt + qint64(double(i) * 1000 / rate);
            if (const qint64 wait = due - clock.monotonicMs(); wait > 0)
                std::this_thread::sleep_for(std::chrono::milliseconds(wait));
        }
        if (i == 0 || fault != u"repeat") {
            const QString id = invocation.has(QStringLiteral("id")) && total == 1 ? invocation.value(QStringLiteral("id"))
                               : invocation.has(QStringLiteral("id"))
                                   ? QStringLiteral("%1-%2").arg(invocation.value(QStringLiteral("id"))).arg(i + 1)
                                   : QStringLiteral("test_") + newUlid(clock.nowMs());
            parcel.id = id.toUtf8();
            parcel.body = given.isEmpty() ? sampleBody(sender->source, event, id) : given;
        }
        parcel.signedAt = clock.nowMs() - (fault == u"late" ? (sender->source.toleranceS + 60) * 1000 : 0);
        std::promise<http::CallResult> answered;
        client.send(requestOf(*sender, parcel, event, fault),
                    [&answered](http::CallResult result) { answered.set_value(std::move(result)); });
        const http::CallResult result = answered.get_future().get();
        const bool ok = result.fault == http::CallFault::none && result.status >= 200 && result.status < 300;
        accepted += ok;
        items.append(QJsonObject{
            {QStringLiteral("id"), QString::fromUtf8(parcel.id)},
            {QStringLiteral("result"), result.fault == http::CallFault::none ? QJsonValue(result.status) : QJsonValue(QJsonValue::Null)},
            {QStringLiteral("reason"), result.fault == http::CallFault::none ? QString::fromUtf8(result.body) : result.detail}});
        if (!invocation.json)
            std::printf("%s  %s\n", parcel.id.constData(),
                        result.fault == http::CallFault::none ? QByteArray::number(result.status).constData() : qPrintable(result.detail));
    }
    if (fault == u"repeat" && total == 1) // one delivery, sent twice
        return runSend([&] {
            Invocation again = invocation;
            again.options.remove(QStringLiteral("fault"));
            again.options.insert(QStringLiteral("id"), {QString::fromUtf8(parcel.id)});
            return again;
        }());
    if (invocation.json) {
        const QJsonObject answer{
            {QStringLiteral("items"), items}, {QStringLiteral("done"), accepted}, {QStringLiteral("refused"), int(total - accepted)}};
        std::printf("%s\n", QJsonDocument(answer).toJson(QJsonDocument::Compact).constData());
    }
    return accepted == total ? 0 : 1;
}

} // namespace lazaret::ctl
