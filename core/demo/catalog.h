// The demo's recipient: catalog-api, a shop's catalogue on loopback. It behaves as a careful recipient does: it performs an effect once
// per Idempotency-Key and says at GET /effects/KEY whether it did. Its schema has just changed: every card must name price.currency.
//
//   PUT /cards/ID     201 with Location; 422 without price.currency, or for a card made to order (a person sets its price); 503 now and
//   then GET /effects/KEY  200 when that key's card was published, 404 when not; GET /effects: how often each key was PUT /records/ID what
//   a person typed: {"price": {"amount", "currency"}, "by"}; GET /records/ID shows it
//
// What it keeps is written to a ledger, so that it still knows its effects when it is started again. Any thread.
#pragma once

#include "base/result.h"
#include "http/server.h"

#include <QFile>
#include <QMap>
#include <QSet>

#include <mutex>

namespace lazaret::demo {

class Catalog final : public http::Handler
{
public:
    // preferredPort: taken unless somebody else has it; 0: any free one.
    static Result<std::unique_ptr<Catalog>> start(const Clock &clock, const QString &ledger, quint16 preferredPort);
    ~Catalog() override;

    QString url() const; // "http://127.0.0.1:41234"
    quint16 port() const { return m_server.port(); }
    QMap<QString, int> effects() const; // key → how often a card was published under it
    int refused() const;
    int busy() const; // answered 503

    http::HeadDecision onHead(const http::RequestHead &head) override;
    void onRequest(http::Request request, std::function<void(http::Response)> reply) override;

private:
    Catalog(const Clock &clock, const QString &ledger);
    void read();
    void keep(const QJsonObject &entry);
    http::Response answer(const http::Request &request);
    http::Response publish(const QString &card, const QString &key, const QJsonObject &body);
    http::Response record(const QString &card, const QJsonObject &body);

    mutable std::mutex m_mutex;
    QFile m_ledger;
    QMap<QString, int> m_effects;
    QMap<QString, QJsonObject> m_records; // card → what a person typed
    QSet<QString> m_seen;                 // keys that were here before
    int m_refused = 0, m_busy = 0;
    http::Network m_network;
    http::Server m_server;
};

} // namespace lazaret::demo
