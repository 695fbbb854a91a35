// Secrets that go in must not lie anywhere: tokens planted in the workspace file, in deliveries, in a recipient's answers and in what
// operators write are looked for in every file of the data directory, in the log, in the audit log's export and in the reports.
// Only secrets.json may hold the ones of the workspace.
#include "cardshop.h"

#include <QDirIterator>
#include <QTest>

using namespace lazaret::test;
using namespace Qt::Literals::StringLiterals;

class tst_PlantedSecrets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingPlantedIsFound();

private:
    // Each of its own kind, and each only in its own place, so that what is found says where it leaked.
    const QByteArray m_signing = "planted-signing-secret-Aq3Zt9Lw5Xk2";
    const QByteArray m_second = "whsec_cGxhbnRlZC1zZWNvbmQtc2VjcmV0LTAxMjM0NTY3";
    const QMap<QString, QByteArray> m_planted{
        {u"signing secret"_s, m_signing},
        {u"second secret"_s, m_second.mid(6)},
        {u"bearer in a body"_s, "plantedBearerInBody7f3kQ"},
        {u"signed URL in a body"_s, "plantedSignatureOfUnmapped99"},
        {u"mapped token"_s, "ghp_plantedMappedTokenAbCdEf0123456789abcd"},
        {u"mapped signed URL"_s, "plantedSignatureOfMapped55"},
        {u"recipient's error body"_s, "plantedErrorBodyToken4Rt"},
        {u"recipient's header"_s, "plantedHeaderToken8Yu"},
        {u"recipient's cookie"_s, "plantedCookie3Er"},
        {u"recipient's location"_s, "plantedLocationSignature6"},
        {u"note"_s, "ghp_plantedNoteTokenAbCdEf01234567890abcdef"},
        {u"finding"_s, "plantedFindingBearer5Gh"},
        {u"reason"_s, "plantedPassword2Jk"},
        {u"link"_s, "plantedLinkSignature1Op"},
        {u"evidence"_s, "plantedEvidenceBearer0Lm"},
        {u"fix"_s, "ghp_plantedFixTokenAbCdEf0123456789abcdefg"},
    };
    QByteArray planted(const QString &where) const { return m_planted.value(where); }
    QString text(const QString &where) const { return QString::fromLatin1(planted(where)); }
};

namespace {

QByteArray read(const QString &file)
{
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

} // namespace

void tst_PlantedSecrets::nothingPlantedIsFound()
{
    CardShop shop;
    Installation at;
    at.secret = m_signing;
    const QJsonObject source =
        cardsSource(m_signing, {{u"secrets"_s, QJsonArray{QString::fromLatin1(m_signing), QString::fromLatin1(m_second)}}});
    const auto workflow = [&](const QString &version) {
        return cardsWorkflow(version,
                             {saveStep(shop.recipient.url("/v" + version.toLatin1() + "/cards"), shop.recipient.url("/effects/"))});
    };
    QCOMPARE(at.apply(workspaceOf({source}, {workflow(u"12"_s)})).exit, 0);
    QVERIFY(at.serve());

    // Deliveries: what is not mapped is not kept, what is mapped and looks like a secret is refused.
    const auto card = [](const QString &ref, const QString &more) {
        return u"{\"input_ref\":\"%1\",\"tenant\":\"acme\",%2}"_s.arg(ref, more).toUtf8();
    };
    const QByteArray first =
        card(u"a-card-that-may-be-read"_s, u"\"authorization\":\"Bearer %1\",\"file\":\"https://f.example/x?X-Amz-Signature=%2\""_s.arg(
                                               text(u"bearer in a body"_s), text(u"signed URL in a body"_s)));
    shop.next(shop.broken, u"*"_s,
              {.status = 422,
               .headers = {{"X-Api-Key", planted(u"recipient's header"_s)}, {"Set-Cookie", "sid=" + planted(u"recipient's cookie"_s)}},
               .body = "{\"error\":\"Bearer " + planted(u"recipient's error body"_s) + " was refused\"}",
               .effect = false});
    QCOMPARE(at.sendSigned(u"shop"_s, "d-1", first).status, 202);
    EVENTUALLY(at.cases(), 1);
    shop.next(shop.broken, u"*"_s,
              {.effect = false, .raw = "HTTP/1.1 200 OK\r\nAuthorization Bearer " + planted(u"recipient's header"_s) + "\r\n\r\n"});
    QCOMPARE(at.sendSigned(u"shop"_s, "d-2", cardBody(u"second"_s)).status, 202);
    EVENTUALLY(at.cases(), 2);
    QCOMPARE(at.sendSigned(u"shop"_s, "d-3", card(text(u"mapped token"_s), u"\"n\":1"_s)).status, 400);
    QCOMPARE(at.sendSigned(u"shop"_s, "d-4", card(u"https://f.example/x?X-Amz-Signature="_s + text(u"mapped signed URL"_s), u"\"n\":1"_s))
                 .status,
             400);
    QCOMPARE(at.sendSigned(u"shop"_s, planted(u"mapped token"_s), cardBody(u"third"_s)).status, 400); // as the delivery's id
    QCOMPARE(at.post(u"shop"_s, {.id = "d-5", .body = first, .secret = "wrong"}).status, 401);

    // Operators: what they write is scrubbed.
    const QString id = at.ids(u"code:http.422"_s).value(0);
    const QString other = at.ids(u"-code:http.422"_s).value(0);
    QCOMPARE(at.run("case note --text"_w << u"the key "_s + text(u"note"_s) << id).exit, 0);
    QCOMPARE(at.run("case finding --step 1 --text"_w << u"sent Authorization: Bearer "_s + text(u"finding"_s) << id).exit, 0);
    QVERIFY(inspect(at, u"code:http.422"_s, 1));
    QCOMPARE(
        at.run("case settle-effect --state confirmed --evidence"_w << u"Bearer "_s + text(u"evidence"_s) << other << u"save_card"_s).exit,
        0);
    QCOMPARE(
        at.run("case dispose --kind manual_completion --reason r --link"_w << u"https://f.example/y?token="_s + text(u"link"_s) << other)
            .exit,
        0);
    QCOMPARE(at.run("case dispose --kind redrive_approved --reason"_w << u"password="_s + text(u"reason"_s) << id).exit, 0);

    QCOMPARE(at.apply(workspaceOf({source}, {workflow(u"13"_s)})).exit, 0);
    shop.next(shop.fixed, u"*"_s,
              {.status = 201, .headers = {{"Location", "https://f.example/z?sig=" + planted(u"recipient's location"_s)}}});
    const QJsonObject release =
        at.ask("release plan --query status:approved --expect 1 --target-version 13 --rate 0 --fix"_w << text(u"fix"_s));
    const QString redrive = release.value("redrive_id"_L1).toString();
    QCOMPARE(at.run("release approve"_w << redrive).exit, 0);
    QCOMPARE(at.run("release start"_w << redrive).exit, 0);
    EVENTUALLY(at.show(u"release"_s, redrive).value("state"_L1).toString(), u"finished"_s);
    for (const auto &format : {u"json"_s, u"csv"_s, u"html"_s})
        QCOMPARE(at.run("report --query workflow:cards --format"_w << format << u"--out"_s << at.file(u"report."_s + format)).exit, 0);
    QCOMPARE(at.run("audit export --out"_w << at.file(u"audit.json"_s)).exit, 0);
    const QByteArray exported = at.run("workspace export"_w).out;
    const QByteArray metrics = at.get(at.admin().resolved(QUrl(u"metrics"_s))).body;
    at.kill9(); // the write-ahead log stays as it is

    QMap<QString, QByteArray> searched{{u"export"_s, exported},
                                       {u"metrics"_s, metrics},
                                       {u"serve.log"_s, read(at.logFile())},
                                       {u"audit.json"_s, read(at.file(u"audit.json"_s))}};
    for (const auto &format : {u"json"_s, u"csv"_s, u"html"_s})
        searched.insert(u"report."_s + format, read(at.file(u"report."_s + format)));
    QDirIterator files(at.data(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString file = files.next();
        if (!file.endsWith(u"/secrets.json"))
            searched.insert(file, read(file));
    }
    QStringList leaks;
    bool searching = false; // the search itself works: what may be kept is found
    for (auto it = searched.cbegin(); it != searched.cend(); ++it) {
        searching = searching || (it.key().contains(u"lazaret.db") && it.value().contains("a-card-that-may-be-read"));
        for (auto token = m_planted.cbegin(); token != m_planted.cend(); ++token) {
            if (it.value().contains(token.value()) || it.value().contains(token.value().toBase64()))
                leaks.append(token.key() + u" in "_s + it.key());
        }
    }
    QVERIFY(searching);
    QVERIFY(searched.value(u"serve.log"_s).contains("refused"));
    QVERIFY(searched.value(u"report.csv"_s).contains(id.toLatin1()));
    QVERIFY2(leaks.isEmpty(), qPrintable(leaks.join(u", ")));

    const QFileInfo kept(at.data() + u"/secrets.json"_s);
    QVERIFY(read(kept.filePath()).contains(m_signing) || read(kept.filePath()).contains(m_signing.toBase64()));
    QCOMPARE(kept.permissions() & (QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ReadOther | QFileDevice::WriteOther),
             QFileDevice::Permissions());
}

QTEST_GUILESS_MAIN(tst_PlantedSecrets)
#include "tst_plantedsecrets.moc"
