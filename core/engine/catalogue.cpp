#include "engine/catalogue.h"

#include "base/log.h"
#include "store/auditlog.h"
#include "store/configuration.h"

#include <QSet>
#include <QUrl>

namespace lazaret {

namespace {

bool idIsSigned(const Source &s)
{
    // A header is covered only by Standard Webhooks, which signs its own id; a body field or hash is covered by any body signature.
    return s.deliveryId.from != FieldRule::From::header || s.scheme == u"standard-webhooks-v1";
}

bool readsJson(const Source &s)
{
    const bool pointers = s.deliveryId.from == FieldRule::From::pointer || !s.map.isEmpty();
    return !s.scheme.startsWith(u"generic-hmac:") || pointers;
}

std::shared_ptr<const ListenedSource> listen(Database &db, guard::SecretStore &secrets, const Source &source)
{
    auto listened = std::make_shared<ListenedSource>();
    listened->source = source;
    listened->idIsSigned = idIsSigned(source);
    listened->readsJson = readsJson(source);
    auto scheme = verify::makeScheme(source.scheme, {source.signatureHeader, source.toleranceS});
    if (!scheme) {
        listened->problem = scheme.error().detail;
        return listened;
    }
    for (qsizetype i = 0; i < source.secrets.size(); ++i) {
        const auto value = secrets.read(source.secrets[i].ref);
        if (value)
            listened->keys.append({int(i + 1), *value, source.secrets[i].expiresAt});
        else
            listened->problem = value.error().detail;
    }
    listened->scheme = std::move(*scheme);
    if (const auto workflow = store::currentWorkflow(db, source.workflow)) {
        listened->workflowVersion = workflow->version;
        listened->taskType = workflow->taskType;
        listened->casePolicy = workflow->casePolicy;
    } else {
        listened->problem = QStringLiteral("its workflow \"%1\" does not exist").arg(source.workflow);
    }
    return listened;
}

} // namespace

qint64 configurationMark(Database &db)
{
    const auto last = store::lastAudit(db);
    return last ? last->seq : 0;
}

std::shared_ptr<const Catalogue> readCatalogue(Database &db, guard::SecretStore &secrets)
{
    auto catalogue = std::make_shared<Catalogue>();
    catalogue->auditSeq = configurationMark(db);
    const auto sources = store::currentSources(db);
    for (const auto &source : sources) {
        const auto listened = listen(db, secrets, source);
        if (!listened->problem.isEmpty())
            logLine(LogLevel::warning, "intake", QStringLiteral("source cannot verify with all its keys: %1").arg(listened->problem),
                    {{"source", source.slug}});
        if (const QString host = QUrl(source.publicUrl).host(); !host.isEmpty())
            catalogue->publicHosts.append(host.toLower().toLatin1());
        catalogue->sources.insert(source.slug, listened);
    }
    catalogue->workflows = store::currentWorkflows(db);
    catalogue->workflowNames = store::workflowNames(db);
    for (const auto &name : std::as_const(catalogue->workflowNames)) {
        if (store::isHeld(db, QStringLiteral("workflow"), name))
            catalogue->heldWorkflows.insert(name);
    }
    return catalogue;
}

} // namespace lazaret
