"""The words of scripts: browsers of 2020 (Chrome 80, Safari 13.1) know them, as one new word stops all."""

import re
from pathlib import Path
from typing import Final

import pytest

from web.pages.assets import FOLDER

SCRIPTS: Final = sorted(FOLDER.rglob("*.js"))
TOO_NEW: Final = re.compile(
    r"\?\?=|\|\|=|&&="  # Chrome 85, Safari 14
    r"|\.at\(|\.replaceAll\(|\.findLast\w*\(|\.replaceChildren\(|\.toSorted\(|\.hasOwn\("
    r"|\bstructuredClone\(|\bAbortSignal\.\w|\bPromise\.any\(|\bWeakRef\b"
    r"|\.getAnimations\("  # Safari 14; as getAnimations?.( it may be missing
    r"|:is\(|:where\(|:has\("  # Chrome 88 and later; a selector that is not understood throws
    r"|this\.#|^\s*#\w|^\s*static\b|^(const|let) .* = await "
)
TOO_NEW_FOR_ALL: Final = re.compile(r"=>|\b(const|let|class|async|await)\b|`|\?\.|\.\.\.")
"""What a browser that runs no modules may not know either."""


def code(file: Path) -> list[str]:
    """Return a script's lines without what is said in comments."""
    bare = re.sub(r"/\*.*?\*/", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    return [re.sub(r"(^|\s)//.*", "", line) for line in bare.splitlines()]


@pytest.mark.parametrize("file", SCRIPTS, ids=[file.name for file in SCRIPTS])
def test_browsers_of_2020_can_read_every_script(file: Path) -> None:
    assert [line for line in code(file) if TOO_NEW.search(line)] == []


def test_what_helps_a_browser_without_modules_is_in_words_that_it_knows() -> None:
    assert [line for line in code(FOLDER / "plain.js") if TOO_NEW_FOR_ALL.search(line)] == []
