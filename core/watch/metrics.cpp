#include "watch/metrics.h"

#include "store/figures.h"
#include "store/measures.h"

#include <QMap>

namespace lazaret::watch {

namespace {

class Exposition
{
public:
    void begin(const char *name, const char *type, const char *help)
    {
        m_name = name;
        m_text += "# HELP " + m_name + ' ' + help + "\n# TYPE " + m_name + ' ' + type + '\n';
    }

    using Labels = QList<std::pair<const char *, QString>>;
    void value(double value, const Labels &labels = {}, const char *suffix = "")
    {
        m_text += m_name + suffix;
        for (qsizetype i = 0; i < labels.size(); ++i)
            m_text += QByteArray(i == 0 ? "{" : ",") + labels[i].first + "=\"" + escaped(labels[i].second) + '"';
        m_text += QByteArray(labels.isEmpty() ? "" : "}") + ' ' + QByteArray::number(value, 'g', 17) + '\n';
    }

    void gauge(const char *name, const char *help, double value)
    {
        begin(name, "gauge", help);
        this->value(value);
    }

    void byWord(const char *name, const char *type, const char *help, const char *label, const QList<store::WordCount> &counts)
    {
        begin(name, type, help);
        for (const auto &count : counts)
            value(double(count.count), {{label, count.word}});
    }

    void summary(const char *name, const char *help, const store::Durations &durations)
    {
        begin(name, "summary", help);
        value(durations.seconds, {}, "_sum");
        value(double(durations.count), {}, "_count");
    }

    const QByteArray &text() const { return m_text; }

private:
    static QByteArray escaped(const QString &label)
    {
        return label.toUtf8().replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    }

    QByteArray m_name;
    QByteArray m_text;
};

double ageSeconds(const Time &since, qint64 now)
{
    return since ? double(std::max<qint64>(0, now - *since)) / 1000 : 0;
}

void writeCases(Exposition &out, Database &db, const store::PipelineFigures &f, qint64 now)
{
    out.gauge("lazaret_dlq_depth", "Cases that are not closed.", double(f.openCases));
    out.gauge("lazaret_dlq_oldest_age_seconds", "Age of the oldest case that is not closed; 0 while there is none.",
              ageSeconds(f.oldestCaseAt, now));
    QMap<ErrorClass, qint64> open;
    for (const auto &count : store::openByClass(db))
        open.insert(count.errorClass, count.open);
    out.begin("lazaret_cases_open", "gauge", "Cases that are not closed, by error class.");
    for (size_t i = 0; i < Vocabulary<ErrorClass>::words.size(); ++i)
        out.value(double(open.value(ErrorClass(i))), {{"class", toText(ErrorClass(i))}});
    out.gauge("lazaret_cases_uncertain", "Open cases whose outside effect is not known.", double(f.uncertain));
    out.gauge("lazaret_cases_overdue", "Open cases past their review time.", double(f.overdue));
    out.gauge("lazaret_cases_awaiting_approval", "Requests that wait for an approver.", double(f.awaitingApproval));
    out.begin("lazaret_cases_closed_total", "counter", "Cases closed.");
    out.value(double(f.closedCases));
    out.byWord("lazaret_reconciled_cases", "gauge", "Cases by their last reconciliation outcome.", "outcome",
               store::reconciledByOutcome(db));
    out.summary("lazaret_time_to_disposition_seconds", "From a case's first failure to its first decision.", store::timeToDisposition(db));
}

void writeWork(Exposition &out, Database &db, const store::PipelineFigures &f, qint64 now)
{
    out.begin("lazaret_deliveries_total", "counter", "Deliveries by source and by what was answered.");
    for (const auto &count : store::intakeTotals(db))
        out.value(double(count.count), {{"source", count.source}, {"result", count.result}});
    out.begin("lazaret_attempts_total", "counter", "Finished attempts by outcome and error class.");
    for (const auto &count : store::attemptTotals(db))
        out.value(double(count.count), {{"outcome", count.outcome}, {"class", count.errorClass}});
    out.byWord("lazaret_jobs", "gauge", "Jobs by state.", "state", store::jobsByState(db));
    out.gauge("lazaret_queue_oldest_ready_age_seconds", "How long the longest-waiting due job has waited for a worker.",
              ageSeconds(f.oldestReadySince, now));
    out.gauge("lazaret_jobs_done_last_minute", "Jobs completed in the last 60 s: what the queue drains at.", double(f.doneLastMinute));
    out.summary("lazaret_time_to_final_status_seconds", "From a job made to the job done or ended.", store::timeToFinalStatus(db));
    out.byWord("lazaret_releases", "gauge", "Releases by state.", "state", store::releasesByState(db));
    out.byWord("lazaret_redriven_cases_total", "counter", "Redriven cases by result.", "result", store::redrivenByResult(db));
}

} // namespace

QByteArray metricsText(Database &db, qint64 nowMs)
{
    Exposition out;
    const auto figures = store::pipelineFigures(db, nowMs);
    writeCases(out, db, figures, nowMs);
    writeWork(out, db, figures, nowMs);
    return out.text();
}

} // namespace lazaret::watch
