"""Where this machine is found on the pub's network, now: Wi-Fi comes late, goes, and changes its mind."""

import logging
import socket
from collections.abc import Callable
from ipaddress import IPv4Address
from typing import Final

from companion.fittings.rounds import Rounds

POLL_S: Final = 3.0
MOST_ALIKE: Final = 9
_ELSEWHERE: Final = ("192.0.2.1", 9)  # an address kept for documentation: nothing is ever sent to it
_LOG = logging.getLogger(__name__)


def own_address() -> str | None:
    """Return this machine's IP address as phones see it now, None without a network."""
    return _way_out() or _on_an_interface()


def _way_out() -> str | None:
    """The address from which this machine reaches others, if it has a way out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)  # chooses the way out, sends nothing
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address


def _on_an_interface() -> str | None:
    """An address under which others reach this machine though it has no way out: its own hotspot has none."""
    import ifaddr  # when it is needed: it runs ldconfig as soon as it is imported

    found = [IPv4Address(ip.ip) for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4]
    reached = [address for address in found if not address.is_loopback]
    return str(min(reached, key=lambda address: address.is_link_local)) if reached else None


class AddressWatch(Rounds):
    """Calls `changed` with the address whenever the network gave another one."""

    def __init__(
        self,
        changed: Callable[[str | None], None],
        address: Callable[[], str | None] = own_address,
        poll_s: float = POLL_S,
    ) -> None:
        self._changed, self._address = changed, address
        self._known: str | None = None
        self._said = ""
        self._known = self._now()
        super().__init__("network", self._notice, poll_s)

    def _notice(self) -> None:
        now = self._now()
        if now != self._known:
            self._known = now
            _LOG.info("the network %s", "gave this machine another address" if now else "is gone")
            self._changed(now)

    def _now(self) -> str | None:
        try:
            now = self._address()
        except OSError as error:  # an interface that went while it was asked
            if str(error) != self._said:  # it may stay so for the evening
                self._said = str(error)
                _LOG.warning("the network can't be asked: %s", error)
            return self._known
        self._said = ""
        return now


def host_names() -> frozenset[str]:
    """Return the names, in lower case, under which this machine answers on its network.

    Of several of one name, multicast DNS calls the second `maexle-2.local`, and now and then the only one
    (avahi's issue 117): neither has its pages refused for that.
    """
    own = local_name().removesuffix(".local")
    alike = [own, *(f"{own}-{number}" for number in range(2, MOST_ALIKE + 1))]
    return frozenset({"localhost", *alike, *(f"{name}.local" for name in alike)})


def local_name() -> str:
    """Return the name that this machine has by multicast DNS, which Raspberry Pi OS answers to."""
    return f"{socket.gethostname().lower().split('.')[0]}.local"


def own_url(port: int) -> str | None:
    """Return where phones find a table on this machine now, None without a network."""
    address = own_address()
    return url(address, port) if address else None


def url(address: str, port: int) -> str:
    """Return the web address of a table."""
    return f"http://{address}{'' if port == 80 else f':{port}'}/"
