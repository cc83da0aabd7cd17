"""What the table's templates need, for one viewer: words and marks, no decisions.

Everything here comes from the viewer's `View` and open facts; a template never sees a position.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.translation import gettext

from accounts.models import User

from .chat import is_held_at
from .company import Agreement, ClockShown, Company, PauseAsked
from .manners import person_at
from .models import Seat
from .naming import (
    card_name,
    game_title,
)
from .readiness import may_be_asked
from .reading import Table
from .refusals import SeatIsPlayed, told
from .rules import Card, Phase, Trick, card_code, parse_card, suit_of
from .rules.cards import suit_code
from .shown import (
    Ahead,
    BidPanel,
    CardShown,
    DealShown,
    GameShown,
    PlayedShown,
    SeatShown,
    TrickShown,
    badge_of,
    ending_of,
    facts,
    sorted_hand,
)
from .status import Line, ahead_note, play_hint, status_line, turn_line
from .telling import Event, latest

DECK_FILES = {
    ("two", "usual"): "cards/two-color.svg",
    ("four", "usual"): "cards/four-color.svg",
    ("two", "large"): "cards/two-color-large.svg",
    ("four", "large"): "cards/four-color-large.svg",
}
BACKS = "cards/backs.svg"


def deck_of(preferences: Mapping[str, str]) -> str:
    """Where the faces of the cards are that a person likes."""
    return static(DECK_FILES[preferences["deck"], preferences["faces"]])


class TableShown:
    """A table as one viewer sees it. Built for templates: every attribute is ready to print.

    A spectator sees it from behind seat 0, and nothing that only a seat may see.
    """

    def __init__(self, table: Table, user: User | AnonymousUser) -> None:
        self._table, self._user = table, user
        self._me = table.seat_or_none(user)
        self._anchor = 0 if self._me is None else self._me.number
        self._company = Company(table, self._me)
        self.view = table.position.seen_by(None if self._me is None else self._me.number)
        self.is_watching = self._me is None
        self.game = GameShown.of(table.game)
        self.deal = DealShown(table.deal.number)
        self.phase = str(self.view.phase)
        self.is_paused = table.game.is_paused
        self.has_chat = is_held_at(table.game)
        self.is_waiting = table.game.is_playing and not self.is_paused
        self.why_played = self._company.why_played
        self.is_your_turn = self.view.is_to_act and self.is_waiting and not self.why_played
        self.ahead = self._ahead()
        self.deal_is_over = self.view.is_over
        self.is_finished = not table.game.is_playing
        self.ending = ending_of(table)
        self.has_sheet = self.is_paused or self.deal_is_over or self.is_finished
        self.status: Line = self._status(status_line)
        self.hint = told(SeatIsPlayed()) if self.why_played else play_hint(self.view)
        self.facts = facts(self.view)
        self.turn = self.view.actions
        self.trump = None if self.view.trump is None else suit_code(self.view.trump)

    @property
    def title(self) -> str:
        """The game in one line, for the page around the table."""
        return game_title(self._table.game)

    @cached_property
    def seats(self) -> list[SeatShown]:
        """Everybody, the viewer (or seat 0) first, then clockwise."""
        shown = [self._seat(seat) for seat in self._table.seats]
        return sorted(shown, key=lambda seat: seat.at)

    @cached_property
    def foot(self) -> SeatShown:
        """Who sits at the foot of the table: the viewer, if they sit there at all."""
        return self.seats[0]

    @cached_property
    def others(self) -> list[SeatShown]:
        """Everybody but who sits at the foot, clockwise from there."""
        return self.seats[1:]

    @cached_property
    def agreement(self) -> Agreement | None:
        """At tables with others: who has said to go on, after a deal or a pause."""
        if not self.game.is_shared:
            return None
        return self._company.agreement(Seat.Wish.RESUME if self.is_paused else Seat.Wish.NEXT)

    @cached_property
    def next_deal_clock(self) -> ClockShown | None:
        """Until the next deal comes by itself."""
        return self._company.next_deal_clock()

    @cached_property
    def pause_asked(self) -> PauseAsked | None:
        """A pause that somebody wishes."""
        return self._company.pause_asked()

    @property
    def waits_for_others(self) -> bool:
        """Whether the table may change without the viewer: a page without a script has to look."""
        if self.game.is_shared or self.is_watching:
            return not (self.is_your_turn or self.is_finished)
        return not (self.is_your_turn or self.has_sheet)

    @property
    def guide(self) -> str:
        """The part of the guide that fits the moment."""
        if self.is_paused or self.is_finished:
            return "screen"
        return {Phase.BIDDING: "bidding", Phase.PLAYING: "playing"}.get(self.view.phase, "scoring")

    @property
    def draw(self) -> str:
        """In the first deal: which card made the dealer deal."""
        game = self._table.game
        drawn = [code for seat, code in game.draw if seat == game.first_dealer]
        if not drawn or self.deal.number:
            return ""
        seat = self._table.seats[game.first_dealer]
        card = card_name(parse_card(drawn[-1]))
        if seat == self._me:
            return gettext("You drew the %(card)s and deal.") % {"card": card}
        return gettext("%(name)s drew the %(card)s and deals.") % {"name": seat.name, "card": card}

    @cached_property
    def called(self) -> list[SeatShown]:
        """While seats bid: those whose bid is shown in front of them."""
        return [s for s in self.others if s.badge.kind == "said"]

    @cached_property
    def hand(self) -> tuple[CardShown, ...]:
        """The viewer's cards, sorted."""
        return tuple(self._card(card, self._mark(card)) for card in sorted_hand(self.view.hand))

    def _mark(self, card: Card) -> str:
        if card_code(card) == self.ahead.chosen:
            return "ahead"  # also on the turn, until it is played
        if self.ahead.is_card:
            return "" if card in self.view.plays_ahead else "later"
        legal = self.view.legal_plays if self.is_your_turn else frozenset()
        if not legal or legal == self.view.hand:
            return ""
        return "up" if card in legal else "no"

    def _ahead(self) -> Ahead:
        """What may be chosen before the turn, and what was. Something chosen that has become
        impossible is dropped, also on the turn itself."""
        seat, view = self._me, self.view
        if seat is None or not self.is_waiting or self.why_played:
            return Ahead("", len(view.hand))
        chosen = seat.ahead if self._table.chosen_ahead(seat) is not None else ""
        is_open = not self.is_your_turn
        return Ahead(
            chosen=chosen,
            held=len(view.hand),
            bids=view.bids_ahead if is_open else (),
            is_card=is_open and bool(view.plays_ahead),
            is_dropped=bool(seat.ahead) and not chosen,
        )

    @cached_property
    def trick(self) -> TrickShown:
        """What lies on the mat: the trick under way, or the last one until the next lead."""
        last = self.view.last_trick
        if self.view.trick.cards or last is None:
            return self._trick(self.view.trick, len(self.view.tricks))
        return self._trick(last, len(self.view.tricks) - 1)

    @cached_property
    def last_trick(self) -> TrickShown | None:
        """The trick that was completed last."""
        last = self.view.last_trick
        return None if last is None else self._trick(last, len(self.view.tricks) - 1)

    @property
    def has_last_trick(self) -> bool:
        """Whether a trick was completed in this deal."""
        return self.view.last_trick is not None

    @property
    def slot(self) -> int | None:
        """Where the next card will lie."""
        return self._at(self.view.trick.turn) if self.view.phase is Phase.PLAYING else None

    @cached_property
    def bid_panel(self) -> BidPanel | None:
        """The viewer's choice of bids, on their turn to bid."""
        legal = self.view.legal_bids
        if not legal or not self.is_your_turn:
            return None
        fair = self.view.hand_size // self.view.players
        start = min(legal, key=lambda bid: (abs(bid - fair), bid))
        choices = tuple((bid, bid in legal) for bid in range(self.view.hand_size + 1))
        return BidPanel(choices, start)

    @cached_property
    def turn_up(self) -> CardShown | None:
        """The turned card."""
        return None if self.view.turn_up is None else self._card(self.view.turn_up)

    @cached_property
    def _names(self) -> list[str]:
        return [gettext("You") if seat == self._me else seat.name for seat in self._table.seats]

    @property
    def events(self) -> tuple[Event, ...]:
        """What has happened last, for whoever listens."""
        return latest(self._table, self.view, self._names)

    @property
    def asked(self) -> str:
        """What is said after that: the status without what it has of the same."""
        return " ".join(self._status(turn_line)).strip()

    def _status(self, usual: Callable[..., Line]) -> Line:
        if self.ending is not None:
            return self.ending.sentence, self.ending.worth if self.game.is_shared else ""
        if self.is_waiting and self._waits_for_warmth():
            return gettext("The computers are warming up."), gettext("It won't take a minute.")
        instead = self._company.line_instead()
        return instead or self._with_notes(usual)

    def _with_notes(self, usual: Callable[..., Line]) -> Line:
        lead, rest = usual(
            self.view, self._names, paused=self.is_paused, waiting=self._company.waiting_for_bids()
        )
        note = "" if self.is_your_turn or not self.is_waiting else self._company.note()
        notes = (ahead_note(self.ahead.chosen, is_dropped=self.ahead.is_dropped), rest, note)
        return lead, " ".join(filter(None, notes))

    def _waits_for_warmth(self) -> bool:
        levels = [self._table.level_of(seat) for seat in self._table.computers_to_act[:1]]
        return not self.is_your_turn and not all(map(may_be_asked, levels))

    def _at(self, number: int) -> int:
        return (number - self._anchor) % self.view.players

    def _card(self, card: Card, mark: str = "") -> CardShown:
        return CardShown(card_code(card), card_name(card), suit_of(card) == self.view.trump, mark)

    def _seat(self, seat: Seat) -> SeatShown:
        number, points = seat.number, self._table.position.points()
        return SeatShown(
            at=self._at(number),
            emblem=number,
            name=self._names[number],
            is_guest=seat.user is not None and seat.user.is_guest,
            badge=badge_of(self.view, number),
            total=self._total(seat),
            points=None if points is None else points[number],
            is_you=seat == self._me,
            is_dealer=number == self.view.dealer,
            is_turn=self._is_turn(seat),
            mark=self._company.mark(seat),
            clock=self._company.clock(seat) if self._is_turn(seat) else None,
            has_said_next=self._company.has_said(seat, Seat.Wish.NEXT),
            person_id=person_at(seat, self._user),
        )

    def _is_turn(self, seat: Seat) -> bool:
        """Whether a plate says "now": where all bid at once, the viewer's own turn goes first."""
        is_next = seat.number in self.view.to_act and self.is_waiting
        return is_next and (seat == self._me or not self.is_your_turn)

    def _total(self, seat: Seat) -> int:
        return self._table.totals[seat.number] if seat.total is None else seat.total

    def _trick(self, trick: Trick, number: int) -> TrickShown:
        if not trick.cards:
            return TrickShown(number)
        best = trick.best(self.view.trump)
        cards = tuple(
            PlayedShown(
                at=self._at(seat),
                name=self._names[seat],
                card=self._card(card),
                is_best=seat == best,
                is_lead=seat == trick.leader,
            )
            for seat, card in trick.played()
        )
        return TrickShown(number, cards, self._at(best) if trick.is_complete else None)


def table_context(
    table: Table, user: User | AnonymousUser, preferences: Mapping[str, str]
) -> dict[str, Any]:
    """The context of the table's templates."""
    return {
        "t": TableShown(table, user),
        "preferences": preferences,
        "deck": deck_of(preferences),
        "back": f"{static(BACKS)}#{preferences['back']}",
    }


def painted(table: Table, user: User | AnonymousUser, preferences: Mapping[str, str]) -> str:
    """The painted part of the table page, as the socket sends it."""
    return render_to_string("games/_game.html", table_context(table, user, preferences))
