#include "pages/reportexport.h"

#include "print/pdf.h"
#include "support/savefile.h"
#include "widgets/workstrip.h"

#include <QFileInfo>

namespace lazaret::ui {

QString reportSuffix(ReportForm form)
{
    switch (form) {
    case ReportForm::pdf:
        return QStringLiteral("pdf");
    case ReportForm::html:
        return QStringLiteral("html");
    case ReportForm::csv:
        return QStringLiteral("csv");
    case ReportForm::json:
        return QStringLiteral("json");
    }
    return {};
}

QString reportFileName(const reconcile::Report &report, ReportForm form)
{
    return QStringLiteral("reconciliation-%1.%2")
        .arg(report.release ? report.release->redriveId.value : QStringLiteral("cases"), reportSuffix(form));
}

QByteArray reportBytes(const reconcile::Report &report, ReportForm form)
{
    return form == ReportForm::html  ? reconcile::toHtml(report)
           : form == ReportForm::csv ? reconcile::toCsv(report)
                                     : reconcile::toJson(report);
}

ReportExport::ReportExport(const QString &dataDirectory, WorkStrip *strip, QWidget *over)
    : QObject(over), m_errand(dataDirectory), m_strip(strip), m_over(over)
{
    connect(&m_errand, &Errand::progressed, strip, &WorkStrip::setProgress);
    connect(strip, &WorkStrip::stopRequested, &m_errand, &Errand::cancel);
}

void ReportExport::ask(const ReportPtr &report, ReportForm form)
{
    if (!report)
        return;
    askSaveFile(m_over, tr("Save the report"), reportFileName(*report, form), reportSuffix(form),
                [this, report, form](const QString &file) { write(report, form, file); });
}

void ReportExport::write(const ReportPtr &report, ReportForm form, const QString &file)
{
    if (m_errand.isRunning())
        return;
    m_strip->showWork(tr("Writing %1").arg(QFileInfo(file).fileName()));
    print::Preview::prepare();
    m_errand.start<bool>(
        [report, form, file](Database &, const Errand::Progress &progress) -> Result<bool> {
            using enum reconcile::ReportFormat;
            const auto done = form == ReportForm::pdf
                                  ? print::writePdf(*report, file, [&](int page, int pages) { return progress(page, pages); })
                                  : reconcile::writeReport(*report,
                                                           form == ReportForm::html  ? html
                                                           : form == ReportForm::csv ? csv
                                                                                     : json,
                                                           file);
            return done ? Result<bool>(true) : Result<bool>(tl::unexpected(done.error()));
        },
        [this, file](const Result<bool> &result) { written(file, result); });
}

void ReportExport::written(const QString &file, const Result<bool> &result)
{
    const QString name = QFileInfo(file).fileName();
    if (result) {
        const QString what = tr("%1 was written").arg(name);
        m_strip->showResult(QStringLiteral("good"), QStringLiteral("check"), what, tr("Show in folder"), [file] { showInFolder(file); });
        Q_EMIT said(what);
    } else if (result.error().code == ErrorCode::cancelled) {
        m_strip->showResult(QStringLiteral("neutral"), QStringLiteral("circle-slash"), tr("Stopped; %1 was not written").arg(name));
    } else {
        m_strip->showResult(QStringLiteral("bad"), QStringLiteral("octagon-alert"),
                            tr("The report was not written: %1. Choose another place and save again.").arg(result.error().detail));
        Q_EMIT troubled(tr("Saving the report"), result.error());
    }
}

} // namespace lazaret::ui
