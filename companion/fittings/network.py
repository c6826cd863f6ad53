"""Where this machine is found on the pub's network."""

import socket
from typing import Final

_ELSEWHERE: Final = ("192.0.2.1", 9)  # an address kept for documentation: nothing is ever sent to it


def own_address() -> str:
    """Return this machine's IP address as phones see it, 127.0.0.1 without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)  # chooses the way out, sends nothing
        except OSError:
            return "127.0.0.1"
        address: str = probe.getsockname()[0]
        return address


def host_names() -> frozenset[str]:
    """Return the names, in lower case, under which this machine answers on its network."""
    name = socket.gethostname().lower().split(".")[0]
    return frozenset({"localhost", name, f"{name}.local"})


def url(address: str, port: int, path: str = "") -> str:
    """Return the web address of a page."""
    return f"http://{address}{'' if port == 80 else f':{port}'}/{path}"
