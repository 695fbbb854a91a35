// The reconciliation report on paper: A4, always light, the words and figures of its other forms.
#pragma once

#include "engine/report.h"

#include <QGuiApplication>

#include <memory>

namespace lazaret::print {

// The application object for a command line that has to print: Qt Gui without a display, whatever QT_QPA_PLATFORM says. Instead of a
// QCoreApplication, not beside one.
std::unique_ptr<QGuiApplication> offscreenApplication(int &argc, char **argv);

// Needs a QGuiApplication; any thread. The file appears whole or not at all; one that was there stays until then. ErrorCode::io.
Result<> writePdf(const reconcile::Report &report, const QString &file);

} // namespace lazaret::print
