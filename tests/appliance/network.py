"""The pub's network in a container: none, late, another address, gone; and a clock that was never set."""

from tests.appliance.container import Container, network
from tests.appliance.guests import HOME, patiently
from tests.appliance.pub import host_at, phone_at, signs, words
from tests.appliance.report import Report
from tests.phone import Phone

OTHER = "10.3.2.1"
NONE = "No network"
JOIN = "/join?lang=en"
SOON_S = 60.0


def check_network(guest: Container, report: Report) -> None:
    """Take the network away, give another, and give the first one back."""
    phone = host_at(guest)
    with report.check(
        "without a network the page says what to do, the landlord's page too, and so does the command"
    ):
        network(f"addr del {HOME}/24 dev lo")
        guest.address = "http://127.0.0.1:8080/"
        phone.host = "127.0.0.1:8080"
        patiently(lambda: NONE in words(phone.get(JOIN)), timeout_s=SOON_S)
        assert signs(phone)["Network"] == "bad"
        status, said, _ = guest.tried("maexle address")
        assert (status, "there is no network" in said) == (1, True), said
    with report.check("a table that starts without a network is ready all the same"):
        guest.run("systemctl restart maexle")
        assert NONE in words(phone_at(guest).get(JOIN))
    with report.check(
        "a network that comes late gives its address to all who show it, and another one after it"
    ):
        for address in (OTHER, HOME):
            _check_found_at(guest, phone, address)
    network(f"addr add {HOME}/24 dev lo")


def _check_found_at(guest: Container, phone: Phone, address: str) -> None:
    """Give the table an address, and take it away once everybody knows it."""
    network(f"addr add {address}/24 dev lo")
    patiently(lambda: f"{address}:8080" in words(phone.get(JOIN)), timeout_s=SOON_S)
    assert signs(phone)["Network"] == "well"
    assert f"http://{address}:8080/" in guest.run("maexle address")
    network(f"addr del {address}/24 dev lo")
