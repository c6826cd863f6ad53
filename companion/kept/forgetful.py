"""Whether what is written somewhere outlives a power cut."""

from contextlib import suppress
from pathlib import Path
from typing import Final

FORGETFUL: Final = frozenset({"overlay", "tmpfs", "ramfs"})
"""File systems that a power cut empties."""


def forgets(place: Path, mounts: Path = Path("/proc/mounts")) -> bool:
    """Say whether a place lies on a file system that a power cut empties; False where that is unknown."""
    real, best = place.resolve(), ("", "")
    with suppress(OSError):
        for line in mounts.read_text().splitlines():
            _, mounted, kind, *_ = line.split()
            if real.is_relative_to(mounted) and len(mounted) >= len(best[0]):
                best = (mounted, kind)
    return best[1] in FORGETFUL
