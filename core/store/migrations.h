// Brings a database to this version's schema: numbered, forward only, each in one transaction, a copy kept before each.
#pragma once

#include "base/result.h"

#include <QString>

namespace lazaret {

class Clock;
class Database;

// The schema this build knows. A database with a higher number is refused and not touched (ErrorCode::newer).
int schemaVersion();

// The number in an existing file, read without changing it; 0 for a new one.
Result<int> readSchemaVersion(const QString &file);

// Applies what is missing. Before the first change to an existing database a consistent copy is written beside it
// (lazaret.db.before-000N; VACUUM INTO, so it is complete without its write-ahead log).
Result<> migrate(Database &database, const QString &file, const Clock &clock);

} // namespace lazaret
