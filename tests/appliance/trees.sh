#!/bin/bash
# What the guests' builders have in common: trees made from Debian's mirror as this machine has it, and the program in
# them by its own installer. To be sourced by one that has set WORK, the folder of what is kept between runs, and MOUNTED,
# the trees that it may have mounted something in.

say() { printf '==> [%s s] %s\n' "$SECONDS" "$*"; }

# Once done, a step is done again only if its name (which says what it is made of) changes.
once() { # name, what it says, command
    [[ -e $WORK/done/$1 ]] && return
    say "$2"
    "${@:3}"
    touch "$WORK/done/$1"
}

# shellcheck disable=SC2016  # the dollar is apt's
mirror() {
    apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' | head -n 1
}

mount_in() {
    mount --bind /proc "$1/proc"
    mount --bind /dev "$1/dev"
}

unmount_all() {
    local each
    for each in "${MOUNTED[@]}"; do
        umount "$each/proc" "$each/dev" 2>/dev/null || true
    done
}

bootstrap() { # suite, architecture, tree, what it is to have, sources
    rm -rf "$3"
    mmdebstrap --quiet --mode=root --architectures="$2" --variant=minbase --skip=cleanup/apt \
        --dpkgopt=force-unsafe-io --aptopt='APT::Install-Recommends "false"' --aptopt='Acquire::Languages "none"' \
        "${@:6}" --include="$4" "$1" "$3" "$5" 2>"$3.log"
}

# A landlord's machine where neither pins nor a camera are asked for, so that of Raspberry Pi's packages only gpiozero is
# what it says.
plain_debian() { # suite, architecture, tree, gpiozero's package, where the archive may lie
    local suite=$1 arch=$2 tree=$3 gpiozero=$4 archive=$5 each
    printf 'deb %s %s main\n' "$(mirror)" "$suite" >"$tree.list"
    bootstrap "$suite" "$arch" "$tree" \
        systemd,udev,procps,iproute2,sudo,ca-certificates,python3 "$tree.list"
    rm -rf "$archive"
    mkdir "$archive"
    cp "$gpiozero" "$archive/"
    for each in lgpio=0.2.2-1~rpt1 picamera2=0.3.38-1; do
        rm -rf "$WORK/packages/$each"
        control "$WORK/packages/$each" all "${each%=*}" "${each#*=}" python3
        dpkg-deb --root-owner-group -b "$WORK/packages/$each" "$archive" >/dev/null
    done
    list_packages "$archive"
    furnish "$tree" "$archive"
}

control() { # where, architecture, name, version, what it depends on
    mkdir -p "$1/DEBIAN"
    printf '%s\n' "Package: python3-$3" "Version: $4" "Architecture: $2" "Depends: $5" \
        "Maintainer: stand-in <nobody@example.invalid>" \
        "Description: stand-in for the package of Raspberry Pi OS" >"$1/DEBIAN/control"
}

# What apt asks an archive for.
list_packages() { # archive
    local each
    for each in "$1"/*.deb; do
        dpkg-deb -f "$each"
        printf '%s\n' "Filename: ./$(basename "$each")" "Size: $(stat -c %s "$each")" \
            "SHA256: $(sha256sum "$each" | cut -d ' ' -f 1)" ""
    done >"$1/Packages"
}

# A user who may become root, and an archive that stands for Raspberry Pi's.
furnish() { # tree, archive
    local tree=$1
    cp -L /etc/resolv.conf /etc/hosts "$tree/etc/"
    cp /etc/ssl/certs/ca-certificates.crt "$tree/etc/ssl/certs/"
    echo raspberrypi >"$tree/etc/hostname"
    echo '127.0.1.1 raspberrypi' >>"$tree/etc/hosts"
    echo uninitialized >"$tree/etc/machine-id"
    mkdir -p "$tree/opt/appliance"
    cp -R "$2" "$tree/opt/appliance/archive"
    echo 'deb [trusted=yes] file:/opt/appliance/archive ./' >"$tree/etc/apt/sources.list.d/pi.list"
    chroot "$tree" useradd -m -s /bin/bash landlord
    echo 'landlord ALL=(ALL) NOPASSWD: ALL' >"$tree/etc/sudoers.d/landlord"
    chmod 440 "$tree/etc/sudoers.d/landlord"
}

copy_tree() { # guest's tree, program's tree, name: what git knows of it, as the landlord would have it
    local home=$1/home/landlord
    rm -rf "${home:?}/$3"
    mkdir "$home/$3"
    (cd "$2" && git ls-files -z --cached --others --exclude-standard | tar --null -cf - -T -) | tar -xf - -C "$home/$3"
    chroot "$1" chown -R landlord: "/home/landlord/$3"
}

# By its own installer, where nothing runs. An emulated sudo makes nobody root who is not root before.
install_in() { # tree, who says it
    mount_in "$1"
    chroot "$1" su - "${2:-landlord}" -c 'cd ~landlord/maexle && sudo systemd/install.sh' \
        >"$1/home/landlord/install.log" 2>&1 || { tail -n 20 "$1/home/landlord/install.log" >&2; exit 1; }
    unmount_all
}
