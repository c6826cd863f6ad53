"""Every code has words, and every word is said in every language."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import games
import table
import web
from games.rulesets import RULESETS
from table.look import Stage
from tests.web.evening import Evening
from vision.reading import Reason
from web.words import codes, health
from web.words.story import LANGUAGES, texts_in
from web.words.values import listed

TOP = Path(web.__path__[0]).parent
RAISED = re.compile(r'(?:IllegalMoveError|NotAllowedError|SetupError|MalformedMoveError)\(\s*"(\w+)"')
MAPPED = re.compile(r"^\[(\w+): (.+)\]$", re.MULTILINE)
TRANSLATED = [language for language in LANGUAGES if language != "en"]


def catalogue(language: str) -> Catalog:
    path = TOP / "web" / "translations" / language / "LC_MESSAGES" / "messages.po"
    return read_po(BytesIO(path.read_bytes()), locale=language)


def msgids() -> set[str]:
    methods = [(where, how) for how, where in MAPPED.findall((TOP / "web" / "babel.cfg").read_text())]
    rooms = {where.partition("/")[0] for where, _ in methods}
    found = extract_from_dir(TOP, methods, directory_filter=lambda path: in_room(Path(path), rooms))
    return {message if isinstance(message, str) else message[0] for _, _, message, _, _ in found}


def in_room(path: Path, rooms: set[str]) -> bool:
    parts = path.relative_to(TOP).parts
    return not parts or parts[0] in rooms


def test_every_refusal_that_the_rooms_below_raise_has_words() -> None:
    sources = [*Path(games.__path__[0]).glob("*.py"), *Path(table.__path__[0]).glob("*.py")]
    raised = {code for source in sources for code in RAISED.findall(source.read_text())}
    assert len(raised) > 15
    assert raised <= codes.REFUSALS.keys()


def test_every_reason_of_a_doubt_has_words_and_advice() -> None:
    reasons = {*map(str, Reason), "camera", "no_camera", "disk", "restarted"}
    assert reasons == codes.DOUBTS.keys() == codes.ADVICE.keys()


@pytest.mark.parametrize("reason", ["blurred", "covered", "worn", "strange_die"])
def test_nobody_is_told_to_wipe_under_dice_that_have_still_to_be_seen(reason: str) -> None:
    advice = codes.say(codes.ADVICE, reason).lower()
    assert 0 <= advice.index("look for yourselves") < advice.index("wipe the window")


def test_every_note_to_the_host_has_words() -> None:
    assert {"log_damaged", "rules_changed"} <= codes.NOTES.keys()


def test_every_game_option_choice_and_preset_has_words() -> None:
    for name, rules in RULESETS.items():
        assert name in codes.GAMES
        assert rules.PRESETS.keys() <= codes.PRESETS.keys()
        for option in rules.OPTIONS:
            assert option.name in codes.OPTIONS
            assert set(option.choices) <= codes.CHOICES.keys()


def test_a_code_from_a_newer_room_is_shown_as_it_is() -> None:
    assert codes.say(codes.DOUBTS, "brand_new") == "brand_new"


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated_and_none_is_left_over(language: str) -> None:
    translated = {
        message.id if isinstance(message.id, str) else message.id[0]: message
        for message in catalogue(language)
        if message.id
    }
    assert translated.keys() == msgids()
    for message in translated.values():
        said = [message.string] if isinstance(message.string, str) else list(message.string or [""])
        assert all(said), message.id
        assert not message.fuzzy, message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_translation_fills_in_the_same_names(language: str) -> None:
    messages = catalogue(language)
    for message in messages:
        assert not list(message.check(messages)), message.id


def test_no_line_of_french_begins_with_a_mark() -> None:
    torn = re.compile("[ ][:;!?»]|«[ ]")  # what stands before a mark never breaks
    said = [message.string for message in catalogue("fr") if message.id]
    texts = [text for one in said for text in ([one] if isinstance(one, str) else one or [])]
    assert len(texts) > 400
    assert [text for text in texts if torn.search(text)] == []
    assert [text for text in texts if re.search("\u00a0[;!?]", text)] == [], "wider than the others' spaces"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("told", "item"),
    [
        ("It is not set up yet: menu, Set the window up.", "Set the window up"),
        ("Your other phone is gone? The host frees the seat: menu, People.", "People"),
        (
            "The table can't write to its memory, so nothing has changed. What to do, a host's menu says: "
            "Is all well?",
            "Is all well?",
        ),
        (
            "Something broke in the table. The game is safe: whatever was confirmed is written down. "
            "Try again; if it stays so, a host restarts the table: menu, Is all well?",
            "Is all well?",
        ),
    ],
)
def test_who_is_sent_to_the_menu_is_told_what_stands_there(language: str, told: str, item: str) -> None:
    texts = texts_in(language)
    assert texts.gettext(item) in texts.gettext(told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tables_verdict_is_not_what_watchers_call(language: str) -> None:
    texts = texts_in(language)
    assert texts.gettext("A lie!") != texts.gettext(str(codes.REACTIONS["liar"]))


@pytest.mark.parametrize(
    ("language", "said"),
    [("de", "Anna, Ben und Cleo"), ("en", "Anna, Ben and Cleo"), ("fr", "Anna, Ben et Cleo")],
)
def test_names_are_listed_as_a_sentence_lists_them(language: str, said: str) -> None:
    texts = texts_in(language)
    assert listed(["Anna", "Ben", "Cleo"], texts) == said
    assert listed(["Anna"], texts) == "Anna"


def test_a_landlord_is_told_which_card_is_meant() -> None:
    """Cards are played and printed, too."""
    for note in ("disk_full", "card_worn"):
        assert "memory card" in codes.say(codes.NOTES, note)


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_two_signs_of_the_machine_are_called_the_same(language: str) -> None:
    texts = texts_in(language)
    names = [texts.gettext(str(name)) for name in health.NAMES.values()]
    assert len(set(names)) == len(names)


def test_a_lamp_that_was_moved_is_told_by_a_mirror_image_that_is_new() -> None:
    told = texts_in("it").gettext(
        "Light is mirrored where it was not at set-up: move the lamp back, or cover it."
    )
    assert told.startswith("C'è un riflesso dove alla messa a punto non c'era: ")


@pytest.mark.parametrize(
    ("game", "call", "says"),
    [
        ("maexle", "43", "Ben glaubt 43 nicht!"),
        ("maexle", "21", "Ben glaubt Mäxle nicht!"),
        ("maxonaut", "43", "Ben glaubt 43 nicht: die zwei obersten Karten aufdecken."),
    ],
)
def test_in_german_a_value_that_is_challenged_has_no_article(
    at: Evening, game: str, call: str, says: str
) -> None:
    at.start("Anna", "Ben", game=game)
    at.play(f"0:{call} 1:challenge")
    assert says in at.phone("de").see()


@pytest.mark.parametrize(
    ("asked", "answered"),
    [("de-AT,en;q=0.5", "de"), ("fr", "fr"), ("it-CH", "it"), ("en-GB", "en"), ("pl,ja", "en"), ("", "de")],
)
def test_a_phone_is_answered_in_the_language_its_browser_asks_for(
    at: Evening, asked: str, answered: str
) -> None:
    assert f'<html lang="{answered}">' in at.phone(asked).get().text


def test_a_chosen_language_stays(at: Evening) -> None:
    phone = at.phone("en")
    assert '<html lang="it">' in phone.get("/?lang=it").text
    assert '<html lang="it">' in phone.get("/help").text
    assert '<html lang="it">' in phone.get("/?lang=xx").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_and_scene_is_there_in_every_language(at: Evening, language: str) -> None:
    at.start("Anna", "Ben", lives="1")
    host = at.host(language)
    for path in ("/", "/seats", "/host", "/setup", "/join", "/help", "/cup/secret", "/nothing"):
        host.get(path)
    host.post("/call", {"seat": 0, "value": "21"})
    host.get()
    host.post("/answer", {"seat": 1, "answer": "challenge"})
    assert at.look.stage is Stage.READING
    host.get()
    at.doubt("glare")
    host.get()
    at.table.enter((6, 5), at.table.snapshot().actor(next(iter(at.table.snapshot().hosts))), at.version)
    assert host.get().status_code == 200
