// The real window over a real store, read by the reader's thread while another connection writes.
#include "core/engine/deskbench.h"
#include "models/casesmodel.h"
#include "models/deliveriesmodel.h"
#include "pages/casespage.h"
#include "shell/mainwindow.h"
#include "theme/theme.h"
#include "ui/desktest.h"
#include "ui/storedesk.h"
#include "widgets/datatable.h"
#include "widgets/querybar.h"

#include <QAbstractItemModel>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QSettings>
#include <QTest>

using namespace lazaret;
using namespace lazaret::ui;
using namespace Qt::StringLiterals;

namespace {

struct Window
{
    explicit Window(test::DeskBench &bench, const queries::Viewer &viewer = {u"vera"_s, {u"*"_s}})
        : services(bench, viewer), window(services)
    {
        window.resize(1440, 900);
        window.show();
    }
    template <typename W>
    W *find(const char *name)
    {
        return window.findChild<W *>(QLatin1String(name));
    }
    QAbstractItemModel *cases() { return find<DataTable>("caseTable")->model(); }

    StoreDesk services;
    MainWindow window;
};

} // namespace

class TestDeskStore : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { beginDesk(m_settings.path()); }
    void init()
    {
        m_bench = std::make_unique<test::DeskBench>();
        m_bench->setUp();
    }

    void showsWhatTheStoreHolds()
    {
        m_bench->makeCase();
        m_bench->clock.advance(60'000);
        const auto uncertain = m_bench->makeCase(u"northwind"_s, ReceiptState::uncertain);
        Window desk(*m_bench);
        auto *classes = desk.find<QListView>("classList");
        QTRY_COMPARE(classes->model()->rowCount(), 7);
        QTRY_VERIFY(desk.find<QPushButton>("need_uncertain_0")->isVisible());
        desk.window.showPage(u"cases"_s);
        QTRY_COMPARE(desk.cases()->rowCount(), 2);
        auto *table = desk.find<DataTable>("caseTable");
        QTRY_COMPARE(table->currentId(), uncertain.value); // the latest failure first
        QTRY_VERIFY(desk.window.findChild<QWidget *>(u"casePane"_s)->accessibleName().contains(tailOfId(uncertain.value)));
        desk.window.showPage(u"deliveries"_s);
        auto *deliveries = desk.find<DataTable>("deliveryTable");
        QTRY_COMPARE(deliveries->model()->rowCount(), 2);
        QTRY_COMPARE(deliveries->model()->index(1, int(DeliveryColumn::now)).data().toString(), u"Quarantined, invalid input"_s);
    }

    void newCasesAppearByThemselves()
    {
        m_bench->makeCase();
        Window desk(*m_bench);
        desk.window.showPage(u"cases"_s);
        QTRY_COMPARE(desk.cases()->rowCount(), 1);
        auto *table = desk.find<DataTable>("caseTable");
        QTRY_VERIFY(!table->currentId().isEmpty());
        const auto first = table->currentId();
        m_bench->clock.advance(60'000);
        m_bench->makeCase();
        QTRY_COMPARE(desk.cases()->rowCount(), 2);
        QTRY_COMPARE(table->currentIndex().row(), 1); // the newer one stands above; the one looked at stays
        QCOMPARE(table->currentId(), first);
    }

    void queriesAreAnsweredByTheStore()
    {
        m_bench->makeCase();
        m_bench->clock.advance(60'000);
        m_bench->makeCase(u"northwind"_s);
        Window desk(*m_bench);
        desk.window.showPage(u"cases"_s);
        QTRY_COMPARE(desk.cases()->rowCount(), 2);
        desk.find<QueryEdit>("query")->setPlainText(u"tenant:northwind"_s);
        QTRY_COMPARE(desk.cases()->rowCount(), 1);
        QTRY_COMPARE(desk.cases()->index(0, int(CaseColumn::tenant)).data().toString(), u"northwind"_s);
        QTRY_VERIFY(desk.find<QLabel>("queryResult")->text().startsWith(u"1 of 2"_s));
        desk.find<QueryEdit>("query")->setPlainText(u"tenant:nobody"_s);
        QTRY_COMPARE(desk.cases()->rowCount(), 0);
        QTRY_VERIFY(desk.window.findChild<QWidget *>(u"emptyState"_s));
    }

    void anotherTenantsCasesDoNotExist()
    {
        m_bench->makeCase(u"acme"_s);
        m_bench->clock.advance(60'000);
        m_bench->makeCase(u"northwind"_s);
        Window desk(*m_bench, {u"olga"_s, {u"acme"_s}});
        desk.window.showPage(u"cases"_s);
        QTRY_COMPARE(desk.cases()->rowCount(), 1);
        QTRY_COMPARE(desk.cases()->index(0, int(CaseColumn::tenant)).data().toString(), u"acme"_s);
    }

private:
    QTemporaryDir m_settings;
    std::unique_ptr<test::DeskBench> m_bench;
};

QTEST_MAIN(TestDeskStore)
#include "tst_deskstore.moc"
