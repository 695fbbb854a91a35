#include "demo/catalog.h"

#include "base/clock.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace lazaret::demo {

namespace {

constexpr qint64 kMostBody = 64 * 1024;

http::Response say(int status, const QJsonObject &body)
{
    return http::response(status, "application/json", QJsonDocument(body).toJson(QJsonDocument::Compact));
}

http::Response refuse(int status, const QString &why)
{
    return say(status, {{QStringLiteral("error"), why}});
}

// A quarter of the cards arrive while the catalogue is still starting with its new schema.
bool arrivesTooEarly(const QString &card)
{
    return !card.isEmpty() && card.back().digitValue() == 9;
}

} // namespace

Catalog::Catalog(const Clock &clock, const QString &ledger) : m_ledger(ledger), m_server(m_network, clock, *this) {}

Catalog::~Catalog()
{
    m_server.stop(std::chrono::milliseconds(200));
}

Result<std::unique_ptr<Catalog>> Catalog::start(const Clock &clock, const QString &ledger, quint16 preferredPort)
{
    std::unique_ptr<Catalog> catalog(new Catalog(clock, ledger));
    catalog->read();
    if (!catalog->m_ledger.open(QIODevice::WriteOnly | QIODevice::Append))
        return fail(ErrorCode::io, QStringLiteral("cannot write %1: %2").arg(ledger, catalog->m_ledger.errorString()));
    catalog->m_ledger.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    const QString host = QStringLiteral("127.0.0.1");
    if (preferredPort != 0 && catalog->m_server.listen(host, preferredPort))
        return catalog;
    if (preferredPort != 0) { // a Server listens once
        catalog.reset();
        return start(clock, ledger, 0);
    }
    if (auto bound = catalog->m_server.listen(host, 0); !bound)
        return tl::unexpected(bound.error());
    return catalog;
}

QString Catalog::url() const
{
    return QStringLiteral("http://127.0.0.1:%1").arg(port());
}

QMap<QString, int> Catalog::effects() const
{
    const std::lock_guard lock(m_mutex);
    return m_effects;
}

int Catalog::refused() const
{
    const std::lock_guard lock(m_mutex);
    return m_refused;
}

int Catalog::busy() const
{
    const std::lock_guard lock(m_mutex);
    return m_busy;
}

void Catalog::read()
{
    if (!m_ledger.open(QIODevice::ReadOnly))
        return; // a new one
    while (!m_ledger.atEnd()) {
        const QJsonObject entry = QJsonDocument::fromJson(m_ledger.readLine()).object();
        const QString key = entry.value(QStringLiteral("key")).toString();
        if (!key.isEmpty()) {
            ++m_effects[key];
            m_seen.insert(key);
        } else if (const QString card = entry.value(QStringLiteral("record")).toString(); !card.isEmpty()) {
            m_records.insert(card, entry.value(QStringLiteral("typed")).toObject());
        }
    }
    m_ledger.close();
}

void Catalog::keep(const QJsonObject &entry)
{
    m_ledger.write(QJsonDocument(entry).toJson(QJsonDocument::Compact) + '\n');
    m_ledger.flush();
}

http::HeadDecision Catalog::onHead(const http::RequestHead &)
{
    return {std::nullopt, kMostBody};
}

void Catalog::onRequest(http::Request request, std::function<void(http::Response)> reply)
{
    const std::lock_guard lock(m_mutex);
    reply(answer(request));
}

http::Response Catalog::answer(const http::Request &request)
{
    const QList<QByteArray> path = request.head.target.split('?').first().split('/'); // "/cards/ID" → "", "cards", "ID"
    const QByteArray place = path.value(1);
    const QString name = QString::fromUtf8(QByteArray::fromPercentEncoding(path.value(2)));
    const bool get = request.head.method == "GET";
    const bool put = request.head.method == "PUT";
    if (path.size() > 3 || (!get && !put))
        return refuse(404, QStringLiteral("no such thing"));
    const QJsonObject body = QJsonDocument::fromJson(request.body).object();
    if (place == "cards" && put && !name.isEmpty())
        return publish(name, QString::fromLatin1(findHeader(request.head.headers, "Idempotency-Key").value_or(QByteArray())), body);
    if (place == "effects" && get && !name.isEmpty())
        return m_effects.contains(name) ? say(200, {{QStringLiteral("state"), QStringLiteral("published")}})
                                        : refuse(404, QStringLiteral("nothing was published under this key"));
    if (place == "effects" && get) {
        QJsonObject all;
        for (auto it = m_effects.begin(); it != m_effects.end(); ++it)
            all.insert(it.key(), it.value());
        return say(200, all);
    }
    if (place == "records" && put && !name.isEmpty())
        return record(name, body);
    if (place == "records" && get && m_records.contains(name))
        return say(200, m_records.value(name));
    return refuse(404, QStringLiteral("no such thing"));
}

http::Response Catalog::publish(const QString &card, const QString &key, const QJsonObject &body)
{
    if (key.isEmpty())
        return refuse(400, QStringLiteral("Idempotency-Key is required"));
    if (m_effects.contains(key)) // the same request again: the answer, not the effect
        return say(200, {{QStringLiteral("card"), card}, {QStringLiteral("repeated"), true}});
    const bool first = !m_seen.contains(key);
    m_seen.insert(key);
    if (first && arrivesTooEarly(card)) {
        ++m_busy;
        return refuse(503, QStringLiteral("starting with the new schema"));
    }
    const QJsonObject price = body.value(QStringLiteral("price")).toObject();
    if (price.value(QStringLiteral("currency")).toString().isEmpty()) {
        ++m_refused;
        return refuse(422, QStringLiteral("price.currency is required"));
    }
    if (body.value(QStringLiteral("source")).toString().startsWith(u"made-to-order/")) {
        ++m_refused;
        return refuse(422, QStringLiteral("made to order: a person sets the price"));
    }
    ++m_effects[key];
    keep({{QStringLiteral("key"), key}, {QStringLiteral("card"), card}});
    http::Response created = say(201, {{QStringLiteral("card"), card}});
    created.headers.append(Header{"Location", "/cards/" + card.toUtf8().toPercentEncoding()});
    return created;
}

http::Response Catalog::record(const QString &card, const QJsonObject &body)
{
    const QJsonObject price = body.value(QStringLiteral("price")).toObject();
    if (price.value(QStringLiteral("currency")).toString().isEmpty() || price.value(QStringLiteral("amount")).toDouble() <= 0)
        return refuse(422, QStringLiteral("price.amount and price.currency are required"));
    m_records.insert(card, body);
    keep({{QStringLiteral("record"), card}, {QStringLiteral("typed"), body}});
    return say(201, {{QStringLiteral("record"), card}});
}

} // namespace lazaret::demo
