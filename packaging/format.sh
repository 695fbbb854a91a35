#!/usr/bin/env bash
# Formats our sources with clang-format 14; --check changes nothing and fails when something would change.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
format=$(command -v clang-format-14 || command -v clang-format)
mode=(-i)
[ "${1:-}" = --check ] && mode=(--dry-run --Werror)
find core ui app tests \( -name '*.h' -o -name '*.cpp' \) -print0 | xargs -0 "$format" "${mode[@]}"
