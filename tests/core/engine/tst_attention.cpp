// What asks for a person, and what the palette finds: counted from rows, and never of another tenant.
#include "core/engine/deskbench.h"
#include "engine/queries_attention.h"

using namespace lazaret;
using namespace Qt::StringLiterals;
using test::DeskBench;

namespace {

const queries::Viewer everyone{u"ana"_s, {u"*"_s}};
const queries::Viewer acmeOnly{u"olga"_s, {u"acme"_s}};

QString planned(DeskBench &bench, const QString &id)
{
    ReleaseRequest request;
    request.selection = {{id}, {}, {}};
    request.targetVersion = u"12"_s;
    request.fixReference = u"FIX-1"_s;
    request.owner = u"otto"_s;
    const auto release = bench.desk(u"otto"_s).planRelease(request);
    if (!release)
        qFatal("%s", qPrintable(release.error().detail));
    return release->redriveId.value;
}

QStringList kinds(const QList<store::Notice> &notices)
{
    QStringList list;
    for (const auto &each : notices)
        list << u"%1:%2"_s.arg(int(each.kind)).arg(each.id);
    list.sort();
    return list;
}

} // namespace

class TestAttention : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_bench = std::make_unique<DeskBench>();
        m_bench->setUp();
    }

    void countsAreOfTheViewersTenants()
    {
        m_bench->makeCase(u"acme"_s);
        m_bench->clock.advance(1'000);
        m_bench->makeCase(u"northwind"_s);
        QCOMPARE(frame(everyone).counts.openCases, 2);
        QCOMPARE(frame(acmeOnly).counts.openCases, 1);
    }

    void aReleaseAsksEverybodyButItsPlanner()
    {
        const auto release = planned(*m_bench, m_bench->makeCase(u"northwind"_s).value);
        QCOMPARE(frame(everyone).counts.releasesToApprove, 1);
        QCOMPARE(frame({u"otto"_s, {u"*"_s}}).counts.releasesToApprove, 0);
        QCOMPARE(frame(acmeOnly).counts.releasesToApprove, 0); // another tenant's case is in it
        QCOMPARE(kinds(frame(everyone).notices), QStringList{u"%1:%2"_s.arg(int(store::NoticeKind::releaseAsked)).arg(release)});
    }

    void noticesAreOfWhatHappenedSince()
    {
        const auto early = m_bench->makeCase(u"acme"_s, ReceiptState::uncertain);
        m_bench->clock.advance(1'000);
        const auto since = m_bench->clock.nowMs();
        const auto late = m_bench->makeCase(u"acme"_s, ReceiptState::uncertain);
        const auto expected = u"%1:%2"_s.arg(int(store::NoticeKind::uncertainEffect)).arg(late.value);
        QCOMPARE(kinds(frame(everyone, since).notices), QStringList{expected});
        const auto due = m_bench->load(early).reviewDueAt;
        QVERIFY(due.has_value());
        const auto overdue = queries::frame(m_bench->db(), everyone, *due - 1, *due + 1).notices;
        QVERIFY(kinds(overdue).contains(u"%1:%2"_s.arg(int(store::NoticeKind::overdue)).arg(early.value)));
    }

    void casesAreFoundByPiecesOfTheirIds_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<int>("found");
        QTest::newRow("nothing") << QString() << 0;
        QTest::newRow("delivery") << u"d-1"_s << 1;
        QTest::newRow("all") << u"d-"_s << 2;
        QTest::newRow("no wildcard") << u"%"_s << 0;
        QTest::newRow("no wildcard either") << u"d_1"_s << 0;
        QTest::newRow("every script") << u"доставка"_s << 0;
    }
    void casesAreFoundByPiecesOfTheirIds()
    {
        QFETCH(QString, typed);
        m_bench->makeCase(u"acme"_s);
        m_bench->clock.advance(1'000);
        const auto id = m_bench->makeCase(u"northwind"_s);
        QTEST(int(queries::find(m_bench->db(), everyone, typed, 8).cases.size()), "found");
        QCOMPARE(queries::find(m_bench->db(), everyone, id.value.right(5), 8).cases.value(0).id, id);
        QVERIFY(queries::find(m_bench->db(), acmeOnly, id.value.right(5), 8).cases.isEmpty());
        QVERIFY(queries::find(m_bench->db(), everyone, {}, 8).people.size() > 3);
    }

private:
    queries::Frame frame(const queries::Viewer &viewer, qint64 since = 0)
    {
        return queries::frame(m_bench->db(), viewer, since, m_bench->clock.nowMs());
    }
    std::unique_ptr<DeskBench> m_bench;
};

QTEST_GUILESS_MAIN(TestAttention)
#include "tst_attention.moc"
