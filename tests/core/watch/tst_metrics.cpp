#include "store/cases.h"
#include "store/datadirectory.h"
#include "store/deliveries.h"
#include "store/jobs.h"
#include "support/fakeclock.h"
#include "watch/metrics.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

using namespace lazaret;

class TestMetrics : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;
    test::FakeClock m_clock;

    std::unique_ptr<Database> open()
    {
        const auto directory = DataDirectory::open(m_dir.path(), m_clock);
        return std::move(*Database::open(directory->databaseFile(), Database::Access::readWrite));
    }

private Q_SLOTS:
    void countsComeFromTheDatabase()
    {
        const qint64 now = m_clock.nowMs();
        {
            auto db = open();
            Job job;
            job.jobId = newJobId(now);
            job.taskType = QStringLiteral("t");
            job.workflow = QStringLiteral("w");
            job.workflowVersion = QStringLiteral("1");
            job.state = JobState::ready;
            job.dueAt = now;
            job.createdAt = now;
            store::insertJob(*db, job);
            CaseRecord c;
            c.caseId = newCaseId(now);
            c.jobId = job.jobId;
            c.workflow = job.workflow;
            c.workflowVersion = job.workflowVersion;
            c.errorClass = ErrorClass::policy;
            c.errorCode = QStringLiteral("http.403");
            c.firstFailureAt = now - 90000;
            c.lastFailureAt = now;
            c.dataClassification = QStringLiteral("internal");
            store::insertCase(*db, c, now);
            Disposition d;
            d.caseId = c.caseId;
            d.kind = DispositionKind::blocked_evidence;
            d.state = DispositionState::standing;
            d.by = QStringLiteral("ana");
            d.at = now - 30000;
            d.reason = QStringLiteral("r");
            QVERIFY(store::insertDisposition(*db, d, {}) > 0);
            store::countIntake(*db, QStringLiteral("odd\"\\\nname"), QStringLiteral("bad_signature"), now, 3);
            QVERIFY2(!db->error(), db->error() ? qPrintable(db->error()->detail) : "");
        }
        auto again = open(); // a restart changes no figure
        const QByteArray text = watch::metricsText(*again, now);
        for (const QByteArray &line :
             {QByteArray("lazaret_dlq_depth 1"), QByteArray("lazaret_dlq_oldest_age_seconds 90"),
              QByteArray("lazaret_cases_open{class=\"policy\"} 1"), QByteArray("lazaret_cases_open{class=\"transient\"} 0"),
              QByteArray("lazaret_time_to_disposition_seconds_sum 60"), QByteArray("lazaret_time_to_disposition_seconds_count 1"),
              QByteArray("lazaret_jobs{state=\"ready\"} 1"),
              QByteArray("lazaret_deliveries_total{source=\"odd\\\"\\\\\\nname\",result=\"bad_signature\"} 3")})
            QVERIFY2(text.contains('\n' + line + '\n'), (line + "\nis missing in\n" + text).constData());
    }

    void everyLineIsWellFormed()
    {
        auto db = open();
        const auto lines = watch::metricsText(*db, m_clock.nowMs()).split('\n');
        static const QRegularExpression form(
            QStringLiteral("^(# (HELP|TYPE) lazaret_[a-z_]+ .+|lazaret_[a-z_]+(\\{[^ ].*\\})? -?[0-9.e+-]+)?$"));
        for (const auto &line : lines)
            QVERIFY2(form.match(QString::fromUtf8(line)).hasMatch(), line.constData());
        QVERIFY(lines.size() > 40);
    }
};

QTEST_GUILESS_MAIN(TestMetrics)
#include "tst_metrics.moc"
