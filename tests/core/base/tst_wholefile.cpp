// A file appears whole or not at all, also where the system takes only a part of it.
#include "base/wholefile.h"

#include <QTemporaryDir>
#include <QTest>

#ifdef Q_OS_UNIX
#include <csignal>
#include <sys/resource.h>
#endif

using namespace lazaret;

class TestWholeFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void replacesAndKeepsPermissions()
    {
        QTemporaryDir dir;
        const QString file = dir.filePath(QStringLiteral("out"));
        QVERIFY(writeWhole(file, "first"));
        QVERIFY(writeWhole(file, "second", QFileDevice::ReadOwner | QFileDevice::WriteOwner));
        QFile read(file);
        QVERIFY(read.open(QIODevice::ReadOnly));
        QCOMPARE(read.readAll(), QByteArray("second"));
        QVERIFY(!(read.permissions() & QFileDevice::ReadOther));
    }

    void aFullDiskLeavesTheOldOne_data()
    {
        QTest::addColumn<int>("size");
        for (const int size : {5'000, 17'000, 200'000}) // under, just over and far over what QSaveFile buffers
            QTest::addRow("%d bytes", size) << size;
    }

    void aFullDiskLeavesTheOldOne()
    {
#ifndef Q_OS_UNIX
        QSKIP("needs a limit on file sizes");
#else
        QFETCH(int, size);
        QTemporaryDir dir;
        const QString file = dir.filePath(QStringLiteral("out"));
        QVERIFY(writeWhole(file, "old"));
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit before;
        getrlimit(RLIMIT_FSIZE, &before);
        rlimit limit = before;
        limit.rlim_cur = 4'096;
        setrlimit(RLIMIT_FSIZE, &limit);
        const auto written = writeWhole(file, QByteArray(size, 'x'));
        setrlimit(RLIMIT_FSIZE, &before);
        QVERIFY(!written);
        QCOMPARE(written.error().code, ErrorCode::io);
        QVERIFY2(written.error().detail.contains(file), qPrintable(written.error().detail));
        QVERIFY2(!written.error().detail.contains(QStringLiteral("Unknown")), qPrintable(written.error().detail));
        QFile read(file);
        QVERIFY(read.open(QIODevice::ReadOnly));
        QCOMPARE(read.readAll(), QByteArray("old"));
#endif
    }
};

QTEST_GUILESS_MAIN(TestWholeFile)
#include "tst_wholefile.moc"
