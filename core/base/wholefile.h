// A file that appears whole or not at all; one that was there stays until then.
#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QFileDevice>

namespace lazaret {

// ErrorCode::io names the file and the system's reason. permissions: none leaves what the system gives.
Result<> writeWhole(const QString &file, const QByteArray &bytes, QFileDevice::Permissions permissions = {});

} // namespace lazaret
