#!/usr/bin/env bash
# Fuzzes for so many minutes: run.sh MINUTES [TARGET...], default: all targets, each for its share of the
# time. Builds them with the address sanitizer; prints the inputs and the inputs a second of each target,
# and the end of the output of one that fails. An input that fails is left in artifacts/TARGET, what was
# found to be new in corpus/TARGET. Needs a nightly compiler with its cargo-fuzz.
set -euo pipefail
cd "$(dirname "$0")"

if ! [[ "${1:-}" =~ ^[1-9][0-9]*$ ]]; then
    echo "usage: run.sh MINUTES [TARGET...]" >&2
    exit 2
fi
minutes=$1
shift
targets=("$@")
[ $# -gt 0 ] || mapfile -t targets < <(basename --suffix .rs fuzz_targets/*.rs)

cargo +nightly fuzz build --fuzz-dir . >&2
programs=target/$(rustc +nightly --version --verbose | sed -n 's/^host: //p')/release
# Searches that do not end in time are left alone on purpose, and games that are read are never freed.
export ASAN_OPTIONS=detect_leaks=0

# Files of the project that are seeds, too.
more_seeds() {
    case $1 in
        games) cp ../../movegen/games/*.toml ../cases/slow/*.toml corpus/games ;;
        pgn) cp ../../protocol/cli/tests/vchess/*.pgn corpus/pgn ;;
    esac
}

processes=$(nproc)
seconds=$((minutes * 60 * processes / ${#targets[@]}))
[ $seconds -le $((minutes * 60)) ] || seconds=$((minutes * 60))
fuzz() {
    local target=$1 log
    mkdir -p corpus/"$target" artifacts/"$target"
    more_seeds "$target"
    log=$(mktemp)
    local status=0
    "$programs/$target" corpus/"$target" seeds/"$target" -artifact_prefix=artifacts/"$target"/ \
        -max_total_time="$seconds" -timeout=60 -rss_limit_mb=0 -print_final_stats=1 >"$log" 2>&1 || status=$?
    local inputs
    inputs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    printf '%-9s %10d inputs %7d a second %s\n' "$target" "${inputs:-0}" $((${inputs:-0} / seconds)) \
        "$([ $status = 0 ] && echo held || echo FAILED)"
    [ $status = 0 ] || tail -n 40 "$log"
    rm "$log"
    return $status
}
export -f fuzz more_seeds
export programs seconds
printf '%s\n' "${targets[@]}" | xargs --max-args 1 --max-procs "$processes" bash -c 'fuzz "$1" || exit 1' fuzz
