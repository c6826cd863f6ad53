"""The settings of one table: what may stand in its TOML file, and the file's way into the program.

Every key is a field of a dataclass here: its default, its type and what it may be stand in one place, and
`load` knows no key of its own. `systemd/maexle.toml` explains them to the person who owns the table.
"""

import difflib
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Final, get_args, get_type_hints
from unicodedata import category

from table.builds import Build


class SettingsError(ValueError):
    """The settings cannot be used; the message names the file, the key, what came and what was expected."""


class Language(StrEnum):
    """The panel's languages."""

    DE = "de"
    EN = "en"
    FR = "fr"
    IT = "it"


class CameraKind(StrEnum):
    """Which camera the table looks through; `AUTO` takes the Pi's if there is one."""

    AUTO = "auto"
    PI = "pi"
    USB = "usb"
    FOLDER = "folder"
    NONE = "none"


class ButtonKind(StrEnum):
    """How many buttons the table has; `AUTO` is one, as nothing tells how many are wired."""

    AUTO = "auto"
    ONE = "one"
    TWO = "two"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Between:
    """The least and the greatest a number may be; for text the least and greatest length in characters."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Form:
    """What a text must look like, and how to say so."""

    pattern: re.Pattern[str]
    words: str


HOST: Final = Form(
    re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*", re.IGNORECASE),
    'host names like "table.pub.example", without http:// and port',
)
USB_SOURCE: Final = Form(
    re.compile(r"\d{1,2}|/dev/.+"), 'a camera\'s number like "0", or a path like "/dev/video0"'
)
PORT: Final = re.compile(r"^\s*port\s*=\s*(\d{1,5})\s*(?:#.*)?$", re.MULTILINE | re.ASCII)
AT_LINE: Final = re.compile(r" \(at line (\d+), column \d+\)$")
"""How `tomllib` says where."""
NO_PIN: Final = -1
MOST_PICTURES_MB: Final = 250
"""What a throw's pictures may take while they are read: the service has 400 (`maexle.service`, MemoryMax), of
which the program itself has taken up to 131."""
FRAME_BYTES: Final = 4
READING_BYTES: Final = 24
"""What a px takes: in each frame, in colour and in grey, and besides while the frames are read (18 measured,
and 6 reckoned for the camera's own buffers)."""
DIMMED_BYTES: Final = 6
"""What a px takes in the two darker frames for each frame that set-up holds besides, in colour."""
NAMELESS: Final = "Mäxle"  # what a table is called that nobody has named

Gpio = Annotated[int, Between(0, 27)]
SomeGpio = Annotated[int | None, Between(0, 27)]


@dataclass(frozen=True, slots=True)
class Table:
    """`[table]`: its name, the language where a browser asks for none, and its build."""

    name: Annotated[str, Between(0, 40)] = ""
    language: Language = Language.DE
    build: Build = Build.SHAKER

    @property
    def is_named(self) -> bool:
        """Whether the file gives a name, be it the program's own."""
        return bool(self.name.strip())

    @property
    def usual_name(self) -> str:
        """What the table is called until a host names it."""
        return self.name if self.is_named else NAMELESS


@dataclass(frozen=True, slots=True)
class Web:
    """`[web]`: where the panel is reached, and how many event streams it holds open at once."""

    port: Annotated[int, Between(1, 65535)] = 8080
    hosts: Annotated[tuple[str, ...], HOST] = ()
    streams: Annotated[int, Between(1, 500)] = 64


@dataclass(frozen=True, slots=True)
class Camera:
    """`[camera]`: which one, and how it takes its pictures; 0 lets set-up find a value, which is kept."""

    kind: CameraKind = CameraKind.AUTO
    folder: str = ""
    usb: Annotated[str, USB_SOURCE] = "0"
    width: Annotated[int, Between(320, 4608)] = 960
    height: Annotated[int, Between(240, 3456)] = 720
    exposure_us: Annotated[int, Between(0, 200_000)] = 0
    gain: Annotated[float, Between(0, 64)] = 0.0
    red_gain: Annotated[float, Between(0, 32)] = 0.0
    blue_gain: Annotated[float, Between(0, 32)] = 0.0
    lens_position: Annotated[float, Between(0, 32)] = 0.0
    timeout_s: Annotated[float, Between(0.5, 30)] = 3.0
    frames: Annotated[int, Between(1, 10)] = 3

    @property
    def reading_mb(self) -> float:
        """What its pictures take while they are read."""
        return self.width * self.height * (FRAME_BYTES * self.frames + READING_BYTES) / 1e6

    @property
    def has_room_to_dim(self) -> bool:
        """Whether set-up may hold the empty window in less light besides, while it reads dice."""
        held_mb = self.width * self.height * DIMMED_BYTES * self.frames / 1e6
        return self.reading_mb + held_mb <= MOST_PICTURES_MB


@dataclass(frozen=True, slots=True)
class Button:
    """`[button]`: the pins (BCM), and how long a press is a challenge or pairs a phone."""

    kind: ButtonKind = ButtonKind.AUTO
    accept_gpio: Gpio = 17
    challenge_gpio: Gpio = 18
    bounce_ms: Annotated[int, Between(0, 200)] = 20
    hold_s: Annotated[float, Between(0.3, 3)] = 0.8
    pair_s: Annotated[float, Between(2, 15)] = 5.0


@dataclass(frozen=True, slots=True)
class Lights:
    """`[lights]`: the pins (BCM) of what shines; None, in the file -1, is a light that is not there."""

    button_gpio: SomeGpio = 27
    true_gpio: SomeGpio = 23
    lie_gpio: SomeGpio = 24
    lamps_gpio: SomeGpio = 22


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that a table's owner can set; `Settings()` is a table that needs no file."""

    table: Table = field(default_factory=Table)
    web: Web = field(default_factory=Web)
    camera: Camera = field(default_factory=Camera)
    button: Button = field(default_factory=Button)
    lights: Lights = field(default_factory=Lights)


def load(path: Path | None) -> Settings:
    """Read the settings file; what it leaves out keeps its default, and all does where there is none.

    Raises:
        SettingsError: the file cannot be read, or something in it is not as it must be.
    """
    if path is None:
        return Settings()
    try:
        return _settings(_parsed(path.read_text(encoding="utf-8-sig")))
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path}: is not UTF-8 text (byte {error.start})") from error
    except ValueError as error:
        raise SettingsError(f"{path}: {error}") from error


def port_in(path: Path | None) -> int:
    """Return the port that a settings file says, however wrong all else in it is; the usual one if none."""
    try:
        found = PORT.search(path.read_text(encoding="utf-8", errors="replace")) if path else None
    except OSError:
        found = None
    port = int(found[1]) if found else 0
    return port if 1 <= port <= 65535 else Web().port


def _parsed(text: str) -> dict[str, Any]:
    """Read TOML; what is none is told with its line, and with what most often is amiss there."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = AT_LINE.search(str(error))
        if found is None:
            raise
        number, why = int(found[1]), AT_LINE.sub("", str(error))
        line = text.replace("\r\n", "\n").split("\n")[number - 1].strip()
        raise ValueError(
            f"line {number} can't be read: {line} ({why}); a line says one key = value, "
            'text in quotes ("usb"), a fraction with a point (0.8)'
        ) from error


def wanted_pins(settings: Settings) -> dict[str, int]:
    """Return which key wants which pin; what is not there wants none."""
    wanted = {f"[lights] {each.name}": getattr(settings.lights, each.name) for each in fields(Lights)}
    if settings.button.kind is not ButtonKind.NONE:
        wanted["[button] accept_gpio"] = settings.button.accept_gpio
    if settings.button.kind is ButtonKind.TWO:
        wanted["[button] challenge_gpio"] = settings.button.challenge_gpio
    return {key: pin for key, pin in wanted.items() if pin is not None}


def _settings(document: Mapping[str, Any]) -> Settings:
    sections = get_type_hints(Settings)
    for name, content in document.items():
        if name not in sections:
            raise ValueError(f"{name}: no such section{_nearest(name, sections)}")
        if not isinstance(content, dict):
            raise ValueError(f"{name}: {_said(content)} came, but a section [{name}] was expected")
    settings = Settings(**{name: _section(sections[name], name, keys) for name, keys in document.items()})
    for problem in _problems(settings):
        raise ValueError(problem)
    return settings


def _problems(settings: Settings) -> Iterator[str]:
    """Tell of what is right by itself but not together."""
    yield from _shared_pins(settings)
    yield from _half_said(settings.camera)
    yield from _too_large(settings.camera)
    yield from _never_a_challenge(settings.button)


def _section(kind: type[Any], name: str, content: Mapping[str, Any]) -> Any:
    hints = get_type_hints(kind, include_extras=True)
    for key in content:
        if key not in hints:
            raise ValueError(f"[{name}] {key}: no such key{_nearest(key, hints)}")
    return kind(**{key: _value(hints[key], f"[{name}] {key}", value) for key, value in content.items()})


def _value(hint: Any, key: str, value: Any) -> Any:
    """Turn what TOML gave into what the field holds."""
    kind, *limits = get_args(hint) if hasattr(hint, "__metadata__") else (hint,)
    limit = limits[0] if limits else None
    options = get_args(kind)
    if NoneType in options and value == NO_PIN and type(value) is int:
        return None
    if tuple[str, ...] == kind and isinstance(value, list) and all(_fits(str, limit, each) for each in value):
        return tuple(each.lower() for each in value)
    plain = int if NoneType in options else kind
    if not _fits(plain, limit, value):
        raise ValueError(f"{key}: {_said(value)} came, but {_expected(kind, limit)} was expected")
    return plain(value)


def _fits(kind: Any, limit: Between | Form | None, value: object) -> bool:
    """Say whether a TOML value is of the kind (TOML's true is no number) and within its limit."""
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return value in list(kind)
    if kind is str:
        return isinstance(value, str) and _text_fits(limit, value)
    if (type(value) is int and kind in (int, float)) or (type(value) is float and kind is float):
        return isinstance(limit, Between) and limit.low <= value <= limit.high
    return False


def _text_fits(limit: Between | Form | None, text: str) -> bool:
    if any(category(character) == "Cc" for character in text):
        return False
    match limit:
        case Between(low=low, high=high):
            return low <= len(text.strip()) and len(text) <= high
        case Form(pattern=pattern):
            return pattern.fullmatch(text) is not None
        case None:
            return True


def _expected(kind: Any, limit: Between | Form | None) -> str:
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return "one of " + ", ".join(f'"{member}"' for member in kind)
    if isinstance(limit, Form):
        return f"a list of {limit.words}" if kind is not str else limit.words
    if limit is None:
        return "text in quotes"
    span = f"{limit.low:g} to {limit.high:g}"
    if kind is str:
        return f"text of {span if limit.low else f'up to {limit.high:g}'} characters"
    words = "a number" if kind is float else "a whole number"
    return f"{words} from {span}" + (f", or {NO_PIN} for none," if NoneType in get_args(kind) else "")


def _said(value: object) -> str:
    """Say a value as TOML would, as near as it matters in a message."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"'
        case dict():
            return "a section"
        case _:
            return str(value)


def _nearest(word: str, known: Mapping[str, Any]) -> str:
    close = difflib.get_close_matches(word, known, n=1)
    return f"; did you mean {close[0]}?" if close else f"; there are {', '.join(known)}"


def _shared_pins(settings: Settings) -> Iterator[str]:
    """Tell of each pin that two parts want."""
    owners: dict[int, str] = {}
    for key, pin in wanted_pins(settings).items():
        if pin in owners:
            yield f"{owners[pin]} and {key}: both are {pin}, but each needs a GPIO of its own"
        owners.setdefault(pin, key)


def _half_said(camera: Camera) -> Iterator[str]:
    if camera.kind is CameraKind.FOLDER and not camera.folder:
        yield '[camera] folder: "" came, but kind = "folder" needs the folder of its pictures'
    if (camera.red_gain == 0) != (camera.blue_gain == 0):
        yield "[camera] red_gain and blue_gain: set both, or leave both at 0"


def _never_a_challenge(button: Button) -> Iterator[str]:
    """Tell of a hold that pairs before it challenges, where one button is to do both."""
    if button.kind in (ButtonKind.AUTO, ButtonKind.ONE) and button.hold_s >= button.pair_s:
        yield (
            f"[button] hold_s and pair_s: a challenge is held for {button.hold_s:g} s, which has to be less "
            f"than the {button.pair_s:g} s that pair a phone"
        )


def _too_large(camera: Camera) -> Iterator[str]:
    """Tell of pictures for which the service would be killed, as often as it looks."""
    needed_mb = camera.reading_mb
    if needed_mb > MOST_PICTURES_MB:
        pictures = f"{camera.frames} of {camera.width} × {camera.height} px"
        yield (
            f"[camera] width, height and frames: {pictures} take {needed_mb:.0f} MB while they are read, but "
            f"{MOST_PICTURES_MB} are there; take smaller ones, or fewer"
        )
