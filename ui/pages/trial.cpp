#include "pages/trial.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>

namespace lazaret::ui {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("Trial", text);
}

QByteArray randomBytes(qsizetype count)
{
    QByteArray bytes(count, Qt::Uninitialized);
    for (auto &byte : bytes)
        byte = char(QRandomGenerator::system()->bounded(256));
    return bytes;
}

QString schemeOf(Provider provider)
{
    return provider == Provider::github             ? QStringLiteral("github-sha256")
           : provider == Provider::standardWebhooks ? QStringLiteral("standard-webhooks-v1")
                                                    : QStringLiteral("generic-hmac:sha256:hex:prefix=sha256=");
}

// A workflow must name a step. This one is held, so it never runs; its host can never exist (RFC 2606).
QJsonObject keepingWorkflow()
{
    const QJsonObject step{{QStringLiteral("name"), QStringLiteral("forward")},
                           {QStringLiteral("kind"), QStringLiteral("http")},
                           {QStringLiteral("url"), QStringLiteral("https://not-chosen-yet.invalid/")}};
    return {{QStringLiteral("name"), QStringLiteral("kept")},
            {QStringLiteral("version"), QStringLiteral("1")},
            {QStringLiteral("hold"), true},
            {QStringLiteral("steps"), QJsonArray{step}}};
}

QString genericLine(const Trial &trial, const QString &url, const QString &extraHeaders, const QString &header)
{
    return QStringLiteral("body='{\"type\":\"order.paid\",\"id\":\"'$(date +%s)-$RANDOM'\"}'\n"
                          "sig=$(printf %s \"$body\" | openssl dgst -sha256 -hmac '%SECRET%' | sed 's/.* //')\n"
                          "curl -sS -X POST %URL% \\\n"
                          "%EXTRA%  -H \"%HEADER%: sha256=$sig\" -H 'Content-Type: application/json' \\\n"
                          "  --data-binary \"$body\"\n")
        .replace(QStringLiteral("%SECRET%"), trial.secret)
        .replace(QStringLiteral("%URL%"), url)
        .replace(QStringLiteral("%EXTRA%"), extraHeaders)
        .replace(QStringLiteral("%HEADER%"), header);
}

QString standardLine(const Trial &trial, const QString &url)
{
    const QByteArray key = QByteArray::fromBase64(trial.secret.mid(6).toLatin1()); // after "whsec_"
    return QStringLiteral(
               "id=msg_$(date +%s)-$RANDOM; ts=$(date +%s); body='{\"type\":\"order.paid\"}'\n"
               "sig=$(printf %s \"$id.$ts.$body\" | openssl dgst -sha256 -mac HMAC -macopt hexkey:%KEY% -binary | openssl base64)\n"
               "curl -sS -X POST %URL% \\\n"
               "  -H \"webhook-id: $id\" -H \"webhook-timestamp: $ts\" -H \"webhook-signature: v1,$sig\" \\\n"
               "  -H 'Content-Type: application/json' --data-binary \"$body\"\n")
        .replace(QStringLiteral("%KEY%"), QString::fromLatin1(key.toHex()))
        .replace(QStringLiteral("%URL%"), url);
}

} // namespace

Trial freshTrial(Provider provider)
{
    Trial trial;
    trial.provider = provider;
    trial.slug = QStringLiteral("try-") + QString::fromLatin1(randomBytes(3).toHex());
    trial.secret = provider == Provider::standardWebhooks ? QStringLiteral("whsec_") + QString::fromLatin1(randomBytes(32).toBase64())
                                                          : QString::fromLatin1(randomBytes(32).toHex());
    return trial;
}

QByteArray trialWorkspace(const Trial &trial)
{
    QJsonObject source{{QStringLiteral("slug"), trial.slug},
                       {QStringLiteral("scheme"), schemeOf(trial.provider)},
                       {QStringLiteral("secrets"), QJsonArray{trial.secret}},
                       {QStringLiteral("workflow"), QStringLiteral("kept")}};
    if (trial.provider == Provider::generic) {
        source.insert(QStringLiteral("signature_header"), QStringLiteral("X-Signature"));
        source.insert(QStringLiteral("delivery_id"), QJsonObject{{QStringLiteral("pointer"), QStringLiteral("/id")}});
    }
    const QJsonObject workspace{{QStringLiteral("lazaret"), 1},
                                {QStringLiteral("sources"), QJsonArray{source}},
                                {QStringLiteral("workflows"), QJsonArray{keepingWorkflow()}}};
    return QJsonDocument(workspace).toJson();
}

QString trialLine(const Trial &trial, const QString &hooks)
{
    const QString url = hooks + trial.slug;
    switch (trial.provider) {
    case Provider::github:
        return genericLine(trial, url, QStringLiteral("  -H \"X-GitHub-Delivery: $(date +%s)-$RANDOM\" -H 'X-GitHub-Event: ping' \\\n"),
                           QStringLiteral("X-Hub-Signature-256"));
    case Provider::standardWebhooks:
        return standardLine(trial, url);
    case Provider::generic:
        break;
    }
    return genericLine(trial, url, {}, QStringLiteral("X-Signature"));
}

RefusalText refusalText(const QString &reason)
{
    if (reason == u"signature")
        return {tr("its signature did not match"), tr("The sender must sign the exact bytes it sends, with this secret.")};
    if (reason == u"signature_missing")
        return {tr("it came without a signature"), tr("Switch signing on at the sender and give it this secret.")};
    if (reason == u"signature_time")
        return {tr("its time stamp is too far from this machine's clock"), tr("Set both clocks, or widen the source's tolerance.")};
    if (reason == u"unknown_source")
        return {tr("it went to an address no source has"), tr("Check the end of the address.")};
    if (reason == u"media_type" || reason == u"content_encoding")
        return {tr("it is not plain JSON"), tr("Send Content-Type: application/json, not compressed.")};
    if (reason == u"method")
        return {tr("it was not a POST"), tr("Opening the address in a browser sends a GET; providers send a POST.")};
    return {tr("the listener said %1").arg(reason), tr("Sources shows the check that failed, step by step.")};
}

} // namespace lazaret::ui
