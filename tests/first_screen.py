"""How long a phone waits for its first usable screen in a bad place: `python -m tests.first_screen`.

A network of 400 kbit/s and 150 ms, a processor slowed six-fold, the real program, nothing kept from before.
"""

import statistics
import tempfile
import time
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, expect

from tests.browser import chromium, phone
from tests.program import Program

TIMES: Final = 5
BYTES_PER_S: Final = 400_000 / 8
LATENCY_MS: Final = 150
SLOWED: Final = 6


def main() -> None:
    """Print the median, with what it may be at most."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Program(Path(folder), "--camera", "none") as program,
        chromium() as browser,
    ):
        waits_s = [_wait_s(browser, program.address) for _ in range(TIMES)]
    print(f"first usable screen, slow phone {statistics.median(waits_s):5.2f} s   (bar 4 s)")


def _wait_s(browser: Browser, address: str) -> float:
    """Open the table on a new phone, and return how long it takes until a name can be typed and sent, s."""
    page = phone(browser).new_page()
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    network = {"latency": LATENCY_MS, "downloadThroughput": BYTES_PER_S, "uploadThroughput": BYTES_PER_S}
    session.send("Network.emulateNetworkConditions", {"offline": False, **network})
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    began = time.monotonic()
    page.goto(address, wait_until="commit")
    expect(page.get_by_label("Your name")).to_be_editable()
    expect(page.get_by_role("button", name="Sit down")).to_be_enabled()
    waited_s = time.monotonic() - began
    page.context.close()
    return waited_s


if __name__ == "__main__":
    main()
