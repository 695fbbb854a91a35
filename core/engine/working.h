// Working: leases due jobs and runs them, step by step. Joins queue → work → outcome → cases. Everything here runs on the
// dispatcher's strand; calls and commits answer by posting back to it.
//
// The order that makes an effect happen at most once per attempt: intent committed → request sent once → receipt, attempt, job
// and (when it failed) case settled in one commit. A process that dies in between leaves the intent, which recovery calls uncertain.
#pragma once

#include "base/clock.h"
#include "base/strand.h"
#include "cases/casebook.h"
#include "engine/catalogue.h"
#include "http/client.h"
#include "outcome/classify.h"
#include "queue/queue.h"
#include "store/writer.h"
#include "work/httpstep.h"

namespace lazaret {

class Working
{
public:
    struct Tools
    {
        Writer &journal;
        http::Client &client;
        const Clock &clock;
        Strand &strand;
        queue::Worker worker;
        std::function<double()> jitter; // uniform in [0, 1]
        std::function<bool()> sealed;
    };
    explicit Working(Tools tools) : m_tools(std::move(tools)) {}

    // Once, before anything is leased: what the last process left behind. Leases without an intended receipt go back to ready,
    // the others become uncertain_effect cases; running releases come back paused.
    static void recover(Database &db, const queue::Worker &worker, qint64 now);

    // Leases what is due and free; answers when it wants to be asked again (ms), nullopt: after the next commit.
    std::optional<qint64> pump(Database &reader, const Catalogue &catalogue);

    void stopLeasing() { m_stopping = true; }
    int running() const { return int(m_runs.size()); }

private:
    struct Run
    {
        Job job;
        Workflow workflow;
        QList<Receipt> receipts;
        QStringList allowedEffects; // of its release
        qsizetype index = 0;        // step
        qsizetype completed = -1;   // last completed step of this version before this attempt
        bool acted = false;         // something was sent in this attempt
        QList<StepRun> steps;
        qint64 leasedAtMono = 0;
        bool lost = false;
    };
    using RunPtr = std::shared_ptr<Run>;

    struct Claim
    {
        queue::Claimed claimed;
        std::optional<Workflow> workflow;
        QStringList allowedEffects;
    };
    // What is written when a step or an attempt ends.
    struct Ending
    {
        OutcomeKind outcome = OutcomeKind::done;
        std::optional<ErrorClass> errorClass;
        QString code;
        QString message;
        std::optional<qint64> retryAfterMs;
        JobState to = JobState::done;
        QString reason;
        Time dueAt;
        QString action; // whose receipt is settled; empty: none
        ReceiptState receipt = ReceiptState::confirmed;
        QString evidence;
        QString externalRef;
        QString completedStep; // recorded as last_completed_step
        bool countsAttempt = true;
    };

    void claim(const QString &workflow, int limit, qint64 leaseMs);
    void begin(Claim claim);
    void advance(const RunPtr &run);
    bool skips(const RunPtr &run, const Step &step);
    void intend(const RunPtr &run, http::CallRequest request);
    void call(const RunPtr &run, http::CallRequest request);
    void answered(const RunPtr &run, const http::CallRequest &request, const http::CallResult &result);
    void stepDone(const RunPtr &run, const Step &step, const work::Answer &answer);
    void failed(const RunPtr &run, const Step &step, const work::Answer &answer);
    void failWithout(const RunPtr &run, ErrorClass errorClass, const QString &code, const QString &message); // nothing was sent
    void finish(const RunPtr &run, Ending ending);
    void drop(const RunPtr &run);
    void later(std::function<void()> work); // when the store keeps things again
    void heartbeats(const Catalogue &catalogue);
    static Result<> write(Database &db, const Run &run, const Ending &ending, const queue::Worker &worker, qint64 now);

    Tools m_tools;
    QHash<QString, RunPtr> m_runs;   // by job id
    QHash<QString, int> m_runningOf; // workflow → runs
    QSet<QString> m_claiming;
    QList<std::function<void()>> m_later;
    bool m_stopping = false;
};

} // namespace lazaret
