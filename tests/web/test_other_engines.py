"""What engines other than Chromium's, as every iPhone's, need of the styles."""

import re
from typing import Final

from web.pages.assets import FOLDER

STYLE: Final = "\n".join(file.read_text(encoding="utf-8") for file in sorted(FOLDER.rglob("*.css")))


def rules(selector: str) -> list[str]:
    """Return what the styles say of whatever a selector matches."""
    return re.findall(rf"{selector}[^{{}}]*{{([^}}]*)}}", STYLE)


def test_no_legend_floats_as_webkit_would_give_it_a_row_of_its_own() -> None:
    assert rules("legend")
    assert [rule for rule in rules("legend") if "float:" in rule] == []


def test_what_safari_calls_by_a_name_of_its_own_is_said_in_both() -> None:
    said = [rule for rule in rules("") if re.search(r"[^-]user-select:", rule)]
    assert said
    assert [rule for rule in said if "-webkit-user-select:" not in rule] == []


def test_no_row_of_the_score_card_has_a_shadow_as_webkit_draws_none() -> None:
    assert any("box-shadow:" in rule for rule in rules(r"\.rows \.turn th"))
    assert rules(r"\.rows \.turn\s*(?={)") == []


def test_who_pays_is_not_cut_after_a_number_of_lines_as_webkit_counts_a_names_box_as_one() -> None:
    assert rules(r"\.pays")
    assert [rule for rule in rules(r"\.pays") if "line-clamp:" in rule] == []


def test_what_has_appeared_fills_no_longer_as_firefox_would_keep_it_in_sight_where_its_parent_hides() -> None:
    appearing = [rule for rule in rules("") if re.search(r"animation: (appear|land|go) ", rule)]
    assert appearing
    assert [rule for rule in appearing if re.search(r"\b(both|forwards)\b", rule)] == []


def test_no_style_asks_whether_something_has_an_empty_part_as_webkit_never_asks_again() -> None:
    assert not re.search(r":has\([^)]*:empty", STYLE)
