#include "guard/secrets.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QtTest>

#include <thread>

using namespace lazaret;
using namespace lazaret::guard;

class TestSecrets : public QObject
{
    Q_OBJECT

    static constexpr auto kOwnerOnly = QFileDevice::ReadOwner | QFileDevice::WriteOwner;
    static QFileDevice::Permissions modeOf(const QString &file)
    {
        return QFileInfo(file).permissions() &
               (kOwnerOnly | QFileDevice::ExeOwner | QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ExeGroup |
                QFileDevice::ReadOther | QFileDevice::WriteOther | QFileDevice::ExeOther);
    }

private Q_SLOTS:
    void valuesComeBackByteForByte()
    {
        QTemporaryDir dir;
        FileSecrets secrets(dir.filePath(QStringLiteral("secrets.json")));
        QCOMPARE(secrets.refs()->size(), 0); // no file yet is no secrets, not an error
        const QByteArray odd("\x00\xff whsec_\n\"", 10);
        QVERIFY(secrets.write(QStringLiteral("source/a/1"), odd));
        QVERIFY(secrets.write(QStringLiteral("source/a/2"), "two"));
        QCOMPARE(*secrets.read(QStringLiteral("source/a/1")), odd);
        QCOMPARE(*secrets.refs(), (QStringList{QStringLiteral("source/a/1"), QStringLiteral("source/a/2")}));
        QVERIFY(secrets.remove(QStringLiteral("source/a/1")));
        QCOMPARE(secrets.read(QStringLiteral("source/a/1")).error().code, ErrorCode::not_found);
        QCOMPARE(*secrets.read(QStringLiteral("source/a/2")), QByteArray("two"));
        QCOMPARE(FileSecrets(dir.filePath(QStringLiteral("secrets.json"))).read(QStringLiteral("source/a/2")).value(), QByteArray("two"));
    }

    void onlyTheOwnerMayReadTheFile()
    {
        QTemporaryDir dir;
        const QString file = dir.filePath(QStringLiteral("secrets.json"));
        FileSecrets secrets(file);
        QVERIFY(secrets.write(QStringLiteral("r"), "v"));
        QVERIFY(modeOf(file) == kOwnerOnly);
        QVERIFY(secrets.write(QStringLiteral("r"), "w")); // a rewrite keeps it so
        QVERIFY(modeOf(file) == kOwnerOnly);
    }

    void aFileOthersCanReadIsRefused_data()
    {
        QTest::addColumn<int>("extra");
        QTest::newRow("group reads") << int(QFileDevice::ReadGroup);
        QTest::newRow("others read") << int(QFileDevice::ReadOther);
        QTest::newRow("group writes") << int(QFileDevice::WriteGroup);
        QTest::newRow("others write") << int(QFileDevice::WriteOther);
    }

    void aFileOthersCanReadIsRefused()
    {
        QFETCH(int, extra);
        QTemporaryDir dir;
        const QString file = dir.filePath(QStringLiteral("secrets.json"));
        FileSecrets secrets(file);
        QVERIFY(secrets.write(QStringLiteral("r"), "planted"));
        QVERIFY(QFile::setPermissions(file, kOwnerOnly | QFileDevice::Permission(extra)));
        const auto read = secrets.read(QStringLiteral("r"));
        QCOMPARE(read.error().code, ErrorCode::io);
        QVERIFY(read.error().detail.contains(u"chmod 600"));
        QVERIFY(!secrets.write(QStringLiteral("s"), "v"));
        QVERIFY(!secrets.refs());
        QVERIFY(QFile::setPermissions(file, kOwnerOnly));
        QCOMPARE(*secrets.read(QStringLiteral("r")), QByteArray("planted"));
    }

    void aDamagedFileIsNeverQuotedNorOverwritten()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("secrets.json"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"r\": \"planted-token");
        file.close();
        QVERIFY(QFile::setPermissions(path, kOwnerOnly));
        FileSecrets secrets(path);
        const auto read = secrets.read(QStringLiteral("r"));
        QCOMPARE(read.error().code, ErrorCode::corrupt);
        QVERIFY(!read.error().detail.contains(u"planted"));
        QVERIFY(!secrets.write(QStringLiteral("s"), "v"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("{\"r\": \"planted-token"));
    }

    void writersAtOnceLoseNothing()
    {
        QTemporaryDir dir;
        const QString file = dir.filePath(QStringLiteral("secrets.json"));
        std::vector<std::thread> writers;
        for (int w = 0; w < 4; ++w) {
            writers.emplace_back([&, w] {
                FileSecrets secrets(file);
                for (int i = 0; i < 10; ++i)
                    (void)secrets.write(QStringLiteral("w%1/%2").arg(w).arg(i), "v");
            });
        }
        for (auto &writer : writers)
            writer.join();
        QCOMPARE(FileSecrets(file).refs()->size(), 40);
    }
};

QTEST_GUILESS_MAIN(TestSecrets)
#include "tst_secrets.moc"
