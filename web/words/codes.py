"""The words for every code that a person may meet: refusals, doubts of the camera, notes to the host."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from flask_babel import LazyString, get_translations, gettext, ngettext
from flask_babel import lazy_gettext as _

from games.ruleset import Unit, Wait
from games.scorecard import Claim, Combination
from table.window import Trouble
from web.words import values

Words = Mapping[str, LazyString]

REFUSALS: Final[Words] = MappingProxyType(
    {
        "already_answered": _("That player has answered already."),
        "already_out": _("That player is out already."),
        "answer_first": _("The last call still waits for its answer."),
        "bad_cards": _("There are no such cards."),
        "bad_dice": _("Those are no dice: each shows one to six."),
        "bad_house_name": _("House rules need a name of 1 to 24 characters."),
        "bad_link": _("This link carries no house rules. Was it copied whole?"),
        "bad_names": _("Every player needs a name of 1 to 24 characters."),
        "bad_table_name": _("A table's name has 1 to 24 characters."),
        "bad_wifi": _("A Wi-Fi's name has 1 to 32 characters, its password 8 to 63, or there is none."),
        "blank_name": _("That name can't be seen. Take one with letters."),
        "bad_options": _("These house rules do not go together, or not with this number of players."),
        "doors_closed": _("The host has closed the doors: nobody sits down any more. You can watch."),
        "field_closed": _("That field of the card is closed already."),
        "game_over": _("The game is over."),
        "host_only": _("Only the host may do that."),
        "letters_beyond_pdf": _("A PDF can't show all these letters. Take the SVG: any browser prints it."),
        "malformed": _("The table did not understand that."),
        "memory_busy": _("Another copy is being brought back just now."),
        "memory_damaged": _("This copy is damaged. The table keeps the memory it has."),
        "memory_dice": _("Its dice are too many for one file. Forget those that you do not use."),
        "memory_disk": _("The disk can't be read or written. The table keeps the memory it has."),
        "memory_foreign": _("This file is no copy of a table's memory. The table keeps the memory it has."),
        "memory_game": _("Not while a game is on: its moves would be lost."),
        "memory_large": _("This copy holds more than a table can. The table keeps the memory it has."),
        "memory_newer": _("This copy comes from a newer table. Update this one first."),
        "moved_on": _("Meanwhile the table has moved on. Your choice still stands: start once more."),
        "must_throw": _("You have to throw first."),
        "name_taken": _("Somebody here is called that, or nearly. Take a name that nobody mixes up."),
        "name_waits": _("That name is on the list. Is it you? Then tap “That's me” beside it."),
        "newer_link": _("This link comes from a newer table. Update this one to use it."),
        "no_game": _("No game has been started yet."),
        "no_order_penalty": _("There is no call here to fault."),
        "no_such_house": _("These rules have been deleted meanwhile. Those you see still stand."),
        "no_such_game": _("This table does not know that game."),
        "no_such_state": _("The table does not know how that game stood."),
        "no_such_seat": _("There is no such seat."),
        "no_reactions": _("The host wants no cheering now."),
        "not_out": _("Only those who are out bet."),
        "not_your_seat": _("That is another player's to decide."),
        "not_your_turn": _("It is not this player's turn."),
        "no_guests_phone": _("There is no phone here that could be sent away."),
        "no_such_guest": _("Nobody of that name is at the table any more."),
        "no_time_set": _("No time was set: the table waits for every answer."),
        "nothing_higher": _("Nothing is higher: challenge, or give in."),
        "nothing_to_answer": _("There is no call to answer."),
        "nothing_to_correct": _("There are no dice to correct."),
        "nothing_to_reveal": _("Nobody is asked for the dice any more."),
        "nothing_to_stand": _("Throw first: nothing lies there yet."),
        "nothing_to_throw": _("No open throw is asked for now."),
        "nothing_to_undo": _("There is no move left to take back."),
        "nothing_to_void": _("After the verdict there is only undo or appeal."),
        "opener_left": _("Whoever was to open has left. See who opens now, then start."),
        "reveal_first": _("First the dice have to be shown."),
        "same_names": _("Two players have the same name. Tell them apart."),
        "setup_anew": _("Set-up begins anew: another host wants it so, or the table was restarted."),
        "party_full": _("The table is full. Somebody has to leave first."),
        "round_runs": _("A game is on: the table never looks at the window before it is over."),
        "seat_taken": _("Somebody has taken that seat already."),
        "sent_away": _("The host has sent this phone away for this evening. You can watch."),
        "sign_taken": _("Somebody has taken that mark already. Take another."),
        "stale": _("Somebody was faster. This is how the table stands now."),
        "still_plays": _("Whoever is playing has to leave the game first."),
        "too_few": _("That is too few people for this game. Who else is in?"),
        "too_late_to_bet": _("Too late for a bet on this call."),
        "too_many_throws": _("That is one throw too many."),
        "too_low": _("That call is too low."),
        "unknown_move": _("This game has no such move."),
        "bad_set_name": _("A set of dice needs a name of 1 to 24 characters."),
        "other_dice": _("These are not that set's dice. Give them a name of their own."),
        "no_set": _("First a set of dice has to be in use."),
        "no_throws": _("There is nothing to learn from yet. Take some throws first."),
        "not_found": _("The dice in this picture can't be made out. Drop it."),
        "wrong_pin": _("That is not the table's PIN."),
        "door_faster": _(
            "Somebody was faster: another phone has just become the host's. "
            "Hold the button again; a host can end that."
        ),
        "wrong_code": _("The light blinks another code. Look once more."),
        "many_codes": _("Too many wrong codes. Hold the button again for a new one, or use the PIN."),
        "door_shut": _("Nobody has held the button within the last minute. Hold it, then try again."),
    }
)

PEOPLES_MARKS: Final = (
    _("star"),
    _("heart"),
    _("moon"),
    _("leaf"),
    _("drop"),
    _("bolt"),
    _("bell"),
    _("crown"),
    _("key"),
    _("fish"),
    _("mug"),
    _("hat"),
)
"""What the marks that people choose show, by number."""

DOUBTS: Final[Words] = MappingProxyType(
    {
        "no_plate": _("The camera can't find the window."),
        "no_dice": _("The camera sees no dice."),
        "too_dark": _("It is too dark down there."),
        "too_bright": _("There is too much light on the window."),
        "blurred": _("The picture is blurred."),
        "moving": _("The dice did not come to rest."),
        "wrong_count": _("The camera does not see the right number of dice."),
        "tilted": _("A die is tilted."),
        "stacked": _("One die lies on the other."),
        "cut_off": _("A die lies partly outside the window."),
        "covered": _("Something covers a die."),
        "glare": _("There is glare on a die."),
        "misfit": _("Something there does not look like a die."),
        "worn": _("The pips of a die make no number: is it worn, or the window dirty?"),
        "knocked": _("The camera has been knocked: the window is not where it was."),
        "strange_die": _("At least one die does not look like this table's dice."),
        "camera": _("The camera does not answer."),
        "no_camera": _("This table has no camera."),
        "disk": _("The table could not write down what it saw."),
        "restarted": _("There was a short interruption. Were the dice moved or shown meanwhile?"),
    }
)

ADVICE: Final[Words] = MappingProxyType(
    {
        "no_plate": _("Put the cup on the window and read again, or look for yourselves."),
        "no_dice": _("Put the cup on the window and read again, or look for yourselves."),
        "too_dark": _("Check the lamps and read again, or look for yourselves."),
        "too_bright": _("Shade the window and read again, or look for yourselves."),
        "blurred": _("Read again, or look for yourselves. Wipe the window afterwards."),
        "moving": _("Leave the cup still and read again, or look for yourselves."),
        "wrong_count": _("Look for yourselves. A die too few, too many or hidden? Then void the throw."),
        "tilted": _("Look for yourselves. Does a die not lie flat? Then void the throw."),
        "stacked": _("Look for yourselves. Dice that lie stacked: void the throw."),
        "cut_off": _("Look for yourselves: enter the dice, or void the throw."),
        "covered": _("Read again, or look for yourselves. Wipe the window afterwards."),
        "glare": _("Shade the window and read again, or look for yourselves."),
        "misfit": _("Look for yourselves: enter the dice, or void the throw."),
        "worn": _("Look for yourselves. Afterwards wipe the window, or replace the die."),
        "knocked": _("Look for yourselves. After the game, the host sets the window up again."),
        "strange_die": _("Look for yourselves. If these are the table's dice, wipe the window afterwards."),
        "camera": _("The game goes on: lift the cup and enter what you see."),
        "no_camera": _("Lift the cup and enter what you see."),
        "disk": _("Is its memory full? Enter what you see, or read again."),
        "restarted": _("Untouched and unseen: read again. Else enter the dice, or void the throw."),
    }
)

WINDOW: Final[Words] = MappingProxyType(
    {
        "other_size": _("The camera's pictures have another size than at set-up. Set the window up again."),
        "too_dark": _("It is too dark: switch the lamps on, or turn them up."),
        "too_bright": _("It is too bright: turn the lamps down, or shade the window."),
        "no_window": _("The round window can't be found: point the camera at it, and put the cup on it."),
        "window_cut_off": _("The window reaches out of the picture: move the camera under its middle."),
        "dice_left": _("Something still lies there: take the dice away."),
        "not_thrown": _("The dice lie as they did. Throw them again."),
        "moving": _("Something moves: hands off the window for a moment."),
        "blurred": _("The picture is blurred: focus the camera on the window, or wipe its lens."),
        "window_moved": _("The camera has moved since set-up: put it back, or set the window up again."),
        "lamps_moved": _("Light is mirrored where it was not at set-up: move the lamp back, or cover it."),
        "lamps_off": _("A lamp that was on at set-up is off."),
        "darker": _("It is much darker than at set-up: check the lamps."),
        "brighter": _("It is much brighter than at set-up: shade the window."),
        "lamps_in_window": _("Glare spots where dice lie: %(num)s. Move the lamps outwards, or tilt them."),
        "dirty": _("The window needs a wipe."),
        "no_colours": _("This camera sees no colours. It will do, but clear dice are hard to read without."),
        "not_in_middle": _("This die lies too far out. Both in the middle, please."),
        "not_at_rim": _("This die lies too far in. Both close to the rim, please."),
        "die_size": _("This die has the wrong size: it takes one of 12 to 19 mm, flat on the window."),
        "circle": _("Or the circle of step 1 misses the cup's rim: start over, draw it. Or try other dice."),
        "other_build": _("The table counts the opposite faces: take the other build."),
        "same_either_way": _("These dice count the same from above and below. Turn one to another face."),
        "misread": _("The table reads other dice than you entered. Which of you is right?"),
    }
)

NOTES: Final[Words] = MappingProxyType(
    {
        "not_set_up": _("The camera does not know its window yet. Set it up from the host's menu."),
        "dice_lost": _("What the table had learned of its dice is damaged: teach it again, from the menu."),
        "camera_gone": _("The camera gives no picture: check its cable. Until then you say what lies there."),
        "low_voltage": _(
            "The table's supply is too weak, which ruins cards: take the Pi's own, with its short cable."
        ),
        "card_worn": _("The table's memory card is worn or has errors: copy the table onto a new one soon."),
        "pins_taken": _("The table goes on without what hangs on pins that are taken: see Is all well?"),
        "pin_guessed": _(
            "Somebody is guessing the table's PIN. None counts for a while; "
            "the button, if there is one, still does."
        ),
        "disk_full": _(
            "The table's memory card is nearly full: soon no move can be kept. "
            "Delete all pictures, in the menu, or take a larger one."
        ),
        "log_salvaged": _(
            "The table's memory was damaged. The game goes on as far as it can be read: check it."
        ),
        "log_shortened": _(
            "The newest moves have vanished from the table's memory. See where the game stands."
        ),
        "log_damaged": _("The table's memory was damaged. It was set aside, and the table starts afresh."),
        "rules_changed": _("The rules were updated since this game began. It goes on from where it stood."),
        **{f"window_{code}": text for code, text in WINDOW.items()},
    }
)

OPTIONS: Final[Words] = MappingProxyType(
    {
        "lives": _("Lives"),
        "equal_calls": _("The same call again is allowed"),
        "opener": _("Who opens the next round"),
        "chips": _("Chips"),
        "crosses": _("Crosses until you are out"),
        "throws": _("Throws at most"),
        "points": _("Penalty points to lose"),
        "specials": _("With special cards"),
        "reverse_on_11": _("A called 11 turns the direction"),
        "order_penalty": _("A point for saying the low digit first"),
        "skip_on_2": _("A call with a 2 skips the next player"),
        "double_21": _("A called 21 counts double"),
        "doubt_s": _("Seconds to doubt, 0: no limit"),
        "open_doubts": _("Answers in turn, for all to hear"),
        "highest_opens": _("The highest throw opens; whoever is picked throws first"),
    }
)

CHOICES: Final[Words] = MappingProxyType(
    {
        "winner": _("who won the challenge"),
        "loser": _("who paid"),
    }
)

PRESETS: Final[Words] = MappingProxyType(
    {"de": _("Germany"), "en": _("England"), "fr": _("France"), "it": _("Italy")}
)

GAMES: Final[Words] = MappingProxyType(
    {
        "maexle": _("Mäxle"),
        "maxi": _("Maxi"),
        "mex": _("Mex"),
        "bluf_mex": _("Bluf-Mex"),
        "maxonaut": _("Maxonaut"),
        "luegen_kniffel": _("Lügen-Kniffel"),
    }
)

ABOUT: Final[Words] = MappingProxyType(
    {
        "maexle": _("Two dice, one cup, and your word."),
        "maxi": _("With chips: look, or trust your luck blind."),
        "mex": _("Open throws, no bluff: the lowest pays."),
        "bluf_mex": _("Mex under the cup, and every call goes higher."),
        "maxonaut": _("The same bluff with cards, jokers and bombs."),
        "luegen_kniffel": _("Five dice, three cups: who believes it?"),
    }
)
"""Each game in a sentence."""


ANSWERS: Final[Words] = MappingProxyType(
    {
        "accept": _("Accept"),
        "believe": _("Believe it"),
        "challenge": _("Challenge"),
        "doubt": _("Doubt it"),
        "give_in": _("Give in"),
        "misspoken": _("Low digit first!"),
        "stand": _("Let it stand"),
        "throw": _("Read my throw"),
    }
)
"""What a word is on its button."""

REACTIONS: Final[Words] = MappingProxyType(
    {"cheers": _("Cheers!"), "gasp": _("Gasp"), "liar": _("Liar!"), "beer": _("A beer")}
)

HOW: Final[Words] = MappingProxyType({"seen": _("I looked"), "blind": _("Blind"), "passed": _("No throw")})
"""How a call came about, as its caller says it."""

KNOWN_HOW: Final[Words] = MappingProxyType({"seen": _("seen"), "blind": _("blind"), "passed": _("passed on")})
"""How a call came about, as the others read it."""

CALL_KINDS: Final[Words] = MappingProxyType(
    {
        "believed": _("believed"),
        "fooled": _("believed, and a lie"),
        "true": _("doubted, and true"),
        "caught": _("caught lying"),
        "unsettled": _("doubted, never settled"),
        "open": _("never answered"),
    }
)
"""What became of a call."""

CHALLENGE_KINDS: Final[Words] = MappingProxyType({"won": _("won"), "lost": _("lost")})

SIGNS: Final[Mapping[str, str]] = MappingProxyType(
    {"true": "✓ ", "won": "✓ ", "caught": "✗ ", "lost": "✗ ", "fooled": "◐ ", "unsettled": "? "}
)
"""What says the same as a colour."""

MARKS: Final[Mapping[str, str]] = MappingProxyType(
    {Unit.LIVES: "mat", Unit.CHIPS: "chip", Unit.CROSSES: "cross", Unit.POINTS: "point"}
)
"""What one of them is drawn as."""

GAINED: Final = (Unit.CROSSES, Unit.POINTS)
"""What one gets by losing; the others go."""


UNITS: Final[Words] = MappingProxyType(
    {
        Unit.LIVES: _("Lives"),
        Unit.CHIPS: _("Chips"),
        Unit.CROSSES: _("Crosses"),
        Unit.POINTS: _("Penalty points"),
        Unit.SCORE: _("Points"),
    }
)

ENTRIES: Final = MappingProxyType({Wait.CARDS: "turn_over", Wait.DRAWN: "draw", Wait.COUNTERS: "counter"})
"""Which move enters the cards that are waited for."""

FIELDS: Final = tuple(Combination)
"""The lines of a score card."""


def throws() -> dict[str, str]:
    """Return after how many throws a call was made, in short."""
    counted = {str(num): str(ngettext("%(num)d throw", "%(num)d throws", num)) for num in range(1, 4)}
    return {"0": str(gettext("as it lay")), **counted}


def say_count(unit: Unit, count: int) -> str:
    """Return how many of what is counted, in words."""
    match unit:
        case Unit.LIVES:
            return str(ngettext("%(num)d life", "%(num)d lives", count))
        case Unit.CHIPS:
            return str(ngettext("%(num)d chip", "%(num)d chips", count))
        case Unit.CROSSES:
            return str(ngettext("%(num)d cross", "%(num)d crosses", count))
    return str(ngettext("%(num)d point", "%(num)d points", count))


def say_value(game: str, value: tuple[int, ...] | Claim) -> str:
    """Return a value as the people at a game say it."""
    return values.say_value(game, value, get_translations())


def say_combination(combination: Combination) -> str:
    """Return what a combination is called."""
    return values.say_combination(combination, get_translations())


def say_card(card: str) -> str:
    """Return what a card is called."""
    return values.say_card(card, get_translations())


def say(words: Words, code: str) -> str:
    """Return the text for a code; the code itself if a newer room has brought one that has no text yet."""
    return str(words.get(code, code))


def say_sign(sign: int) -> str:
    """Return what a person's sign shows; those of the second dozen are hollow."""
    mark = str(PEOPLES_MARKS[sign % len(PEOPLES_MARKS)])
    return mark if sign < len(PEOPLES_MARKS) else gettext("%(mark)s, hollow", mark=mark)


def say_trouble(trouble: Trouble) -> str:
    """Return what is wrong with the window, and what to do."""
    words = WINDOW if trouble.code in WINDOW else DOUBTS
    return say(words, trouble.code).replace("%(num)s", str(trouble.amount))
