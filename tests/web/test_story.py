"""The story of a game in words, for every game in every language."""

import random
from collections.abc import Sequence
from dataclasses import fields, replace

import pytest

from games.moves import Leave, dump_move, parse_move
from games.ruleset import Ruling, Wait
from games.rulesets import RULESETS
from games.scorecard import Claim, Combination
from table.game import NO_RULES, Game, reopen, set_up
from table.log import Entry
from tests.games import chance as by_chance
from tests.games.notation import move as written
from web.words import telling
from web.words.codes import ANSWERS
from web.words.story import LANGUAGES, tell, texts_in, unsealed

NAMES = ["Änne", "Bo", "Cy"]


def entries(game: str, moves: str, **options: object) -> list[Entry]:
    """Return the log of a game, its moves in the notation of the games' tests."""
    rules = RULESETS[game]
    lines = [dump_move(written(rules, text)) for text in moves.split()]
    first: dict[str, object] = {"game": game, "seats": NAMES, "options": options}
    return [Entry(number, 1, line, "", "") for number, line in enumerate([first, *lines], start=1)]


def story(game: str, moves: str, **options: object) -> list[str]:
    return list(tell(entries(game, moves, **options), texts_in("en")))[1:]


def test_maxi_tells_how_every_call_came_about() -> None:
    assert story("maxi", "0:43/seen 1:51/passed 2:accept 2:54/blind 0:challenge reveal:31") == [
        "Änne looks and calls 43.",
        "Bo passes on without a throw and calls 51.",
        "Cy accepts.",
        "Cy calls 54 blind.",
        "Änne challenges.",
        "The dice: 3 1. A lie! Cy loses 1 chip.",
    ]


def test_mex_tells_who_was_the_lowest() -> None:
    assert story("mex", "0:throw reveal:64 0:stand 1:throw reveal:21 2:throw reveal:31", crosses=2) == [
        "Änne throws openly.",
        "The dice: 6 4.",
        "Änne lets it stand.",
        "Bo throws openly.",
        "The dice: 2 1.",
        "Cy throws openly.",
        "The dice: 3 1. Lowest: Cy. Cy gets 2 crosses and is out!",
    ]


def test_an_appeal_that_turns_the_end_tells_who_has_won_now() -> None:
    lost = "0:65 1:challenge reveal:31 2:leave"
    assert story("maexle", f"{lost} correct:65", lives=1)[-2:] == [
        "Cy leaves the game. Bo wins!",
        "Appeal: the dice were 6 5. True! Bo loses 1 life and is out! Änne wins!",
    ]
    assert story("maexle", f"{lost} correct:31", lives=1)[-1] == "Appeal: the dice were 3 1."


def test_one_who_has_left_with_lives_is_not_told_to_be_out_by_an_appeal() -> None:
    told = story("maexle", "0:65 1:challenge reveal:31 0:leave correct:43", lives=2)
    assert told[-1] == "Appeal: the dice were 4 3. A lie! Änne loses 1 life."


def test_bluf_mex_tells_throws_and_who_gives_in() -> None:
    assert story("bluf_mex", "0:55/2 1:accept 1:66/0 2:accept 2:give_in") == [
        "Änne calls 500 after 2 throws.",
        "Bo accepts.",
        "Bo leaves the dice and calls 600.",
        "Cy accepts.",
        "Cy gives in. Cy gets 1 cross.",
    ]


def test_maxonaut_tells_the_cards_and_what_they_stand_for() -> None:
    moves = "0:54 2:misspoken 1:challenge 1:turn_over=random,9 1:draw=joker_even,bomb 1:counter= undo"
    assert story("maxonaut", moves, order_penalty=True) == [
        "Änne calls 54.",
        "Cy heard the low digit first: that costs the caller a point.",
        "Bo challenges.",
        "The cards: random, 9.",
        "Drawn for random: even joker, bomb.",
        "Bo shows nothing. Bo gets 1 point.",
        "The last move is taken back.",
    ]
    told = story("maxonaut", "0:54 1:challenge 1:turn_over=joker,9 correct:3,1")
    assert told[-2:] == [
        "The cards: joker, 9. True! joker as 9: 99. Bo gets 1 point.",
        "Appeal: the cards were 3, 1. A lie! Änne gets 1 point.",
    ]


def test_what_is_void_is_the_throw_or_the_laid_cards() -> None:
    assert story("maexle", "0:54 void")[-1] == "The throw is void."
    assert story("maxonaut", "0:54 void")[-1] == "The laid cards are void."


def test_luegen_kniffel_tells_of_doubts_once_all_have_answered() -> None:
    assert story(
        "luegen_kniffel", "0:fours/12 2:doubt 1:believe reveal:44412 1:chance/9 0:believe 2:believe"
    ) == [
        "Änne calls 3 × Fours.",
        "Cy has answered.",
        "Bo has answered. Doubted by: Cy.",
        "The dice: 4 4 4 2 1. True! 12 points in Fours: Änne. A strike in Fours: Cy.",
        "Bo calls Chance 9.",
        "Änne has answered.",
        "Cy has answered. Nobody doubts. 9 points in Chance: Bo.",
    ]


@pytest.mark.parametrize(
    ("language", "one", "more"),
    [
        ("en", "1 point in Chance: Änne.", "9 points in Chance: Änne."),
        ("de", "1 Punkt bei Chance: Änne.", "9 Punkte bei Chance: Änne."),
        ("fr", "1 point en Chance\N{NO-BREAK SPACE}: Änne.", "9 points en Chance\N{NO-BREAK SPACE}: Änne."),
        ("it", "1 punto in Chance: Änne.", "9 punti in Chance: Änne."),
    ],
)
def test_one_point_is_told_as_one(language: str, one: str, more: str) -> None:
    ruling = Ruling(0, Claim(Combination.CHANCE, 1), None, None, (), (0,), (), ())
    game = set_up({"game": "luegen_kniffel", "seats": NAMES})
    told = telling.teller(game, texts_in(language))
    assert told.ruling(ruling) == [one]
    assert told.ruling(replace(ruling, call=Claim(Combination.CHANCE, 9))) == [more]


def test_answers_that_are_sealed_are_left_out_of_what_is_exported() -> None:
    log = entries("luegen_kniffel", "0:fours/12 2:doubt undo 2:believe")
    assert exported(log) == log[:2]
    taken_back = entries("luegen_kniffel", "0:fours/12 2:doubt undo")
    assert exported(taken_back) == taken_back[:2], "who has doubted may think better of it unseen"
    called_anew = entries("luegen_kniffel", "0:fours/12 2:doubt undo undo 0:fours/8")
    assert exported(called_anew) == called_anew[:2]
    decided = entries("luegen_kniffel", "0:fours/12 2:doubt undo 2:believe 1:believe 1:fours/8")
    assert exported(decided) == decided
    answered = entries("luegen_kniffel", "0:fours/12 2:doubt 1:believe")
    assert exported(answered) == answered


@pytest.mark.parametrize(("ended", "caller"), [("time_up", 1), ("1:leave", 2)])
def test_answers_that_the_time_or_a_leaving_has_ended_are_exported(ended: str, caller: int) -> None:
    believed = entries("luegen_kniffel", f"0:fours/12 2:believe {ended} {caller}:chance/9", doubt_s=20)
    assert exported(believed) == believed
    doubted = entries("luegen_kniffel", f"0:fours/12 2:doubt {ended}", doubt_s=20)
    assert exported(doubted) == doubted


def test_answers_to_which_the_host_may_take_the_game_back_are_not_exported() -> None:
    lapsed = entries("luegen_kniffel", "0:fours/12 2:doubt void")
    assert exported(lapsed) == lapsed[:2]
    left = entries("luegen_kniffel", "0:fours/12 2:doubt 0:leave")
    assert exported(left) == left[:2]
    gone = entries("luegen_kniffel", "0:fours/12 2:doubt 0:leave 1:leave")
    assert as_played(gone).view(None).outcome
    assert exported(gone) == gone[:2]
    thrown_anew = entries("luegen_kniffel", "0:fours/12 2:doubt void 0:fours/8 1:believe 2:believe")
    assert exported(thrown_anew) == thrown_anew[:2]
    seen = entries("luegen_kniffel", "0:fours/12 2:doubt void 0:fours/8 1:doubt 2:believe reveal:44123")
    assert exported(seen) == seen


def exported(log: list[Entry]) -> Sequence[Entry]:
    return unsealed(log, as_played(log))


def as_played(log: list[Entry]) -> Game:
    return reopen(log, RULESETS[str(log[0].line["game"])].VERSION, "")


def salvaged(so_far: str, log: list[Entry]) -> Game:
    """Return the game of a log that holds what was played since it was salvaged, but not what was so far."""
    first, *moves = log
    before = as_played(entries(str(first.line["game"]), so_far))
    game = reopen([first], NO_RULES, before.state_text())
    for entry in moves:
        game = game.play(parse_move(entry.line, game.rules.MOVES))
    return game


@pytest.mark.parametrize(
    ("so_far", "since", "told"),
    [
        ("0:fours/12 2:believe 1:believe", "1:fours/8 0:doubt", 2),
        ("0:fours/12", "2:doubt", 1),
        ("0:fours/12", "2:doubt undo", 1),
        ("0:fours/12", "2:doubt 1:believe", 3),
    ],
    ids=["a call later", "after the call", "taken back", "all have answered"],
)
def test_where_a_game_went_on_from_its_last_state_no_answer_is_exported_that_may_be_sealed(
    so_far: str, since: str, told: int
) -> None:
    log = entries("luegen_kniffel", since)
    assert unsealed(log, salvaged(so_far, log)) == log[:told]


def test_where_nobody_knows_how_a_game_stands_every_answer_may_be_sealed() -> None:
    log = entries("luegen_kniffel", "0:fours/12 2:doubt 1:believe")
    assert unsealed(log, None) == log[:2]


def test_without_sealed_answers_all_is_exported_however_a_game_went_on() -> None:
    log = entries("maexle", "1:54 2:accept")
    assert unsealed(log, salvaged("0:43 1:accept", log)) == log


def test_a_move_that_the_rules_do_not_know_may_be_a_sealed_answer() -> None:
    log = entries("luegen_kniffel", "0:fours/12")
    unknown = Entry(3, 1, {"move": "mistrust", "seat": 1}, "", "")
    assert unsealed([*log, unknown], None) == log


def test_a_story_ends_where_the_rules_refuse_a_move() -> None:
    log = entries("maexle", "0:43 0:accept 1:54")
    unknown = Entry(3, 1, {"move": "mistrust", "seat": 1}, "", "")
    for told in (log, [*log[:2], unknown]):
        assert list(tell(told, texts_in("en")))[1:] == ["Änne calls 43."]


def test_every_move_of_every_game_has_its_words() -> None:
    for rules in RULESETS.values():
        for kind in rules.MOVES:
            parts = {part.name for part in fields(kind)}
            if "value" not in parts:
                said = (
                    telling.CARDS if "cards" in parts else telling.DICE if "dice" in parts else telling.SAID
                )
                assert kind.NAME in said
            if parts == {"seat"} and kind is not Leave:
                assert kind.NAME in ANSWERS


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", RULESETS)
def test_every_game_by_chance_is_told_to_its_end(game: str, language: str) -> None:
    rules, chance = RULESETS[game], random.Random(f"{game} {language}")
    first: dict[str, object] = {"game": game, "seats": NAMES, "options": by_chance.options(rules, chance)}
    playing, lines = set_up(first), [first]
    while rules.waiting_for(playing.match.state).what is not Wait.OVER:
        move = by_chance.move(rules, playing.match.state, chance)
        playing = playing.play(move)
        lines.append(dump_move(move))
    log = [Entry(number, 1, line, "", "") for number, line in enumerate(lines, start=1)]
    told = list(tell(log, texts_in(language)))
    assert len(told) == len(log)
    assert not any("%(" in sentence or "_" in sentence for sentence in told)
    assert any(name in told[-1] for name in NAMES)
