// Generated data directories: none, one, twelve different or thousands of cases.
#pragma once

#include "core/engine/deskbench.h"

#include <QFile>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>

namespace lazaret::test {

// The statements of tests/bench/manycases.sql, for any number, over a directory that holds at least one case.
inline void addManyCases(const QString &directory, int count)
{
    QFile script(QStringLiteral(SOURCE_ROOT "/tests/bench/manycases.sql"));
    QVERIFY(script.open(QIODevice::ReadOnly));
    QString text;
    for (const auto &line : QString::fromUtf8(script.readAll()).split(u'\n')) {
        if (!line.startsWith(u"--"))
            text += line + u'\n';
    }
    text.replace(QStringLiteral("i < 10000"), QStringLiteral("i < %1").arg(count));
    {
        auto database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("manycases"));
        database.setDatabaseName(directory + QStringLiteral("/lazaret.db"));
        QVERIFY(database.open());
        for (const auto &statement : text.split(u';')) {
            if (statement.trimmed().isEmpty())
                continue;
            QSqlQuery query(database);
            QVERIFY2(query.exec(statement), qPrintable(query.lastError().text()));
        }
    }
    QSqlDatabase::removeDatabase(QStringLiteral("manycases"));
}

// Some of each kind: denied and uncertain effects, inspected, assigned, waiting for a second person.
inline void addVariedCases(DeskBench &bench, int count)
{
    static const QString tenants[] = {QStringLiteral("acme"), QStringLiteral("northwind"), QStringLiteral("acme")};
    QStringList inspected;
    for (int i = 0; i < count; ++i) {
        const auto id = bench.makeCase(tenants[i % 3], i % 4 == 3 ? ReceiptState::uncertain : ReceiptState::denied);
        bench.clock.advance(60'000);
        if (i % 4 == 1)
            inspected << id.value;
    }
    if (!inspected.isEmpty())
        bench.inspect(inspected);
}

inline void fill(DeskBench &bench, int count)
{
    addVariedCases(bench, count > 12 ? 12 : count);
    if (count > 12)
        addManyCases(bench.path(), count);
}

} // namespace lazaret::test
