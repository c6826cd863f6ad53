"""The log's copy, laid aside before its form changes: what an older program goes back to.

After an update that fails, the installer takes the copy for the log again, if it was not there before.
So it is a new file each time, and the form changes only once it is whole on disk.
"""

import shutil
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
