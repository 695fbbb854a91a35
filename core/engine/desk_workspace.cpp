#include "engine/desk.h"

#include "base/bytes.h"
#include "model/records_json.h"
#include "store/auditlog.h"
#include "store/configuration.h"
#include "verify/scheme.h"

#include <QJsonDocument>
#include <QSet>

namespace lazaret {

using guard::Right;

struct Desk::Staged
{
    QMap<QString, QList<SecretRef>> refs; // source → its secrets, in the file's order
    QStringList written;                  // new in the store: taken back when the apply fails
};

namespace {

void addRefProblems(const ParsedWorkspace &parsed, guard::SecretStore &secrets, QList<Problem> &problems)
{
    const auto stored = secrets.refs();
    for (qsizetype i = 0; i < parsed.workspace.sources.size(); ++i) {
        const auto &given = parsed.workspace.sources[i].secrets;
        for (qsizetype k = 0; k < given.size(); ++k) {
            if (given[k].value.isEmpty() && !given[k].ref.isEmpty() && !(stored && stored->contains(given[k].ref)))
                problems.append(
                    {QStringLiteral("/sources/%1/secrets/%2/ref").arg(i).arg(k),
                     QStringLiteral("no secret %1 in this installation's secret store; give its value once").arg(given[k].ref)});
        }
    }
}

// A key that can verify nothing would refuse every delivery.
void addSecretProblems(const ParsedWorkspace &parsed, QList<Problem> &problems)
{
    for (qsizetype i = 0; i < parsed.workspace.sources.size(); ++i) {
        const auto &[source, given] = parsed.workspace.sources[i];
        const auto scheme = verify::makeScheme(source.scheme, {source.signatureHeader, source.toleranceS});
        for (qsizetype k = 0; k < given.size(); ++k) {
            const QString problem = scheme && !given[k].value.isEmpty() ? (*scheme)->secretProblem(given[k].value.toUtf8()) : QString();
            if (!problem.isEmpty())
                problems.append({QStringLiteral("/sources/%1/secrets/%2").arg(i).arg(k), problem});
        }
    }
}

// What only shows against the rest of the file and what is already there.
void addReferenceProblems(const ParsedWorkspace &parsed, Database *known, bool prune, QList<Problem> &problems)
{
    QSet<QString> workflows;
    for (const auto &workflow : parsed.workspace.workflows)
        workflows.insert(workflow.name);
    for (qsizetype i = 0; i < parsed.workspace.sources.size(); ++i) {
        const QString &name = parsed.workspace.sources[i].source.workflow;
        const bool there = workflows.contains(name) || (known && !prune && store::currentWorkflow(*known, name));
        if (!there && !name.isEmpty())
            problems.append({QStringLiteral("/sources/%1/workflow").arg(i),
                             QStringLiteral("no workflow \"%1\" in this file%2")
                                 .arg(name, known && !prune ? QStringLiteral(" or this installation") : QString())});
    }
}

QString versionRefused(const Workflow &w)
{
    return QStringLiteral("workflow %1: the content of version %2 changed, but jobs have run under it; give the new content a new version")
        .arg(w.name, w.version);
}

bool anyAdministrator(const QList<Operator> &operators)
{
    return std::any_of(operators.begin(), operators.end(), [](const Operator &o) { return o.role == Role::administrator; });
}

const QString &nobodyLeft()
{
    static const QString text =
        QStringLiteral("no operator would be an administrator, so nobody could change the configuration again; give "
                       "one of them the role administrator");
    return text;
}

// The operators there would be. Without any the owner of the data directory administers; with some, one of them must.
void addPeopleProblems(const ParsedWorkspace &parsed, Database *known, bool prune, QList<Problem> &problems)
{
    QMap<QString, Operator> after;
    if (known && !prune) {
        for (const auto &op : store::operators(*known))
            after.insert(op.name, op);
    }
    for (const auto &op : parsed.workspace.operators)
        after.insert(op.name, op);
    if (!parsed.workspace.operators.isEmpty() && !anyAdministrator(after.values()))
        problems.append({QStringLiteral("/operators"), nobodyLeft()});
}

void addVersionProblems(const ParsedWorkspace &parsed, Database &known, QList<Problem> &problems)
{
    for (qsizetype i = 0; i < parsed.workspace.workflows.size(); ++i) {
        const auto &w = parsed.workspace.workflows[i];
        if (!store::mayPutWorkflow(known, w))
            problems.append({QStringLiteral("/workflows/%1/version").arg(i), versionRefused(w)});
    }
}

AppliedWorkspace examine(const ParsedWorkspace &parsed, Database *known, guard::SecretStore *secrets, bool prune)
{
    AppliedWorkspace examined;
    examined.problems = parsed.problems;
    examined.warnings = parsed.warnings;
    addReferenceProblems(parsed, known, prune, examined.problems);
    addSecretProblems(parsed, examined.problems);
    if (secrets)
        addRefProblems(parsed, *secrets, examined.problems);
    addPeopleProblems(parsed, known, prune, examined.problems);
    return examined;
}

QString freshRef(const QString &slug, const QStringList &taken)
{
    for (int n = 1;; ++n) {
        const QString ref = QStringLiteral("source/%1/%2").arg(slug).arg(n);
        if (!taken.contains(ref))
            return ref;
    }
}

// One apply inside its transaction; collects what really changed.
class Application
{
public:
    Application(Database &db, qint64 now, const QString &by) : m_db(db), m_now(now), m_by(by) {}

    Result<> workflows(const QList<Workflow> &given)
    {
        QMap<QString, std::optional<Workflow>> before; // what was in force
        QMap<QString, Workflow> after;                 // the last version a file names is in force
        for (const auto &w : given) {
            if (!before.contains(w.name))
                before.insert(w.name, store::currentWorkflow(m_db, w.name));
            const auto stored = store::workflowVersion(m_db, w.name, w.version);
            const bool same = stored && store::contentHash(*stored) == store::contentHash(w);
            if (store::putWorkflow(m_db, w, m_now) == store::PutWorkflow::refused)
                return fail(ErrorCode::refused, versionRefused(w));
            if (!same)
                note(QStringLiteral("workflow"), w.name + u'@' + w.version, stored ? QStringLiteral("replaced") : QStringLiteral("new"));
            after.insert(w.name, w);
        }
        for (auto it = after.begin(); it != after.end(); ++it) {
            const auto &was = before[it.key()];
            if (!was || was->version != it->version)
                note(QStringLiteral("workflow"), it.key(), QStringLiteral("version %1 in force").arg(it->version));
            hold(QStringLiteral("workflow"), it.key(), it->hold, was && was->hold);
        }
        return {};
    }

    void source(Source source)
    {
        const auto was = store::currentSource(m_db, source.slug);
        bool changed = false;
        const int version = store::putSource(m_db, source, m_now, &changed);
        if (changed)
            note(QStringLiteral("source"), source.slug, QStringLiteral("version %1").arg(version));
        hold(QStringLiteral("source"), source.slug, source.hold, was && was->hold);
    }

    void people(const Workspace &workspace)
    {
        for (const auto &tenant : workspace.tenants) {
            if (store::putTenant(m_db, tenant, m_now))
                note(QStringLiteral("tenant"), tenant.name, QStringLiteral("set"));
        }
        for (const auto &op : workspace.operators) {
            if (store::putOperator(m_db, op, m_now))
                note(QStringLiteral("operator"), op.name, QStringLiteral("%1 for %2").arg(toText(op.role), op.tenants.join(u',')));
        }
    }

    void settings(const Workspace &workspace)
    {
        if (workspace.fourEyes)
            set(QStringLiteral("four_eyes"), *workspace.fourEyes ? QStringLiteral("true") : QStringLiteral("false"),
                QStringLiteral("false"));
        for (auto it = workspace.rest.begin(); it != workspace.rest.end(); ++it) {
            const QJsonDocument json = it->isArray() ? QJsonDocument(it->toArray()) : QJsonDocument(it->toObject());
            set(it.key(), QString::fromUtf8(json.toJson(QJsonDocument::Compact)), {});
        }
    }

    void prune(const Workspace &workspace)
    {
        QSet<QString> sources, workflows, operators;
        for (const auto &entry : workspace.sources)
            sources.insert(entry.source.slug);
        for (const auto &w : workspace.workflows)
            workflows.insert(w.name);
        for (const auto &op : workspace.operators)
            operators.insert(op.name);
        for (const auto &s : store::currentSources(m_db))
            remove(QStringLiteral("source"), s.slug, sources, store::removeSource);
        for (const auto &w : store::currentWorkflows(m_db))
            remove(QStringLiteral("workflow"), w.name, workflows, store::removeWorkflow);
        for (const auto &op : store::operators(m_db))
            remove(QStringLiteral("operator"), op.name, operators, store::removeOperator);
    }

    QList<WorkspaceChange> changes;

private:
    void note(const QString &kind, const QString &name, const QString &what) { changes.append({kind, name, what}); }

    // `hold: true` in the file holds; taking it out of the file resumes; a hold set by a command is not the file's to lift.
    void hold(const QString &kind, const QString &name, bool wanted, bool wasWanted)
    {
        if (wanted == wasWanted && !wanted)
            return;
        if (store::setHold(m_db, kind, name, wanted, m_by, m_now))
            note(QStringLiteral("hold"), kind + u' ' + name, wanted ? QStringLiteral("held") : QStringLiteral("resumed"));
    }

    void set(const QString &key, const QString &value, const QString &unset)
    {
        if (value != store::setting(m_db, key, unset) && store::putSetting(m_db, key, value))
            note(QStringLiteral("setting"), key, value);
    }

    void remove(const QString &kind, const QString &name, const QSet<QString> &named, bool (*erase)(Database &, const QString &))
    {
        if (!named.contains(name) && erase(m_db, name))
            note(kind, name, QStringLiteral("removed"));
    }

    Database &m_db;
    const qint64 m_now;
    const QString m_by;
};

// Somebody else may have been first: then nothing is overwritten, and whoever comes second is told who it was.
Result<> stillOn(Database &db, const QList<Basis> &basis)
{
    for (const auto &each : basis) {
        if (store::standing(db, each.kind, each.name) == each.standing)
            continue;
        const auto last = store::lastConfigured(db, each.kind, each.name);
        return fail(ErrorCode::conflict, QStringLiteral("%1 %2 was changed meanwhile by %3 at %4; nothing was overwritten")
                                             .arg(each.kind, each.name, last ? last->actor : QStringLiteral("somebody"),
                                                  last ? isoTime(last->at) : QStringLiteral("an unknown time")));
    }
    return {};
}

QSet<QString> refsInForce(Database &db)
{
    QSet<QString> refs;
    for (const auto &source : store::currentSources(db)) {
        for (const auto &secret : source.secrets)
            refs.insert(secret.ref);
    }
    return refs;
}

} // namespace

AppliedWorkspace Desk::checkWorkspace(const QByteArray &file, Database *known, guard::SecretStore *secrets, bool prune)
{
    const ParsedWorkspace parsed = parseWorkspace(file);
    AppliedWorkspace examined = examine(parsed, known, secrets, prune);
    if (known && examined.problems.isEmpty())
        addVersionProblems(parsed, *known, examined.problems);
    return examined;
}

Result<Desk::Staged> Desk::stageSecrets(const ParsedWorkspace &parsed, const QMap<QString, QStringList> &known, Staging staging)
{
    Staged staged;
    auto taken = m_secrets.refs();
    if (!taken)
        return tl::unexpected(taken.error());
    const auto stage = [&](const QString &slug, const GivenSecret &given) -> Result<QString> {
        if (given.value.isEmpty())
            return given.ref;
        const QByteArray value = given.value.toUtf8();
        for (const auto &ref : known.value(slug)) {
            const auto stored = m_secrets.read(ref);
            if (stored && equalConstantTime(*stored, value))
                return ref;
        }
        const QString ref = freshRef(slug, *taken);
        taken->append(ref);
        if (staging == Staging::pretend)
            return ref;
        if (auto written = m_secrets.write(ref, value); !written)
            return tl::unexpected(written.error());
        staged.written.append(ref);
        return ref;
    };
    for (const auto &entry : parsed.workspace.sources) {
        for (const auto &given : entry.secrets) {
            const auto ref = stage(entry.source.slug, given);
            if (!ref) {
                for (const auto &written : std::as_const(staged.written))
                    (void)m_secrets.remove(written);
                return tl::unexpected(ref.error());
            }
            staged.refs[entry.source.slug].append({*ref, given.expiresAt});
        }
    }
    return staged;
}

Result<AppliedWorkspace> Desk::applyWorkspace(const QByteArray &file, bool prune, const QList<Basis> &basis)
{
    return change(file, prune, basis, Staging::write);
}

Result<AppliedWorkspace> Desk::previewWorkspace(const QByteArray &file, bool prune)
{
    return change(file, prune, {}, Staging::pretend);
}

Result<AppliedWorkspace> Desk::change(const QByteArray &file, bool prune, const QList<Basis> &basis, Staging staging)
{
    const QString doing = QStringLiteral("changing the configuration");
    const ParsedWorkspace parsed = parseWorkspace(file);
    QMap<QString, QStringList> known; // source → the references in force
    // First what can be refused without touching anything, so that no secret is stored for a file that will not do.
    auto examined = act<AppliedWorkspace>(Right::configure, doing, [&](Database &db, const Actor &) -> Result<AppliedWorkspace> {
        for (const auto &source : store::currentSources(db)) {
            for (const auto &secret : source.secrets)
                known[source.slug].append(secret.ref);
        }
        if (auto same = stillOn(db, basis); !same)
            return tl::unexpected(same.error());
        return examine(parsed, &db, &m_secrets, prune);
    });
    if (!examined || !examined->problems.isEmpty())
        return examined;
    const auto staged = stageSecrets(parsed, known, staging);
    if (!staged)
        return tl::unexpected(staged.error());
    QSet<QString> inUse;
    QList<WorkspaceChange> changes;
    const auto done = act<bool>(Right::configure, doing, [&](Database &db, const Actor &actor) -> Result<bool> {
        if (auto same = stillOn(db, basis); !same)
            return tl::unexpected(same.error());
        Application application(db, m_clock.nowMs(), actor.name);
        if (auto put = application.workflows(parsed.workspace.workflows); !put)
            return tl::unexpected(put.error());
        for (auto entry : parsed.workspace.sources) {
            entry.source.secrets = staged->refs.value(entry.source.slug);
            application.source(entry.source);
        }
        if (prune)
            application.prune(parsed.workspace);
        application.people(parsed.workspace);
        application.settings(parsed.workspace);
        changes = application.changes;
        if (staging == Staging::pretend)
            return fail(ErrorCode::cancelled, QStringLiteral("only a preview")); // undoes it all
        for (const auto &change : std::as_const(changes))
            record(db, actor, QStringLiteral("configuration.") + change.kind, change.name, {{QStringLiteral("what"), change.what}});
        inUse = refsInForce(db);
        return true;
    });
    if (done || staging == Staging::write) {
        // A failed apply leaves the store as it was; after a good one the replaced secrets have no use left.
        QStringList unused = staged->written;
        if (done) {
            unused.clear();
            for (const auto &refs : std::as_const(known))
                std::copy_if(refs.begin(), refs.end(), std::back_inserter(unused),
                             [&](const QString &ref) { return !inUse.contains(ref); });
        }
        for (const auto &ref : std::as_const(unused))
            (void)m_secrets.remove(ref);
    }
    if (!done && (staging == Staging::write || done.error().code != ErrorCode::cancelled))
        return tl::unexpected(done.error());
    examined->changes = changes;
    return examined;
}

Result<> Desk::removeConfigured(const Basis &what)
{
    QStringList unused;
    const auto done = act<
        bool>(Right::configure, QStringLiteral("removing a %1").arg(what.kind), [&](Database &db, const Actor &actor) -> Result<bool> {
        if (auto same = stillOn(db, {what}); !same)
            return tl::unexpected(same.error());
        if (what.kind == u"workflow") {
            for (const auto &source : store::currentSources(db)) {
                if (source.workflow == what.name)
                    return fail(ErrorCode::refused, QStringLiteral("source %1 gives its deliveries to workflow %2; give it another "
                                                                   "workflow or remove it first")
                                                        .arg(source.slug, what.name));
            }
        }
        if (what.kind == u"source") {
            const auto source = store::currentSource(db, what.name);
            for (const auto &secret : source ? source->secrets : QList<SecretRef>())
                unused.append(secret.ref);
        }
        const bool gone = what.kind == u"source"     ? store::removeSource(db, what.name)
                          : what.kind == u"workflow" ? store::removeWorkflow(db, what.name)
                                                     : store::removeOperator(db, what.name);
        if (!gone)
            return fail(ErrorCode::not_found, QStringLiteral("no %1 \"%2\"").arg(what.kind, what.name));
        const auto left = store::operators(db);
        if (what.kind == u"operator" && !left.isEmpty() && !anyAdministrator(left))
            return fail(ErrorCode::refused, nobodyLeft());
        record(db, actor, QStringLiteral("configuration.") + what.kind, what.name, {{QStringLiteral("what"), QStringLiteral("removed")}});
        return true;
    });
    if (!done)
        return tl::unexpected(done.error());
    for (const auto &ref : std::as_const(unused))
        (void)m_secrets.remove(ref);
    return {};
}

Result<QJsonObject> Desk::exportWorkspace()
{
    return act<QJsonObject>(
        Right::exportData, QStringLiteral("exporting the configuration"), [&](Database &db, const Actor &) -> Result<QJsonObject> {
            const auto textOrNull = [](const QString &text) { return text.isEmpty() ? QJsonValue(QJsonValue::Null) : QJsonValue(text); };
            QJsonArray sources, workflows, tenants, operators;
            for (const auto &source : store::currentSources(db)) {
                QJsonObject json = toJson(source);
                json.insert(QStringLiteral("hold"), store::isHeld(db, QStringLiteral("source"), source.slug));
                sources.append(json);
            }
            for (const auto &workflow : store::currentWorkflows(db)) {
                QJsonObject json = toJson(workflow);
                json.insert(QStringLiteral("hold"), store::isHeld(db, QStringLiteral("workflow"), workflow.name));
                workflows.append(json);
            }
            for (const auto &t : store::tenants(db))
                tenants.append(QJsonObject{{QStringLiteral("name"), t.name},
                                           {QStringLiteral("owner"), textOrNull(t.owner)},
                                           {QStringLiteral("notes"), textOrNull(t.notes)}});
            for (const auto &o : store::operators(db))
                operators.append(QJsonObject{{QStringLiteral("name"), o.name},
                                             {QStringLiteral("role"), toText(o.role)},
                                             {QStringLiteral("tenants"), QJsonArray::fromStringList(o.tenants)}});
            const auto kept = [&](const QString &key) { return QJsonDocument::fromJson(store::setting(db, key).toUtf8()); };
            return QJsonObject{{QStringLiteral("lazaret"), 1},
                               {QStringLiteral("roots"), kept(QStringLiteral("roots")).object()},
                               {QStringLiteral("sources"), sources},
                               {QStringLiteral("workflows"), workflows},
                               {QStringLiteral("tenants"), tenants},
                               {QStringLiteral("alerts"), kept(QStringLiteral("alerts")).array()},
                               {QStringLiteral("retention"), kept(QStringLiteral("retention")).object()},
                               {QStringLiteral("operators"), operators},
                               {QStringLiteral("four_eyes"), fourEyes(db)}};
        });
}

Result<bool> Desk::setHold(const QString &kind, const QString &name, bool held)
{
    return act<bool>(Right::configure, QStringLiteral("holding or resuming a %1").arg(kind),
                     [&](Database &db, const Actor &actor) -> Result<bool> {
                         const bool there =
                             kind == u"source" ? store::currentSource(db, name).has_value() : store::currentWorkflow(db, name).has_value();
                         if (!there)
                             return fail(ErrorCode::not_found, QStringLiteral("no %1 \"%2\"").arg(kind, name));
                         if (!store::setHold(db, kind, name, held, actor.name, m_clock.nowMs()))
                             return false;
                         record(db, actor, kind + (held ? QStringLiteral(".hold") : QStringLiteral(".resume")), name);
                         return true;
                     });
}

} // namespace lazaret
