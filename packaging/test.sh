#!/usr/bin/env bash
# Installs what is missing, builds everything, and runs the whole suite; no display needed.
#   packaging/test.sh [CTEST ARGUMENT…]       for example: packaging/test.sh -L store
set -euo pipefail
# shellcheck source=packaging/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

install_dependencies
configure
build_targets all
say "running the tests"
cd "$root"
unset DISPLAY WAYLAND_DISPLAY
exec ctest --preset release -j2 "$@"
