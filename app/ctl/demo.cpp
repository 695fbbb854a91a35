// demo: the whole story without a window. The pipeline, the sender and the recipient run in this process; each station is printed as it
// is reached. A directory whose story was interrupted is told on from where it stands.
#include "commands.h"

#include "base/clock.h"
#include "base/log.h"
#include "composition.h"
#include "demo/stage.h"
#include "engine/engine.h"
#include "engine/report.h"
#include "guard/audit.h"
#include "output.h"
#include "store/releases.h"

#include <QDir>
#include <QElapsedTimer>
#include <QThread>

#include <functional>

namespace lazaret::ctl {

namespace {

using demo::Standing;

constexpr qint64 kPatienceMs = 120'000; // for what takes seconds
constexpr double kRatePerMin = 60;      // at speed 1: a person can watch nine of them

class Telling
{
public:
    Telling(const Invocation &invocation, demo::Stage &stage, const Clock &clock, double speed)
        : m_invocation(invocation), m_stage(stage), m_clock(clock), m_speed(speed)
    {
    }

    Result<> tell(const QString &hooks, const DataDirectory &directory);
    const QJsonObject &facts() const { return m_facts; }

private:
    void station(const QString &name, const QString &sentence);
    Result<> until(const QString &what, const std::function<bool(const Standing &)> &reached);
    Result<> arrive(const QString &hooks);
    Result<> decide();
    Result<> release();
    Result<> setOut();
    Result<> reconcile();
    Result<> report(const DataDirectory &directory);
    Standing at() { return m_stage.standing(); }

    const Invocation &m_invocation;
    demo::Stage &m_stage;
    const Clock &m_clock;
    const double m_speed;
    QJsonArray m_stations;
    QJsonObject m_facts;
};

void Telling::station(const QString &name, const QString &sentence)
{
    m_stations.append(QJsonObject{{QStringLiteral("station"), name}, {QStringLiteral("text"), sentence}});
    if (!m_invocation.json)
        printText(QStringLiteral("%1  %2\n").arg(name, -12).arg(sentence));
}

// The pipeline works in its own threads; what it did is read from the store, as any command beside it would.
Result<> Telling::until(const QString &what, const std::function<bool(const Standing &)> &reached)
{
    QElapsedTimer waited;
    waited.start();
    for (;;) {
        const Standing now = at();
        if (const auto &error = m_stage.database().error())
            return tl::unexpected(*error);
        if (reached(now))
            return {};
        if (now.last && now.last->state == ReleaseState::paused)
            return fail(ErrorCode::refused, QStringLiteral("release %1 paused: %2").arg(now.last->redriveId.value, now.last->stateReason));
        if (waited.elapsed() > kPatienceMs)
            return fail(ErrorCode::io, QStringLiteral("%1: not within %2 s").arg(what).arg(kPatienceMs / 1000));
        QThread::msleep(50);
    }
}

Result<> Telling::arrive(const QString &hooks)
{
    const auto sent = m_stage.deliver(hooks);
    if (!sent)
        return tl::unexpected(sent.error());
    station(
        QStringLiteral("arrive"),
        QStringLiteral("%1 product cards sent to %2%3: each signed, verified, saved, answered 202").arg(*sent).arg(hooks, demo::kSource));
    const auto all = demo::cards().size();
    if (auto waited = until(QStringLiteral("all cards in quarantine"), [&](const Standing &s) { return s.cases.size() == all; }); !waited)
        return waited;
    station(QStringLiteral("retry"),
            QStringLiteral("%1 were answered 503 and tried again by themselves: time heals that").arg(m_stage.catalog().busy()));
    station(QStringLiteral("quarantine"),
            QStringLiteral("%1 cases: catalog-api answers 422, price.currency is required; nothing was published").arg(all));
    const auto shipped = m_stage.shipFix();
    if (!shipped)
        return tl::unexpected(shipped.error());
    if (*shipped)
        station(QStringLiteral("fix"), QStringLiteral("cards@13 is in force: it names the currency. Nothing is sent again by itself"));
    return {};
}

Result<> Telling::decide()
{
    const Standing start = at();
    const auto done = [](const Result<BulkResult> &result) -> Result<> {
        if (!result)
            return tl::unexpected(result.error());
        for (const auto &item : result->items) {
            if (item.result == u"refused" || item.result == u"failed")
                return fail(ErrorCode::refused, QStringLiteral("%1: %2").arg(item.id, item.reason));
        }
        return {};
    };
    if (start.inspected < start.cases.size()) {
        if (auto found = done(demo::inspect(m_stage.desk(), start)); !found)
            return found;
        station(QStringLiteral("inspect"),
                QStringLiteral("six findings for each of %1 cases; step 4: %2").arg(start.cases.size()).arg(demo::findingText(4)));
    }
    if (start.approved < start.list.size()) {
        if (auto approved = done(demo::approveRedrive(m_stage.desk(), start)); !approved)
            return approved;
        station(QStringLiteral("decide"), QStringLiteral("%1 may be redriven").arg(start.list.size()));
    }
    if (start.byHand < start.handmade.size()) {
        if (auto typed = done(demo::completeByHand(m_stage.desk(), start, m_clock, osUserName())); !typed)
            return typed;
        station(QStringLiteral("by hand"),
                QStringLiteral("%1 made-to-order cards typed in by a person, each linked to its record").arg(start.handmade.size()));
    }
    return {};
}

Result<> Telling::setOut()
{
    Desk &desk = m_stage.desk();
    Standing now = at();
    const auto failed = [](const Result<Release> &result) { return tl::unexpected(result.error()); };
    if (!now.last || now.last->state == ReleaseState::aborted) {
        if (const auto planned = demo::planAndApprove(desk, now, kRatePerMin * m_speed); !planned)
            return failed(planned);
        now = at();
    } else if (now.last->state == ReleaseState::planned) {
        if (const auto approved = desk.approveRelease(now.last->redriveId.value); !approved)
            return failed(approved);
        now = at();
    }
    const QString id = now.last->redriveId.value;
    station(QStringLiteral("plan"), QStringLiteral("%1: %2 of %3 cases under cards@%4, canary first; the other %5 are closed already")
                                        .arg(id)
                                        .arg(now.last->approvedCaseCount)
                                        .arg(now.cases.size())
                                        .arg(now.last->targetVersion)
                                        .arg(now.cases.size() - now.last->approvedCaseCount));
    if (now.last->state == ReleaseState::approved) {
        if (const auto started = desk.startRelease(id); !started)
            return failed(started);
    } else if (now.last->state == ReleaseState::paused) { // the process that ran it ended
        if (const auto resumed = desk.resumeRelease(id); !resumed)
            return failed(resumed);
    }
    return {};
}

Result<> Telling::release()
{
    if (const Standing now = at(); !now.last || now.last->state != ReleaseState::finished) {
        if (auto out = setOut(); !out)
            return out;
    }
    int step = -1;
    auto finished = until(QStringLiteral("the release's end"), [&](const Standing &s) {
        if (s.last->step != step && s.last->state != ReleaseState::finished) {
            step = s.last->step;
            station(QStringLiteral("release"), step == 0 ? QStringLiteral("canary: one case, without irreversible consequences")
                                                         : QStringLiteral("step %1: %2 of %3 are out and settled clean")
                                                               .arg(step + 1)
                                                               .arg(s.last->counters.succeeded)
                                                               .arg(s.last->counters.planned));
        }
        return s.last->state == ReleaseState::finished;
    });
    if (!finished)
        return finished;
    const auto counters = at().last->counters;
    station(QStringLiteral("finished"), QStringLiteral("%1 released, %2 succeeded, %3 failed again, %4 uncertain")
                                            .arg(counters.released)
                                            .arg(counters.succeeded)
                                            .arg(counters.failedAgain)
                                            .arg(counters.uncertain));
    return {};
}

Result<> Telling::reconcile()
{
    const auto asked = m_stage.desk().askReconcile(at().last->redriveId.value);
    if (!asked)
        return tl::unexpected(asked.error());
    auto answered = until(QStringLiteral("the recipient's answers"), [&](const Standing &) {
        const auto request = store::loadRequest(m_stage.database(), asked->request);
        return request && request->state == u"answered";
    });
    if (!answered)
        return answered;
    const Standing now = at();
    station(QStringLiteral("reconcile"),
            QStringLiteral("catalog-api was asked about each that was sent: %1 executed once and confirmed, %2 recreated by "
                           "hand and linked; %3 of %4 closed with proof")
                .arg(now.askedAgain)
                .arg(now.byHand)
                .arg(now.closed)
                .arg(now.cases.size()));
    return {};
}

Result<> Telling::report(const DataDirectory &directory)
{
    const Standing now = at();
    QList<CaseId> cases;
    for (const auto &id : now.cases)
        cases.append(CaseId{id});
    const auto report = reconcile::buildForCases(m_stage.database(), demo::kQuery, cases, m_clock.nowMs());
    if (!report)
        return tl::unexpected(report.error());
    const QString file = directory.path() + QStringLiteral("/report-cards.html");
    if (auto written = reconcile::writeReport(*report, reconcile::ReportFormat::html, file); !written)
        return written;
    const auto chain = guard::verifyChain(m_stage.database());
    station(QStringLiteral("report"), file);
    station(QStringLiteral("audit"), chain.intact ? QStringLiteral("%1 entries, chain intact").arg(chain.entries) : chain.reason);
    QJsonObject effects;
    const auto published = m_stage.catalog().effects();
    for (auto it = published.begin(); it != published.end(); ++it)
        effects.insert(it.key(), it.value());
    m_facts = {{QStringLiteral("data"), directory.path()},
               {QStringLiteral("redrive_id"), now.last->redriveId.value},
               {QStringLiteral("cases"), now.cases.size()},
               {QStringLiteral("closed"), now.closed},
               {QStringLiteral("closed_with_proof"), report->closedWithProof},
               {QStringLiteral("report"), file},
               {QStringLiteral("audit_intact"), chain.intact},
               {QStringLiteral("effects"), effects},
               {QStringLiteral("stations"), m_stations}};
    if (!chain.intact || report->closedWithProof != int(now.cases.size()))
        return fail(ErrorCode::corrupt,
                    QStringLiteral("%1 of %2 cases are closed with proof").arg(report->closedWithProof).arg(now.cases.size()));
    return {};
}

Result<> Telling::tell(const QString &hooks, const DataDirectory &directory)
{
    station(QStringLiteral("stage"), QStringLiteral("pipeline, sender and recipient on this machine; data in %1, catalog-api at %2")
                                         .arg(directory.path(), m_stage.catalog().url()));
    if (const Standing now = at(); now.closed < demo::cards().size()) {
        if (auto arrived = arrive(hooks); !arrived)
            return arrived;
        if (auto decided = decide(); !decided)
            return decided;
        if (auto released = release(); !released)
            return released;
    } else {
        station(QStringLiteral("told"), QStringLiteral("this directory's story is over; a new one: lazaretctl demo --data ANOTHER"));
    }
    if (auto reconciled = reconcile(); !reconciled)
        return reconciled;
    return report(directory);
}

} // namespace

int runDemo(const Invocation &invocation)
{
    const QString scenario = invocation.value(QStringLiteral("scenario"), demo::scenarios().first());
    if (!demo::scenarios().contains(scenario))
        return misuse(QStringLiteral("--scenario %1: this version has %2").arg(scenario, demo::scenarios().join(QStringLiteral(", "))));
    bool ok = true;
    const double speed = invocation.value(QStringLiteral("speed"), QStringLiteral("1")).toDouble(&ok);
    if (!ok || !(speed >= 0.1 && speed <= 1000))
        return misuse(QStringLiteral("--speed must be a number from 0.1 to 1000"));
    setLogLevel(LogLevel::error); // each refusal is a part of the story, and told there
    const SystemClock clock;
    auto installation = openInstallation(invocation.data == defaultDataPath() ? demoDataPath(invocation.data) : invocation.data,
                                         QStringLiteral("file"), clock);
    if (!installation)
        return failed(installation.error());
    const DataDirectory &directory = installation->directory;
    if (const auto owner = PipelineLock::owner(directory); !owner.isEmpty())
        return failed({ErrorCode::locked, QStringLiteral("%1 is run by process %2; look there, or give another --data")
                                              .arg(directory.path())
                                              .arg(owner.value(QStringLiteral("pid")).toInteger())});
    const auto stage = demo::Stage::open(directory, clock, *installation->secrets, {osUserName(), osUserName()}, speed);
    if (!stage)
        return failed(stage.error());
    Engine::Options options;
    options.listen = options.admin = QStringLiteral("127.0.0.1:0");
    const auto engine = Engine::start(directory, clock, *installation->secrets, options);
    if (!engine)
        return failed(engine.error());
    Telling telling(invocation, **stage, clock, speed);
    const auto told = telling.tell((*engine)->status().hooks, directory);
    (*engine)->stop(std::chrono::seconds(5));
    if (invocation.json && !telling.facts().isEmpty())
        printJson(telling.facts());
    return told ? 0 : failed(told.error());
}

} // namespace lazaret::ctl
