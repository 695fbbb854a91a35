// JSON as a person reads and writes it: in the contract's order of keys, with the place of every value in the text. Pure.
#pragma once

#include <QHash>
#include <QJsonObject>
#include <QString>
#include <QStringList>

namespace lazaret::ui {

// Indented by two, name-like keys first, then the order of the contract, then the rest by name.
QString jsonText(const QJsonObject &object);

// JSON Pointer → line (from 0) where the value stands; what can be read of a text that is not (yet) JSON. "" is the whole.
QHash<QString, int> jsonLines(const QString &text);
// The line of a pointer, or of the nearest thing around it: a missing key has no line of its own.
int lineOf(const QHash<QString, int> &lines, QString pointer);

// Values by JSON Pointer (RFC 6901). Undefined: not there.
QJsonValue jsonAt(const QJsonValue &root, const QString &pointer);
// Objects and arrays on the way are made as needed (an index at the end of an array appends); Undefined removes.
QJsonValue jsonWith(const QJsonValue &root, const QString &pointer, const QJsonValue &value);

// Mine laid over theirs: for each top-level key what I changed since base, else theirs.
QJsonObject mergedOver(const QJsonObject &base, const QJsonObject &mine, const QJsonObject &theirs);
QStringList changedKeys(const QJsonObject &before, const QJsonObject &after);

} // namespace lazaret::ui
