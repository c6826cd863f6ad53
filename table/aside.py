"""What lies beside the log: copies of it from before its form changed, and damaged ones that were set aside.

A copy is what an older program goes back to: after an update that fails, the installer takes it for the log
again, if it was not there before. So it is a new file each time, and the form changes only once it is whole
on disk.
"""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from table.disk import gone_if_unfinished, sync


def lay_aside(log: Path, number: int) -> None:
    """Copy a log of schema `number` beside it; the copy is there whole or not at all.

    Raises:
        OSError: it can't be made; the log is as it was.
    """
    copy = log.with_suffix(f".schema{number}{log.suffix}")
    draft = copy.with_name(f"{copy.name}.new")
    with gone_if_unfinished(draft):
        shutil.copyfile(log, draft)
        draft.chmod(log.stat().st_mode)
        sync(draft)
        draft.replace(copy)
    sync(log.parent)


def forget_people(log: Path) -> None:
    """Delete the copies of a log and the damaged ones: whom they name nobody can tell in every older form.

    No update is on trial any more where somebody is forgotten, so nothing goes back to them.

    Raises:
        OSError: something is still there.
    """
    for copy in (*log.parent.glob(f"{log.stem}.schema*{log.suffix}"), *_damaged(log)):
        copy.unlink()
    sync(log.parent)


def forget_pictures(log: Path) -> None:
    """Delete every picture from the copies of a log.

    What can't be written anew goes as a whole, as what is damaged does: nobody knows where in it they lie.

    Raises:
        OSError: something is still there.
    """
    for copy in log.parent.glob(f"{log.stem}.schema*{log.suffix}"):
        made = copy.stat().st_mtime_ns
        try:
            with closing(sqlite3.connect(copy)) as db:
                with db:
                    db.execute("DELETE FROM picture")
                db.execute("VACUUM")
        except sqlite3.Error:
            copy.unlink()
        else:
            os.utime(copy, ns=(made, made))  # whoever goes back to it tells it from others by its date
    for damaged in _damaged(log):
        damaged.unlink()
    sync(log.parent)


def _damaged(log: Path) -> list[Path]:
    return list(log.parent.glob(f"{log.name}.damaged-*"))
