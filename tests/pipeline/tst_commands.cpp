// The command line as a public interface: exit codes, the shape of what it answers, who may do what, and what bad input gets.
#include "cardshop.h"

#include <QDir>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace lazaret::test;
using namespace Qt::Literals::StringLiterals;

class tst_Commands : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void usageIsTwo_data();
    void usageIsTwo();
    void everyCommandHasHelp();
    void outputThatCannotBeWrittenIsOne();
    void controlCharactersDoNotReachTheTerminal();
    void anUnknownIdIsFour_data();
    void anUnknownIdIsFour();
    void listsHaveOneShape_data();
    void listsHaveOneShape();
    void aListIsReadPageByPage();
    void showHasEveryField_data();
    void showHasEveryField();
    void anotherNumberThanExpectedChangesNothing();
    void aQueryErrorSaysWhere();
    void rolesAreEnforced_data();
    void rolesAreEnforced();
    void anotherTenantsIdDoesNotExist();
    void aSecondServeIsFiveAndNamesTheHolder();
    void commandsTakeEffectBesideServe();
    void workspaceErrorsNameTheirPath_data();
    void workspaceErrorsNameTheirPath();
    void aChangedWorkflowNeedsAVersion();
    void fourEyes();
    void aNewerSchemaIsLeftAlone();
    void withoutPipelineNothingIsAsked();
    void signaturesAreChecked();

private:
    QJsonObject workspace() const
    {
        const auto op = [](const QString &name, const QString &role, const QString &tenant) {
            return QJsonObject{{u"name"_s, name}, {u"role"_s, role}, {u"tenants"_s, QJsonArray{tenant}}};
        };
        const QByteArray cards = m_shop.recipient.url(m_shop.broken);
        return workspaceOf({cardsSource(m_at.secret)}, {cardsWorkflow(u"12"_s, {saveStep(cards, m_shop.recipient.url("/effects/"))})},
                           {{u"operators"_s, QJsonArray{op(u"root"_s, u"administrator"_s, u"*"_s), op(u"ana"_s, u"approver"_s, u"*"_s),
                                                        op(u"otto"_s, u"operator"_s, u"*"_s), op(u"vera"_s, u"viewer"_s, u"*"_s),
                                                        op(u"olga"_s, u"operator"_s, u"acme"_s)}}});
    }
    QString caseOf(const QString &tenant) const { return m_at.ids(u"tenant:"_s + tenant).value(0); }

    CardShop m_shop;
    Installation m_at;
};

void tst_Commands::initTestCase()
{
    const Said said = m_at.apply(workspace());
    QVERIFY2(said.exit == 0, said.err.constData());
    QVERIFY(m_at.serve());
    for (int i = 0; i < 4; ++i) {
        const QString tenant = i < 3 ? u"acme"_s : u"globex"_s;
        QCOMPARE(m_at.sendSigned(u"shop"_s, "d-" + QByteArray::number(i), cardBody(u"card-%1"_s.arg(i), tenant)).status, 202);
    }
    EVENTUALLY(m_at.cases(), 4);
}

void tst_Commands::usageIsTwo_data()
{
    QTest::addColumn<QStringList>("command");
    for (const char *line :
         {"nonsense", "cases", "cases list --colour red", "cases list --limit 0", "cases list --limit many", "case show", "case show a b",
          "case finding --query status:open --step 1 --text t", "case finding case_1 --step 7 --text t",
          "case finding case_1 --step x --text t", "case dispose case_1 --kind nonsense --reason r",
          "case dispose case_1 --kind redrive_approved", "case approve case_1", "release plan --query status:open --expect 1",
          "jobs list --state nonsense", "report --query status:open --format docx --out f", "source hold shop --answer nonsense",
          "serve --listen nowhere"})
        QTest::newRow(line) << QString::fromLatin1(line).split(u' ');
}

void tst_Commands::usageIsTwo()
{
    QFETCH(QStringList, command);
    const Said said = m_at.run(command);
    QCOMPARE(said.exit, 2);
    QVERIFY(said.err.startsWith("lazaretctl: "));
    QVERIFY(said.out.isEmpty());
}

void tst_Commands::everyCommandHasHelp()
{
    const auto help = m_at.run("release plan --help"_w);
    QCOMPARE(help.exit, 0);
    QVERIFY(help.out.startsWith("usage: lazaretctl release plan --query"));
    QVERIFY(m_at.run("cases --help"_w).out.contains("cases list"));
    QCOMPARE(m_at.run("nonsense --help"_w).exit, 2);
}

void tst_Commands::outputThatCannotBeWrittenIsOne()
{
#ifdef Q_OS_WIN
    QSKIP("needs a shell that opens standard output for reading only");
#endif
    QProcess command;
    command.start(u"sh"_s, {u"-c"_s, u"exec \"$0\" \"$@\" 1</dev/null"_s, Installation::program(), u"--data"_s, m_at.data(), u"--as"_s,
                            u"ana"_s, u"cases"_s, u"list"_s});
    QVERIFY(command.waitForFinished());
    QCOMPARE(command.exitCode(), 1);
    QVERIFY(command.readAllStandardError().contains("could not be written whole"));
}

void tst_Commands::controlCharactersDoNotReachTheTerminal()
{
    const QString id = m_at.ids().value(0);
    QVERIFY(!id.isEmpty());
    QCOMPARE(m_at.run({u"case"_s, u"note"_s, id, u"--text"_s, u"a\u001b[31mred\nline"_s}).exit, 0);
    QProcess command;
    command.start(Installation::program(), {u"--data"_s, m_at.data(), u"--as"_s, u"ana"_s, u"case"_s, u"show"_s, id});
    QVERIFY(command.waitForFinished());
    const QByteArray shown = command.readAllStandardOutput();
    QVERIFY(shown.contains("red"));
    QVERIFY(!shown.contains('\x1b'));
}

void tst_Commands::anUnknownIdIsFour_data()
{
    QTest::addColumn<QStringList>("command");
    for (const char *line : {"case show case_1", "job show job_1", "job why job_1", "release show rdv_1", "deliveries show none",
                             "report rdv_1 --format json --out f", "case note case_1 --text t", "release approve rdv_1",
                             "incidents close inc_1 --learning l", "job cancel job_1"})
        QTest::newRow(line) << QString::fromLatin1(line).split(u' ');
}

void tst_Commands::anUnknownIdIsFour()
{
    QFETCH(QStringList, command);
    const Said said = m_at.run(command);
    QCOMPARE(said.exit, 4);
    QVERIFY2(said.err.contains(command.value(command[0] == u"report" ? 1 : 2).toUtf8()), said.err.constData()); // names what is missing
}

namespace {

QStringList fields(const char *text)
{
    return QString::fromLatin1(text).split(u' ');
}

const QStringList &caseFields()
{
    static const QStringList list =
        fields("case_id job_id delivery_id event_type operation_id task_id tenant workflow workflow_version input_reference input_sha256 "
               "error_class error_code last_exception first_failure_at last_failure_at attempt_count attempt_authority last_completed_step "
               "idempotency_key data_classification worker_id app_version signature_verified owner review_due_at status disposition group "
               "tenant_told");
    return list;
}

const QStringList &jobFields()
{
    static const QStringList list =
        fields("job_id delivery_id event_type operation_id task_id task_type input_ref input_sha256 tenant user_ref ordering_key workflow "
               "workflow_version state state_reason attempt due_at deadline_at lease_owner lease_until last_completed_step cost result_ref "
               "created_at redrive_id");
    return list;
}

const QStringList &deliveryFields()
{
    static const QStringList list = fields("source source_version delivery_id event_type received_at scheme key_slot body_sha256 body_size "
                                           "duplicate_count last_duplicate_at duplicate_differs replay_suspected");
    return list;
}

// Times as 6-commands has them.
bool timesAreIso(const QJsonObject &record)
{
    static const QRegularExpression iso(u"^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"_s);
    for (auto it = record.begin(); it != record.end(); ++it) {
        if (it.key().endsWith(u"_at") && !it->isNull() && !iso.match(it->toString()).hasMatch())
            return false;
    }
    return true;
}

} // namespace

void tst_Commands::listsHaveOneShape_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QString>("as");
    QTest::addColumn<QStringList>("wanted");
    const auto row = [](const char *line, const QStringList &wanted, const char *as = "ana") {
        QTest::newRow(line) << QString::fromLatin1(line).split(u' ') << QString::fromLatin1(as) << wanted;
    };
    row("cases list", caseFields());
    row("jobs list", jobFields());
    row("deliveries list", deliveryFields());
    row("source list",
        fields("slug scheme secrets signature_header tolerance_s public_url ack_status events delivery_id event_type map vault "
               "max_body_bytes rate_per_s replay hold workflow version"));
    row("workflow list", fields("name version task_type ordering lease_s concurrency steps budgets classify case hold versions"));
    row("release list", {});
    row("incidents list", {});
    row("audit list", fields("seq at actor os_user action object details previous_hash hash"));
    row("operators list", fields("name role tenants"), "root");
    row("secrets list", fields("ref store"), "root");
}

void tst_Commands::listsHaveOneShape()
{
    QFETCH(QStringList, command);
    QFETCH(QString, as);
    QFETCH(QStringList, wanted);
    const QJsonObject answer = m_at.ask(command, as);
    QCOMPARE(answer.keys(), QStringList({u"items"_s, u"next"_s, u"total"_s}));
    const auto items = answer.value("items"_L1).toArray();
    QCOMPARE(answer.value("total"_L1).toInteger(-1), items.size());
    QVERIFY(answer.value("next"_L1).isNull());
    QCOMPARE(items.isEmpty(), wanted.isEmpty());
    for (const auto &item : items) {
        for (const auto &field : wanted)
            QVERIFY2(item.toObject().contains(field), qPrintable(field));
        QVERIFY(timesAreIso(item.toObject()));
    }
}

void tst_Commands::aListIsReadPageByPage()
{
    for (const auto &[command, key] : QList<std::pair<QStringList, QString>>{
             {"cases list"_w, u"case_id"_s}, {"jobs list"_w, u"job_id"_s}, {"deliveries list"_w, u"delivery_id"_s}}) {
        QStringList seen;
        QString cursor;
        do {
            const QJsonObject page =
                m_at.ask(command + (cursor.isEmpty() ? "--limit 3"_w
                                                     : QStringList(u"--limit 3 --after "_s.split(u' ', Qt::SkipEmptyParts) << cursor)));
            QCOMPARE(page.value("total"_L1).toInt(), 4);
            const auto items = page.value("items"_L1).toArray();
            for (const auto &item : items)
                seen.append(item.toObject().value(key).toString());
            cursor = page.value("next"_L1).toString();
        } while (!cursor.isEmpty() && seen.size() < 10);
        QCOMPARE(seen.size(), 4);
        QCOMPARE(QSet<QString>(seen.begin(), seen.end()).size(), 4);
    }
}

void tst_Commands::showHasEveryField_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("id");
    QTest::addColumn<QStringList>("wanted");
    const QJsonObject first = m_at.items("cases list"_w)[0].toObject();
    const QString job = first.value("job_id"_L1).toString();
    QTest::newRow("case") << u"case"_s << first.value("case_id"_L1).toString()
                          << caseFields() + fields("effects_receipts findings dispositions");
    QTest::newRow("job") << u"job"_s << job << jobFields() + fields("attempts receipts");
    QTest::newRow("delivery") << u"deliveries"_s << first.value("delivery_id"_L1).toString() << deliveryFields();
}

void tst_Commands::showHasEveryField()
{
    QFETCH(QString, kind);
    QFETCH(QString, id);
    QFETCH(QStringList, wanted);
    const QJsonObject record = m_at.show(kind, id);
    for (const auto &field : wanted)
        QVERIFY2(record.contains(field), qPrintable(field));
    QVERIFY(timesAreIso(record));
    if (kind != u"job")
        return;
    const QJsonObject attempt = record.value("attempts"_L1).toArray().first().toObject();
    for (const auto &field : fields("number worker_id app_version workflow_version policy_version started_at finished_at outcome "
                                    "error_class error_code message steps retry_after cost redrive_id"))
        QVERIFY2(attempt.contains(field), qPrintable(field));
    const QJsonObject receipt = record.value("receipts"_L1).toArray().first().toObject();
    for (const auto &field : fields("action idempotency_key state external_ref intended_at settled_at evidence settled_by"))
        QVERIFY2(receipt.contains(field), qPrintable(field));
    const QJsonObject why = m_at.ask("job why"_w << id);
    QVERIFY(!why.value("why"_L1).toString().isEmpty());
    for (const auto &field : jobFields())
        QVERIFY2(why.contains(field), qPrintable(field));
}

void tst_Commands::anotherNumberThanExpectedChangesNothing()
{
    const qint64 entries = m_at.total("audit list --limit 1"_w);
    const Said said = m_at.run("case finding --query workflow:cards --expect 3 --step 1 --text t"_w);
    QCOMPARE(said.exit, 3);
    QVERIFY2(said.err.contains("4"), said.err.constData()); // the number it matches now
    QCOMPARE(m_at.cases(u"status:in_inspection"_s), 0);
    QCOMPARE(m_at.total("audit list --limit 1"_w), entries);
}

void tst_Commands::aQueryErrorSaysWhere()
{
    const Said said = m_at.run("cases list --query"_w << u"workflow:cards class:nonsense"_s);
    QCOMPARE(said.exit, 2);
    QVERIFY2(said.err.contains("22"), said.err.constData()); // "nonsense" begins at the 22nd character
    QVERIFY2(said.err.contains("nonsense"), said.err.constData());
    QCOMPARE(m_at.run("cases list --query"_w << u"(status:open"_s).exit, 2);
    QCOMPARE(m_at.run("deliveries list --query"_w << u"result:refused"_s).exit, 2); // counted, not kept
    QCOMPARE(m_at.run("deliveries list --query"_w << u"due:now"_s).exit, 2);
    const qint64 all = m_at.ask("deliveries list"_w).value("total"_L1).toInteger();
    QVERIFY(all > 0);
    QCOMPARE(m_at.ask("deliveries list --query"_w << u"result:accepted source:*"_s).value("total"_L1).toInteger(), all);
    QCOMPARE(m_at.ask("deliveries list --query"_w << u"source:nowhere"_s).value("total"_L1).toInteger(), 0);
}

void tst_Commands::rolesAreEnforced_data()
{
    QTest::addColumn<QString>("as");
    QTest::addColumn<QStringList>("command");
    const QString id = caseOf(u"acme"_s);
    const auto row = [&](const char *as, QString line) {
        line.replace(u"CASE"_s, id);
        QTest::addRow("%s: %s", as, qPrintable(line.section(u' ', 0, 1))) << QString::fromLatin1(as) << line.split(u' ');
    };
    row("vera", u"case note CASE --text t"_s);
    row("vera", u"case finding CASE --step 1 --text t"_s);
    row("vera", u"case dispose CASE --kind blocked_evidence --reason r --until 2099-01-01"_s);
    row("vera", u"release plan --query status:open --expect 4 --target-version 12 --fix f --rate 1"_s);
    row("vera", u"send shop"_s);
    row("vera", u"source hold shop"_s);
    row("vera", u"case verify-effect CASE"_s);
    row("otto", u"case approve CASE --reason r"_s);
    row("otto", u"workflow hold cards"_s);
    row("otto", u"operators list"_s);
    row("otto", u"secrets list"_s);
    row("otto", u"audit export"_s);
    row("ana", u"source hold shop"_s);
    row("ana", u"operators list"_s);
    row("nobody", u"cases list"_s);
}

void tst_Commands::rolesAreEnforced()
{
    QFETCH(QString, as);
    QFETCH(QStringList, command);
    const qint64 entries = m_at.total("audit list --limit 1"_w);
    const Said said = m_at.run(command, as);
    if (said.exit == 3 && said.err.isEmpty())
        QFAIL("a refusal says why");
    if (command[0] == u"case" && said.exit == 3 && !said.json.isEmpty()) // each item by itself
        QVERIFY(!said.json.value("items"_L1).toArray().first().toObject().value("reason"_L1).toString().isEmpty());
    QCOMPARE(said.exit, 3);
    QVERIFY2(said.err.contains(as.toUtf8()) || said.err.contains("right") || said.err.contains("role"), said.err.constData());
    QCOMPARE(m_at.total("audit list --limit 1"_w), entries);
}

void tst_Commands::anotherTenantsIdDoesNotExist()
{
    const auto asOlga = [&](const QStringList &command) { return m_at.run(command, u"olga"_s); };
    QCOMPARE(asOlga("cases list"_w).json.value("total"_L1).toInt(), 3);
    QCOMPARE(asOlga("jobs list"_w).json.value("total"_L1).toInt(), 3);
    const QString globex = caseOf(u"globex"_s);
    const Said hidden = asOlga("case show"_w << globex);
    const Said absent = asOlga("case show case_01ARZ3NDEKTSV4RRFFQ69G5FAV"_w);
    QCOMPARE(hidden.exit, 4);
    QCOMPARE(QByteArray(hidden.err).replace(globex.toUtf8(), "ID"),
             QByteArray(absent.err).replace("case_01ARZ3NDEKTSV4RRFFQ69G5FAV", "ID"));
    const QString job = m_at.show(u"case"_s, globex).value("job_id"_L1).toString();
    QCOMPARE(asOlga("job show"_w << job).exit, 4);
    QCOMPARE(asOlga("case note"_w << globex << u"--text"_s << u"t"_s).exit, 4);
    QCOMPARE(asOlga("case show"_w << caseOf(u"acme"_s)).exit, 0);
    QCOMPARE(asOlga("case finding --query workflow:cards --expect 4 --step 1 --text t"_w).exit, 3); // she sees three
}

void tst_Commands::aSecondServeIsFiveAndNamesTheHolder()
{
    const Said said = m_at.run("serve --listen 127.0.0.1:0 --admin 127.0.0.1:0"_w);
    QCOMPARE(said.exit, 5);
    QVERIFY2(said.err.contains(QByteArray::number(m_at.pid())), said.err.constData());
    QVERIFY(said.out.isEmpty());
}

void tst_Commands::commandsTakeEffectBesideServe()
{
    QCOMPARE(m_at.run("workflow hold cards"_w, u"root"_s).exit, 0);
    QCOMPARE(m_at.sendSigned(u"shop"_s, "held", cardBody(u"held"_s)).status, 202);
    const QString job = m_at.ask("deliveries show held"_w).value("job_id"_L1).toString();
    const auto state = [&] { return m_at.show(u"job"_s, job).value("state"_L1).toString(); };
    QCOMPARE(state(), u"held"_s);
    QVERIFY(m_at.ask("job why"_w << job).value("why"_L1).toString().contains(u"hold"));
    QCOMPARE(m_at.run("workflow resume cards"_w, u"root"_s).exit, 0);
    EVENTUALLY(state(), u"quarantined"_s);

    // A source the running process has never heard of.
    QJsonObject more = workspace();
    more.insert(u"sources"_s, QJsonArray{cardsSource(m_at.secret), cardsSource(m_at.secret, {{u"slug"_s, u"second"_s}})});
    QCOMPARE(m_at.apply(more).exit, 0);
    EVENTUALLY(m_at.sendSigned(u"second"_s, "s-1", cardBody(u"s-1"_s)).status, 202);
    const Said pruned = m_at.run(
        "workspace apply --prune"_w <<
            [&] {
                QFile file(m_at.file(u"pruned.json"_s));
                if (!file.open(QIODevice::WriteOnly) || file.write(QJsonDocument(workspace()).toJson()) < 0)
                    qFatal("cannot write");
                return file.fileName();
            }(),
        u"root"_s);
    QVERIFY2(pruned.exit == 0, pruned.err.constData());
    EVENTUALLY(m_at.sendSigned(u"second"_s, "s-2", cardBody(u"s-2"_s)).status, 404);
}

void tst_Commands::workspaceErrorsNameTheirPath_data()
{
    QTest::addColumn<QJsonObject>("file");
    QTest::addColumn<QString>("path");
    const QJsonObject good = workspace();
    const auto broken = [&](const QString &list, const QJsonObject &more) {
        const QJsonArray entries = good.value(list).toArray();
        return with(good, {{list, QJsonArray{with(entries[0].toObject(), more)}}});
    };
    const auto step = [&](const QJsonObject &more) {
        return broken(u"workflows"_s, {{u"steps"_s, QJsonArray{httpStep(u"save"_s, m_shop.recipient.url("/cards"), more)}}});
    };
    QTest::newRow("unknown key at the top") << with(good, {{u"colour"_s, 1}}) << u"/colour"_s;
    QTest::newRow("unknown key of a source") << broken(u"sources"_s, {{u"color"_s, 1}}) << u"/sources/0/color"_s;
    QTest::newRow("unknown scheme") << broken(u"sources"_s, {{u"scheme"_s, u"rot13"_s}}) << u"/sources/0/scheme"_s;
    QTest::newRow("no secret") << broken(u"sources"_s, {{u"secrets"_s, QJsonArray()}}) << u"/sources/0/secrets"_s;
    QTest::newRow("not a pointer") << broken(u"sources"_s, {{u"map"_s, QJsonObject{{u"tenant"_s, u"tenant"_s}}}})
                                   << u"/sources/0/map/tenant"_s;
    QTest::newRow("unknown class") << broken(u"workflows"_s, {{u"classify"_s, QJsonObject{{u"http.500"_s, u"odd"_s}}}})
                                   << u"/workflows/0/classify/http.500"_s;
    QTest::newRow("an effect that might be repeated")
        << broken(u"workflows"_s, {{u"classify"_s, QJsonObject{{u"http.500"_s, u"transient"_s}}}}) << u"/workflows/0/classify/http.500"_s;
    QTest::newRow("unknown placeholder") << step({{u"body"_s, QJsonObject{{u"a"_s, u"{nonsense}"_s}}}}) << u"/workflows/0/steps/0/body/a"_s;
    QTest::newRow("unknown role") << broken(u"operators"_s, {{u"role"_s, u"king"_s}}) << u"/operators/0/role"_s;
}

void tst_Commands::workspaceErrorsNameTheirPath()
{
    QFETCH(QJsonObject, file);
    QFETCH(QString, path);
    const qint64 entries = m_at.total("audit list --limit 1"_w);
    const Said said = m_at.apply(file);
    QVERIFY2(said.exit == 2, said.err.constData());
    QVERIFY2(said.err.contains(path.toUtf8()), said.err.constData());
    QStringList paths;
    const auto problems = said.json.value("problems"_L1).toArray();
    for (const auto &problem : problems)
        paths.append(problem.toObject().value("path"_L1).toString());
    QVERIFY2(paths.contains(path), qPrintable(paths.join(u' ')));
    QCOMPARE(m_at.total("audit list --limit 1"_w), entries);
}

void tst_Commands::aChangedWorkflowNeedsAVersion()
{
    const QJsonObject again = m_at.apply(workspace()).json;
    QCOMPARE(again.value("changed"_L1).toBool(true), false); // idempotent
    QJsonObject changed = workspace();
    const QByteArray elsewhere = m_shop.recipient.url("/elsewhere");
    changed.insert(u"workflows"_s, QJsonArray{cardsWorkflow(u"12"_s, {saveStep(elsewhere, elsewhere)})}); // jobs have run under 12
    const Said said = m_at.apply(changed);
    QVERIFY(said.exit != 0);
    QVERIFY2(said.err.contains("version"), said.err.constData());
}

void tst_Commands::fourEyes()
{
    Installation at;
    QJsonObject file = workspace();
    file.insert(u"four_eyes"_s, true);
    QCOMPARE(at.apply(with(file, {{u"sources"_s, QJsonArray{cardsSource(at.secret)}}})).exit, 0);
    QVERIFY(at.serve());
    QCOMPARE(at.sendSigned(u"shop"_s, "four", cardBody(u"four"_s)).status, 202);
    EVENTUALLY(at.cases(), 1);
    const QString id = at.ids()[0];
    QVERIFY(inspect(at, QString(), 1));
    QCOMPARE(at.run("case dispose --kind redrive_approved --reason r"_w << id).exit, 0); // a request, even an approver's
    QCOMPARE(at.show(u"case"_s, id).value("status"_L1).toString(), u"awaiting_approval"_s);
    for (const auto &who : {u"ana"_s, u"root"_s}) { // root is the same OS user
        const Said said = at.run("case approve --reason r"_w << id, who);
        QCOMPARE(said.exit, 3);
        QVERIFY2(said.err.contains("four eyes"), said.err.constData());
    }
}

void tst_Commands::aNewerSchemaIsLeftAlone()
{
    Installation at;
    QCOMPARE(at.apply(with(workspace(), {{u"operators"_s, QJsonArray()}})).exit, 0);
    const QString file = at.data() + u"/lazaret.db"_s;
    QFile database(file);
    QVERIFY(database.open(QIODevice::ReadWrite) && database.seek(60)); // user_version, big endian (sqlite.org/fileformat.html)
    QCOMPARE(database.write(QByteArray::fromHex("00000fff")), 4);
    database.close();
    const auto bytes = [&] {
        QMap<QString, QByteArray> all;
        const auto names = QDir(at.data()).entryList(QDir::Files | QDir::Hidden);
        for (const auto &name : names) {
            QFile each(at.data() + u'/' + name);
            all.insert(name, each.open(QIODevice::ReadOnly) ? each.readAll() : QByteArray());
        }
        return all;
    };
    const auto before = bytes();
    for (const auto &command : {"serve --listen 127.0.0.1:0 --admin 127.0.0.1:0"_w, "cases list"_w, "workspace export"_w}) {
        const Said said = at.run(command);
        QCOMPARE(said.exit, 1);
        QVERIFY2(said.err.contains("newer"), said.err.constData());
        QCOMPARE(bytes(), before);
    }
}

void tst_Commands::withoutPipelineNothingIsAsked()
{
    Installation at;
    QCOMPARE(at.apply(with(workspace(), {{u"operators"_s, QJsonArray()}})).exit, 0);
    for (const auto &command : {"reconcile run --query status:open"_w, "send shop"_w}) {
        const Said said = at.run(command);
        QCOMPARE(said.exit, 3);
        QVERIFY2(said.err.contains("serve"), said.err.constData()); // what to do about it
    }
}

void tst_Commands::signaturesAreChecked()
{
    QFile vectors(QStringLiteral(TEST_DATA_DIR "/signatures.json"));
    QVERIFY(vectors.open(QIODevice::ReadOnly));
    const QJsonArray all = QJsonDocument::fromJson(vectors.readAll()).array();
    QVERIFY(all.size() >= 9);
    for (const auto &vector : all) {
        QFile one(m_at.file(u"vector.json"_s));
        QVERIFY(one.open(QIODevice::WriteOnly | QIODevice::Truncate));
        one.write(QJsonDocument(vector.toObject()).toJson());
        one.close();
        const Said said = m_at.run("signature check"_w << one.fileName(), u"nobody"_s);
        QCOMPARE(said.exit, 0);
        QVERIFY2(said.json.value("valid"_L1) == vector.toObject().value("valid"_L1), said.out + QJsonDocument(vector.toObject()).toJson());
        QVERIFY(said.json.contains(u"step"_s) && said.json.contains(u"reason"_s));
    }
}

QTEST_GUILESS_MAIN(tst_Commands)
#include "tst_commands.moc"
