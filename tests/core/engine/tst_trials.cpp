// What is tried without being kept: test deliveries over real HTTP, signature checks, secret slots, connecting to a recipient.
#include "deskbench.h"
#include "engine/queries_setup.h"
#include "engine/testdelivery.h"
#include "engine/trials.h"
#include "support/recipient.h"

using namespace lazaret;
using lazaret::test::DeskBench;

namespace {

QJsonObject mappedSource()
{
    QJsonObject source = DeskBench::source({QStringLiteral("planted-secret-one")});
    source.insert(QStringLiteral("events"), QJsonArray{QStringLiteral("card")});
    source.insert(QStringLiteral("map"), QJsonObject{{QStringLiteral("operation_id"), QStringLiteral("/data/id")}});
    return source;
}

} // namespace

class TestTrials : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_bench = std::make_unique<DeskBench>();
        m_bench->setUp();
    }

    void testDeliveries_data()
    {
        QTest::addColumn<TestFault>("fault");
        QTest::addColumn<int>("sent");
        QTest::addColumn<bool>("verifies");
        QTest::newRow("new") << TestFault::none << 1 << true;
        QTest::newRow("repeat") << TestFault::repeat << 2 << true;
        QTest::newRow("wrong key") << TestFault::wrongKey << 1 << false;
        QTest::newRow("late") << TestFault::late << 1 << true; // this scheme carries no time
        QTest::newRow("re-encoded") << TestFault::reencoded << 1 << false;
    }
    void testDeliveries()
    {
        QFETCH(TestFault, fault);
        QFETCH(int, sent);
        QFETCH(bool, verifies);
        const auto applied = m_bench->desk().applyWorkspace(
            DeskBench::bytes({{QStringLiteral("lazaret"), 1}, {QStringLiteral("sources"), QJsonArray{mappedSource()}}}), false);
        QVERIFY(applied && applied->problems.isEmpty());
        test::Recipient listener([](const test::Seen &, int) { return test::Answer{.status = 202}; });
        const TestRequest request{QStringLiteral("shop"), QString::fromLatin1(listener.url("/hooks/")), fault};
        const qint64 audit = m_bench->auditCount();
        const auto answers = m_bench->desk(QStringLiteral("otto")).sendTest(request);
        QVERIFY2(answers.has_value(), answers ? "" : qPrintable(answers.error().detail));
        QCOMPARE(answers->size(), sent);
        QCOMPARE(answers->first().status, 202);
        QCOMPARE(m_bench->auditCount(), audit + 1); // once for all of them
        QCOMPARE(store::lastAudit(m_bench->db())->action, QStringLiteral("delivery.test"));
        const auto seen = listener.requests();
        QCOMPARE(seen.size(), sent);
        QCOMPARE(seen[0].target, "/hooks/shop");
        const auto scheme = verify::makeScheme(QStringLiteral("github-sha256"), {});
        const verify::Signed given{seen[0].headers, seen[0].body, "POST", {}, m_bench->clock.nowMs()};
        QCOMPARE((*scheme)->verify(given, {{1, "planted-secret-one", std::nullopt}}).valid, verifies);
        QCOMPARE(findHeader(seen[0].headers, "X-GitHub-Event").value_or(QByteArray()), "card");
        QVERIFY(seen[0].body.contains("test-operation_id-"));
        QVERIFY(!seen[0].body.contains("planted-secret"));
        if (sent == 2) {
            QCOMPARE(seen[1].body, seen[0].body);
            QCOMPARE(*findHeader(seen[1].headers, "X-GitHub-Delivery"), *findHeader(seen[0].headers, "X-GitHub-Delivery"));
        }
    }

    void whoMaySendAndWhereTo()
    {
        test::Recipient listener;
        const QString hooks = QString::fromLatin1(listener.url("/hooks/"));
        QCOMPARE(m_bench->desk(QStringLiteral("vera")).sendTest({QStringLiteral("shop"), hooks}).error().code, ErrorCode::refused);
        QCOMPARE(m_bench->desk(QStringLiteral("otto")).sendTest({QStringLiteral("shop"), {}}).error().code, ErrorCode::refused);
        QCOMPARE(m_bench->desk(QStringLiteral("otto")).sendTest({QStringLiteral("nobody"), hooks}).error().code, ErrorCode::not_found);
        QVERIFY(listener.requests().isEmpty());
        const QString closed = QStringLiteral("http://127.0.0.1:%1/hooks/").arg(test::refusingPort());
        const auto unanswered = m_bench->desk(QStringLiteral("otto")).sendTest({QStringLiteral("shop"), closed});
        QVERIFY(unanswered.has_value());
        QCOMPARE(unanswered->first().status, 0);
        QVERIFY(!unanswered->first().text.isEmpty());
    }

    void severalAreNumberedAndCanBeStopped()
    {
        test::Recipient listener;
        TestRequest request{QStringLiteral("shop"), QString::fromLatin1(listener.url("/hooks/"))};
        request.count = 5;
        request.id = QStringLiteral("mine");
        int told = 0;
        const auto answers = m_bench->desk().sendTest(request, [&](const TestAnswer &) { return ++told < 3; });
        QCOMPARE(answers->size(), 3);
        QCOMPARE(answers->at(2).id, QStringLiteral("mine-3"));
        QCOMPARE(listener.requests().size(), 3);
    }

    void aSignatureCheckKeepsNothing()
    {
        const QByteArray body = "{\"id\":1}";
        const auto scheme = verify::makeScheme(QStringLiteral("github-sha256"), {});
        Headers headers = (*scheme)->sign("d-77", body, 0, "planted-secret-one");
        const qint64 audit = m_bench->auditCount();
        auto otto = m_bench->desk(QStringLiteral("otto"));
        const auto good = otto.checkSignature(QStringLiteral("shop"), headers, body);
        QVERIFY(good && good->valid);
        QCOMPARE(good->steps.size(), 6);
        QCOMPARE(good->steps[5].given, QStringLiteral("d-77"));
        QCOMPARE(good->steps[3].reason, QStringLiteral("no_timestamp"));
        const auto changed = otto.checkSignature(QStringLiteral("shop"), headers, "{ \"id\": 1 }");
        QVERIFY(changed && !changed->valid);
        QCOMPARE(changed->cause, QStringLiteral("body_changed"));
        using State = SignatureFinding::Step::State;
        QCOMPARE(changed->steps[4].state, State::failed);
        QCOMPARE(changed->steps[5].state, State::notReached);
        headers.removeIf([](const Header &h) { return h.name == "X-GitHub-Delivery"; });
        const auto nameless = otto.checkSignature(QStringLiteral("shop"), headers, body);
        QVERIFY(nameless && !nameless->valid);
        QCOMPARE(nameless->cause, QStringLiteral("id"));
        QCOMPARE(m_bench->desk(QStringLiteral("vera")).checkSignature(QStringLiteral("shop"), headers, body).error().code,
                 ErrorCode::refused);
        QCOMPARE(m_bench->auditCount(), audit);
    }

    void slotsAreNamedWithoutValues()
    {
        auto view = m_bench->desk(QStringLiteral("vera")).secretSlots();
        QVERIFY(view.has_value());
        QCOMPARE(view->store, QStringLiteral("file"));
        QCOMPARE(view->slotList.size(), 1);
        QVERIFY(view->slotList[0].stored);
        QVERIFY(m_bench->secrets.remove(QStringLiteral("source/shop/1")).has_value());
        QVERIFY(!m_bench->desk().secretSlots()->slotList[0].stored);
    }

    void connectingSendsNothing()
    {
        test::Recipient recipient;
        const QString host = QStringLiteral("127.0.0.1:%1").arg(recipient.port());
        const auto apply = [&](const QString &url, const QString &version, bool local) {
            QJsonObject step = DeskBench::step(url);
            step.insert(QStringLiteral("allow_loopback"), local);
            step.remove(QStringLiteral("verify"));
            QJsonObject workflow = DeskBench::workflow(version);
            workflow.insert(QStringLiteral("steps"), QJsonArray{step});
            const auto applied = m_bench->desk().applyWorkspace(
                DeskBench::bytes({{QStringLiteral("lazaret"), 1}, {QStringLiteral("workflows"), QJsonArray{workflow}}}), false);
            QVERIFY(applied && applied->problems.isEmpty());
        };
        using State = TargetAnswer::State;
        QCOMPARE(m_bench->desk().checkTarget(host).error().code, ErrorCode::not_found); // nothing but what steps call
        apply(QStringLiteral("http://10.255.255.1:9/x"), QStringLiteral("20"), false);
        QCOMPARE(m_bench->desk().checkTarget(QStringLiteral("10.255.255.1:9"))->state, State::forbidden);
        QCOMPARE(recipient.connections(), 0);
        apply(QStringLiteral("http://%1/x").arg(host), QStringLiteral("21"), true);
        QCOMPARE(m_bench->desk().checkTarget(host)->state, State::reached);
        QVERIFY(recipient.requests().isEmpty());
        const QString closed = QStringLiteral("127.0.0.1:%1").arg(test::refusingPort());
        apply(QStringLiteral("http://%1/x").arg(closed), QStringLiteral("22"), true);
        QCOMPARE(m_bench->desk().checkTarget(closed)->state, State::refused);
        QCOMPARE(m_bench->desk(QStringLiteral("vera")).checkTarget(closed).error().code, ErrorCode::refused);
    }

    void whatArrivedIsCountedFromRows()
    {
        m_bench->makeCase();
        m_bench->clock.advance(60'000);
        m_bench->makeJob();
        const qint64 now = m_bench->clock.nowMs();
        (void)m_bench->writer.writeNow<bool>([&](Database &db) -> Result<bool> {
            store::countIntake(db, QStringLiteral("shop"), QStringLiteral("mismatch"), now, 3);
            store::countIntake(db, QStringLiteral("shop"), QStringLiteral("duplicate"), now, 2);
            return true;
        });
        const auto list = queries::sourceList(m_bench->db(), now + 1);
        QCOMPARE(list.sources.size(), 1);
        QCOMPARE(list.sources[0].lastDelivery, Time(now));
        QCOMPARE(list.sources[0].refusedLastHour, 3);
        QCOMPARE(list.sources[0].lastFive.accepted, 2);
        QCOMPARE(list.workflows, QStringList{QStringLiteral("cards")});
        const auto history = store::arrivalHistory(m_bench->db(), QStringLiteral("shop"), now - 3'600'000, now + 1000, 60);
        QCOMPARE(history.total.accepted, 2);
        QCOMPARE(history.total.duplicates, 2);
        QCOMPARE(history.total.refused, 3);
        QCOMPARE(history.reasons.first(), std::pair(QStringLiteral("mismatch"), qint64(3)));
        QCOMPARE(std::accumulate(history.accepted.begin(), history.accepted.end(), qint64(0)), 2);
        QCOMPARE(history.slotUse.first().lastMatched, now);
        const auto workflows = queries::workflowList(m_bench->db());
        QCOMPARE(workflows.first().openCases, 1);
        QCOMPARE(workflows.first().sources, QStringList{QStringLiteral("shop")});
        const auto targets = queries::targetList(m_bench->db(), now - 3'600'000);
        QCOMPARE(targets.first().host, QStringLiteral("127.0.0.1:9"));
        QCOMPARE(targets.first().uses.size(), 2); // the step and its probe
        QCOMPARE(queries::changedBy(m_bench->db(), QStringLiteral("source"), QStringLiteral("shop"))->who, QStringLiteral("root"));
    }

private:
    std::unique_ptr<DeskBench> m_bench;
};

QTEST_GUILESS_MAIN(TestTrials)
#include "tst_trials.moc"
