"""What SQLite writes and syncs, taped beneath it, to cut together every disk that a pulled plug could leave.

The operating system's own VFS is told to hand its files' writes to us first; nothing above it knows.
"""

import ctypes
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p, cast, pointer
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

SECTOR: Final = 512
_WRITE: Final = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_TRUNCATE: Final = CFUNCTYPE(c_int, c_void_p, c_int64)
_SYNC: Final = CFUNCTYPE(c_int, c_void_p, c_int)
_OPEN: Final = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)


class _Methods(Structure):
    """SQLite's sqlite3_io_methods: what can be done with an open file."""

    _fields_ = (
        ("version", c_int),
        ("close", c_void_p),
        ("read", c_void_p),
        ("write", c_void_p),
        ("truncate", c_void_p),
        ("sync", c_void_p),
        ("others", c_void_p * 13),
    )


class _File(Structure):
    _fields_ = (("methods", POINTER(_Methods)),)


class _Vfs(Structure):
    """The beginning of SQLite's sqlite3_vfs, up to how it opens a file."""

    _fields_ = (
        ("version", c_int),
        ("file_bytes", c_int),
        ("longest_path", c_int),
        ("following", c_void_p),
        ("name", c_char_p),
        ("app_data", c_void_p),
        ("open", c_void_p),
    )


@dataclass(frozen=True, slots=True)
class Taped:
    """One thing that was done to a file: bytes at a place, its end moved (`cut`), or all of it synced."""

    name: str
    at: int = 0
    data: bytes | None = None
    cut: bool = False


@dataclass
class Tape:
    """Everything that was done, in order; `base` is what lay on the disk before."""

    base: dict[str, bytes] = field(default_factory=dict)
    done: list[Taped] = field(default_factory=list)

    def begin(self, folder: Path) -> None:
        """Tape from here on: what lies there now is safe."""
        self.base = {file.name: file.read_bytes() for file in folder.iterdir() if file.suffix != ".db-shm"}
        self.done.clear()

    def put(self, path: Path, data: bytes) -> None:
        """Tape what is written and synced without SQLite."""
        self.done += [Taped(path.name, 0, data), Taped(path.name)]

    def disk(self, end: int, chance: Random, lies: Callable[[int, Taped], bool]) -> Mapping[str, bytes]:
        """Return a disk as it may be when the plug is pulled after so many steps.

        What was synced is there, unless that sync `lies`; of the rest any part is, as far as it was written.
        """
        names = {*self.base, *(one.name for one in self.done[:end])}
        return {name: self._file(name, end, chance, lies) for name in sorted(names)}

    def _file(self, name: str, end: int, chance: Random, lies: Callable[[int, Taped], bool]) -> bytes:
        content, waiting = bytearray(self.base.get(name, b"")), list[Taped]()
        for step, one in enumerate(self.done[:end]):
            if one.name != name:
                continue
            if one.data is not None or one.cut:
                waiting.append(one)
            elif not lies(step, one):
                _apply(content, waiting)
                waiting = []
        _apply(content, [torn for one in waiting for torn in _perhaps(one, chance)])
        return bytes(content)


def _perhaps(one: Taped, chance: Random) -> Sequence[Taped]:
    """What became of a write that was never synced: all, nothing, or some sectors of it."""
    fate = chance.random()
    if fate < 0.4 or one.data is None:
        return [one] if chance.random() < 0.5 else []
    if fate < 0.7:
        return [one]
    pieces = [
        Taped(one.name, one.at + at, one.data[at : at + SECTOR]) for at in range(0, len(one.data), SECTOR)
    ]
    return [piece for piece in pieces if chance.random() < 0.5]


def _apply(content: bytearray, done: Sequence[Taped]) -> None:
    for one in done:
        if one.data is None:
            content[one.at :] = bytes(max(0, one.at - len(content))) if one.at > len(content) else b""
        else:
            content.extend(bytes(max(0, one.at - len(content))))
            content[one.at : one.at + len(one.data)] = one.data


@contextmanager
def taped() -> Iterator[Tape]:
    """Tape what SQLite does to the files that are opened meanwhile."""
    library = ctypes.CDLL("libsqlite3.so.0")
    library.sqlite3_vfs_find.restype = POINTER(_Vfs)
    vfs = library.sqlite3_vfs_find(None).contents
    own = vfs.open
    recorder = _Recorder(Tape(), _OPEN(own))
    vfs.open = cast(recorder.opens, c_void_p).value
    try:
        yield recorder.tape
    finally:
        vfs.open = own


class _Recorder:
    def __init__(self, tape: Tape, own: Any) -> None:
        self.tape, self._own = tape, own
        self.opens = _OPEN(self._open)
        _KEPT.append(self)

    def _open(self, vfs: int, name: int | None, file: int, flags: int, told: int) -> int:
        # The name has to go on as it lies: SQLite keeps its place, not its letters
        done: int = self._own(vfs, name, file, flags, told)
        if done == sqlite3.SQLITE_OK and name:
            opened = cast(file, POINTER(_File)).contents
            opened.methods = pointer(
                self._taping(opened.methods.contents, Path(ctypes.string_at(name).decode()).name)
            )
        return done

    def _taping(self, own: _Methods, name: str) -> _Methods:
        """Return a file's methods with those that change it taped."""
        taping = _Methods.from_buffer_copy(own)
        write, truncate, sync = _WRITE(own.write), _TRUNCATE(own.truncate), _SYNC(own.sync)

        def write_taped(file: int, data: int, count: int, at: int) -> int:
            self.tape.done.append(Taped(name, at, ctypes.string_at(data, count)))
            return int(write(file, data, count, at))

        def cut_taped(file: int, size: int) -> int:
            self.tape.done.append(Taped(name, size, cut=True))
            return int(truncate(file, size))

        def sync_taped(file: int, flags: int) -> int:
            self.tape.done.append(Taped(name))
            return int(sync(file, flags))

        ours = _WRITE(write_taped), _TRUNCATE(cut_taped), _SYNC(sync_taped)
        taping.write, taping.truncate, taping.sync = (cast(one, c_void_p).value for one in ours)
        _KEPT.append((taping, ours))
        return taping


_KEPT: Final[list[object]] = []
"""What files that are still open call: it has to stay where it is."""
