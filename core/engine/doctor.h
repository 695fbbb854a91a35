// What is wrong with an installation, and what to do about it. It changes nothing. The parts are apart because they belong to different
// threads: the database's on a connection that only reads (a check of a large one takes seconds), the secrets' where the store may be
// asked.
#pragma once

#include "base/clock.h"
#include "guard/secrets.h"
#include "store/database.h"
#include "store/datadirectory.h"

#include <QList>

namespace lazaret {

struct HealthCheck
{
    enum class State { ok, warning, failed };
    QString check;
    State state = State::ok;
    QString detail;
    QString advice; // what to do; empty when nothing
};
QString toText(HealthCheck::State state);

QList<HealthCheck> examineDirectory(const DataDirectory &directory);
QList<HealthCheck> examinePipeline(const DataDirectory &directory);
QList<HealthCheck> examineDatabase(Database &db, const Clock &clock); // integrity, the audit chain, the clock against what is recorded
QList<HealthCheck> examineSecrets(Database &db, guard::SecretStore &secrets);

} // namespace lazaret
