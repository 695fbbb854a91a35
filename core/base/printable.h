// What came from outside, made safe to show.
#pragma once

#include <QString>

namespace lazaret {

// On one line, and in the order it is stored: control characters and those that reorder or hide what follows ("Trojan Source",
// CVE-2021-42574) are shown by their number, line ends as spaces. Idempotent.
QString printable(const QString &text);

} // namespace lazaret
