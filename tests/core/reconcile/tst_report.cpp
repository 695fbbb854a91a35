// The report as a value: what it counts, and what each written form says when it is read back.
#include "core/reconcile/releasefixture.h"
#include "reconcile/reporttext.h"
#include "reconcile/reportwriters.h"

#include <QDir>
#include <QElapsedTimer>
#include <QJsonDocument>
#include <QTest>
#include <QXmlStreamReader>

#ifdef Q_OS_UNIX
#include <csignal>
#include <sys/resource.h>
#endif

using namespace lazaret;
using namespace lazaret::reconcile;
using lazaret::test::ReleaseFixture;
using lazaret::test::Story;

namespace {

using Counts = QMap<QString, int>;

// A reader of RFC 4180 of its own, so that the writer is not checked against itself. The first record is the header.
QList<QStringList> readCsv(const QString &text)
{
    QList<QStringList> records;
    QStringList record;
    QString field;
    bool quoted = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text.at(i);
        if (quoted) {
            if (c != u'"')
                field += c;
            else if (text.mid(i + 1, 1) == u"\"")
                field += text.at(++i);
            else
                quoted = false;
        } else if (c == u'"') {
            quoted = true;
        } else if (c == u',') {
            record.append(std::exchange(field, {}));
        } else if (c == u'\r' && text.mid(i + 1, 1) == u"\n") {
            ++i;
            record.append(std::exchange(field, {}));
            records.append(std::exchange(record, {}));
        } else {
            field += c;
        }
    }
    return records;
}

QList<QMap<QString, QString>> csvRows(const Report &report)
{
    QString text = QString::fromUtf8(toCsv(report));
    if (text.startsWith(QChar::ByteOrderMark))
        text.remove(0, 1);
    const auto records = readCsv(text);
    QList<QMap<QString, QString>> rows;
    for (qsizetype i = 1; i < records.size(); ++i) {
        QMap<QString, QString> row;
        for (qsizetype column = 0; column < records.first().size(); ++column)
            row[records.first().at(column)] = records.at(i).value(column, QStringLiteral("(missing)"));
        if (records.at(i).size() != records.first().size())
            row[QStringLiteral("ragged")] = QStringLiteral("yes");
        rows.append(row);
    }
    return rows;
}

Counts csvOutcomes(const Report &report)
{
    Counts counts;
    const auto rows = csvRows(report);
    for (const auto &row : rows) {
        const QString outcome = row[QStringLiteral("outcome")];
        const QString without = row[QStringLiteral("status")] == u"closed" ? QString(closedByDecision) : QString(stillOpen);
        counts[outcome.isEmpty() ? without : outcome] += 1;
    }
    return counts;
}

struct Html
{
    Counts summary; // the table of outcomes
    Counts rows;    // counted over "every case"
    QString text;   // all there is to read, without markup
    QString footer;
    QStringList elements;
    QString error;
};

Html readHtml(const QByteArray &bytes)
{
    Html html;
    QXmlStreamReader xml(bytes);
    QString outcome, cell;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement()) {
            html.elements.append(xml.name().toString());
            const auto attributes = xml.attributes();
            if (xml.name() == u"tr") {
                outcome = attributes.value(QLatin1String("data-outcome")).toString();
                if (attributes.hasAttribute(QLatin1String("data-case")))
                    html.rows[std::exchange(outcome, {})] += 1;
            }
            if (xml.name() == u"td" || xml.name() == u"footer")
                cell.clear();
        } else if (xml.isCharacters()) {
            cell += xml.text();
            html.text += xml.text().toString().replace(QChar::Nbsp, u' ') + u' ';
        } else if (xml.isEndElement()) {
            if (xml.name() == u"tr" && !outcome.isEmpty())
                html.summary[std::exchange(outcome, {})] = cell.toInt();
            if (xml.name() == u"footer")
                html.footer = cell;
        }
    }
    html.error = xml.hasError() ? xml.errorString() : QString();
    return html;
}

Counts withoutZeros(Counts counts)
{
    erase_if(counts, [](const std::pair<const QString &, int &> &entry) { return entry.second == 0; });
    return counts;
}

Counts jsonOutcomes(const QJsonObject &json)
{
    Counts counts;
    const auto outcomes = json[QLatin1String("figures")].toObject()[QLatin1String("outcomes")].toObject();
    for (auto it = outcomes.begin(); it != outcomes.end(); ++it)
        counts[it.key()] = it.value().toInt();
    return counts;
}

QJsonObject readJson(const Report &report)
{
    return QJsonDocument::fromJson(toJson(report)).object();
}

// The eight counters, counted from the rows of the table.
QJsonObject csvCounters(const QList<QMap<QString, QString>> &rows)
{
    const auto count = [&](auto matches) { return int(std::count_if(rows.begin(), rows.end(), matches)); };
    const auto is = [](const QMap<QString, QString> &row, const char *column, const char *value) {
        return row[QLatin1String(column)] == QLatin1String(value);
    };
    using R = const QMap<QString, QString> &;
    return {
        {QStringLiteral("planned"), count([&](R r) { return is(r, "eligible", "true"); })},
        {QStringLiteral("released"), count([&](R r) { return !is(r, "released_at", ""); })},
        {QStringLiteral("succeeded"), count([&](R r) {
             return !is(r, "released_at", "") && (is(r, "release_state", "settled") || is(r, "release_state", "reconciled")) &&
                    is(r, "failed_class", "") && is(r, "no_op", "false") && !is(r, "outcome", "still_uncertain") &&
                    !is(r, "outcome", "duplicate_blocked");
         })},
        {QStringLiteral("no_op"), count([&](R r) { return is(r, "no_op", "true"); })},
        {QStringLiteral("duplicate_blocked"), count([&](R r) { return is(r, "outcome", "duplicate_blocked") && is(r, "no_op", "false"); })},
        {QStringLiteral("failed_again"),
         count([&](R r) { return !is(r, "failed_class", "") && !is(r, "failed_class", "uncertain_effect"); })},
        {QStringLiteral("uncertain"),
         count([&](R r) { return is(r, "failed_class", "uncertain_effect") || is(r, "outcome", "still_uncertain"); })},
        {QStringLiteral("remaining"), count([&](R r) { return is(r, "eligible", "true") && is(r, "release_state", "planned"); })}};
}

Report reportOf(ReleaseFixture &fixture)
{
    auto report = buildForRelease(*fixture.db, fixture.redriveId.value, ReleaseFixture::now);
    if (!report)
        qFatal("%s", qPrintable(report.error().detail));
    return *report;
}

} // namespace

class tst_Report : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void figuresAreTheSameInEveryForm_data();
    void figuresAreTheSameInEveryForm();
    void twelveCasesAllClosedWithProof();
    void whatNeedsAReader();
    void anotherReleaseSettlesACaseThatFailedAgain();
    void stopsAndAuditRange();
    void casesOfAQuery();
    void hostileTexts_data();
    void hostileTexts();
    void cellsThatWouldExecute_data();
    void cellsThatWouldExecute();
    void theDigestIsStableAndChecksOut();
    void aReportIsWrittenWholeOrNotAtAll();
    void unknownIdsAreRefused();
    void aReadOnlyConnectionIsEnough();
    void twoThousandCases();
};

void tst_Report::figuresAreTheSameInEveryForm_data()
{
    QTest::addColumn<int>("redriven");
    QTest::addColumn<int>("byHand");
    QTest::addColumn<int>("uncertain");
    QTest::addColumn<int>("failedAgain");
    QTest::addColumn<int>("discarded");
    QTest::addColumn<int>("open");
    QTest::newRow("twelve, all proven") << 9 << 3 << 0 << 0 << 0 << 0;
    QTest::newRow("one still uncertain") << 9 << 3 << 1 << 0 << 0 << 0;
    QTest::newRow("two failed again") << 9 << 3 << 0 << 2 << 0 << 0;
    QTest::newRow("everything at once") << 9 << 3 << 2 << 2 << 2 << 4;
    QTest::newRow("one case") << 1 << 0 << 0 << 0 << 0 << 0;
    QTest::newRow("nothing released") << 0 << 2 << 0 << 0 << 1 << 1;
    QTest::newRow("no case at all") << 0 << 0 << 0 << 0 << 0 << 0;
}

void tst_Report::figuresAreTheSameInEveryForm()
{
    QFETCH(int, redriven);
    QFETCH(int, byHand);
    QFETCH(int, uncertain);
    QFETCH(int, failedAgain);
    QFETCH(int, discarded);
    QFETCH(int, open);
    Story story;
    story.redriven = redriven;
    story.byHand = byHand;
    story.uncertain = uncertain;
    story.failedAgain = failedAgain;
    story.discarded = discarded;
    story.open = open;
    ReleaseFixture fixture(story);
    const Report report = reportOf(fixture);

    const Counts expected{{QStringLiteral("single_execution_confirmed"), redriven - uncertain - failedAgain},
                          {QStringLiteral("still_uncertain"), uncertain},
                          {QStringLiteral("recreated_manually"), byHand},
                          {QStringLiteral("duplicate_blocked"), 0},
                          {QStringLiteral("partial_settled"), 0},
                          {QStringLiteral("closed_by_decision"), discarded},
                          {QStringLiteral("open"), failedAgain + open}};
    QCOMPARE(report.outcomes, expected);

    const QJsonObject json = readJson(report);
    QCOMPARE(jsonOutcomes(json), expected);
    QCOMPARE(json[QLatin1String("cases")].toArray().size(), report.cases.size());

    const auto rows = csvRows(report);
    QCOMPARE(rows.size(), report.cases.size());
    QCOMPARE(csvOutcomes(report), withoutZeros(expected));
    for (const auto &row : rows) {
        QVERIFY(!row.contains(QStringLiteral("ragged")));
        QCOMPARE(row[QStringLiteral("report_sha256")], report.sha256);
    }
    const auto counters = json[QLatin1String("release")].toObject()[QLatin1String("counters")].toObject();
    QCOMPARE(csvCounters(rows), counters);
    QCOMPARE(counters[QLatin1String("released")].toInt(), redriven);
    QCOMPARE(counters[QLatin1String("succeeded")].toInt(), redriven - uncertain - failedAgain);

    const Html html = readHtml(toHtml(report));
    QCOMPARE(html.error, QString());
    QCOMPARE(withoutZeros(html.summary), withoutZeros(expected));
    QCOMPARE(html.rows, withoutZeros(expected));
    QVERIFY2(html.text.contains(QStringLiteral("planned %1, released %1, succeeded %2, no-op 0, duplicate blocked 0, failed again %3, "
                                               "uncertain %4, remaining 0")
                                    .arg(redriven)
                                    .arg(redriven - uncertain - failedAgain)
                                    .arg(failedAgain)
                                    .arg(uncertain)),
             qPrintable(html.text));
    for (const auto &c : report.cases)
        QVERIFY(html.text.contains(c.record.caseId.value));
    QVERIFY(html.footer.contains(report.sha256));
    QCOMPARE(json[QLatin1String("sha256")].toString(), report.sha256);
}

void tst_Report::twelveCasesAllClosedWithProof()
{
    ReleaseFixture fixture({});
    const Report report = reportOf(fixture);
    QCOMPARE(report.cases.size(), 12);
    QCOMPARE(report.closed, 12);
    QCOMPARE(report.closedWithProof, 12);
    QCOMPARE(report.confirmedBefore, 0);
    QCOMPARE(report.confirmedNow, 9);
    QCOMPARE(report.sent, 9);
    QCOMPARE(report.dispositions, (Counts{{QStringLiteral("redrive_approved"), 9}, {QStringLiteral("manual_completion"), 3}}));
    QCOMPARE(headline(report), QStringLiteral("12 of 12 cases are closed with proof."));

    const auto cases = readJson(report)[QLatin1String("cases")].toArray();
    const auto redriven = cases.at(0).toObject();
    QCOMPARE(redriven[QLatin1String("proof")].toString(), fixture.story.proof);
    QCOMPARE(redriven[QLatin1String("observed")].toString(), QStringLiteral("completed"));
    QCOMPARE(redriven[QLatin1String("receipts_now")].toArray().at(0).toObject()[QLatin1String("state")].toString(),
             QStringLiteral("confirmed"));
    QCOMPARE(redriven[QLatin1String("first_failure_at")].toString(), QStringLiteral("2026-09-21T14:13:20.000Z"));
    const auto byHand = cases.at(9).toObject();
    QCOMPARE(byHand[QLatin1String("release")].toObject()[QLatin1String("eligible")].toBool(true), false);
    QCOMPARE(byHand[QLatin1String("release")].toObject()[QLatin1String("reason")].toString(), QStringLiteral("no approved redrive"));
    QCOMPARE(byHand[QLatin1String("proof")].toString(), QStringLiteral("completed by hand, recorded at https://erp.example/records/20909"));
    QCOMPARE(byHand[QLatin1String("disposition")].toObject()[QLatin1String("approved_by")].toString(), QStringLiteral("Daniel Okafor"));
}

void tst_Report::whatNeedsAReader()
{
    ReleaseFixture fixture({.redriven = 9, .byHand = 3, .uncertain = 1, .failedAgain = 1, .discarded = 1, .open = 1});
    const Report report = reportOf(fixture);
    QStringList reasons;
    for (const auto &c : report.cases) {
        if (!c.attention.isEmpty())
            reasons.append(c.attention);
    }
    QCOMPARE(reasons, (QStringList{QStringLiteral("failed again: invalid_input http.422"), QStringLiteral("still uncertain"),
                                   QStringLiteral("open: invalid_input http.422")}));
    QCOMPARE(headline(report),
             QStringLiteral("10 of 14 cases are closed with proof. 1 stays isolated. 1 is closed by decision. 2 are open."));
    QCOMPARE(caseRow(report.cases.at(0)).outcome, QStringLiteral("Failed again"));
    QCOMPARE(caseRow(report.cases.at(0)).disposition, QStringLiteral("Redrive (spent)"));
    QCOMPARE(caseRow(report.cases.at(12)).proof, fixture.story.reason); // discarded: the decision is what there is
}

void tst_Report::anotherReleaseSettlesACaseThatFailedAgain()
{
    ReleaseFixture fixture({.redriven = 2, .byHand = 0, .failedAgain = 1});
    const CaseId id = fixture.cases.first();
    ReconciliationItem item;
    item.caseId = id;
    item.redriveId = QStringLiteral("rdv_another");
    item.at = ReleaseFixture::now;
    item.observed = QStringLiteral("completed");
    item.outcome = Reconciled::single_execution_confirmed;
    item.proof = QStringLiteral("sent once in the second release");
    store::insertReconciliation(*fixture.db, item);
    store::closeCase(*fixture.db, id, item.at, item.outcome);
    const Report report = reportOf(fixture);
    const auto &c = report.cases.first();
    QVERIFY(c.failedAgain());
    QCOMPARE(c.proof, item.proof);
    QCOMPARE(c.attention, QString());
    QCOMPARE(report.closedWithProof, 2);
    QCOMPARE(report.release->counters.failedAgain, 1);
    QCOMPARE(caseRow(c).status, QStringLiteral("failed again in this release"));
}

void tst_Report::stopsAndAuditRange()
{
    ReleaseFixture fixture({.redriven = 4, .byHand = 1, .uncertain = 1});
    const Report report = reportOf(fixture);
    QCOMPARE(report.stops.size(), 2);
    QCOMPARE(report.stops.at(0).details, QStringLiteral("uncertain_effect: one"));
    QCOMPARE(report.stops.at(1).actor, fixture.story.planner);
    QCOMPARE(report.auditFirst, 2); // the workspace entries around it are not about it
    QCOMPARE(report.auditLast, 11);
    QCOMPARE(report.auditHead, 12);
    QCOMPARE(report.auditHeadHash, store::lastAudit(*fixture.db)->hash);
    const QString text = readHtml(toHtml(report)).text;
    QVERIFY(text.contains(QStringLiteral("Audit %1").arg(report.stops.at(0).seq)));
    QVERIFY2(text.contains(QLatin1String("release.resume by Mara Ionescu: accepted events 2; reason seen")), qPrintable(text));

    Story clean;
    clean.approver = clean.planner;
    ReleaseFixture second(clean);
    const Report quiet = reportOf(second);
    QVERIFY(quiet.stops.isEmpty());
    QVERIFY(readHtml(toHtml(quiet)).text.contains(QLatin1String("self-approved")));
}

void tst_Report::casesOfAQuery()
{
    ReleaseFixture fixture({.redriven = 3, .byHand = 1, .open = 1});
    const auto report = buildForCases(*fixture.db, QStringLiteral("tenant:acme"), fixture.cases.mid(2), ReleaseFixture::now);
    QVERIFY(report);
    QCOMPARE(report->cases.size(), 3);
    QVERIFY(!report->release);
    QCOMPARE(readJson(*report)[QLatin1String("release")].isNull(), true);
    QCOMPARE(csvOutcomes(*report), withoutZeros(report->outcomes));
    const Html html = readHtml(toHtml(*report));
    QCOMPARE(html.error, QString());
    QCOMPARE(html.rows, withoutZeros(report->outcomes));
    QVERIFY(html.text.contains(QLatin1String("tenant:acme, as of 21 Sep 2026 15:13:20, 3 cases")));
}

void tst_Report::hostileTexts_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("printed"); // empty: as it is
    QTest::newRow("script") << QStringLiteral("</td><script>alert(1)</script>") << QString();
    QTest::newRow("attribute") << QStringLiteral("\" onmouseover=\"x' y") << QString();
    QTest::newRow("entity") << QStringLiteral("&amp; &#x3c;b&gt;") << QString();
    QTest::newRow("quotes and commas") << QStringLiteral("a, \"b\", \"\"c") << QString();
    QTest::newRow("placeholders") << QStringLiteral("%1 %2 %3 %4 %99 100%1") << QString();
    QTest::newRow("newlines") << QStringLiteral("one\r\ntwo\nthree\rfour") << QStringLiteral("one  two three four");
    QTest::newRow("right to left override") << QStringLiteral("a\u202Egnp.exe\u2066b")
                                            << QStringLiteral("a\u2039U+202E\u203Agnp.exe\u2039U+2066\u203Ab");
    QTest::newRow("right to left text") << QStringLiteral("\u05E9\u05DC\u05D5\u05DD \u0645\u0631\u062D\u0628\u0627") << QString();
    QTest::newRow("control") << QStringLiteral("a\u0001b\u001Bc") << QStringLiteral("a\u2039U+0001\u203Ab\u2039U+001B\u203Ac");
    QTest::newRow("Cyrillic") << QStringLiteral("Карточка создана дважды, вторая отменена") << QString();
    QTest::newRow("astral") << QStringLiteral("\U0001F6A2 \U00020BB7") << QString();
    QTest::newRow("lone surrogate") << (QStringLiteral("a") + QChar(0xD800) + QStringLiteral("b"))
                                    << QStringLiteral("a\u2039U+D800\u203Ab");
}

void tst_Report::hostileTexts()
{
    QFETCH(QString, text);
    QFETCH(QString, printed);
    Story story;
    story.tenant = story.reason = story.proof = story.exception = story.query = story.planner = text;
    story.operation = QStringLiteral("op %1");
    story.open = 1;
    ReleaseFixture fixture(story);
    const Report report = reportOf(fixture);
    const QString stored = report.cases.first().proof; // a lone surrogate does not survive UTF-8 in the store
    if (printed.isEmpty() || stored != text)
        printed = stored;

    QCOMPARE(readJson(report)[QLatin1String("cases")].toArray().at(0).toObject()[QLatin1String("proof")].toString(), stored);
    const auto rows = csvRows(report);
    // A table is read by people and spreadsheets: what reorders or hides is shown, as in print.
    QCOMPARE(rows.first()[QStringLiteral("proof")], printable(stored));
    QCOMPARE(rows.first()[QStringLiteral("last_exception")], printable(stored));
    QVERIFY(!rows.first().contains(QStringLiteral("ragged")));

    const Html html = readHtml(toHtml(report));
    QCOMPARE(html.error, QString());
    QVERIFY2(html.text.contains(printed), qPrintable(html.text));
    QVERIFY(!html.elements.contains(QLatin1String("script")));
    Story plain;
    plain.open = 1;
    ReleaseFixture harmless(plain);
    QCOMPARE(html.elements, readHtml(toHtml(reportOf(harmless))).elements); // no text became markup
}

void tst_Report::cellsThatWouldExecute_data()
{
    QTest::addColumn<QString>("text");
    for (const auto *text : {u"=1+1", u"+1", u"-1", u"@SUM(A1)", u"\t=1", u"\r=1", u"\n=1", u"=cmd|'/c calc'!A0", u"=\"a\",b", u"\uFF1D1"})
        QTest::addRow("%s", qPrintable(QString::fromUtf16(text))) << QString::fromUtf16(text);
}

void tst_Report::cellsThatWouldExecute()
{
    QFETCH(QString, text);
    Story story;
    story.tenant = story.reason = story.exception = text;
    ReleaseFixture fixture(story);
    const auto rows = csvRows(reportOf(fixture));
    for (const auto *column : {"tenant", "disposition_reason", "last_exception"})
        QCOMPARE(rows.first()[QLatin1String(column)], u'\'' + printable(text));
    for (const auto &row : rows) {
        for (const auto &cell : row)
            QVERIFY2(cell.isEmpty() || !QStringView(u"=+-@\t\r\n\uFF1D").contains(cell.front()), qPrintable(cell));
    }
}

void tst_Report::theDigestIsStableAndChecksOut()
{
    ReleaseFixture fixture({.uncertain = 1});
    const Report first = reportOf(fixture), second = reportOf(fixture);
    QCOMPARE(first.sha256, second.sha256);
    QCOMPARE(toJson(first), toJson(second));
    QCOMPARE(toCsv(first), toCsv(second));
    QCOMPARE(toHtml(first), toHtml(second));

    QJsonObject json = readJson(first);
    const QString digest = json.take(QLatin1String("sha256")).toString();
    QCOMPARE(digest, sha256Hex(QJsonDocument(json).toJson(QJsonDocument::Compact)));

    const auto later = buildForRelease(*fixture.db, fixture.redriveId.value, ReleaseFixture::now + 1);
    QVERIFY(later->sha256 != first.sha256);
}

void tst_Report::aReportIsWrittenWholeOrNotAtAll()
{
    ReleaseFixture fixture({});
    const Report report = reportOf(fixture);
    QTemporaryDir dir;
    const QString file = dir.filePath(QStringLiteral("report.json"));
    QVERIFY(writeReport(report, ReportFormat::json, file));
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    QCOMPARE(written.readAll(), toJson(report));

    const auto refused = writeReport(report, ReportFormat::csv, dir.filePath(QStringLiteral("no/such/folder.csv")));
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::io);

#ifdef Q_OS_UNIX
    // A write that fails in the middle, as on a full disk: the report of before is still there, and nothing else.
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    auto *const handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{1000, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    const auto full = writeReport(report, ReportFormat::html, file);
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    QVERIFY(!full);
    QCOMPARE(full.error().code, ErrorCode::io);
    written.seek(0);
    QCOMPARE(written.readAll(), toJson(report));
    QCOMPARE(QDir(dir.path()).entryList(QDir::Files), QStringList{QStringLiteral("report.json")});
#endif
}

void tst_Report::unknownIdsAreRefused()
{
    ReleaseFixture fixture({});
    const auto release = buildForRelease(*fixture.db, QStringLiteral("rdv_nobody"), 0);
    QVERIFY(!release);
    QCOMPARE(release.error().code, ErrorCode::not_found);
    const auto cases = buildForCases(*fixture.db, {}, {fixture.cases.first(), {QStringLiteral("case_nobody")}}, 0);
    QVERIFY(!cases);
    QCOMPARE(cases.error().code, ErrorCode::not_found);
    QVERIFY(reportOf(fixture).cases.size() == 12); // the connection is as usable as before
}

void tst_Report::aReadOnlyConnectionIsEnough()
{
    ReleaseFixture fixture({});
    auto reader = Database::open(fixture.file, Database::Access::readOnly);
    QVERIFY(reader);
    const auto report = buildForRelease(**reader, fixture.redriveId.value, ReleaseFixture::now);
    QVERIFY2(report, report ? "" : qPrintable(report.error().detail));
    QCOMPARE(report->sha256, reportOf(fixture).sha256);
}

void tst_Report::twoThousandCases()
{
    ReleaseFixture fixture({.redriven = 1800, .byHand = 190, .uncertain = 7, .open = 10});
    QElapsedTimer timer;
    timer.start();
    const Report report = reportOf(fixture);
    const auto size = toJson(report).size() + toCsv(report).size() + toHtml(report).size();
    QVERIFY2(timer.elapsed() < 5000, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(report.cases.size(), 2000);
    QVERIFY(size > 2'000'000);
}

QTEST_GUILESS_MAIN(tst_Report)
#include "tst_report.moc"
