// What two failures have in common: the text of the last exception without what differs from case to case. Pure.
#pragma once

#include <QString>

namespace lazaret::cases {

// The first line with quoted values as “…”, numbers as N and words that hold a digit (ids, keys, hashes) as #. At most 200 characters
// are looked at: enough to tell faults apart, and a megabyte of answer costs nothing.
QString faultOf(const QString &exception);

} // namespace lazaret::cases
