#include "dedupe/extract.h"
#include "engine/desk.h"
#include "engine/targetcheck.h"
#include "engine/testdelivery.h"
#include "store/configuration.h"
#include "verify/explain.h"
#include "work/httpstep.h"

#include <QUrl>

namespace lazaret {

using guard::Right;

namespace {

using Step = SignatureFinding::Step;

QList<verify::Key> keysOf(const Source &source, guard::SecretStore &secrets)
{
    QList<verify::Key> keys;
    for (qsizetype i = 0; i < source.secrets.size(); ++i) {
        if (const auto value = secrets.read(source.secrets[i].ref))
            keys.append({int(i) + 1, *value, source.secrets[i].expiresAt});
    }
    return keys;
}

QList<Step> stepsOf(const verify::Explained &e)
{
    const QStringList keys{QStringLiteral("header"), QStringLiteral("format"), QStringLiteral("key"), QStringLiteral("time"),
                           QStringLiteral("signature")};
    QList<Step> steps;
    for (int i = 0; i < keys.size(); ++i) {
        Step step{keys[i], e.failing < 0 || i < e.failing ? Step::State::passed : Step::State::notReached};
        if (i == e.failing)
            step = {keys[i], Step::State::failed, e.reason, e.expected, e.given};
        if (step.key == u"time" && step.state == Step::State::passed && !e.hasTimestamp)
            step.reason = QStringLiteral("no_timestamp");
        steps.append(step);
    }
    return steps;
}

Step idStep(const Source &source, const Headers &headers, const QByteArray &body)
{
    const auto extracted = dedupe::extract(source, headers, body);
    if (extracted)
        return {QStringLiteral("id"), Step::State::passed, {}, {}, extracted->deliveryId};
    return {QStringLiteral("id"), Step::State::failed, extracted.error().reason, extracted.error().detail};
}

SignatureFinding finding(const verify::Explained &e, const Source &source, const Headers &headers, const QByteArray &body)
{
    SignatureFinding found;
    found.steps = stepsOf(e);
    found.steps.append(e.valid ? idStep(source, headers, body) : Step{QStringLiteral("id")});
    found.valid = e.valid && found.steps.last().state == Step::State::passed;
    found.cause = e.valid && !found.valid ? QStringLiteral("id") : e.cause;
    found.keySlot = e.keySlot;
    for (const auto &reading : e.readings)
        found.readings.append({reading.key, reading.matches});
    return found;
}

// Where a host of the configuration is and how it may be reached: nothing else can be connected to from here.
std::optional<TargetPlace> placeOf(Database &db, const QString &host)
{
    std::optional<TargetPlace> place;
    const auto consider = [&](const QString &url, bool allowLocal) {
        if (place || work::hostOf(url.toUtf8()) != host)
            return;
        const QUrl parsed(url);
        const bool tls = parsed.scheme() == u"https";
        place = TargetPlace{parsed.host(), quint16(parsed.port(tls ? 443 : 80)), tls, allowLocal};
    };
    for (const auto &workflow : store::currentWorkflows(db)) {
        for (const auto &step : workflow.steps) {
            consider(step.url, step.allowLoopback);
            if (step.verify)
                consider(step.verify->url, step.allowLoopback);
        }
    }
    return place;
}

} // namespace

Result<SecretsView> Desk::secretSlots()
{
    return act<SecretsView>(
        Right::read, QStringLiteral("looking at the secret slots"), [&](Database &db, const Actor &) -> Result<SecretsView> {
            const auto refs = m_secrets.refs();
            if (!refs)
                return tl::unexpected(refs.error());
            SecretsView view{m_secrets.kind(), {}};
            for (const auto &source : store::currentSources(db)) {
                for (qsizetype i = 0; i < source.secrets.size(); ++i) {
                    const auto &secret = source.secrets[i];
                    view.slotList.append({source.slug, int(i) + 1, secret.ref, refs->contains(secret.ref), secret.expiresAt});
                }
            }
            return view;
        });
}

Result<SignatureFinding> Desk::checkSignature(const QString &slug, const Headers &headers, const QByteArray &body)
{
    const auto source =
        act<Source>(Right::testDelivery, QStringLiteral("checking a signature"), [&](Database &db, const Actor &) -> Result<Source> {
            if (auto found = store::currentSource(db, slug))
                return *found;
            return fail(ErrorCode::not_found, QStringLiteral("no source \"%1\"").arg(slug));
        });
    if (!source)
        return tl::unexpected(source.error());
    const verify::Signed request{headers, body, "POST", source->publicUrl.toUtf8(), m_clock.nowMs()};
    const auto explained =
        verify::explain(source->scheme, {source->signatureHeader, source->toleranceS}, request, keysOf(*source, m_secrets));
    if (!explained)
        return tl::unexpected(explained.error());
    return finding(*explained, *source, headers, body);
}

Result<QList<TestAnswer>> Desk::sendTest(const TestRequest &request, const std::function<bool(const TestAnswer &)> &after)
{
    const auto sender = act<TestSender>(
        Right::testDelivery, QStringLiteral("sending a test delivery"), [&](Database &db, const Actor &actor) -> Result<TestSender> {
            if (request.hooks.isEmpty())
                return fail(ErrorCode::refused, QStringLiteral("no running pipeline receives; start one: lazaretctl serve, or the desk"));
            auto made = testSender(db, m_secrets, request.source);
            if (made)
                record(db, actor, QStringLiteral("delivery.test"), request.source,
                       {{QStringLiteral("fault"), toText(request.fault)}, {QStringLiteral("count"), request.count}});
            return made;
        });
    if (!sender)
        return tl::unexpected(sender.error());
    return sendTestDeliveries(*sender, request, m_clock, after);
}

Result<TargetAnswer> Desk::checkTarget(const QString &host)
{
    const auto place = act<TargetPlace>(Right::testDelivery, QStringLiteral("connecting to a recipient"),
                                        [&](Database &db, const Actor &) -> Result<TargetPlace> {
                                            if (const auto found = placeOf(db, host))
                                                return *found;
                                            return fail(ErrorCode::not_found, QStringLiteral("no step in force calls \"%1\"").arg(host));
                                        });
    if (!place)
        return tl::unexpected(place.error());
    return connectTo(*place);
}

} // namespace lazaret
