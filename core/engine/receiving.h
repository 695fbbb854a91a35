// Receiving: the listener's handler. Joins intake → verify → dedupe → queue; a 2xx leaves only after its commit returned.
#pragma once

#include "engine/catalogue.h"
#include "http/server.h"
#include "intake/admission.h"
#include "store/journal.h"

#include <atomic>

namespace lazaret {

class Receiving final : public http::Handler
{
public:
    static constexpr int kRetryAfterS = 30;            // with 503 while nothing can be kept
    static constexpr qint64 kQueueHighWater = 1000000; // jobs waiting to be worked; above it 503

    Receiving(Journal &journal, const Clock &clock, std::function<std::shared_ptr<const Catalogue>()> catalogue);

    http::HeadDecision onHead(const http::RequestHead &head) override;
    void onRequest(http::Request request, std::function<void(http::Response)> reply) override;
    void onRefused(int status, const char *reason, const http::RequestHead *head) override;

    void setQueueDepth(qint64 jobs) { m_queueDepth = jobs; } // any thread
    void setClosing() { m_closing = true; }                  // any thread: everything is answered 503 from now on

private:
    using Reply = std::function<void(http::Response)>;
    void store(const std::shared_ptr<const ListenedSource> &listened, const http::Request &request, int keySlot, Reply reply);
    void refuse(const QString &source, int status, const QString &reason, const QString &detail, qsizetype bodyBytes);
    void flushCounts();

    Journal &m_journal;
    const Clock &m_clock;
    const std::function<std::shared_ptr<const Catalogue>()> m_catalogue;
    intake::RateGate m_gate;
    std::atomic<qint64> m_queueDepth{0};
    std::atomic<bool> m_closing{false};

    // Refusals waiting to be counted: one write at a time carries all that gathered meanwhile, so a flood costs one row per kind.
    struct Counts
    {
        std::mutex mutex;
        QHash<std::pair<QString, QString>, qint64> pending;
        bool writing = false;
    };
    std::shared_ptr<Counts> m_counts = std::make_shared<Counts>();
};

} // namespace lazaret
