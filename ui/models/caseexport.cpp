#include "models/caseexport.h"

#include "model/records_json.h"

#include <QJsonDocument>
#include <QSaveFile>

namespace lazaret::ui {

namespace {

constexpr qsizetype rowsAtOnce = 1000;

const QStringList &fields()
{
    static const QStringList names{QStringLiteral("case_id"),          QStringLiteral("job_id"),
                                   QStringLiteral("delivery_id"),      QStringLiteral("source"),
                                   QStringLiteral("event_type"),       QStringLiteral("operation_id"),
                                   QStringLiteral("task_id"),          QStringLiteral("tenant"),
                                   QStringLiteral("user_ref"),         QStringLiteral("workflow"),
                                   QStringLiteral("workflow_version"), QStringLiteral("error_class"),
                                   QStringLiteral("error_code"),       QStringLiteral("last_exception"),
                                   QStringLiteral("first_failure_at"), QStringLiteral("last_failure_at"),
                                   QStringLiteral("attempt_count"),    QStringLiteral("last_completed_step"),
                                   QStringLiteral("input_reference"),  QStringLiteral("owner"),
                                   QStringLiteral("review_due_at"),    QStringLiteral("status"),
                                   QStringLiteral("closed_at"),        QStringLiteral("outcome")};
    return names;
}

QByteArray csvOf(const QList<CaseRecord> &cases)
{
    QByteArray text;
    for (const auto &record : cases) {
        const QJsonObject json = recordJson(record);
        QStringList values;
        for (const auto &name : fields())
            values.append(json.value(name).toVariant().toString());
        text += CaseExport::csvLine(values);
    }
    return text;
}

QByteArray jsonOf(const QList<CaseRecord> &cases, bool first)
{
    QByteArray text;
    for (const auto &record : cases) {
        text += std::exchange(first, false) ? "\n" : ",\n";
        text += QJsonDocument(recordJson(record)).toJson(QJsonDocument::Compact);
    }
    return text;
}

} // namespace

namespace {
struct Written
{
    std::optional<Error> error;
};
} // namespace

struct CaseExport::Out
{
    std::unique_ptr<QSaveFile> file;
};

CaseExport::CaseExport(DeskData &data, QString file, Format format, QObject *parent)
    : QObject(parent), m_data(data), m_file(std::move(file)), m_format(format), m_out(std::make_shared<Out>())
{
}

QByteArray CaseExport::csvLine(const QStringList &values)
{
    QStringList quoted;
    for (const auto &value : values) {
        const bool formula = !value.isEmpty() && QStringView(u"=+-@\t\r").contains(value[0]);
        QString field = value;
        field.replace(u'"', QStringLiteral("\"\""));
        quoted.append((formula ? QStringLiteral("\"'") : QStringLiteral("\"")) + field + u'"');
    }
    return (quoted.join(u',') + QStringLiteral("\r\n")).toUtf8();
}

void CaseExport::start(const QList<qint64> &rows)
{
    m_rows = rows;
    next();
}

void CaseExport::stop()
{
    m_stopped = true;
}

void CaseExport::next()
{
    if (m_stopped)
        return end(fail(ErrorCode::cancelled, tr("stopped; nothing was written")));
    const bool first = m_done == 0, last = m_done + rowsAtOnce >= m_rows.size();
    const auto rows = m_rows.mid(m_done, rowsAtOnce);
    m_data.ask<Written>(
        this, QStringLiteral("cases.export.%1").arg(quintptr(this)),
        [out = m_out, rows, first, last, format = m_format, path = m_file](Database &db, const DeskData::Look &) -> Written {
            if (first) {
                out->file = std::make_unique<QSaveFile>(path);
                if (!out->file->open(QIODevice::WriteOnly))
                    return {Error{ErrorCode::io, out->file->errorString()}};
                out->file->write(format == Format::csv ? csvLine(fields()) : QByteArrayLiteral("["));
            }
            const auto cases = queries::casePage(db, rows);
            out->file->write(format == Format::csv ? csvOf(cases) : jsonOf(cases, first));
            if (last && format == Format::json)
                out->file->write("\n]\n");
            if (out->file->error() != QFileDevice::NoError || (last && !out->file->commit()))
                return {Error{ErrorCode::io, out->file->errorString()}};
            return {};
        },
        [this](const Result<Written> &answer) {
            if (!answer)
                return end(tl::unexpected(answer.error()));
            if (answer->error)
                return end(tl::unexpected(*answer->error));
            m_done = qMin(m_done + rowsAtOnce, m_rows.size());
            Q_EMIT progress(m_done, m_rows.size());
            if (m_done >= m_rows.size())
                return end(m_rows.size());
            next();
        });
}

void CaseExport::end(const Result<qint64> &result)
{
    if (result)
        Q_EMIT finished(*result);
    else
        Q_EMIT failed(result.error());
    deleteLater();
}

} // namespace lazaret::ui
