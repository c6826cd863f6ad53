#!/bin/bash
# Raspberry Pi OS on Debian 12 calls this once, before anything else, as the end of the card's cmdline.txt says. It has
# to succeed: after a failure the system would power off.
BOOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
bash "$BOOT/maexle/first-boot.sh" lay-only >"$BOOT/maexle/firstrun.log" 2>&1
sed -i 's| systemd\.run.*||' "$BOOT/cmdline.txt"
sync
exit 0
