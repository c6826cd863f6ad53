import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from companion.settings import (
    Button,
    ButtonKind,
    Camera,
    CameraKind,
    Language,
    Lights,
    Settings,
    SettingsError,
    Table,
    Web,
    load,
    port_in,
)
from table.builds import Build
from tests.phone import Phone
from tests.program import Program

TWO = '[button]\nkind = "two"'
EXAMPLE = Path(__file__).parents[2] / "systemd" / "maexle.toml"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "maexle.toml"


def told(file: Path, text: str) -> str:
    """Load a settings file that cannot be used, and return what it says after its own name."""
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        load(file)
    name, _, message = str(caught.value).partition(": ")
    assert name == str(file)
    return message


def test_an_empty_file_is_a_table_with_the_defaults(file: Path) -> None:
    file.touch()
    assert load(file) == Settings()


def test_the_defaults_are_those_of_the_papers() -> None:
    assert Settings() == Settings(
        table=Table(name="", language=Language.DE, build=Build.SHAKER),
        web=Web(port=8080, hosts=(), streams=64),
        camera=Camera(CameraKind.AUTO, "", "0", 960, 720, 0, 0.0, 0.0, 0.0, 0.0, 3.0, 3),
        button=Button(ButtonKind.AUTO, 17, 18, 20, 0.8, 5.0),
        lights=Lights(button_gpio=27, true_gpio=23, lie_gpio=24, lamps_gpio=22),
    )


def test_the_example_file_as_it_stands_changes_nothing() -> None:
    assert load(EXAMPLE) == Settings()


def test_the_example_file_shows_every_key_with_its_default(file: Path) -> None:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    text = "\n".join(line.removeprefix("#") for line in lines if not line.startswith("# "))
    file.write_text(text, encoding="utf-8")
    assert load(file) == Settings()
    shown = {(section, key) for section, keys in tomllib.loads(text).items() for key in keys}
    every = {
        (part.name, key.name) for part in fields(Settings) for key in fields(getattr(Settings(), part.name))
    }
    assert shown == every


def test_every_key_can_be_set(file: Path) -> None:
    file.write_text(
        """
        [table]
        name = "Beim Bären 🐻"
        language = "fr"
        build = "plate"
        [web]
        port = 80
        hosts = ["Table.Pub.Example", "dice"]
        streams = 500
        [camera]
        kind = "usb"
        folder = "/srv/pictures"
        usb = "/dev/video2"
        width = 1280
        height = 960
        exposure_us = 9000
        gain = 2
        red_gain = 1.9
        blue_gain = 1.6
        lens_position = 8
        timeout_s = 0.5
        frames = 1
        [button]
        kind = "two"
        accept_gpio = 5
        challenge_gpio = 6
        bounce_ms = 0
        hold_s = 3
        pair_s = 2
        [lights]
        button_gpio = 0
        true_gpio = -1
        lie_gpio = -1
        lamps_gpio = 13
        """,
        encoding="utf-8",
    )
    assert load(file) == Settings(
        Table("Beim Bären 🐻", Language.FR, Build.PLATE),
        Web(80, ("table.pub.example", "dice"), 500),
        Camera(CameraKind.USB, "/srv/pictures", "/dev/video2", 1280, 960, 9000, 2.0, 1.9, 1.6, 8.0, 0.5, 1),
        Button(ButtonKind.TWO, 5, 6, 0, 3.0, 2.0),
        Lights(0, None, None, 13),
    )


@pytest.mark.parametrize(
    ("given", "named"),
    [('name = "The Stag"', True), ('name = "Mäxle"', True), ('name = " "', False), ("", False)],
)
def test_a_table_is_named_once_its_file_gives_a_name(tmp_path: Path, given: str, named: bool) -> None:
    settings = tmp_path / "maexle.toml"
    settings.write_text(f"[table]\n{given}", encoding="utf-8")
    with Program(tmp_path, "--camera", "none", "--settings", str(settings)) as program:
        host = Phone(program.address)
        host.pair(program.pin)
        assert ('<li data-key="name" class="done">' in host.get("/host/first")) is named


def test_a_whole_number_does_for_a_number_and_becomes_one(file: Path) -> None:
    file.write_text("[camera]\ngain = 2", encoding="utf-8")
    assert type(load(file).camera.gain) is float


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[buton]", "buton: no such section; did you mean button?"),
        ("[wall]", "wall: no such section; there are table, web, camera, button, lights"),
        ("web = 80", "web: 80 came, but a section [web] was expected"),
        ("[web]\nprot = 80", "[web] prot: no such key; did you mean port?"),
        ("[web]\nx = 80", "[web] x: no such key; there are port, hosts, streams"),
        ("[Web]", "Web: no such section; did you mean web?"),
    ],
)
def test_a_wrong_name_is_named_with_the_nearest_right_one(file: Path, text: str, message: str) -> None:
    assert told(file, text) == message


@pytest.mark.parametrize(
    ("section", "key", "came", "expected"),
    [
        ("table", "name", f'"{41 * "x"}"', "text of up to 40 characters"),
        ("table", "name", "7", "text of up to 40 characters"),
        ("table", "language", '"es"', 'one of "de", "en", "fr", "it"'),
        ("table", "language", '"DE"', 'one of "de", "en", "fr", "it"'),
        ("table", "build", "true", 'one of "shaker", "plate"'),
        ("web", "port", "0", "a whole number from 1 to 65535"),
        ("web", "port", "65536", "a whole number from 1 to 65535"),
        ("web", "port", '"80"', "a whole number from 1 to 65535"),
        ("web", "port", "80.0", "a whole number from 1 to 65535"),
        ("web", "port", "true", "a whole number from 1 to 65535"),
        ("web", "port", "[80]", "a whole number from 1 to 65535"),
        ("web", "streams", "0", "a whole number from 1 to 500"),
        ("web", "streams", "501", "a whole number from 1 to 500"),
        ("camera", "kind", '"webcam"', 'one of "auto", "pi", "usb", "folder", "none"'),
        ("camera", "folder", "1", "text in quotes"),
        ("camera", "width", "319", "a whole number from 320 to 4608"),
        ("camera", "height", "3457", "a whole number from 240 to 3456"),
        ("camera", "exposure_us", "-1", "a whole number from 0 to 200000"),
        ("camera", "gain", "false", "a number from 0 to 64"),
        ("camera", "red_gain", "32.1", "a number from 0 to 32"),
        ("camera", "blue_gain", "-0.1", "a number from 0 to 32"),
        ("camera", "lens_position", '"near"', "a number from 0 to 32"),
        ("camera", "timeout_s", "nan", "a number from 0.5 to 30"),
        ("camera", "timeout_s", "inf", "a number from 0.5 to 30"),
        ("camera", "timeout_s", "0.4", "a number from 0.5 to 30"),
        ("camera", "frames", "0", "a whole number from 1 to 10"),
        ("camera", "frames", "11", "a whole number from 1 to 10"),
        ("button", "kind", '"three"', 'one of "auto", "one", "two", "none"'),
        ("button", "accept_gpio", "28", "a whole number from 0 to 27"),
        ("button", "accept_gpio", "-1", "a whole number from 0 to 27"),
        ("button", "bounce_ms", "201", "a whole number from 0 to 200"),
        ("button", "hold_s", "0.2", "a number from 0.3 to 3"),
        ("button", "pair_s", "15.1", "a number from 2 to 15"),
        ("lights", "true_gpio", "-2", "a whole number from 0 to 27, or -1 for none,"),
        ("lights", "lie_gpio", "-1.0", "a whole number from 0 to 27, or -1 for none,"),
    ],
)
def test_a_wrong_value_is_told_with_what_was_expected(
    file: Path, section: str, key: str, came: str, expected: str
) -> None:
    message = told(file, f"[{section}]\n{key} = {came}")
    assert message == f"[{section}] {key}: {came} came, but {expected} was expected"


@pytest.mark.parametrize(
    "hosts",
    [
        "80",
        '"table"',
        '["http://table"]',
        '["table:80"]',
        '["-table"]',
        '["a..b"]',
        '[""]',
        "[80]",
        '["täble"]',
    ],
)
def test_hosts_are_a_list_of_bare_names(file: Path, hosts: str) -> None:
    assert told(file, f"[web]\nhosts = {hosts}").endswith(
        'came, but a list of host names like "table.pub.example", without http:// and port was expected'
    )


@pytest.mark.parametrize("usb", ["", "first", "-1", "/tmp/video"])
def test_a_usb_camera_is_a_number_or_a_device(file: Path, usb: str) -> None:
    message = told(file, f'[camera]\nusb = "{usb}"')
    assert message.startswith(f'[camera] usb: "{usb}" came, but a camera\'s number like "0"')


def test_a_line_break_is_no_part_of_a_name(file: Path) -> None:
    assert "text of up to 40 characters was expected" in told(file, '[table]\nname = "a\\nb"')


@pytest.mark.parametrize(
    ("text", "first", "second", "pin"),
    [
        ("[lights]\ntrue_gpio = 24", "[lights] true_gpio", "[lights] lie_gpio", 24),
        ("[button]\naccept_gpio = 22", "[lights] lamps_gpio", "[button] accept_gpio", 22),
        (f"{TWO}\nchallenge_gpio = 17", "[button] accept_gpio", "[button] challenge_gpio", 17),
        (f"{TWO}\n[lights]\nbutton_gpio = 18", "[lights] button_gpio", "[button] challenge_gpio", 18),
    ],
)
def test_two_settings_on_one_pin_are_both_named(
    file: Path, text: str, first: str, second: str, pin: int
) -> None:
    assert told(file, text) == f"{first} and {second}: both are {pin}, but each needs a GPIO of its own"


@pytest.mark.parametrize(
    "text",
    [
        '[button]\nkind = "one"\n[lights]\ntrue_gpio = 18',
        '[button]\nkind = "none"\n[lights]\ntrue_gpio = 17\nlie_gpio = 18',
        "[lights]\ntrue_gpio = -1\nlie_gpio = -1",
        "[lights]\ntrue_gpio = 18",  # with one button, as by itself
    ],
)
def test_what_is_not_there_takes_no_pin(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
    load(file)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('kind = "folder"', '[camera] folder: "" came, but kind = "folder" needs the folder of its pictures'),
        ("red_gain = 1.5", "[camera] red_gain and blue_gain: set both, or leave both at 0"),
    ],
)
def test_half_of_what_belongs_together_is_refused(file: Path, text: str, message: str) -> None:
    assert told(file, f"[camera]\n{text}") == message


@pytest.mark.parametrize(
    ("width", "height", "frames", "needed_mb"),
    [(4608, 3456, 3, 573), (3200, 2400, 3, 276), (2304, 1728, 10, 255)],
)
def test_pictures_for_which_the_service_would_be_killed_are_refused(
    file: Path, width: int, height: int, frames: int, needed_mb: int
) -> None:
    said = told(file, f"[camera]\nwidth = {width}\nheight = {height}\nframes = {frames}")
    assert f"{frames} of {width} × {height} px take {needed_mb} MB" in said
    assert "smaller ones, or fewer" in said


@pytest.mark.parametrize(("width", "height", "frames"), [(3040, 2280, 3), (2240, 1680, 10), (4608, 1440, 3)])
def test_pictures_that_the_service_can_hold_are_taken(
    file: Path, width: int, height: int, frames: int
) -> None:
    file.write_text(f"[camera]\nwidth = {width}\nheight = {height}\nframes = {frames}")
    assert load(file).camera == Camera(width=width, height=height, frames=frames)


def test_a_file_that_is_not_there_is_named(file: Path) -> None:
    with pytest.raises(SettingsError, match=r"maexle\.toml: cannot be read: No such file"):
        load(file)


@pytest.mark.parametrize(
    "line", ["name = Zum Anker", "name = “Zum Anker”", 'name = "Zum Anker', "hold_s = 0,8", "port : 80"]
)
def test_a_line_that_is_no_toml_is_shown_with_what_is_amiss_there(file: Path, line: str) -> None:
    said = told(file, f"[web]\r\n{line}\r\n")
    assert said.startswith(f"line 2 can't be read: {line} (")
    assert said.endswith('a line says one key = value, text in quotes ("usb"), a fraction with a point (0.8)')


def test_a_file_whose_end_is_missing_is_told(file: Path) -> None:
    assert "at end of document" in told(file, "[web")


@pytest.mark.parametrize(
    ("text", "port"),
    [
        ("[web]\nport = 80  # easy to type\n[table]\nname = Zum Anker", 80),
        ('[web]\nport = "80"', 8080),
        ("[web]\nport = 99999", 8080),
        ("#port = 80", 8080),
    ],
)
def test_the_port_is_known_however_wrong_the_rest_of_the_file_is(file: Path, text: str, port: int) -> None:
    file.write_text(text)
    assert port_in(file) == port
    assert port_in(file.with_name("missing")) == port_in(None) == 8080


def test_a_hold_that_pairs_before_it_challenges_is_refused_where_one_button_does_both(file: Path) -> None:
    for kind in ("auto", "one"):
        assert told(file, f'[button]\nkind = "{kind}"\nhold_s = 2\npair_s = 2') == (
            "[button] hold_s and pair_s: a challenge is held for 2 s, which has to be less than the 2 s that "
            "pair a phone"
        )
    for fine in ('kind = "two"\nhold_s = 3', 'kind = "none"\nhold_s = 3', "hold_s = 1.9"):
        file.write_text(f"[button]\n{fine}\npair_s = 2", encoding="utf-8")
        assert load(file).button.pair_s == 2


def test_a_file_as_a_windows_editor_saves_it_is_read(file: Path) -> None:
    file.write_text('[table]\r\nname = "Bären"\r\n', encoding="utf-8-sig")
    assert load(file).table.name == "Bären"


def test_a_file_in_another_encoding_is_told(file: Path) -> None:
    file.write_bytes('[table]\nname = "Mäxle"'.encode("latin-1"))
    with pytest.raises(SettingsError, match=r"is not UTF-8 text \(byte 17\)"):
        load(file)
