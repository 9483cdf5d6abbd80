#!/usr/bin/env bash
# Builds the package with the profile `dev`, installs it in target/python-package and runs its tests, its
# doctests, the examples and the check of its type stubs. With RAY=1 the example for Ray runs on a local cluster of
# one worker per processor.
set -euo pipefail
cd "$(dirname "$0")"
root=$(realpath ../..)
environment=$root/target/python-package
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$root/target/python-build}

python3 -c 'import ensurepip' 2>/dev/null ||
    { apt-get update && apt-get install --yes --no-install-recommends python3-venv; } >&2 ||
    { echo "error: no python3 with venv, and apt-get cannot install it" >&2; exit 1; }
[ -x "$environment"/bin/python ] || python3 -m venv "$environment"
# Optimised for speed it would take minutes to build.
export MATURIN_PEP517_ARGS="--profile dev"
"$environment"/bin/pip install --quiet --disable-pip-version-check "$root/protocol/python[test]"
[ -z "${RAY:-}" ] || "$environment"/bin/pip install --quiet --disable-pip-version-check ray
# Not from here, where the folder of the sources has the name of the package.
cd "$(mktemp --directory)"
"$environment"/bin/python -m pytest --config-file "$root"/protocol/python/pyproject.toml \
    -p no:cacheprovider "$root"/protocol/python/tests
"$environment"/bin/python -m mypy.stubtest --mypy-config-file "$root"/protocol/python/pyproject.toml baroque
"$environment"/bin/python "$root"/protocol/python/examples/train.py --steps 20
