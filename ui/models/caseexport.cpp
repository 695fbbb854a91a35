#include "models/caseexport.h"

#include "engine/records_json.h"

#include <QJsonDocument>
#include <QSaveFile>

namespace lazaret::ui {

namespace {

constexpr qsizetype rowsAtOnce = 1000;

QByteArray csvOf(const QList<QJsonObject> &rows, const QStringList &fields)
{
    QByteArray text;
    for (const auto &row : rows) {
        QStringList values;
        for (const auto &name : fields)
            values.append(row.value(name).toVariant().toString());
        text += CaseExport::csvLine(values);
    }
    return text;
}

QByteArray jsonOf(const QList<QJsonObject> &rows, bool first)
{
    QByteArray text;
    for (const auto &row : rows) {
        text += std::exchange(first, false) ? "\n" : ",\n";
        text += QJsonDocument(row).toJson(QJsonDocument::Compact);
    }
    return text;
}

QStringList words(const char *list)
{
    return QString::fromLatin1(list).split(u' ');
}

} // namespace

namespace {
struct Written
{
    std::optional<Error> error;
};
} // namespace

ExportRows caseRows()
{
    return {words("case_id job_id delivery_id source event_type operation_id task_id tenant user_ref workflow workflow_version error_class "
                  "error_code last_exception first_failure_at last_failure_at attempt_count last_completed_step input_reference owner "
                  "review_due_at status closed_at outcome"),
            [](Database &db, const QList<qint64> &rows) {
                QList<QJsonObject> list;
                for (const auto &record : queries::casePage(db, rows))
                    list.append(recordJson(record));
                return list;
            }};
}

ExportRows deliveryRows()
{
    return {words("source delivery_id event_type received_at scheme key_slot body_sha256 body_size duplicate_count last_duplicate_at "
                  "duplicate_differs replay_suspected job_id job_state case_id"),
            [](Database &db, const QList<qint64> &rows) {
                QList<QJsonObject> list;
                for (const auto &row : queries::deliveryPage(db, rows))
                    list.append(recordJson(row));
                return list;
            }};
}

struct CaseExport::Out
{
    std::unique_ptr<QSaveFile> file;
};

CaseExport::CaseExport(DeskData &data, ExportRows what, QString file, Format format, QObject *parent)
    : QObject(parent), m_data(data), m_what(std::move(what)), m_file(std::move(file)), m_format(format), m_out(std::make_shared<Out>())
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
        this, QStringLiteral("export.%1").arg(quintptr(this)),
        [out = m_out, what = m_what, rows, first, last, format = m_format, path = m_file](Database &db, const DeskData::Look &) -> Written {
            if (first) {
                out->file = std::make_unique<QSaveFile>(path);
                if (!out->file->open(QIODevice::WriteOnly))
                    return {Error{ErrorCode::io, out->file->errorString()}};
                out->file->write(format == Format::csv ? csvLine(what.fields) : QByteArrayLiteral("["));
            }
            const auto read = what.read(db, rows);
            out->file->write(format == Format::csv ? csvOf(read, what.fields) : jsonOf(read, first));
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
