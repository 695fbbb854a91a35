#include "release/plan.h"

#include "base/scrub.h"
#include "release/stoprules.h"
#include "store/cases.h"
#include "store/configuration.h"
#include "store/jobs.h"
#include "store/releases.h"

#include <QHash>

namespace lazaret::release {

namespace {

bool confirmed(const CaseRecord &c, const QString &action)
{
    return std::any_of(c.receipts.begin(), c.receipts.end(),
                       [&](const Receipt &r) { return r.action == action && r.state == ReceiptState::confirmed; });
}

bool irreversibleRemains(const CaseRecord &c, const Workflow &target)
{
    return std::any_of(target.steps.begin(), target.steps.end(), [&](const Step &s) { return s.irreversible && !confirmed(c, s.action); });
}

Result<Workflow> targetWorkflow(Database &db, const QList<CaseRecord> &cases, const QString &version)
{
    QStringList names;
    for (const auto &c : cases) {
        if (!names.contains(c.workflow))
            names.append(c.workflow);
    }
    if (names.isEmpty())
        return fail(ErrorCode::refused, QStringLiteral("the selection matches no case"));
    if (names.size() > 1)
        return fail(ErrorCode::refused,
                    QStringLiteral("the selection spans the workflows %1; a release is of one: add workflow:NAME to the query")
                        .arg(names.join(QStringLiteral(", "))));
    const auto workflow = store::workflowVersion(db, names[0], version);
    if (!workflow)
        return fail(ErrorCode::not_found, QStringLiteral("workflow \"%1\" has no version \"%2\"; it has %3")
                                              .arg(names[0], version, store::workflowVersions(db, names[0]).join(QStringLiteral(", "))));
    return *workflow;
}

Result<QStringList> allowedEffects(const Workflow &target, const QStringList &asked)
{
    QStringList all;
    for (const auto &step : target.steps) {
        if (step.effect)
            all.append(step.action);
    }
    for (const auto &action : asked) {
        if (!all.contains(action))
            return fail(ErrorCode::usage, QStringLiteral("--allow %1: version %2 has no such effect; it has %3")
                                              .arg(action, target.version, all.join(QStringLiteral(", "))));
    }
    return asked.isEmpty() ? all : asked;
}

Result<QString> chooseCanary(const QList<ReleaseItem> &items, const PlanRequest &request)
{
    if (!request.canary.isEmpty()) {
        for (const auto &item : items) {
            if (item.caseId.value != request.canary)
                continue;
            if (!item.eligible)
                return fail(ErrorCode::refused, QStringLiteral("--canary %1 cannot be released: %2").arg(request.canary, item.reason));
            if (item.irreversible && !request.acceptIrreversible)
                return fail(
                    ErrorCode::refused,
                    QStringLiteral("--canary %1 would do something irreversible; choose another or acknowledge it: --accept-irreversible")
                        .arg(request.canary));
            return request.canary;
        }
        return fail(ErrorCode::not_found, QStringLiteral("--canary %1 is not in the selection").arg(request.canary));
    }
    // The most common fault is the one the fix is about: its oldest case that does nothing irreversible is the canary.
    QHash<QString, int> common;
    for (const auto &item : items) {
        if (item.eligible)
            ++common[toText(item.plannedClass)];
    }
    const ReleaseItem *best = nullptr;
    bool eligible = false;
    for (const auto &item : items) {
        eligible = eligible || item.eligible;
        if (!item.eligible || (item.irreversible && !request.acceptIrreversible))
            continue;
        if (!best || std::pair(!item.irreversible, common.value(toText(item.plannedClass))) >
                         std::pair(!best->irreversible, common.value(toText(best->plannedClass))))
            best = &item;
    }
    if (!best && eligible)
        return fail(
            ErrorCode::refused,
            QStringLiteral("every case that could be the canary would do something irreversible; acknowledge it: --accept-irreversible"));
    return best ? best->caseId.value : QString();
}

} // namespace

QString ineligible(Database &db, const CaseRecord &c, const Workflow &target, const QString &exceptRelease)
{
    if (c.closedAt)
        return QStringLiteral("closed: %1").arg(c.outcome.isEmpty() ? QStringLiteral("decided otherwise") : c.outcome);
    for (const auto &r : c.receipts) {
        if (r.isOpen())
            return QStringLiteral("the effect \"%1\" is uncertain: verify or settle it first").arg(r.action);
    }
    if (!c.disposition || c.disposition->kind != DispositionKind::redrive_approved || c.disposition->state != DispositionState::standing)
        return QStringLiteral("no approved redrive: its status is %1").arg(toText(c.status));
    if (const QString other = store::openReleaseHolding(db, c.caseId, exceptRelease); !other.isEmpty())
        return QStringLiteral("release %1 holds it").arg(other);
    if (c.workflow != target.name)
        return QStringLiteral("it belongs to workflow %1").arg(c.workflow);
    const auto job = store::loadJob(db, c.jobId);
    if (!job || job->state != JobState::quarantined)
        return QStringLiteral("its job is not in quarantine");
    if (!c.source.isEmpty()) {
        const auto source = store::currentSource(db, c.source);
        if (!source)
            return QStringLiteral("its source %1 was removed").arg(c.source);
        if (!source->enabled)
            return QStringLiteral("its source %1 is disabled").arg(c.source);
    }
    return {};
}

Result<Preview> preview(Database &db, const PlanRequest &request, qint64 now)
{
    Preview p;
    QList<CaseRecord> cases;
    for (const auto &id : request.selection) {
        const auto c = store::loadCase(db, id);
        if (!c)
            return fail(ErrorCode::not_found, QStringLiteral("no case %1").arg(id.value));
        cases.append(*c);
    }
    const auto target = targetWorkflow(db, cases, request.targetVersion);
    if (!target)
        return tl::unexpected(target.error());
    p.target = *target;
    const auto effects = allowedEffects(*target, request.allow);
    if (!effects)
        return tl::unexpected(effects.error());
    QStringList rules = request.stop.isEmpty() ? defaultStopRules() : request.stop;
    if (!rules.contains(QStringLiteral("uncertain_effect")))
        rules.prepend(QStringLiteral("uncertain_effect")); // own rules replace the others: past an effect nobody knows, nothing is sent
    if (auto known = checkStopRules(rules); !known)
        return tl::unexpected(known.error());
    if (request.ratePerMin < 0)
        return fail(ErrorCode::usage, QStringLiteral("--rate is cases per minute, 0 for no limit"));

    Release &r = p.release;
    r.state = ReleaseState::planned;
    r.query = request.query;
    r.workflow = target->name;
    r.targetVersion = target->version;
    // A bare commit is evidence and long hexadecimal: only what is certainly a secret is taken out.
    const QString fix = request.fixReference.trimmed();
    r.fixReference = holdsKnownSecret(fix) || looksLikeSignedUrl(fix) ? scrub(fix) : fix;
    r.allowedEffects = *effects;
    r.ratePerMin = request.ratePerMin;
    r.stopConditions = rules;
    r.plannedBy = request.by;
    r.plannedByOs = request.osUser;
    r.plannedAt = now;
    r.reconciliationOwner = request.owner.isEmpty() ? request.by : request.owner;
    r.acceptIrreversible = request.acceptIrreversible;
    for (const auto &c : std::as_const(cases)) {
        ReleaseItem item;
        item.position = int(r.items.size());
        item.caseId = c.caseId;
        item.jobId = c.jobId;
        item.reason = ineligible(db, c, *target, {});
        item.eligible = item.reason.isEmpty();
        item.sourceVersion = c.workflowVersion;
        item.irreversible = irreversibleRemains(c, *target);
        item.plannedClass = c.errorClass;
        if (!r.sourceVersions.contains(c.workflowVersion))
            r.sourceVersions.append(c.workflowVersion);
        r.approvedCaseCount += item.eligible ? 1 : 0;
        r.items.append(item);
    }
    r.counters.planned = r.approvedCaseCount;
    r.counters.remaining = r.approvedCaseCount;
    if (const auto canary = chooseCanary(r.items, request))
        r.canary = *canary;
    else if (canary.error().code == ErrorCode::refused)
        p.canaryProblem = canary.error().detail;
    else
        return tl::unexpected(canary.error());
    return p;
}

Result<Release> plan(Database &db, const PlanRequest &request, qint64 now)
{
    auto p = preview(db, request, now);
    if (!p)
        return tl::unexpected(p.error());
    if (request.fixReference.trimmed().isEmpty())
        return fail(ErrorCode::usage, QStringLiteral("a release names what was fixed: --fix"));
    if (!p->canaryProblem.isEmpty())
        return fail(ErrorCode::refused, p->canaryProblem);
    p->release.redriveId = newRedriveId(now);
    store::insertRelease(db, p->release);
    return p->release;
}

} // namespace lazaret::release
