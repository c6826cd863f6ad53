#!/bin/bash
# Build the guest of `make test-appliance`: build.sh WORK NEW OLD
#
# WORK is a folder for 12 GB that is kept between runs, NEW a tree of the program, OLD another one that is installed
# first, to be upgraded. In the end WORK has root (Debian 13 with OLD installed by its own installer, NEW in the
# landlord's home), base.ext4 (the same with NEW installed over it), vmlinuz and initrd.gz, and older_debian (Debian 12
# with NEW installed). Debian's mirror and pip's index are those that this machine uses.
set -euo pipefail

WORK=$(realpath "$1") NEW=$(realpath "$2") OLD=$(realpath "$3")
HERE=$(cd "$(dirname "$0")" && pwd)
TREE=$WORK/root     # the guest's tree
PUB=$WORK/pub       # the same with the new program
TWELVE=$WORK/older_debian
KERNEL=$WORK/kernel # Debian's kernel, unpacked
BENCH=$WORK/bench   # a tree with compilers, to build what only Raspberry Pi's archive has
ARCHIVE=$WORK/archive
MOUNTED=("$TREE" "$PUB" "$TWELVE" "$BENCH")
# shellcheck source=tests/appliance/trees.sh
source "$HERE/trees.sh"

# The kernel of Debian 13 itself has no gpio-sim, and its libcamera hangs picamera2: both come from backports.
make_bare() {
    local site package wanted=systemd,systemd-sysv,udev,kmod,dbus,procps,iproute2,sudo,ca-certificates,python3,e2fsprogs,openssh-client
    site=$(mirror)
    printf 'deb %s trixie main\ndeb %s trixie-backports main\n' "$site" "$site" >"$WORK/sources"
    for package in python3-libcamera libcamera-tools libcamera-ipa libcamera0.7 libcamera-v4l2; do
        wanted+=,$package/trixie-backports
    done
    bootstrap trixie amd64 "$WORK/bare" "$wanted" "$WORK/sources" --dpkgopt='path-exclude=/usr/share/man/*' \
        --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/locale/*'
}

# shellcheck disable=SC2016  # the guest's shell is to see the dollars
make_kernel() {
    chroot "$WORK/bare" sh -ec '
        cd /root
        image=$(apt-cache depends linux-image-amd64/trixie-backports |
            sed -n "s/.*Depends: \(linux-image-[0-9].*-amd64\)$/\1/p" | head -n 1)
        version=${image#linux-image-}
        echo "$version" >kernel_version
        apt-get -qq -o APT::Sandbox::User=root download \
            "linux-binary-$version" "linux-modules-$version" "linux-base-$version"'
    local version each
    version=$(cat "$WORK/bare/root/kernel_version")
    rm -rf "$KERNEL"
    mkdir "$KERNEL"
    for each in "$WORK"/bare/root/linux-*.deb; do dpkg -x "$each" "$KERNEL"; done
    rm "$WORK"/bare/root/linux-*.deb
    ln -s usr/lib "$KERNEL/lib"
    depmod -b "$KERNEL" "$version"
    cp "$(find "$KERNEL" -name 'vmlinuz*' -type f | head -n 1)" "$WORK/vmlinuz"
}

# picamera2, gpiozero and lgpio as pip has them, in packages that are named as Raspberry Pi's.
make_archive() {
    rm -rf "$BENCH" "$ARCHIVE" "$WORK/packages"
    cp -a "$WORK/bare" "$BENCH"
    cp -L /etc/resolv.conf /etc/hosts "$BENCH/etc/"
    cp /etc/ssl/certs/ca-certificates.crt "$BENCH/etc/ssl/certs/"
    mount_in "$BENCH"
    chroot "$BENCH" env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends \
        python3-pip python3-dev gcc g++ libc6-dev swig libcap-dev python3-numpy >"$WORK/bench.log" 2>&1
    fetch lgpio 'lgpio>=0.2.2'
    fetch gpiozero gpiozero==2.0.1 colorzero
    fetch picamera2 picamera2==0.3.38 PiDNG simplejpeg videodev2 python-prctl OpenEXR
    unmount_all
    cp "$HERE/guest/pykms.py" "$BENCH/root/picamera2/"
    printf 'from picamera2 import stand_in\n\nstand_in.fit(Picamera2)\n' >>"$BENCH/root/picamera2/picamera2/__init__.py"
    mkdir "$ARCHIVE" "$WORK/packages"
    package lgpio 0.2.2-1~rpt1 python3
    package gpiozero 2.0.1-0+rpt1 python3
    package picamera2 0.3.38-1 "python3, python3-libcamera, python3-numpy, python3-pil, python3-av, \
python3-jsonschema, python3-libarchive-c, python3-piexif, python3-tqdm, libcap2"
    list_packages "$ARCHIVE"
    rm -rf "$BENCH"
}

fetch() {
    local name=$1 each settings=()
    shift
    for each in PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_CERT PIP_DEFAULT_TIMEOUT; do
        [[ -z ${!each:-} ]] || settings+=("$each=${!each}")
    done
    # PYPI tells lgpio to bring its C library along
    chroot "$BENCH" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root PYPI=1 "${settings[@]}" \
        python3 -m pip --quiet --no-cache-dir --disable-pip-version-check install --root-user-action=ignore \
        --no-deps --target "/root/$name" "$@"
    rm -rf "$BENCH/root/$name/bin"
    find "$BENCH/root/$name" -name __pycache__ -prune -exec rm -rf {} +
}

package() { # name, version, what it depends on
    local at=$WORK/packages/$1
    mkdir -p "$at/usr/lib/python3/dist-packages"
    cp -R "$BENCH/root/$1/." "$at/usr/lib/python3/dist-packages/"
    control "$at" amd64 "$@"
    dpkg-deb --root-owner-group -Zgzip -z1 -b "$at" "$ARCHIVE" >/dev/null
}

# A landlord's machine: a user who may become root, Raspberry Pi's archive, and what a Pi has.
make_landlord() {
    rm -rf "$TREE"
    cp -a "$WORK/bare" "$TREE"
    furnish "$TREE" "$ARCHIVE"
}

# Debian 12, whose Python and OpenCV are the oldest that are promised.
make_older_debian() {
    plain_debian bookworm amd64 "$TWELVE" "$ARCHIVE"/python3-gpiozero*.deb "$WORK/archive12"
}

# Only the kernel's modules that are needed: fewer files to copy, a faster start.
add_modules() {
    local version each
    version=$(cat "$WORK/bare/root/kernel_version")
    install -D -t "$TREE/usr/lib/modules/$version" -m 0644 \
        "$KERNEL/usr/lib/modules/$version"/modules.{order,builtin,builtin.modinfo}
    needed "$version" gpio-sim vivid configfs overlay autofs4 virtio_{blk,console,net,pci,rng} ext4 softdog |
        while read -r each; do
            install -D -m 0644 "$each" "$TREE/usr/lib/modules/$version/${each#"$KERNEL/lib/modules/$version/"}"
        done
    depmod -b "$TREE" "$version"
    rm -rf "$WORK/ramdisk"
    mkdir -p "$WORK/ramdisk"/{bin,dev,proc,sys,mnt,modules}
    cp /bin/busybox "$WORK/ramdisk/bin/"
    install -m 0755 "$HERE/guest/init" "$WORK/ramdisk/init"
    needed "$version" virtio_blk virtio_pci ext4 | while read -r each; do
        xz -dc "$each" >"$WORK/ramdisk/modules/$(basename "$each" .xz)"
        basename "$each" .xz >>"$WORK/ramdisk/modules/order"
    done
    (cd "$WORK/ramdisk" && find . | cpio -o -H newc --quiet | gzip -1 >"$WORK/initrd.gz")
}

needed() {
    local version=$1 each
    shift
    for each in "$@"; do
        modprobe -d "$KERNEL" -S "$version" --show-depends "$each"
    done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }'
}

# The installer's hundreds of packages, as it asks for them: unpacked here, at this machine's speed.
install_old() {
    copy_tree "$TREE" "$OLD" older
    mount_in "$TREE"
    # It can't start anything here: an older one ends at that, after all else.
    chroot "$TREE" su - landlord -c 'cd older && sudo systemd/install.sh' >"$WORK/install.log" 2>&1 || true
    chroot "$TREE" systemctl --quiet enable maexle || { tail -n 20 "$WORK/install.log" >&2; exit 1; }
    unmount_all
}

# The new program, where nothing runs: over the old one for the machine with pins and a camera, alone on Debian 12.
install_new() {
    rm -rf "$PUB"
    cp -a "$TREE" "$PUB"
    install_in "$PUB"
    prepare_overlay
    copy_tree "$TWELVE" "$NEW" maexle
    install_in "$TWELVE"
}

# What `--read-only` fetches, as the machine has no way out, and a ramdisk like a Pi's, which it makes anew.
prepare_overlay() {
    mount_in "$PUB"
    chroot "$PUB" env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends overlayroot busybox \
        >"$WORK/overlayroot.log" 2>&1
    chroot "$PUB" update-initramfs -c -k "$(cat "$WORK/bare/root/kernel_version")" >>"$WORK/overlayroot.log" 2>&1
    unmount_all
    echo '/dev/vda / ext4 defaults,noatime 0 1' >"$PUB/etc/fstab"
}

# What changes with the tests: the Pi's stand-ins, the agent, the program that is looked at.
dress() {
    local units=$TREE/etc/systemd/system each
    add_modules
    cp "$HERE"/guest/{agent.py,finger.py,inside.py,pi.sh,network.sh} "$TREE/opt/appliance/"
    cp "$HERE"/guest/{agent,pi}.service "$units/"
    mkdir -p "$units"/{sysinit.target.wants,multi-user.target.wants,maexle.service.d}
    ln -sf ../agent.service "$units/sysinit.target.wants/"
    ln -sf ../pi.service "$units/multi-user.target.wants/"
    cp "$HERE/guest/maexle.conf" "$units/maexle.service.d/stand-in.conf"
    echo 'SUBSYSTEM=="dma_heap", KERNEL=="system", SYMLINK+="dma_heap/vidbuf_cached"' \
        >"$TREE/etc/udev/rules.d/90-pi.rules"
    cp "$HERE/guest/stand_in.py" "$TREE/usr/lib/python3/dist-packages/picamera2/"
    mkdir -p "$TREE/usr/share/libcamera/pipeline/virtual" "$TREE/opt/appliance/frames"
    cp "$HERE/guest/virtual.yaml" "$TREE/usr/share/libcamera/pipeline/virtual/"
    for each in 0 1; do cp "$NEW/device/demo/white_13.jpg" "$TREE/opt/appliance/frames/$each.jpg"; done
    for each in serial-getty@ttyS0.service getty@tty1.service getty.target apt-daily.timer \
        apt-daily-upgrade.timer systemd-networkd.service systemd-resolved.service; do
        ln -sf /dev/null "$units/$each"
    done
    copy_tree "$TREE" "$NEW" maexle
}

make_image() {
    rm -rf "$PUB"/var/lib/apt/lists/* "$PUB"/var/cache/apt/archives/*.deb "$PUB"/var/cache/apt/*.bin
    rm -f "$WORK/base.ext4"
    mke2fs -q -t ext4 -E lazy_itable_init=1,lazy_journal_init=1 -d "$PUB" "$WORK/base.ext4" \
        $(($(du -sm "$PUB" | cut -f 1) + 1000))M
    rm -rf "$PUB"
}

main() {
    local old
    mkdir -p "$WORK/done"
    trap unmount_all EXIT
    old=$(git -C "$OLD" rev-parse --short=12 HEAD)
    once bare "a bare Debian 13" make_bare
    once kernel "its kernel" make_kernel
    once archive "what only Raspberry Pi's archive has" make_archive
    once landlord "a landlord's machine" make_landlord
    once "older-$old" "the older program, by its own installer" install_old
    once older_debian "Debian 12" make_older_debian
    say "what changes with the tests, the new program by its own installer, and the disk"
    dress
    install_new
    make_image
    say "the guest stands"
}

main
