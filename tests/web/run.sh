#!/usr/bin/env bash
# Tests the page in the build of Debian's Chromium for scripts, which is twice as fast here, or in
# CHROMIUM=PATH: run.sh [PROGRAM], a build of baroque. What is missing is installed and built. With
# SCREENSHOTS=FOLDER it takes pictures for people to look at instead.
# `run.sh check` only looks at the code: types and lints. `run.sh proxies [PROGRAM]` tests the page behind
# Debian's Caddy and nginx instead, by the examples of the topic serve.
set -euo pipefail

part=
case "${1:-}" in check | proxies)
    part=$1
    shift
    ;;
esac
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
# Earlier ones do not tell modules by their syntax.
node --eval 'const [major, minor] = process.versions.node.split(".").map(Number);
    process.exit(major > 20 || (major === 20 && minor >= 19) ? 0 : 1)' ||
    { echo "error: the tests need node 20.19 or later" >&2; exit 1; }
# npm writes this file last.
[ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --ignore-scripts --no-audit --no-fund >&2
if [ "$part" = check ]; then
    exec npm run --silent check
fi
if [ -z "${CHROMIUM:-}" ]; then
    command -v chromium-headless-shell >/dev/null || install chromium-headless-shell
    CHROMIUM=$(command -v chromium-headless-shell)
fi

if [ -z "$program" ]; then
    program=$(realpath --canonicalize-missing ../../target/debug/baroque)
    [ -x "$program" ] || cargo build --manifest-path ../../Cargo.toml
fi
export BAROQUE=$program
export CHROMIUM

if [ -n "$pictures" ]; then
    exec node screenshots.mjs "$pictures"
fi
if [ "$part" = proxies ]; then
    for proxy in caddy nginx; do
        command -v $proxy >/dev/null || install $proxy
        PROXY=$proxy node --test --test-reporter=tap --test-timeout=180000 proxies.mjs
    done
    exit
fi
# Two files at once: much of a test is waiting.
exec node --test --test-reporter=tap --test-concurrency=2 --test-timeout=180000 ./*.test.mjs
