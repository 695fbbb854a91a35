#include "engine/queries_journey.h"

#include "store/cases.h"
#include "store/jobs.h"
#include "store/releases.h"

#include <algorithm>

namespace lazaret::queries {

namespace {

using Kind = JourneySpan::Kind;

class Teller
{
public:
    explicit Teller(const JourneyFacts &facts) : m_facts(facts), m_at(facts.row.delivery.receivedAt)
    {
        m_journey.row = facts.row;
        m_journey.job = facts.job;
        m_journey.record = facts.record;
        std::copy_if(facts.releases.begin(), facts.releases.end(), std::back_inserter(m_runs),
                     [](const ReleaseRun &run) { return run.item.releasedAt.has_value(); });
        std::sort(m_runs.begin(), m_runs.end(), [](const auto &a, const auto &b) { return *a.item.releasedAt < *b.item.releasedAt; });
        if (!facts.reconciliations.isEmpty())
            m_journey.reconciliation =
                *std::max_element(facts.reconciliations.begin(), facts.reconciliations.end(),
                                  [](const auto &a, const auto &b) { return std::pair(a.at, a.id) < std::pair(b.at, b.id); });
    }

    Journey tell()
    {
        run(m_journey.attempts, {});
        const auto &record = m_facts.record;
        const JobState state = m_facts.job.state;
        if (!record) {
            m_journey.ended = state == JobState::done || state == JobState::ended || m_facts.job.jobId.value.isEmpty();
            if (!m_journey.ended && state != JobState::leased)
                go(m_journey.attempts, Kind::wait, m_facts.now).running = true;
        } else {
            tellCase();
            tellReleases();
            tellProof();
        }
        m_journey.endedAt = m_at;
        for (const auto *box : {&m_journey.attempts, &m_journey.people, &m_journey.release, &m_journey.proof}) {
            for (const auto &span : *box)
                (span.kind == Kind::work   ? m_journey.workMs
                 : span.kind == Kind::wait ? m_journey.waitMs
                                           : m_journey.peopleMs) += span.length();
        }
        return m_journey;
    }

private:
    // From where the story stands to a later time. Clocks of several processes may disagree by a little: never backwards.
    JourneySpan &go(QList<JourneySpan> &box, Kind kind, qint64 to)
    {
        box.append({kind, m_at, std::max(m_at, to)});
        m_at = box.last().to;
        return box.last();
    }
    void pass(QList<JourneySpan> &box, Kind kind, qint64 to)
    {
        if (to > m_at)
            go(box, kind, to);
    }

    void run(QList<JourneySpan> &box, const QString &redriveId)
    {
        for (const auto &attempt : m_facts.attempts) {
            if (attempt.redriveId != redriveId)
                continue;
            pass(box, Kind::wait, attempt.startedAt);
            auto &span = go(box, Kind::work, endOf(attempt));
            span.attempt = attempt.number;
            span.code = !attempt.errorCode.isEmpty() ? attempt.errorCode
                        : attempt.steps.isEmpty()    ? QString()
                                                     : attempt.steps.last().result;
            span.failed = attempt.errorClass.has_value();
            span.running = isRunning(attempt);
        }
    }

    bool isRunning(const Attempt &attempt) const
    {
        return !attempt.finishedAt && m_facts.job.state == JobState::leased && attempt.number == m_facts.job.attempt;
    }
    // An attempt whose process ended has no end on record; the case it left says when that was found.
    qint64 endOf(const Attempt &attempt) const
    {
        if (attempt.finishedAt)
            return *attempt.finishedAt;
        if (isRunning(attempt))
            return m_facts.now;
        return m_facts.record && attempt.number == m_facts.job.attempt ? m_facts.record->lastFailureAt : attempt.startedAt;
    }

    qint64 closedOrNow() const { return m_facts.record->closedAt.value_or(m_facts.now); }

    void tellCase()
    {
        const qint64 end = m_runs.isEmpty() ? closedOrNow() : *m_runs.first().item.releasedAt;
        Time touched;
        const auto touch = [&](qint64 at) {
            if (at >= m_at && at <= end)
                touched = std::min(touched.value_or(at), at);
        };
        for (const auto &finding : m_facts.record->findings)
            touch(finding.at);
        for (const auto &disposition : m_facts.record->dispositions)
            touch(disposition.at);
        pass(m_journey.people, Kind::unattended, touched.value_or(end));
        pass(m_journey.people, Kind::people, end);
        const bool open = m_runs.isEmpty() && !m_facts.record->closedAt;
        if (open && !m_journey.people.isEmpty())
            m_journey.people.last().running = true;
    }

    void tellReleases()
    {
        for (const auto &run : m_runs) {
            pass(m_journey.release, Kind::people, *run.item.releasedAt); // it came back and was decided again
            this->run(m_journey.release, run.redriveId);
            m_journey.redriveId = run.redriveId;
        }
        if (m_runs.isEmpty())
            return;
        const auto &last = m_runs.last().item;
        const bool back = last.state == ReleaseItemState::failed_again || last.state == ReleaseItemState::returned;
        if (last.state == ReleaseItemState::released && m_facts.job.state != JobState::leased)
            go(m_journey.release, Kind::wait, m_facts.now).running = true;
        else if (back)
            go(m_journey.release, Kind::unattended, closedOrNow()).running = !m_facts.record->closedAt;
    }

    void tellProof()
    {
        const auto &found = m_journey.reconciliation;
        const bool ofThisRelease = found && (m_runs.isEmpty() || found->redriveId == m_journey.redriveId);
        const bool settled = !m_runs.isEmpty() && m_runs.last().item.state == ReleaseItemState::settled;
        const bool open = !m_facts.record->closedAt;
        if (ofThisRelease)
            pass(m_journey.proof, Kind::wait, std::min(found->at, m_facts.now));
        else if (settled)
            go(m_journey.proof, Kind::wait, m_facts.now).running = true;
        if (ofThisRelease && open && found->outcome == Reconciled::still_uncertain)
            go(m_journey.proof, Kind::unattended, m_facts.now).running = true;
        m_journey.ended = !open;
    }

    const JourneyFacts &m_facts;
    Journey m_journey;
    QList<ReleaseRun> m_runs;
    qint64 m_at;
};

} // namespace

Journey tellJourney(const JourneyFacts &facts)
{
    return Teller(facts).tell();
}

std::optional<Journey> journey(Database &db, const Viewer &viewer, qint64 deliverySeq, qint64 nowMs)
{
    JourneyFacts facts;
    facts.now = nowMs;
    const auto rows = store::deliveriesBySeq(db, {deliverySeq});
    if (rows.isEmpty())
        return std::nullopt;
    facts.row = rows.first();
    if (const auto job = store::loadJob(db, facts.row.jobId))
        facts.job = *job;
    if (!visible(viewer, facts.job.tenant))
        return std::nullopt;
    facts.attempts = store::attemptsOf(db, facts.row.jobId);
    if (!facts.row.caseId.value.isEmpty())
        facts.record = store::loadCase(db, facts.row.caseId);
    if (facts.record) {
        for (const auto &[redriveId, item] : store::itemsOfCase(db, facts.row.caseId))
            facts.releases.append({redriveId, item});
        facts.reconciliations = store::reconciliationsOf(db, facts.row.caseId);
    }
    Journey told = tellJourney(facts);
    if (const auto release = told.redriveId.isEmpty() ? std::nullopt : store::loadRelease(db, told.redriveId, false)) {
        told.approver = release->approver;
        told.approvedAt = release->approvedAt;
    }
    return told;
}

} // namespace lazaret::queries
