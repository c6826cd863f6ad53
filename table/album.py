"""The album: the evidence of the newest verdicts, in rows of the log.

Each picture carries a sum: one that is damaged is no evidence, and is not shown.
"""

import hashlib
import json
import sqlite3
from dataclasses import asdict
from typing import Final

from table.ports import Picture
from vision.reading import Circle

KEPT: Final = 200
"""So many pictures; the oldest goes for a new one."""


class Album:
    """The pictures in a log's database, which begins and ends what is written together."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def keep(self, version: int, picture: Picture) -> None:
        """Keep the evidence of the entry that made this version."""
        about = {
            "width": picture.width,
            "height": picture.height,
            "rings": [asdict(ring) for ring in picture.rings],
            "place": picture.place,
            "strange": picture.strange,
            "below": picture.below,
        }
        row = (version, picture.jpeg, json.dumps({**about, "sum": _sum(picture.jpeg, about)}))
        self._db.execute("INSERT OR REPLACE INTO picture VALUES (?, ?, ?)", row)  # a flipped bit makes others
        self._db.execute(
            "DELETE FROM picture WHERE version <= "
            "(SELECT version FROM picture ORDER BY version DESC LIMIT 1 OFFSET ?)",
            (KEPT,),
        )

    def find(self, version: int) -> Picture | None:
        """Return the evidence of a version, None if there is none (any more).

        Raises:
            sqlite3.Error: it can't be read, or is not what was kept.
        """
        row = self._db.execute("SELECT jpeg, about FROM picture WHERE version = ?", (version,)).fetchone()
        if row is None:
            return None
        try:
            return _picture(*row)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise sqlite3.DatabaseError(f"the picture of version {version} is not what was kept") from error

    def empty(self) -> None:
        """Delete every picture."""
        self._db.execute("DELETE FROM picture")


def _picture(jpeg: bytes, text: str) -> Picture:
    about = json.loads(text)
    if about.pop("sum", None) not in (None, _sum(jpeg, about)):  # older programs kept none
        raise ValueError("its sum is another")
    rings = tuple(Circle(**ring) for ring in about["rings"])
    place = about["place"] and tuple(about["place"])
    strange, below = (bool(about.get(said)) for said in ("strange", "below"))  # older programs did not say
    return Picture(jpeg, about["width"], about["height"], rings, place, strange, below)


def _sum(jpeg: bytes, about: dict[str, object]) -> str:
    return hashlib.sha256(json.dumps(about).encode() + jpeg).hexdigest()[:32]
