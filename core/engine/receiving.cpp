#include "engine/receiving.h"

#include "base/bytes.h"
#include "base/log.h"
#include "cases/casebook.h"
#include "dedupe/extract.h"
#include "dedupe/record.h"
#include "queue/queue.h"
#include "store/deliveries.h"
#include "store/jobs.h"

namespace lazaret {

Receiving::Receiving(Journal &journal, const Clock &clock, std::function<std::shared_ptr<const Catalogue>()> catalogue)
    : m_journal(journal), m_clock(clock), m_catalogue(std::move(catalogue))
{
}

void Receiving::flushCounts()
{
    QHash<std::pair<QString, QString>, qint64> batch;
    {
        const std::lock_guard lock(m_counts->mutex);
        if (m_counts->writing || m_counts->pending.isEmpty())
            return;
        batch.swap(m_counts->pending);
        m_counts->writing = true;
    }
    const qint64 now = m_clock.nowMs();
    m_journal.submit(
        [batch, now](Database &db) -> Result<> {
            for (auto it = batch.begin(); it != batch.end(); ++it)
                store::countIntake(db, it.key().first, it.key().second, now, it.value());
            return {};
        },
        [this, counts = m_counts, batch](Result<> result) {
            bool more = false;
            {
                const std::lock_guard lock(counts->mutex);
                counts->writing = false;
                if (!result) { // kept for the next try; a refusal is not forgotten because the disk is full
                    for (auto it = batch.begin(); it != batch.end(); ++it)
                        counts->pending[it.key()] += it.value();
                } else {
                    more = !counts->pending.isEmpty();
                }
            }
            if (more)
                flushCounts();
        });
}

void Receiving::refuse(const QString &source, int status, const QString &reason, const QString &detail, qsizetype bodyBytes)
{
    logLine(LogLevel::warning, "intake", QStringLiteral("refused: %1").arg(reason),
            {{"source", source},
             {"status", QString::number(status)},
             {"reason", reason},
             {"detail", detail},
             {"body_bytes", QString::number(bodyBytes)}});
    {
        const std::lock_guard lock(m_counts->mutex);
        ++m_counts->pending[{source, reason}];
    }
    flushCounts();
}

void Receiving::onRefused(int status, const char *reason, const http::RequestHead *head)
{
    const auto slug = head ? intake::slugOf(head->target) : std::nullopt;
    refuse(slug && m_catalogue()->sources.contains(*slug) ? *slug : QString(), status, QString::fromLatin1(reason), {}, 0);
}

http::HeadDecision Receiving::onHead(const http::RequestHead &head)
{
    const auto refusal = [&](http::Response response, const QString &source, const char *reason) {
        refuse(source, response.status, QString::fromLatin1(reason), {}, 0);
        response.close = true;
        return http::HeadDecision{response, 0};
    };
    const auto catalogue = m_catalogue();
    const auto slug = intake::slugOf(head.target);
    const auto listened = slug ? catalogue->sources.value(*slug) : nullptr;
    if (!listened || !listened->source.enabled)
        return refusal(intake::notFound(), {}, "unknown_source");
    if (head.method != "POST")
        return refusal(intake::methodNotAllowed(), *slug, "method");
    if (m_closing || m_journal.isSealed())
        return refusal(intake::unavailable(kRetryAfterS), *slug, m_closing ? "closing" : "sealed");
    if (m_queueDepth >= kQueueHighWater)
        return refusal(intake::unavailable(kRetryAfterS), *slug, "queue_full");
    if (!m_gate.admit(*slug, listened->source.ratePerS, m_clock.monotonicMs()))
        return refusal(intake::tooMany(1), *slug, "rate");
    if (listened->readsJson && !dedupe::contentTypeAccepted(head.headers))
        return refusal(intake::unsupportedMedia(), *slug, "media_type");
    if (const auto coding = findHeader(head.headers, "Content-Encoding"); coding && coding->compare("identity", Qt::CaseInsensitive) != 0)
        return refusal(intake::unsupportedMedia(), *slug, "content_encoding");
    if (!listened->scheme)
        return refusal(intake::unavailable(kRetryAfterS), *slug, "source_unusable");
    for (const auto &name : {QByteArray("Content-Type"), QByteArray("Authorization")}) {
        if (countHeader(head.headers, name) > 1)
            return refusal(intake::badRequest(QStringLiteral("duplicate header")), *slug, "duplicate_header");
    }
    const auto singletons = listened->scheme->singletonHeaders();
    for (const auto &name : singletons) {
        if (countHeader(head.headers, name) > 1)
            return refusal(intake::badRequest(QStringLiteral("duplicate header")), *slug, "duplicate_header");
    }
    const auto required = listened->scheme->requiredHeaders();
    for (const auto &name : required) {
        if (countHeader(head.headers, name) == 0)
            return refusal(intake::unauthorized(), *slug, "signature_missing");
    }
    return {std::nullopt, listened->source.maxBodyBytes};
}

void Receiving::onRequest(http::Request request, Reply reply)
{
    const auto listened = m_catalogue()->sources.value(intake::slugOf(request.head.target).value_or(QString()));
    if (!listened || !listened->scheme) // removed between head and body
        return reply(intake::notFound());
    const QString &slug = listened->source.slug;
    const verify::Verdict verdict =
        listened->scheme->verify({request.head.headers, request.body, request.head.method, {}, m_clock.nowMs()}, listened->keys);
    if (!verdict.valid && verdict.reason == u"no_active_key") { // ours to mend: the sender is told to come again, not that it is wrong
        refuse(slug, 503, QStringLiteral("no_active_key"), {}, request.body.size());
        return reply(intake::unavailable(kRetryAfterS));
    }
    if (!verdict.valid) {
        refuse(slug, 401, verdict.step == u"timestamp" ? QStringLiteral("signature_time") : QStringLiteral("signature"),
               verdict.step + u'.' + verdict.reason, request.body.size());
        return reply(intake::unauthorized());
    }
    store(listened, request, verdict.keySlot, std::move(reply));
}

void Receiving::store(const std::shared_ptr<const ListenedSource> &listened, const http::Request &request, int keySlot, Reply reply)
{
    const Source &source = listened->source;
    const auto extracted = dedupe::extract(source, request.head.headers, request.body);
    if (!extracted) {
        refuse(source.slug, extracted.error().status, extracted.error().reason, extracted.error().detail, request.body.size());
        return reply(intake::badRequest(extracted.error().reason));
    }
    if (!extracted->eventSubscribed) { // 2xx: a refusal would get the endpoint disabled at the sender
        m_journal.submit(
            [slug = source.slug, at = request.receivedAtMs](Database &db) -> Result<> {
                store::countIntake(db, slug, QStringLiteral("not_subscribed"), at);
                return {};
            },
            [reply, status = source.ackStatus](Result<> result) {
                reply(result ? intake::accepted(status, false) : intake::unavailable(kRetryAfterS));
            });
        return;
    }
    if (listened->workflowVersion.isEmpty()) {
        refuse(source.slug, 503, QStringLiteral("workflow_missing"), listened->problem, request.body.size());
        return reply(intake::unavailable(kRetryAfterS));
    }
    Delivery delivery;
    delivery.source = source.slug;
    delivery.sourceVersion = source.version;
    delivery.deliveryId = extracted->deliveryId;
    delivery.eventType = extracted->eventType;
    delivery.receivedAt = request.receivedAtMs;
    delivery.scheme = source.scheme;
    delivery.keySlot = keySlot;
    delivery.bodySize = extracted->bodySize;
    queue::Message message;
    message.source = source.slug;
    message.eventType = extracted->eventType;
    message.fields = extracted->fields;
    message.workflow = source.workflow;
    message.workflowVersion = listened->workflowVersion;
    message.taskType = listened->taskType;
    m_journal.write<bool>(
        [listened, delivery, message, hash = QByteArray::fromHex(extracted->bodySha256.toLatin1()),
         now = m_clock.nowMs()](Database &db) mutable -> Result<bool> {
            const auto recorded = dedupe::record(db, delivery, hash, listened->idIsSigned);
            if (!recorded.fresh)
                return false;
            message.deliverySeq = recorded.seq;
            Job job = queue::enqueue(db, message, now);
            if (recorded.replaySuspected && listened->source.replayHold) {
                store::moveJob(db, job.jobId, JobState::ready, JobState::quarantined, QStringLiteral("replay suspected"), now);
                job.deliveryId = delivery.deliveryId;
                cases::open(db, job,
                            {ErrorClass::policy,
                             QStringLiteral("replay.suspected"),
                             QStringLiteral("a new delivery id with the bytes of an earlier delivery"),
                             {},
                             {},
                             {}},
                            listened->casePolicy, now);
            }
            return true;
        },
        [reply, status = source.ackStatus](Result<bool> fresh) {
            reply(fresh ? intake::accepted(status, !*fresh) : intake::unavailable(kRetryAfterS));
        },
        1024);
}

} // namespace lazaret
