// Saving a report that is being looked at: asks where to, writes it off the GUI thread, says what came of it in the strip it is given.
// What is written is what is shown, not what a new reading would find. GUI thread.
#pragma once

#include "engine/errand.h"
#include "models/proofmodel.h"

#include <QPointer>

namespace lazaret::ui {

class WorkStrip;

enum class ReportForm { pdf, html, csv, json };
QString reportSuffix(ReportForm form);                                    // "pdf"
QString reportFileName(const reconcile::Report &report, ReportForm form); // "reconciliation-rdv_….pdf", "reconciliation-cases.csv"
QByteArray reportBytes(const reconcile::Report &report, ReportForm form); // not for pdf

class ReportExport : public QObject
{
    Q_OBJECT
public:
    ReportExport(const QString &dataDirectory, WorkStrip *strip, QWidget *over);

    void ask(const ReportPtr &report, ReportForm form); // opens the save dialog
    void write(const ReportPtr &report, ReportForm form, const QString &file);
    bool isRunning() const { return m_errand.isRunning(); }

Q_SIGNALS:
    void said(const QString &what);
    void troubled(const QString &doing, const lazaret::Error &error);

private:
    void written(const QString &file, const Result<bool> &result);

    Errand m_errand;
    WorkStrip *m_strip;
    QWidget *m_over;
};

} // namespace lazaret::ui
