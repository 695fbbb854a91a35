// Every action a person can take, each with its right, its tenant scope and its audit entry, committed together. The command line
// and the window use this one class: lazaretctl over a DirectWriter, the desk over the Journal. Nothing here executes work: the
// pipeline's process carries out what is recorded.
//
// Errors: refused (right, state, scope or four eyes: the detail names it), not_found (no such id, or another tenant's), usage
// (malformed: names the place), conflict (somebody else was first). Blocks until committed: never call from the GUI thread.
#pragma once

#include "base/clock.h"
#include "base/headers.h"
#include "engine/queries.h"
#include "guard/rights.h"
#include "guard/secrets.h"
#include "model/records.h"
#include "model/workspace.h"
#include "store/writer.h"

namespace lazaret {

struct SecretsView; // trials.h, and the next two
struct SignatureFinding;
struct TargetAnswer;
struct TestAnswer; // testdelivery.h
struct TestRequest;

// What a bulk action did, case by case.
struct ItemResult
{
    QString id;
    QString result; // "done", "refused", "not_found", "failed", "stopped" (not reached); for a verification what was found
    QString reason;
};
struct BulkResult
{
    QList<ItemResult> items;
    static BulkResult fromAnswers(const QJsonArray &answers); // what the pipeline wrote into a request's row
    qsizetype refused() const;
    qsizetype stopped() const;
    qsizetype done() const { return items.size() - refused() - stopped(); }
};

// Cases by id, or by a query that must still match as many as the person saw.
struct Selection
{
    QStringList ids;
    QString query;
    std::optional<qint64> expect; // with a query: required
    // What the person looked at: a case that somebody else has decided or the pipeline has moved since is refused. nullopt: as it stands.
    std::optional<queries::Seen> seen{};
};

struct DispositionRequest
{
    DispositionKind kind = DispositionKind::blocked_evidence;
    QString reason;
    QString authority;
    QString link;
    QString incident; // an id, or "new"
    Time until;
};

struct ReleaseRequest
{
    Selection selection;
    QString targetVersion;
    QString fixReference;
    double ratePerMin = 0;
    QStringList allow;
    QStringList stop;
    QString owner;
    QString canary;
    bool acceptIrreversible = false;
};

struct WorkspaceChange
{
    QString kind; // source, workflow, tenant, operator, hold, setting
    QString name;
    QString what; // "new", "version 3", "removed" …
};
struct AppliedWorkspace
{
    QList<WorkspaceChange> changes;
    QList<Problem> problems; // any: nothing was changed
    QList<Problem> warnings;
};

// What a change of the configuration was made from (store::standing; empty: it did not exist). If it stands differently when the change is
// made, somebody was first: conflict, naming who, and nothing is overwritten.
struct Basis
{
    QString kind; // source, workflow, operator, setting
    QString name;
    QString standing;
};

// A question left for the pipeline (a `requests` row). 0: nothing was left to ask.
struct Asked
{
    qint64 request = 0;
    BulkResult refused; // those it was not asked about, with the reason
};

class Desk
{
public:
    struct Person
    {
        QString name; // the operator
        QString osUser;
    };

    Desk(Writer &writer, const Clock &clock, guard::SecretStore &secrets, Person person);

    // Called before each case of a bulk action; false stops it: what is done stays done, the rest is answered as "stopped".
    void onProgress(std::function<bool(qsizetype done, qsizetype total)> progress) { m_progress = std::move(progress); }

    // --- configuration: desk_workspace.cpp
    Result<AppliedWorkspace> applyWorkspace(const QByteArray &file, bool prune, const QList<Basis> &basis = {});
    Result<AppliedWorkspace> previewWorkspace(const QByteArray &file, bool prune); // what applying it would change; nothing is changed
    // kind: source, workflow, operator. Refused while something needs it, and when nobody could administer any more.
    Result<> removeConfigured(const Basis &what);
    // Problems and warnings without doing anything; `known` (may be null) is what the file would be applied to.
    static AppliedWorkspace checkWorkspace(const QByteArray &file, Database *known, guard::SecretStore *secrets, bool prune);
    Result<QJsonObject> exportWorkspace();
    Result<bool> setHold(const QString &kind, const QString &name, bool held); // kind: source, workflow; false: nothing to change

    // --- asking and trying, nothing is kept: desk_trials.cpp
    Result<SecretsView> secretSlots();
    Result<SignatureFinding> checkSignature(const QString &source, const Headers &headers, const QByteArray &body);
    // Sends and waits; refused without a pipeline that receives. One audit entry for all of them.
    Result<QList<TestAnswer>> sendTest(const TestRequest &request, const std::function<bool(const TestAnswer &)> &after = {});
    Result<TargetAnswer> checkTarget(const QString &host); // "cards.example:8443", of a step or a probe

    // --- cases: desk_cases.cpp
    Result<BulkResult> assign(const QStringList &ids, const QString &operatorName, const std::optional<queries::Seen> &seen = {});
    Result<BulkResult> note(const QStringList &ids, const QString &text);
    Result<BulkResult> addFinding(const Selection &selection, int step, const QString &text);
    Result<> settleEffect(const CaseId &id, const QString &action, ReceiptState state, const QString &evidence,
                          const std::optional<queries::Seen> &seen = {});
    Result<Asked> askVerifyEffect(const Selection &selection);
    Result<BulkResult> dispose(const Selection &selection, const DispositionRequest &request);
    Result<BulkResult> approve(const QStringList &ids, const QString &reason, const std::optional<queries::Seen> &seen = {});
    Result<BulkResult> reject(const QStringList &ids, const QString &reason, const std::optional<queries::Seen> &seen = {});
    Result<bool> exportCases(const QString &query, qint64 count, const QString &format); // may it, and the trace that it was done
    Result<bool> exportDeliveries(const QString &query, qint64 count, const QString &format);
    Result<Incident> openIncident(const QString &title, const QString &severity, const QString &impact);
    Result<QList<CaseId>> closeIncident(const IncidentId &id, const QString &learning); // the cases that closed with it

    // --- taking back, desk_takeback.cpp: one's own last change, unless somebody else has changed it since
    Result<BulkResult> setReview(const QStringList &ids, qint64 due);
    Result<BulkResult> takeBackReview(const QStringList &ids);
    Result<BulkResult> takeBackOwner(const QStringList &ids);
    Result<BulkResult> takeBackNote(const QStringList &ids, const QString &text); // as a note that says so: nothing vanishes
    Result<BulkResult> withdraw(const QStringList &ids);                          // one's own request, while nobody has decided it

    // --- releases: desk_releases.cpp
    Result<Release> planRelease(const ReleaseRequest &request);
    // planVersion: what was read and is approved; nullopt: whatever stands.
    Result<Release> approveRelease(const QString &redriveId, std::optional<int> planVersion = std::nullopt);
    Result<Release> startRelease(const QString &redriveId);
    Result<Release> pauseRelease(const QString &redriveId);
    Result<Release> resumeRelease(const QString &redriveId); // accepts the events so far
    Result<Release> abortRelease(const QString &redriveId);
    Result<Asked> askReconcile(const QString &redriveId);   // every case that went out with this release
    Result<Asked> askReconcile(const Selection &selection); // by query: no count is expected

    // --- jobs: desk_jobs.cpp
    Result<Job> cancelJob(const JobId &id);
    Result<Job> retryNow(const JobId &id);

private:
    using Actor = guard::Actor;
    template <typename T>
    using Act = std::function<Result<T>(Database &, const Actor &)>;
    using CaseAct = std::function<Result<QString>(Database &, const Actor &, const CaseRecord &)>; // answers a remark, or nothing

    // In one transaction: who acts, whether they may, then the work.
    template <typename T>
    Result<T> act(guard::Right right, const QString &doing, const Act<T> &work)
    {
        return m_writer.writeNow<T>([&](Database &db) -> Result<T> {
            const auto actor = guard::resolveActor(db, m_person.name, m_person.osUser);
            if (!actor)
                return tl::unexpected(actor.error());
            if (const auto may = guard::require(*actor, right, doing); !may)
                return tl::unexpected(may.error());
            return work(db, *actor);
        });
    }

    // The cases of a selection; the count is compared inside the transaction that reads it.
    enum class Expect { required, optional };
    Result<QList<CaseId>> freeze(Database &db, const Actor &actor, const Selection &selection, Expect expect = Expect::required) const;
    Result<QList<CaseId>> freeze(guard::Right right, const QString &doing, const Selection &selection);
    // One write per case, so that one refusal does not undo the others.
    Result<BulkResult> forEach(guard::Right right, const QString &doing, const QList<CaseId> &ids, const CaseAct &work);

    // ErrorCode::conflict: somebody else's decision or the pipeline changed the case since (desk_since.cpp).
    static Result<> stillAsSeen(const std::optional<queries::Seen> &seen, Database &db, const Actor &actor, const CaseRecord &c,
                                bool ownerMatters = false);
    void record(Database &db, const Actor &actor, const QString &action, const QString &object, const QJsonObject &details = {}) const;

    struct Move;
    Result<Release> moveRelease(const QString &redriveId, const Move &move);
    static Result<Release> visibleRelease(Database &db, const Actor &actor, const QString &redriveId);
    Result<qint64> ask(Database &db, const Actor &actor, const QString &kind, const QList<CaseId> &cases, const QString &redriveId) const;

    struct Staged; // secrets written ahead of the transaction that refers to them
    enum class Staging { write, pretend };
    Result<Staged> stageSecrets(const ParsedWorkspace &parsed, const QMap<QString, QStringList> &known, Staging staging);
    Result<AppliedWorkspace> change(const QByteArray &file, bool prune, const QList<Basis> &basis, Staging staging);

    Writer &m_writer;
    const Clock &m_clock;
    guard::SecretStore &m_secrets;
    const Person m_person;
    std::function<bool(qsizetype, qsizetype)> m_progress;
};

// Every command that changes a case is refused alike for another tenant's case and for none at all.
Result<CaseRecord> visibleCase(Database &db, const guard::Actor &actor, const CaseId &id);
Result<Job> visibleJob(Database &db, const guard::Actor &actor, const JobId &id);
QList<CaseId> distinctCases(const QStringList &ids); // in their order
bool fourEyes(Database &db);
Error queryError(const queries::QueryError &error);

// One sentence: why this job is where it is, and until when.
QString whyJob(Database &db, const Job &job);

} // namespace lazaret
