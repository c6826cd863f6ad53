"""Names: what may be one, and which a person can't see or tell apart.

Across a dark table capitals and small letters, wide and narrow forms, and Cyrillic or Greek letters that look
Latin are the same letter, and l, I and 1 are one stroke.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from reprlib import repr as brief
from typing import Final

from games.refusal import RefusedError

NAME_LENGTH: Final = 24
PILED: Final = 5
"""So many marks on one letter are as many as any script needs: a pile of them covers what stands around."""
# What emoji and right-to-left names are held together with, though it prints nothing
_JOINERS: Final = "\u200c\u200d\u200e\u200f\ufe0f"
_BLANKS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""What counts as a letter or a sign, and shows nothing."""
_LETTERS: Final = str.maketrans(
    "абсԁеһіјӏорԛѕтухүѵԝгкмнвαβγεηικμνορτυχωɑıøł01|",
    "abcdehijlopqstuxyvwrkmhbabyenikunoptuxwaiololl",
)
"""Small letters and digits, and the Latin letters that they are taken for."""
_SMALL: Final = str.maketrans("уνζμ", "yvzu")
"""Small letters that look like another Latin letter than their capitals do."""
_STROKES: Final = str.maketrans("IΙІӀӏ1|0ОΟ", "lllllllOOO")
"""Letters and digits of one stroke, and of one ring, as they are written."""
_CAPITALS: Final = str.maketrans("АВЕКМНОРСТУХІЅЈҮΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEKMHOPCTYXISJYABEZHIKMNOPTYX")
"""Capitals that look Latin, whatever their small letters do."""


class SetupError(RefusedError, ValueError):
    """People or a game can't be set up so: `code` is what the panel translates."""


def check_names(seats: object) -> tuple[str, ...]:
    """Return the seats' names, trimmed; every one 1 to 24 characters and none twice.

    Raises:
        SetupError: they are not.
    """
    if (
        not isinstance(seats, Sequence)
        or isinstance(seats, str)
        or not all(isinstance(s, str) for s in seats)
    ):
        raise SetupError("bad_names", "seats are a list of names")
    names = tuple(unicodedata.normalize("NFC", " ".join(str(seat).split())) for seat in seats)
    for name in names:
        if not 1 <= _length(name) <= NAME_LENGTH or not all(c.isprintable() or c in _JOINERS for c in name):
            raise SetupError("bad_names", f"a name has 1 to {NAME_LENGTH} characters, not {brief(name)}")
    if len({name.casefold() for name in names}) < len(names):
        raise SetupError("same_names", "two seats have the same name")
    return names


def check_shown(name: object, code: str) -> str:
    """Return what a thing is called, checked like a person's name.

    Raises:
        SetupError: it is too long or none, with `code`, or can't be seen.
    """
    try:
        (checked,) = check_names([name])
    except SetupError as error:
        raise SetupError(code, str(error)) from error
    if is_blank(checked):
        raise SetupError("blank_name", "a name has letters that show")
    if is_piled(checked):
        raise SetupError(code, f"a letter has at most {PILED} marks")
    return checked


def check_apart(names: Sequence[str], before: Sequence[str]) -> None:
    """Check that people can tell the names that are not as before from all others; raises SetupError."""
    for at, (name, was) in enumerate(zip(names, before, strict=True)):
        if name != was and is_taken(name, (*names[:at], *names[at + 1 :])):
            raise SetupError("same_names", "two seats have the same name, or nearly")


def is_blank(name: str) -> bool:
    """Return whether a name hides letters that show nothing, or shows nothing at all."""
    seen = [letter for letter in name if unicodedata.category(letter)[0] in "LNPS"]
    return not seen or not _BLANKS.isdisjoint(name)


def is_piled(name: str) -> bool:
    """Return whether a letter of a name bears more marks than any writing has."""
    kinds = "".join(unicodedata.category(letter)[0] for letter in name if letter not in _JOINERS)
    return "M" * (PILED + 1) in kinds


def is_taken(name: str, names: Iterable[str]) -> bool:
    """Return whether a name would be mistaken for one of `names`."""
    looks = _looks(name)
    return any(not looks.isdisjoint(_looks(other)) for other in names)


def _length(name: str) -> int:
    """Return how many characters a person sees, roughly: marks and joiners belong to the one before."""
    return (
        sum(not unicodedata.combining(c) and c not in _JOINERS for c in name)
        if len(name) <= 96
        else len(name)
    )


def _looks(name: str) -> set[str]:
    """Return what a name looks like: in small letters, and as it is written."""
    shown = "".join(letter for letter in unicodedata.normalize("NFKC", name) if _shows(letter))
    small = _translated(unicodedata.normalize("NFKC", shown.casefold()), _LETTERS)
    written = _translated(_translated(shown, _CAPITALS), _SMALL).casefold()
    return {small, _translated(shown, _STROKES), _translated(written, _LETTERS)}


def _translated(name: str, letters: dict[int, int]) -> str:
    """Return a name whose letters are other ones, under whatever marks they have."""
    apart = unicodedata.normalize("NFD", name).translate(letters)
    return unicodedata.normalize("NFC", apart)


def _shows(letter: str) -> bool:
    selects = "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"
    return not selects and unicodedata.category(letter) != "Cf"
