// Every field the contract names is present in each record's JSON, null when unknown. The lists here are the contract's, by hand.
#include "engine/records_json.h"

#include <QRegularExpression>
#include <QtTest>

using namespace lazaret;

class TestRecordsJson : public QObject
{
    Q_OBJECT

    static void holds(const QJsonObject &json, const char *fields)
    {
        const auto names = QString::fromLatin1(fields).split(u' ');
        for (const auto &name : names)
            QVERIFY2(json.contains(name), qPrintable(name + QStringLiteral(" is missing")));
    }

private Q_SLOTS:
    void everyContractFieldIsThere()
    {
        holds(recordJson(store::DeliveryRow{}),
              "source source_version delivery_id event_type received_at scheme key_slot body_sha256 body_size duplicate_count "
              "last_duplicate_at duplicate_differs replay_suspected job_id");
        holds(recordJson(Job{}, {}),
              "job_id delivery_id event_type operation_id task_id task_type input_ref input_sha256 tenant user_ref ordering_key workflow "
              "workflow_version state state_reason attempt due_at deadline_at lease_owner lease_until last_completed_step cost result_ref "
              "created_at redrive_id parent_job_id");
        holds(recordJson(Attempt{}),
              "job_id number worker_id app_version workflow_version policy_version started_at finished_at outcome error_class error_code "
              "message steps retry_after cost redrive_id");
        holds(recordJson(Receipt{}), "job_id action idempotency_key state external_ref intended_at settled_at evidence settled_by");
        holds(caseDetailJson(CaseRecord{}), "case_id job_id delivery_id event_type operation_id task_id tenant workflow workflow_version "
                                            "input_reference input_sha256 error_class error_code "
                                            "last_exception first_failure_at last_failure_at attempt_count attempt_authority "
                                            "last_completed_step effects_receipts idempotency_key "
                                            "data_classification worker_id app_version signature_verified owner review_due_at status "
                                            "disposition group findings tenant_told dispositions");
        holds(recordJson(Disposition{}), "case_id kind by at reason authority requested_by approved_by evidence until link");
        holds(releaseDetailJson(Release{}), "redrive_id case_selection_query approved_case_count source_version target_version "
                                            "fix_reference allowed_effects rate_limit stop_conditions approver "
                                            "reconciliation_owner state state_reason plan plan_version ladder counters");
        holds(recordJson(Release{}).value(QStringLiteral("counters")).toObject(),
              "planned released succeeded no_op duplicate_blocked failed_again uncertain remaining");
        QCOMPARE(recordJson(Release{}).value(QStringLiteral("counters")).toObject().size(), 8);
        holds(recordJson(ReconciliationItem{}), "case_id redrive_id receipts_before observed how outcome proof");
        holds(recordJson(AuditEntry{}), "seq at actor os_user action object details previous_hash hash");
        holds(recordJson(Incident{}), "incident_id title severity impact response learning cases opened_at closed_at");
        holds(recordJson(Source{}, false),
              "slug version scheme secrets signature_header tolerance_s public_url events delivery_id items map vault max_body_bytes "
              "rate_per_s workflow enabled hold");
    }

    void theUnknownIsNull()
    {
        const QJsonObject job = recordJson(Job{}, {});
        for (const auto &name :
             {QStringLiteral("operation_id"), QStringLiteral("lease_owner"), QStringLiteral("lease_until"), QStringLiteral("redrive_id")})
            QVERIFY(job.value(name).isNull());
        QVERIFY(recordJson(CaseRecord{}).value(QStringLiteral("disposition")).isNull());
        QCOMPARE(recordJson(CaseRecord{}).value(QStringLiteral("attempt_authority")).toString(), QStringLiteral("counted"));
    }

    void timesAreUtcWithMilliseconds()
    {
        QCOMPARE(isoTime(1700000000007), QStringLiteral("2023-11-14T22:13:20.007Z"));
        QCOMPARE(isoTime(0), QStringLiteral("1970-01-01T00:00:00.000Z"));
        QVERIFY(timeOrNull(std::nullopt).isNull());
    }

    void aHeldJobSaysSo()
    {
        const QJsonObject held = recordJson(Job{}, QStringLiteral("source \"shop\" is on hold"));
        QCOMPARE(held.value(QStringLiteral("state")).toString(), QStringLiteral("held"));
        QCOMPARE(held.value(QStringLiteral("state_reason")).toString(), QStringLiteral("source \"shop\" is on hold"));
        QCOMPARE(recordJson(Job{}, {}).value(QStringLiteral("state")).toString(), QStringLiteral("ready"));
    }

    void notesAreNotFindings()
    {
        CaseRecord c;
        c.findings = {{1, {}, 0, QStringLiteral("a note"), QStringLiteral("ana"), 1},
                      {2, {}, 3, QStringLiteral("a finding"), QStringLiteral("ana"), 2}};
        const QJsonObject json = caseDetailJson(c);
        QCOMPARE(json.value(QStringLiteral("findings")).toArray().size(), 1);
        QCOMPARE(json.value(QStringLiteral("findings")).toArray()[0].toObject().value(QStringLiteral("step")).toInt(), 3);
        QCOMPARE(json.value(QStringLiteral("notes")).toArray().size(), 1);
    }
};

QTEST_GUILESS_MAIN(TestRecordsJson)
#include "tst_records_json.moc"
