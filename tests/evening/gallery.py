"""Every state that a page of the table has, one after another: what is asked of one is asked of all.

The table is put into each state move by move, in the notation of the games' tests, and looked at on the
phones that see it differently.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from games.rulesets import RULESETS
from games.scorecard import CLAIMS, Combination, say_claim
from table.builds import Build
from table.habits import Habits
from table.house import house_rules, say_code
from table.lesson import DiceLesson, SetLine, Suggestion
from table.look import Look, Stage
from table.snapshot import Late
from table.window import Trouble, WindowSetup
from tests.evening.room import HOST, Room
from tests.games.notation import move
from tests.table.test_lesson import Counted, Pupil
from tests.web.box import Box
from tests.web.drawer import Drawer
from tests.web.evening import PICTURE
from tests.web.test_window import Eyes
from web.ports import Sign, State

NAMES: Final = ("Anna", "Ben", "Çelik")
MANY: Final = tuple(f"Maximiliane-Konstan W {number}" for number in range(10, 22))
SIGNS: Final = (
    Sign("camera", State.WELL, ""),
    Sign("window", State.WATCH, ""),
    Sign("view", State.WELL, ""),
    Sign("lamps", State.WATCH, "lamps_off"),
    Sign("network", State.WELL, "http://10.0.2.15:8080/"),
    Sign("warmth", State.WATCH, "72"),
    Sign("power", State.BAD, ""),
    Sign("evening", State.WELL, "2026-11-20 23:41"),
)
SETS: Final = (
    SetLine("Stammtisch", {1: 3}, used=True, stale=False, odd=True, varied=True),
    SetLine("Grün", {}, used=False, stale=True),
)
PHONES: Final = ("host", "anna", "ben", "stranger")
"""Whose phones there are, in the order in which they come, which gives them their names at the table."""
SCREEN: Final = "screen"
"""The television, which is no phone."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A state by its name, and the pages that show it: whose phone, and which address."""

    name: str
    pages: tuple[tuple[str, str], ...]


def everywhere(name: str, *more: tuple[str, str]) -> Shown:
    """Return a state as those who play and the television show it, and on more pages."""
    return Shown(name, (("anna", "/"), ("ben", "/"), (SCREEN, "/screen"), *more))


def opening(name: str, *more: tuple[str, str]) -> Shown:
    """Return a state as everybody sees it, a host and a stranger too."""
    return everywhere(name, ("host", "/"), ("stranger", "/?watch=1"), *more)


def host(name: str, *paths: str) -> Shown:
    """Return a state that only hosts see."""
    return Shown(name, tuple(("host", path) for path in paths))


class Gallery(Room):
    """A table that has everything, to be put into any state."""

    def fittings(self) -> dict[str, Any]:
        """A window to set up, dice to teach, and a machine that says how it is."""
        self.eyes, self.pupil = Eyes(), Pupil()
        shot = self.table.snapshot
        self.window = WindowSetup(shot, self.eyes, self.eyes, Build.SHAKER)
        self.lesson = DiceLesson(shot, Counted(), self.pupil)
        self.drawer = Drawer()
        self.box = Box(SIGNS)
        hung = {"window": self.window, "lesson": self.lesson, "memory": self.drawer}
        return {**hung, "machine": self.box}

    def deal(self, game: str, moves: str = "", names: tuple[str, ...] = NAMES, **options: object) -> None:
        """Start a game, the first two of its players on phones of their own, and play moves."""
        self.table.add_host(phone_of("host"))
        self.start(game, names, **options)
        self.sit("anna", "ben")
        self.go_on(moves)

    def sit(self, *whose: str) -> None:
        """Let phones sit down for the first players."""
        shot = self.table.snapshot()
        for guest, phone in zip(shot.chairs, whose, strict=False):
            if shot.party.get(guest).is_free:
                self.table.guests.claim(guest, phone_of(phone))

    def go_on(self, moves: str) -> None:
        """Play moves; the camera is certain of dice."""
        for text in moves.split():
            shot = self.table.snapshot()
            assert shot.game
            if text.startswith("reveal:"):
                self.reveal(*map(int, text.removeprefix("reveal:")))
            else:
                self.table.submit(move(shot.game.rules, text), HOST, shot.version)

    def asks(self, reason: str, **entries: tuple[int, ...]) -> None:
        """Let the camera be uncertain, and players have entered dice: `seat0=(4, 3)`."""
        shot = self.table.snapshot()
        said = {int(seat.removeprefix("seat")): dice for seat, dice in entries.items()}
        self.table.report(Look(shot.version, 1, Stage.ASKING, reason, PICTURE, said))


def phone_of(whose: str) -> str:
    """Return the name that the table has given somebody's phone."""
    return f"phone {PHONES.index(whose) + 1}"


def _before_a_game(room: Gallery) -> Iterator[Shown]:
    yield Shown("an empty table", (("stranger", "/?watch=1"), (SCREEN, "/screen")))
    yield Shown("who are you", (("stranger", "/seats"), ("stranger", "/join"), ("stranger", "/host")))
    yield Shown("what is not there", (("stranger", "/nothing"), ("stranger", "/setup")))
    room.table.add_host(phone_of("host"))
    yield host("a host alone", "/", "/host", "/host/first", "/people", "/setup")
    room.table.guests.join("Anna", 3, phone_of("anna"))
    room.table.guests.join("Ben", 4, phone_of("ben"))
    yield opening("the lobby", ("anna", "/seats"), ("stranger", "/seats"), ("host", "/people"))


def _setting_up(room: Gallery) -> Iterator[Shown]:
    room.table.add_host(phone_of("host"))
    kept = house_rules("maexle", "Stammtisch", {"lives": 3})
    yield host("no house rules", "/setup/rules")
    room.table.house.keep(kept, HOST)
    brought = f"/setup/rules?h={say_code(kept)}"
    yield host("house rules", "/setup/rules", brought, "/setup/rules/share?game=maexle&name=Stammtisch")
    yield host("setting up", "/setup", "/host/well", "/host/card")
    room.drawer.brought.append(b"a copy")
    yield host("another memory was brought", "/host/memory")
    yield Shown("how to play", tuple(("stranger", f"/help/{name}") for name in RULESETS))


def _fitting(room: Gallery) -> Iterator[Shown]:
    room.table.add_host(phone_of("host"))
    yield Shown("the simulated table", (("stranger", "/cup/secret"),))
    room.eyes.empty = (Trouble("dirty", (310, 290), stops=False), Trouble("too_dark"))
    yield host("an empty window is asked for", "/host/window", "/host/teach")
    room.window.look()
    yield host("the window has troubles", "/host/window")
    room.eyes.empty = ()
    for away in (0.1, 0.1, 0.8):
        room.eyes.away = away
        room.window.look()
        yield host(f"the window, {room.window.stand.step}", "/host/window")
        room.window.next()
    yield host("the window's test", "/host/window")
    room.window.look((2, 4))
    yield host("the window is tested", "/host/window")
    room.window.next()
    yield host("the window can be stored", "/host/window")
    room.window.store()
    yield host("the window is stored", "/host/window")
    yield from _teaching(room)


def _teaching(room: Gallery) -> Iterator[Shown]:
    room.lesson.look(2)
    yield host("a throw is looked at", "/host/teach")
    room.lesson.take((2, 4))
    yield host("throws are taken", "/host/teach")
    for pips in range(1, 7):
        room.lesson.look(2)
        room.lesson.take((pips, pips))
    yield host("enough throws are taken", "/host/teach")
    room.pupil.reads = False
    for _ in range(3):
        room.lesson.look(2)
        room.lesson.take((1, 1))
    yield host("the throws were hard to read", "/host/teach")
    room.lesson.learn("Grün")
    room.pupil.sets = SETS
    room.pupil.suggestions = (Suggestion(7, PICTURE, (3, 6)),)
    yield host("dice are known", "/host/teach")


def _maexle(room: Gallery) -> Iterator[Shown]:
    room.deal("maexle", lives=2)
    yield opening("Mäxle opens", ("anna", "/seats"), ("stranger", "/seats"), ("stranger", "/help"))
    room.go_on("0:43")
    yield everywhere("a call waits")
    room.go_on("1:accept")
    yield everywhere("a call has to be beaten", ("host", "/people"))
    room.go_on("1:54 void")
    yield everywhere("a throw is void")
    room.go_on("1:21")
    yield everywhere("a Mäxle waits")
    room.go_on("2:accept")
    yield everywhere("a Mäxle is believed")
    room.go_on("1:43 2:challenge")
    yield everywhere("the table looks")
    room.asks("tilted")
    yield opening("the camera is not sure")
    room.asks("tilted", seat2=(4, 3))
    yield everywhere("one has said what lies there")
    room.asks("tilted", seat2=(4, 3), seat1=(4, 4))
    yield everywhere("two do not agree")
    room.table.enter((3, 1), HOST, room.table.snapshot().version)
    yield everywhere("people have said what lies there")
    room.go_on("correct:66")
    yield everywhere("an appeal")
    room.go_on("undo")
    yield everywhere("taken back")
    room.deal("maexle", "0:43 1:challenge reveal:31", lives=2)
    yield opening("a lie")
    room.deal("maexle", "0:43 1:challenge reveal:66", lives=1)
    yield everywhere("true, and out")
    room.go_on("2:leave")
    yield opening("won", ("stranger", "/story"))
    room.deal("maexle", "1:leave 2:leave")
    yield everywhere("the others have left", ("host", "/"))
    room.deal("maexle", "0:43 1:accept", MANY)
    yield opening("twelve play", ("host", "/people"), ("host", "/setup"), ("stranger", "/seats"))


def _maxi(room: Gallery) -> Iterator[Shown]:
    room.deal("maxi", chips=3)
    yield opening("Maxi opens")
    room.go_on("0:43/blind")
    yield everywhere("Maxi waits", ("ben", "/help"))
    yield Shown("passing on", (("ben", f"/?at={room.table.snapshot().version}&how=passed"),))
    room.go_on("1:54/passed 2:challenge reveal:31")
    yield everywhere("a chip is lost")


def _mex(room: Gallery) -> Iterator[Shown]:
    room.deal("mex", throws=2)
    yield opening("Mex opens")
    room.go_on("0:throw")
    yield everywhere("Mex is read")
    room.go_on("reveal:43")
    yield opening("a throw lies open")
    room.go_on("0:stand 1:throw reveal:21 2:throw reveal:31")
    yield everywhere("the lowest pays")
    room.deal("mex", "0:throw reveal:31 1:throw reveal:31 2:throw reveal:65", throws=1)
    yield everywhere("two pay and throw off")


def _bluf_mex(room: Gallery) -> Iterator[Shown]:
    room.deal("bluf_mex", throws=3)
    yield opening("Bluf-Mex opens")
    room.go_on("0:43/2 1:accept")
    yield everywhere("higher, or give in")
    room.go_on("1:21/1")
    yield everywhere("a Mex waits")
    room.go_on("2:give_in")
    yield everywhere("somebody gives in")
    room.deal("bluf_mex", "0:31/1 1:accept 1:43/1 2:accept 2:54/1")
    yield everywhere("all have called")
    room.go_on("0:accept")
    yield everywhere("the lowest call pays")


def _maxonaut(room: Gallery) -> Iterator[Shown]:
    house: dict[str, Any] = {
        "reverse_on_11": True,
        "order_penalty": True,
        "skip_on_2": True,
        "double_21": True,
    }
    room.deal("maxonaut", **house)
    yield opening("Maxonaut opens")
    room.go_on("0:11")
    yield everywhere("the direction turns")
    room.deal("maxonaut", "0:43", **house)
    yield everywhere("cards are called")
    room.go_on("1:misspoken")
    yield everywhere("somebody was misspoken")
    room.deal("maxonaut", "0:42", **house)
    yield everywhere("somebody is skipped")
    room.deal("maxonaut", "0:21", **house)
    yield everywhere("a Maxonaut waits")
    room.deal("maxonaut", "0:97 1:challenge")
    yield opening("cards are turned over")
    room.go_on("1:turn_over=random,3")
    yield everywhere("a random is drawn for")
    room.go_on("1:draw=virus,4")
    yield everywhere("a virus wants a card")
    yield Shown("a card is chosen", (("ben", f"/?at={room.table.snapshot().asked}&cards=7"),))
    room.go_on("1:counter=7")
    yield everywhere("a virus was countered")
    room.deal("maxonaut", "0:97 1:challenge 1:turn_over=joker,9", points=1)
    yield opening("a joker counts, and the game is over", ("stranger", "/story"))


def _luegen_kniffel(room: Gallery) -> Iterator[Shown]:
    room.deal("luegen_kniffel", doubt_s=60)
    yield opening("Lügen-Kniffel opens")
    at = f"/?at={room.table.snapshot().version}"
    yield Shown("choosing a claim", (("anna", f"{at}&pick=fours"), ("anna", f"{at}&show=card")))
    room.go_on("0:fours/12")
    yield opening("doubts are asked for")
    room.go_on("1:believe")
    yield everywhere("one has answered")
    room.go_on("2:doubt")
    yield everywhere("the table looks at five")
    room.asks("wrong_count")
    yield everywhere("five are asked for")
    room.go_on("reveal:44421")
    yield everywhere("a doubter strikes")
    room.go_on("1:chance/20 0:believe 2:believe")
    yield everywhere("nobody doubts")
    room.deal("luegen_kniffel", "0:fours/12", open_doubts=True)
    yield everywhere("doubts in turn")
    room.go_on("1:doubt")
    yield everywhere("one doubts aloud")
    _fill(room)
    yield everywhere("the cards are full", ("stranger", "/story"))
    room.deal("luegen_kniffel")
    room.sit("anna", "ben", "ben")
    room.go_on("0:fours/12")
    yield everywhere("one phone for two")


def _opening_throws(room: Gallery) -> Iterator[Shown]:
    room.deal("luegen_kniffel", highest_opens=True)
    yield opening("who opens is thrown for")
    room.go_on("0:throw")
    yield everywhere("a throw for who opens is read")
    room.asks("glare")
    yield everywhere("a throw for who opens is asked for")
    room.go_on("reveal:65432 1:throw reveal:66521 2:throw reveal:11111")
    yield opening("a tie for who opens")
    room.go_on("0:throw reveal:11111")
    yield everywhere("between two")
    room.go_on("1:throw reveal:66666")
    yield opening("the highest opens")


def _fill(room: Gallery) -> None:
    """Play two cards to their ends, all believed."""
    room.deal("luegen_kniffel", "", NAMES[:2])
    for kind in Combination:
        claim = next(claim for claim in CLAIMS if claim.combination is kind)
        for seat in (0, 1):
            room.go_on(f"{seat}:{say_claim(claim).replace(' ', '/')} {1 - seat}:believe")


def _people(room: Gallery) -> Iterator[Shown]:
    guests = room.table.guests
    room.deal("maexle")
    guests.join("Dora", 7, phone_of("stranger"))
    yield everywhere("one waits for the next game", ("stranger", "/seats"))
    guests.send_away(room.table.snapshot().party.guests[-1].id, HOST)
    guests.close_doors(HOST)
    yield opening("the doors are closed", ("stranger", "/seats"), ("host", "/people"))
    room.table.tell_host("camera_gone")
    yield host("the camera is gone", "/")


def _evening(room: Gallery) -> Iterator[Shown]:
    room.table.add_host(phone_of("host"))
    room.table.habits.settle(Habits(keeps=True), HOST)
    yield host("how this table does it", "/habits", "/host/name")
    room.deal("maexle", "0:43 1:challenge reveal:31 1:54", lives=1)
    yield opening("who is out bets")
    room.table.miss({2: Late.GONE}, room.table.snapshot())
    yield opening("somebody is missed")
    room.go_on("2:challenge reveal:31")
    yield opening("games add up", ("host", "/evening"), ("anna", "/evening"), ("stranger", "/seats"))


CHAPTERS: Final[Mapping[str, Callable[[Gallery], Iterator[Shown]]]] = MappingProxyType(
    {
        "before a game": _before_a_game,
        "setting up": _setting_up,
        "fitting the table": _fitting,
        "Mäxle": _maexle,
        "Maxi": _maxi,
        "Mex": _mex,
        "Bluf-Mex": _bluf_mex,
        "Maxonaut": _maxonaut,
        "Lügen-Kniffel": _luegen_kniffel,
        "who opens": _opening_throws,
        "people": _people,
        "the evening": _evening,
    }
)
"""Every chapter puts a table that nobody has used yet into its states, one after another."""
