#include "engine/queries_setup.h"

#include "model/workspace.h"
#include "store/auditlog.h"
#include "store/configuration.h"
#include "verify/scheme.h"
#include "work/httpstep.h"

#include <QMap>
#include <QUrl>

namespace lazaret::queries {

namespace {

constexpr qint64 kFiveMinutes = 5 * 60 * 1000, kHour = 60 * 60 * 1000;

} // namespace

SourceList sourceList(Database &db, qint64 nowMs)
{
    SourceList list;
    list.now = nowMs;
    const auto lastFive = store::arrivalsSince(db, nowMs - kFiveMinutes);
    const auto refused = store::refusedSince(db, nowMs - kHour);
    const QString kind = QStringLiteral("source");
    for (const auto &source : store::currentSources(db)) {
        SourceView view{source,
                        toJson(source),
                        store::standing(db, kind, source.slug),
                        store::isHeld(db, kind, source.slug),
                        store::lastDelivery(db, source.slug),
                        lastFive.value(source.slug),
                        refused.value(source.slug)};
        view.definition.insert(QStringLiteral("hold"), view.held);
        list.sources.append(view);
    }
    for (const auto &workflow : store::currentWorkflows(db))
        list.workflows.append(workflow.name);
    return list;
}

QString secretProblem(const QString &scheme, const QByteArray &secret)
{
    const auto made = verify::makeScheme(scheme, {QStringLiteral("signature"), 0}); // generic schemes want a header named
    return made ? (*made)->secretProblem(secret) : QString();
}

std::optional<ChangedBy> changedBy(Database &db, const QString &kind, const QString &name)
{
    const auto last = store::lastConfigured(db, kind, name);
    return last ? std::optional(ChangedBy{last->actor, last->at}) : std::nullopt;
}

QList<WorkflowView> workflowList(Database &db)
{
    QList<WorkflowView> list;
    const auto sources = store::currentSources(db);
    const QString kind = QStringLiteral("workflow");
    for (const auto &workflow : store::currentWorkflows(db)) {
        WorkflowView view;
        view.workflow = workflow;
        view.definition = toJson(workflow);
        view.standing = store::standing(db, kind, workflow.name);
        view.held = store::isHeld(db, kind, workflow.name);
        view.definition.insert(QStringLiteral("hold"), view.held);
        view.versions = store::workflowVersions(db, workflow.name);
        for (const auto &source : sources) {
            if (source.workflow == workflow.name)
                view.sources.append(source.slug);
        }
        view.openCases = store::openCasesOf(db, workflow.name);
        list.append(view);
    }
    return list;
}

std::optional<QJsonObject> workflowDefinition(Database &db, const QString &name, const QString &version)
{
    const auto workflow = store::workflowVersion(db, name, version);
    return workflow ? std::optional(toJson(*workflow)) : std::nullopt;
}

QList<TargetView> targetList(Database &db, qint64 since)
{
    QMap<QString, TargetView> byHost;
    const auto use = [&](const QString &url, const Step &step, const TargetView::Use &how) {
        auto &target = byHost[work::hostOf(url.toUtf8())];
        target.tls = QUrl(url).scheme() == u"https";
        target.localAllowed |= step.allowLoopback;
        target.uses.append(how);
    };
    for (const auto &workflow : store::currentWorkflows(db)) {
        for (const auto &step : workflow.steps) {
            use(step.url, step, {workflow.name, step.name, step.effect, false});
            if (step.verify)
                use(step.verify->url, step, {workflow.name, step.name, false, true});
        }
    }
    for (const auto &answer : store::hostAnswersSince(db, since)) {
        auto &target = byHost[answer.host];
        target.answers.append(answer);
        target.answered += answer.count;
        target.lastAt = std::max(target.lastAt.value_or(0), answer.lastAt);
    }
    for (auto it = byHost.begin(); it != byHost.end(); ++it)
        it->host = it.key();
    return byHost.values();
}

PeopleView peopleView(Database &db)
{
    PeopleView view;
    for (const auto &op : store::operators(db))
        view.people.append({op, store::standing(db, QStringLiteral("operator"), op.name)});
    for (const auto &tenant : store::tenants(db))
        view.tenants.append(tenant.name);
    view.fourEyesStanding = store::standing(db, QStringLiteral("setting"), QStringLiteral("four_eyes"));
    view.fourEyes = view.fourEyesStanding == u"true";
    return view;
}

} // namespace lazaret::queries
