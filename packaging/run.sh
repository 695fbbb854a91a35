#!/usr/bin/env bash
# Installs what is missing, builds, and starts Lazaret.
#   packaging/run.sh [ARGUMENT…]              the desk, with these arguments
#   packaging/run.sh --headless ARGUMENT…     lazaretctl ARGUMENT…
set -euo pipefail
# shellcheck source=packaging/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

program=lazaret
if [ "${1:-}" = --headless ]; then
    program=lazaretctl
    shift
fi
install_dependencies
configure
build_targets "$program"
say "starting $program"
exec "$build/bin/$program" "$@"
