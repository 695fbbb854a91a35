# Sourced by run.sh and test.sh: what both need before anything can be built. Speaks on standard error only, because
# run.sh --headless hands standard output to lazaretctl. Kept to bash 3.2, which is what macOS ships.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build="$root/build/release"

say() { printf 'lazaret: %s\n' "$*" >&2; }
die() {
    say "$*"
    exit 1
}

# The entries of a list file, one per line, without comments and blanks.
entries() { sed -e 's/#.*//' -e 's/[[:space:]]\{1,\}/ /g' -e 's/^ //; s/ $//' -e '/^$/d' "$1"; }

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        die "needs root for: $*"
    fi
}

# Prints the lines of the list of which no alternative is installed.
missing_debian() {
    local installed line name
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p')
    entries "$root/packaging/deps-debian.txt" | while read -r line; do
        for name in ${line//|/ }; do
            if grep -qxF -- "$name" <<<"$installed"; then
                continue 2
            fi
        done
        printf '%s\n' "$line"
    done
}

# The first alternative of a line that this release has.
available_debian() {
    local name
    for name in ${1//|/ }; do
        if apt-cache show --no-all-versions "$name" >/dev/null 2>&1; then
            printf '%s\n' "$name"
            return
        fi
    done
    die "this release has none of: $1"
}

install_debian() {
    local missing line name wanted=()
    missing=$(missing_debian)
    [ -n "$missing" ] || return 0
    say "refreshing the package lists"
    as_root apt-get -qq update >&2 || say "some package lists could not be refreshed; going on with what is known"
    while read -r line; do
        name=$(available_debian "$line")
        wanted+=("$name")
    done <<<"$missing"
    say "installing ${#wanted[@]} missing packages: ${wanted[*]}"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "${wanted[@]}" >&2 </dev/null
}

install_macos() {
    command -v brew >/dev/null || die "Homebrew is needed: https://brew.sh"
    local name installed wanted=()
    installed=$(brew list --formula -1)
    for name in $(entries "$root/packaging/deps-macos.txt"); do
        grep -qxF -- "$name" <<<"$installed" || wanted+=("$name")
    done
    if [ "${#wanted[@]}" -gt 0 ]; then
        say "installing ${#wanted[@]} missing formulae: ${wanted[*]}"
        brew install "${wanted[@]}" >&2
    fi
    # openssl@3 is keg-only: CMake does not find it unless told where it is.
    CMAKE_PREFIX_PATH="$(brew --prefix):$(brew --prefix qt):$(brew --prefix openssl@3)${CMAKE_PREFIX_PATH:+:$CMAKE_PREFIX_PATH}"
    export CMAKE_PREFIX_PATH
}

install_dependencies() {
    if [ "$(uname -s)" = Darwin ]; then
        install_macos
    elif command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; then
        install_debian
    else
        say "this system has no apt: the packages named in packaging/deps-debian.txt are needed under its own names"
    fi
}

configure() {
    local log
    say "configuring build/release"
    mkdir -p "$build"
    log="$build/configure.log"
    if ! (cd "$root" && cmake --preset release) >"$log" 2>&1; then
        cat "$log" >&2
        die "configuring failed; the output above is also in build/release/configure.log"
    fi
}

# build_targets TARGET…: one line per step on a terminal, only trouble elsewhere.
build_targets() {
    local quiet=()
    [ -t 2 ] || quiet=(--quiet)
    say "building $*"
    cmake --build "$build" --target "$@" -- ${quiet[@]+"${quiet[@]}"} >&2
}
