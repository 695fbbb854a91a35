// The desk: the window, with the pipeline inside unless another process already runs it.
#include "base/log.h"
#include "grab.h"
#include "hosting.h"
#include "shell/mainwindow.h"
#include "stopsignals.h"
#include "theme/theme.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QMessageBox>
#include <QTextStream>

namespace {

using namespace lazaret;

struct Options
{
    QString data;
    QString page;
    QString link;
    QString grab;
    QString theme;
    QSize size{1440, 900};
    QString lang;
    bool demo = false;
    bool coach = true;
    QString listen, admin; // empty: the usual ports
    Engine::Options engine;
};

int usage(const QString &message)
{
    QTextStream(stderr) << "lazaret: " << message << '\n';
    return 2;
}

// The platform must be chosen before the application exists.
void chooseGrabPlatform(int argc, char **argv)
{
    for (int i = 1; i < argc; ++i) {
        if (QByteArray(argv[i]).startsWith("--grab") && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
            qputenv("QT_QPA_PLATFORM", "offscreen");
    }
}

std::optional<Options> parse(const QStringList &arguments, QString *error)
{
    QCommandLineParser parser;
    const auto option = [&](const char *name, const QString &what, const char *value) {
        parser.addOption({QString::fromLatin1(name), what, QString::fromLatin1(value)});
        return QString::fromLatin1(name);
    };
    const auto flag = [&](const char *name, const QString &what) {
        parser.addOption({QString::fromLatin1(name), what});
        return QString::fromLatin1(name);
    };
    const QString data = option("data", QStringLiteral("the data directory"), "DIR");
    const QString page = option("page", QStringLiteral("the page to open"), "P");
    const QString link = option("link", QStringLiteral("lazaret://case/ID"), "URL");
    const QString grab = option("grab", QStringLiteral("write each page as PAGE.png and end"), "DIR");
    const QString theme = option("theme", QStringLiteral("light or dark"), "T");
    const QString size = option("size", QStringLiteral("WIDTHxHEIGHT"), "WxH");
    const QString lang = option("lang", QStringLiteral("en, it, ro or ru"), "L");
    const QString listen = option("listen", QStringLiteral("where deliveries arrive"), "ADDRESS:PORT");
    const QString admin = option("admin", QStringLiteral("the admin port"), "ADDRESS:PORT");
    const QString demo = flag("demo", QStringLiteral("open the demo, in a directory of its own unless --data names one"));
    const QString noCoach = flag("no-coach", QStringLiteral("the demo without its guide"));
    parser.addHelpOption();
    parser.addVersionOption();
    if (!parser.parse(arguments)) {
        *error = parser.errorText();
        return std::nullopt;
    }
    if (parser.isSet(QStringLiteral("help")))
        parser.showHelp();
    if (parser.isSet(QStringLiteral("version")))
        parser.showVersion();
    Options o;
    o.demo = parser.isSet(demo);
    o.coach = !parser.isSet(noCoach);
    o.data = parser.isSet(data) ? parser.value(data) : o.demo ? demoDataPath(defaultDataPath()) : defaultDataPath();
    o.page = parser.value(page);
    o.link = parser.value(link);
    o.grab = parser.value(grab);
    o.theme = parser.value(theme);
    o.lang = parser.value(lang);
    o.engine.program = QStringLiteral("lazaret");
    o.listen = parser.value(listen);
    o.admin = parser.value(admin);
    if (parser.isSet(size)) {
        const auto parts = parser.value(size).split(u'x');
        o.size = QSize(parts.value(0).toInt(), parts.value(1).toInt());
        if (parts.size() != 2 || o.size.width() < 400 || o.size.height() < 300 || o.size.width() > 8000 || o.size.height() > 8000)
            *error = QStringLiteral("--size %1: must be WIDTHxHEIGHT in pixels, for example 1440x900").arg(parser.value(size));
    }
    if (!o.theme.isEmpty() && o.theme != u"light" && o.theme != u"dark")
        *error = QStringLiteral("--theme %1: must be light or dark").arg(o.theme);
    if (!o.lang.isEmpty() &&
        !QStringList{QStringLiteral("en"), QStringLiteral("it"), QStringLiteral("ro"), QStringLiteral("ru")}.contains(o.lang))
        *error = QStringLiteral("--lang %1: must be en, it, ro or ru").arg(o.lang);
    if (!o.link.isEmpty() && !o.link.startsWith(u"lazaret://case/"))
        *error = QStringLiteral("--link %1: must be lazaret://case/ID").arg(o.link);
    if (!error->isEmpty())
        return std::nullopt;
    return o;
}

int runGrab(const Options &o)
{
    SystemClock clock;
    auto installation = openExistingInstallation(o.data, clock);
    if (!installation)
        return usage(installation.error().detail), installation.error().code == ErrorCode::not_found ? 4 : 1;
    Hosting hosting(std::move(*installation), Hosting::Pipeline::none, o.engine);
    return grabPages(hosting, {o.grab, o.page, o.size});
}

int runDesk(QApplication &app, const Options &o)
{
    SystemClock clock;
    auto installation = openInstallation(o.data, o.demo ? QStringLiteral("file") : QStringLiteral("keychain"), clock);
    if (!installation) {
        // No window can be shown over data that cannot be opened; say what happened and end.
        QMessageBox::critical(nullptr, QApplication::translate("Desk", "Lazaret cannot open its data"), installation.error().detail);
        return 1;
    }
    const bool demo = o.demo || !demo::scenarioOf(installation->directory).isEmpty();
    Engine::Options engine = o.engine;
    if (demo) // nobody outside knows its address: it must not compete with an installation for the usual ports
        engine.listen = engine.admin = QStringLiteral("127.0.0.1:0");
    if (!o.listen.isEmpty())
        engine.listen = o.listen;
    if (!o.admin.isEmpty())
        engine.admin = o.admin;
    Hosting hosting(std::move(*installation), Hosting::Pipeline::host, engine, o.demo ? Hosting::Story::demo : Hosting::Story::asMarked);
    ui::MainWindow window(hosting);
    if (!o.coach)
        window.setCoached(false);
    if (!o.page.isEmpty() && !window.showPage(o.page))
        return usage(QStringLiteral("--page %1: there are %2").arg(o.page, window.pageNames().join(QStringLiteral(", "))));
    if (!o.link.isEmpty())
        window.showCase(o.link.mid(QStringLiteral("lazaret://case/").size()));
    window.show();
    return app.exec();
}

} // namespace

int main(int argc, char *argv[])
{
    chooseGrabPlatform(argc, argv);
    QApplication app(argc, argv);
    quitOnStopSignals(app);
    QCoreApplication::setApplicationName(QStringLiteral("lazaret"));
    QCoreApplication::setApplicationVersion(QStringLiteral(LAZARET_VERSION));
    QString error;
    const auto options = parse(QCoreApplication::arguments(), &error);
    if (!options)
        return usage(error);
    if (!options->lang.isEmpty())
        QLocale::setDefault(QLocale(options->lang)); // texts are English in this version; numbers and dates follow the language
    ui::applyTheme(app, ui::themeFromWord(options->theme.isEmpty() ? QStringLiteral("system") : options->theme));
    return options->grab.isEmpty() ? runDesk(app, *options) : runGrab(*options);
}
