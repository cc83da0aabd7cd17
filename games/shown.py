"""What a table's templates are given: words and marks ready to print, made of views and open facts.

`display` puts them together for one viewer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, permutations
from typing import Self

from django.utils.translation import gettext, pgettext

from .clocks import CLOCK_TITLES, Clock
from .company import ClockShown, Mark
from .models import Game
from .naming import BLACK, SHOWN_SUITS, cards_text, rank_figure, suit_name
from .reading import Table
from .rules import Card, Phase, Suit, View, suit_of


@dataclass(frozen=True)
class Badge:
    """Tricks against the bid. `kind` is the mark's shape: wait, secret, said, exact, over or
    nothing special; `label` says it in words."""

    kind: str
    label: str
    bid: int | None = None
    taken: int | None = None
    is_new: bool = False

    @property
    def is_long(self) -> bool:
        """Whether the figures need a smaller type."""
        return self.taken is not None and len(f"{self.taken}{self.bid}") > 2


@dataclass(frozen=True)
class CardShown:
    """A card face up. `mark` says whether it may be played: up, no, or nothing to say; and before
    the turn: ahead for the chosen one, later for one that can't be chosen."""

    code: str
    name: str
    is_trump: bool
    mark: str = ""


@dataclass(frozen=True)
class PlayedShown:
    """A card on the mat; `at` counts seats clockwise from the viewer."""

    at: int
    name: str
    card: CardShown
    is_best: bool
    is_lead: bool = False


@dataclass(frozen=True)
class SeatShown:
    """A player's plate. `emblem` is the seat's own, the same for every viewer and on every page.
    The names of guests begin alike, so it is their ends that a narrow plate has to show."""

    at: int
    emblem: int
    name: str
    is_guest: bool
    badge: Badge
    total: int
    points: int | None
    is_you: bool
    is_dealer: bool
    is_turn: bool
    mark: Mark | None
    clock: ClockShown | None
    has_said_next: bool
    person_id: int | None


@dataclass(frozen=True)
class TrickShown:
    """A trick on the mat. `to` is where its taker sits once it is complete."""

    number: int
    cards: tuple[PlayedShown, ...] = ()
    to: int | None = None


@dataclass(frozen=True)
class BidPanel:
    """The bids the viewer may choose from; `start` is where the panel begins."""

    choices: tuple[tuple[int, bool], ...]
    start: int


@dataclass(frozen=True)
class Ahead:
    """What the viewer may choose before their turn: one of these bids, or cards of the hand (with
    none of both there is nothing to choose). `chosen` is a bid or a card's code; `held` the cards
    in the hand; `is_dropped` says that a choice has become impossible."""

    chosen: str
    held: int
    bids: tuple[int, ...] = ()
    is_card: bool = False
    is_dropped: bool = False


@dataclass(frozen=True)
class Facts:
    """The plates of the top bar."""

    number: int
    of: str
    cards: str
    trump: Suit | None
    trump_name: str
    turned: str
    bid_sum: str
    hand_size: int
    bid_note: str


@dataclass(frozen=True)
class GameShown:
    """What templates may have of a game's row. The row itself leads to every card. `clock` is
    empty alone with computers."""

    code: str
    version: int
    pace: str
    is_shared: bool
    clock: str

    @classmethod
    def of(cls, game: Game) -> Self:
        """What there is to show of this one."""
        clock = gettext(CLOCK_TITLES[Clock(game.clock)]) if game.is_shared else ""
        return cls(game.code, game.version, game.pace, game.is_shared, clock)


@dataclass(frozen=True)
class Ending:
    """How a game ended that counts for nobody, and what it is worth."""

    title: str
    sentence: str
    worth: str


@dataclass(frozen=True)
class DealShown:
    """What templates may have of a deal's row, which holds the deck."""

    number: int


def ending_of(table: Table) -> Ending | None:
    """How a game ended that wasn't played to its end, or is as if it hadn't been."""
    game = table.game
    if game.status == Game.Status.GIVEN_UP:
        worth = gettext("It counts in no statistics.")
        return Ending(gettext("Given up"), gettext("This game was given up."), worth)
    worth = gettext("The game counts for nobody.")
    if game.status == Game.Status.VOIDED:
        return Ending(gettext("Voided"), gettext("Moderators voided this game."), worth)
    if game.status != Game.Status.ABANDONED:
        return None
    if table.is_deserted:
        return Ending(gettext("Abandoned"), gettext("Everybody had left."), worth)
    return Ending(gettext("Ended"), gettext("Moderators ended this game."), worth)


def badge_of(view: View, seat: int) -> Badge:
    """A seat's bid and, once cards are played, its tricks against it."""
    bid = view.bids[seat]
    if bid is None:
        if seat in view.has_bid:
            return Badge("secret", gettext("has bid"))
        return Badge("wait", gettext("no bid yet"))
    if view.phase is Phase.BIDDING:
        return Badge("said", pgettext("before the number", "bid"), bid)
    taken = view.taken[seat]
    kind = "exact" if taken == bid else "over" if taken > bid else ""
    labels = {
        "exact": pgettext("tricks taken, before the numbers", "exactly"),
        "over": pgettext("tricks taken, before the numbers", "over"),
        "": pgettext("tricks taken, before the numbers", "taken"),
    }
    return Badge(kind, labels[kind], bid, taken, kind == "exact" and _just_took(view, seat))


def _just_took(view: View, seat: int) -> bool:
    last = view.last_trick
    return last is not None and not view.trick.cards and last.best(view.trump) == seat


def facts(view: View) -> Facts:
    """Deal, trump and bids, for the top bar."""
    rules, size = view.rules, view.hand_size
    return Facts(
        number=view.number + 1,
        of="" if rules.deals is None else str(rules.deals),
        cards=_cards_note(view),
        trump=view.trump,
        trump_name=gettext("no trump") if view.trump is None else suit_name(view.trump),
        turned="" if view.turn_up is None else rank_figure(view.turn_up),
        bid_sum="?" if _bids_are_hidden(view) else str(view.bid_sum),
        hand_size=size,
        bid_note=_bid_note(view),
    )


def _cards_note(view: View) -> str:
    cards = cards_text(view.hand_size)
    if view.rules.target is None:
        return cards
    return gettext("to %(target)s, %(cards)s") % {"target": view.rules.target, "cards": cards}


def _bids_are_hidden(view: View) -> bool:
    return view.is_simultaneous and view.phase is Phase.BIDDING


def _bid_note(view: View) -> str:
    if _bids_are_hidden(view):
        return gettext("still hidden")
    off = view.bid_sum - view.hand_size
    if view.phase is Phase.BIDDING and off < 0:
        return gettext("%(count)s left") % {"count": -off}
    if view.phase is Phase.BIDDING and not off:
        return gettext("even so far")
    if off > 0:
        return gettext("over by %(count)s") % {"count": off}
    return gettext("under by %(count)s") % {"count": -off} if off else gettext("even")


def sorted_hand(hand: frozenset[Card]) -> list[Card]:
    """A hand by suit and rank, high to low, red and black suits in turn where possible."""
    held = {suit_of(card) for card in hand}
    suits = _alternating(tuple(suit for suit in SHOWN_SUITS if suit in held))
    return sorted(hand, key=lambda card: (suits.index(suit_of(card)), -card))


@cache
def _alternating(suits: tuple[Suit, ...]) -> tuple[Suit, ...]:
    def clashes(order: Sequence[Suit]) -> int:
        return sum((a in BLACK) == (b in BLACK) for a, b in pairwise(order))

    return min(permutations(suits), key=clashes)
