#include "demo/stage.h"

#include "http/client.h"
#include "store/configuration.h"
#include "verify/scheme.h"

#include <QFile>
#include <QJsonDocument>
#include <QRandomGenerator>
#include <QUrl>

#include <future>

// A static library's resources are taken into the program by name, from outside any namespace.
static void takeResources()
{
    Q_INIT_RESOURCE(demo);
}

namespace lazaret::demo {

namespace {

const QString kScenario = QStringLiteral("cards");
const QString kSetting = QStringLiteral("demo");

QString freshSecret()
{
    QByteArray key(32, Qt::Uninitialized);
    QRandomGenerator::system()->generate(key.begin(), key.end());
    return QStringLiteral("whsec_") + QString::fromLatin1(key.toBase64());
}

// Beside the sources' secrets a script names the operator and the catalogue; everything else in it is what a person would write.
QByteArray filled(const QString &file, const QString &catalog, const QString &secret, const QString &person)
{
    QFile script(QStringLiteral(":/demo/") + file);
    if (!script.open(QIODevice::ReadOnly))
        return {};
    return script.readAll()
        .replace("@CATALOG@", catalog.toUtf8())
        .replace("@SECRET@", secret.toUtf8())
        .replace("@OPERATOR@", QJsonDocument(QJsonArray{person}).toJson(QJsonDocument::Compact).mid(2).chopped(2));
}

QJsonObject faster(QJsonObject workspace, double speed)
{
    QJsonArray workflows = workspace.value(QStringLiteral("workflows")).toArray();
    for (auto each : workflows) {
        QJsonObject workflow = each.toObject();
        QJsonObject budgets = workflow.value(QStringLiteral("budgets")).toObject();
        QJsonObject transient = budgets.value(QStringLiteral("transient")).toObject();
        QJsonArray delays = transient.value(QStringLiteral("delays_s")).toArray();
        for (auto delay : delays)
            delay = delay.toDouble() / speed;
        transient.insert(QStringLiteral("delays_s"), delays);
        budgets.insert(QStringLiteral("transient"), transient);
        workflow.insert(QStringLiteral("budgets"), budgets);
        each = workflow;
    }
    workspace.insert(QStringLiteral("workflows"), workflows);
    return workspace;
}

QByteArray bodyOf(const Card &card)
{
    return QJsonDocument(QJsonObject{{QStringLiteral("type"), QStringLiteral("product.updated")},
                                     {QStringLiteral("card"), card.id},
                                     {QStringLiteral("source"), card.source},
                                     {QStringLiteral("shop"), card.shop},
                                     {QStringLiteral("title"), card.title}})
        .toJson(QJsonDocument::Compact);
}

// "12" → "12.1", "13.1" → "13.2": the same work at another address.
QString nextVersion(const QString &version)
{
    return QStringLiteral("%1.%2").arg(version.section(u'.', 0, 0)).arg(version.section(u'.', 1).toInt() + 1);
}

} // namespace

QStringList scenarios()
{
    return {kScenario};
}

QString scenarioOf(const DataDirectory &directory)
{
    const auto database = Database::open(directory.databaseFile(), Database::Access::readOnly);
    const QString mark = database ? store::setting(**database, kSetting) : QString();
    return QJsonDocument::fromJson(mark.toUtf8()).object().value(QStringLiteral("scenario")).toString();
}

Stage::Stage(std::unique_ptr<Database> database, const Clock &clock, guard::SecretStore &secrets, Desk::Person person, double speed)
    : m_database(std::move(database)), m_writer(*m_database), m_clock(clock), m_secrets(secrets), m_person(person), m_speed(speed),
      m_desk(m_writer, clock, secrets, std::move(person))
{
}

Result<std::unique_ptr<Stage>> Stage::open(const DataDirectory &directory, const Clock &clock, guard::SecretStore &secrets,
                                           const Desk::Person &person, double speed)
{
    takeResources();
    auto database = Database::open(directory.databaseFile(), Database::Access::readWrite);
    if (!database)
        return tl::unexpected(database.error());
    std::unique_ptr<Stage> stage(new Stage(std::move(*database), clock, secrets, person, speed));
    if (auto set = stage->setTheScene(directory); !set)
        return tl::unexpected(set.error());
    return stage;
}

Result<> Stage::setTheScene(const DataDirectory &directory)
{
    const bool marked = !store::setting(*m_database, kSetting).isEmpty();
    if (!marked && (!store::currentSources(*m_database).isEmpty() || !store::workflowNames(*m_database).isEmpty()))
        return fail(ErrorCode::refused, QStringLiteral("%1 holds other work; the demo needs a directory of its own").arg(directory.path()));
    const auto workflow = store::currentWorkflow(*m_database, kWorkflow);
    const int port = workflow && !workflow->steps.isEmpty() ? QUrl(workflow->steps.first().url.section(u'/', 0, 2)).port(0) : 0;
    auto catalog = Catalog::start(m_clock, directory.path() + QStringLiteral("/catalog-ledger.jsonl"), quint16(port));
    if (!catalog)
        return tl::unexpected(catalog.error());
    m_catalog = std::move(*catalog);
    if (workflow)
        return m_catalog->port() == port ? Result<>() : moveCatalog();
    return apply(script(QStringLiteral("cards-12.json")));
}

QJsonObject Stage::script(const QString &file) const
{
    return faster(QJsonDocument::fromJson(filled(file, m_catalog->url(), freshSecret(), m_person.name)).object(), m_speed);
}

Result<> Stage::apply(QJsonObject workspace)
{
    const auto applied = m_desk.applyWorkspace(QJsonDocument(workspace).toJson(), false);
    if (!applied)
        return tl::unexpected(applied.error());
    if (!applied->problems.isEmpty())
        return fail(ErrorCode::internal,
                    QStringLiteral("the demo's workspace: %1 %2").arg(applied->problems[0].path, applied->problems[0].message));
    return {};
}

// Somebody else has its port now. A version that jobs have used keeps its content, so the new address is a new version.
Result<> Stage::moveCatalog()
{
    const auto current = store::currentWorkflow(*m_database, kWorkflow);
    const bool fixed = current->version.section(u'.', 0, 0) == u"13";
    QJsonObject moved = script(fixed ? QStringLiteral("cards-13.json") : QStringLiteral("cards-12.json"));
    QJsonObject workflow = moved.value(QStringLiteral("workflows")).toArray().first().toObject();
    workflow.insert(QStringLiteral("version"), nextVersion(current->version));
    return apply({{QStringLiteral("lazaret"), 1}, {QStringLiteral("workflows"), QJsonArray{workflow}}});
}

Result<int> Stage::deliver(const QString &hooks)
{
    const auto source = store::currentSource(*m_database, kSource);
    if (!source)
        return fail(ErrorCode::not_found, QStringLiteral("the demo's source %1 was removed").arg(kSource));
    const auto scheme = verify::makeScheme(source->scheme, {source->signatureHeader, source->toleranceS});
    const auto secret = m_secrets.read(source->secrets.value(0).ref);
    if (!scheme || !secret)
        return tl::unexpected(scheme ? secret.error() : scheme.error());
    http::Network network(1);
    http::Client client(network, m_clock);
    int sent = 0;
    for (const auto &card : cards()) {
        const QString id = QStringLiteral("evt_") + card.id;
        if (!store::findDeliveries(*m_database, id).isEmpty())
            continue;
        http::CallRequest request;
        request.method = "POST";
        request.url = (hooks + kSource).toUtf8();
        request.allowLoopback = true;
        request.body = bodyOf(card);
        request.headers = (*scheme)->sign(id.toUtf8(), request.body, m_clock.nowMs(), *secret);
        request.headers.append(Header{"Content-Type", "application/json"});
        std::promise<http::CallResult> answered;
        client.send(request, [&answered](http::CallResult result) { answered.set_value(std::move(result)); });
        const auto result = answered.get_future().get();
        if (result.fault != http::CallFault::none || result.status != 202)
            return fail(ErrorCode::io, QStringLiteral("the listener did not take %1: %2")
                                           .arg(id, result.detail.isEmpty() ? QString::number(result.status) : result.detail));
        ++sent;
    }
    return sent;
}

Result<bool> Stage::shipFix()
{
    const Standing at = standing();
    if (!at.fixVersion.isEmpty() || at.cases.size() < cards().size())
        return false;
    if (auto applied = apply(script(QStringLiteral("cards-13.json"))); !applied)
        return tl::unexpected(applied.error());
    return true;
}

} // namespace lazaret::demo
