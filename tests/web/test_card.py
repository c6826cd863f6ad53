"""The card to print: what its codes say, on both sizes and as both kinds of file, and who may make one."""

import re
import unicodedata
from collections.abc import Iterable
from itertools import pairwise

import cv2
import numpy as np
import pytest

from table.table import Table
from tests.web.evening import Evening, Phone, evening
from web.card.card import Bar, Paper, Text, Wifi, draw
from web.card.letters import width, wrap
from web.card.pdf import POINTS_PER_MM, pdf
from web.card.svg import svg

ADDRESS, SCAN = "192.0.2.7:8080", "http://192.0.2.7:8080/?scanned"
WIFI = Wifi("Hirsch; Gäste", 'prost:"\\prost')
SAYS_WIFI = 'WIFI:T:WPA;S:Hirsch\\; Gäste;P:prost\\:\\"\\\\prost;;'
DOTS_PER_MM = 12
Box = tuple[float, ...]


def read_codes(bars: Iterable[Box], high: float) -> set[str]:
    """Return what phones read in black rectangles (x, y, width, height in mm) on paper so high."""
    page = np.full((int(high * DOTS_PER_MM), int(high * DOTS_PER_MM)), 255, np.uint8)
    for x, y, wide, tall in bars:
        left, top, right, bottom = (round(edge * DOTS_PER_MM) for edge in (x, y, x + wide, y + tall))
        page[top:bottom, left:right] = 0
    halves = np.array_split(page[:, : int(page.shape[1] * 0.71)], 2, axis=1)
    return {text for half in [page, *halves] if (text := cv2.QRCodeDetector().detectAndDecode(half)[0])}


def in_svg(file: bytes) -> list[Box]:
    found = re.findall(rb'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/>', file)
    return [tuple(map(float, box)) for box in found]


def in_pdf(file: bytes, high: float) -> list[Box]:
    found = re.findall(rb"^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re f", file, re.MULTILINE)
    boxes = [tuple(float(edge) / POINTS_PER_MM for edge in box) for box in found]
    return [(x, high - y - tall, wide, tall) for x, y, wide, tall in boxes]


def test_both_codes_can_be_read_from_either_kind_of_file() -> None:
    parts = draw("The Stag", ADDRESS, SCAN, WIFI)
    assert read_codes(in_svg(svg(parts, Paper.A6)), 148) == {SCAN, SAYS_WIFI}
    assert read_codes(in_pdf(pdf(parts, Paper.A6), 148), 148) == {SCAN, SAYS_WIFI}


@pytest.mark.parametrize("name", ["Wirtshaus Hirschbräu", "Кафе 24", "Το Ελάφι", "鹿カフェ", "🦌"])
def test_the_code_of_a_wifi_is_read_in_any_letters(name: str) -> None:
    parts = draw("The Stag", ADDRESS, SCAN, Wifi(name, "prostprost"))
    assert read_codes(in_svg(svg(parts, Paper.A6)), 148) == {SCAN, f"WIFI:T:WPA;S:{name};P:prostprost;;"}


def test_an_address_stands_in_the_middle_below_its_code() -> None:
    parts = draw("The Stag", "192.168.178.123:8080", SCAN, WIFI)
    [line] = [part for part in parts if isinstance(part, Text) and part.text.startswith("192.")]
    code = [part for part in parts if isinstance(part, Bar) and part.x > 105 / 2]
    middle = (min(bar.x for bar in code) + max(bar.x + bar.width for bar in code)) / 2
    wide = (16 * 556 + 3 * 278 + 333) / 1000 * line.size  # digits, dots and a colon in Helvetica Bold
    assert line.x + wide / 2 == pytest.approx(middle, abs=0.1)


def test_without_a_wifi_there_is_one_code_and_nobody_is_sent_into_one() -> None:
    parts = draw("The Stag", ADDRESS, SCAN)
    assert read_codes(in_svg(svg(parts, Paper.A6)), 148) == {SCAN}
    assert "Wi-Fi" not in " ".join(part.text for part in parts if isinstance(part, Text))


@pytest.mark.parametrize("name", ["The Stag", "Zum ewig durstigen Goldenen Hirschen am Marktplatz"])
@pytest.mark.parametrize("wifi", [WIFI, Wifi("W" * 32, "W" * 63)], ids=["a usual Wi-Fi", "the longest"])
def test_everything_stands_on_the_paper_and_nothing_over_anything_else(name: str, wifi: Wifi) -> None:
    parts = draw(name, ADDRESS, SCAN, wifi)
    lines = [part for part in parts if isinstance(part, Text)]
    for line in lines:
        assert line.x >= 3
        assert line.x + width(line.text, line.size, line.style) <= 102
        assert line.y <= 145
    bars = [part for part in parts if isinstance(part, Bar)]
    assert all(bar.x > 0 and bar.x + bar.width < 105 for bar in bars)
    below = max(bar.y + bar.height for bar in bars)
    assert not [line for line in lines if 26 < line.y < below + 2]
    columns = [sorted(line.y for line in lines if (line.x > 50) == right and line.y > 60) for right in (0, 1)]
    for rows in columns:
        assert min(low - high for high, low in pairwise(rows)) > 3


def written(file: bytes) -> list[tuple[str, float, str]]:
    """Return the lines of a PDF: the font of each, its letters' size in mm, and the text."""
    fonts = dict(re.findall(rb"/(\w+) (\d+) 0 R", re.findall(rb"/Font << (.*?) >>", file)[0]))
    names = {
        key: re.findall(rb"%s 0 obj\n.*/BaseFont /([\w-]+)" % place, file)[0] for key, place in fonts.items()
    }
    lines = re.findall(rb"BT /(\w+) ([\d.]+) Tf .* \((.*)\) Tj ET", file)
    return [
        (names[key].decode(), float(size) / POINTS_PER_MM, text.decode("cp1252")) for key, size, text in lines
    ]


@pytest.mark.parametrize("password", ["Il1O0-l1Il", "0O" * 31 + "l"])
def test_a_password_can_be_typed_from_the_card_letter_by_letter(password: str) -> None:
    parts = draw("The Stag", ADDRESS, SCAN, Wifi("Hirsch", password))
    typed = [(size, text) for font, size, text in written(pdf(parts, Paper.A6)) if font.startswith("Courier")]
    assert "".join(text for _, text in typed) == password
    assert min(size for size, _ in typed) >= 1.6
    svgs = re.findall(rb'font-family="[^"]* monospace"[^>]*>([^<]*)<', svg(parts, Paper.A6))
    assert b"".join(svgs).decode() == password


def test_a5_is_the_same_card_drawn_larger() -> None:
    parts = draw("The Stag", ADDRESS, SCAN, WIFI)
    assert b'width="148mm" height="210mm"' in svg(parts, Paper.A5)
    assert b"/MediaBox [0 0 419.53 595.28]" in pdf(parts, Paper.A5)
    assert read_codes(in_pdf(pdf(parts, Paper.A5), 210), 210) == {SCAN, SAYS_WIFI}


def test_it_tells_how_to_play_in_four_languages() -> None:
    card = " ".join(part.text for part in draw("The Stag", ADDRESS, SCAN, WIFI) if isinstance(part, Text))
    for says in ("Geh ins WLAN", "Join the Wi-Fi", "Rejoins le Wi-Fi", "Entra nel Wi-Fi"):
        assert says in card


def test_a_pdf_says_where_each_of_its_objects_is() -> None:
    file = pdf(draw("A (very) \\ Stag", ADDRESS, SCAN), Paper.A6)
    table = int(re.findall(rb"startxref\n(\d+)", file)[0])
    assert file[table:].startswith(b"xref\n0 8\n")
    starts = [int(start) for start in re.findall(rb"(\d{10}) 00000 n ", file)]
    for number, start in enumerate(starts, start=1):
        assert file[start:].startswith(b"%d 0 obj\n" % number)
    length, stream = re.findall(rb"/Length (\d+) >>\nstream\n(.*)\nendstream", file, re.DOTALL)[0]
    assert len(stream) == int(length)
    assert rb"(A \(very\) \\ Stag)" in stream


def test_a_name_in_any_letters_has_a_card_and_none_loses_a_letter() -> None:
    parts = draw("Żubr <Óльга> 🍺", ADDRESS, SCAN)
    assert "Żubr &lt;Óльга&gt; 🍺".encode() in svg(parts, Paper.A6)
    with pytest.raises(UnicodeEncodeError):
        pdf(parts, Paper.A6)
    for marked in ("Mäxle, l'œuvre", unicodedata.normalize("NFD", "Mäxle, l'œuvre")):
        assert "(Mäxle, l'œuvre)".encode("cp1252") in pdf(draw(marked, ADDRESS, SCAN), Paper.A6)


def test_lines_are_as_long_as_they_may_be_and_no_longer() -> None:
    lines = list(wrap("one two three four five", 10, 60))
    assert " ".join(lines) == "one two three four five"
    assert len(lines) > 1
    assert all(width(line, 10) <= 60 for line in lines)
    assert list(wrap("unbreakable", 10, 5)) == ["unbreakable"]


def test_a_name_in_chinese_letters_is_not_squeezed() -> None:
    [line] = [part for part in draw("鹿亭", ADDRESS, SCAN) if isinstance(part, Text) and part.text == "鹿亭"]
    assert b'textLength="15.00"' in svg([line], Paper.A6)  # two squares of 7.5


@pytest.mark.parametrize(
    ("name", "password"),
    [("", ""), ("x" * 33, ""), ("a\x07", ""), ("x", "short"), ("x", "ümlautig"), ("x", "y" * 64)],
)
def test_what_no_wifi_can_have_is_refused(name: str, password: str) -> None:
    with pytest.raises(ValueError, match="Wi-Fi"):
        Wifi(name, password)


def make(phone: Phone, **fields: object) -> tuple[int, str, bytes]:
    answer = phone.post("/host/card", {"paper": "A6", "kind": "pdf", **fields})
    return answer.status_code, answer.mimetype or "", answer.data


def test_a_host_gets_the_card_as_a_file(at: Evening) -> None:
    host = at.host()
    assert "192.0.2.7:8080" in host.see("/host/card")
    status, kind, file = make(host, wifi="Hirsch", password="prostprost", kind="svg")
    assert (status, kind) == (200, "image/svg+xml")
    assert read_codes(in_svg(file), 148) == {SCAN, "WIFI:T:WPA;S:Hirsch;P:prostprost;;"}
    status, kind, file = make(host, paper="A5")
    assert (status, kind) == (200, "application/pdf")
    assert read_codes(in_pdf(file, 210), 210) == {SCAN}


def test_others_get_none_and_odd_forms_are_refused(at: Evening) -> None:
    assert at.phone().get("/host/card").status_code == 403
    assert make(at.phone())[0] == 403
    host = at.host()
    assert make(host, paper="A0")[0] == 400
    assert make(host, kind="exe")[0] == 400
    assert make(host, wifi="Hirsch", password="short")[0] == 409
    assert "name has 1 to 32 characters, its password 8 to 63" in host.shown
    assert make(host, wifi="Łoś", password="prostprost")[0] == 409
    assert "Take the SVG" in host.shown
    page = host.post(
        "/host/card", {"paper": "A5", "kind": "pdf", "wifi": "Łoś", "password": "prostprost"}
    ).text
    assert all(kept in page for kept in ('value="Łoś"', 'value="prostprost"', "<option selected>A5"))
    assert make(host, wifi="Łoś", password="prostprost", kind="svg")[0] == 200


def test_without_a_network_there_is_nothing_to_scan(table: Table) -> None:
    host = evening(table, find_url=lambda: None).host()
    assert "No network" in host.see("/host/card")
    assert make(host)[0] == 409
