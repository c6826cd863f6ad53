"""A memory brought to the running program: it starts anew with it, and only a host may send so much."""

from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from uuid import uuid4

from tests.companion.copies import copy_of, lived, packed
from tests.phone import Phone
from tests.program import Program

LARGE = 1_000_000


def bring(phone: Phone, copy: bytes) -> int:
    """Send a copy as the page's form does, and return the answer's status."""
    mark, lines = uuid4().hex, []
    for name, content in (("token", phone.token.encode()), ("sure", b"on"), ("copy", copy)):
        file = '; filename="copy.zip"' if name == "copy" else ""
        head = f'--{mark}\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n'
        lines.append(head.encode() + content + b"\r\n")
    body = b"".join(lines) + f"--{mark}--\r\n".encode()
    connection = HTTPConnection(phone.host, timeout=30)
    try:
        kind = f"multipart/form-data; boundary={mark}"
        connection.request("POST", "/host/memory", body, {"Cookie": phone.cookie, "Content-Type": kind})
        return connection.getresponse().status
    finally:
        connection.close()


def test_the_program_goes_on_with_the_memory_that_was_brought(tmp_path: Path) -> None:
    lived(tmp_path / "old")
    with Program(tmp_path / "new", "--camera", "none") as program:
        phone, process = Phone(program.address), program.process.pid
        phone.pair(program.pin)
        assert bring(phone, packed(copy_of(tmp_path / "old")).getvalue()) == 303
        assert "The table starts anew" in phone.get("/host/memory?lang=en")
        program.wait_until_it_serves()
        assert program.process.pid == process
        page = phone.get("/evening?lang=en")
        assert "Anna" in page
        assert "Zum Löwen</title>" in page
        assert "Empty it all" in page, "the host is one no more"
        phone.start(lives=1)
        assert program.stop() == 0


def test_only_a_host_s_phone_may_send_more_than_a_form(tmp_path: Path) -> None:
    with Program(tmp_path, "--camera", "none") as program:
        guest, host = Phone(program.address), Phone(program.address)
        guest.get("/host")
        host.pair(program.pin)
        assert bring(host, bytes(LARGE)) == 409
        with suppress(BrokenPipeError, ConnectionResetError):  # the table hangs up before all is sent
            assert bring(guest, bytes(LARGE)) == 413
        assert host.get("/host/well")
