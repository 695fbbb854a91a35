// A prepared statement in use: bind by position, step, read by position; resets itself when it goes out of scope
// (an unfinished SELECT would keep the write-ahead log from being checkpointed).
#pragma once

#include "base/ids.h"
#include "model/enums.h"

#include <QSqlQuery>
#include <QVariant>

#include <memory>
#include <optional>
#include <type_traits>

namespace lazaret {

class Database;

class Statement
{
public:
    Statement(Database &database, std::shared_ptr<QSqlQuery> query);
    ~Statement();
    Statement(Statement &&) = default;
    Statement &operator=(Statement &&) = delete;
    Statement(const Statement &) = delete;
    Statement &operator=(const Statement &) = delete;

    // Binds all parameters in order and executes. False: the database's error() is set.
    template <typename... Args>
    bool run(const Args &...args)
    {
        int position = 0;
        (bind(position++, toVariant(args)), ...);
        return execute();
    }
    bool runWith(const QVariantList &bindings);

    bool next();         // the next row
    int changes() const; // rows changed by the last run

    qint64 integer(int column) const { return m_query->value(column).toLongLong(); }
    double real(int column) const { return m_query->value(column).toDouble(); }
    QString text(int column) const { return m_query->value(column).toString(); }
    QByteArray blob(int column) const { return m_query->value(column).toByteArray(); }
    bool flag(int column) const { return integer(column) != 0; }
    bool isNull(int column) const { return m_query->isNull(column); }
    std::optional<qint64> time(int column) const { return isNull(column) ? std::nullopt : std::optional(integer(column)); }
    template <typename E>
    E word(int column) const // the column has a CHECK on the vocabulary
    {
        return fromText<E>(text(column)).value_or(E{});
    }
    template <typename E>
    std::optional<E> wordOrNull(int column) const
    {
        return isNull(column) ? std::nullopt : fromText<E>(text(column));
    }

private:
    void bind(int position, const QVariant &value);
    bool execute();

    static QVariant toVariant(const QString &text) { return text.isEmpty() ? QVariant(QMetaType(QMetaType::QString)) : QVariant(text); }
    static QVariant toVariant(const QByteArray &bytes) { return bytes; }
    static QVariant toVariant(const QVariant &value) { return value; }
    static QVariant toVariant(double value) { return value; }
    static QVariant toVariant(bool value) { return qint64(value ? 1 : 0); }
    template <typename Tag>
    static QVariant toVariant(const Id<Tag> &id)
    {
        return toVariant(id.value);
    }
    template <typename T>
    static QVariant toVariant(const std::optional<T> &value)
    {
        return value ? toVariant(*value) : QVariant();
    }
    template <typename T>
    static std::enable_if_t<std::is_enum_v<T>, QVariant> toVariant(T value)
    {
        return toText(value);
    }
    template <typename T>
    static std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>, QVariant> toVariant(T value)
    {
        return qint64(value);
    }

    Database *m_database;
    std::shared_ptr<QSqlQuery> m_query;
};

// An empty QString is stored as NULL: "a field without a value is null". Text that must not be null binds through this.
inline QVariant notNull(const QString &text)
{
    return text.isNull() ? QVariant(QStringLiteral("")) : QVariant(text);
}

} // namespace lazaret
