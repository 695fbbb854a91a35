// What is configured, as the set-up pages show it: sources with their health, workflows with their versions, the hosts they call, people.
#pragma once

#include "engine/queries.h"
#include "model/source.h"
#include "model/workflow.h"
#include "store/setupfigures.h"

#include <QJsonObject>

namespace lazaret::queries {

struct SourceView
{
    Source source;
    QJsonObject definition; // as in a workspace file; its hold is the one in force
    QString standing;       // for Basis
    bool held = false;
    Time lastDelivery;
    store::Arrivals lastFive; // minutes
    qint64 refusedLastHour = 0;
};
struct SourceList
{
    QList<SourceView> sources;
    QStringList workflows; // in force: what a source may give its deliveries to
    qint64 now = 0;
};
SourceList sourceList(Database &db, qint64 nowMs);

// Why a secret cannot be a key of this scheme; empty when it can, or when the scheme is unknown. Pure.
QString secretProblem(const QString &scheme, const QByteArray &secret);

// Somebody changed it: who and when. nullopt: nobody is on record.
struct ChangedBy
{
    QString who;
    qint64 at = 0;
};
std::optional<ChangedBy> changedBy(Database &db, const QString &kind, const QString &name);

struct WorkflowView
{
    Workflow workflow; // in force
    QJsonObject definition;
    QString standing;
    bool held = false;
    QStringList versions; // oldest first
    QStringList sources;  // that give it their deliveries
    qint64 openCases = 0;
};
QList<WorkflowView> workflowList(Database &db);
std::optional<QJsonObject> workflowDefinition(Database &db, const QString &name, const QString &version);

struct TargetView
{
    struct Use
    {
        QString workflow, step;
        bool effect = true, probe = false;
    };
    QString host; // as attempts record it: "cards.example:8443"
    bool tls = true, localAllowed = false;
    QList<Use> uses;                  // by the versions in force; empty: only older versions called it
    QList<store::HostAnswer> answers; // since the time asked for, most first
    qint64 answered = 0;              // their sum
    Time lastAt;
};
QList<TargetView> targetList(Database &db, qint64 since);

struct PeopleView
{
    struct Person
    {
        Operator op;
        QString standing;
    };
    QList<Person> people;
    QStringList tenants;
    bool fourEyes = false;
    QString fourEyesStanding;
};
PeopleView peopleView(Database &db);

} // namespace lazaret::queries
