// Rows of the configuration: sources and workflows with their versions, tenants, operators, holds, settings.
#pragma once

#include "model/records.h"
#include "model/source.h"
#include "model/workflow.h"
#include "store/database.h"

namespace lazaret::store {

std::optional<Source> currentSource(Database &db, const QString &slug); // nullopt: unknown or removed
QList<Source> currentSources(Database &db);
// Stores the source as a new version when it differs from the one in force; answers the version in force.
int putSource(Database &db, const Source &source, qint64 now, bool *changed);
bool removeSource(Database &db, const QString &slug);

std::optional<Workflow> workflowVersion(Database &db, const QString &name, const QString &version);
std::optional<Workflow> currentWorkflow(Database &db, const QString &name);
QList<Workflow> currentWorkflows(Database &db);
QStringList workflowNames(Database &db);                         // removed ones too
QStringList workflowVersions(Database &db, const QString &name); // oldest first
enum class PutWorkflow { unchanged, stored, replaced, refused }; // refused: other content under a version that jobs have used
PutWorkflow putWorkflow(Database &db, const Workflow &workflow, qint64 now);
bool mayPutWorkflow(Database &db, const Workflow &workflow); // false: putWorkflow would refuse
bool removeWorkflow(Database &db, const QString &name);
// What makes two definitions the same work: everything but the hold switch.
QString contentHash(const Workflow &workflow);

bool putTenant(Database &db, const Tenant &tenant, qint64 now); // true when something changed
void tenantSeen(Database &db, const QString &name, qint64 now); // created when new
QList<Tenant> tenants(Database &db);
bool putOperator(Database &db, const Operator &op, qint64 now);
bool removeOperator(Database &db, const QString &name);
QList<Operator> operators(Database &db);
std::optional<Operator> findOperator(Database &db, const QString &name);

bool setHold(Database &db, const QString &kind, const QString &name, bool held, const QString &by, qint64 now); // true when it changed
bool isHeld(Database &db, const QString &kind, const QString &name);

// How something is configured now, as a text that is different after any change to it, its hold included; empty: it is not there. kind:
// source, workflow, operator, setting.
QString standing(Database &db, const QString &kind, const QString &name);

QString setting(Database &db, const QString &key, const QString &fallback = {});
bool putSetting(Database &db, const QString &key, const QString &value); // true when it changed

} // namespace lazaret::store
