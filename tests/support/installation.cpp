#include "support/installation.h"

#include <QFile>
#include <QJsonDocument>
#include <QMessageAuthenticationCode>
#include <QTcpSocket>

namespace lazaret::test {

namespace {

HttpReply parseReply(const QByteArray &bytes)
{
    HttpReply reply;
    const qsizetype end = bytes.indexOf("\r\n\r\n");
    if (end < 0)
        return reply;
    reply.head = bytes.left(end + 2);
    reply.body = bytes.mid(end + 4);
    reply.status = reply.head.mid(9, 3).toInt();
    return reply;
}

} // namespace

QByteArray HttpReply::header(const QByteArray &name) const
{
    const QList<QByteArray> lines = head.split('\n');
    for (const QByteArray &line : lines) {
        const qsizetype colon = line.indexOf(':');
        if (colon > 0 && line.left(colon).toLower() == name)
            return line.mid(colon + 1).trimmed();
    }
    return {};
}

const QString &Installation::program()
{
    static const QString path = QStringLiteral(LAZARETCTL);
    return path;
}

Installation::Installation() = default;

Installation::~Installation()
{
    kill9();
}

Said Installation::run(const QStringList &arguments, const QString &as) const
{
    QProcess process;
    QStringList all{QStringLiteral("--data"), data(), QStringLiteral("--json")};
    if (!as.isEmpty())
        all += {QStringLiteral("--as"), as};
    process.start(program(), all + arguments);
    process.closeWriteChannel();
    Said said;
    if (!process.waitForFinished(60000)) {
        process.kill();
        process.waitForFinished();
    } else if (process.exitStatus() == QProcess::NormalExit) {
        said.exit = process.exitCode();
    }
    said.out = process.readAllStandardOutput();
    said.err = process.readAllStandardError();
    said.json = QJsonDocument::fromJson(said.out).object();
    return said;
}

QJsonObject Installation::ask(const QStringList &arguments, const QString &as) const
{
    const Said said = run(arguments, as);
    if (said.exit != 0)
        qWarning("%s: exit %d: %s", qPrintable(arguments.join(u' ')), said.exit, (said.err + said.out).constData());
    return said.json;
}

QStringList Installation::ids(const QString &query) const
{
    QStringList ids;
    const QJsonArray cases = items({QStringLiteral("cases"), QStringLiteral("list"), QStringLiteral("--query"), query});
    for (const auto &c : cases)
        ids.append(c.toObject().value(QStringLiteral("case_id")).toString());
    return ids;
}

qint64 Installation::cases(const QString &query) const
{
    return total({QStringLiteral("cases"), QStringLiteral("list"), QStringLiteral("--query"), query, QStringLiteral("--limit"),
                  QStringLiteral("1")});
}

Said Installation::apply(const QJsonObject &workspace)
{
    QFile out(file(QStringLiteral("workspace.json")));
    if (!out.open(QIODevice::WriteOnly) || out.write(QJsonDocument(workspace).toJson()) < 0)
        qFatal("cannot write the workspace file");
    out.close();
    return run({QStringLiteral("workspace"), QStringLiteral("apply"), out.fileName()}, QStringLiteral("root"));
}

bool Installation::serve(const QStringList &wrap)
{
    kill9();
    m_serve = std::make_unique<QProcess>();
    m_serve->setStandardErrorFile(logFile(), QIODevice::Append);
    const QStringList command = wrap + QStringList{program(),
                                                   QStringLiteral("--data"),
                                                   data(),
                                                   QStringLiteral("serve"),
                                                   QStringLiteral("--listen"),
                                                   QStringLiteral("127.0.0.1:0"),
                                                   QStringLiteral("--admin"),
                                                   QStringLiteral("127.0.0.1:0")};
    m_serve->start(command.first(), command.mid(1));
    while (!m_serve->canReadLine()) {
        if (!m_serve->waitForReadyRead(kPatienceMs))
            return false;
    }
    const QJsonObject ready = QJsonDocument::fromJson(m_serve->readLine()).object();
    m_hooks = QUrl(ready.value(QStringLiteral("hooks")).toString());
    m_admin = QUrl(ready.value(QStringLiteral("admin")).toString());
    return ready.value(QStringLiteral("event")).toString() == u"ready";
}

void Installation::kill9()
{
    if (!m_serve)
        return;
    m_serve->kill();
    m_serve->waitForFinished(kPatienceMs);
    m_serve.reset();
}

int Installation::terminate()
{
    if (!m_serve)
        return -1;
    m_serve->terminate();
    const bool ended = m_serve->waitForFinished(kPatienceMs);
    const int code = ended && m_serve->exitStatus() == QProcess::NormalExit ? m_serve->exitCode() : -1;
    kill9();
    return code;
}

HttpReply Installation::exchange(quint16 port, const QByteArray &bytes, int patienceMs) const
{
    QTcpSocket socket;
    socket.connectToHost(QStringLiteral("127.0.0.1"), port);
    if (!socket.waitForConnected(patienceMs))
        return {};
    socket.write(bytes);
    while (socket.bytesToWrite() > 0 && socket.waitForBytesWritten(patienceMs)) {
    }
    QByteArray in = socket.readAll();
    while (socket.state() == QAbstractSocket::ConnectedState && socket.waitForReadyRead(patienceMs))
        in += socket.readAll();
    return parseReply(in + socket.readAll());
}

HttpReply Installation::post(const QString &source, const Post &post) const
{
    QByteArray head = "POST " + m_hooks.path().toLatin1() + source.toLatin1() + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" +
                      "Connection: close\r\nContent-Type: application/json\r\nContent-Length: " + QByteArray::number(post.body.size()) +
                      "\r\n";
    if (!post.id.isEmpty())
        head += "X-GitHub-Delivery: " + post.id + "\r\n";
    if (!post.event.isEmpty())
        head += "X-GitHub-Event: " + post.event + "\r\n";
    const QByteArray signature =
        post.signature.isNull() ? githubSignature(post.secret.isNull() ? secret : post.secret, post.body) : post.signature;
    if (!signature.isEmpty())
        head += "X-Hub-Signature-256: " + signature + "\r\n";
    return exchange(quint16(m_hooks.port()), head + post.extraHeaders + "\r\n" + post.body);
}

HttpReply Installation::get(const QUrl &url) const
{
    return exchange(quint16(url.port()), "GET " + url.path().toLatin1() + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
}

QByteArray githubSignature(const QByteArray &secret, const QByteArray &body)
{
    return "sha256=" + QMessageAuthenticationCode::hash(body, secret, QCryptographicHash::Sha256).toHex();
}

bool inspect(const Installation &at, const QString &query, qsizetype expect, const QString &as)
{
    for (int step = 1; step <= 6; ++step) {
        const Said said = at.run({QStringLiteral("case"), QStringLiteral("finding"), QStringLiteral("--query"), query,
                                  QStringLiteral("--expect"), QString::number(expect), QStringLiteral("--step"), QString::number(step),
                                  QStringLiteral("--text"), QStringLiteral("what step %1 of the inspection found").arg(step)},
                                 as);
        if (said.exit != 0 || said.json.value(QStringLiteral("done")).toInt() != expect) {
            qWarning("inspect: exit %d: %s", said.exit, (said.err + said.out).constData());
            return false;
        }
    }
    return true;
}

QJsonObject with(QJsonObject base, const QJsonObject &more)
{
    for (auto it = more.begin(); it != more.end(); ++it)
        base.insert(it.key(), it.value());
    return base;
}

QJsonObject httpStep(const QString &name, const QByteArray &url, const QJsonObject &more)
{
    return with({{QStringLiteral("name"), name},
                 {QStringLiteral("kind"), QStringLiteral("http")},
                 {QStringLiteral("url"), QString::fromLatin1(url)},
                 {QStringLiteral("allow_loopback"), true}},
                more);
}

QJsonObject cardsWorkflow(const QString &version, const QJsonArray &steps, const QJsonObject &more)
{
    return with({{QStringLiteral("name"), QStringLiteral("cards")}, {QStringLiteral("version"), version}, {QStringLiteral("steps"), steps}},
                more);
}

QJsonObject cardsSource(const QByteArray &secret, const QJsonObject &more)
{
    return with({{QStringLiteral("slug"), QStringLiteral("shop")},
                 {QStringLiteral("scheme"), QStringLiteral("github-sha256")},
                 {QStringLiteral("secrets"), QJsonArray{QString::fromLatin1(secret)}},
                 {QStringLiteral("map"), QJsonObject{{QStringLiteral("input_ref"), QStringLiteral("/input_ref")},
                                                     {QStringLiteral("operation_id"), QStringLiteral("/number")},
                                                     {QStringLiteral("tenant"), QStringLiteral("/tenant")}}},
                 {QStringLiteral("workflow"), QStringLiteral("cards")}},
                more);
}

QJsonObject workspaceOf(const QJsonArray &sources, const QJsonArray &workflows, const QJsonObject &more)
{
    return with({{QStringLiteral("lazaret"), 1}, {QStringLiteral("sources"), sources}, {QStringLiteral("workflows"), workflows}}, more);
}

QJsonObject saveStep(const QByteArray &cardsUrl, const QByteArray &effectsUrl, const QJsonObject &more)
{
    return httpStep(QStringLiteral("save"), cardsUrl,
                    with({{QStringLiteral("action"), QStringLiteral("save_card")},
                          {QStringLiteral("body"), QJsonObject{{QStringLiteral("ref"), QStringLiteral("{input_ref}")}}},
                          {QStringLiteral("verify"),
                           QJsonObject{{QStringLiteral("url"), QString::fromLatin1(effectsUrl) + QStringLiteral("{idempotency_key}")}}}},
                         more));
}

QByteArray cardBody(const QString &inputRef, const QString &tenant)
{
    return QJsonDocument(QJsonObject{{QStringLiteral("input_ref"), inputRef},
                                     {QStringLiteral("number"), QStringLiteral("op-") + inputRef},
                                     {QStringLiteral("tenant"), tenant}})
        .toJson(QJsonDocument::Compact);
}

} // namespace lazaret::test
