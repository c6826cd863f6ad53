#!/bin/bash
# Make the root of an installed table read-only: sudo systemd/install.sh --read-only /dev/sda1
#
# The root comes under an overlay that forgets what is written, so the card wears and breaks less; the table's memory
# moves to a partition of its own, journaled and flushed as before, so the third promise holds. That partition is
# empty, or its ext4 has nothing on it or a table's memory: a stick will do, or a third partition of the card. To
# change settings or take an update later: sudo overlayroot-chroot, do it there, start again.
set -euo pipefail

MEMORY=/var/lib/maexle
OWNER=maexle
FSTAB=/etc/fstab
OVERLAY=/etc/overlayroot.local.conf
RPI=/etc/rpi
UNITS=/etc/systemd/system
UDEV_RULES=/etc/udev/rules.d
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
DEVICE=$1
THERE="" # where the partition is mounted while the memory moves
STOPPED=""

say() { printf '==> %s\n' "$*"; }

fail() {
    printf 'read-only: %s\n' "$@" >&2
    exit 1
}

check_device() {
    [[ -b $DEVICE ]] || fail "$DEVICE is no partition. Which there are: lsblk -f"
    ! findmnt --source "$DEVICE" >/dev/null || [[ $(findmnt -no TARGET --source "$DEVICE") == "$MEMORY" ]] ||
        fail "$DEVICE is in use ($(findmnt -no TARGET --source "$DEVICE" | head -n 1)): take another, or unmount it"
    case $(kind) in
        "") ;;
        ext4) findmnt --source "$DEVICE" >/dev/null || check_strange ;;
        *) refuse "$(kind)" ;;
    esac
}

refuse() { fail "$DEVICE has something on it ($1). If nobody needs that: sudo wipefs --all $DEVICE"; }

# What is on it, "" for nothing: file systems, or a whole disk's table of partitions. blkid names none where there
# may be two, as of a disk with nothing on it.
kind() { wipefs --no-act --noheadings --output TYPE "$DEVICE" | sort -u | xargs; }

# All that lies there is given to the table's user, and goes with the table. A memory is the table's own; half of one
# is what a move left that was cut short.
check_strange() {
    local there known strange
    there=$(debugfs -R "ls -p /" "$DEVICE" 2>/dev/null | cut -d / -f 6 || true)
    ! grep -qxF maexle.db <<<"$there" || return 0
    known=$(printf '%s\n' "" . .. lost+found maexle.db.new; ls -A "$MEMORY" 2>/dev/null || true)
    strange=$(grep -avxF "$known" <<<"$there" || true)
    [[ -z $strange ]] || refuse "${strange%%$'\n'*}"
}

# Without busybox's grep overlayroot covers nothing, and the start goes on as if nobody had asked for it.
install_overlay() {
    if ! command -v overlayroot-chroot >/dev/null || ! command -v busybox >/dev/null; then
        apt-get -q update
        DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=900 \
            install --yes --no-install-recommends overlayroot busybox
    fi
}

# A partition on which a table's memory lies already is taken as it is: that of a Pi that was replaced.
move_memory() {
    local moved=""
    if findmnt --mountpoint "$MEMORY" >/dev/null; then
        say "the table's memory lies on a partition of its own already"
        own "$MEMORY"
        note_return
        return
    fi
    [[ -n $(kind) ]] || mkfs.ext4 -q -L maexle "$DEVICE"
    THERE=$(mktemp -d)
    mount "$DEVICE" "$THERE"
    if [[ -e $THERE/maexle.db ]]; then
        say "$DEVICE has a table's memory: the table goes on with that one"
    else
        say "moving the table's memory to $DEVICE"
        copy_memory "$THERE"
        moved=1
    fi
    own "$THERE"
    chmod --reference="$MEMORY" "$THERE"
    let_go
    mount_by_fstab
    # What lies under a mount nobody sees, and pictures that a host deletes are to be gone.
    if [[ -n $moved ]]; then
        umount "$MEMORY"
        find "$MEMORY" -mindepth 1 -delete
        mount "$MEMORY"
    fi
    note_return
}

let_go() {
    ! findmnt --mountpoint "$THERE" >/dev/null || umount "$THERE"
    rmdir "$THERE"
    THERE=""
}

# Where this fails, nothing has changed: the old memory goes only once the new one is known to come.
mount_by_fstab() {
    note_mount
    if ! mount "$MEMORY"; then
        mv -T "$FSTAB.old" "$FSTAB"
        systemctl daemon-reload
        fail "$DEVICE can't be mounted on $MEMORY (see above), and the memory stays where it was: take another"
    fi
    rm "$FSTAB.old"
}

# A Pi that was replaced may have known its user by another number, and systemd looks at the top folder alone.
own() { chown -R "$OWNER:$OWNER" "$1"; }

# By the log's file a memory is known: it comes last, so that half a memory is never taken for one.
copy_memory() {
    local there=$1
    rm -f "$there"/maexle.db*
    find "$MEMORY" -mindepth 1 -maxdepth 1 ! -name maexle.db -exec cp -a -t "$there" {} +
    if [[ -e $MEMORY/maexle.db ]]; then
        cp -a "$MEMORY/maexle.db" "$there/maexle.db.new"
        sync -f "$there"
        mv "$there/maexle.db.new" "$there/maexle.db"
    fi
    sync -f "$there"
}

# How a line of fstab begins that mounts the memory.
by_fstab() { echo "^[[:space:]]*[^#[:space:]][^[:space:]]*[[:space:]]+${MEMORY}[[:space:]]"; }

# nofail: a Pi whose stick is missing still starts, so that somebody can look; no time-out: the table itself waits
# for the stick, and starts once it is there, but never without its memory.
note_mount() {
    local uuid
    uuid=$(blkid -p -o value -s UUID "$DEVICE")
    cp -p "$FSTAB" "$FSTAB.old"
    cp -p "$FSTAB" "$FSTAB.new"
    # its last line may lack its end, and the next would become a part of it
    sed -i -E -e "\\|$(by_fstab)|d" -e '$a\' "$FSTAB.new"
    echo "UUID=$uuid $MEMORY ext4 noatime,nofail,x-systemd.device-timeout=0 0 2" >>"$FSTAB.new"
    mv -T "$FSTAB.new" "$FSTAB"
    sync
    systemctl daemon-reload
}

# A stick that drops out for a second takes its mount and the table with it, and nothing else starts them again. The
# device wants a unit that starts the table, not the table itself: while that is still being stopped, systemd would
# refuse the wish. With the machine the stick comes early; the table then waits for all that it waits for anyway.
# Whoever stops the table by hand has it stopped until the stick is plugged in anew; `systemctl disable` is stronger.
note_return() {
    local uuid
    uuid=$(blkid -p -o value -s UUID "$(findmnt -no SOURCE --mountpoint "$MEMORY")")
    install -D -m 0644 "$HERE/maexle-stick.service" "$UNITS/maexle-stick.service"
    mkdir -p "$UDEV_RULES"
    echo "SUBSYSTEM==\"block\", ENV{ID_FS_UUID}==\"$uuid\", TAG+=\"systemd\"," \
        'ENV{SYSTEMD_WANTS}+="maexle-stick.service"' >"$UDEV_RULES/99-maexle-stick.rules"
    systemctl daemon-reload
    udevadm control --reload || true # none runs in a chroot
}

# rpi-swap (Raspberry Pi OS on Debian 13) backs its swap by a file on the root. Under an overlay that file is memory
# itself, so the more is swapped the less there is.
keep_swap_off_root() {
    [[ -d $RPI ]] || return 0
    mkdir -p "$RPI/swap.conf.d"
    printf '[Main]\nMechanism=zram\n' >"$RPI/swap.conf.d/90-maexle.conf"
}

# recurse=0: other partitions, the memory's among them, stay as they are. Of all kernels: a Pi 5 starts another one
# than the newest, which is all that `update-initramfs -u` takes (raspberrypi/bookworm-feedback, issue 326).
cover_root() {
    keep_swap_off_root
    echo 'overlayroot="tmpfs:recurse=0"' >"$OVERLAY"
    update-initramfs -u -k all
}

# However a run fails, the table goes on, unless its memory is on the partition and that is mounted nowhere.
leave() {
    local status=$?
    [[ -z $THERE ]] || let_go || true
    ((status)) && [[ -n $STOPPED ]] || return 0
    if ! findmnt --mountpoint "$MEMORY" >/dev/null && grep -Eq "$(by_fstab)" "$FSTAB"; then
        fail "this failed (see above), and the table is off: its memory is on $DEVICE, which is not mounted." \
            "To have it back: sudo mount $MEMORY && sudo systemctl start maexle"
    fi
    systemctl start maexle || fail "the table does not start again: journalctl -u maexle says why"
    printf 'read-only: %s\n' "this failed (see above), and the table runs again: mend that, and do it anew" >&2
}

main() {
    trap leave EXIT
    check_device
    install_overlay
    STOPPED=1
    systemctl stop maexle
    move_memory
    cover_root
    systemctl start maexle
    say "from the next start on, the root is read-only: sudo reboot"
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
    main
fi
