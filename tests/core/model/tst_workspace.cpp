// The workspace file: every kind of problem is named with its JSON path, every default is written out, and what is stored reads the same.
#include "model/workspace.h"

#include <QJsonDocument>
#include <QTest>

using namespace lazaret;

namespace {

const char *const base = R"({ "lazaret": 1,
  "sources": [ { "slug": "shop", "scheme": "github-sha256", "secrets": ["one"], "workflow": "cards" } ],
  "workflows": [ { "name": "cards", "version": "1", "steps": [ { "name": "save", "kind": "http", "url": "https://x.example/cards" } ] } ] })";

QJsonValue put(const QJsonValue &in, QStringList path, const QJsonValue &value)
{
    if (path.isEmpty())
        return value;
    const QString key = path.takeFirst();
    if (in.isArray()) {
        QJsonArray array = in.toArray();
        const int index = key.toInt();
        if (index < array.size())
            array[index] = put(array[index], path, value);
        else
            array.append(put({}, path, value));
        return array;
    }
    QJsonObject object = in.toObject();
    if (value.isUndefined() && path.isEmpty())
        object.remove(key);
    else
        object.insert(key, put(object.value(key), path, value));
    return object;
}

// The base file with one thing changed: a JSON text at a path, or the key taken away when the text is empty.
QByteArray changed(const QString &path, const QByteArray &json)
{
    QJsonValue value = QJsonValue::Undefined;
    if (!json.isEmpty()) {
        const auto document = QJsonDocument::fromJson("[" + json + "]");
        if (document.isNull())
            qFatal("the test's own JSON is broken: %s", json.constData());
        value = document.array().at(0);
    }
    const QJsonValue file = put(QJsonDocument::fromJson(base).object(), path.mid(1).split(u'/'), value);
    return QJsonDocument(file.toObject()).toJson();
}

QStringList pathsOf(const QList<Problem> &problems)
{
    QStringList paths;
    for (const auto &problem : problems)
        paths.append(problem.path);
    return paths;
}

} // namespace

class TestWorkspace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theBaseIsGood();
    void notAFile_data();
    void notAFile();
    void problems_data();
    void problems();
    void secretsInBodiesAreRefused_data();
    void secretsInBodiesAreRefused();
    void aKeyTwiceIsSaid();
    void callingThisMachineIsSaid();
    void accepted_data();
    void accepted();
    void sourceDefaults();
    void presets_data();
    void presets();
    void workflowDefaults();
    void secrets();
    void storedReadsTheSame_data();
    void storedReadsTheSame();
    void times_data();
    void times();
};

void TestWorkspace::theBaseIsGood()
{
    const auto parsed = parseWorkspace(base);
    QVERIFY2(parsed.problems.isEmpty(), qPrintable(pathsOf(parsed.problems).join(u' ')));
    QVERIFY(parsed.warnings.isEmpty());
    QCOMPARE(parsed.workspace.sources.size(), 1);
    QCOMPARE(parsed.workspace.workflows.size(), 1);
    QCOMPARE(parsed.workspace.fourEyes, std::nullopt); // not said is not false
}

// One workflow with one http step and these keys more.
QByteArray withStep(const QByteArray &more)
{
    return "{\"lazaret\":1,\"workflows\":[{\"name\":\"w\",\"version\":\"1\",\"steps\":[{\"name\":\"s\",\"kind\":\"http\"," + more + "}]}]}";
}

void TestWorkspace::secretsInBodiesAreRefused_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("at"); // null: nothing to refuse
    const QString body = QStringLiteral("/workflows/0/steps/0/body");
    QTest::newRow("named") << QByteArray("{\"auth\":{\"password\":\"hunter22\"}}") << body + QStringLiteral("/auth/password");
    QTest::newRow("by its shape") << QByteArray("{\"k\":[\"x\",\"ghp_0123456789abcdefghijABCDEFGHIJ012345\"]}")
                                  << body + QStringLiteral("/k/1");
    QTest::newRow("a signed URL") << QByteArray("{\"file\":\"https://x.example/a?X-Amz-Signature=abc\"}") << body + QStringLiteral("/file");
    QTest::newRow("a placeholder is none") << QByteArray("{\"token\":\"{idempotency_key}\",\"ref\":\"{input_ref}\"}") << QString();
    QTest::newRow("words are none") << QByteArray("{\"note\":\"please publish the card\",\"n\":12}") << QString();
}

void TestWorkspace::secretsInBodiesAreRefused()
{
    QFETCH(QByteArray, body);
    QFETCH(QString, at);
    const auto parsed = parseWorkspace(withStep("\"url\":\"https://x.example/\",\"body\":" + body));
    QCOMPARE(parsed.problems.size(), at.isNull() ? 0 : 1);
    if (!at.isNull())
        QCOMPARE(parsed.problems[0].path, at);
}

void TestWorkspace::aKeyTwiceIsSaid()
{
    const auto parsed = parseWorkspace("{\"lazaret\":1,\"sources\":[],\"roots\":{\"a\":\"x\",\"a\":\"y\"}}");
    QCOMPARE(parsed.problems.size(), 1);
    QCOMPARE(parsed.problems[0].path, QStringLiteral("/roots/a"));
}

void TestWorkspace::callingThisMachineIsSaid()
{
    const QByteArray url = "\"url\":\"http://127.0.0.1:9000/\"";
    const auto parsed = parseWorkspace(withStep(url));
    QCOMPARE(parsed.problems.size(), 1);
    QCOMPARE(parsed.problems[0].path, QStringLiteral("/workflows/0/steps/0/allow_loopback"));
    QVERIFY(parseWorkspace(withStep(url + ",\"allow_loopback\":true")).problems.isEmpty());
}

void TestWorkspace::notAFile_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("says");
    QTest::newRow("empty") << QByteArray() << QStringLiteral("not JSON");
    QTest::newRow("broken in line 2") << QByteArray("{ \"lazaret\": 1,\n x }") << QStringLiteral("line 2");
    QTest::newRow("an array") << QByteArray("[]") << QStringLiteral("must be a JSON object");
}

void TestWorkspace::notAFile()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, says);
    const auto parsed = parseWorkspace(json);
    QCOMPARE(parsed.problems.size(), 1);
    QCOMPARE(parsed.problems[0].path, QString());
    QVERIFY2(parsed.problems[0].message.contains(says), qPrintable(parsed.problems[0].message));
}

void TestWorkspace::problems_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("at"); // where the problem is said to be
    const auto row = [](const char *path, const char *json, const char *at = nullptr) {
        QTest::addRow("%s %s", path, qPrintable(QString::fromUtf8(json).left(60)))
            << QString::fromLatin1(path) << QByteArray(json) << QString::fromLatin1(at ? at : path);
    };
    row("/lazaret", "");
    row("/lazaret", "2");
    row("/lazaret", "\"1\"");
    row("/extra", "1");
    row("/a~1b", "1", "/a~01b"); // the pointer of the key "a~1b"
    row("/sources", "{}");
    row("/four_eyes", "\"yes\"");
    row("/roots", "[]");
    row("/alerts", "{}");
    const char *source[][2] = {{"slug", ""},
                               {"slug", "\"Shop\""},
                               {"slug", "\"-a\""},
                               {"slug", "\"a/b\""},
                               {"slug", "7"},
                               {"scheme", ""},
                               {"scheme", "\"basic\""},
                               {"scheme", "\"generic-hmac:md5:hex\""},
                               {"secrets", ""},
                               {"secrets", "[]"},
                               {"secrets", "[\"a\",\"b\",\"c\"]"},
                               {"secrets", "\"a\""},
                               {"signature_header", "5"},
                               {"signature_header", "\"X Y\""},
                               {"tolerance_s", "-1"},
                               {"tolerance_s", "1.5"},
                               {"tolerance_s", "\"300\""},
                               {"public_url", "\"not a url\""},
                               {"ack_status", "302"},
                               {"events", "\"push\""},
                               {"delivery_id", "\"X-Id\""},
                               {"event_type", "[]"},
                               {"items", "{\"pointer\":\"/items\"}"},
                               {"map", "[]"},
                               {"vault", "\"until_closed\""},
                               {"max_body_bytes", "0"},
                               {"rate_per_s", "-5"},
                               {"replay", "\"drop\""},
                               {"hold", "1"},
                               {"workflow", ""},
                               {"colour", "\"red\""}};
    for (const auto &[key, json] : source)
        row(qPrintable(QStringLiteral("/sources/0/") + QLatin1String(key)), json);
    row("/sources/0/secrets/0", "\"\"");
    row("/sources/0/secrets/0", "7");
    row("/sources/0/secrets/0", R"({"value":"a","expires_at":"soon"})", "/sources/0/secrets/0/expires_at");
    row("/sources/0/secrets/0", R"({"value":"a","colour":1})", "/sources/0/secrets/0/colour");
    row("/sources/0/events", "[1]", "/sources/0/events/0");
    row("/sources/0/scheme", "\"generic-hmac:sha256:hex\"", "/sources/0/signature_header");
    row("/sources/0/delivery_id", R"({"pointer":"id"})", "/sources/0/delivery_id/pointer");
    row("/sources/0/delivery_id", R"({"header":""})", "/sources/0/delivery_id/header");
    row("/sources/0/delivery_id", R"({"header":"a","pointer":"/b"})", "/sources/0/delivery_id/pointer");
    row("/sources/0/map/tenant", "\"tenant\"");
    row("/sources/0/map/tenant", "\"/a~2\"");
    row("/sources/0/map/password", "\"/p\"");
    row("/sources/1", R"({"slug":"shop","scheme":"github-sha256","secrets":["x"],"workflow":"cards"})");
    const char *workflow[][2] = {{"name", ""},
                                 {"name", "\"a b\""},
                                 {"version", ""},
                                 {"version", "1"},
                                 {"version", "\"1/2\""},
                                 {"ordering", "\"block_group\""},
                                 {"ordering", "\"random\""},
                                 {"lease_s", "0"},
                                 {"concurrency", "-1"},
                                 {"rate_per_s", "5"},
                                 {"hold", "\"no\""},
                                 {"steps", ""},
                                 {"steps", "[]"},
                                 {"callbacks", "[{}]"},
                                 {"operations", "[]"},
                                 {"colour", "1"}};
    for (const auto &[key, json] : workflow)
        row(qPrintable(QStringLiteral("/workflows/0/") + QLatin1String(key)), json);
    const char *step[][2] = {{"name", ""},
                             {"kind", ""},
                             {"kind", "\"command\""},
                             {"effect", "\"no\""},
                             {"method", "\"TRACE\""},
                             {"url", ""},
                             {"url", "\"ftp://x.example/\""},
                             {"url", "\"/cards\""},
                             {"url", "\"https://user:pass@x.example/\""},
                             {"url", "\"https://{tenant}.example/\""},
                             {"url", "\"https://x.example/{password}\""},
                             {"url", "\"https://x.example/?api_key=abc123def\""},
                             {"url", "\"https://x.example/ghp_0123456789abcdefghijABCDEFGHIJ012345\""},
                             {"action", "\"a\\r\\nX-Evil: 1\""},
                             {"action", "\"zwei Worte\""},
                             {"timeout_ms", "0"},
                             {"allow_loopback", "1"},
                             {"compensate", "\"undo\""},
                             {"colour", "1"}};
    const QString first = QStringLiteral("/workflows/0/steps/0/");
    for (const auto &[key, json] : step)
        row(qPrintable(first + QLatin1String(key)), json);
    row("/workflows/0/steps/0/headers/Authorization", "\"Bearer x\"");
    row("/workflows/0/steps/0/headers/X-Api-Key", "\"x\"");
    row("/workflows/0/steps/0/headers/My-Token", "\"x\"");
    row("/workflows/0/steps/0/headers/Content-Length", "\"1\"");
    row("/workflows/0/steps/0/headers/Idempotency-Key", "\"1\"");
    row("/workflows/0/steps/0/headers/a b", "\"1\"");
    row("/workflows/0/steps/0/headers/X-A", "\"a\\nb\"");
    row("/workflows/0/steps/0/headers/X-A", "1");
    row("/workflows/0/steps/0/headers/X-A", "\"{nothing}\"");
    row("/workflows/0/steps/0/body", R"({"a":["{nothing}"]})", "/workflows/0/steps/0/body/a/0");
    row("/workflows/0/steps/0/expect", "[\"2x\"]", "/workflows/0/steps/0/expect/0");
    row("/workflows/0/steps/0/expect", "[\"200\",\"600\"]", "/workflows/0/steps/0/expect/1");
    row("/workflows/0/steps/0/verify", "{}", "/workflows/0/steps/0/verify/url");
    row("/workflows/0/steps/0/verify", R"({"url":"https://x.example/","absent":{"status":200}})", "/workflows/0/steps/0/verify/absent");
    row("/workflows/0/steps/0/verify", R"({"url":"https://x.example/","auto":true})", "/workflows/0/steps/0/verify/auto");
    row("/workflows/0/steps/0/verify", R"({"url":"https://x.example/","absent_after_s":-1})", "/workflows/0/steps/0/verify/absent_after_s");
    row("/workflows/0/steps/1", R"({"name":"save","kind":"http","action":"b","url":"https://x.example/"})", "/workflows/0/steps/1/name");
    row("/workflows/0/steps/1", R"({"name":"b","kind":"http","action":"save","url":"https://x.example/"})", "/workflows/0/steps/1/action");
    row("/workflows/0/budgets/nonsense", "{}");
    row("/workflows/0/budgets/transient/attempts", "0");
    row("/workflows/0/budgets/quality/attempts", "3");
    row("/workflows/0/budgets/policy/attempts", "2");
    row("/workflows/0/budgets/uncertain_effect/attempts", "2");
    row("/workflows/0/budgets/transient/delays_s", "[-1]");
    row("/workflows/0/budgets/transient/jitter", "2");
    row("/workflows/0/budgets/transient/colour", "1");
    row("/workflows/0/classify/http.5xx", "\"transient\"");
    row("/workflows/0/classify/unknown_defect", "\"transient\"");
    row("/workflows/0/classify/http.500", "\"maybe\"");
    for (const char *code : {"http.500", "http.502", "http.302", "http.no_answer", "http.broken", "http.bad_response", "lease.lost"})
        row(qPrintable(QStringLiteral("/workflows/0/classify/") + QLatin1String(code)), "\"transient\"");
    row("/workflows/0/case/review_after_h/nonsense", "1");
    row("/workflows/0/case/review_after_h/policy", "-1");
    row("/workflows/0/case/colour", "1");
    row("/workflows/1", R"({"name":"cards","version":"1","steps":[{"name":"a","kind":"http","url":"https://x.example/"}]})");
    row("/tenants", R"([{"owner":"x"}])", "/tenants/0/name");
    row("/tenants", R"([{"name":"a"},{"name":"a"}])", "/tenants/1");
    row("/operators", R"([{"name":"ana","role":"king"}])", "/operators/0/role");
    row("/operators", R"([{"name":"ana","role":"viewer"},{"name":"ana","role":"viewer"}])", "/operators/1");
    row("/operators", R"([{"name":"ana","role":"viewer","tenants":"*"}])", "/operators/0/tenants");
}

void TestWorkspace::problems()
{
    QFETCH(QString, path);
    QFETCH(QByteArray, json);
    QFETCH(QString, at);
    const auto parsed = parseWorkspace(changed(path, json));
    const QStringList paths = pathsOf(parsed.problems);
    QVERIFY2(paths.contains(at), qPrintable(QStringLiteral("%1 is not among: %2").arg(at, paths.join(u' '))));
    for (const auto &problem : parsed.problems)
        QVERIFY(!problem.message.isEmpty());
}

void TestWorkspace::accepted_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QStringList>("warnings");
    const auto row = [](const char *path, const char *json, const QStringList &warnings = {}) {
        QTest::addRow("%s %s", path, qPrintable(QString::fromUtf8(json).left(60)))
            << QString::fromLatin1(path) << QByteArray(json) << warnings;
    };
    row("/sources", "");
    row("/four_eyes", "true");
    row("/sources/0/tolerance_s", "null");
    row("/sources/0/secrets", R"(["a", {"value": "b", "expires_at": "2027-01-31T00:00:00Z"}])");
    row("/sources/0/secrets", R"([{"ref": "stored-1"}])");
    row("/sources/0/events", "[]");
    row("/sources/0/delivery_id", "\"body_hash\"");
    row("/sources/0/delivery_id", R"({"pointer": "/a~1b/~0"})");
    row("/sources/0/map/tenant", "null");
    row("/sources/0/map/occurred_at", "\"/at\"", {QStringLiteral("/sources/0/map/occurred_at")});
    row("/sources/0/rate_per_s", "0");
    row("/sources/0/vault", "\"none\"");
    row("/workflows/0/concurrency", "0");
    row("/workflows/0/steps/0/url", "\"https://x.example/{input_ref}?k={idempotency_key}\"");
    row("/workflows/0/steps/0/verify", R"({"url":"https://x.example/{idempotency_key}","absent_after_s":0,"auto":false})");
    row("/workflows/0/steps/0/body", R"({"a":[1,null,"{input_ref}"]})");
    row("/workflows/0/budgets/quality/attempts", "2");
    row("/workflows/0/budgets/transient", R"({"attempts":3,"delays_s":[0.5],"window_s":0,"cost":null})");
    row("/workflows/0/classify/http.409", "\"transient\""); // denied: sending again is safe
    row("/workflows/0/classify/http.503", "\"policy\"");
    row("/workflows/0/classify/http.500", "\"policy\"");
    row("/workflows/0/operations", R"({"register":"on_delivery"})", {QStringLiteral("/workflows/0/operations")});
    row("/alerts", R"([{"name":"a"}])", {QStringLiteral("/alerts")});
    row("/retention", R"({"deliveries_days":30})", {QStringLiteral("/retention")});
    row("/roots", R"({"documents":"d"})");
}

void TestWorkspace::accepted()
{
    QFETCH(QString, path);
    QFETCH(QByteArray, json);
    const auto parsed = parseWorkspace(changed(path, json));
    QVERIFY2(parsed.problems.isEmpty(),
             qPrintable(parsed.problems.isEmpty() ? QString() : parsed.problems[0].path + parsed.problems[0].message));
    QTEST(pathsOf(parsed.warnings), "warnings");
}

void TestWorkspace::sourceDefaults()
{
    const Source s = parseWorkspace(base).workspace.sources[0].source;
    QCOMPARE(s.toleranceS, 300);
    QCOMPARE(s.ackStatus, 202);
    QCOMPARE(s.maxBodyBytes, 1048576);
    QCOMPARE(s.ratePerS, 0);
    QVERIFY(s.enabled && !s.hold && !s.replayHold);
    QVERIFY2(!s.events, "absent: every event");
    QVERIFY(s.map.isEmpty());
}

void TestWorkspace::presets_data()
{
    QTest::addColumn<QByteArray>("scheme");
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("type");
    QTest::newRow("github") << QByteArray("github-sha256") << QStringLiteral("X-GitHub-Delivery") << QStringLiteral("X-GitHub-Event");
    QTest::newRow("standard") << QByteArray("standard-webhooks-v1") << QStringLiteral("webhook-id") << QStringLiteral("/type");
    QTest::newRow("generic") << QByteArray("generic-hmac:sha512:base64:prefix=v1=") << QString() << QStringLiteral("/type");
}

void TestWorkspace::presets()
{
    QFETCH(QByteArray, scheme);
    const Source s = parseWorkspace(changed(QStringLiteral("/sources/0/scheme"), '"' + scheme + '"')).workspace.sources[0].source;
    QTEST(s.deliveryId.name, "id");
    QTEST(s.eventType.name, "type");
    QCOMPARE(s.deliveryId.from == FieldRule::From::body_hash, s.deliveryId.name.isEmpty());
}

void TestWorkspace::workflowDefaults()
{
    const Workflow w = parseWorkspace(base).workspace.workflows[0];
    QCOMPARE(w.taskType, QStringLiteral("cards"));
    QCOMPARE(w.leaseS, 60);
    QCOMPARE(w.concurrency, 8);
    const Step step = w.steps.value(0);
    QCOMPARE(step.action, QStringLiteral("save"));
    QCOMPARE(step.method, QStringLiteral("POST"));
    QVERIFY(step.effect && !step.irreversible && !step.idempotentTarget && !step.allowLoopback && !step.verify);
    QCOMPARE(step.expect, QStringList{QStringLiteral("2xx")});
    QCOMPARE(step.timeoutMs, 10000);
    QCOMPARE(w.budgets.size(), 7);
    const Budget transient = w.budgets.value(ErrorClass::transient);
    QCOMPARE(transient.attempts, 5);
    QCOMPARE(transient.delaysS, (QList<double>{30, 120, 600, 1800}));
    QCOMPARE(transient.jitter, 0.2);
    QCOMPARE(transient.windowS, 7200);
    QVERIFY(!transient.cost);
    for (const auto errorClass : {ErrorClass::policy, ErrorClass::quality, ErrorClass::uncertain_effect, ErrorClass::unknown_defect})
        QCOMPARE(w.budgets.value(errorClass).attempts, 1);
    QCOMPARE(w.casePolicy.dataClassification, QStringLiteral("internal"));
    QCOMPARE(w.casePolicy.reviewAfterH.value(QStringLiteral("default")), 48.0);
}

void TestWorkspace::secrets()
{
    const auto parsed = parseWorkspace(
        changed(QStringLiteral("/sources/0/secrets"), R"(["first", {"value": "second", "expires_at": "2027-01-31T00:00:00Z"}])"));
    const auto entry = parsed.workspace.sources[0];
    QCOMPARE(entry.secrets.size(), 2);
    QCOMPARE(entry.secrets[0].value, QStringLiteral("first"));
    QCOMPARE(entry.secrets[1].expiresAt, parseTime(QStringLiteral("2027-01-31T00:00:00Z")));
    QVERIFY2(entry.source.secrets.isEmpty(), "a source holds references, and there are none yet");
    QVERIFY(!QJsonDocument(toJson(entry.source)).toJson().contains("first"));
}

void TestWorkspace::storedReadsTheSame_data()
{
    accepted_data();
}

void TestWorkspace::storedReadsTheSame()
{
    QFETCH(QString, path);
    QFETCH(QByteArray, json);
    auto parsed = parseWorkspace(changed(path, json));
    for (auto &entry : parsed.workspace.sources) {
        entry.source.secrets = {{QStringLiteral("shop-1"), std::nullopt}, {QStringLiteral("shop-2"), 1801353600000}};
        const QJsonObject stored = toJson(entry.source);
        const Source again = sourceFromStored(stored);
        QCOMPARE(toJson(again), stored);
        QCOMPARE(again.slug, entry.source.slug);
        QCOMPARE(again.secrets.value(1).expiresAt, std::optional<qint64>(1801353600000));
        QCOMPARE(again.events, entry.source.events);
        QCOMPARE(again.map, entry.source.map);
        QCOMPARE(again.deliveryId.name, entry.source.deliveryId.name);
    }
    for (const auto &workflow : std::as_const(parsed.workspace.workflows)) {
        const QJsonObject stored = toJson(workflow);
        const Workflow again = workflowFromStored(stored);
        QCOMPARE(toJson(again), stored);
        QCOMPARE(again.classify, workflow.classify);
        QCOMPARE(again.budgets.value(ErrorClass::transient).delaysS, workflow.budgets.value(ErrorClass::transient).delaysS);
        QCOMPARE(again.steps.value(0).body, workflow.steps.value(0).body);
    }
}

void TestWorkspace::times_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("expected"); // -1: none
    QTest::newRow("UTC") << QStringLiteral("2027-01-31T00:00:00Z") << qint64(1801353600000);
    QTest::newRow("milliseconds") << QStringLiteral("2027-01-31T00:00:00.250Z") << qint64(1801353600250);
    QTest::newRow("an offset") << QStringLiteral("2027-01-31T02:00:00+02:00") << qint64(1801353600000);
    QTest::newRow("nonsense") << QStringLiteral("soon") << qint64(-1);
    QTest::newRow("no such day") << QStringLiteral("2027-02-31T00:00:00Z") << qint64(-1);
    QTest::newRow("empty") << QString() << qint64(-1);
}

void TestWorkspace::times()
{
    QFETCH(QString, text);
    QTEST(parseTime(text).value_or(-1), "expected");
}

QTEST_GUILESS_MAIN(TestWorkspace)
#include "tst_workspace.moc"
