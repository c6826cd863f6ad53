#!/bin/bash
# Build what `make test-arm64` plays with: build.sh WORK NEW PYTHON SUITE...
#
# WORK is a folder for 4 GB a suite that is kept between runs, NEW a tree of the program, PYTHON an interpreter with pip,
# each SUITE a Debian. In the end WORK has SUITE-arm64 and SUITE-amd64 with NEW installed by its own installer. The kernel
# has to take arm64's programs (emulator.py). Debian's mirror and pip's index are those that this machine uses.
set -euo pipefail

WORK=$(realpath "$1") NEW=$(realpath "$2") PYTHON=$3
HERE=$(cd "$(dirname "$0")" && pwd)
shift 3
MOUNTED=()
for each in "$@"; do MOUNTED+=("$WORK/$each-arm64" "$WORK/$each-amd64"); done
# shellcheck source=tests/appliance/trees.sh
source "$HERE/../trees.sh"

# As pip has it, in a package that is named as Raspberry Pi's.
make_gpiozero() {
    local at=$WORK/packages/gpiozero
    rm -rf "$at"
    "$PYTHON" -m pip --quiet --no-cache-dir --disable-pip-version-check install --root-user-action=ignore --no-deps \
        --target "$at/usr/lib/python3/dist-packages" gpiozero==2.0.1 colorzero
    rm -rf "$at/usr/lib/python3/dist-packages/bin"
    find "$at" -name __pycache__ -prune -exec rm -rf {} +
    control "$at" all gpiozero 2.0.1-0+rpt1 python3
    dpkg-deb --root-owner-group -b "$at" "$WORK/gpiozero.deb" >/dev/null
}

# Where it was installed before, this upgrades it, and only what is new is fetched.
install_new() { # tree
    copy_tree "$1" "$NEW" maexle
    install_in "$1" root
}

main() {
    local suite arch name
    mkdir -p "$WORK/done"
    trap unmount_all EXIT
    once gpiozero "what only Raspberry Pi's archive has" make_gpiozero
    for suite in "$@"; do
        for arch in amd64 arm64; do
            name=$suite-$arch
            once "$name" "a bare $suite for $arch" \
                plain_debian "$suite" "$arch" "$WORK/$name" "$WORK/gpiozero.deb" "$WORK/archive"
            say "the program by its own installer on $name"
            install_new "$WORK/$name"
        done
    done
}

main "$@"
