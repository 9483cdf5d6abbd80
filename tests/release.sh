#!/usr/bin/env bash
# What is checked before a release, besides CI: release.sh REVISION. What the libraries offered at that revision
# is still there, if the version does not say otherwise and the package is not new, and the program compiles for
# other machines.
# cargo-semver-checks is installed if it is missing.
set -euo pipefail
revision=${1:?the revision of the last release is missing}
cd "$(dirname "$0")/.."

for target in aarch64-unknown-linux-gnu aarch64-apple-darwin x86_64-pc-windows-gnu; do
    rustup target add $target
    cargo check --locked --package baroque --target $target
done

cargo semver-checks --version >/dev/null 2>&1 || cargo install --quiet --locked cargo-semver-checks@0.49.0
new=()
for package in $(cargo metadata --no-deps --format-version 1 | grep -o '"name":"baroque[a-z-]*","version"' | cut -d '"' -f 4); do
    git grep -q "^name = \"$package\"\$" "$revision" -- '*Cargo.toml' || new+=(--exclude "$package")
done
cargo semver-checks --workspace "${new[@]}" --baseline-rev "$revision"
