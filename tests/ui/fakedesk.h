// A desk without a store: cases, deliveries and figures made from their number, answered through the event loop like the reader does.
#pragma once

#include "models/deskdata.h"
#include "models/deskservices.h"
#include "support/fakeclock.h"

#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cmath>

namespace lazaret::ui {

inline constexpr qint64 fakeNow = 1'773'747'727'118; // 17 March 2026, 11:42:07.118 UTC

inline CaseRecord fakeCase(int i)
{
    static const QString codes[] = {QStringLiteral("http.503"),      QStringLiteral("http.422"),     QStringLiteral("http.410"),
                                    QStringLiteral("http.403"),      QStringLiteral("check.length"), QStringLiteral("http.no_answer"),
                                    QStringLiteral("command.signal")};
    static const QString messages[] = {QStringLiteral("mail-relay answered 503 five times; the budget is spent"),
                                       QStringLiteral("catalog-api refused the card: price.currency is required"),
                                       QStringLiteral("catalog-api no longer has /v1/cards (410)"),
                                       QStringLiteral("the document is over the policy's size of 10 MB"),
                                       QStringLiteral("the summary is shorter than 40 characters"),
                                       QStringLiteral("the request was sent, but the relay never answered"),
                                       QStringLiteral("the command was ended by signal 11")};
    static const QString tenants[] = {QStringLiteral("acme-eu"), QStringLiteral("northwind"), QStringLiteral("acme-us")};
    static const QString owners[] = {QStringLiteral("Mara Ionescu"), QString(), QStringLiteral("Daniel Okafor"), QString()};
    CaseRecord record;
    record.caseId = {QStringLiteral("case_01JPHX3MT7Q4KB%1").arg(i, 12, 10, QLatin1Char('0'))};
    record.jobId = {QStringLiteral("job_01JPHX3MT7Q4KB%1").arg(i, 12, 10, QLatin1Char('0'))};
    record.deliveryId = QStringLiteral("evt_%1").arg(0x7f31c2 - i, 6, 16);
    record.source = QStringLiteral("shop-orders");
    record.eventType = QStringLiteral("card.updated");
    record.operationId = QStringLiteral("card_%1").arg(90410 - i * 13);
    record.tenant = tenants[i % 3];
    record.workflow = i % 3 ? QStringLiteral("cards") : QStringLiteral("summaries");
    record.workflowVersion = i % 3 ? QStringLiteral("12") : QStringLiteral("7");
    record.taskType = QStringLiteral("save_card");
    record.inputReference = QStringLiteral("cards/%1.json").arg(90410 - i * 13);
    const int kind = i % 7 < 3 ? 1 : i % 7;
    record.errorClass = ErrorClass(kind);
    record.errorCode = codes[kind];
    record.lastException = messages[kind];
    record.lastFailureAt = fakeNow - 60'000 * (6 + qint64(i) * 11);
    record.firstFailureAt = record.lastFailureAt - (i % 2) * 420'000;
    record.attemptCount = 1 + i % 5;
    record.lastCompletedStep = QStringLiteral("enrich_text");
    record.dataClassification = QStringLiteral("internal");
    record.signatureVerified = true;
    record.keySlot = 1 + i % 2;
    record.owner = owners[i % 4];
    record.reviewDueAt = fakeNow + 60'000 * (qint64(i) * 37 - 90);
    record.status = i % 5 == 0 ? CaseStatus::in_inspection : i % 11 == 4 ? CaseStatus::awaiting_approval : CaseStatus::open;
    return record;
}

inline CaseView fakeCaseView(int i)
{
    CaseView view;
    view.record = fakeCase(i);
    const qint64 at = view.record.lastFailureAt;
    const bool uncertain = view.record.errorClass == ErrorClass::uncertain_effect;
    Receipt first;
    first.action = QStringLiteral("enrich_text");
    first.idempotencyKey = view.record.jobId.value + QStringLiteral(":enrich_text");
    first.state = ReceiptState::confirmed;
    first.evidence = QStringLiteral("HTTP 200, 411 tokens");
    first.intendedAt = at - 4'000;
    first.settledAt = at - 3'000;
    Receipt second = first;
    second.action = QStringLiteral("publish_card");
    second.idempotencyKey = view.record.jobId.value + QStringLiteral(":publish_card");
    second.state = uncertain ? ReceiptState::uncertain : ReceiptState::denied;
    second.evidence = uncertain ? QStringLiteral("no answer, 30 s") : QStringLiteral("HTTP 422, nothing created");
    second.settledAt = at;
    view.record.receipts = {first, second};
    const QString said[] = {QStringLiteral("As the sender meant it: 4,127 bytes, schema 2026-02"),
                            QStringLiteral("Signature, event type, duplicate, size: all passed"),
                            QStringLiteral("enrich_text. publish_card did not complete")};
    for (int step = 1; step <= 3; ++step) {
        Finding finding;
        finding.step = step;
        finding.text = said[step - 1];
        finding.by = QStringLiteral("Mara Ionescu");
        finding.at = at + step * 60'000;
        view.record.findings.append(finding);
    }
    Attempt attempt;
    attempt.jobId = view.record.jobId;
    attempt.number = 1;
    attempt.workerId = QStringLiteral("worker-3");
    attempt.workflowVersion = view.record.workflowVersion;
    attempt.startedAt = at - 5'000;
    attempt.finishedAt = at;
    attempt.outcome = uncertain ? OutcomeKind::manual_review : OutcomeKind::terminal;
    attempt.errorClass = view.record.errorClass;
    attempt.errorCode = view.record.errorCode;
    attempt.message = view.record.lastException;
    StepRun run;
    run.name = QStringLiteral("enrich_text");
    run.kind = QStringLiteral("http");
    run.startedAt = at - 5'000;
    run.finishedAt = at - 3'000;
    run.result = QStringLiteral("200");
    run.targetHost = QStringLiteral("model-gateway");
    StepRun failed = run;
    failed.name = QStringLiteral("publish_card");
    failed.startedAt = at - 3'000;
    failed.finishedAt = at;
    failed.result = view.record.errorCode;
    failed.targetHost = QStringLiteral("catalog-api");
    attempt.steps = {run, failed};
    view.attempts = {attempt};
    Disposition asked;
    asked.kind = DispositionKind::discard_business_valid;
    asked.state = DispositionState::rejected;
    asked.by = QStringLiteral("Ilya Petrov");
    asked.at = at + 600'000;
    asked.reason = QStringLiteral("The order was withdrawn by the customer");
    asked.requestedBy = asked.by;
    asked.authority = QStringLiteral("shop policy 4");
    view.record.dispositions = {asked};
    return view;
}

inline DeliveryView fakeDelivery(int i)
{
    DeliveryView view;
    view.delivery.seq = i + 1;
    view.delivery.source = QStringLiteral("shop-orders");
    view.delivery.eventType = i % 3 ? QStringLiteral("card.updated") : QStringLiteral("order.paid");
    view.delivery.deliveryId = QStringLiteral("evt_%1").arg(0x7f31c2 - i * 17, 6, 16);
    view.delivery.receivedAt = fakeNow - 716 - qint64(i) * 9'331;
    view.delivery.scheme = QStringLiteral("standard-webhooks-v1");
    view.delivery.keySlot = i % 7 == 2 ? 2 : 1;
    view.delivery.bodySha256 = QString(64, QLatin1Char('a'));
    view.delivery.bodySize = 2'700 + i * 137 % 1'900;
    view.delivery.duplicateCount = i % 5 == 3 ? 2 : 0;
    view.delivery.duplicateDiffers = i % 17 == 5;
    if (i % 13 == 12)
        return view;
    static constexpr JobState states[] = {JobState::leased,  JobState::done,        JobState::done, JobState::done,
                                          JobState::waiting, JobState::quarantined, JobState::ready};
    view.jobState = states[i % 7];
    view.attempt = 1;
    if (view.jobState == JobState::waiting)
        view.dueAt = fakeNow + 12'000;
    if (view.jobState == JobState::quarantined)
        view.errorClass = ErrorClass::invalid_input;
    if (i % 7 == 3)
        view.outcome = QStringLiteral("single_execution_confirmed");
    return view;
}

template <typename Row>
class FakeSource : public PageSource<Row>
{
public:
    FakeSource(QObject *context, qint64 rows, Row (*make)(int)) : m_context(context), m_make(make), m_rows(rows) {}

    void askSize(const TableQuestion &question, typename PageSource<Row>::SizeAnswer answer) override
    {
        asked.append(question);
        later([this, answer] {
            if (trouble)
                answer(tl::unexpected(*trouble));
            else
                answer(TableSize{m_rows, kept ? kept : m_rows, 4.2});
        });
    }
    void askRows(const TableQuestion &, qint64 first, int count, typename PageSource<Row>::RowsAnswer answer) override
    {
        segmentsAsked.append(first);
        later([this, first, count, answer] {
            QList<Row> rows;
            for (qint64 i = first; i < qMin(m_rows, first + count); ++i)
                rows.append(m_make(int(i) + shift));
            answer(rows);
        });
    }

    void setRows(qint64 rows) { m_rows = rows; }

    QList<TableQuestion> asked;
    QList<qint64> segmentsAsked;
    std::optional<Error> trouble;
    qint64 kept = 0;
    int shift = 0;     // the rows moved: row i is case i + shift
    bool held = false; // answers are kept until release()
    void release()
    {
        held = false;
        for (const auto &call : std::exchange(m_waiting, {}))
            call();
    }

private:
    void later(std::function<void()> call)
    {
        if (held)
            m_waiting.append(call);
        else
            QTimer::singleShot(0, m_context, call);
    }
    QObject *m_context;
    Row (*m_make)(int);
    qint64 m_rows;
    QList<std::function<void()>> m_waiting;
};

class FakeDesk : public DeskServices, public DeskData
{
public:
    explicit FakeDesk(qint64 caseRows = 1'284, qint64 deliveryRows = 2'318)
        : m_cases(this, caseRows, fakeCase), m_deliveries(this, deliveryRows, fakeDelivery)
    {
        m_cases.kept = caseRows ? qMax<qint64>(128'412, caseRows) : 0;
        m_status.pipeline = DeskStatus::Pipeline::receiving;
        m_status.address = QStringLiteral("127.0.0.1:8787");
        m_status.journalCommitMs = 2.3;
        m_status.diskFreeBytes = qint64(212) * 1024 * 1024 * 1024;
    }

    DeskData &data() override { return *this; }
    Clerk &clerk() override { return m_clerk; }
    Look look() const override { return {{operatorName(), {QStringLiteral("*")}}, fakeNow}; }
    Reader &reader() override { return m_reader; }
    const Clock &clock() const override { return m_clock; }
    DeskStatus status() const override { return m_status; }
    QString dataDirectory() const override { return directory; }
    QString workspaceName() const override { return QStringLiteral("Meridian Ops"); }
    QString operatorName() const override { return QStringLiteral("Mara Ionescu"); }
    Role operatorRole() const override { return Role::operator_; }

    FakeSource<CaseRecord> &cases() override { return m_cases; }
    FakeSource<DeliveryView> &deliveries() override { return m_deliveries; }
    void askCase(const QString &caseId, std::function<void(const Result<CaseView> &)> answer) override
    {
        casesRead.append(caseId);
        QTimer::singleShot(0, this, [caseId, answer] { answer(fakeCaseView(caseId.right(12).toInt())); });
    }
    void askOverview(const OverviewQuestion &question, std::function<void(const Result<OverviewView> &)> answer) override
    {
        ++overviewsRead;
        QTimer::singleShot(0, this, [this, question, answer] {
            if (trouble)
                answer(tl::unexpected(*trouble));
            else
                answer(overviewOf(question.rangeMs, question.points, question.bucketMs));
        });
    }

    OverviewView overviewOf(qint64 rangeMs, int points, qint64 bucketMs = 3'600'000) const;

    void setStatus(const DeskStatus &status)
    {
        m_status = status;
        Q_EMIT statusChanged();
    }

    QString directory = QStringLiteral("fake");
    QStringList casesRead;
    int overviewsRead = 0;
    bool empty = false;
    std::optional<Error> trouble;

private:
    test::FakeClock m_clock{fakeNow};
    // What this desk does not make up is asked of a store that is empty.
    QTemporaryDir m_dir;
    DataDirectory m_store = *DataDirectory::open(m_dir.path(), m_clock);
    guard::FileSecrets m_secrets{m_store.secretsFile()};
    Reader m_reader{m_store.databaseFile()};
    Clerk m_clerk{m_store, m_clock, m_secrets, {QStringLiteral("Mara Ionescu"), QStringLiteral("mara")}};
    FakeSource<CaseRecord> m_cases;
    FakeSource<DeliveryView> m_deliveries;
    DeskStatus m_status;
};

inline void fakeFlow(queries::History &history, qint64 rangeMs, qint64 bucketMs)
{
    history.bucketMs = bucketMs;
    for (qint64 at = (fakeNow - rangeMs) / bucketMs * bucketMs; at <= fakeNow; at += bucketMs) {
        const auto i = history.flow.size();
        history.flow.append({at, 24 + i * 7 % 19, 20 + i * 5 % 23});
    }
    const auto last = history.flow.size() - 1;
    history.flow[last - 2] = {history.flow[last - 2].at, 640, 90};
    history.flow[last - 1] = {history.flow[last - 1].at, 180, 170};
    history.flow[last] = {history.flow[last].at, 38, 246};
    history.lastHour = {{ErrorClass::transient, 3, 99}, {ErrorClass::invalid_input, 9, 40},  {ErrorClass::incompatible_dependency, 12, 56},
                        {ErrorClass::quality, 4, 16},   {ErrorClass::unknown_defect, 5, 33}, {ErrorClass::uncertain_effect, 5, 2}};
    history.inRange = {{ErrorClass::transient, 620, 340}, {ErrorClass::policy, 10, 24}};
    using enum store::FlowEvent::Kind;
    history.events = {{workflowChanged, fakeNow - rangeMs / 8, QStringLiteral("cards@12")},
                      {releaseStarted, fakeNow - rangeMs / 14, QStringLiteral("rdv_1")}};
}

inline OverviewView FakeDesk::overviewOf(qint64 rangeMs, int points, qint64 bucketMs) const
{
    OverviewView view;
    view.now.now = fakeNow;
    for (int i = 0; i < points; ++i) {
        const double share = double(i) / (points - 1);
        const qint64 at = fakeNow - qint64(double(rangeMs) * (1 - share));
        const double depth = share < 0.88   ? 880 + 100 * share + 18 * std::sin(share * 40)
                             : share < 0.93 ? 970 + (share - 0.88) * 12'500
                                            : 1'596 - (share - 0.93) * 4'460;
        view.history.depth.append({at, empty ? 0 : std::floor(depth)});
        const double hours = share < 0.27 ? 19 + share * 24 : 31.2 - (1 - share) * 24;
        view.history.oldestAgeMs.append({at, empty ? 0 : hours * 3'600'000});
    }
    auto &figures = view.now.figures;
    view.history.oldestLimitMs = 86'400'000;
    figures.acceptedLastMinute = 41;
    figures.refusedLastMinute = 2;
    figures.duplicatesLastMinute = 1;
    if (empty)
        return view;
    fakeFlow(view.history, rangeMs, bucketMs);
    figures.ready = 312;
    figures.waiting = 41;
    figures.leased = 6;
    figures.oldestReadySince = fakeNow - 38'000;
    figures.doneLastMinute = 36;
    figures.openCases = 1'284;
    figures.closedCases = 127'128;
    figures.oldestCaseAt = fakeNow - 112'320'000;
    figures.oldestCase = {QStringLiteral("case_01JPHX3M000000000042T7M2XD")};
    figures.uncertain = 27;
    figures.overdue = 4;
    figures.awaitingApproval = 2;
    view.now.openByClass = {{ErrorClass::transient, 412},      {ErrorClass::invalid_input, 337}, {ErrorClass::incompatible_dependency, 226},
                            {ErrorClass::policy, 118},         {ErrorClass::quality, 96},        {ErrorClass::unknown_defect, 68},
                            {ErrorClass::uncertain_effect, 27}};
    view.needs.uncertain = {fakeCase(5), fakeCase(12)};
    view.needs.overdue = {fakeCase(0), fakeCase(1)};
    view.needs.awaitingApproval = {fakeCase(4), fakeCase(26)};
    return view;
}

} // namespace lazaret::ui
