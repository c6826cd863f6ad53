"""Write what cloud-init asks of a card: `python3 -m tests.sdcard card.toml build/image`, by `make image`.

For whoever writes many cards, or none by Raspberry Pi Imager's own form: host name, user and Wi-Fi stand in
one small file. Nothing outside Python's own library is needed. No password stays as it is: of the Wi-Fi's the
key is kept that the network derives from it, and whoever logs in has an SSH key.
"""

import hashlib
import json
import re
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

GROUPS: Final = (
    "users,adm,dialout,audio,netdev,video,plugdev,cdrom,games,input,gpio,spi,i2c,render,sudo"  # as Imager
)
OURS: Final = "# From make image: the first start takes it up, and then it is written over.\n"
HOST: Final = re.compile(r"[a-z][a-z0-9-]{0,61}[a-z0-9]")
USER: Final = re.compile(r"[a-z][a-z0-9_-]{0,30}")
SSH_KEY: Final = re.compile(r"(?:ssh|ecdsa|sk)-[a-z0-9@.-]+ [A-Za-z0-9+/=]+(?: [^\n]*)?")
COUNTRY: Final = re.compile(r"[A-Z]{2}")
PASSWORD: Final = re.compile(r"[ -~]{8,63}")


class CardError(ValueError):
    """The file can't be used; the message names what was expected where."""


@dataclass(frozen=True, slots=True)
class Wifi:
    """The pub's network; `country` in two letters, as ISO 3166 has it."""

    country: str
    name: str
    password: str


@dataclass(frozen=True, slots=True)
class Card:
    """What a card is to know at its first start."""

    host: str
    user: str
    ssh_key: str
    wifi: Wifi | None


def main(arguments: list[str]) -> int:
    """Write the three files into the bundle's folder; return the exit status."""
    try:
        source, bundle = map(Path, arguments)
        write(read(source.read_text(encoding="utf-8")), bundle)
    except (ValueError, OSError) as error:
        print(f"make image: {error}", file=sys.stderr)
        return 2
    return 0


def read(text: str) -> Card:
    """Read the settings of a card.

    Raises:
        CardError: a key is missing, unknown or not as it should be; the message names it.
        tomllib.TOMLDecodeError: it is no TOML.
    """
    said = tomllib.loads(text)
    wifi = said.pop("wifi", None)
    card = Card(
        host=_taken(said, "host", HOST, "letters, digits and hyphens, as `tisch`"),
        user=_taken(said, "user", USER, "small letters and digits, as `wirt`"),
        ssh_key=_taken(said, "ssh_key", SSH_KEY, "one line of a file that ends in .pub"),
        wifi=None if wifi is None else _wifi(wifi),
    )
    _none_left(said)
    return card


def _wifi(said: object) -> Wifi:
    if not isinstance(said, dict):
        raise CardError("wifi: expected a section of its own, [wifi] with country, name and password")
    wifi = Wifi(
        country=_taken(said, "country", COUNTRY, "two capital letters, as DE"),
        name=_taken(said, "name", re.compile(r".{1,32}"), "the network's name"),
        password=_taken(said, "password", PASSWORD, "8 to 63 plain letters, digits and signs"),
    )
    if len(wifi.name.encode()) > 32 or not wifi.name.isprintable():
        raise CardError("name: a network's name has at most 32 bytes, and only what can be printed")
    _none_left(said)
    return wifi


def _taken(said: dict[str, Any], key: str, form: re.Pattern[str], expected: str) -> str:
    value = said.pop(key, None)
    if not isinstance(value, str) or not form.fullmatch(value):
        raise CardError(
            f"{key}: expected {expected}, found {'nothing' if value is None else 'something else'}"
        )
    return value


def _none_left(said: dict[str, Any]) -> None:
    if said:
        raise CardError(f"no such settings: {', '.join(said)}")


def write(card: Card, bundle: Path) -> None:
    """Lay the files into the bundle's folder, the one with the Wi-Fi's key readable by its owner alone."""
    user_data = f"#cloud-config\n{_yaml(_user_data(card))}"
    network = f"{OURS}{_yaml(_network(card.wifi))}"
    mark = hashlib.sha256(f"{user_data}{network}".encode()).hexdigest()[:12]
    (bundle / "user-data").write_text(user_data, encoding="utf-8")
    meta_data = _yaml({"dsmode": "local", "instance-id": f"maexle-{mark}"})
    (bundle / "meta-data").write_text(meta_data, encoding="utf-8")
    (bundle / "network-config").touch(mode=0o600)
    (bundle / "network-config").write_text(network, encoding="utf-8")


def _yaml(said: dict[str, Any]) -> str:
    """As JSON, which is YAML as well and leaves nothing to guess in a name with quotes or colons.

    Letters stay as they are: YAML does not know that two escapes of JSON's are one emoji.
    """
    return f"{json.dumps(said, indent=2, ensure_ascii=False)}\n"


def _user_data(card: Card) -> dict[str, Any]:
    commands: list[list[str]] = [["systemctl", "enable", "--now", "ssh"]]
    if card.wifi:
        commands.insert(0, ["raspi-config", "nonint", "do_wifi_country", card.wifi.country])
    user = {
        "name": card.user,
        "groups": GROUPS,
        "shell": "/bin/bash",
        "lock_passwd": True,
        "sudo": "ALL=(ALL) NOPASSWD:ALL",
        "ssh_authorized_keys": [card.ssh_key],
    }
    return {
        "hostname": card.host,
        "manage_etc_hosts": True,
        "users": [user],
        "ssh_pwauth": False,
        "runcmd": commands,
    }


def _network(wifi: Wifi | None) -> dict[str, Any]:
    """A cable always works; neither holds the start up where it is missing."""
    said: dict[str, Any] = {"version": 2, "ethernets": {"eth0": {"dhcp4": True, "optional": True}}}
    if wifi:
        key = hashlib.pbkdf2_hmac("sha1", wifi.password.encode(), wifi.name.encode(), 4096, 32).hex()
        said["wifis"] = {
            "wlan0": {
                "dhcp4": True,
                "optional": True,
                "regulatory-domain": wifi.country,
                "access-points": {wifi.name: {"password": key}},
            }
        }
    return {"network": said}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
