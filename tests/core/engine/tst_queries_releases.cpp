// What is shown before planning is what planning records; another tenant's cases and releases do not exist; what was sent and what is
// confirmed are different facts.
#include "deskbench.h"
#include "engine/queries_releases.h"
#include "model/workspace.h"

using namespace lazaret;
using lazaret::test::DeskBench;

namespace {

const queries::Viewer everyone{QStringLiteral("otto"), {QStringLiteral("*")}};

QStringList approved(DeskBench &bench, int count, const QString &tenant = QStringLiteral("acme"))
{
    QStringList ids;
    for (int i = 0; i < count; ++i)
        ids.append(bench.makeCase(tenant).value);
    bench.inspect(ids);
    const auto bulk = bench.desk(QStringLiteral("ana"))
                          .dispose({ids, {}, {}}, {DispositionKind::redrive_approved, QStringLiteral("fixed"), {}, {}, {}, {}});
    if (!bulk || bulk->refused() != 0)
        qFatal("the cases could not be approved");
    return ids;
}

ReleaseRequest requestFor(const QStringList &ids)
{
    return {{ids, {}, {}}, QStringLiteral("12"), QStringLiteral("fix 1"), 0, {}, {}, {}, {}, false};
}

} // namespace

class TestQueriesReleases : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thePreviewIsWhatPlanningRecords()
    {
        DeskBench bench;
        bench.setUp();
        QStringList ids = approved(bench, 3);
        ids.append(bench.makeCase().value);
        ids.append(bench.makeCase(QStringLiteral("acme"), ReceiptState::uncertain).value);
        const qint64 before = bench.auditCount();
        const auto preview = queries::planPreview(bench.db(), everyone, {ids, {}, {}, false, {}}, bench.clock.nowMs());
        QVERIFY2(preview.has_value(), preview ? "" : qPrintable(preview.error().detail));
        QCOMPARE(bench.auditCount(), before);
        QVERIFY(store::listReleases(bench.db()).isEmpty());
        QCOMPARE(preview->release.targetVersion, QStringLiteral("12")); // the version in force
        QCOMPARE(preview->context.versions, QStringList{QStringLiteral("12")});
        QCOMPARE(preview->context.hosts, QStringList{QStringLiteral("127.0.0.1:9")});

        const auto planned = bench.desk(QStringLiteral("otto")).planRelease(requestFor(ids));
        QVERIFY2(planned.has_value(), planned ? "" : qPrintable(planned.error().detail));
        QCOMPARE(planned->items.size(), preview->rows.size());
        for (qsizetype i = 0; i < planned->items.size(); ++i) {
            QCOMPARE(preview->rows[i].item.caseId.value, planned->items[i].caseId.value);
            QCOMPARE(preview->rows[i].item.eligible, planned->items[i].eligible);
            QCOMPARE(preview->rows[i].item.reason, planned->items[i].reason);
        }
        QCOMPARE(preview->release.canary, planned->canary);
        QCOMPARE(preview->release.approvedCaseCount, planned->approvedCaseCount);
        QCOMPARE(preview->release.allowedEffects, planned->allowedEffects);
        QCOMPARE(preview->release.stopConditions, planned->stopConditions);
        // Planned now: the same question has another answer.
        const auto again = queries::planPreview(bench.db(), everyone, {ids, {}, {}, false, {}}, bench.clock.nowMs());
        QCOMPARE(again->release.approvedCaseCount, 0);
        QVERIFY(again->rows[0].item.reason.contains(planned->redriveId.value));
    }

    void anotherTenantsCaseIsNoCase()
    {
        DeskBench bench;
        bench.setUp();
        const auto ids = approved(bench, 1) + approved(bench, 1, QStringLiteral("northwind"));
        const queries::Viewer olga{QStringLiteral("olga"), {QStringLiteral("acme")}};
        QCOMPARE(queries::planPreview(bench.db(), olga, {ids, {}, {}, false, {}}, 0).error().code, ErrorCode::not_found);
        QVERIFY(queries::planPreview(bench.db(), olga, {{ids[0]}, {}, {}, false, {}}, 0).has_value());
        const auto planned = bench.desk(QStringLiteral("otto")).planRelease(requestFor(ids));
        QVERIFY(planned.has_value());
        QVERIFY(queries::releases(bench.db(), olga).isEmpty());
        QVERIFY(!queries::releaseDetail(bench.db(), olga, planned->redriveId.value, 0));
        QCOMPARE(queries::releases(bench.db(), everyone).size(), 1);
        const auto detail = queries::releaseDetail(bench.db(), everyone, planned->redriveId.value, 0);
        QVERIFY(detail.has_value());
        QCOMPARE(detail->rows.size(), 2);
        QCOMPARE(detail->log.size(), 1);
        QCOMPARE(detail->log[0].action, QStringLiteral("release.plan"));
        QVERIFY(queries::releaseDetail(bench.db(), everyone, planned->redriveId.value, detail->log[0].seq)->log.isEmpty());
    }

    void sentAcceptedAndConfirmedAreThreeFacts()
    {
        DeskBench bench;
        bench.setUp();
        const auto ids = approved(bench, 1);
        const auto planned = bench.desk(QStringLiteral("otto")).planRelease(requestFor(ids));
        const QString rdv = planned->redriveId.value;
        const auto facts = [&] { return *store::releaseCaseFacts(bench.db(), {ids[0]}, rdv); };
        QVERIFY(!facts().sentAt && !facts().acceptedAt && !facts().confirmedAt);
        QVERIFY(!facts().touchedAt);
        const auto write = [&](const std::function<void(Database &, const CaseRecord &)> &work) {
            const auto done = bench.writer.writeNow<bool>([&](Database &db) -> Result<bool> {
                work(db, *store::loadCase(db, {ids[0]}));
                return true;
            });
            QVERIFY2(done.has_value(), done ? "" : qPrintable(done.error().detail));
        };
        const qint64 sent = bench.clock.nowMs() + 1000;
        write([&](Database &db, const CaseRecord &c) {
            Receipt r = c.receipts.first();
            r.redriveId = rdv;
            r.intendedAt = sent;
            store::intendReceipt(db, r);
        });
        QCOMPARE(facts().sentAt, Time(sent));
        QVERIFY(facts().uncertain && !facts().acceptedAt);
        write([&](Database &db, const CaseRecord &c) {
            Receipt r = c.receipts.first();
            r.settledAt = sent + 500;
            r.settledBy = QStringLiteral("worker");
            store::settleReceipt(db, c.jobId, r.action, ReceiptState::intended, ReceiptState::confirmed, r);
        });
        QCOMPARE(facts().acceptedAt, Time(sent + 500));
        QVERIFY(!facts().uncertain && !facts().confirmedAt);
        QCOMPARE(facts().touchedBy, QStringLiteral("worker"));
        write([&](Database &db, const CaseRecord &c) {
            ReconciliationItem item;
            item.caseId = c.caseId;
            item.redriveId = rdv;
            item.at = sent + 3000;
            item.observed = QStringLiteral("completed");
            item.observedAt = sent + 2000;
            item.outcome = Reconciled::single_execution_confirmed;
            item.proof = QStringLiteral("the recipient has it");
            store::insertReconciliation(db, item);
        });
        QCOMPARE(facts().confirmedAt, Time(sent + 2000));
        QCOMPARE(facts().proof, QStringLiteral("the recipient has it"));
        QVERIFY(!store::releaseCaseFacts(bench.db(), {ids[0]}, QStringLiteral("rdv_other"))->sentAt);
        QVERIFY(!store::releaseCaseFacts(bench.db(), {QStringLiteral("case_none")}, rdv));
    }

    void storedVersionsAreReadAsText()
    {
        DeskBench bench;
        bench.setUp();
        const QString text = queries::workflowText(bench.db(), QStringLiteral("cards"), QStringLiteral("12"));
        QVERIFY(text.contains(u"save_card") && text.count(u'\n') > 10);
        QVERIFY(queries::workflowText(bench.db(), QStringLiteral("cards"), QStringLiteral("99")).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestQueriesReleases)
#include "tst_queries_releases.moc"
