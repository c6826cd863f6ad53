"""Archives from elsewhere, opened only once it is sure that they unpack to no more than they should."""

import struct
import zipfile
from typing import IO, Final

END: Final = struct.Struct("<4s8xII2s")
"""The end of an archive: its mark, the length and place of its list of names, and no comment.

Source: APPNOTE.TXT, "End of central directory record"; ours need no more than that.
"""
LOCATOR_BYTES: Final = 20
NAMES_BYTES: Final = 16 * 1024
"""A list of names longer than this would fill the memory before anybody could count them."""


class LargeArchiveError(zipfile.BadZipFile):
    """It would unpack to more than it should."""


def open_small(file: IO[bytes], most_bytes: int) -> zipfile.ZipFile:
    """Open an archive whose members together unpack to at most so many bytes; none is unpacked yet.

    Raises:
        LargeArchiveError: they come to more, or they are more than there can be.
        zipfile.BadZipFile: it is no archive as ours are.
    """
    _check_end(file)
    archive = zipfile.ZipFile(file)
    members = archive.infolist()
    if len({one.filename for one in members}) < len(members):
        raise zipfile.BadZipFile("two of its members have one name")
    for one in members:
        if one.flag_bits & 1 or one.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise zipfile.BadZipFile(f"{one.filename!r} is packed otherwise than ours are")
    if sum(one.file_size for one in members) > most_bytes:
        raise LargeArchiveError(f"it unpacks to more than {most_bytes} bytes")
    return archive


def _check_end(file: IO[bytes]) -> None:
    """Check the end of an archive, as whoever opens it reads all the names at once that it tells of."""
    length = file.seek(0, 2)
    if length < END.size:
        raise zipfile.BadZipFile("it is too short")
    file.seek(-END.size, 2)
    mark, names_bytes, _, comment = END.unpack(file.read(END.size))
    if mark != b"PK\x05\x06" or comment != b"\0\0":
        raise zipfile.BadZipFile("it does not end as ours do")
    if names_bytes > NAMES_BYTES:
        raise LargeArchiveError("it has more members than there can be")
    if length >= END.size + LOCATOR_BYTES:
        file.seek(-END.size - LOCATOR_BYTES, 2)
        if file.read(4) == b"PK\x06\x07":
            raise LargeArchiveError("it is written for larger archives than ours")
    file.seek(0)
