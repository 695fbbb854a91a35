#include "output.h"

#include "engine/records_json.h"

#include <QJsonDocument>

#include <cerrno>
#include <cstdio>

namespace lazaret::ctl {

namespace {

int unwritten = 0; // why something did not reach standard output (errno)

void put(std::FILE *file, const QByteArray &bytes)
{
    const bool whole = std::fwrite(bytes.constData(), 1, size_t(bytes.size()), file) == size_t(bytes.size());
    if ((std::fflush(file) != 0 || !whole) && file == stdout)
        unwritten = errno ? errno : EIO;
}

// What senders chose must not steer the terminal it is read on: controls are shown as JSON writes them.
QString shown(const QString &text, bool oneLine)
{
    QString safe;
    for (const QChar c : text) {
        const bool control = c.category() == QChar::Other_Control || c.category() == QChar::Other_Format; // U+202E turns the line round
        if (!control || (!oneLine && (c == u'\n' || c == u'\t')))
            safe += c;
        else
            safe += QStringLiteral("\\u%1").arg(uint(c.unicode()), 4, 16, QLatin1Char('0'));
    }
    return safe;
}

QString plain(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::Null:
    case QJsonValue::Undefined:
        return QStringLiteral("-");
    case QJsonValue::Bool:
        return value.toBool() ? QStringLiteral("yes") : QStringLiteral("no");
    case QJsonValue::Double:
        return QString::number(value.toDouble(), 'g', 15);
    case QJsonValue::String:
        return shown(value.toString(), true);
    case QJsonValue::Array:
        return QString::fromUtf8(QJsonDocument(value.toArray()).toJson(QJsonDocument::Compact));
    case QJsonValue::Object:
        break;
    }
    return QString::fromUtf8(QJsonDocument(value.toObject()).toJson(QJsonDocument::Compact));
}

} // namespace

int exitCode(ErrorCode code)
{
    switch (code) {
    case ErrorCode::usage:
        return 2;
    case ErrorCode::refused:
    case ErrorCode::conflict:
        return 3;
    case ErrorCode::not_found:
        return 4;
    case ErrorCode::locked:
        return 5;
    default:
        return 1;
    }
}

int failed(const Error &error)
{
    warn(error.detail);
    return exitCode(error.code);
}

int misuse(const QString &what)
{
    return failed({ErrorCode::usage, what});
}

void printText(const QString &text)
{
    put(stdout, shown(text, false).toUtf8());
}

void printJson(const QJsonObject &document)
{
    put(stdout, QJsonDocument(document).toJson(QJsonDocument::Compact) + '\n');
}

void warn(const QString &text)
{
    put(stderr, QStringLiteral("lazaretctl: ").toUtf8() + shown(text, false).toUtf8() + '\n');
}

int showRecord(const Invocation &invocation, const QJsonObject &record)
{
    if (invocation.json) {
        printJson(record);
        return 0;
    }
    qsizetype width = 0;
    for (auto it = record.begin(); it != record.end(); ++it)
        width = std::max(width, it.key().size());
    QString text;
    for (auto it = record.begin(); it != record.end(); ++it) {
        const QJsonArray list = it->toArray();
        if (list.isEmpty() || !list[0].isObject()) {
            text += it.key().leftJustified(width + 2) + plain(*it) + u'\n';
            continue;
        }
        text += it.key() + u'\n';
        for (const auto &entry : list)
            text += QStringLiteral("    ") + plain(entry) + u'\n';
    }
    printText(text);
    return 0;
}

int showBulk(const Invocation &invocation, const BulkResult &bulk)
{
    QJsonArray items;
    QString text;
    bool missing = !bulk.items.isEmpty();
    bool broken = false;
    for (const auto &item : bulk.items) {
        items.append(QJsonObject{
            {QStringLiteral("id"), item.id}, {QStringLiteral("result"), item.result}, {QStringLiteral("reason"), textOrNull(item.reason)}});
        text += QStringLiteral("%1  %2  %3\n").arg(item.id, item.result, item.reason);
        missing = missing && item.result == u"not_found";
        broken = broken || item.result == u"failed";
    }
    if (invocation.json)
        printJson({{QStringLiteral("items"), items}, {QStringLiteral("done"), bulk.done()}, {QStringLiteral("refused"), bulk.refused()}});
    else
        printText(text + QStringLiteral("%1 done, %2 refused\n").arg(bulk.done()).arg(bulk.refused()));
    for (const auto &item : bulk.items) {
        if (item.result == u"refused" || item.result == u"not_found" || item.result == u"failed")
            warn(QStringLiteral("%1: %2").arg(item.id, item.reason));
    }
    if (broken)
        return 1;
    if (bulk.refused() == 0)
        return 0;
    return missing ? exitCode(ErrorCode::not_found) : exitCode(ErrorCode::refused);
}

Result<Paging> pagingOf(const Invocation &invocation)
{
    Paging paging;
    paging.after = invocation.value(QStringLiteral("after"));
    if (invocation.has(QStringLiteral("limit"))) {
        bool ok = false;
        paging.limit = invocation.value(QStringLiteral("limit")).toLongLong(&ok);
        if (!ok || paging.limit < 1)
            return fail(ErrorCode::usage, QStringLiteral("--limit must be a whole number from 1"));
    }
    return paging;
}

int showListing(const Invocation &invocation, const Listing &listing)
{
    if (listing.unknownCursor)
        return misuse(QStringLiteral("--after takes the \"next\" of the page before"));
    if (invocation.json) {
        printJson({{QStringLiteral("items"), listing.items},
                   {QStringLiteral("next"), textOrNull(listing.next)},
                   {QStringLiteral("total"), listing.total}});
        return 0;
    }
    QList<QStringList> rows{listing.columns};
    for (const auto &item : listing.items) {
        QStringList row;
        for (const auto &column : listing.columns)
            row.append(plain(item.toObject().value(column)));
        rows.append(row);
    }
    QString text;
    for (const auto &row : std::as_const(rows)) {
        QString line;
        for (qsizetype c = 0; c < row.size(); ++c) {
            qsizetype width = 0;
            for (const auto &other : std::as_const(rows))
                width = std::max(width, other[c].size());
            line += c + 1 == row.size() ? row[c] : row[c].leftJustified(width + 2);
        }
        text += line + u'\n';
    }
    text += QStringLiteral("%1 of %2%3\n")
                .arg(listing.items.size())
                .arg(listing.total)
                .arg(listing.next.isEmpty() ? QString() : QStringLiteral("; the next page: --after ") + listing.next);
    printText(text);
    return 0;
}

int finished(int code)
{
    if (!unwritten)
        return code;
    warn(QStringLiteral("the output could not be written whole: %1").arg(qt_error_string(unwritten)));
    return code == 0 ? 1 : code;
}

Listing pageOf(const QJsonArray &all, const QString &key, const Paging &paging, const QStringList &columns)
{
    Listing listing{{}, {}, all.size(), columns};
    bool past = paging.after.isEmpty();
    for (const auto &item : all) {
        const QString cursor = item.toObject().value(key).toString();
        if (past && listing.items.size() == paging.limit) {
            listing.next = listing.items.last().toObject().value(key).toString();
            break;
        }
        if (past)
            listing.items.append(item);
        past = past || cursor == paging.after;
    }
    listing.unknownCursor = !past;
    return listing;
}

} // namespace lazaret::ctl
