"""The full log of a game, for moderators: who sat there, every deal with its hands, every bid and
card with its time and by whom it was made.

Of a deal that is under way it shows what lies on the table, as everybody sees it: hands and bids
that are secret stay so for moderators too.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Final

from django.db.models import Prefetch
from django.utils.translation import gettext

from accounts.models import User

from .models import Bid, Deal, Game, Play, Seat
from .naming import SHOWN_SUITS, cards_text, level_title, rank_figure
from .rules import Card, Position, parse_card, suit_of
from .rules.cards import CLUBS, DIAMONDS, HEARTS, SPADES

SUIT_SIGNS: Final = {CLUBS: "♣", DIAMONDS: "♦", HEARTS: "♥", SPADES: "♠"}


@dataclass(frozen=True)
class Line:
    """Something that was done at a seat: a bid or a card. `trick` counts from 1, and is none for
    a bid; `took` says whether this card took it."""

    at: datetime
    seat: str
    actor: str
    bid: int | None
    card: str
    trick: int | None
    took: bool


@dataclass(frozen=True)
class Dealing:
    """What one seat was dealt and made of it; no hand while the deal is under way."""

    seat: str
    hand: str
    bid: int | None
    taken: int
    points: int | None


@dataclass(frozen=True)
class DealLog:
    """One deal, from its hands to its points. `number` counts from 1."""

    number: int
    at: datetime
    cards: str
    dealer: str
    turn_up: str
    trump: str
    hands: tuple[Dealing, ...]
    lines: tuple[Line, ...]

    @property
    def rounds(self) -> list[list[Line]]:
        """The bids, then the cards of every trick."""
        return [list(lines) for _trick, lines in groupby(self.lines, lambda line: line.trick)]


def may_read_log(game: Game, user: User) -> bool:
    """Whether a moderator may read a game's log now: not while they sit there and play."""
    return game.is_over or not game.seats.filter(user=user).exists()


def seats_of(game: Game) -> list[tuple[Seat, str]]:
    """Every seat, and the computer whose it is; nothing where a person sits."""
    seats = game.seats.select_related("user")
    return [(seat, _computer(seat) if seat.is_computer else "") for seat in seats]


def log_of(game: Game) -> list[DealLog]:
    """Every deal of a game that has been dealt. Six queries, whatever its length."""
    seats = list(game.seats.select_related("user"))
    related = (
        "plays__trick",
        Prefetch("bids", Bid.objects.select_related("seat").order_by("at", "pk")),
        "scores",
    )
    deals = list(game.deals.prefetch_related(*related))
    for deal in deals:
        deal.game = game
    return [_deal_log(deal, seats) for deal in deals]


def _deal_log(deal: Deal, seats: list[Seat]) -> DealLog:
    rules, dealt, position = deal.game.rules, deal.dealt(), deal.position()
    is_secret = not (position.is_over or deal.game.is_over)
    seen = position.seen_by(None) if is_secret else position
    points = {score.seat_id: score.points for score in deal.scores.all()}
    hands = tuple(
        Dealing(
            seat=seat.name,
            hand="" if is_secret else hand_text(dealt.hands[seat.number]),
            bid=seen.bids[seat.number],
            taken=position.taken[seat.number],
            points=points.get(seat.pk),
        )
        for seat in seats
    )
    return DealLog(
        number=deal.number + 1,
        at=deal.dealt_at,
        cards=cards_text(rules.hand_size(deal.number)),
        dealer=seats[deal.dealer].name,
        turn_up="" if dealt.turn_up is None else card_text(dealt.turn_up),
        trump="" if position.trump is None else SUIT_SIGNS[position.trump],
        hands=hands,
        lines=tuple(_lines(deal, {seat.pk: seat for seat in seats}, position, seen.bids)),
    )


def _lines(
    deal: Deal, seats: dict[int, Seat], position: Position, bids: Sequence[int | None]
) -> Iterator[Line]:
    for bid in deal.bids.all():
        seat = seats[bid.seat_id]
        value = bids[seat.number]
        yield Line(bid.at, seat.name, _actor(bid, seat, deal.game), value, "", None, took=False)
    takers = [trick.best(position.trump) for trick in position.tricks]
    for play in deal.plays.all():
        seat, trick = seats[play.seat_id], play.trick.number
        yield Line(
            at=play.at,
            seat=seat.name,
            actor=_actor(play, seat, deal.game),
            bid=None,
            card=card_text(parse_card(play.card)),
            trick=trick + 1,
            took=trick < len(takers) and takers[trick] == seat.number,
        )


def _actor(act: Bid | Play, seat: Seat, game: Game) -> str:
    """Who did it: the person, the computer whose seat it is (its level stands under seats), or one
    that played for the person."""
    if act.is_for_owner:
        return gettext("a computer (%(level)s) for %(name)s") % {
            "level": level_title(game.level),
            "name": seat.name,
        }
    return gettext("computer") if seat.is_computer else gettext("in person")


def _computer(seat: Seat) -> str:
    return gettext("computer (%(level)s)") % {"level": level_title(seat.level)}


def card_text(card: Card) -> str:
    """A card in two or three characters: 10♥."""
    return rank_figure(card) + SUIT_SIGNS[suit_of(card)]


def hand_text(cards: Iterable[Card]) -> str:
    """A hand by suits, high cards first."""
    in_order = sorted(cards, key=lambda card: (SHOWN_SUITS.index(suit_of(card)), -card))
    return " ".join(map(card_text, in_order))
