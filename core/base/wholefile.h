// A file that appears whole or not at all; one that was there stays until then.
#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QFileDevice>

namespace lazaret {

// ErrorCode::io names the file and the system's reason. permissions: none leaves what the system gives.
Result<> writeWhole(const QString &file, const QByteArray &bytes, QFileDevice::Permissions permissions = {});

// Which file stands at that path, "gone" when none does; changes when another takes its place. Empty on Windows, where an open file can be
// neither moved nor deleted.
QByteArray fileIdentity(const QString &file);

} // namespace lazaret
