"""In the guest, in the service's own sandbox: prints which places the program could open for writing."""

import errno
import os
from pathlib import Path

DEVICES = ("/dev/gpiochip0", "/dev/video0", "/dev/dma_heap/system", "/dev/vda", "/dev/mem", "/dev/kmsg")
FILES = ("/home/landlord/.profile", "/proc/1/environ", "/etc/shadow", "/root/.profile")
NEW = ("/etc/new", "/home/new", "/usr/new", "/opt/maexle/new", "/var/lib/maexle/new")


def main() -> None:
    """Try each place; say "open" or why not."""
    print("root" if os.getuid() == 0 else "nobody special", "is who runs this")
    for place in (*DEVICES, *FILES, *NEW):
        print(_tried(place), place)
    Path("/var/lib/maexle/new").unlink(missing_ok=True)


def _tried(place: str) -> str:
    how = os.O_RDONLY if place.startswith("/proc") else os.O_RDWR
    try:
        os.close(os.open(place, how | (os.O_CREAT if place in NEW else 0)))
    except OSError as error:
        return errno.errorcode[error.errno or 0]
    return "open"


if __name__ == "__main__":
    main()
