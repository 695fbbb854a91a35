#include "deskbench.h"
#include "store/migrations.h"

using namespace lazaret;
using lazaret::test::DeskBench;

class TestDeskWorkspace : public QObject
{
    Q_OBJECT

    static AppliedWorkspace apply(DeskBench &bench, const QJsonObject &file, bool prune = false)
    {
        const auto applied = bench.desk().applyWorkspace(DeskBench::bytes(file), prune);
        if (!applied)
            qFatal("%s", qPrintable(applied.error().detail));
        return *applied;
    }

    static QStringList problemPaths(const AppliedWorkspace &applied)
    {
        QStringList paths;
        for (const auto &problem : applied.problems)
            paths.append(problem.path);
        return paths;
    }

private Q_SLOTS:
    void theSecondApplyChangesNothing()
    {
        DeskBench bench;
        QJsonObject file = DeskBench::plainWorkspace();
        file.insert(QStringLiteral("workflows"),
                    QJsonArray{DeskBench::workflow(QStringLiteral("12")),
                               DeskBench::workflow(QStringLiteral("13"), QStringLiteral("http://127.0.0.1:9/v2"))});
        file.insert(QStringLiteral("operators"), QJsonArray{DeskBench::op(QStringLiteral("root"), QStringLiteral("administrator"))});
        file.insert(QStringLiteral("tenants"), QJsonArray{QJsonObject{{QStringLiteral("name"), QStringLiteral("acme")},
                                                                      {QStringLiteral("owner"), QStringLiteral("o@acme.example")}}});
        file.insert(QStringLiteral("four_eyes"), true);
        file.insert(QStringLiteral("retention"), QJsonObject{{QStringLiteral("deliveries_days"), 30}});
        QVERIFY(!apply(bench, file).changes.isEmpty());
        QVERIFY(fourEyes(bench.db()));
        QCOMPARE(store::currentWorkflow(bench.db(), QStringLiteral("cards"))->version, QStringLiteral("13")); // the last one named
        const qint64 audit = bench.auditCount();
        QVERIFY(audit > 0);
        const QStringList refs = *bench.secrets.refs();
        const auto second = apply(bench, file);
        QVERIFY2(second.changes.isEmpty(),
                 qPrintable(second.changes.value(0).kind + second.changes.value(0).name + second.changes.value(0).what));
        QCOMPARE(bench.auditCount(), audit);
        QCOMPARE(*bench.secrets.refs(), refs);
        QCOMPARE(store::currentSource(bench.db(), QStringLiteral("shop"))->version, 1);
        QVERIFY(guard::verifyChain(bench.db()).intact);
    }

    void exportedAndAppliedAgainNothingChanges()
    {
        DeskBench bench;
        bench.setUp();
        const auto exported = bench.desk().exportWorkspace();
        QVERIFY(exported.has_value());
        const QByteArray text = DeskBench::bytes(*exported);
        QVERIFY(!text.contains("planted-secret-one"));
        QVERIFY(text.contains("source/shop/1"));
        const auto again = apply(bench, *exported);
        QCOMPARE(problemPaths(again), QStringList());
        QVERIFY(again.changes.isEmpty());
    }

    void secretsStayOutOfTheDatabase()
    {
        DeskBench bench;
        apply(bench, DeskBench::plainWorkspace());
        QCOMPARE(*bench.secrets.read(QStringLiteral("source/shop/1")), QByteArray("planted-secret-one"));
        QDirIterator files(bench.path(), QDir::Files);
        int looked = 0;
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY2(!file.readAll().contains("planted-secret"), qPrintable(file.fileName()));
            ++looked;
        }
        QVERIFY(looked >= 2); // the database and the secrets file (its values are encoded)
    }

    void aChangedSecretGetsAFreshReferenceAndTheOldOneGoes()
    {
        DeskBench bench;
        apply(bench, DeskBench::plainWorkspace());
        QJsonObject file = DeskBench::plainWorkspace();
        file.insert(QStringLiteral("sources"),
                    QJsonArray{DeskBench::source({QStringLiteral("planted-secret-two"), QStringLiteral("planted-secret-one")})});
        apply(bench, file);
        QCOMPARE(*bench.secrets.refs(), (QStringList{QStringLiteral("source/shop/1"), QStringLiteral("source/shop/2")}));
        const auto source = store::currentSource(bench.db(), QStringLiteral("shop"));
        QCOMPARE(source->version, 2);
        QCOMPARE(source->secrets[0].ref, QStringLiteral("source/shop/2"));
        QCOMPARE(source->secrets[1].ref, QStringLiteral("source/shop/1")); // known by its value
        file.insert(QStringLiteral("sources"), QJsonArray{DeskBench::source({QStringLiteral("planted-secret-two")})});
        apply(bench, file);
        QCOMPARE(*bench.secrets.refs(), QStringList{QStringLiteral("source/shop/2")});
    }

    void usedVersionsDoNotChangeAndAFailedApplyLeavesNoSecret()
    {
        DeskBench bench;
        apply(bench, DeskBench::plainWorkspace());
        QJsonObject changed = DeskBench::workspace({DeskBench::source({QStringLiteral("planted-secret-two")})},
                                                   {DeskBench::workflow(QStringLiteral("12"), QStringLiteral("http://127.0.0.1:9/other"))});
        QVERIFY(!apply(bench, changed).changes.isEmpty()); // nothing has run under it yet
        bench.makeJob();
        changed.insert(QStringLiteral("sources"), QJsonArray{DeskBench::source({QStringLiteral("planted-secret-three")})});
        changed.insert(QStringLiteral("workflows"), QJsonArray{DeskBench::workflow(QStringLiteral("12"))});
        const QStringList refs = *bench.secrets.refs();
        const qint64 audit = bench.auditCount();
        const auto refused = bench.desk().applyWorkspace(DeskBench::bytes(changed), false);
        QCOMPARE(refused.error().code, ErrorCode::refused);
        QVERIFY(refused.error().detail.contains(u"version 12"));
        QCOMPARE(*bench.secrets.refs(), refs);
        QCOMPARE(bench.auditCount(), audit);
        const auto checked = Desk::checkWorkspace(DeskBench::bytes(changed), &bench.db(), &bench.secrets, false);
        QCOMPARE(problemPaths(checked), QStringList{QStringLiteral("/workflows/0/version")});
        changed.insert(QStringLiteral("workflows"), QJsonArray{DeskBench::workflow(QStringLiteral("13"))});
        QVERIFY(!apply(bench, changed).changes.isEmpty());
        QCOMPARE(store::workflowVersions(bench.db(), QStringLiteral("cards")).size(), 2);
    }

    void problemsNameTheirPlaceAndChangeNothing_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("path");
        QJsonObject source = DeskBench::source({QStringLiteral("s")});
        source.insert(QStringLiteral("workflow"), QStringLiteral("missing"));
        QTest::newRow("unknown workflow") << DeskBench::bytes(DeskBench::workspace({source}, {DeskBench::workflow(QStringLiteral("12"))}))
                                          << QStringLiteral("/sources/0/workflow");
        QJsonObject unknown = DeskBench::plainWorkspace();
        unknown.insert(QStringLiteral("surprise"), 1);
        QTest::newRow("unknown key") << DeskBench::bytes(unknown) << QStringLiteral("/surprise");
        QTest::newRow("unknown reference")
            << DeskBench::bytes(
                   DeskBench::workspace({DeskBench::source({QJsonObject{{QStringLiteral("ref"), QStringLiteral("source/shop/9")}}})},
                                        {DeskBench::workflow(QStringLiteral("12"))}))
            << QStringLiteral("/sources/0/secrets/0/ref");
        QTest::newRow("not JSON") << QByteArray("{") << QString();
    }

    void problemsNameTheirPlaceAndChangeNothing()
    {
        QFETCH(QByteArray, file);
        QFETCH(QString, path);
        DeskBench bench;
        const auto applied = bench.desk().applyWorkspace(file, false);
        QVERIFY(applied.has_value());
        QCOMPARE(problemPaths(*applied), QStringList{path});
        QVERIFY(store::currentSources(bench.db()).isEmpty());
        QVERIFY(bench.secrets.refs()->isEmpty());
        QCOMPARE(bench.auditCount(), 0);
        QCOMPARE(problemPaths(Desk::checkWorkspace(file, &bench.db(), &bench.secrets, false)), QStringList{path});
    }

    void pruneRemovesWhatTheFileDoesNotName()
    {
        DeskBench bench;
        bench.setUp();
        QJsonObject other = DeskBench::source({QStringLiteral("planted-secret-two")});
        other.insert(QStringLiteral("slug"), QStringLiteral("other"));
        QJsonObject file = DeskBench::workspace({other}, {DeskBench::workflow(QStringLiteral("12"))},
                                                {DeskBench::op(QStringLiteral("root"), QStringLiteral("administrator"))});
        apply(bench, file);
        QCOMPARE(store::currentSources(bench.db()).size(), 2); // left alone
        apply(bench, file, true);
        QCOMPARE(store::currentSources(bench.db()).size(), 1);
        QCOMPARE(store::operators(bench.db()).size(), 1);
        QCOMPARE(*bench.secrets.refs(), QStringList{QStringLiteral("source/other/1")});
        QVERIFY(apply(bench, file, true).changes.isEmpty());
        apply(bench, DeskBench::plainWorkspace()); // it comes back as a new version
        QCOMPARE(store::currentSource(bench.db(), QStringLiteral("shop"))->version, 2);
    }

    void holdsOfTheFileAndOfACommand()
    {
        DeskBench bench;
        apply(bench, DeskBench::plainWorkspace());
        const QString kind = QStringLiteral("source");
        const QString name = QStringLiteral("shop");
        QCOMPARE(bench.desk().setHold(kind, QStringLiteral("none"), true).error().code, ErrorCode::not_found);
        QVERIFY(*bench.desk().setHold(kind, name, true));
        QVERIFY(!*bench.desk().setHold(kind, name, true)); // already
        apply(bench, DeskBench::plainWorkspace());
        QVERIFY(store::isHeld(bench.db(), kind, name)); // not the file's to lift
        QVERIFY(*bench.desk().setHold(kind, name, false));
        QJsonObject held = DeskBench::source({QStringLiteral("planted-secret-one")});
        held.insert(QStringLiteral("hold"), true);
        apply(bench, DeskBench::workspace({held}, {DeskBench::workflow(QStringLiteral("12"))}));
        QVERIFY(store::isHeld(bench.db(), kind, name));
        apply(bench, DeskBench::plainWorkspace());
        QVERIFY(!store::isHeld(bench.db(), kind, name)); // the file had set it
    }

    void nobodyLeftToAdministerIsRefused()
    {
        DeskBench bench;
        QJsonObject file = DeskBench::plainWorkspace();
        file.insert(QStringLiteral("operators"), QJsonArray{DeskBench::op(QStringLiteral("ana"), QStringLiteral("approver"))});
        const QByteArray text = DeskBench::bytes(file);
        QCOMPARE(problemPaths(apply(bench, file)), QStringList{QStringLiteral("/operators")});
        QCOMPARE(problemPaths(Desk::checkWorkspace(text, nullptr, nullptr, false)), QStringList{QStringLiteral("/operators")});
        QVERIFY(store::operators(bench.db()).isEmpty());
        bench.setUp(); // root administers
        QVERIFY(apply(bench, file).problems.isEmpty());
        QCOMPARE(problemPaths(apply(bench, file, true)), QStringList{QStringLiteral("/operators")});
        const QString root = QStringLiteral("root"), kind = QStringLiteral("operator");
        const auto removed = bench.desk().removeConfigured({kind, root, store::standing(bench.db(), kind, root)});
        QCOMPARE(removed.error().code, ErrorCode::refused);
        QVERIFY(store::findOperator(bench.db(), root));
        QJsonObject demotion{{QStringLiteral("lazaret"), 1},
                             {QStringLiteral("operators"), QJsonArray{DeskBench::op(root, QStringLiteral("viewer"))}}};
        QCOMPARE(problemPaths(apply(bench, demotion)), QStringList{QStringLiteral("/operators")});
    }

    void whoComesSecondOverwritesNothing()
    {
        DeskBench bench;
        bench.setUp();
        const QString kind = QStringLiteral("source"), shop = QStringLiteral("shop");
        const Basis seen{kind, shop, store::standing(bench.db(), kind, shop)};
        const auto withTolerance = [](int seconds) {
            QJsonObject source = DeskBench::source({QJsonObject{{QStringLiteral("ref"), QStringLiteral("source/shop/1")}}});
            source.insert(QStringLiteral("tolerance_s"), seconds);
            return DeskBench::bytes({{QStringLiteral("lazaret"), 1}, {QStringLiteral("sources"), QJsonArray{source}}});
        };
        QVERIFY(bench.desk().applyWorkspace(withTolerance(60), false, {seen}).has_value());
        const qint64 audit = bench.auditCount();
        const auto second = bench.desk().applyWorkspace(withTolerance(90), false, {seen});
        QCOMPARE(second.error().code, ErrorCode::conflict);
        QVERIFY(second.error().detail.contains(u"by root at"));
        QCOMPARE(store::currentSource(bench.db(), shop)->toleranceS, 60);
        QCOMPARE(bench.auditCount(), audit);
        QCOMPARE(bench.desk().removeConfigured(seen).error().code, ErrorCode::conflict);
        // a hold is a change too
        const Basis again{kind, shop, store::standing(bench.db(), kind, shop)};
        QVERIFY(*bench.desk().setHold(kind, shop, true));
        QCOMPARE(bench.desk().applyWorkspace(withTolerance(90), false, {again}).error().code, ErrorCode::conflict);
        // what must not exist yet
        QCOMPARE(bench.desk().applyWorkspace(withTolerance(90), false, {{kind, shop, {}}}).error().code, ErrorCode::conflict);
    }

    void aPreviewNamesTheChangesAndMakesNone()
    {
        DeskBench bench;
        bench.setUp();
        QJsonObject file = DeskBench::workspace({DeskBench::source({QStringLiteral("planted-secret-nine")})},
                                                {DeskBench::workflow(QStringLiteral("13"), QStringLiteral("http://127.0.0.1:9/v2"))},
                                                {DeskBench::op(QStringLiteral("root"), QStringLiteral("administrator"))});
        const qint64 audit = bench.auditCount();
        const QStringList refs = *bench.secrets.refs();
        const auto preview = bench.desk().previewWorkspace(DeskBench::bytes(file), true);
        QVERIFY2(preview.has_value(), preview ? "" : qPrintable(preview.error().detail));
        QStringList told;
        for (const auto &change : preview->changes)
            told.append(change.kind + u' ' + change.name + QStringLiteral(": ") + change.what);
        QVERIFY(told.contains(QStringLiteral("source shop: version 2")));
        QVERIFY(told.contains(QStringLiteral("workflow cards: version 13 in force")));
        QVERIFY(told.contains(QStringLiteral("operator vera: removed")));
        QCOMPARE(bench.auditCount(), audit);
        QCOMPARE(*bench.secrets.refs(), refs);
        QCOMPARE(store::currentSource(bench.db(), QStringLiteral("shop"))->version, 1);
        QCOMPARE(apply(bench, file, true).changes.size(), preview->changes.size());
        QCOMPARE(bench.desk(QStringLiteral("nobody")).previewWorkspace(DeskBench::bytes(file), true).error().code, ErrorCode::refused);
    }

    void removingOneThingLeavesTheRest()
    {
        DeskBench bench;
        bench.setUp();
        const auto basis = [&](const char *kind, const char *name) {
            const QString k = QLatin1String(kind), n = QLatin1String(name);
            return Basis{k, n, store::standing(bench.db(), k, n)};
        };
        QCOMPARE(bench.desk(QStringLiteral("ana")).removeConfigured(basis("source", "shop")).error().code, ErrorCode::refused);
        QVERIFY(bench.desk().removeConfigured(basis("workflow", "cards")).error().detail.contains(u"source shop"));
        QVERIFY(bench.desk().removeConfigured(basis("source", "shop")).has_value());
        QVERIFY(!store::currentSource(bench.db(), QStringLiteral("shop")));
        QVERIFY(bench.secrets.refs()->isEmpty()); // nothing uses it any more
        QVERIFY(bench.desk().removeConfigured(basis("workflow", "cards")).has_value());
        QVERIFY(bench.desk().removeConfigured(basis("operator", "vera")).has_value());
        QCOMPARE(store::operators(bench.db()).size(), 5);
        QCOMPARE(bench.desk().removeConfigured(basis("operator", "vera")).error().code, ErrorCode::not_found);
        QVERIFY(guard::verifyChain(bench.db()).intact);
    }
};

QTEST_GUILESS_MAIN(TestDeskWorkspace)
#include "tst_desk_workspace.moc"
