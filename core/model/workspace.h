// The workspace file: the whole configuration of an installation as one JSON text. Parsing is the validation that
// `workspace check`, `workspace apply` and the desk share; every problem names its JSON path.
#pragma once

#include "base/result.h"
#include "model/records.h"
#include "model/source.h"
#include "model/workflow.h"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonObject>

namespace lazaret {

struct Problem
{
    QString path; // JSON Pointer into the file, "" for the whole
    QString message;
};

struct GivenSecret
{
    QString value; // as written in the file; leaves memory for the secret store and nothing else
    QString ref;   // or a reference to one already stored
    std::optional<qint64> expiresAt;
};

struct Workspace
{
    struct SourceEntry
    {
        Source source;
        QList<GivenSecret> secrets;
    };
    QList<SourceEntry> sources;
    QList<Workflow> workflows;
    QList<Tenant> tenants;
    QList<Operator> operators;
    std::optional<bool> fourEyes;
    QJsonObject rest; // roots, alerts, retention: kept as given
};

struct ParsedWorkspace
{
    Workspace workspace;
    QList<Problem> problems; // any: nothing is applied
    QList<Problem> warnings; // accepted, but this version does not act on it
};

ParsedWorkspace parseWorkspace(const QByteArray &json);

// One source or workflow from its stored form (what toJson wrote). The stored form was checked when it was applied.
Source sourceFromStored(const QJsonObject &json);
Workflow workflowFromStored(const QJsonObject &json);

// Complete forms with every default written out; secrets as {"ref": …}. Equal definitions give equal text.
QJsonObject toJson(const Source &source);
QJsonObject toJson(const Workflow &workflow);

// ISO 8601 with zone → UTC ms.
std::optional<qint64> parseTime(const QString &text);

} // namespace lazaret
