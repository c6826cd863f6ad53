"""What a page offers to do: its buttons with what their forms would send, and its links in place."""

import random
from dataclasses import dataclass, field
from html.parser import HTMLParser

from tests.web.evening import Phone

Attributes = list[tuple[str, str | None]]


@dataclass
class Offer:
    """One button or link: where it leads, and what it sends; a link sends nothing."""

    path: str
    fields: dict[str, object] | None = None

    def take(self, phone: Phone) -> None:
        if self.fields is None:
            phone.get(self.path)
        else:
            answer = phone.post(self.path, self.fields)
            assert answer.status_code == 303, (self, answer.text)
            phone.get(answer.location)


@dataclass
class _Form:
    action: str
    hidden: dict[str, object] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[_Form] = []
        self.links: list[str] = []
        self._drawers = 0
        self._open = False

    def handle_starttag(self, tag: str, attributes: Attributes) -> None:
        known = {name: value or "" for name, value in attributes}
        if tag == "details":
            self._drawers += 1
        if self._drawers:
            return
        if tag == "form" and known.get("method") == "post":
            self.forms.append(_Form(known["action"]))
            self._open = True
        elif tag == "a" and "data-in-place" in known:
            self.links.append(known["href"])
        elif self._open:
            self._part(tag, known)

    def handle_endtag(self, tag: str) -> None:
        self._drawers -= tag == "details"
        self._open = self._open and tag != "form"

    def _part(self, tag: str, known: dict[str, str]) -> None:
        form = self.forms[-1]
        if tag == "button" and "disabled" not in known:
            form.buttons.append((known.get("name", ""), known.get("value", "")))
        elif known.get("type") == "radio":
            form.choices.setdefault(known["name"], []).append(known["value"])
        elif known.get("type") == "hidden":
            had = form.hidden.setdefault(known["name"], known["value"])
            if known["name"] == "cards":
                form.hidden["cards"] = [*(had if isinstance(had, list) else []), known["value"]]


def offers(page: str, chance: random.Random) -> list[Offer]:
    """Return what a page offers outside its menu; where it asks for dice, by chance."""
    reader = _Reader()
    reader.feed(page)
    found = [Offer(link) for link in reader.links]
    for form in reader.forms:
        fields = form.hidden | {name: chance.choice(values) for name, values in form.choices.items()}
        for name, value in form.buttons:
            found.append(Offer(form.action, fields | ({name: value} if name else {})))
    return found
