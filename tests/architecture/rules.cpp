#include "rules.h"

#include <QDir>
#include <QFile>
#include <QHash>
#include <QLibraryInfo>
#include <QRegularExpression>

#ifdef Q_OS_LINUX
#include <elf.h>
#endif

namespace lazaret::architecture {

namespace {

// What a room includes and links besides base, model and itself. Only engine joins rooms; demo stands on what it joined.
const QHash<QString, QStringList> &rooms()
{
    static const QString store = QStringLiteral("store");
    static const QString http = QStringLiteral("http");
    static const QHash<QString, QStringList> table{
        {QStringLiteral("base"), {}},
        {QStringLiteral("model"), {}},
        {store, {}},
        {http, {}},
        {QStringLiteral("intake"), {store, http}},
        {QStringLiteral("verify"), {}},
        {QStringLiteral("dedupe"), {store}},
        {QStringLiteral("queue"), {store}},
        {QStringLiteral("work"), {store, http}},
        {QStringLiteral("outcome"), {}},
        {QStringLiteral("cases"), {store}},
        {QStringLiteral("release"), {store}},
        {QStringLiteral("reconcile"), {store, http}},
        {QStringLiteral("watch"), {store}},
        {QStringLiteral("guard"), {store}},
        {QStringLiteral("engine"),
         {store, http, QStringLiteral("intake"), QStringLiteral("verify"), QStringLiteral("dedupe"), QStringLiteral("queue"),
          QStringLiteral("work"), QStringLiteral("outcome"), QStringLiteral("cases"), QStringLiteral("release"),
          QStringLiteral("reconcile"), QStringLiteral("watch"), QStringLiteral("guard")}},
        {QStringLiteral("demo"), {store, http, QStringLiteral("engine"), QStringLiteral("verify")}},
    };
    return table;
}

bool roomMaySee(const QString &room, const QString &other)
{
    if (room == other || other == u"base" || rooms().value(room).contains(other))
        return true;
    return other == u"model" && room != u"base";
}

// What the desk includes of core; its own folders see each other, except that print stays alone: lazaretctl links it without Widgets.
bool deskMaySee(const QString &folder, const QString &other)
{
    if (rooms().contains(other))
        return other == u"engine" || other == u"demo" || other == u"model" || other == u"base";
    return folder != u"print" || other == u"print";
}

// The Qt module a header belongs to, asked from the installation: QPainter says nothing of Gui in its name.
QString guiModuleOf(const QString &header)
{
    static const QStringList modules{QStringLiteral("QtGui"),       QStringLiteral("QtWidgets"), QStringLiteral("QtCharts"),
                                     QStringLiteral("QtSvg"),       QStringLiteral("QtOpenGL"),  QStringLiteral("QtPrintSupport"),
                                     QStringLiteral("QtSvgWidgets")};
    static const QString headers = QLibraryInfo::path(QLibraryInfo::HeadersPath);
    static const QString frameworks = QLibraryInfo::path(QLibraryInfo::LibrariesPath); // where macOS keeps them
    for (const auto &module : modules) {
        if (header == module || header.startsWith(module + u'/') || QFile::exists(headers + u'/' + module + u'/' + header) ||
            QFile::exists(frameworks + u'/' + module + QStringLiteral(".framework/Headers/") + header))
            return module;
    }
    return {};
}

QString at(const SourceFile &file, qsizetype line)
{
    return QStringLiteral("%1:%2: ").arg(file.path).arg(line);
}

// "" where the include is fine.
QString whyNot(const QStringList &place, const QString &include, bool quoted)
{
    const QString &part = place.value(0);
    const QString &folder = place.value(1);
    const QString other = include.section(u'/', 0, 0);
    if (quoted && part != u"app" && !include.contains(u'/')) // app's own files stand at its root
        return include.endsWith(u".moc") ? QString() : QStringLiteral("includes are written \"room/file.h\", not %1").arg(include);
    if (quoted && part == u"core" && (!rooms().contains(folder) || !roomMaySee(folder, other)))
        return QStringLiteral("%1 may not include %2").arg(folder, include);
    if (quoted && part == u"ui" && !deskMaySee(folder, other))
        return QStringLiteral("ui/%1 may not include %2").arg(folder, include);
    if (!quoted && part == u"core") {
        if (const QString module = guiModuleOf(include); !module.isEmpty())
            return QStringLiteral("core may not include %1 (%2)").arg(include, module);
    }
    if (place.last().endsWith(u".h") &&
        (include.startsWith(u"boost/asio") || include.startsWith(u"boost/beast") || include.startsWith(u"simdjson")))
        return QStringLiteral("headers stay free of %1: everyone who includes them would compile it").arg(include);
    return {};
}

} // namespace

QList<StringLiteral> stringLiterals(const QString &source)
{
    // One alternative per thing in which a quotation mark means something else, and one for the literal itself.
    static const QRegularExpression token(QStringLiteral(R"RX((?<skip>//[^\n]*|/\*.*?\*/|^[ \t]*#[^\n]*|'(?:[^'\\\n]|\\.)+')|)RX"
                                                         R"RX(R"(?<tag>[^(\s]*)\((?<raw>.*?)\)\k<tag>"|"(?<text>(?:[^"\\\n]|\\.)*)")RX"),
                                          QRegularExpression::DotMatchesEverythingOption | QRegularExpression::MultilineOption);
    QList<StringLiteral> literals;
    int line = 1;
    qsizetype counted = 0;
    for (auto it = token.globalMatch(source); it.hasNext();) {
        const auto match = it.next();
        line += int(QStringView(source).mid(counted, match.capturedStart() - counted).count(u'\n'));
        counted = match.capturedStart();
        if (match.capturedStart(QStringLiteral("skip")) < 0)
            literals.append({line, match.captured(QStringLiteral("raw")) + match.captured(QStringLiteral("text"))});
    }
    return literals;
}

QStringList includeBreaches(const SourceFile &file)
{
    static const QRegularExpression include(QStringLiteral("^\\s*#\\s*include\\s*([<\"])([^>\"]+)[>\"]"));
    const QStringList place = file.path.split(u'/');
    QStringList breaches;
    if (place.value(0) == u"core" && place.size() > 2 && !rooms().contains(place[1]))
        breaches.append(at(file, 1) + QStringLiteral("%1 is no room of the house").arg(place[1]));
    const QStringList lines = file.text.split(u'\n');
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const auto match = include.match(lines[i]);
        if (!match.hasMatch())
            continue;
        const QString why = whyNot(place, match.captured(2), match.captured(1) == u"\"");
        if (!why.isEmpty())
            breaches.append(at(file, i + 1) + why);
    }
    return breaches;
}

QStringList sqlBreaches(const SourceFile &file)
{
    static const QHash<QString, QString> exceptions{
        {QStringLiteral("core/cases/querycondition.cpp"), QStringLiteral("the selection language compiles to a condition, values bound")},
        {QStringLiteral("core/engine/queries.cpp"), QStringLiteral("narrows such a condition for the overdue figure")},
    };
    static const QRegularExpression sql(QStringLiteral(
        "\\b(SELECT\\s|INSERT\\s+(INTO|OR)\\b|UPDATE\\s+\\w+\\s+SET\\b|DELETE\\s+FROM\\b|REPLACE\\s+INTO\\b|PRAGMA\\s|"
        "(CREATE|DROP|ALTER)\\s+(TABLE|INDEX|VIEW|TRIGGER|UNIQUE|TEMP)\\b|WHERE\\s|IS (NOT )?NULL\\b|LIKE \\?|ORDER BY\\b)"));
    if (file.path.startsWith(u"core/store/") || exceptions.contains(file.path))
        return {};
    QStringList breaches;
    for (const auto &literal : stringLiterals(file.text)) {
        if (const auto match = sql.match(literal.text); match.hasMatch())
            breaches.append(at(file, literal.line) + QStringLiteral("SQL outside core/store: \"%1\"").arg(literal.text.left(60)));
    }
    return breaches;
}

QStringList specificationBreaches(const SourceFile &file)
{
    // Spelt in two halves, or this file would be its own first breach.
    static const QRegularExpression path(QStringLiteral("(?<![\\w.-])sha") + QStringLiteral("red/"));
    QStringList breaches;
    const QStringList lines = file.text.split(u'\n');
    for (qsizetype i = 0; i < lines.size(); ++i) {
        if (lines[i].contains(path))
            breaches.append(at(file, i + 1) + QStringLiteral("points at a specification that is not part of the project"));
    }
    return breaches;
}

QStringList linkBreaches(const QString &room, const QStringList &libraries)
{
    static const QRegularExpression gui(QStringLiteral("^Qt6?::(Gui|Widgets|Charts|Svg|SvgWidgets|OpenGL|OpenGLWidgets|PrintSupport)$"));
    QStringList breaches;
    for (const auto &library : libraries) {
        const QString other = library.mid(int(qstrlen("lazaret_")));
        const bool ours = library.startsWith(u"lazaret_") && other != u"flags";
        if (gui.match(library).hasMatch() || (ours && !roomMaySee(room, other)))
            breaches.append(QStringLiteral("lazaret_%1 may not link %2").arg(room, library));
    }
    return breaches;
}

QStringList headlessBreaches(const QStringList &needed)
{
    static const QRegularExpression windows(QStringLiteral("Qt6?(Widgets|Charts|Svg|SvgWidgets|OpenGL|OpenGLWidgets|PrintSupport)\\b"));
    QStringList breaches;
    for (const auto &library : needed.filter(windows))
        breaches.append(QStringLiteral("lazaretctl may not link %1").arg(library));
    return breaches;
}

QStringList neededLibraries(const QString &path)
{
    QStringList needed;
#ifdef Q_OS_LINUX
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return needed;
    const QByteArray bytes = file.readAll();
    const auto *header = reinterpret_cast<const Elf64_Ehdr *>(bytes.constData());
    if (size_t(bytes.size()) < sizeof(Elf64_Ehdr) || !bytes.startsWith(ELFMAG) || header->e_ident[EI_CLASS] != ELFCLASS64)
        return needed;
    const auto *segments = reinterpret_cast<const Elf64_Phdr *>(bytes.constData() + header->e_phoff);
    const auto inFile = [&](quint64 address) -> quint64 {
        for (int i = 0; i < header->e_phnum; ++i) {
            const auto &s = segments[i];
            if (s.p_type == PT_LOAD && address >= s.p_vaddr && address < s.p_vaddr + s.p_filesz)
                return address - s.p_vaddr + s.p_offset;
        }
        return 0;
    };
    for (int i = 0; i < header->e_phnum; ++i) {
        if (segments[i].p_type != PT_DYNAMIC)
            continue;
        const auto *entries = reinterpret_cast<const Elf64_Dyn *>(bytes.constData() + segments[i].p_offset);
        quint64 names = 0;
        for (const auto *e = entries; e->d_tag != DT_NULL; ++e)
            names = e->d_tag == DT_STRTAB ? inFile(e->d_un.d_ptr) : names;
        for (const auto *e = entries; e->d_tag != DT_NULL; ++e) {
            if (e->d_tag == DT_NEEDED)
                needed.append(QString::fromLatin1(bytes.constData() + names + e->d_un.d_val));
        }
    }
#else
    Q_UNUSED(path)
#endif
    return needed;
}

} // namespace lazaret::architecture
