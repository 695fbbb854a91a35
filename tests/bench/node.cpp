#include "node.h"

#include "verify/scheme.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QUrl>

namespace lazaret::bench {

namespace {

QByteArray workspace(quint16 recipientPort, int concurrency)
{
    const QJsonObject source{{QStringLiteral("slug"), QLatin1String(kSlug)},
                             {QStringLiteral("scheme"), QStringLiteral("github-sha256")},
                             {QStringLiteral("secrets"), QJsonArray{QLatin1String(kSecret)}},
                             {QStringLiteral("map"), QJsonObject{{QStringLiteral("operation_id"), QStringLiteral("/number")},
                                                                 {QStringLiteral("input_ref"), QStringLiteral("/input_ref")},
                                                                 {QStringLiteral("tenant"), QStringLiteral("/tenant")}}},
                             {QStringLiteral("workflow"), QLatin1String(kWorkflow)}};
    const QJsonObject step{{QStringLiteral("name"), QStringLiteral("save")},
                           {QStringLiteral("kind"), QStringLiteral("http")},
                           {QStringLiteral("url"), QStringLiteral("http://127.0.0.1:%1/cards").arg(recipientPort)},
                           {QStringLiteral("body"), QJsonObject{{QStringLiteral("ref"), QStringLiteral("{input_ref}")}}},
                           {QStringLiteral("allow_loopback"), true}};
    const QJsonObject workflow{{QStringLiteral("name"), QLatin1String(kWorkflow)},
                               {QStringLiteral("version"), QStringLiteral("1")},
                               {QStringLiteral("concurrency"), concurrency},
                               {QStringLiteral("hold"), true},
                               {QStringLiteral("steps"), QJsonArray{step}}};
    return QJsonDocument(QJsonObject{{QStringLiteral("lazaret"), 1},
                                     {QStringLiteral("sources"), QJsonArray{source}},
                                     {QStringLiteral("workflows"), QJsonArray{workflow}}})
        .toJson();
}

} // namespace

Node::Node(const QString &program, const QString &folder, quint16 recipientPort, int concurrency)
    : m_program(program), m_data(folder + QStringLiteral("/data"))
{
    QDir().mkpath(folder);
    QFile file(folder + QStringLiteral("/workspace.json"));
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot write %s", qPrintable(file.fileName()));
    file.write(workspace(recipientPort, concurrency));
    file.close();
    ctl({QStringLiteral("workspace"), QStringLiteral("apply"), file.fileName()});
    m_serve.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_serve.start(m_program, {QStringLiteral("--data"), m_data, QStringLiteral("serve"), QStringLiteral("--listen"),
                              QStringLiteral("127.0.0.1:0"), QStringLiteral("--admin"), QStringLiteral("127.0.0.1:0")});
    while (!m_serve.canReadLine() && m_serve.waitForReadyRead(30000)) {
    }
    const QJsonObject ready = QJsonDocument::fromJson(m_serve.readLine()).object();
    m_port = quint16(QUrl(ready.value(QStringLiteral("hooks")).toString()).port(0));
    if (m_port == 0)
        qFatal("serve did not become ready");
}

Node::~Node()
{
    m_serve.terminate();
    if (!m_serve.waitForFinished(30000))
        m_serve.kill();
}

void Node::ctl(const QStringList &arguments) const
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(m_program, QStringList{QStringLiteral("--data"), m_data} + arguments);
    if (!process.waitForFinished(60000) || process.exitCode() != 0)
        qFatal("%s: %s", qPrintable(arguments.join(u' ')), process.readAll().constData());
}

void Node::resumeWorkflow()
{
    ctl({QStringLiteral("workflow"), QStringLiteral("resume"), QLatin1String(kWorkflow)});
}

std::vector<QByteArray> deliveries(int count, int bytes, quint16 port)
{
    const auto scheme = verify::makeScheme(QStringLiteral("github-sha256"), {});
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    std::vector<QByteArray> requests;
    requests.reserve(size_t(count));
    for (int i = 0; i < count; ++i) {
        QByteArray body =
            R"({"number":)" + QByteArray::number(i) + R"(,"input_ref":"card-)" + QByteArray::number(i) + R"(","tenant":"acme","text":")";
        body += QByteArray(qMax(0, bytes - int(body.size()) - 2), 'x') + "\"}";
        const QByteArray id = "bench-" + QByteArray::number(i);
        QByteArray request = "POST /hooks/" + QByteArray(kSlug) + " HTTP/1.1\r\nHost: 127.0.0.1:" + QByteArray::number(port) +
                             "\r\nContent-Type: application/json\r\nX-GitHub-Delivery: " + id + "\r\nX-GitHub-Event: push\r\n";
        const auto headers = (*scheme)->sign(id, body, now, kSecret);
        for (const auto &header : headers) {
            if (header.name.compare("X-GitHub-Delivery", Qt::CaseInsensitive) != 0)
                request += header.name + ": " + header.value + "\r\n";
        }
        requests.push_back(request + "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body);
    }
    return requests;
}

} // namespace lazaret::bench
