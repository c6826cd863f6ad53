"""In the guest: runs what the host says, as root; a line of JSON in, a line of JSON out, by a serial port."""

import json
import subprocess
import time
from pathlib import Path
from typing import BinaryIO, cast

PORT = Path("/dev/virtio-ports/agent")


def main() -> None:
    """Serve for ever."""
    with PORT.open("r+b", buffering=0) as opened:
        port = cast(BinaryIO, opened)
        port.write(b'{"ready": true}\n')
        waiting = b""
        while True:
            while b"\n" not in waiting:
                waiting += port.read(65536) or _pause()
            line, _, waiting = waiting.partition(b"\n")
            port.write(json.dumps(_answer(line)).encode() + b"\n")


def _pause() -> bytes:
    """Nobody listens on the host: its end gives nothing at once instead of waiting."""
    time.sleep(0.05)
    return b""


def _answer(line: bytes) -> dict[str, object]:
    asked = json.loads(line)
    answer = {"id": asked["id"], "status": 124, "said": "", "wrong": "it took too long"}
    try:
        done = subprocess.run(
            ["/bin/bash", "-c", asked["run"]], capture_output=True, text=True, errors="replace",
            timeout=asked["timeout"], stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return answer
    return answer | {"status": done.returncode, "said": done.stdout, "wrong": done.stderr}


if __name__ == "__main__":
    main()
