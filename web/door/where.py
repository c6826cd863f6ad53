"""Where phones find the table: at the address that this browser came by, else at the machine's own."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import request

from web.ports import current_parts


def join_url() -> str | None:
    """Return the address for other phones, None without a network.

    The machine may have several; the one by which somebody came works. Names may not for everybody's phone,
    and the table's own screen comes by an address that only itself has.
    """
    try:
        came_by = ip_address(urlsplit(request.host_url).hostname or "")
    except ValueError:
        return current_parts().find_url()
    return current_parts().find_url() if came_by.is_loopback else request.host_url
