#!/usr/bin/env bash
# Makes the Debian package, installs it on this system, uses it and removes it: run.sh, as root. With a
# package as argument it makes none. cargo-deb is installed if it is missing.
set -euo pipefail
package=${1:+$(realpath "$1")}
cd "$(dirname "$0")/../.."

fail() {
    echo "error: $1" >&2
    exit 1
}

[ "$(id --user)" = 0 ] || fail "dpkg installs only for root"
! dpkg --status baroque >/dev/null 2>&1 || fail "a package baroque is installed already"
command -v man >/dev/null || apt-get install --yes --no-install-recommends man-db >&2

if [ -z "$package" ]; then
    cargo deb --version >/dev/null 2>&1 || cargo install --quiet --locked cargo-deb@3.8.0
    rm -rf target/debian
    make deb
    package=$(echo target/debian/baroque_*.deb)
fi

home=$(mktemp --directory)
trap 'dpkg --purge baroque >/dev/null 2>&1; rm -rf "$home"' EXIT
export HOME=$home
dpkg --install "$package"
files=$(dpkg --listfiles baroque | while read -r file; do [ -d "$file" ] || echo "$file"; done)
for file in $files; do
    [ -f "$file" ] || fail "there is no $file"
done

for completions in bash-completion/completions/baroque zsh/vendor-completions/_baroque fish/vendor_completions.d/baroque.fish; do
    grep --quiet --line-regexp "/usr/share/$completions" <<<"$files" || fail "the package has no $completions"
done

cd "$home"
[ "$(command -v baroque)" = /usr/bin/baroque ] || fail "another baroque is found first: $(command -v baroque)"
printf 'e2e4\nd2d3\nh2h3\nquit\n' | baroque play --level 1 >game
for line in '1. Pe2-e4' '1... ' '2. Pd2-d3' '2... ' '3. Ph2-h3'; do
    grep --quiet --fixed-strings "$line" game || { cat game >&2; fail "the game has no '$line'"; }
done
for page in baroque baroque-play; do
    [ "$(man --where $page)" = /usr/share/man/man1/$page.1.gz ] || fail "man does not find $page"
    man $page | grep --quiet "$page" || fail "man does not show $page"
done
bash -c 'source /usr/share/bash-completion/completions/baroque; complete -p baroque' >/dev/null ||
    fail "there are no completions"

dpkg --remove baroque
for file in $files /usr/share/doc/baroque; do
    [ ! -e "$file" ] || fail "$file is left"
done
! dpkg --status baroque >/dev/null 2>&1 || fail "dpkg still knows the package"
echo "The package can be installed, used and removed: $package"
