"""What the system says of files and ports, in words for whoever stands at the table."""

import errno
from types import MappingProxyType
from typing import Final

OTHERS: Final = (
    "this user may not do that: run it as the table's user or with sudo, or let chown give it to that user"
)
PLAIN: Final = MappingProxyType(
    {
        errno.EACCES: OTHERS,
        errno.EADDRINUSE: (
            "its port is taken, perhaps by another table: stop that, or set another ([web] port, or --port)"
        ),
        errno.EEXIST: "that is a file, not a folder",  # it lies where a folder is to be made
        errno.EISDIR: "that is a folder, not a file",
        errno.ENOENT: "there is no such file or folder",
        errno.ENOSPC: "the disk is full: make room",
        errno.ENOTDIR: "that is a file, not a folder",
        errno.EPERM: OTHERS,
        errno.EROFS: "the disk is read-only: see whether the card is worn out or locked",
    }
)


def plainly(error: Exception) -> str:
    """Return what an error says of which file, without numbers; our own messages as they are.

    Raises:
        BrokenPipeError: as in `plain_reason`.
    """
    file = error.filename if isinstance(error, OSError) else None
    return f"{file}: {plain_reason(error)}" if file else plain_reason(error)


def plain_reason(error: Exception) -> str:
    """Return what an error says, but not of which file.

    Raises:
        BrokenPipeError: it is one: who read our output went away, which `companion.main` takes quietly.
    """
    if isinstance(error, BrokenPipeError):
        raise error
    if not isinstance(error, OSError) or error.errno is None:
        return str(error)
    return PLAIN.get(error.errno, error.strerror or "it can't be used")
