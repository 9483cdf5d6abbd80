#!/usr/bin/env bash
# Runs the example of the manual for python-chess in the game that it names and in three others:
# run.sh [PROGRAM], a build of baroque. python-chess is installed in target/python if it is missing.
set -euo pipefail
program=$(realpath "${1:-target/debug/baroque}")
cd "$(dirname "$0")/../.."
environment=target/python
package=chess==1.11.2

if ! $environment/bin/pip freeze 2>/dev/null | grep --quiet --line-regexp $package; then
    python3 -c 'import ensurepip' 2>/dev/null ||
        { apt-get update && apt-get install --yes --no-install-recommends python3-venv; } >&2 ||
        { echo "error: no python3 with venv, and apt-get cannot install it" >&2; exit 1; }
    python3 -m venv $environment
    $environment/bin/pip install --quiet --disable-pip-version-check $package
fi

folder=$(mktemp --directory)
trap 'rm -rf "$folder"' EXIT
ln -s "$program" "$folder/baroque"
export PATH=$folder:$PATH
sed --quiet '/^```python$/,/^```$/{/^```/d;p}' protocol/docs/uci.md >"$folder/baroque.py"
for variant in abbott1962 rococo maxima; do
    fen=$(baroque "setoption name UCI_Variant value $variant" d | sed --quiet 's/^Fen: //p')
    sed "s|uci_variant = .*|uci_variant = \"$variant\"|; s|^START = .*|START = \"$fen\"|" \
        "$folder/baroque.py" >"$folder/$variant.py"
done
for example in "$folder"/*.py; do
    # The first line has ten moves, and three with their scores follow.
    $environment/bin/python -W error "$example" >"$folder/out" 2>"$folder/errors"
    lines=$(wc --lines <"$folder/out")
    moves=$(head --lines 1 "$folder/out" | wc --words)
    if grep --quiet --invert-match "Exception parsing currmove" "$folder/errors" || [ "$lines $moves" != "4 10" ]; then
        echo "error: $(basename "$example") prints:" >&2
        cat "$folder/out" "$folder/errors" >&2
        exit 1
    fi
done
