#!/usr/bin/env bash
# Runs clang-tidy 14 over core, ui and app, one process per processor; fails on any finding.
#   packaging/tidy.sh [REGEX…]     only the files whose path matches, for example: packaging/tidy.sh core/store
# The compile database is the dev preset's, without precompiled headers: GCC's are not clang's.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
runner=$(command -v run-clang-tidy-14 || command -v run-clang-tidy)
cmake --preset dev -B build/tidy -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DCMAKE_GLOBAL_AUTOGEN_TARGET=ON >/dev/null
cmake --build build/tidy --target autogen -- --quiet
[ $# -gt 0 ] || set -- core/ ui/ app/
"$runner" -quiet -p build/tidy "${@/#/^$PWD/}"
