// What a command says: one JSON document with --json, plain aligned text without; diagnostics always on stderr.
#pragma once

#include "commands.h"
#include "engine/desk.h"

#include <QJsonArray>
#include <QJsonObject>

namespace lazaret::ctl {

int exitCode(ErrorCode code);
int failed(const Error &error); // says it, answers the exit code
int misuse(const QString &what);

void printText(const QString &text);
void printJson(const QJsonObject &document);
void warn(const QString &text); // stderr
int finished(int code);         // the exit code, or 1 when standard output could not be written whole

int showRecord(const Invocation &invocation, const QJsonObject &record);
int showBulk(const Invocation &invocation, const BulkResult &bulk);

struct Paging
{
    qint64 limit = 100;
    QString after;
};
Result<Paging> pagingOf(const Invocation &invocation);

struct Listing
{
    QJsonArray items;
    QString next; // cursor; empty: this is the end
    qint64 total = 0;
    QStringList columns;        // what the text form shows
    bool unknownCursor = false; // --after names nothing of this list
};
int showListing(const Invocation &invocation, const Listing &listing);

// A short list that is read whole: the page after the cursor, by the value of `key`.
Listing pageOf(const QJsonArray &all, const QString &key, const Paging &paging, const QStringList &columns);

} // namespace lazaret::ctl
