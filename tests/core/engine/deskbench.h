// A real installation in a temporary directory for tests of the desk: SQLite, a secrets file, a clock that stands still.
#pragma once

#include "cases/casebook.h"
#include "engine/desk.h"
#include "guard/audit.h"
#include "queue/queue.h"
#include "store/auditlog.h"
#include "store/cases.h"
#include "store/configuration.h"
#include "store/datadirectory.h"
#include "store/deliveries.h"
#include "store/jobs.h"
#include "store/releases.h"
#include "support/fakeclock.h"

#include <QJsonDocument>
#include <QTemporaryDir>
#include <QtTest>

namespace lazaret::test {

class DeskBench
{
public:
    DeskBench()
        : m_directory(*DataDirectory::open(m_dir.path(), clock)), secrets(m_directory.secretsFile()),
          m_database(*Database::open(m_directory.databaseFile(), Database::Access::readWrite)), writer(*m_database)
    {
    }

    Database &db() { return *m_database; }
    QString path() const { return m_dir.path(); }

    // Each operator sits at a machine account of their own unless the test says otherwise.
    Desk desk(const QString &name = QStringLiteral("root"), const QString &osUser = {})
    {
        return Desk(writer, clock, secrets, {name, osUser.isEmpty() ? QStringLiteral("os-") + name : osUser});
    }

    static QJsonObject step(const QString &url)
    {
        return {{QStringLiteral("name"), QStringLiteral("save")},
                {QStringLiteral("kind"), QStringLiteral("http")},
                {QStringLiteral("action"), QStringLiteral("save_card")},
                {QStringLiteral("url"), url},
                {QStringLiteral("allow_loopback"), true},
                {QStringLiteral("verify"),
                 QJsonObject{{QStringLiteral("url"), QStringLiteral("http://127.0.0.1:9/effects/{idempotency_key}")}}}};
    }
    static QJsonObject workflow(const QString &version, const QString &url = QStringLiteral("http://127.0.0.1:9/cards"))
    {
        return {{QStringLiteral("name"), QStringLiteral("cards")},
                {QStringLiteral("version"), version},
                {QStringLiteral("steps"), QJsonArray{step(url)}}};
    }
    static QJsonObject source(const QJsonArray &secretValues)
    {
        return {{QStringLiteral("slug"), QStringLiteral("shop")},
                {QStringLiteral("scheme"), QStringLiteral("github-sha256")},
                {QStringLiteral("secrets"), secretValues},
                {QStringLiteral("workflow"), QStringLiteral("cards")}};
    }
    static QJsonObject op(const QString &name, const QString &role, const QString &tenant = QStringLiteral("*"))
    {
        return {{QStringLiteral("name"), name}, {QStringLiteral("role"), role}, {QStringLiteral("tenants"), QJsonArray{tenant}}};
    }
    static QJsonObject workspace(const QJsonArray &sources, const QJsonArray &workflows, const QJsonArray &operators = {})
    {
        return {{QStringLiteral("lazaret"), 1},
                {QStringLiteral("sources"), sources},
                {QStringLiteral("workflows"), workflows},
                {QStringLiteral("operators"), operators}};
    }
    static QJsonObject plainWorkspace()
    {
        return workspace({source({QStringLiteral("planted-secret-one")})}, {workflow(QStringLiteral("12"))});
    }
    static QByteArray bytes(const QJsonObject &json) { return QJsonDocument(json).toJson(); }

    // One operator of each role, all tenants; and with the installation's configuration applied.
    void setUp(bool withFourEyes = false)
    {
        QJsonObject file = plainWorkspace();
        file.insert(QStringLiteral("four_eyes"), withFourEyes);
        file.insert(QStringLiteral("operators"),
                    QJsonArray{op(QStringLiteral("vera"), QStringLiteral("viewer")), op(QStringLiteral("otto"), QStringLiteral("operator")),
                               op(QStringLiteral("ana"), QStringLiteral("approver")), op(QStringLiteral("ben"), QStringLiteral("approver")),
                               op(QStringLiteral("root"), QStringLiteral("administrator")),
                               op(QStringLiteral("olga"), QStringLiteral("operator"), QStringLiteral("acme"))});
        const auto applied = desk().applyWorkspace(bytes(file), false);
        QVERIFY2(applied.has_value(), applied ? "" : qPrintable(applied.error().detail));
        QVERIFY(applied->problems.isEmpty());
    }

    Job makeJob(const QString &tenant = QStringLiteral("acme"))
    {
        Job job;
        const auto made = writer.writeNow<bool>([&](Database &database) -> Result<bool> {
            Delivery d;
            d.source = QStringLiteral("shop");
            d.sourceVersion = 1;
            d.deliveryId = QStringLiteral("d-%1").arg(++m_made);
            d.eventType = QStringLiteral("card");
            d.receivedAt = clock.nowMs();
            d.scheme = QStringLiteral("github-sha256");
            d.keySlot = 1;
            queue::Message message;
            message.deliverySeq = store::insertDelivery(database, d, QByteArray(32, char(m_made))).value_or(0);
            message.source = d.source;
            message.eventType = d.eventType;
            message.fields.insert(QStringLiteral("tenant"), tenant);
            message.workflow = QStringLiteral("cards");
            message.workflowVersion = QStringLiteral("12");
            message.taskType = QStringLiteral("cards");
            job = queue::enqueue(database, message, clock.nowMs());
            return true;
        });
        if (!made)
            qFatal("%s", qPrintable(made.error().detail));
        return job;
    }

    // A job that ran once, left this receipt and was quarantined.
    CaseId makeCase(const QString &tenant = QStringLiteral("acme"), ReceiptState receipt = ReceiptState::denied)
    {
        const Job made = makeJob(tenant);
        const queue::Worker worker{QStringLiteral("w1"), QStringLiteral("0")};
        const auto id = writer.writeNow<CaseId>([&](Database &database) -> Result<CaseId> {
            const auto claimed = queue::claim(database, QStringLiteral("cards"), 1, worker, 60000, QStringLiteral("p"), clock.nowMs());
            const Job job = claimed.value(0).job;
            if (job.jobId != made.jobId)
                return fail(ErrorCode::internal, QStringLiteral("another job was due"));
            Receipt r;
            r.jobId = job.jobId;
            r.action = QStringLiteral("save_card");
            r.idempotencyKey = job.jobId.value + QStringLiteral(":save_card");
            r.intendedAt = clock.nowMs();
            r.attempt = job.attempt;
            r.workflowVersion = job.workflowVersion;
            store::intendReceipt(database, r);
            r.settledAt = clock.nowMs();
            store::settleReceipt(database, job.jobId, r.action, ReceiptState::intended, receipt, r);
            store::endLease(database, job.jobId, job.attempt, worker.id, {JobState::quarantined, {}, {}, clock.nowMs()});
            const bool uncertain = receipt == ReceiptState::uncertain;
            return cases::open(database, job,
                               {uncertain ? ErrorClass::uncertain_effect : ErrorClass::invalid_input,
                                uncertain ? QStringLiteral("http.no_answer") : QStringLiteral("http.422"), QStringLiteral("no"),
                                r.idempotencyKey, worker.id, worker.appVersion},
                               {}, clock.nowMs());
        });
        if (!id)
            qFatal("%s", qPrintable(id.error().detail));
        return *id;
    }

    void inspect(const QStringList &ids)
    {
        Desk otto = desk(QStringLiteral("otto"));
        for (int n = 1; n <= 6; ++n) {
            const auto found = otto.addFinding({ids, {}, {}}, n, QStringLiteral("seen"));
            QVERIFY(found && found->refused() == 0);
        }
    }

    CaseRecord load(const CaseId &id) { return store::loadCase(db(), id).value_or(CaseRecord{}); }
    qint64 auditCount() { return store::lastAudit(db()).value_or(AuditEntry{}).seq; }

private:
    QTemporaryDir m_dir;
    int m_made = 0;

public:
    FakeClock clock;

private:
    DataDirectory m_directory;

public:
    guard::FileSecrets secrets;

private:
    std::unique_ptr<Database> m_database;

public:
    DirectWriter writer;
};

} // namespace lazaret::test
