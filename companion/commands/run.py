"""`maexle run`: the table itself, from its first light to Ctrl-C."""

import argparse
import faulthandler
import logging
import os
import signal
import sys
import threading
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Final

import sdnotify

from companion.assembly import ANY_ADDRESS, Evening, Opening, assemble
from companion.commands.notices import announce, announce_address, say_code
from companion.commands.plainly import plainly
from companion.commands.table_options import port_option, settings_of, table_options, with_port
from companion.fittings.heap import share_heap
from companion.fittings.window_check import PATIENCE_S
from companion.fittings.wiring import is_pi
from companion.kept.holder import InUseError, refuse_beside_service
from companion.settings import Settings, SettingsError, Web, port_in
from table.disk import is_spent
from table.log import LogError
from web import shut

WATCHDOG_S = 10.0
STOP_S = 1.0
"""How long who ends the table may wait while its camera opens."""
FAREWELL_S = 1.0
"""So long a table that is to start anew still serves: the phone that asked for it gets its answer."""
SHUT_S = 60.0
"""So long phones are told why the table can't start, before systemd tries again."""
TRIAL: Final = Path("/opt/maexle/trial")
"""What an update that has not come up yet is taken back to, and the log with it (`systemd/settle.sh`)."""
_LOG = logging.getLogger("maexle")


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `run` to the command line."""
    parser = commands.add_parser("run", help="start the table")
    table_options(parser)
    port_option(parser)
    parser.add_argument("--service", action="store_true", help="under systemd: print no address and no PIN")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the table until it is told to stop; return 0, or 2 with a message if it can't start."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
    logging.getLogger("waitress").setLevel(logging.ERROR)
    if args.service:
        faulthandler.enable()  # systemd's watchdog ends who hangs by SIGABRT: the journal has where
    os.umask(0o077)  # who plays what and which phone is whose is for the table's user alone
    share_heap()  # before the first thread
    stop, again = threading.Event(), threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    settings = with_port(Settings(web=Web(port=port_in(args.settings))), args)  # where phones look for it
    try:
        settings = with_port(settings_of(args), args)
        _serve(args, settings, stop, again)
    except (InUseError, LogError, OSError, SettingsError) as error:
        told = args.service and _tell_phones(error, settings.web.port)
        print(f"maexle run: {plainly(error)}", file=sys.stderr)
        stop.wait(SHUT_S if told else 0)
        return 2
    if again.is_set() and not args.service:  # systemd starts whatever ends
        sys.stdout.flush()
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
    return 0


def _tell_phones(error: Exception, port: int) -> bool:
    """Serve a page that says why there is no table; return whether that can be.

    An update on trial is taken back at once instead.
    """
    if TRIAL.is_dir():
        return False
    try:
        shut.serve(ANY_ADDRESS, port, plainly(error), of_the_disk=is_spent(error))
    except OSError:  # it may be the port that can't be had
        return False
    return True


def _serve(
    args: argparse.Namespace, settings: Settings, stop: threading.Event, again: threading.Event
) -> None:
    """Run the table until it is to `stop`, or to start `again` with another memory."""
    if is_pi() and not args.service:
        refuse_beside_service()

    def restart() -> None:
        again.set()
        farewell = threading.Timer(FAREWELL_S, stop.set)
        farewell.daemon = True
        farewell.start()

    with ExitStack() as parts:
        # An update that dies of its camera is taken back, and so would be what phones had been told
        on_trial = args.service and TRIAL.is_dir()
        hold = partial(_await_camera, stop) if on_trial else lambda _: None
        evening = assemble(args.data, settings, parts, say_code, restart, hold)
        announce(evening, service=args.service)
        _await_camera(stop, evening.await_camera)
        _keep_watch(evening, stop, say_address=not args.service)


def _await_camera(stop: threading.Event, opened: Opening) -> None:
    """Give the camera its time to open, or to fail, while pages are served already (not on trial).

    A driver that takes the whole program down does it here. Not yet ready by its own word, an update that
    dies of that goes back to the program before it; a camera that hangs, or is missing, holds nothing up.
    """
    for _ in range(round(PATIENCE_S / STOP_S)):
        if stop.is_set() or opened(STOP_S):
            return


def _keep_watch(evening: Evening, stop: threading.Event, *, say_address: bool) -> None:
    """Tell systemd that the table is up and lives, and people where it is now, until it is to stop."""
    systemd, said = sdnotify.SystemdNotifier(), evening.find_address()
    if not stop.is_set():
        systemd.notify("READY=1")
    while not stop.wait(WATCHDOG_S):
        if evening.lives():
            systemd.notify("WATCHDOG=1")
        else:
            _LOG.error("a part of the table no longer answers; the service is started again if it stays so")
        if say_address and (address := evening.find_address()) != said:
            said = address
            announce_address(address)
    systemd.notify("STOPPING=1")
