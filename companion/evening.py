"""`maexle run`: the table itself, from its first light to Ctrl-C."""

import argparse
import logging
import signal
import sys
import threading
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import sdnotify

from companion.assembly import Evening, InUseError, assemble
from companion.notices import announce
from companion.places import data_option
from companion.settings import Camera, CameraKind, Settings, SettingsError, load
from table.log import LogError

WATCHDOG_S = 10.0
_LOG = logging.getLogger("maexle")


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `run` to the command line."""
    parser = commands.add_parser("run", help="start the table")
    data_option(parser)
    parser.add_argument("--settings", type=Path, metavar="FILE", help="the table's settings (TOML)")
    parser.add_argument("--port", type=int, help="where phones reach it (default: the settings', 8080)")
    parser.add_argument(
        "--camera", metavar="KIND", help="auto, pi, usb[:NUMBER or path], folder:DIR of pictures, or none"
    )
    parser.add_argument("--service", action="store_true", help="under systemd: print no address and no PIN")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the table until it is told to stop; return 0, or 2 with a message if it can't start."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
    logging.getLogger("waitress").setLevel(logging.ERROR)
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    try:
        settings = _settings(args)
        with ExitStack() as parts:
            evening = assemble(args.data, settings, parts)
            announce(evening, service=args.service)
            _keep_watch(evening, stop)
    except (InUseError, LogError, OSError, SettingsError) as error:
        print(f"maexle run: {error}", file=sys.stderr)
        return 2
    return 0


def _settings(args: argparse.Namespace) -> Settings:
    """Return the settings of the file, with what the command line says in their place."""
    settings = load(args.settings) if args.settings else Settings()
    if args.port is not None:
        settings = replace(settings, web=replace(settings.web, port=args.port))
    if args.camera is not None:
        settings = replace(settings, camera=_camera(settings.camera, args.camera))
    return settings


def _camera(now: Camera, word: str) -> Camera:
    kind, _, which = word.partition(":")
    if kind == CameraKind.FOLDER and which:
        return replace(now, kind=CameraKind.FOLDER, folder=which)
    if kind == CameraKind.USB:
        return replace(now, kind=CameraKind.USB, usb=which or now.usb)
    if which or kind not in ("auto", "pi", "none"):
        raise SettingsError(f"--camera is auto, pi, usb[:NUMBER], folder:DIR or none, not {word!r}")
    return replace(now, kind=CameraKind(kind))


def _keep_watch(evening: Evening, stop: threading.Event) -> None:
    """Tell systemd that the table is up and lives, until it is to stop."""
    systemd = sdnotify.SystemdNotifier()
    systemd.notify("READY=1")
    while not stop.wait(WATCHDOG_S):
        if evening.lives():
            systemd.notify("WATCHDOG=1")
        else:
            _LOG.error("a part of the table no longer answers; the service is started again if it stays so")
    systemd.notify("STOPPING=1")
