// What both programs do about the operating system's signals: SIGTERM and SIGINT end the event loop, so that the pipeline stops in
// order; a broken pipe or a file-size limit is an ordinary error; no core file is written, since it would hold secrets (AC-4).
#pragma once

class QCoreApplication;

namespace lazaret {

void quitOnStopSignals(QCoreApplication &app);

} // namespace lazaret
