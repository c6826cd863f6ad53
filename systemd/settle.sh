#!/bin/bash
# What becomes of an update whose plug was pulled; the installer lays this beside the programs, and uses it itself.
#
# While a new program is on trial, a folder keeps which the old one was, and its unit, rules and command. The trial
# ends when the new one has come up: systemd calls `confirm` then (ExecStartPost), whatever became of the installer.
# Where the trial still stands when the machine starts, nobody has ever seen the new one work, nor played with it, as
# it lets nobody make a move before its camera was opened: `at_boot` goes back to the old one. Each step can be cut
# short and done again.
set -euo pipefail

VENV=/opt/maexle/venv
TRIAL=/opt/maexle/trial
MEMORY=/var/lib/maexle
UNITS=/etc/systemd/system
UDEV_RULES=/etc/udev/rules.d
COMMANDS=/usr/local/bin

say() { printf '==> %s\n' "$*"; }

# A file is there whole or not at all.
lay() {
    local mode=$1 from=$2 to=$3
    install -D -m "$mode" "$from" "$to.new"
    mv -T "$to.new" "$to"
}

# A rename may get to the disk before what it names: that first.
switch_to() {
    sync
    ln -sfn "$1" "$VENV.new"
    mv -T "$VENV.new" "$VENV"
}

begin_trial() {
    local each
    rm -rf "$TRIAL.new"
    mkdir "$TRIAL.new"
    for each in "$UNITS/maexle.service" "$UDEV_RULES/99-maexle.rules" "$COMMANDS/maexle"; do
        [[ ! -e $each ]] || cp -p "$each" "$TRIAL.new"
    done
    readlink "$VENV" >"$TRIAL.new/program"
    [[ ! -e $MEMORY/maexle.db ]] || copies >"$TRIAL.new/copies"
    sync
    mv -T "$TRIAL.new" "$TRIAL"
    sync
}

end_trial() {
    [[ -d $TRIAL ]] || return 0
    rm -rf "$TRIAL.over"
    sync
    mv -T "$TRIAL" "$TRIAL.over"
    sync
    rm -rf "$TRIAL.over"
}

go_back() {
    switch_to "$(<"$TRIAL/program")"
    restore 0644 maexle.service "$UNITS"
    restore 0644 99-maexle.rules "$UDEV_RULES"
    restore 0755 maexle "$COMMANDS"
    take_back_memory
    end_trial
}

restore() { [[ ! -e $TRIAL/$2 ]] || lay "$1" "$TRIAL/$2" "$3/$2"; }

# A newer program lays a copy of the memory aside before it changes its form, which an older one can't read. Of
# several the first is as the old program left it: it becomes the memory, as a full disk has no room for one more.
# The others go before it does: this may be cut short and done again.
take_back_memory() {
    local each laid
    mapfile -t laid < <(new_copies | sort -V)
    ((${#laid[@]} > 0)) || return 0
    say "taking the table's memory back to what the old program reads"
    for each in "${laid[@]:1}"; do
        rm -f "$MEMORY/${each%% *}"
    done
    sync
    rm -f "$MEMORY"/maexle.db-wal "$MEMORY"/maexle.db-shm
    mv -T "$MEMORY/${laid[0]%% *}" "$MEMORY/maexle.db"
}

# Which copies there are, a line each: name, inode and date. One that is laid again is another file.
copies() { find "$MEMORY" -maxdepth 1 -name 'maexle.schema*.db' -printf '%f %i %T@\n'; }

# Those that the trial's beginning did not see. No date is held against another: a Pi has no clock of its own, and
# a copy from an evening with a network may be dated after an update without one. Where the beginning saw no memory
# none is new: the table never ran, or its memory is not mounted there, as in overlayroot-chroot.
new_copies() {
    [[ ! -e $TRIAL/copies ]] || copies | grep -vxF -f "$TRIAL/copies" || true
}

# It may be the old program that came up, in the moment before the switch.
confirm() {
    [[ -d $TRIAL && $(readlink "$VENV") != "$(<"$TRIAL/program")" ]] || return 0
    end_trial
    say "the new program came up, and stays"
}

at_boot() {
    [[ -d $TRIAL ]] || return 0
    say "an update was cut short before the new program came up: the old one runs again"
    go_back
    systemctl daemon-reload
    systemctl start --no-block maexle
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
    case ${1:-} in
        confirm | at_boot) "$1" ;;
        *)
            echo "usage: settle.sh confirm | at_boot" >&2
            exit 2
            ;;
    esac
fi
