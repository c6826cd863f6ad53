"""Archives as a table writes them: without a date of their members.

None before 1980 can be written, and a Pi whose clock was never set may be in 1970.
"""

import zipfile
from collections.abc import Mapping
from io import BytesIO


def zipped(members: Mapping[str, str | bytes], onto: bytes = b"") -> bytes:
    """Return an archive of these members, added to those of the archive `onto`."""
    whole = BytesIO(onto)
    with zipfile.ZipFile(whole, "a") as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return whole.getvalue()
