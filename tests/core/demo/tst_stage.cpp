// catalog-api as its callers meet it, over HTTP; and the demo's directory, taken up again as its owner left it.
#include "demo/stage.h"
#include "http/client.h"
#include "store/configuration.h"

#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <future>

using namespace lazaret;
using namespace lazaret::demo;
using namespace Qt::Literals::StringLiterals;

namespace {

const QByteArray kListed = R"({"source": "price-list/x.json", "price": {"list": "x", "currency": "EUR"}})";
const QByteArray kOldSchema = R"({"source": "price-list/x.json", "price": {"list": "x"}})";
const QByteArray kMadeToOrder = R"({"source": "made-to-order/x.json", "price": {"list": "x", "currency": "EUR"}})";

class Caller
{
public:
    int status(const QByteArray &method, const QString &url, const QByteArray &body = {}, const QByteArray &key = {})
    {
        http::CallRequest request;
        request.method = method;
        request.url = url.toUtf8();
        request.body = body;
        request.allowLoopback = true;
        if (!key.isEmpty())
            request.headers = {Header{"Idempotency-Key", key}};
        std::promise<http::CallResult> answered;
        m_client.send(request, [&answered](http::CallResult result) { answered.set_value(std::move(result)); });
        const auto result = answered.get_future().get();
        return result.fault == http::CallFault::none ? result.status : 0;
    }

private:
    SystemClock m_clock;
    http::Network m_network;
    http::Client m_client{m_network, m_clock};
};

struct Place
{
    Place() : directory(*DataDirectory::open(dir.filePath(u"demo"_s), clock)), secrets(directory.secretsFile()) {}
    Result<std::unique_ptr<Stage>> open() { return Stage::open(directory, clock, secrets, {u"ana"_s, u"os-ana"_s}); }

    QTemporaryDir dir;
    SystemClock clock;
    DataDirectory directory;
    guard::FileSecrets secrets;
};

} // namespace

class tst_Stage : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theCatalogAnswers_data()
    {
        QTest::addColumn<QString>("card");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QList<int>>("statuses"); // of the same request, again and again
        QTest::addColumn<int>("effects");
        const auto row = [](const char *name, const QString &card, const QByteArray &body, const QByteArray &key,
                            const QList<int> &statuses, int effects) { QTest::newRow(name) << card << body << key << statuses << effects; };
        row("the new schema", u"card_1"_s, kListed, "job:a", {201, 200, 200}, 1);
        row("the old schema", u"card_1"_s, kOldSchema, "job:a", {422, 422}, 0);
        row("made to order", u"card_1"_s, kMadeToOrder, "job:a", {422, 422}, 0);
        row("too early", u"card_9"_s, kListed, "job:a", {503, 201, 200}, 1);
        row("without a key", u"card_1"_s, kListed, "", {400, 400}, 0);
        row("no JSON", u"card_1"_s, "price", "job:a", {422}, 0);
    }

    void theCatalogAnswers()
    {
        QFETCH(const QString, card);
        QFETCH(const QByteArray, body);
        QFETCH(const QByteArray, key);
        QFETCH(const QList<int>, statuses);
        QFETCH(const int, effects);
        const QTemporaryDir dir;
        const SystemClock clock;
        const auto catalog = Catalog::start(clock, dir.filePath(u"ledger"_s), 0);
        QVERIFY(catalog);
        Caller caller;
        for (const int status : statuses)
            QCOMPARE(caller.status("PUT", (*catalog)->url() + u"/cards/"_s + card, body, key), status);
        QCOMPARE((*catalog)->effects().value(QString::fromLatin1(key)), effects);
        QCOMPARE(caller.status("GET", (*catalog)->url() + u"/effects/job%3Aa"_s), effects > 0 ? 200 : 404);
    }

    void theCatalogRemembers()
    {
        const QTemporaryDir dir;
        const SystemClock clock;
        Caller caller;
        quint16 port = 0;
        {
            const auto catalog = Catalog::start(clock, dir.filePath(u"ledger"_s), 0);
            QVERIFY(catalog);
            port = (*catalog)->port();
            QCOMPARE(caller.status("PUT", (*catalog)->url() + u"/cards/card_1"_s, kListed, "job:a"), 201);
            QCOMPARE(caller.status("PUT", (*catalog)->url() + u"/records/card_2"_s, R"({"price": {"amount": 0, "currency": "EUR"}})"), 422);
            QCOMPARE(caller.status("PUT", (*catalog)->url() + u"/records/card_2"_s, R"({"price": {"amount": 5, "currency": "EUR"}})"), 201);
        }
        const auto again = Catalog::start(clock, dir.filePath(u"ledger"_s), port);
        QVERIFY(again);
        QCOMPARE((*again)->port(), port);
        QCOMPARE(caller.status("PUT", (*again)->url() + u"/cards/card_1"_s, kListed, "job:a"), 200); // the answer, not the effect
        QCOMPARE((*again)->effects().value(u"job:a"_s), 1);
        QCOMPARE(caller.status("GET", (*again)->url() + u"/records/card_2"_s), 200);
        QCOMPARE(caller.status("GET", (*again)->url() + u"/records/card_3"_s), 404);
    }

    void marksItsDirectoryOnce()
    {
        Place place;
        QCOMPARE(scenarioOf(place.directory), QString());
        const auto stage = place.open();
        QVERIFY2(stage, stage ? "" : qPrintable(stage.error().detail));
        QCOMPARE(scenarioOf(place.directory), u"cards"_s);
        QVERIFY((*stage)->standing().told);
        QCOMPARE((*stage)->standing().catalog, (*stage)->catalog().url());
        QVERIFY(!*(*stage)->shipFix()); // nothing waits in quarantine yet
        QCOMPARE(store::currentWorkflow((*stage)->database(), kWorkflow)->version, u"12"_s);
    }

    void takenUpAtTheSameAddress()
    {
        Place place;
        QString url;
        {
            const auto stage = place.open();
            QVERIFY(stage);
            url = (*stage)->catalog().url();
        }
        const auto again = place.open();
        QVERIFY(again);
        QCOMPARE((*again)->catalog().url(), url);
        QCOMPARE(store::currentWorkflow((*again)->database(), kWorkflow)->version, u"12"_s);
    }

    void anotherAddressIsAnotherVersion()
    {
        Place place;
        quint16 port = 0;
        {
            const auto stage = place.open();
            QVERIFY(stage);
            port = (*stage)->catalog().port();
        }
        QTcpServer thief;
        QVERIFY(thief.listen(QHostAddress::LocalHost, port));
        const auto again = place.open();
        QVERIFY2(again, again ? "" : qPrintable(again.error().detail));
        const auto workflow = store::currentWorkflow((*again)->database(), kWorkflow);
        QCOMPARE(workflow->version, u"12.1"_s);
        QVERIFY(workflow->steps.first().url.startsWith((*again)->catalog().url()));
        QVERIFY((*again)->standing().fixVersion.isEmpty()); // moved is not mended
    }

    void refusesOtherWork()
    {
        Place place;
        auto database = *Database::open(place.directory.databaseFile(), Database::Access::readWrite);
        DirectWriter writer(*database);
        Desk desk(writer, place.clock, place.secrets, {u"ana"_s, u"os-ana"_s});
        const auto applied = desk.applyWorkspace(
            R"({"lazaret": 1, "workflows": [{"name": "mine", "version": "1", "steps": [{"name": "a", "kind": "http", "url": "https://a.example/"}]}]})",
            false);
        QVERIFY(applied && applied->problems.isEmpty());
        const auto stage = place.open();
        QVERIFY(!stage);
        QCOMPARE(stage.error().code, ErrorCode::refused);
        QCOMPARE(scenarioOf(place.directory), QString());
    }
};

QTEST_GUILESS_MAIN(tst_Stage)
#include "tst_stage.moc"
