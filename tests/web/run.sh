#!/usr/bin/env bash
# Tests the page in Debian's Chromium: run.sh [PROGRAM], a build of baroque. What is missing is
# installed and built. With SCREENSHOTS=FOLDER it takes pictures for people to look at instead.
set -euo pipefail

program=${1:-${BAROQUE:-}}
[ -z "$program" ] || program=$(realpath "$program")
pictures=${SCREENSHOTS:+$(realpath --canonicalize-missing "$SCREENSHOTS")}
cd "$(dirname "$0")"

install() {
    { apt-get update && apt-get install --yes --no-install-recommends "$1"; } >&2 ||
        { echo "error: no $1, and apt-get cannot install it" >&2; exit 1; }
}
command -v node >/dev/null || install nodejs
command -v npm >/dev/null || install npm
command -v chromium >/dev/null || install chromium
[ "$(node --print 'process.versions.node.split(".")[0]')" -ge 20 ] ||
    { echo "error: Playwright needs node 20 or later" >&2; exit 1; }
# npm writes this file last.
[ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --ignore-scripts --no-audit --no-fund >&2

if [ -z "$program" ]; then
    program=$(realpath --canonicalize-missing ../../target/debug/baroque)
    [ -x "$program" ] || cargo build --manifest-path ../../Cargo.toml
fi
export BAROQUE=$program
CHROMIUM=$(command -v chromium)
export CHROMIUM

if [ -n "$pictures" ]; then
    exec node screenshots.mjs "$pictures"
fi
exec node --test --test-reporter=tap --test-timeout=180000 ./*.test.mjs
