"""Finds in what a viewer is sent whatever that viewer may not know yet.

Everything is compared with the rows as they are at the moment of sending: cards that are neither
the viewer's own, played nor turned, by code or by name; the order of the deck; the deal's secret.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.deck import deck_text, parse_deck
from games.models import Bid, Deal, Game
from games.naming import card_name
from games.reading import Table, may_look
from games.rules import Card, MoveError, card_code
from games.rules.cards import DECK
from tests.games.casts import fresh

WORD: Final = re.compile(r"[A-Za-z0-9_-]+")
PIECE: Final = 8
"""So many letters of a secret or deck in a row are no accident."""
PASSING: Final = re.compile(
    r"""(?<=value="|ken":\ ")\w{64} | press"\ value="[^"]+ | Expires':\ '[^']+ | expires=[^;]+
        | X-Request-ID':\ '[^']+""",
    re.VERBOSE,
)
"""Marks of forms and times, which differ from answer to answer."""

Sent = Any
"""An answer, as the test client has it."""
Viewer = User | None
"""Somebody who looks; None is anybody at all, not even logged in."""


@dataclass(frozen=True)
class Hidden:
    """What a viewer may not know at a moment: cards, and texts that would tell them."""

    cards: frozenset[Card]
    texts: tuple[str, ...]

    def in_text(self, sent: str, *, known: str = "") -> list[str]:
        """What a text tells of it: nothing, where it is fine.

        Cards that stand in `known`, a page for everybody with cards on it for show, say nothing.
        """
        words, small = set(WORD.findall(sent)), sent.lower()
        found = [code for code in map(card_code, self.cards) if words & {code, f"c{code}"}]
        found += [name for name in map(card_name, self.cards) if name in small]
        found = [word for word in found if not re.search(rf"\b{word}\b", known)]
        return found + [piece for text in self.texts for piece in pieces(text) if piece in small]


def hidden_from(viewer: Viewer, game: Game) -> Hidden:
    """What a viewer may not know of a game just now: of one that is none of their business, even
    what lies on the table."""
    now, user = Table.read(fresh(game)), viewer or AnonymousUser()
    secrets = (now.deal.deck, now.deal.secret)
    if not may_look(now.game, user):
        return Hidden(frozenset(DECK), secrets)
    if now.position.is_over:
        return Hidden(frozenset(), ())
    seat = now.seat_or_none(user)
    view = now.position.seen_by(None if seat is None else seat.number)
    return Hidden(frozenset(DECK) - view.seen, secrets)


def pieces(text: str) -> list[str]:
    """A text in small letters, in pieces that overlap."""
    small = text.lower()
    return [small[at : at + PIECE] for at in range(0, len(text) - PIECE + 1, 2)]


def bytes_of(answer: Sent) -> str:
    """All of an answer, its headers and cookies too."""
    return f"{answer.headers} {answer.cookies.output()} {answer.content.decode()}"


def check(answers: Iterable[Sent], game: Game, hidden: Hidden) -> int:
    """Look through answers; how many there were."""
    looked_through = 0
    for answer in answers:
        looked_through += 1
        sent = bytes_of(answer)
        if answer.headers.get("Content-Type") == "application/json":
            assert answer.json()["places"] is None
            assert len(answer.json()["deals"]) == finished_deals(game)
            sent = open_record(sent)
        assert not hidden.in_text(sent)
    return looked_through


def finished_deals(game: Game) -> int:
    """How many deals have been played to their end."""
    return game.deals.filter(scores__isnull=False).distinct().count()


def open_record(answer: str) -> str:
    """A record without the deals in it, which are all finished: any card may stand there."""
    return re.sub(r'"deals": \[.*\n \],', "", answer, flags=re.DOTALL)


def other_cards(game: Game, viewer: Viewer, chance: Random) -> None:
    """Deal all that the viewer can't see differently, as far as what was played allows it."""
    now = Table.read(fresh(game))
    hidden = hidden_from(viewer, game).cards
    deck = parse_deck(now.deal.deck)
    for _ in range(500):
        shuffled = iter(chance.sample(sorted(hidden), len(hidden)))
        dealt = deck_text(tuple(next(shuffled) if card in hidden else card for card in deck))
        Deal.objects.filter(pk=now.deal.pk).update(
            deck=dealt, secret=f"{chance.getrandbits(256):064x}"
        )
        if dealt != now.deal.deck and _can_have_been(now.deal):
            return
    raise LookupError("no other cards fit what was played")


def other_bids(game: Game, viewer: Viewer) -> None:
    """Let everybody but the viewer have bid something else."""
    for each in Bid.objects.filter(deal__game=game).exclude(
        seat__in=game.seats.filter(user=viewer)
    ):
        each.value = (each.value + 1) % 3
        each.save()


def _can_have_been(deal: Deal) -> bool:
    try:
        Deal.objects.get(pk=deal.pk).position()
    except MoveError:
        return False
    return True
