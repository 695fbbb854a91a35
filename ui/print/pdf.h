// The reconciliation report on paper: A4, always light, the words and figures of its other forms.
#pragma once

#include "engine/report.h"

#include <QGuiApplication>
#include <QImage>
#include <QMap>

#include <functional>
#include <memory>

namespace lazaret::print {

// The application object for a command line that has to print: Qt Gui without a display, whatever QT_QPA_PLATFORM says. Instead of a
// QCoreApplication, not beside one.
std::unique_ptr<QGuiApplication> offscreenApplication(int &argc, char **argv);

// Needs a QGuiApplication; any thread. The file appears whole or not at all; one that was there stays until then. ErrorCode::io.
// progress: asked before each page; false stops, ErrorCode::cancelled.
Result<> writePdf(const reconcile::Report &report, const QString &file, const std::function<bool(int page, int pages)> &progress = {});

// The same sheets as pictures, for a screen: laid out by the measures of the PDF, so that no line breaks elsewhere. Any thread, after
// prepare() on the GUI thread.
class Preview
{
public:
    static constexpr QSizeF sheet{595, 842}; // points
    static void prepare();                   // fonts are made known to the application on its own thread

    explicit Preview(reconcile::Report report);
    int pages() const { return m_pages; }
    QMap<int, QImage> pictures(int first, int last, qreal pixelsPerPoint) const; // numbers from 1

private:
    reconcile::Report m_report;
    QList<reconcile::CaseRow> m_rows;
    int m_pages = 0;
};

} // namespace lazaret::print
