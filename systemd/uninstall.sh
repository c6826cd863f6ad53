#!/bin/bash
# Take Mäxle off this system again: sudo systemd/uninstall.sh
#
# Settings (/etc/maexle), games and pictures (/var/lib/maexle) and the system's packages stay. What a prepared card
# brought goes as well (sdcard beside this): once the settings are gone too, it would set the table up again.
set -euo pipefail

# Where all lies, and what is looked at first.
# shellcheck source=systemd/install.sh
source "$(dirname "${BASH_SOURCE[0]}")/install.sh"

BOOT=/boot/firmware
FSTAB=/etc/fstab
FIRST_LOG=/var/log/maexle-first-boot.log
CALLED=/boot/firmware/maexle/first # as onto-card.sh and vendor-data call it

check_writable() {
    ! covered || fail "this Pi's root is read-only: what is taken off would be back after the next start." \
        "First make it writable again: docs/appliance.md says how."
}

# In overlayroot-chroot it is not, and what lies there would stay.
check_boot() {
    ! grep -qsE "^[^#]+[[:space:]]$BOOT[[:space:]]" "$FSTAB" || mountpoint -q "$BOOT" || fail \
        "the card's first partition is not mounted here, and what lies on it may set the table up again." \
        "First: sudo mount $BOOT. On a read-only root make that writable first (docs/appliance.md)."
}

remove_service() {
    local unit
    for unit in maexle maexle-first-boot maexle-settle maexle-stick; do
        systemctl --quiet disable --now "$unit" 2>/dev/null || true
        rm -f "$UNITS/$unit.service"
    done
    rm -f "$UDEV_RULES/99-maexle.rules" "$UDEV_RULES/99-maexle-stick.rules" "$COMMANDS/maexle" \
        "$WIFI/90-maexle-wifi.conf"
    rm -rf "$(dirname "$VENV")"
    systemctl daemon-reload
    udevadm control --reload || true # none runs in an image that is being made
}

# What calls the card's folder first: a call that finds nothing is worse than a folder that nobody calls.
remove_from_card() {
    ! grep -qs "$CALLED" "$BOOT/vendor-data" || rm "$BOOT/vendor-data"
    ! grep -qs "$CALLED" "$BOOT/firstrun.sh" || sed -i "\\#$CALLED#d" "$BOOT/firstrun.sh"
    ! grep -qs "$CALLED" "$BOOT/cmdline.txt" || sed -i "s# systemd\\.run=$CALLED.*##" "$BOOT/cmdline.txt"
    sync
    rm -rf "$BOOT/maexle" "$FIRST_LOG"
}

uninstall() {
    (($# == 0)) || fail "usage: sudo systemd/uninstall.sh" \
        "It takes the program away; settings, games and pictures stay."
    check_root
    check_writable
    check_boot
    check_alone
    remove_service
    remove_from_card
    say "Mäxle is gone. To be rid of settings, games and pictures too:"
    if findmnt --mountpoint /var/lib/maexle >/dev/null; then # a stick, where the card is read only
        echo "    sudo find /var/lib/maexle -mindepth 1 -delete; sudo umount /var/lib/maexle"
        echo "    sudo sed -i '\\#[[:space:]]/var/lib/maexle[[:space:]]#d' /etc/fstab"
    fi
    echo "    sudo rm -r /etc/maexle /var/lib/maexle; sudo userdel maexle"
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
    uninstall "$@"
fi
