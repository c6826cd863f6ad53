#!/bin/bash
# What a card that `make image` prepared does when the Pi first starts. It lies on the card's boot partition, with the
# project's archive and a unit beside it, and is called in two ways:
#
#   lay   at every start, by cloud-init (vendor-data): sets the service below up and starts it; once, by Debian 12
#         (firstrun.sh), as lay-only, which leaves starting it to the next start
#   run   by that service: installs the table with its own installer; where that fails, systemd calls it again
#
# Once the table is installed neither does anything any more, whatever the card still says.
set -euo pipefail

CARD=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
UNITS=/etc/systemd/system
UNIT=maexle-first-boot.service
DONE=/etc/maexle/first-boot.done
LOG=/var/log/maexle-first-boot.log
AGAIN_S=30 # as in the unit
MOST_S=600
PATIENCE_S=900
MOST_LOG=1000000 # bytes

say() { printf '==> %s\n' "$*"; }

lay() {
    [[ ! -e $DONE ]] || return 0
    install -D -m 0644 "$CARD/$UNIT" "$UNITS/$UNIT.new"
    mv -T "$UNITS/$UNIT.new" "$UNITS/$UNIT"
    systemctl --quiet enable "$UNIT"
    sync
}

# In the middle of a start, where cloud-init calls this, nothing may wait for a service.
start() {
    [[ ! -e $DONE ]] || return 0
    systemctl daemon-reload
    systemctl start --no-block "$UNIT"
}

run() {
    if [[ -e $DONE ]]; then
        say "the table is installed already: nothing to do"
        return
    fi
    shorten_log
    say "setting the table up: a quarter of an hour or more, with a network. What happens: $LOG"
    # In a condition bash forgets `set -e`: a shell of its own keeps it.
    if "$BASH" "${BASH_SOURCE[0]}" install 2>&1 | tee -a "$LOG"; then
        finish
    else
        pause
        return 1
    fi
}

# Each time longer: what fails in its last step would keep the Pi and its card at work day and night. The units of
# Debian 12's systemd can't do that (RestartSteps= came with 254); AGAIN_S of it are the unit's own.
pause() {
    local failed pause_s
    failed=$(systemctl show -P NRestarts "$UNIT" || true)
    pause_s=$(((${failed:-0} + 1) * AGAIN_S))
    pause_s=$((pause_s < MOST_S ? pause_s : MOST_S))
    say "that did not work; the lines above say why. It is tried again in $pause_s s, until it does."
    sleep $((pause_s - AGAIN_S))
}

# Where a pub has no network for weeks it is tried thousands of times: the newest tell enough.
shorten_log() {
    [[ -e $LOG ]] && (($(stat -c %s "$LOG") > MOST_LOG)) || return 0
    tail -c $((MOST_LOG / 2)) "$LOG" >"$LOG.new"
    mv -T "$LOG.new" "$LOG"
}

# A plug that was pulled may have left packages half set up, and a tree half unpacked.
install_table() {
    wait_for_others
    DEBIAN_FRONTEND=noninteractive dpkg --configure -a
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    tar -xzf "$CARD/maexle.tar.gz" -C "$work" --no-same-owner
    bash "$work/maexle/systemd/install.sh"
}

# cloud-init installs packages of its own, and apt serves one at a time.
wait_for_others() {
    ! command -v cloud-init >/dev/null || timeout "$PATIENCE_S" cloud-init status --wait >/dev/null || true
}

# Once it is done nothing is looked at any more: the key goes first, as the plug may be pulled in between.
finish() {
    forget_wifi || say "the Wi-Fi's key still lies there for everybody: network-config on the card's first" \
        "partition can't be written over" | tee -a "$LOG"
    mkdir -p "$(dirname "$DONE")"
    sync
    touch "$DONE"
    sync
    systemctl --quiet disable "$UNIT"
    rm -f "$UNITS/$UNIT"
    say "the table is set up. Go on with your phone: the address stands above."
}

# The card's first partition can be read by everybody. cloud-init has laid the Wi-Fi where only root reads it.
forget_wifi() {
    local file=$CARD/../network-config
    ! grep -qs '^# From make image' "$file" || echo '# What stood here was taken up at the first start.' >"$file"
}

main() {
    case ${1:-} in
        lay)
            lay
            start
            ;;
        lay-only) lay ;;
        run) run ;;
        install) install_table ;;
        *)
            echo "usage: first-boot.sh lay | lay-only | run" >&2
            return 2
            ;;
    esac
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
    main "$@"
fi
