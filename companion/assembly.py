"""The assembly: every room handed what it needs, started in order, and closed in reverse."""

import hashlib
import hmac
import logging
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final, Protocol, TypeAlias

from companion.fittings.demo import Shaker
from companion.fittings.desk import Desk, LightShow
from companion.fittings.eyes import TableEyes
from companion.fittings.health import Health, HealthWatch
from companion.fittings.host_watch import HostWatch
from companion.fittings.machine import TableMachine
from companion.fittings.memory import TableMemory
from companion.fittings.network import AddressWatch, host_names, own_url, url
from companion.fittings.report import Notebook
from companion.fittings.rounds import Rounds
from companion.fittings.settled import SettledThrows
from companion.fittings.setup_camera import dimming
from companion.fittings.spare_room import SpareRoom, make_way
from companion.fittings.teacher import TableTeacher
from companion.fittings.voltmeter import Voltmeter
from companion.fittings.window_check import MOVED, CameraWatch, WindowCheck
from companion.fittings.wiring import Hardware, wire_at
from companion.kept.brought import take_over
from companion.kept.dice_store import DiceShelf
from companion.kept.holder import hold
from companion.kept.keepsakes import cookie_key, guesses, host_pin, keep_guesses
from companion.kept.places import log_file
from companion.kept.suggestions import SuggestionBox
from companion.kept.taken_throws import TakenThrows
from companion.kept.untold import tell_untold
from companion.kept.window_store import KeptWindow, keep_proven, kept_window, source_of
from companion.settings import Settings
from device.button import ButtonEvents
from device.light_and_lens import LightAndLens
from device.patient import PatientCamera
from table.attendance import Attendance
from table.builds import Build
from table.hosts import MANY_PINS, Doorkeeper
from table.lesson import DiceLesson
from table.opening import open_table
from table.pairing import Pairing
from table.ports import Camera, Frame, Picture, Read
from table.referee import Referee
from table.table import Table
from table.timekeeper import Timekeeper
from table.window import WindowSetup
from vision import Calibration, Reading, Reason
from web.app import Parts, create_app
from web.wire.serving import Server

_LOG = logging.getLogger(__name__)
LOOK_EVERY_S: Final = 1.0
ANY_ADDRESS: Final = "0.0.0.0"  # phones come from the pub's network
Opening: TypeAlias = Callable[[float], bool]
"""Waits so many seconds, and says whether the camera was opened by then, or has failed."""
DICE_LOST: Final = "dice_lost"
DISPROVED: Final = (MOVED, "window_too_dark", "window_too_bright")
"""Notes that a certain reading takes back: it would have said so itself."""


class Worker(Protocol):
    """Somebody with a thread of their own: the referee, the desk, the lights, the timekeeper."""

    @property
    def alive(self) -> bool:
        """Whether that thread still runs."""


@dataclass(frozen=True, slots=True)
class Evening:
    """A running table.

    `find_address` says what phones open now, None without a network; `top` is the simulated table's page (""
    with a real one), `pin` the host's, `simulated` what is not real here, `note` a message about the log.
    `await_camera` is as `Opening` has it.
    """

    find_address: Callable[[], str | None]
    top: str
    pin: str
    simulated: tuple[str, ...]
    note: str | None
    await_camera: Opening
    table: Table
    referee: Referee
    workers: tuple[Worker, ...]
    serving: threading.Thread

    def lives(self) -> bool:
        """Whether all who are needed work, phones are served, and the table's lock can be had."""
        self.table.breathe()
        return all(worker.alive for worker in self.workers) and self.serving.is_alive()


@dataclass(frozen=True, slots=True)
class Door:
    """Who comes in, by the PIN or by the button, and whose phones are there."""

    doorkeeper: Doorkeeper
    pairing: Pairing
    attendance: Attendance


@dataclass(frozen=True, slots=True)
class AtWindow:
    """Who looks through the window: on a challenge, at set-up, to learn dice, and whether it is as it was."""

    referee: Referee
    setup: WindowSetup
    lesson: DiceLesson
    check: WindowCheck | None

    def forget_pictures(self) -> None:
        """Delete what set-up, lessons and evenings have kept of pictures; OSError if that can't be done."""
        self.setup.again()
        self.lesson.forget_pictures()


def assemble(
    data: Path,
    settings: Settings,
    parts: ExitStack,
    say_code: Callable[[str], None] = lambda _: None,
    restart: Callable[[], None] = lambda: None,
    before_moves: Callable[[Opening], None] = lambda _: None,
) -> Evening:
    """Start every room on the data in folder `data`; `parts` closes them in reverse order.

    `say_code` is told the code of a door that the button has opened, "" when it shuts; `restart` is called
    when another memory lies ready, with which the program is to start anew. `before_moves` is handed what
    waits for the camera, before a page is served or a press taken.

    Raises:
        InUseError: a table already runs on this folder.
        LogError, OSError, SettingsError: a part can't start; the message says which and what to do.
    """
    data.mkdir(parents=True, exist_ok=True)
    hold(data, parts)
    make_way(data)
    take_over(data)
    notebook = _notebook(parts)
    table, note = open_table(log_file(data), _time_of_day, datetime.now().strftime("%Y%m%d-%H%M%S"))
    parts.callback(table.close)
    tell_untold(data, table)
    parts.callback(SpareRoom(data, table).close)
    kept = kept_window(data, settings.camera)
    hardware = wire_at(table, settings, parts, kept)
    before_moves(_opening(hardware.camera))
    pin, key = host_pin(data), cookie_key(data)
    door = _door(data, table)
    desk, workers = _set_desk(table, door, hardware, say_code, parts)
    window = _at_window(data, settings, kept, table, hardware, parts)
    memory = TableMemory(data, table, source_of(settings.camera), _time_of_day, restart)
    health = _health(data, settings, table, hardware, lambda: window.lesson.teacher.ready, parts)
    machine = TableMachine(table, health, desk, window.check, notebook, restart)
    web = _parts(settings, table, door, key, hardware, window, machine, memory)
    serving = _serve(web, settings, parts)
    here = web.find_url() or url("localhost", settings.web.port)
    top = web.cup_path and f"{here}cup/{web.cup_path}"
    known = (web.find_url, top, pin, hardware.simulated, note, _opening(hardware.camera))
    return Evening(*known, table, window.referee, (window.referee, desk, *workers), serving)


def _opening(camera: Camera) -> Opening:
    return camera.await_opening if isinstance(camera, PatientCamera) else lambda _patience_s: True


def _door(data: Path, table: Table) -> Door:
    """Return the door; the PIN that is asked for there may change at any time."""
    guessed = partial(_guessed, data, table)
    return Door(
        Doorkeeper(lambda: host_pin(data), time.monotonic, guesses(data), guessed),
        Pairing(time.monotonic, table.wake),
        Attendance(table, time.monotonic),
    )


def _guessed(data: Path, table: Table, count: int) -> None:
    """Keep how many wrong PINs came, and tell the host of each that is one of many."""
    try:
        keep_guesses(data, count)
    except OSError as error:
        _LOG.error("that the PIN was guessed at could not be kept: %s", error)
    if count >= MANY_PINS:
        table.tell_host("pin_guessed")
    if not count:
        table.untell_host("pin_guessed")


def _time_of_day() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")


def _notebook(parts: ExitStack) -> Notebook:
    """Return a notebook that has the program's log from now on."""
    notebook, log = Notebook(), logging.getLogger()
    log.addHandler(notebook)
    parts.callback(log.removeHandler, notebook)
    return notebook


def _set_desk(
    table: Table, door: Door, hardware: Hardware, say_code: Callable[[str], None], parts: ExitStack
) -> tuple[Desk, tuple[Worker, ...]]:
    desk = Desk(table, door.pairing, hardware.lights)
    parts.callback(desk.close)
    button = hardware.make_button(
        ButtonEvents(
            press=desk.press,
            accept=desk.accept,
            challenge=desk.challenge,
            pair=desk.pair,
            fill=hardware.lights.fill,
        )
    )
    parts.callback(button.close)
    others = (
        LightShow(table, door.pairing, hardware.lights, say_code),
        Timekeeper(table),
        HostWatch(table),
        Rounds("attendance", door.attendance.look, LOOK_EVERY_S),
        AddressWatch(lambda _address: table.wake()),  # what shows the address is drawn anew
    )
    for worker in others:
        parts.callback(worker.close)
    if hardware.cup:
        parts.callback(Shaker(table, hardware.cup).close)
    return desk, others


def _at_window(
    data: Path,
    settings: Settings,
    kept: KeptWindow | None,
    table: Table,
    hardware: Hardware,
    parts: ExitStack,
) -> AtWindow:
    """Return who looks at the dice on a challenge, sets the window up, teaches dice and checks the window."""
    shelf, box = _shelf(data, table), SuggestionBox(data)
    teacher, own = TableTeacher(shelf, box, TakenThrows(data)), hardware.light_and_lens
    build = kept.build_for(settings.table.build) if kept else settings.table.build

    def keep(learnt: Calibration, proven: Build) -> None:
        keep_proven(data, settings, own, learnt, proven)
        referee.build = proven
        teacher.know(learnt)
        table.untell_host(MOVED)
        if check:
            check.begin_anew()
        lesson.forget_pictures()  # what was seen through another window teaches nothing

    calibration, frames = kept.calibration if kept else None, settings.camera.frames
    teacher.know(calibration)
    eyes = TableEyes(calibration, keep, shelf)
    referee = Referee(table, hardware.eye, _telling(table, eyes), build, frames=frames)
    parts.callback(referee.close)
    check = _check(table, hardware.camera, eyes, frames, parts)
    parts.callback(SettledThrows(table, eyes, box, lambda: referee.build).close)
    looks, anew = (table.snapshot, hardware.setup_camera, eyes), partial(_begin_anew, own, eyes)
    dim = dimming(settings.camera, own)
    setup = WindowSetup(*looks, build, frames=frames, anew=anew, dim=dim, number=_some_number())
    lesson = DiceLesson(table.snapshot, hardware.camera, teacher, frames=frames, number=_some_number())
    return AtWindow(referee, setup, lesson, check)


def _shelf(data: Path, table: Table) -> DiceShelf:
    """Return the sets of dice; where the one in use is lost, the host is told until another is used."""
    shelf = DiceShelf(data, lambda: table.untell_host(DICE_LOST))
    if shelf.lost:
        table.tell_host(DICE_LOST)
    return shelf


def _begin_anew(own: LightAndLens, eyes: TableEyes) -> None:
    """Let set-up find light and lens anew, in the room of the empty window that it saw before."""
    own.begin_anew()
    eyes.begin_anew()


def _some_number() -> int:
    return secrets.randbelow(10**8)


def _check(
    table: Table, camera: Camera, eyes: TableEyes, frames: int, parts: ExitStack
) -> WindowCheck | None:
    """Return who checks the window and looks after the camera, where a real one may be."""
    if not isinstance(camera, PatientCamera):
        return None
    parts.callback(CameraWatch(table, lambda: camera.there).close)
    check = WindowCheck(table, camera, eyes, frames)
    parts.callback(check.close)
    return check


def _telling(table: Table, eyes: TableEyes) -> Read:
    """Let the eyes judge, and tell the host where they see that the camera was knocked, or was not."""

    def judge(frames: Sequence[Frame], expect: int) -> tuple[Reading, Picture]:
        reading, picture = eyes.judge(frames, expect)
        if reading.reason is Reason.KNOCKED:
            table.tell_host(MOVED)
        elif reading.certain:
            table.untell_host(*DISPROVED)
        return reading, picture

    return judge


def _parts(
    settings: Settings,
    table: Table,
    door: Door,
    key: bytes,
    hardware: Hardware,
    window: AtWindow,
    machine: TableMachine,
    memory: TableMemory,
) -> Parts:
    return Parts(
        table=table,
        doorkeeper=door.doorkeeper,
        pairing=door.pairing,
        key=key,
        usual_name=settings.table.usual_name,
        usual_is_given=settings.table.is_named,
        language=settings.table.language,
        hosts=host_names() | frozenset(settings.web.hosts),
        find_url=partial(_find_url, settings.web.port),
        streams=settings.web.streams,
        new_phone=lambda: secrets.token_urlsafe(12),
        button=hardware.buttons,
        pair_s=settings.button.pair_s,
        button_shines=hardware.button_shines,
        machine=machine,
        memory=memory,
        window=window.setup if hardware.eye else None,
        lesson=window.lesson if hardware.eye else None,
        forget_pictures=window.forget_pictures,
        cup=hardware.top,
        sign=door.attendance.sign,
        cup_path=hmac.new(key, b"cup", hashlib.sha256).hexdigest()[:20] if hardware.top else "",
    )


def _health(
    data: Path,
    settings: Settings,
    table: Table,
    hardware: Hardware,
    knows_window: Callable[[], bool],
    parts: ExitStack,
) -> Health:
    """Return who says how all is; a watch writes to the log, and tells hosts, what is no longer well."""
    camera, voltmeter = hardware.camera, Voltmeter()
    parts.callback(voltmeter.close)
    health = Health(
        data,
        (lambda: not isinstance(camera, PatientCamera) or camera.there) if hardware.eye else None,
        knows_window,
        partial(_find_url, settings.web.port),
        voltage=lambda: voltmeter.state,
        taken=hardware.taken,
    )
    parts.callback(HealthWatch(health, table).close)
    return health


def _find_url(port: int) -> str | None:
    """Where phones find the table now; an interface that goes while it is asked is no network."""
    try:
        return own_url(port)
    except OSError:  # the watch over the network asks as well, and says so
        return None


def _serve(web: Parts, settings: Settings, parts: ExitStack) -> threading.Thread:
    server = Server(create_app(web), ANY_ADDRESS, settings.web.port, settings.web.streams)
    serving = threading.Thread(target=server.run, name="web", daemon=True)
    serving.start()
    parts.callback(server.close)
    return serving
