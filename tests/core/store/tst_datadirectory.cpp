// A data directory: made, opened again, refused when newer, run by one process only.
#include "store/datadirectory.h"

#include "store/database.h"
#include "store/migrations.h"
#include "support/fakeclock.h"

#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>

using namespace lazaret;

namespace {

QMap<QString, QByteArray> everyFile(const QString &folder)
{
    QMap<QString, QByteArray> files;
    for (QDirIterator it(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); it.hasNext();) {
        QFile file(it.next());
        if (file.open(QIODevice::ReadOnly))
            files.insert(it.filePath(), file.readAll());
    }
    return files;
}

Result<> setUserVersion(const QString &file, int version)
{
    auto db = Database::open(file, Database::Access::readWrite);
    if (!db)
        return tl::unexpected(db.error());
    (*db)->prepareOnce(QStringLiteral("PRAGMA user_version = %1").arg(version)).run();
    (*db)->run("PRAGMA wal_checkpoint(TRUNCATE)");
    return {};
}

QString schemaOf(const QString &file)
{
    auto db = Database::open(file, Database::Access::readOnly);
    QStringList all;
    Statement read = (*db)->prepare("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name");
    read.run();
    while (read.next())
        all.append(read.text(0));
    return all.join(u'\n');
}

} // namespace

class TestDataDirectory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fresh();
    void openedAgain();
    void aNewerSchemaIsRefusedUntouched_data();
    void aNewerSchemaIsRefusedUntouched();
    void whatIsNoDatabaseIsLeftAlone();
    void openExistingCreatesNothing();
    void oneHolderAtATime();
    void theLockDiesWithItsProcess();
    void theHolderIsNamed();

private:
    const test::FakeClock m_clock;
};

void TestDataDirectory::fresh()
{
    const QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("a/b/data"));
    const auto opened = DataDirectory::open(path, m_clock);
    QVERIFY(opened);
    QCOMPARE(opened->path(), path);
    const auto owner = QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ReadUser | QFileDevice::WriteUser;
    QCOMPARE(QFile::permissions(opened->databaseFile()), owner);
    QCOMPARE(QFile::permissions(path), owner | QFileDevice::ExeOwner | QFileDevice::ExeUser);
    QCOMPARE(readSchemaVersion(opened->databaseFile()).value_or(-1), schemaVersion());
    auto db = Database::open(opened->databaseFile(), Database::Access::readOnly);
    Statement read = (*db)->prepare("SELECT key, value FROM meta ORDER BY key");
    QVERIFY(read.run() && read.next());
    QCOMPARE(read.text(0), QStringLiteral("created_at"));
    QCOMPARE(read.text(1), QString::number(m_clock.nowMs()));
    QVERIFY(read.next());
    QCOMPARE(read.text(0), QStringLiteral("epoch"));
    QVERIFY(opened->freeBytes() > 0);
}

void TestDataDirectory::openedAgain()
{
    const QTemporaryDir dir;
    const auto first = DataDirectory::open(dir.path(), m_clock);
    QVERIFY(first);
    const QString schema = schemaOf(first->databaseFile());
    const test::FakeClock later(m_clock.nowMs() + 1000);
    const auto again = DataDirectory::open(dir.path(), later);
    QVERIFY(again);
    QCOMPARE(schemaOf(again->databaseFile()), schema);
    auto db = Database::open(again->databaseFile(), Database::Access::readWrite);
    Statement read = (*db)->prepare("SELECT value FROM meta WHERE key = 'created_at'");
    QVERIFY(read.run() && read.next());
    QCOMPARE(read.text(0), QString::number(m_clock.nowMs()));
    QVERIFY(QDir(dir.path()).entryList({QStringLiteral("*.before-*")}).isEmpty()); // nothing changed, so nothing was kept
}

void TestDataDirectory::aNewerSchemaIsRefusedUntouched_data()
{
    QTest::addColumn<int>("version");
    QTest::newRow("the next") << schemaVersion() + 1;
    QTest::newRow("far ahead") << 999999;
}

void TestDataDirectory::aNewerSchemaIsRefusedUntouched()
{
    QFETCH(int, version);
    const QTemporaryDir dir;
    const auto first = DataDirectory::open(dir.path(), m_clock);
    QVERIFY(first);
    QVERIFY(setUserVersion(first->databaseFile(), version));
    const auto before = everyFile(dir.path());
    QVERIFY(!before.isEmpty());
    for (const auto &again : {DataDirectory::open(dir.path(), m_clock), DataDirectory::openExisting(dir.path(), m_clock)}) {
        QVERIFY(!again);
        QCOMPARE(again.error().code, ErrorCode::newer);
        QVERIFY(again.error().detail.contains(QString::number(version)));
    }
    QVERIFY2(everyFile(dir.path()) == before, "byte for byte, and no file more");
}

void TestDataDirectory::whatIsNoDatabaseIsLeftAlone()
{
    const QTemporaryDir dir;
    QFile file(dir.filePath(QStringLiteral("lazaret.db")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray("these are somebody's notes; nothing to do with a database. ").repeated(5));
    file.close();
    const auto before = everyFile(dir.path());
    const auto opened = DataDirectory::open(dir.path(), m_clock);
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, ErrorCode::corrupt);
    QVERIFY(everyFile(dir.path()) == before);
}

void TestDataDirectory::openExistingCreatesNothing()
{
    const QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("nothing here"));
    const auto opened = DataDirectory::openExisting(path, m_clock);
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, ErrorCode::not_found);
    QVERIFY(!QFileInfo::exists(path));
}

void TestDataDirectory::oneHolderAtATime()
{
    const QTemporaryDir dir;
    const auto directory = DataDirectory::open(dir.path(), m_clock);
    QVERIFY(PipelineLock::owner(*directory).isEmpty());
    auto first = PipelineLock::take(*directory);
    QVERIFY(first);
    for (int i = 0; i < 3; ++i) {
        const auto second = PipelineLock::take(*directory);
        QVERIFY(!second);
        QCOMPARE(second.error().code, ErrorCode::locked);
    }
    QVERIFY(!PipelineLock::owner(*directory).isEmpty());
    first->reset();
    QVERIFY(PipelineLock::owner(*directory).isEmpty());
    QVERIFY(PipelineLock::take(*directory));
}

void TestDataDirectory::theLockDiesWithItsProcess()
{
    const QTemporaryDir dir;
    const auto directory = DataDirectory::open(dir.path(), m_clock);
    QProcess other;
    other.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--hold"), dir.path()});
    QVERIFY(other.waitForReadyRead(30000));
    QCOMPARE(other.readLine(), QByteArray("held\n"));
    const auto refused = PipelineLock::take(*directory);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::locked);
    QVERIFY2(refused.error().detail.contains(QString::number(other.processId())), qPrintable(refused.error().detail));
    other.kill(); // no chance to clean up
    QVERIFY(other.waitForFinished(30000));
    QVERIFY(PipelineLock::owner(*directory).isEmpty());
    QVERIFY(PipelineLock::take(*directory));
}

void TestDataDirectory::theHolderIsNamed()
{
    const QTemporaryDir dir;
    const auto directory = DataDirectory::open(dir.path(), m_clock);
    auto lock = PipelineLock::take(*directory);
    QCOMPARE(PipelineLock::owner(*directory), (QJsonObject{{QStringLiteral("starting"), true}}));
    const QJsonObject owner{{QStringLiteral("pid"), 4711},
                            {QStringLiteral("program"), QStringLiteral("lazaretctl")},
                            {QStringLiteral("since"), QStringLiteral("2026-11-30T00:00:00.000Z")},
                            {QStringLiteral("hooks"), QStringLiteral("http://127.0.0.1:1/hooks/")}};
    (*lock)->announce(owner);
    QCOMPARE(PipelineLock::owner(*directory), owner);
    const auto second = PipelineLock::take(*directory);
    QVERIFY(second.error().detail.contains(QStringLiteral("4711")));
    QVERIFY(second.error().detail.contains(QStringLiteral("lazaretctl")));
    lock->reset();
    QVERIFY(!QFileInfo::exists(directory->ownerFile()));
}

// With --hold DIR this program is the other process: it takes the lock, says so, and stays.
int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    if (argc == 3 && qstrcmp(argv[1], "--hold") == 0) {
        const test::FakeClock clock;
        const auto directory = DataDirectory::openExisting(QString::fromLocal8Bit(argv[2]), clock);
        const auto lock = directory ? PipelineLock::take(*directory) : fail(ErrorCode::io, {});
        if (!lock)
            return 1;
        (*lock)->announce({{QStringLiteral("pid"), QCoreApplication::applicationPid()}});
        std::puts("held");
        std::fflush(stdout);
        return std::getchar() == EOF ? 0 : 1;
    }
    TestDataDirectory test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_datadirectory.moc"
