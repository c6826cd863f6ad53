#!/bin/bash
# Take Mäxle off this system again: sudo systemd/uninstall.sh
#
# Settings (/etc/maexle), games and pictures (/var/lib/maexle) and the system's packages stay.
set -euo pipefail

if ((EUID != 0)); then
    echo "uninstall.sh: this needs root. Start it as: sudo systemd/uninstall.sh" >&2
    exit 1
fi

for unit in maexle maexle-first-boot maexle-settle; do
    systemctl --quiet disable --now "$unit" 2>/dev/null || true
done
rm -f /etc/systemd/system/maexle.service /etc/systemd/system/maexle-{first-boot,settle}.service
rm -f /etc/udev/rules.d/99-maexle.rules /usr/local/bin/maexle
rm -rf /opt/maexle
systemctl daemon-reload
udevadm control --reload
echo "==> Mäxle is gone. To be rid of settings, games and pictures too:"
echo "    sudo rm -r /etc/maexle /var/lib/maexle; sudo userdel maexle"
