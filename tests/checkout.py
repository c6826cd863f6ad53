"""A checkout of its own of what ships, all committed, for what `make` takes from there."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

TREE: Final = Path(__file__).parents[1]
WHO: Final = ("-c", "user.name=Nobody", "-c", "user.email=nobody@example.org")


def checkout(place: Path) -> Path:
    """Lay the Makefile and all that it names as shipped into a new folder, commit it, and return that."""
    makefile = (TREE / "Makefile").read_text(encoding="utf-8")
    (shipped,) = re.findall("(?m)^SHIPPED := (.*)$", makefile)
    place.mkdir()
    for name in ("Makefile", *shipped.split()):
        if (TREE / name).is_dir():
            shutil.copytree(TREE / name, place / name)
        else:
            (place / name).parent.mkdir(exist_ok=True)
            shutil.copy(TREE / name, place / name)
    for words in (("init", "-q"), ("add", "-A"), (*WHO, "commit", "-qm", "What ships")):
        subprocess.run(("git", "-C", place, *words), check=True)
    return place
