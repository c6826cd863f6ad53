#!/bin/bash
# Copy the bundle onto a card that Raspberry Pi Imager has written: ./onto-card.sh /media/$USER/bootfs
# For Linux and macOS; README.md says how to do the same by hand.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
CALL="bash /boot/firmware/maexle/first-boot.sh lay-only"
RUN="systemd.run=/boot/firmware/maexle/firstrun.sh systemd.run_success_action=reboot"
RUN="$RUN systemd.unit=kernel-command-line.target"

fail() {
    printf 'onto-card.sh: %s\n' "$@" >&2
    exit 1
}

# Debian 13: cloud-init reads what lies there.
to_cloud_init() {
    local file
    cp "$HERE/vendor-data" "$CARD"
    for file in user-data network-config meta-data; do
        [[ ! -e $HERE/$file ]] || cp "$HERE/$file" "$CARD"
    done
}

# Debian 12, and Imager's settings were filled in: its own firstrun.sh calls ours before it removes itself. What comes
# after that line Raspberry Pi OS cuts off before the first start (raspberrypi-sys-mods, `imager_fixup`).
into_firstrun() {
    ! grep -q "$CALL" "$CARD/firstrun.sh" || return 0
    awk -v call="$CALL" '!called && /rm.*firstrun\.sh$|^exit 0/ { print call; called = 1 } { print }' \
        "$CARD/firstrun.sh" >"$CARD/firstrun.new"
    grep -q "$CALL" "$CARD/firstrun.new" || fail "$CARD/firstrun.sh has no line 'exit 0': see README.md"
    mv "$CARD/firstrun.new" "$CARD/firstrun.sh"
}

# Debian 12 without Imager's settings: the kernel's one line names our own.
into_cmdline() {
    ! grep -q 'systemd\.run=' "$CARD/cmdline.txt" || return 0
    printf '%s %s\n' "$(tr -d '\r\n' <"$CARD/cmdline.txt")" "$RUN" >"$CARD/cmdline.new"
    mv "$CARD/cmdline.new" "$CARD/cmdline.txt"
}

main() {
    CARD=${1:-}
    [[ $# == 1 && -f $CARD/cmdline.txt && -f $CARD/config.txt ]] ||
        fail "usage: ./onto-card.sh CARD, where CARD is the folder that the fresh card appears as (bootfs)"
    [[ -d $HERE/maexle ]] || fail "there is no folder maexle beside this: take the one in build/image, from make image"
    cp -R "$HERE/maexle" "$CARD"
    if [[ -f $CARD/user-data ]]; then
        to_cloud_init
    elif [[ -f $CARD/firstrun.sh ]]; then
        into_firstrun
    else
        into_cmdline
    fi
    sync
    echo "Done. Eject the card, put it into the Pi, switch it on."
}

main "$@"
