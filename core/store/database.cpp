#include "store/database.h"

#include <QHash>
#include <QSqlDatabase>
#include <QSqlDriver>
#include <QSqlError>

#include <atomic>

#include <sqlite3.h>

namespace lazaret {

struct Database::Connection
{
    QString name;
    QHash<const void *, std::shared_ptr<QSqlQuery>> statements;
    sqlite3 *handle = nullptr;
};

namespace {

std::atomic<quint64> nextConnection{1};

ErrorCode codeOf(const QString &native)
{
    switch (native.toInt() & 0xff) { // the low byte is the primary result code (sqlite.org/rescode.html)
    case 5:                          // BUSY
    case 6:                          // LOCKED
    case 8:                          // READONLY
    case 10:                         // IOERR
    case 13:                         // FULL
    case 14:                         // CANTOPEN
        return ErrorCode::sealed;
    case 11: // CORRUPT
    case 26: // NOTADB
        return ErrorCode::corrupt;
    case 9: // INTERRUPT
        return ErrorCode::cancelled;
    default:
        return ErrorCode::internal;
    }
}

} // namespace

Database::Database(std::unique_ptr<Connection> connection) : m_connection(std::move(connection)) {}

Database::~Database()
{
    m_connection->statements.clear();
    {
        QSqlDatabase db = QSqlDatabase::database(m_connection->name, false);
        db.close();
    }
    QSqlDatabase::removeDatabase(m_connection->name);
}

Result<std::unique_ptr<Database>> Database::open(const QString &file, Access access)
{
    auto connection = std::make_unique<Connection>();
    connection->name = QStringLiteral("lazaret-%1").arg(nextConnection++);
    QSqlDatabase db = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), connection->name);
    db.setDatabaseName(file);
    QString options = QStringLiteral("QSQLITE_BUSY_TIMEOUT=5000");
    if (access == Access::readOnly)
        options += QStringLiteral(";QSQLITE_OPEN_READONLY");
    db.setConnectOptions(options);
    const bool opened = db.open();
    const QString openError = db.lastError().text();
    const QVariant handle = db.driver()->handle();
    if (opened && qstrcmp(handle.typeName(), "sqlite3*") == 0)
        connection->handle = *static_cast<sqlite3 *const *>(handle.constData());
    db = QSqlDatabase();
    std::unique_ptr<Database> result(new Database(std::move(connection)));
    if (!opened)
        return lazaret::fail(ErrorCode::io, QStringLiteral("cannot open the database %1: %2").arg(file, openError));

    const auto setting = [&](const char *set, const char *get, const QString &wanted) -> Result<> {
        { // leaves the statement finished before the next pragma
            result->run(set);
        }
        Statement read = result->prepareOnce(QString::fromLatin1(get));
        if (!read.run() || !read.next() || read.text(0) != wanted)
            return lazaret::fail(ErrorCode::io, QStringLiteral("the database refused %1").arg(QLatin1StringView(set)));
        return {};
    };
    if (access == Access::readWrite) {
        if (auto ok = setting("PRAGMA journal_mode = WAL", "PRAGMA journal_mode", QStringLiteral("wal")); !ok)
            return tl::unexpected(ok.error());
        if (auto ok = setting("PRAGMA synchronous = FULL", "PRAGMA synchronous", QStringLiteral("2")); !ok)
            return tl::unexpected(ok.error());
    }
    if (auto ok = setting("PRAGMA foreign_keys = ON", "PRAGMA foreign_keys", QStringLiteral("1")); !ok)
        return tl::unexpected(ok.error());
    result->clearError();
    return result;
}

Statement Database::prepare(const char *sql)
{
    auto &query = m_connection->statements[sql];
    if (!query) {
        query = std::make_shared<QSqlQuery>(QSqlDatabase::database(m_connection->name, false));
        query->setForwardOnly(true);
        if (!query->prepare(QString::fromUtf8(sql)))
            fail(query->lastError().nativeErrorCode(), query->lastError().databaseText(), sql);
    }
    return {*this, query};
}

Statement Database::prepareOnce(const QString &sql)
{
    auto query = std::make_shared<QSqlQuery>(QSqlDatabase::database(m_connection->name, false));
    query->setForwardOnly(true);
    if (!query->prepare(sql))
        fail(query->lastError().nativeErrorCode(), query->lastError().databaseText(), "prepare");
    return {*this, query};
}

bool Database::run(const char *sql)
{
    Statement statement = prepareOnce(QString::fromUtf8(sql));
    return statement.run();
}

bool Database::begin()
{
    return run("BEGIN IMMEDIATE");
}

bool Database::commit()
{
    if (m_error)
        return false;
    if (m_commitFault) {
        if (auto injected = m_commitFault()) {
            setError(*injected);
            return false;
        }
    }
    return prepare("COMMIT").run();
}

void Database::rollback()
{
    const auto kept = m_error;
    m_error.reset();
    QSqlQuery query(QSqlDatabase::database(m_connection->name, false));
    query.exec(QStringLiteral("ROLLBACK")); // fails harmlessly when SQLite has already rolled back (FULL, IOERR)
    m_error = kept;
}

void Database::setError(Error error)
{
    if (!m_error)
        m_error = std::move(error);
}

void Database::fail(const QString &native, const QString &text, const char *doing)
{
    setError({codeOf(native), QStringLiteral("%1 (SQLite %2) in: %3").arg(text, native, QString::fromUtf8(doing).simplified().left(80))});
}

qint64 Database::dataVersion()
{
    Statement statement = prepare("PRAGMA data_version");
    return statement.run() && statement.next() ? statement.integer(0) : -1;
}

QString Database::quickCheck()
{
    Statement statement = prepareOnce(QStringLiteral("PRAGMA quick_check(1)"));
    return statement.run() && statement.next() ? statement.text(0) : QStringLiteral("the database does not answer");
}

void Database::interrupt()
{
    if (m_connection->handle)
        sqlite3_interrupt(m_connection->handle);
}

Statement::Statement(Database &database, std::shared_ptr<QSqlQuery> query) : m_database(&database), m_query(std::move(query)) {}

Statement::~Statement()
{
    if (m_query)
        m_query->finish();
}

bool Statement::runWith(const QVariantList &bindings)
{
    for (qsizetype i = 0; i < bindings.size(); ++i)
        bind(int(i), bindings[i]);
    return execute();
}

void Statement::bind(int position, const QVariant &value)
{
    m_query->bindValue(position, value);
}

bool Statement::execute()
{
    if (m_database->error())
        return false;
    if (m_query->exec())
        return true;
    m_database->fail(m_query->lastError().nativeErrorCode(), m_query->lastError().databaseText(),
                     m_query->lastQuery().toUtf8().constData());
    return false;
}

bool Statement::next()
{
    if (m_database->error())
        return false;
    if (m_query->next())
        return true;
    if (m_query->lastError().isValid())
        m_database->fail(m_query->lastError().nativeErrorCode(), m_query->lastError().databaseText(),
                         m_query->lastQuery().toUtf8().constData());
    return false;
}

int Statement::changes() const
{
    return m_query->numRowsAffected();
}

} // namespace lazaret
