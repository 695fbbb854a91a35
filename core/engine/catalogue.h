// The configuration in force, as one immutable value: replaced whole when something changed, read from any thread.
#pragma once

#include "guard/secrets.h"
#include "model/source.h"
#include "model/workflow.h"
#include "store/database.h"
#include "verify/scheme.h"

#include <QHash>
#include <QSet>

#include <memory>
#include <mutex>

namespace lazaret {

struct ListenedSource
{
    Source source;
    std::shared_ptr<const verify::Scheme> scheme; // null: unusable, with the reason below
    QList<verify::Key> keys;
    QString problem;
    QString workflowVersion; // empty: its workflow was removed
    QString taskType;
    CasePolicy casePolicy;
    bool idIsSigned = false;
    bool readsJson = true;
};

struct Catalogue
{
    QHash<QString, std::shared_ptr<const ListenedSource>> sources; // by slug
    QList<Workflow> workflows;                                     // in force
    QStringList workflowNames;                                     // removed ones too: their jobs go on
    QSet<QString> heldWorkflows;
    QList<QByteArray> publicHosts;
    qint64 auditSeq = 0; // what it was read at: every configuration change leaves an audit entry
};

std::shared_ptr<const Catalogue> readCatalogue(Database &db, guard::SecretStore &secrets);
qint64 configurationMark(Database &db);

} // namespace lazaret
