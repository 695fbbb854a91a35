// Writes the cases or deliveries of a query to a file as CSV or JSON, in the order shown. The list is frozen first; reading and writing
// happen on the reader's thread, a thousand rows at a time, so that the desk's own questions come in between. GUI thread.
#pragma once

#include "models/deskdata.h"

#include <QJsonObject>
#include <QObject>

class QSaveFile;

namespace lazaret::ui {

struct ExportRows // what a row is written as
{
    QStringList fields; // of a line of CSV, in order
    std::function<QList<QJsonObject>(Database &, const QList<qint64> &rows)> read;
};
ExportRows caseRows();
ExportRows deliveryRows();

class CaseExport : public QObject
{
    Q_OBJECT
public:
    enum class Format { csv, json };
    CaseExport(DeskData &data, ExportRows what, QString file, Format format, QObject *parent);

    void start(const QList<qint64> &rows);
    void stop();                                          // nothing is left behind
    static QByteArray csvLine(const QStringList &fields); // a field that a spreadsheet would run is quoted as text

Q_SIGNALS:
    void progress(qint64 done, qint64 total);
    // Either of these ends it; then it deletes itself.
    void finished(qint64 rows); // written, and the file is whole
    void failed(const lazaret::Error &error);

private:
    struct Out;
    void next();
    void end(const Result<qint64> &result);

    DeskData &m_data;
    const ExportRows m_what;
    const QString m_file;
    const Format m_format;
    QList<qint64> m_rows;
    qsizetype m_done = 0;
    std::shared_ptr<Out> m_out; // used on the reader's thread only, one chunk after another
    bool m_stopped = false;
};

} // namespace lazaret::ui
