// The printed report, read back with pdftotext: the same figures as the other forms, on sheets that hold whatever comes.
#include "core/reconcile/releasefixture.h"
#include "print/pdf.h"
#include "reconcile/reporttext.h"
#include "reconcile/reportwriters.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

#ifdef Q_OS_UNIX
#include <csignal>
#include <sys/resource.h>
#endif

using namespace lazaret;
using lazaret::test::ReleaseFixture;
using lazaret::test::Story;

class tst_ReportPdf : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysWhatTheReportSays_data();
    void saysWhatTheReportSays();
    void aQueryWithoutRelease();
    void everySheetHasItsHeadAndNumber();
    void aVeryLongProofGoesOnOverleaf();
    void aFullDiskLeavesTheReportOfBefore();
    void fiveHundredCasesAreQuick();

private:
    QString print(const reconcile::Report &report);
    QString pages(const QStringList &options = {QStringLiteral("-layout")});
    QTemporaryDir m_dir;
    QString m_file = m_dir.filePath(QStringLiteral("report.pdf"));
};

namespace {

reconcile::Report reportOf(ReleaseFixture &fixture)
{
    return *reconcile::buildForRelease(*fixture.db, fixture.redriveId.value, ReleaseFixture::now);
}

QString flat(QString text)
{
    return text.replace(QRegularExpression(QStringLiteral("[\\s\\x{00A0}]+")), QStringLiteral(" "));
}
QString bare(QString text) // a word may be broken over lines of a narrow column
{
    return text.remove(QRegularExpression(QStringLiteral("[\\s\\x{00A0}]+")));
}

} // namespace

// The text of the file just written, sheets separated by form feeds.
QString tst_ReportPdf::pages(const QStringList &options)
{
    QProcess reader;
    reader.start(QStringLiteral("pdftotext"),
                 options + QStringList{QStringLiteral("-enc"), QStringLiteral("UTF-8"), m_file, QStringLiteral("-")});
    if (!reader.waitForFinished() || reader.exitCode() != 0)
        qFatal("pdftotext: %s", reader.readAllStandardError().constData());
    return QString::fromUtf8(reader.readAllStandardOutput());
}

QString tst_ReportPdf::print(const reconcile::Report &report)
{
    if (const auto written = print::writePdf(report, m_file); !written)
        qFatal("%s", qPrintable(written.error().detail));
    return pages();
}

#define NEEDS_PDFTOTEXT                                                                                                                    \
    if (QStandardPaths::findExecutable(QStringLiteral("pdftotext")).isEmpty())                                                             \
    QSKIP("pdftotext (poppler-utils) is not installed")

void tst_ReportPdf::saysWhatTheReportSays_data()
{
    QTest::addColumn<Story>("story");
    QTest::newRow("twelve, all proven") << Story{};
    QTest::newRow("one still uncertain") << Story{.uncertain = 1};
    QTest::newRow("everything at once") << Story{.uncertain = 2, .failedAgain = 2, .discarded = 2, .open = 4};
    QTest::newRow("one case") << Story{.redriven = 1, .byHand = 0};
    QTest::newRow("no case") << Story{.redriven = 0, .byHand = 0};
    QTest::newRow("Cyrillic") << Story{.redriven = 3,
                                       .proof = QStringLiteral("отправлено один раз, получатель подтвердил"),
                                       .planner = QStringLiteral("Мара Ионеску"),
                                       .approver = QStringLiteral("Даниил Окафор")};
}

void tst_ReportPdf::saysWhatTheReportSays()
{
    NEEDS_PDFTOTEXT;
    QFETCH(Story, story);
    ReleaseFixture fixture(story);
    const auto report = reportOf(fixture);
    const QString layout = flat(print(report));
    const QString raw = pages({QStringLiteral("-raw")});

    QVERIFY2(layout.contains(reconcile::headline(report)), qPrintable(layout));
    for (const auto &row : reconcile::outcomeRows(report))
        QVERIFY2(layout.contains(QStringLiteral("%1 %2 %3").arg(row.label, row.meaning).arg(row.count)), qPrintable(layout));
    for (const auto &fact : reconcile::howItWasDecided(report))
        QVERIFY2(bare(raw).contains(bare(fact.value)), qPrintable(fact.value));
    QVERIFY(layout.contains(QStringLiteral("SHA-256 %1").arg(report.sha256)));
    for (const auto &signature : reconcile::signatures(report))
        QVERIFY(layout.contains(signature.name));

    const QString every = bare(raw.mid(raw.indexOf(QStringLiteral("Every case"))));
    QMap<QString, int> words;
    for (const auto &c : report.cases) {
        const auto row = reconcile::caseRow(c);
        QCOMPARE(every.count(row.caseId), 1);
        QVERIFY2(every.contains(bare(row.proof)), qPrintable(row.proof));
        words[row.outcome] += 1;
    }
    for (auto it = words.begin(); it != words.end(); ++it) // "None yet" is also what an undecided disposition says
        QVERIFY2(every.count(bare(it.key())) >= it.value(), qPrintable(it.key()));
}

void tst_ReportPdf::aQueryWithoutRelease()
{
    NEEDS_PDFTOTEXT;
    ReleaseFixture fixture(Story{.open = 1});
    const auto report = reconcile::buildForCases(*fixture.db, QStringLiteral("tenant:acme"), fixture.cases, ReleaseFixture::now);
    const QString text = flat(print(*report));
    QVERIFY(text.contains(QLatin1String("tenant:acme, as of")));
    QVERIFY(text.contains(reconcile::headline(*report)));
}

void tst_ReportPdf::everySheetHasItsHeadAndNumber()
{
    NEEDS_PDFTOTEXT;
    ReleaseFixture fixture(Story{.redriven = 80, .byHand = 3, .uncertain = 30});
    const auto report = reportOf(fixture);
    const QStringList sheets = print(report).split(u'\f', Qt::SkipEmptyParts);
    QVERIFY(sheets.size() > 4);
    for (qsizetype i = 0; i < sheets.size(); ++i) {
        QVERIFY2(sheets.at(i).contains(QStringLiteral("Page %1 of %2").arg(i + 1).arg(sheets.size())), qPrintable(sheets.at(i)));
        QVERIFY(sheets.at(i).contains(report.sha256));
        QVERIFY(sheets.at(i).contains(QLatin1String("Tenant acme")));
        const bool inTable = sheets.at(i).contains(QLatin1String("case_0")) && i > 0;
        const QString &sheet = sheets.at(i);
        QVERIFY(!inTable || sheet.contains(QLatin1String("Asked recipient")) || sheet.contains(QLatin1String("What is known")));
    }
}

void tst_ReportPdf::aVeryLongProofGoesOnOverleaf()
{
    NEEDS_PDFTOTEXT;
    Story story{.redriven = 3, .byHand = 0};
    QStringList words;
    for (int i = 0; i < 1200; ++i)
        words.append(QStringLiteral("w%1").arg(i, 4, 10, QLatin1Char('0')));
    story.proof = words.join(u' ') + QStringLiteral(" ") + QString(3000, u'x'); // no blank anywhere in the second half
    ReleaseFixture fixture(story);
    print(reportOf(fixture));
    const QString text = pages({QStringLiteral("-raw")});
    for (const auto &word : std::as_const(words))
        QVERIFY2(bare(text).count(word) >= 3, qPrintable(word));
    QVERIFY(bare(text).count(u'x') >= 9000);
}

void tst_ReportPdf::aFullDiskLeavesTheReportOfBefore()
{
    ReleaseFixture fixture({});
    const auto report = reportOf(fixture);
    QTemporaryDir dir;
    const QString file = dir.filePath(QStringLiteral("report.pdf"));
    QVERIFY(print::writePdf(report, file));
    const auto size = QFileInfo(file).size();
    QVERIFY(size > 10'000);
    QVERIFY(!print::writePdf(report, dir.filePath(QStringLiteral("no/such/folder.pdf"))));
#ifdef Q_OS_UNIX
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    auto *const handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{rlim_t(size / 2), before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    const auto full = print::writePdf(report, file);
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    QVERIFY(!full);
    QCOMPARE(full.error().code, ErrorCode::io);
    QCOMPARE(QFileInfo(file).size(), size);
#endif
}

void tst_ReportPdf::fiveHundredCasesAreQuick()
{
    ReleaseFixture fixture(Story{.redriven = 450, .byHand = 40, .uncertain = 5, .open = 10});
    const auto report = reportOf(fixture);
    QElapsedTimer timer;
    timer.start();
    QVERIFY(print::writePdf(report, m_file));
    QVERIFY2(timer.elapsed() < 10'000, qPrintable(QString::number(timer.elapsed())));
}

int main(int argc, char **argv)
{
    const auto application = print::offscreenApplication(argc, argv);
    tst_ReportPdf test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_reportpdf.moc"
