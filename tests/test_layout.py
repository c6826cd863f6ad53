"""The house's layout: which room may import what, and how long its parts may be."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.rulesets import RULESETS

ROOT = Path(__file__).parents[1]
ROOMS = ("companion", "web", "table", "games", "vision", "device")
# The rooms each room may import from, itself apart
MAY_IMPORT = {
    "companion": {"web", "table", "games", "vision", "device"},
    "web": {"table", "games"},
    "table": {"games", "vision"},
    "games": set(),
    "vision": set(),
    "device": set(),
}
# The floors of the larger rooms, from the top: each may import from those below it
FLOORS = {
    "companion": ("main", "commands", "assembly", "fittings", "kept", "settings"),
    "web": ("shut", "app", "pages", "card", "sight", "wire", "door", "words", "ports"),
    "vision": (
        *("__init__", "setup", "reader", "looking", "taught", "witnesses", "judge", "nets", "evidence"),
        *("window", "sightings", "straighten", "level", "floor", "picture", "reading", "arrays"),
    ),
    "web.pages": ("pub", "guest", "host", "errors", "page", "qr", "assets"),
}
TEMPLATES = ROOT / "web" / "pages" / "templates"
# Their floors, likewise; "" is what all are drawn with
TEMPLATE_FLOORS = ("pub", "guest", "games", "scenes", "host", "")
DRAWN_WITH = re.compile(r'{% (?:include|extends|from) "([^"]+\.html)"')
# Who may import what is not ours but is kept in few hands
KEPT = {"gpiozero": {"device"}, "picamera2": {"device"}, "cv2": {"vision", "device"}}
LINES, BODY_LINES = 400, 25
WATCHED_IMPORT = """
import importlib, sys, threading

FORBIDDEN = ("socket.", "subprocess.", "sqlite3.connect", "os.mkdir", "os.remove", "os.rename", "os.fork")

def watch(event, args):
    writes = event == "open" and isinstance(args[1], str) and set(args[1]) & set("wax+")
    if writes or event.startswith(FORBIDDEN):
        print(name, event, args)

sys.addaudithook(watch)
for name in sys.argv[1:]:
    importlib.import_module(name)
    if threading.active_count() > 1:
        print(name, threading.enumerate())
"""

FILES = sorted(file for room in ROOMS for file in (ROOT / room).rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))


def named(file: Path) -> str:
    return str(file.relative_to(ROOT))


def room(file: Path) -> str:
    return file.relative_to(ROOT).parts[0]


def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def imported(file: Path) -> Iterator[str]:
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name their room"
            assert node.module
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("file", FILES, ids=named)
def test_imports_run_down_the_list_of_rooms_only(file: Path) -> None:
    ours = {name.split(".")[0] for name in imported(file)}.intersection((*ROOMS, "tests"))
    assert ours <= MAY_IMPORT[room(file)] | {room(file)}


@pytest.mark.parametrize("house", FLOORS)
def test_imports_run_down_the_floors_of_a_room_only(house: str) -> None:
    floors, folder, inside = FLOORS[house], ROOT.joinpath(*house.split(".")), f"{house}."
    for file in folder.rglob("*.py"):
        own = file.relative_to(folder).with_suffix("").parts[0]
        reached = {
            name.removeprefix(inside).split(".")[0] for name in imported(file) if name.startswith(inside)
        }
        if own not in floors:  # the room's own name, and what nothing else here imports
            assert own in {"__init__", "bench"}
            assert not reached, named(file)
        else:
            assert all(floors.index(floor) >= floors.index(own) for floor in reached), named(file)


def test_templates_are_drawn_with_those_of_their_own_floor_and_below_only() -> None:
    for file in TEMPLATES.rglob("*.html"):
        own = template_floor(file.relative_to(TEMPLATES).as_posix())
        reached = [template_floor(name) for name in DRAWN_WITH.findall(file.read_text(encoding="utf-8"))]
        assert all(floor >= own for floor in reached), named(file)


def template_floor(name: str) -> int:
    return TEMPLATE_FLOORS.index(name.partition("/")[0] if "/" in name else "")


@pytest.mark.parametrize("file", [file for file in FILES if room(file) == "table"], ids=named)
def test_the_table_knows_of_vision_only_the_types_of_a_reading(file: Path) -> None:
    of_vision = [name for name in imported(file) if name.split(".")[0] == "vision"]
    assert all(name.startswith("vision.reading") for name in of_vision)


@pytest.mark.parametrize("file", FILES, ids=named)
def test_pins_and_cameras_are_in_the_device_room_and_opencv_with_the_reader(file: Path) -> None:
    for name in imported(file):
        assert room(file) in KEPT.get(name.split(".")[0], ROOMS)


def test_picamera2_is_imported_by_its_camera_module_alone() -> None:
    users = [file for file in FILES if "picamera2" in {name.split(".")[0] for name in imported(file)}]
    assert len(users) <= 1


@pytest.mark.parametrize("file", [file for file in FILES if room(file) != "companion"], ids=named)
def test_nothing_below_the_companion_reads_settings_the_environment_or_the_command_line(file: Path) -> None:
    forbidden = {"os.environ", "os.getenv", "sys.argv", "argparse", "tomllib"}
    read = {ast.unparse(node) for node in ast.walk(tree(file)) if isinstance(node, ast.Attribute)}
    assert not forbidden.intersection(read.union(imported(file)))


@pytest.mark.parametrize("file", [file for file in FILES if room(file) == "games"], ids=named)
def test_the_games_know_no_clock_no_chance_and_no_outside(file: Path) -> None:
    pure = {
        "collections",
        "dataclasses",
        "enum",
        "functools",
        "itertools",
        "math",
        "reprlib",
        "types",
        "typing",
        "games",
    }
    assert {name.split(".")[0] for name in imported(file)} <= pure | {"games"}


def test_importing_a_module_starts_opens_and_writes_nothing(tmp_path: Path) -> None:
    modules = [module(file) for file in FILES]
    done = subprocess.run(
        [sys.executable, "-B", "-c", WATCHED_IMPORT, *modules],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert list(tmp_path.iterdir()) == []


def module(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.mark.parametrize("file", FILES, ids=named)
def test_no_module_is_named_after_nothing(file: Path) -> None:
    assert file.stem not in {"utils", "helpers", "common", "manager", "misc"}


@pytest.mark.parametrize("file", [*FILES, *TESTS], ids=named)
def test_no_file_is_longer_than_400_lines(file: Path) -> None:
    assert len(file.read_text(encoding="utf-8").splitlines()) <= LINES


@pytest.mark.parametrize("file", FILES, ids=named)
def test_no_function_body_is_longer_than_25_lines(file: Path) -> None:
    functions = [n for n in ast.walk(tree(file)) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    assert {f"{f.name}: {body_lines(f)}" for f in functions if body_lines(f) > BODY_LINES} == set()


def body_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return how many lines a body has, its docstring apart."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def test_nothing_is_decided_by_a_games_name_outside_its_own_room() -> None:
    game = "|".join(f"[\"']{name}[\"']" for name in RULESETS)
    decides = re.compile(rf"(==|!=|\bin|\bis|\bcase)\s*[(\[{{]?\s*({game})|({game})\s*(==|!=|in\b)")
    sources = [file for file in FILES if room(file) != "games"]
    templates = [file for file in TEMPLATES.rglob("*.html") if "games" not in file.parts]
    for file in (*sources, *templates):
        assert not decides.search(file.read_text(encoding="utf-8")), named(file)
