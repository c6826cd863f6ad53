"""The options that every command for a whole table has: its data, its settings, its camera."""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Final

from companion.commands.whole_number import whole_number
from companion.kept.places import data_option
from companion.settings import Camera, CameraKind, Settings, SettingsError, load

SETTINGS: Final = Path("/etc/maexle/maexle.toml")


def table_options(parser: argparse.ArgumentParser) -> None:
    """Add `--data`, `--settings` and `--camera`."""
    data_option(parser)
    settings_option(parser)
    parser.add_argument(
        "--camera", metavar="KIND", help="auto, pi, usb[:NUMBER or path], folder:DIR of pictures, or none"
    )


def settings_option(parser: argparse.ArgumentParser) -> None:
    """Add `--settings FILE`: on an installed table its own, unless another is named."""
    own = SETTINGS if SETTINGS.is_file() else None
    parser.add_argument(
        "--settings", type=Path, metavar="FILE", default=own,
        help=f"the table's settings, TOML (default: {own or 'none, all is as usual'})",
    )  # fmt: skip


def port_option(parser: argparse.ArgumentParser) -> None:
    """Add `--port`."""
    parser.add_argument(
        "--port", type=whole_number(65_535), help="where phones reach it (default: the settings', 8080)"
    )


def with_port(settings: Settings, args: argparse.Namespace) -> Settings:
    """Return the settings with the port that the command line says, if it does."""
    return settings if args.port is None else replace(settings, web=replace(settings.web, port=args.port))


def settings_of(args: argparse.Namespace) -> Settings:
    """Return the settings of the file, with what the command line says in their place.

    Raises:
        SettingsError: they can't be used.
    """
    settings = load(args.settings)
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
