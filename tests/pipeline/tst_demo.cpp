// The demo as a user runs it: the real lazaretctl tells the whole story, and what it leaves behind says the same as what it printed.
#include "support/installation.h"

#include <QFileInfo>
#include <QJsonDocument>
#include <QMap>
#include <QTest>

using namespace lazaret::test;
using namespace Qt::Literals::StringLiterals;

namespace {

// What the recipient itself wrote down: how often each key's effect happened, and what a person typed.
struct Ledger
{
    explicit Ledger(const Installation &at)
    {
        QFile file(at.data() + u"/catalog-ledger.jsonl"_s);
        if (!file.open(QIODevice::ReadOnly))
            return;
        while (!file.atEnd()) {
            const QJsonObject entry = QJsonDocument::fromJson(file.readLine()).object();
            if (entry.contains("key"_L1))
                ++effects[entry.value("key"_L1).toString()];
            else
                records.append(entry.value("record"_L1).toString());
        }
    }
    QMap<QString, int> effects;
    QStringList records;
};

qint64 total(const Installation &at) // deliveries; operators are named in this workspace
{
    return at.ask("deliveries list"_w, u"ilie"_s).value("total"_L1).toInteger();
}

QStringList stations(const QJsonObject &told)
{
    QStringList names;
    for (const auto &station : told.value("stations"_L1).toArray())
        names.append(station.toObject().value("station"_L1).toString());
    return names;
}

} // namespace

class tst_Demo : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theWholeStory();
    void toldOnAfterTheProcessWasKilled();
    void refusals_data();
    void refusals();
    void onlyInADirectoryOfItsOwn();
};

void tst_Demo::theWholeStory()
{
    const Installation at;
    const Said said = at.run("demo --scenario cards --speed 20"_w, {});
    QVERIFY2(said.exit == 0, said.err.constData());
    QCOMPARE(said.json.value("cases"_L1).toInt(), 12);
    QCOMPARE(said.json.value("closed_with_proof"_L1).toInt(), 12);
    const QStringList order = stations(said.json);
    QStringList once = order;
    once.removeDuplicates();
    QCOMPARE(once, (QStringList{u"stage"_s, u"arrive"_s, u"retry"_s, u"quarantine"_s, u"fix"_s, u"inspect"_s, u"decide"_s, u"by hand"_s,
                                u"plan"_s, u"release"_s, u"finished"_s, u"reconcile"_s, u"report"_s, u"audit"_s}));

    // What the store says, asked by another process.
    QCOMPARE(total(at), 12);
    const QJsonArray cases = at.ask("cases list --query workflow:cards"_w, u"ilie"_s).value("items"_L1).toArray();
    QCOMPARE(cases.size(), 12);
    QMap<QString, int> outcomes;
    QStringList published, byHand;
    for (const auto &each : cases) {
        const QString id = each.toObject().value("case_id"_L1).toString();
        const QJsonObject c = at.ask({u"case"_s, u"show"_s, id}, u"ilie"_s);
        QCOMPARE(c.value("status"_L1).toString(), u"closed"_s);
        QCOMPARE(c.value("error_code"_L1).toString(), u"http.422"_s);
        QCOMPARE(c.value("findings"_L1).toArray().size(), 6);
        const QString outcome = c.value("outcome"_L1).toString();
        ++outcomes[outcome];
        (outcome == u"recreated_manually" ? byHand : published)
            .append(outcome == u"recreated_manually" ? c.value("operation_id"_L1).toString() : c.value("idempotency_key"_L1).toString());
        QVERIFY(!c.value("reconciliations"_L1).toArray().last().toObject().value("proof"_L1).toString().isEmpty());
    }
    QCOMPARE(outcomes, (QMap<QString, int>{{u"recreated_manually"_s, 3}, {u"single_execution_confirmed"_s, 9}}));

    // What the recipient says: nine effects, none twice, and three records by hand.
    const Ledger ledger(at);
    published.sort();
    byHand.sort();
    QCOMPARE(QStringList(ledger.effects.keys()), published);
    for (auto it = ledger.effects.begin(); it != ledger.effects.end(); ++it)
        QCOMPARE(it.value(), 1);
    QStringList records = ledger.records;
    records.sort();
    QCOMPARE(records, byHand);

    QCOMPARE(at.ask("audit verify"_w, u"ilie"_s).value("intact"_L1).toBool(), true);
    QFile report(said.json.value("report"_L1).toString());
    QVERIFY(report.open(QIODevice::ReadOnly));
    QVERIFY(report.readAll().contains("12 of 12"));

    // Run once more it tells that it is over, and changes nothing at the recipient.
    const Said again = at.run("demo --speed 20"_w, {});
    QVERIFY2(again.exit == 0, again.err.constData());
    QVERIFY(stations(again.json).contains(u"told"_s));
    QCOMPARE(Ledger(at).effects, ledger.effects);
    QCOMPARE(total(at), 12);
}

void tst_Demo::toldOnAfterTheProcessWasKilled()
{
    const Installation at;
    QProcess first;
    first.start(Installation::program(), {u"--data"_s, at.data(), u"demo"_s, u"--speed"_s, u"5"_s});
    // All are quarantined: nothing is on its way, so what the recipient did is known.
    while (!first.readAllStandardOutput().contains("quarantine"))
        QVERIFY(first.waitForReadyRead(Installation::kPatienceMs));
    first.kill();
    QVERIFY(first.waitForFinished(Installation::kPatienceMs));
    const Said said = at.run("demo --speed 20"_w, {});
    QVERIFY2(said.exit == 0, said.err.constData());
    QCOMPARE(said.json.value("closed_with_proof"_L1).toInt(), 12);
    const auto effects = Ledger(at).effects;
    QCOMPARE(effects.size(), 9);
    for (const int times : effects)
        QCOMPARE(times, 1);
}

void tst_Demo::refusals_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("a scenario that does not exist yet") << "demo --scenario documents"_w << QByteArray("this version has cards");
    QTest::newRow("no number") << "demo --speed fast"_w << QByteArray("--speed must be a number");
    QTest::newRow("standing still") << "demo --speed 0"_w << QByteArray("--speed must be a number");
}

void tst_Demo::refusals()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QByteArray, says);
    const Installation at;
    const Said said = at.run(arguments, {});
    QCOMPARE(said.exit, 2);
    QVERIFY2(said.err.contains(says), said.err.constData());
    QVERIFY(!QFileInfo::exists(at.data()));
}

void tst_Demo::onlyInADirectoryOfItsOwn()
{
    Installation at;
    QCOMPARE(
        at.apply(workspaceOf({cardsSource(at.secret)}, {cardsWorkflow(u"1"_s, {saveStep("http://127.0.0.1:9/", "http://127.0.0.1:9/")})}))
            .exit,
        0);
    const Said said = at.run("demo"_w, {});
    QCOMPARE(said.exit, 3);
    QVERIFY2(said.err.contains("needs a directory of its own"), said.err.constData());
    QCOMPARE(at.ask("source list"_w).value("total"_L1).toInt(), 1);
}

QTEST_GUILESS_MAIN(tst_Demo)
#include "tst_demo.moc"
