// The house stands as long as this passes: it reads the include lines, the string literals, the link lines and the built headless program.
#include "rules.h"

#include <QDirIterator>
#include <QFile>
#include <QTest>

using namespace lazaret::architecture;

namespace {

QList<SourceFile> filesUnder(const QStringList &folders, const QStringList &names)
{
    const QDir root(QStringLiteral(SOURCE_ROOT));
    QList<SourceFile> files;
    for (const auto &folder : folders) {
        QDirIterator it(root.filePath(folder), names, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (it.hasNext()) {
            QFile file(it.next());
            if (file.open(QIODevice::ReadOnly))
                files.append({root.relativeFilePath(file.fileName()), QString::fromUtf8(file.readAll())});
        }
    }
    return files;
}

QList<SourceFile> sources()
{
    return filesUnder({QStringLiteral("core"), QStringLiteral("ui"), QStringLiteral("app")},
                      {QStringLiteral("*.h"), QStringLiteral("*.cpp")});
}

// Every breach of one rule, one per line; empty when all is well.
QString all(const QList<SourceFile> &files, QStringList (*rule)(const SourceFile &))
{
    QStringList breaches;
    for (const auto &file : files)
        breaches += rule(file);
    return breaches.join(u'\n');
}

} // namespace

class tst_Architecture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void plantedIncludes_data();
    void plantedIncludes();
    void plantedSql_data();
    void plantedSql();
    void literals();
    void plantedSpecification();
    void plantedLinks();
    void plantedHeadless();

    void includes();
    void sqlStaysInTheStore();
    void namesNoSpecification();
    void linkLines();
    void headlessProgram();
};

void tst_Architecture::plantedIncludes_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("breach"); // empty: allowed
    const auto row = [](const char *path, const char *line, const char *breach) {
        QTest::addRow("%s %s", path, line) << QString::fromLatin1(path) << QString::fromLatin1(line) << QString::fromLatin1(breach);
    };
    row("core/queue/queue.cpp", "#include \"work/httpstep.h\"", "queue may not include work/httpstep.h");
    row("core/queue/queue.cpp", "#include \"http/client.h\"", "queue may not include http/client.h");
    row("core/queue/queue.cpp", "#include \"engine/queries.h\"", "queue may not include engine/queries.h");
    row("core/queue/queue.cpp", "  #  include \"cases/casebook.h\" // why not", "queue may not include cases/casebook.h");
    row("core/queue/queue.cpp", "#include \"store/jobs.h\"", "");
    row("core/queue/queue.cpp", "#include \"queue/queue.h\"", "");
    row("core/queue/queue.cpp", "#include \"model/records.h\"", "");
    row("core/queue/queue.cpp", "#include \"pages/page.h\"", "queue may not include pages/page.h");
    row("core/queue/queue.cpp", "#include \"queue.h\"", "written \"room/file.h\"");
    row("core/queue/queue.cpp", "#include \"queue.moc\"", "");
    row("core/queue/queue.cpp", "// #include \"work/httpstep.h\"", "");
    row("core/base/ids.cpp", "#include \"model/enums.h\"", "base may not include model/enums.h");
    row("core/model/moves.cpp", "#include \"store/jobs.h\"", "model may not include store/jobs.h");
    row("core/store/jobs.cpp", "#include \"http/client.h\"", "store may not include http/client.h");
    row("core/outcome/budget.cpp", "#include \"store/jobs.h\"", "outcome may not include store/jobs.h");
    row("core/work/httpstep.cpp", "#include \"http/client.h\"", "");
    row("core/engine/pipeline.cpp", "#include \"work/httpstep.h\"", "");
    row("core/attic/box.cpp", "", "attic is no room of the house");
    row("core/queue/queue.cpp", "#include <QPainter>", "core may not include QPainter (QtGui)");
    row("core/queue/queue.h", "#include <QWidget>", "(QtWidgets)");
    row("core/queue/queue.h", "#include <QtCharts/QChart>", "(QtCharts)");
    row("core/queue/queue.h", "#include <QtGui>", "(QtGui)");
    row("core/queue/queue.h", "#include <QSvgRenderer>", "(QtSvg)");
    row("core/queue/queue.h", "#include <QString>", "");
    row("core/http/client.cpp", "#include <boost/asio/write.hpp>", "");
    row("core/http/client.h", "#include <boost/asio/write.hpp>", "headers stay free of boost/asio/write.hpp");
    row("core/http/client.h", "#include <boost/beast/http.hpp>", "headers stay free of boost/beast/http.hpp");
    row("core/base/strictjson.h", "#include <simdjson.h>", "headers stay free of simdjson.h");
    row("ui/pages/casespage.cpp", "#include \"engine/queries.h\"", "");
    row("ui/pages/casespage.cpp", "#include \"model/records.h\"", "");
    row("ui/pages/casespage.cpp", "#include \"widgets/label.h\"", "");
    row("ui/pages/casespage.cpp", "#include <QPainter>", "");
    row("ui/pages/casespage.cpp", "#include \"store/cases.h\"", "ui/pages may not include store/cases.h");
    row("ui/pages/casespage.cpp", "#include \"cases/selectionquery.h\"", "ui/pages may not include cases/selectionquery.h");
    row("ui/print/pdf.cpp", "#include \"engine/report.h\"", "");
    row("ui/print/pdf.cpp", "#include \"print/pdf.h\"", "");
    row("ui/print/pdf.cpp", "#include \"reconcile/report.h\"", "ui/print may not include reconcile/report.h");
    row("ui/print/pdf.cpp", "#include \"widgets/label.h\"", "ui/print may not include widgets/label.h");
    row("app/main.cpp", "#include \"engine/engine.h\"", "");
    row("app/ctl/serve.cpp", "#include \"composition.h\"", "");
}

void tst_Architecture::plantedIncludes()
{
    QFETCH(QString, path);
    QFETCH(QString, line);
    QFETCH(QString, breach);
    const QStringList found = includeBreaches({path, QStringLiteral("// a file\n") + line + QStringLiteral("\nint x;\n")});
    if (breach.isEmpty()) {
        QCOMPARE(found.join(u'\n'), QString());
    } else {
        QVERIFY2(found.size() == 1 && found.first().contains(breach), qPrintable(found.join(u'\n')));
        QVERIFY(found.first().startsWith(path + (line.isEmpty() ? QStringLiteral(":1: ") : QStringLiteral(":2: "))));
    }
}

void tst_Architecture::plantedSql_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("code");
    QTest::addColumn<bool>("breach");
    const QString queue = QStringLiteral("core/queue/queue.cpp");
    const auto row = [&](const char *code, bool breach) { QTest::newRow(code) << queue << QString::fromLatin1(code) << breach; };
    row("sql.prepare(QStringLiteral(\"SELECT state FROM jobs\"));", true);
    row("f(\"INSERT INTO jobs VALUES (?)\");", true);
    row("f(\"INSERT OR IGNORE INTO jobs VALUES (?)\");", true);
    row("f(\"UPDATE jobs SET state = ?\");", true);
    row("f(\"DELETE FROM jobs\");", true);
    row("f(\"CREATE TABLE jobs (id)\");", true);
    row("f(\"PRAGMA user_version\");", true);
    row("f(u\"x = 1\" + QStringLiteral(\" WHERE id = ?\"));", true);
    row("f(R\"(\nSELECT 1)\");", true);
    row("f('\"', \"SELECT 1\");", true);
    row("// SELECT state FROM jobs\n/* \"SELECT 1\" */", false);
    row("method == \"DELETE\" || method == \"UPDATE\"", false);
    row("f(\"Select the cases from the list\");", false);
    row("f(\"CREATED\");", false);
    const QString statement = QStringLiteral("f(\"SELECT 1\");");
    QTest::newRow("the store") << QStringLiteral("core/store/jobs.cpp") << statement << false;
    QTest::newRow("the desk") << QStringLiteral("ui/pages/casespage.cpp") << statement << true;
    QTest::newRow("the programs") << QStringLiteral("app/main.cpp") << statement << true;
}

void tst_Architecture::plantedSql()
{
    QFETCH(QString, path);
    QFETCH(QString, code);
    QFETCH(bool, breach);
    QCOMPARE(sqlBreaches({path, code}).size(), breach ? 1 : 0);
}

void tst_Architecture::literals()
{
    const QString code = QStringLiteral(
        "#include \"a/b.h\"\n// it's \"no\"\nf(\"one\"); /* \"no\n */ g('\"', \"t\\\"wo\");\nh(R\"x(th\"ree\n)\")x\");\n\"four\"");
    QStringList found;
    for (const auto &literal : stringLiterals(code))
        found.append(QStringLiteral("%1 %2").arg(literal.line).arg(literal.text));
    QCOMPARE(found, (QStringList{QStringLiteral("3 one"), QStringLiteral("4 t\\\"wo"), QStringLiteral("5 th\"ree\n)\""),
                                 QStringLiteral("7 four")}));
}

void tst_Architecture::plantedSpecification()
{
    const QString folder = QStringLiteral("sha") + QStringLiteral("red/");
    QCOMPARE(specificationBreaches({QStringLiteral("core/README.md"), QStringLiteral("x\nsee ") + folder + QStringLiteral("design/x.md")})
                 .size(),
             1);
    QCOMPARE(specificationBreaches({QStringLiteral("core/README.md"), QStringLiteral("../") + folder}).size(), 1);
    QCOMPARE(specificationBreaches({QStringLiteral("core/README.md"), QStringLiteral("/usr/share/x un") + folder}).size(), 0);
}

void tst_Architecture::plantedLinks()
{
    const auto links = [](const char *room, const QStringList &libraries) {
        return linkBreaches(QLatin1String(room), QStringList{QStringLiteral("lazaret_flags")} + libraries).join(u'\n');
    };
    QCOMPARE(links("store", {QStringLiteral("lazaret_model"), QStringLiteral("Qt6::Sql")}), QString());
    QCOMPARE(links("store", {QStringLiteral("Qt6::Gui")}), QStringLiteral("lazaret_store may not link Qt6::Gui"));
    QCOMPARE(links("engine", {QStringLiteral("Qt6::Widgets")}), QStringLiteral("lazaret_engine may not link Qt6::Widgets"));
    QCOMPARE(links("cases", {QStringLiteral("lazaret_queue")}), QStringLiteral("lazaret_cases may not link lazaret_queue"));
    QCOMPARE(links("engine", {QStringLiteral("lazaret_queue")}), QString());
    QCOMPARE(links("engine", {QStringLiteral("lazaret_ui")}), QStringLiteral("lazaret_engine may not link lazaret_ui"));
}

void tst_Architecture::plantedHeadless()
{
    const QStringList fine{QStringLiteral("libQt6Core.so.6"), QStringLiteral("libQt6Gui.so.6"), QStringLiteral("libQt6Sql.so.6")};
    QCOMPARE(headlessBreaches(fine), QStringList());
    QCOMPARE(headlessBreaches(fine + QStringList{QStringLiteral("libQt6Widgets.so.6")}).size(), 1);
    QCOMPARE(headlessBreaches(fine + QStringList{QStringLiteral("libQt6Charts.so.6"), QStringLiteral("libQt6OpenGLWidgets.so.6")}).size(),
             2);
#ifdef Q_OS_LINUX
    // The reader itself: this program is known to need Qt Test.
    const QStringList own = neededLibraries(QCoreApplication::applicationFilePath());
    QVERIFY2(!own.filter(QStringLiteral("Qt6Test")).isEmpty(), qPrintable(own.join(u' ')));
    QCOMPARE(neededLibraries(QStringLiteral(SOURCE_ROOT "/CMakeLists.txt")), QStringList());
#endif
}

void tst_Architecture::includes()
{
    const auto files = sources();
    QVERIFY2(files.size() > 100, "the tree was not found");
    const QString breaches = all(files, includeBreaches);
    QVERIFY2(breaches.isEmpty(), qPrintable(breaches)); // QCOMPARE would cut the list short
}

void tst_Architecture::sqlStaysInTheStore()
{
    const QString breaches = all(sources(), sqlBreaches);
    QVERIFY2(breaches.isEmpty(), qPrintable(breaches));
}

void tst_Architecture::namesNoSpecification()
{
    const QStringList folders{QStringLiteral("core"),  QStringLiteral("ui"),        QStringLiteral("app"), QStringLiteral("resources"),
                              QStringLiteral("tests"), QStringLiteral("packaging"), QStringLiteral(".ci"), QStringLiteral(".github")};
    auto files = filesUnder(folders, {});
    const QDir root(QStringLiteral(SOURCE_ROOT));
    for (const auto &name : root.entryList(QDir::Files | QDir::Hidden)) {
        QFile file(root.filePath(name));
        if (file.open(QIODevice::ReadOnly))
            files.append({name, QString::fromUtf8(file.readAll())});
    }
    const QString breaches = all(files, specificationBreaches);
    QVERIFY2(breaches.isEmpty(), qPrintable(breaches));
}

void tst_Architecture::linkLines()
{
    QFile file(QStringLiteral(LINK_LINES)); // one line per room, written by CMake: "queue lazaret_flags lazaret_model …"
    QVERIFY(file.open(QIODevice::ReadOnly));
    int rooms = 0;
    QStringList breaches;
    for (const auto &line : QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts)) {
        const QStringList words = line.split(u' ', Qt::SkipEmptyParts);
        QVERIFY2(words.contains(QStringLiteral("lazaret_flags")), qPrintable(line));
        breaches += linkBreaches(words.first(), words.mid(1));
        ++rooms;
    }
    QVERIFY(rooms > 10);
    QCOMPARE(breaches.join(u'\n'), QString());
}

void tst_Architecture::headlessProgram()
{
#if defined(LAZARETCTL) && defined(Q_OS_LINUX)
    const QStringList needed = neededLibraries(QStringLiteral(LAZARETCTL));
    QVERIFY2(!needed.filter(QStringLiteral("Qt6Core")).isEmpty(), "lazaretctl was not read");
    QCOMPARE(headlessBreaches(needed).join(u'\n'), QString());
#else
    QSKIP("reads ELF files, and only where lazaretctl is built");
#endif
}

QTEST_GUILESS_MAIN(tst_Architecture)
#include "tst_architecture.moc"
