"""The pub's network in a container: none, late, another address, gone; and a clock that was never set."""

from tests.appliance.container import Container, network
from tests.appliance.guests import HOME
from tests.appliance.pub import host_at, phone_at, signs, words
from tests.appliance.report import Report

OTHER = "10.3.2.1"
NONE = "No network"


def check_network(guest: Container, report: Report) -> None:
    """Take the network away, give another, and give the first one back."""
    phone = host_at(guest)
    with report.check(
        "without a network the page says what to do, the landlord's page too, and so does the command"
    ):
        network(f"addr del {HOME}/24 dev lo")
        guest.address = "http://127.0.0.1:8080/"
        phone.host = "127.0.0.1:8080"
        assert NONE in words(phone.get("/join"))
        assert signs(phone)["Network"] == "bad"
        status, said, _ = guest.tried("maexle address")
        assert (status, "there is no network" in said) == (1, True), said
    with report.check("a table that starts without a network is ready all the same"):
        guest.run("systemctl restart maexle")
        assert NONE in words(phone_at(guest).get("/join"))
    with report.check(
        "a network that comes late gives its address to all who show it, and another one after it"
    ):
        for address in (OTHER, HOME):
            network(f"addr add {address}/24 dev lo")
            assert f"{address}:8080" in words(phone.get("/join"))
            assert signs(phone)["Network"] == "well"
            assert f"http://{address}:8080/" in guest.run("maexle address")
            network(f"addr del {address}/24 dev lo")
    network(f"addr add {HOME}/24 dev lo")
