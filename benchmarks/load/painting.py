"""What a painting of the table offers a person, read as cheaply as can be.

The people share the machine with the server they measure, so no HTML is parsed.
"""

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

_GAME: Final = re.compile(r'<main class="game" id="game"([^>]*)>')
_VERSION: Final = re.compile(r'data-version="(\d+)"')
_FORM: Final = re.compile(r'<form[^>]* action="(/game/[^"/]+/(?:bid|play|next))"')
_FIELD: Final = re.compile(r'<input type="hidden" name="(deal|turn)" value="(\d+)">')
_BID: Final = re.compile(r'name="bid" value="(\d+)"[^>]* checked')
_HAND: Final = 'id="hand-form"'
_CARD: Final = re.compile(r'name="card" value="(\w+)">')


@dataclass(frozen=True)
class Move:
    """A form to send: where, and what."""

    address: str
    body: str

    @property
    def is_said(self) -> bool:
        """Whether it is no bid or card but a word for the next deal, which among people shows
        nothing to the others before the last of them has said so too."""
        return self.address.endswith("/next")


@dataclass(frozen=True)
class Painting:
    """A table as one viewer sees it: its version; the moment it shows, a deal and the actions
    taken in it; and the move there is to make, if any.

    What is shown may be a step ahead of the version, where a write came between two reads.
    """

    version: int
    moment: tuple[int, int]
    move: Move | None
    is_finished: bool


def read(html: str) -> Painting:
    """What is painted. Raises ValueError where that is no table."""
    game = _GAME.search(html)
    version = game and _VERSION.search(game[1])
    if not game or not version:
        raise ValueError("this is no painting of a table")
    is_turn = 'data-turn="you"' in game[1]
    fields = _fields(html, html.index(_HAND))
    moment = int(fields["deal"]), int(fields["turn"])
    return Painting(int(version[1]), moment, _move(html, is_turn), "/results" in html)


def _move(html: str, is_turn: bool) -> Move | None:
    """The form that is to be sent: the next deal, else on one's turn the bid, else the card."""
    forms = {form[1].rpartition("/")[2]: form for form in _FORM.finditer(html)}
    if form := forms.get("next"):
        return _sent(html, form, None)
    if not is_turn:
        return None
    if form := forms.get("bid"):
        return _sent(html, form, ("bid", _BID))
    return _sent(html, forms["play"], ("card", _CARD))


def _sent(html: str, form: re.Match[str], choice: tuple[str, re.Pattern[str]] | None) -> Move:
    """The form's hidden fields and what is chosen in it: the bid it begins at, the first card
    that may be played."""
    fields = _fields(html, form.end())
    if choice:
        name, pattern = choice
        chosen = pattern.search(html, form.end())
        assert chosen, f"nothing to choose from in {form[1]}"
        fields[name] = chosen[1]
    return Move(form[1], urlencode(fields))


def _fields(html: str, start: int) -> dict[str, str]:
    """The hidden fields of the form that begins there."""
    return dict(_FIELD.findall(html, start, html.index("</form>", start)))
