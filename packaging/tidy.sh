#!/usr/bin/env bash
# Runs clang-tidy 14 over core, ui and app, one process per processor; fails on any finding.
#   packaging/tidy.sh [REGEX…]     only the files whose path matches, for example: packaging/tidy.sh core/store
# The compile database is the dev preset's, without precompiled headers: GCC's are not clang's. Nothing is built: no source of core, ui
# or app includes what moc generates.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
runner=$(command -v run-clang-tidy-14 || command -v run-clang-tidy)
cmake --preset dev -B build/tidy -DBUILD_TESTING=OFF -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON >/dev/null
[ $# -gt 0 ] || set -- core/ ui/ app/
"$runner" -quiet -p build/tidy "${@/#/^$PWD/}"
