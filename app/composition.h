// Putting an installation together: its data directory and its secret store. Which store a directory uses is recorded in it at
// creation; every process of that directory uses the same one, and a store that does not answer is an error, never another store.
#pragma once

#include "guard/secrets.h"
#include "store/database.h"
#include "store/datadirectory.h"

#include <memory>

namespace lazaret {

struct Installation
{
    DataDirectory directory;
    std::unique_ptr<guard::SecretStore> secrets;
};

// Creates what is missing. kindIfNew: "file" or "keychain", for a directory that has not chosen yet.
Result<Installation> openInstallation(const QString &path, const QString &kindIfNew, const Clock &clock);
// ErrorCode::not_found when the directory holds no database; nothing is created.
Result<Installation> openExistingInstallation(const QString &path, const Clock &clock);

// Where data lives unless told otherwise: LAZARET_DATA, else the platform's place for application data.
QString defaultDataPath();
// A demo's own place, beside the data it is offered from.
QString demoDataPath(const QString &dataPath);
// The name of the user this process runs as, from the operating system, not from the environment.
QString osUserName();

} // namespace lazaret
