#include "engine/asking.h"

#include "base/log.h"
#include "cases/casebook.h"
#include "guard/audit.h"
#include "reconcile/settle.h"
#include "store/cases.h"
#include "store/configuration.h"
#include "store/jobs.h"

#include <QJsonArray>

namespace lazaret {

namespace {

QJsonObject caseResult(const CaseId &id, const QString &result, const QString &reason)
{
    return {{QStringLiteral("id"), id.value}, {QStringLiteral("result"), result}, {QStringLiteral("reason"), reason}};
}

QString refused()
{
    return QStringLiteral("refused");
}

QString word(work::Observed observed)
{
    switch (observed) {
    case work::Observed::completed:
        return QStringLiteral("completed");
    case work::Observed::absent:
        return QStringLiteral("absent");
    case work::Observed::unclear:
        break;
    }
    return QStringLiteral("unclear");
}

} // namespace

void Asking::probe(const Job &job, const QList<std::pair<Step, qint64>> &steps,
                   std::function<void(QList<std::pair<QString, work::ProbeAnswer>>)> asked)
{
    struct Pending
    {
        QList<std::pair<QString, work::ProbeAnswer>> answers;
        qsizetype open = 0;
        std::function<void(QList<std::pair<QString, work::ProbeAnswer>>)> asked;
    };
    auto pending = std::make_shared<Pending>();
    pending->open = steps.size();
    pending->asked = std::move(asked);
    if (steps.isEmpty())
        return pending->asked({});
    for (const auto &[step, intendedAt] : steps) {
        const auto answer = [pending, action = step.action](work::ProbeAnswer given) {
            pending->answers.append({action, std::move(given)});
            if (--pending->open == 0)
                pending->asked(pending->answers);
        };
        const auto request = work::probeFor(step, job);
        if (!request) {
            answer({work::Observed::unclear, request.error().detail});
            continue;
        }
        m_tools.client.send(*request, [this, answer, step = step, intendedAt = intendedAt](http::CallResult result) {
            m_tools.strand.post([this, answer, step, intendedAt, result = std::move(result)] {
                answer(work::readProbe(step, result, intendedAt, m_tools.clock.nowMs()));
            });
        });
    }
}

void Asking::pump(Database &reader)
{
    const auto open = store::openRequests(reader, QStringLiteral("asked"));
    for (const auto &request : open) {
        if (m_taken.contains(request.id))
            continue;
        m_taken.insert(request.id);
        ++m_open;
        m_tools.journal.submit(
            [id = request.id](Database &db) -> Result<> {
                return store::takeRequest(db, id) ? Result<>() : fail(ErrorCode::conflict, QStringLiteral("taken meanwhile"));
            },
            [this, request](Result<> taken) {
                m_tools.strand.post([this, request, taken = std::move(taken)] {
                    if (taken)
                        return carryOut(request);
                    --m_open;
                    m_taken.remove(request.id); // a sealed store: asked again when it keeps things
                });
            });
    }
}

void Asking::carryOut(const store::Request &request)
{
    struct Pending
    {
        QHash<QString, QJsonObject> results;
        QStringList next;
        qsizetype open = 0;
        std::function<void()> step;
    };
    auto pending = std::make_shared<Pending>();
    pending->next = request.subjects;
    // A few at a time: a thousand cases must not open a thousand connections at their recipient.
    constexpr qsizetype kAtOnce = 8;
    pending->step = [this, pending, request] {
        while (pending->open < kAtOnce && !pending->next.isEmpty()) {
            const CaseId id{pending->next.takeFirst()};
            ++pending->open;
            // Posted, so that a case answered at once does not recurse into the next.
            const CaseDone done = [this, pending, id](QJsonObject result) {
                m_tools.strand.post([pending, id, result] {
                    pending->results.insert(id.value, result);
                    --pending->open;
                    pending->step();
                });
            };
            if (request.kind == u"verify_effect")
                verifyCase(id, request, done);
            else
                reconcileCase(id, done);
        }
        if (pending->open > 0 || !pending->step)
            return;
        QJsonArray results;
        for (const auto &subject : request.subjects)
            results.append(pending->results.value(subject));
        const auto running = std::exchange(pending->step, nullptr); // breaks the cycle; what runs here lives until it returns
        m_tools.journal.submit(
            [request, results, now = m_tools.clock.nowMs()](Database &db) -> Result<> {
                store::answerRequest(db, request.id, results, now);
                return {};
            },
            [this, request](Result<> written) {
                m_tools.strand.post([this, request, written = std::move(written)] {
                    --m_open;
                    if (!written)
                        logLine(
                            LogLevel::error, "cases",
                            QStringLiteral("the answer to request %1 could not be kept: %2").arg(request.id).arg(written.error().detail));
                });
            });
    };
    pending->step();
}

namespace {

struct VerifyFacts
{
    Job job;
    QList<std::pair<Step, qint64>> steps;
    QString refusal;
};

Result<VerifyFacts> verifyFacts(Database &db, const CaseId &id)
{
    VerifyFacts facts;
    const auto c = store::loadCase(db, id);
    const auto job = c ? store::loadJob(db, c->jobId) : std::nullopt;
    if (!c || !job)
        return fail(ErrorCode::not_found, QStringLiteral("no case %1").arg(id.value));
    facts.job = *job;
    if (c->closedAt)
        facts.refusal = QStringLiteral("the case is closed");
    for (const auto &receipt : c->receipts) {
        if (receipt.state != ReceiptState::uncertain)
            continue;
        const auto workflow = store::workflowVersion(db, job->workflow, receipt.workflowVersion);
        const Step *step = workflow ? workflow->findAction(receipt.action) : nullptr;
        if (step && step->verify)
            facts.steps.append({*step, receipt.intendedAt});
        else
            facts.refusal =
                QStringLiteral("the action \"%1\" has no verify block: settle it with evidence (case settle-effect)").arg(receipt.action);
    }
    if (facts.steps.isEmpty() && facts.refusal.isEmpty())
        facts.refusal = QStringLiteral("it has no uncertain effect");
    if (!facts.steps.isEmpty() && !c->closedAt)
        facts.refusal.clear();
    return facts;
}

QString settleVerified(Database &db, const CaseId &id, const QList<std::pair<QString, work::ProbeAnswer>> &answers,
                       const guard::Actor &actor, qint64 now, QString *reason)
{
    QStringList words;
    QStringList reasons;
    for (const auto &[action, answer] : answers) {
        const bool known = answer.observed != work::Observed::unclear;
        const ReceiptState state = answer.observed == work::Observed::completed ? ReceiptState::confirmed
                                   : known                                      ? ReceiptState::denied
                                                                                : ReceiptState::uncertain;
        words.append(toText(state));
        reasons.append(QStringLiteral("%1: %2").arg(action, answer.evidence));
        if (known)
            (void)cases::settleEffect(db, id, {action, state, answer.evidence, QStringLiteral("verification")}, now);
    }
    *reason = reasons.join(QStringLiteral("; "));
    guard::record(db, now, actor, QStringLiteral("case.verify_effect"), id.value, *reason);
    words.removeDuplicates();
    return words.size() == 1 ? words.first() : QStringLiteral("uncertain");
}

} // namespace

void Asking::verifyCase(const CaseId &id, const store::Request &request, CaseDone done)
{
    m_tools.journal.write<VerifyFacts>(
        [id](Database &db) { return verifyFacts(db, id); },
        [this, id, request, done](Result<VerifyFacts> facts) {
            m_tools.strand.post([this, id, request, done, facts = std::move(facts)] {
                if (!facts || !facts->refusal.isEmpty())
                    return done(caseResult(id, refused(), facts ? facts->refusal : facts.error().detail));
                probe(facts->job, facts->steps, [this, id, request, done](const QList<std::pair<QString, work::ProbeAnswer>> &answers) {
                    guard::Actor actor;
                    actor.name = request.actor;
                    actor.osUser = request.osUser;
                    auto reason = std::make_shared<QString>();
                    m_tools.journal.write<QString>(
                        [id, answers, actor, reason, now = m_tools.clock.nowMs()](Database &db) -> Result<QString> {
                            return settleVerified(db, id, answers, actor, now, reason.get());
                        },
                        [id, done, reason](Result<QString> word) {
                            done(word ? caseResult(id, *word, *reason) : caseResult(id, refused(), word.error().detail));
                        });
                });
            });
        });
}

void Asking::reconcileCase(const CaseId &id, CaseDone done)
{
    m_tools.journal.write<reconcile::Subject>(
        [id](Database &db) { return reconcile::subject(db, id); },
        [this, id, done](Result<reconcile::Subject> subject) {
            m_tools.strand.post([this, id, done, subject = std::move(subject)] {
                if (!subject)
                    return done(caseResult(id, refused(), subject.error().detail));
                QList<std::pair<Step, qint64>> steps;
                for (const auto &receipt : subject->record.receipts) {
                    const Step *step = subject->target.findAction(receipt.action);
                    if (step && step->verify && receipt.state != ReceiptState::denied)
                        steps.append({*step, receipt.intendedAt});
                }
                probe(subject->job, steps, [this, id, done](const QList<std::pair<QString, work::ProbeAnswer>> &answers) {
                    QList<reconcile::Observation> observations;
                    for (const auto &[action, answer] : answers)
                        observations.append({action, word(answer.observed), m_tools.clock.nowMs(), answer.evidence});
                    m_tools.journal.write<reconcile::Match>(
                        [id, observations, now = m_tools.clock.nowMs()](Database &db) {
                            return reconcile::settle(db, id, observations, now);
                        },
                        [id, done](Result<reconcile::Match> match) {
                            if (!match)
                                return done(caseResult(id, refused(), match.error().detail));
                            done(caseResult(id, match->outcome ? toText(*match->outcome) : QStringLiteral("not_done"), match->proof));
                        });
                });
            });
        });
}

void Asking::reconcile(const CaseId &id, std::function<void()> done)
{
    ++m_open;
    reconcileCase(id, [this, done = std::move(done)](const QJsonObject &) {
        m_tools.strand.post([this, done] {
            --m_open;
            done();
        });
    });
}

} // namespace lazaret
