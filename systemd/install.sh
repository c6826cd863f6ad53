#!/bin/bash
# Install or upgrade Mäxle on Raspberry Pi OS (Debian 12 or 13, 64-bit): sudo systemd/install.sh
#
# The program goes into an environment of its own under /opt; everything it builds on comes from the system's
# packages, so security updates reach it. After the apt step no network is needed. Running it again upgrades:
# settings, games and pictures stay as they are. A new program that misreads its own pictures is never started, and
# where it does not come up, or this is ended or the plug pulled before it did, the old one does again (settle.sh beside
# this). With --read-only DEVICE the root becomes read-only, and the table's memory moves there (read-only.sh).
set -euo pipefail

PYTHON=/usr/bin/python3
SETTINGS=/etc/maexle/maexle.toml
SIGNERS=/etc/maexle/signers
LOCK=/run/maexle-install.lock
WIFI=/etc/NetworkManager/conf.d
APT_LOCKS=(/var/lib/apt/lists/lock /var/cache/apt/archives/lock)
PATIENCE_S=900 # with another apt
ROOM_MB=150 # a build takes 80 in the folder for that, a program 40 beside the old one
TREE=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# Where all else lies, and how a program takes the place of another.
# shellcheck source=systemd/settle.sh
source "$TREE/systemd/settle.sh"

# These three are in Raspberry Pi's archive only; the rest is in Debian's too.
PI_PACKAGES=(python3-picamera2 python3-lgpio python3-gpiozero)
PACKAGES=(
    openssh-client python3-babel python3-cattr python3-flask python3-flask-babel python3-ifaddr python3-itsdangerous
    python3-numpy python3-opencv python3-pip python3-sdnotify python3-segno python3-setuptools python3-venv
    python3-waitress python3-wheel
)

fail() {
    local each
    for each in "$@"; do
        printf '%s: %s\n' "${0##*/}" "$each" >&2
    done
    exit 1
}

check_root() {
    ((EUID == 0)) || fail "this needs root. Start it as: sudo systemd/${0##*/}"
}

# What is written under an overlay is forgotten at the next start, this program too.
check_kept() {
    ! covered || fail "this Pi's root is read-only: nothing would be kept." \
        "First: sudo overlayroot-chroot, then start this there, and start the Pi again." \
        "A file that you have brought is seen there once it is copied to /run."
}

covered() { [[ $(findmnt -no SOURCE /) == overlayroot ]]; }

# Two at once would take each other's trial for one that was cut short. The lock ends with whoever holds it.
check_alone() {
    exec {alone}>"$LOCK"
    flock --nonblock "$alone" || fail "an installer is at work here already: nothing was changed." \
        "Wait until it has ended (a card's first start takes a quarter of an hour), then start this again."
}

# Whether read-only.sh will take this partition, before minutes go by and a game is interrupted for it.
check_partition() {
    # shellcheck disable=SC2016  # the other shell's
    bash -c 'source "$1" "$2" && check_device' bash "$TREE/systemd/read-only.sh" "$1"
}

check_bits() {
    case $(dpkg --print-architecture) in
        arm64 | amd64) ;;
        *) fail "this system is 32-bit, and the table needs a 64-bit one." \
            "Write the 64-bit Raspberry Pi OS (Lite will do) to the card and start again." ;;
    esac
}

check_python() {
    "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || fail \
        "Python 3.11 or newer is needed, and $("$PYTHON" --version 2>/dev/null || echo none) is here." \
        "Raspberry Pi OS on Debian 12 (bookworm) or 13 (trixie) has it."
}

installed() { [[ $(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]; }

install_packages() {
    local package missing=() unknown=() stale=""
    for package in "${PACKAGES[@]}" "${PI_PACKAGES[@]}"; do
        installed "$package" || missing+=("$package")
    done
    if ((${#missing[@]} == 0)); then
        say "every system package is there"
        return
    fi
    say "installing ${missing[*]}"
    wait_for_apt
    # By itself apt succeeds without a network. A source of which nothing is needed may fail.
    apt-get -q --error-on=any update || stale=1
    for package in "${missing[@]}"; do
        apt-cache show "$package" >/dev/null 2>&1 || unknown+=("$package")
    done
    ((${#unknown[@]} == 0)) || [[ -z $stale ]] || fail_without_network "the package lists"
    ((${#unknown[@]} == 0)) || fail "apt does not know: ${unknown[*]}" \
        "They are part of Raspberry Pi OS on Debian 12 and 13. On another system use: make run"
    say "$(apt-get -q --simulate install --no-install-recommends "${missing[@]}" | grep -c '^Inst ' || true)" \
        "packages come with what these need"
    DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout="$PATIENCE_S" \
        install --yes --no-install-recommends "${missing[@]}" || {
        [[ -z $stale ]] || fail_without_network "the packages"
        fail "the packages could not be installed: apt says above why. What it began it goes on with: start this again."
    }
}

# A fresh Pi upgrades itself. By itself apt waits for who unpacks, once it is told to, but not for who fetches.
wait_for_apt() {
    "$PYTHON" -c '
import fcntl, signal, sys
signal.alarm(int(sys.argv[1]))
for name in sys.argv[2:]:
    with open(name, "a") as lock:
        try:
            fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            print("==> another apt is at work: waiting for it", flush=True)
            fcntl.lockf(lock, fcntl.LOCK_EX)
' "$PATIENCE_S" "${APT_LOCKS[@]}" || true
}

fail_without_network() {
    fail "$1 could not be fetched: is this machine on a network?" \
        "Join a Wi-Fi or plug a cable in, then start again. After this step no network is needed."
}

# Debian's gpiozero is older; picamera2 lets go of a camera that stopped responding since 0.3.20.
check_pi_packages() {
    at_least python3-gpiozero 2.0
    at_least python3-picamera2 0.3.20
}

at_least() {
    local version
    version=$(dpkg-query -W -f='${Version}' "$1")
    dpkg --compare-versions "$version" ge "$2" || fail \
        "$1 $version is too old; the table needs $2 or newer from Raspberry Pi's archive." \
        "Raspberry Pi OS has that archive in its sources; then: sudo apt install --only-upgrade $1"
}

# A disk that an update fills up loses the next move of the game.
check_room() {
    local place free
    for place in "${TMPDIR:-/tmp}" "$(dirname "$(dirname "$VENV")")"; do
        free=$(df --block-size=1M --output=avail "$place" | tail -n 1)
        ((free >= ROOM_MB)) || fail \
            "too little room in $place: ${free// /} MB are free, and it takes $ROOM_MB. The table is as it was." \
            "What makes some: sudo apt clean; deleting the pictures on a host's phone; starting the Pi anew."
    done
}

# Build in a copy, so that the tree keeps its owner and gets no build files. What Python compiled stays behind: a
# program that starts from the tree meanwhile renames it under the copy's hands.
build_wheel() {
    local work=$1
    say "building the program from $TREE"
    mkdir "$work/tree"
    (cd "$TREE" && find companion device games table vision web LICENSE README.md pyproject.toml \
        -name __pycache__ -prune -o -type f -exec cp --parents -t "$work/tree" {} +)
    cd "$work"
    {
        "$PYTHON" -m babel.messages.frontend --quiet compile -d tree/web/translations &&
            "$PYTHON" -m pip wheel --quiet --disable-pip-version-check --no-cache-dir --no-index --no-deps \
                --no-build-isolation --wheel-dir "$work" ./tree
    } || fail "the program could not be built (see above); nothing was changed."
}

# Each version gets an environment of its own beside the old one; it proves itself before anything else is touched.
install_program() {
    local work=$1
    say "installing it beside the one that runs"
    mkdir -p "$(dirname "$VENV")"
    fresh=$(mktemp -d "$VENV-XXXXXX")
    chmod 755 "$fresh"
    { fill_program "$work" && "$fresh/bin/maexle" proof; } || fail \
        "the new program does not start, or misreads its own pictures (see above); nothing was changed."
}

fill_program() {
    "$PYTHON" -m venv --system-site-packages "$fresh" &&
        "$fresh/bin/python" -m pip install --quiet --disable-pip-version-check --no-cache-dir --no-index --no-deps \
            "$1"/maexle-*.whl
}

# Laid before anything is switched, so that a machine that starts in the middle finds it.
install_settling() {
    lay 0755 "$TREE/systemd/settle.sh" "$(dirname "$VENV")/settle.sh"
    lay 0644 "$TREE/systemd/maexle-settle.service" "$UNITS/maexle-settle.service"
    systemctl --quiet enable maexle-settle
}

# An earlier installer was killed while its program was on trial, and the machine has not started since.
settle_earlier() {
    [[ -d $TRIAL ]] || return 0
    say "an earlier update was cut short: the old program first"
    return_to_old
    restart || true
}

# Never in a condition, in which bash forgets `set -e`: a trial whose end fails goes on.
return_to_old() {
    systemctl stop maexle
    [[ ! -d $TRIAL ]] || go_back # the new one may have come up at the last moment
    systemctl daemon-reload
}

# However an installer ends, by a key or by a network that drops out under its terminal, no program stays on trial
# that nobody has seen come up: systemd would start it again for ever. What is said may find no terminal any more.
leave() {
    trap "" INT HUP TERM PIPE
    rm -rf "$work"
    if [[ -n $on_trial && -d $TRIAL ]]; then
        say "the new program was not seen to come up: the old one again" || exec &>/dev/null
        return_to_old
        restart || true
    fi
    [[ -z $fresh || $fresh -ef $VENV ]] || rm -rf "$fresh"
}

# Before another comes, what an installer that was ended left behind too. After it where systemd runs, and with it the
# new one; else, beside overlayroot-chroot, a table plays from the one before until the Pi starts anew.
remove_older_programs() {
    local each
    for each in "$VENV"-??????; do
        [[ $each -ef $VENV ]] || rm -rf "$each"
    done
}

install_settings() {
    if [[ -e $SETTINGS ]]; then
        say "keeping the settings in $SETTINGS"
    else
        say "writing settings to $SETTINGS"
        lay 0644 "$TREE/systemd/maexle.toml" "$SETTINGS"
    fi
    # Whoever is trusted here stays so; where nobody is, whoever signs for this tree.
    grep -qs '^[^#]' "$SIGNERS" || lay 0644 "$TREE/systemd/signers" "$SIGNERS"
}

make_user() {
    say "making sure of the user maexle, in the groups gpio and video"
    getent group gpio >/dev/null || groupadd --system gpio
    id maexle >/dev/null 2>&1 || useradd --system --user-group --no-create-home \
        --home-dir /var/lib/maexle --shell /usr/sbin/nologin maexle
    usermod --append --groups gpio,video maexle
}

install_service() {
    say "setting up the service and the rights to pins and camera"
    lay 0644 "$TREE/systemd/99-maexle.rules" "$UDEV_RULES/99-maexle.rules"
    if ! { udevadm control --reload && udevadm trigger --subsystem-match=gpio --subsystem-match=dma_heap; }; then
        say "no udev runs here, as in an image that is being made: the rights come with the next start"
    fi
    lay 0644 "$TREE/systemd/maexle.service" "$UNITS/maexle.service"
    lay 0755 "$TREE/systemd/maexle" "$COMMANDS/maexle"
    ! booted || systemctl daemon-reload
    systemctl --quiet enable maexle
}

# Phones wait for a Wi-Fi that sleeps. It counts from the next start on: whoever installs may be here by that Wi-Fi.
keep_wifi_awake() {
    [[ ! -d $WIFI ]] || lay 0644 "$TREE/systemd/90-maexle-wifi.conf" "$WIFI/90-maexle-wifi.conf"
}

# Whether systemd runs here: not in an image that is being made, and in overlayroot-chroot only that of the covered
# root, whose `systemctl restart` does nothing then and succeeds.
booted() { [[ -d /run/systemd/system ]] && ! systemd-detect-virt --quiet --chroot; }

start_service() {
    local log="What it says: sudo journalctl -u maexle -n 30"
    if ! booted; then
        end_trial
        say "no system runs here: the table starts with the Pi"
        return
    fi
    say "starting the table; a game that was running goes on"
    if restart; then
        end_trial # systemd has done so already, but not where its unit is an older one
        say "it runs, and starts with the Pi. Settings: $SETTINGS"
        return
    fi
    [[ -d $TRIAL ]] || fail "the table did not start. $log"
    say "the new program did not come up: going back to the old one"
    return_to_old
    restart || fail "the table did not start, and neither did the old program. $log"
    fail "the new program did not come up; the old one runs again. $log"
}

restart() {
    systemctl reset-failed maexle 2>/dev/null || true
    systemctl restart maexle
}

# Where to go from here: the address on each phone, and the PIN of whoever is the host.
say_where() {
    "$VENV/bin/maexle" address --settings "$SETTINGS" || true
    say "you become the host there with the table's button, or with the PIN that this prints: maexle pin"
    say "then, on your phone: menu, Set the window up. The address again: maexle address"
}

main() {
    umask 022
    [[ $# == 0 || ($# == 2 && $1 == --read-only) ]] || fail "usage: sudo systemd/install.sh [--read-only DEVICE]"
    check_root
    check_kept
    check_alone
    (($# == 0)) || check_partition "$2"
    check_bits
    check_python
    install_packages
    check_pi_packages
    [[ -d $TRIAL ]] || remove_older_programs
    check_room
    work=$(mktemp -d) fresh="" on_trial=""
    trap leave EXIT
    build_wheel "$work"
    install_program "$work"
    install_settling
    settle_earlier
    on_trial=1
    [[ ! -L $VENV ]] || begin_trial
    install_settings
    make_user
    install_service
    keep_wifi_awake
    switch_to "$fresh"
    start_service
    ! booted || remove_older_programs
    (($# == 0)) || "$TREE/systemd/read-only.sh" "$2"
    say_where
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
    main "$@"
fi
