#include "http/addresspolicy.h"

#include <QTest>

using namespace lazaret::http;

class TestAddressPolicy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void classifies_data();
    void classifies();
    void onlyLocalKindsAreSwitchable();
};

void TestAddressPolicy::classifies_data()
{
    QTest::addColumn<AddressKind>("kind");
    const auto rows = [](AddressKind kind, std::initializer_list<const char *> addresses) {
        for (const char *address : addresses)
            QTest::newRow(address) << kind;
    };
    rows(AddressKind::publicAddress,
         {"8.8.8.8", "172.15.255.255", "172.32.0.0", "100.63.255.255", "100.128.0.0", "169.253.0.1", "192.167.1.1", "223.255.255.255",
          "198.17.0.1", "2001:4860:4860::8888", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1"});
    rows(AddressKind::loopback, {"127.0.0.1", "127.255.255.254", "::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::"});
    rows(AddressKind::privateUse, {"10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1", "100.127.255.255", "198.18.0.1",
                                   "198.19.255.255", "fc00::1", "fdff::1", "fec0::1", "::ffff:10.0.0.1", "2002:c0a8:101::"});
    rows(AddressKind::linkLocal, {"169.254.169.254", "fe80::1", "febf::1", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe"});
    rows(AddressKind::unspecified, {"0.0.0.0", "0.1.2.3", "::", "::ffff:0.0.0.0"});
    rows(AddressKind::multicast, {"224.0.0.1", "239.255.255.255", "ff02::1"});
    rows(AddressKind::reserved, {"240.0.0.1", "255.255.255.255", "192.0.0.1", "::7f00:1", "2001::1", "100::1", "64:ff9b:1::1"});
}

void TestAddressPolicy::classifies()
{
    QFETCH(AddressKind, kind);
    const QHostAddress address(QString::fromLatin1(QTest::currentDataTag()));
    QVERIFY(!address.isNull());
    QCOMPARE(classifyAddress(address), kind);
}

void TestAddressPolicy::onlyLocalKindsAreSwitchable()
{
    QVERIFY(mayConnect(AddressKind::publicAddress, false));
    for (const AddressKind kind : {AddressKind::loopback, AddressKind::privateUse}) {
        QVERIFY(!mayConnect(kind, false));
        QVERIFY(mayConnect(kind, true));
    }
    for (const AddressKind kind : {AddressKind::linkLocal, AddressKind::unspecified, AddressKind::multicast, AddressKind::reserved}) {
        QVERIFY(!mayConnect(kind, false));
        QVERIFY(!mayConnect(kind, true));
    }
}

QTEST_GUILESS_MAIN(TestAddressPolicy)
#include "tst_addresspolicy.moc"
