#include "store/configuration.h"

#include "base/bytes.h"
#include "model/workspace.h"
#include "store/setupfigures.h"

#include <QJsonDocument>

namespace lazaret::store {

namespace {

QString compact(const QJsonObject &json)
{
    return QString::fromUtf8(QJsonDocument(json).toJson(QJsonDocument::Compact));
}

QJsonObject parsed(const QString &text)
{
    return QJsonDocument::fromJson(text.toUtf8()).object();
}

QStringList namesFrom(const QString &text)
{
    QStringList names;
    const QJsonArray array = QJsonDocument::fromJson(text.toUtf8()).array();
    for (const auto &name : array)
        names.append(name.toString());
    return names;
}

Source readSource(const Statement &s)
{
    Source source = sourceFromStored(parsed(s.text(1)));
    source.version = int(s.integer(0));
    return source;
}

} // namespace

std::optional<Source> currentSource(Database &db, const QString &slug)
{
    Statement read = db.prepare("SELECT s.version, s.definition FROM source_current c JOIN sources s ON s.slug = c.slug AND s.version = "
                                "c.version WHERE c.slug = ? AND c.removed = 0");
    if (!read.run(slug) || !read.next())
        return std::nullopt;
    return readSource(read);
}

QList<Source> currentSources(Database &db)
{
    QList<Source> list;
    Statement read = db.prepare("SELECT s.version, s.definition FROM source_current c JOIN sources s ON s.slug = c.slug AND s.version = "
                                "c.version WHERE c.removed = 0 ORDER BY c.slug");
    read.run();
    while (read.next())
        list.append(readSource(read));
    return list;
}

int putSource(Database &db, const Source &source, qint64 now, bool *changed)
{
    const QString definition = compact(toJson(source));
    int newest = 0;
    {
        Statement read = db.prepare("SELECT s.version, s.definition, c.removed FROM source_current c JOIN sources s ON s.slug = c.slug AND "
                                    "s.version = c.version WHERE c.slug = ?");
        if (read.run(source.slug) && read.next()) {
            newest = int(read.integer(0));
            if (read.text(1) == definition && !read.flag(2)) {
                *changed = false;
                return newest;
            }
        }
    }
    *changed = true;
    db.prepare("INSERT INTO sources (slug, version, definition, created_at) VALUES (?, ?, ?, ?)")
        .run(source.slug, newest + 1, definition, now);
    db.prepare("INSERT INTO source_current (slug, version) VALUES (?, ?) ON CONFLICT (slug) DO UPDATE SET version = excluded.version, "
               "removed = 0")
        .run(source.slug, newest + 1);
    return newest + 1;
}

bool removeSource(Database &db, const QString &slug)
{
    Statement update = db.prepare("UPDATE source_current SET removed = 1 WHERE slug = ? AND removed = 0");
    return update.run(slug) && update.changes() == 1;
}

std::optional<Workflow> workflowVersion(Database &db, const QString &name, const QString &version)
{
    Statement read = db.prepare("SELECT definition FROM workflows WHERE name = ? AND version = ?");
    if (!read.run(name, version) || !read.next())
        return std::nullopt;
    return workflowFromStored(parsed(read.text(0)));
}

std::optional<Workflow> currentWorkflow(Database &db, const QString &name)
{
    Statement read = db.prepare("SELECT w.definition FROM workflow_current c JOIN workflows w ON w.name = c.name AND w.version = c.version "
                                "WHERE c.name = ? AND c.removed = 0");
    if (!read.run(name) || !read.next())
        return std::nullopt;
    return workflowFromStored(parsed(read.text(0)));
}

QList<Workflow> currentWorkflows(Database &db)
{
    QList<Workflow> list;
    Statement read = db.prepare("SELECT w.definition FROM workflow_current c JOIN workflows w ON w.name = c.name AND w.version = c.version "
                                "WHERE c.removed = 0 ORDER BY c.name");
    read.run();
    while (read.next())
        list.append(workflowFromStored(parsed(read.text(0))));
    return list;
}

QStringList workflowNames(Database &db)
{
    QStringList list;
    Statement read = db.prepare("SELECT name FROM workflow_current ORDER BY name");
    read.run();
    while (read.next())
        list.append(read.text(0));
    return list;
}

QStringList workflowVersions(Database &db, const QString &name)
{
    QStringList list;
    Statement read = db.prepare("SELECT version FROM workflows WHERE name = ? ORDER BY created_at, version");
    read.run(name);
    while (read.next())
        list.append(read.text(0));
    return list;
}

QString contentHash(const Workflow &workflow)
{
    QJsonObject content = toJson(workflow);
    content.remove(QStringLiteral("hold"));
    return sha256Hex(QJsonDocument(content).toJson(QJsonDocument::Compact));
}

namespace {

QString knownHashOf(Database &db, const Workflow &workflow)
{
    Statement read = db.prepare("SELECT content_hash FROM workflows WHERE name = ? AND version = ?");
    return read.run(workflow.name, workflow.version) && read.next() ? read.text(0) : QString();
}

} // namespace

bool mayPutWorkflow(Database &db, const Workflow &workflow)
{
    const QString known = knownHashOf(db, workflow);
    if (known.isEmpty() || known == contentHash(workflow))
        return true;
    return !versionHasRun(db, workflow.name, workflow.version);
}

PutWorkflow putWorkflow(Database &db, const Workflow &workflow, qint64 now)
{
    if (!mayPutWorkflow(db, workflow))
        return PutWorkflow::refused;
    const QString hash = contentHash(workflow);
    const QString definition = compact(toJson(workflow));
    const QString knownHash = knownHashOf(db, workflow);
    const PutWorkflow result = knownHash.isEmpty() || knownHash == hash ? PutWorkflow::stored : PutWorkflow::replaced;
    db.prepare("INSERT INTO workflows (name, version, definition, content_hash, created_at) VALUES (?, ?, ?, ?, ?) "
               "ON CONFLICT (name, version) DO UPDATE SET definition = excluded.definition, content_hash = excluded.content_hash")
        .run(workflow.name, workflow.version, definition, hash, now);
    Statement current = db.prepare("INSERT INTO workflow_current (name, version) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET version = "
                                   "excluded.version, removed = 0 "
                                   "WHERE workflow_current.version <> excluded.version OR workflow_current.removed = 1");
    current.run(workflow.name, workflow.version);
    const bool switched = current.changes() == 1;
    return knownHash == hash && !switched ? PutWorkflow::unchanged : result;
}

bool removeWorkflow(Database &db, const QString &name)
{
    Statement update = db.prepare("UPDATE workflow_current SET removed = 1 WHERE name = ? AND removed = 0");
    return update.run(name) && update.changes() == 1;
}

bool putTenant(Database &db, const Tenant &tenant, qint64 now)
{
    Statement upsert = db.prepare("INSERT INTO tenants (name, owner, notes, created_at) VALUES (?, ?, ?, ?) ON CONFLICT (name) DO UPDATE "
                                  "SET owner = excluded.owner, notes = excluded.notes "
                                  "WHERE tenants.owner IS NOT excluded.owner OR tenants.notes IS NOT excluded.notes");
    return upsert.run(tenant.name, tenant.owner, tenant.notes, now) && upsert.changes() == 1;
}

void tenantSeen(Database &db, const QString &name, qint64 now)
{
    db.prepare("INSERT INTO tenants (name, created_at) VALUES (?, ?) ON CONFLICT (name) DO NOTHING").run(name, now);
}

QList<Tenant> tenants(Database &db)
{
    QList<Tenant> list;
    Statement read = db.prepare("SELECT name, owner, notes FROM tenants ORDER BY name");
    read.run();
    while (read.next())
        list.append({read.text(0), read.text(1), read.text(2)});
    return list;
}

bool putOperator(Database &db, const Operator &op, qint64 now)
{
    const QString scope = QString::fromUtf8(QJsonDocument(QJsonArray::fromStringList(op.tenants)).toJson(QJsonDocument::Compact));
    Statement upsert = db.prepare("INSERT INTO operators (name, role, tenants, created_at) VALUES (?, ?, ?, ?) ON CONFLICT (name) DO "
                                  "UPDATE SET role = excluded.role, tenants = excluded.tenants "
                                  "WHERE operators.role <> excluded.role OR operators.tenants <> excluded.tenants");
    return upsert.run(op.name, op.role, scope, now) && upsert.changes() == 1;
}

bool removeOperator(Database &db, const QString &name)
{
    Statement erase = db.prepare("DELETE FROM operators WHERE name = ?");
    return erase.run(name) && erase.changes() == 1;
}

QList<Operator> operators(Database &db)
{
    QList<Operator> list;
    Statement read = db.prepare("SELECT name, role, tenants FROM operators ORDER BY name");
    read.run();
    while (read.next())
        list.append({read.text(0), read.word<Role>(1), namesFrom(read.text(2))});
    return list;
}

std::optional<Operator> findOperator(Database &db, const QString &name)
{
    Statement read = db.prepare("SELECT name, role, tenants FROM operators WHERE name = ?");
    if (!read.run(name) || !read.next())
        return std::nullopt;
    return Operator{read.text(0), read.word<Role>(1), namesFrom(read.text(2))};
}

bool setHold(Database &db, const QString &kind, const QString &name, bool held, const QString &by, qint64 now)
{
    if (held) {
        Statement insert = db.prepare("INSERT INTO holds (kind, name, since, by) VALUES (?, ?, ?, ?) ON CONFLICT (kind, name) DO NOTHING");
        return insert.run(kind, name, now, by) && insert.changes() == 1;
    }
    Statement erase = db.prepare("DELETE FROM holds WHERE kind = ? AND name = ?");
    return erase.run(kind, name) && erase.changes() == 1;
}

bool isHeld(Database &db, const QString &kind, const QString &name)
{
    Statement read = db.prepare("SELECT 1 FROM holds WHERE kind = ? AND name = ?");
    return read.run(kind, name) && read.next();
}

QString standing(Database &db, const QString &kind, const QString &name)
{
    if (kind == u"setting")
        return setting(db, name);
    Statement read = kind == u"source" ? db.prepare("SELECT version FROM source_current WHERE slug = ? AND removed = 0")
                     : kind == u"workflow"
                         ? db.prepare("SELECT c.version || ' ' || w.content_hash FROM workflow_current c JOIN workflows w "
                                      "ON w.name = c.name AND w.version = c.version WHERE c.name = ? AND c.removed = 0")
                         : db.prepare("SELECT role || ' ' || tenants FROM operators WHERE name = ?");
    if (!read.run(name) || !read.next())
        return {};
    return isHeld(db, kind, name) ? read.text(0) + QStringLiteral(" held") : read.text(0);
}

QString setting(Database &db, const QString &key, const QString &fallback)
{
    Statement read = db.prepare("SELECT value FROM meta WHERE key = ?");
    return read.run(key) && read.next() ? read.text(0) : fallback;
}

bool putSetting(Database &db, const QString &key, const QString &value)
{
    Statement upsert = db.prepare("INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value "
                                  "WHERE meta.value <> excluded.value");
    return upsert.run(key, notNull(value)) && upsert.changes() == 1;
}

} // namespace lazaret::store
