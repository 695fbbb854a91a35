#include "commands.h"
#include "output.h"

#include <QCoreApplication>

#include <algorithm>
#include <memory>
#include <string_view>

#ifdef LAZARET_PRINT
#include "print/pdf.h"
#endif

namespace {

// Only a report on paper needs Qt Gui, and the kind of application object is chosen before Qt can read the arguments.
std::unique_ptr<QCoreApplication> application(int &argc, char **argv)
{
#ifdef LAZARET_PRINT
    const auto given = [&](std::string_view word) {
        return std::any_of(argv + 1, argv + argc, [&](const char *argument) { return argument == word; });
    };
    if (given("report") && (given("pdf") || given("--format=pdf")))
        return lazaret::print::offscreenApplication(argc, argv);
#endif
    return std::make_unique<QCoreApplication>(argc, argv);
}

} // namespace

// The headless face: the same core as the desk, without widgets.
int main(int argc, char *argv[])
{
    using namespace lazaret::ctl;
    const auto app = application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("lazaret"));
    QCoreApplication::setApplicationVersion(QStringLiteral(LAZARET_VERSION));
    const QStringList arguments = QCoreApplication::arguments().mid(1);
    if (arguments == QStringList{QStringLiteral("--help")} || arguments == QStringList{QStringLiteral("-h")}) {
        printText(helpText());
        return finished(0);
    }
    if (arguments == QStringList{QStringLiteral("--version")}) {
        printText(QStringLiteral("lazaretctl " LAZARET_VERSION "\n"));
        return 0;
    }
    if (const QString usage = usageOf(arguments); !usage.isEmpty()) {
        printText(usage);
        return finished(0);
    }
    const Command *command = nullptr;
    const auto invocation = parseArguments(arguments, &command);
    return finished(invocation ? command->run(*invocation) : failed(invocation.error()));
}
