"""The score sheet: every finished deal of a game, with running totals."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from accounts.models import User

from .models import Deal, Game, Score
from .naming import cards_text
from .reading import Table
from .rules import Position
from .rules.cards import suit_code


@dataclass(frozen=True)
class Cell:
    """One seat's line of one deal, with its total after it."""

    bid: int
    taken: int
    points: int
    total: int

    @property
    def is_made(self) -> bool:
        """Whether the bid was made."""
        return self.bid == self.taken


@dataclass(frozen=True)
class Row:
    """One deal; `number` counts from 1, `trump` is a suit's letter or empty."""

    number: int
    cards: str
    trump: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Sheet:
    """Seats in playing order from the viewer on, with their finished deals. `is_yours` says
    whether the first column is the viewer's, who may be a spectator."""

    names: tuple[str, ...]
    rows: tuple[Row, ...]
    totals: tuple[int, ...]
    is_yours: bool = True

    @property
    def width(self) -> int:
        """Columns of the table."""
        return len(self.names) + 1


def score_sheet(table: Table, user: User | AnonymousUser, you: str) -> Sheet:
    """The score sheet of a game as one of its players reads it, who is called `you` there, or a
    spectator."""
    me = table.seat_or_none(user)
    first = 0 if me is None else me.number
    seats = table.seats[first:] + table.seats[:first]
    totals = dict.fromkeys((seat.pk for seat in seats), 0)
    rows = []
    for deal in _finished(table.game):
        lines = {score.seat_id: score for score in deal.scores.all()}
        for seat in seats:
            totals[seat.pk] += lines[seat.pk].points
        rows.append(_row(deal, [_cell(lines[seat.pk], totals[seat.pk]) for seat in seats]))
    finals = tuple(
        totals[seat.pk] if seat.total is None else seat.total for seat in seats
    )  # with a hard score the last total isn't the sum of the deals
    names = tuple(you if seat == me else seat.name for seat in seats)
    return Sheet(names, tuple(rows), finals, is_yours=me is not None)


def _finished(game: Game) -> list[Deal]:
    deals = list(game.deals.filter(scores__isnull=False).distinct().prefetch_related("scores"))
    for deal in deals:
        deal.game = game
    return deals


def _cell(score: Score, total: int) -> Cell:
    return Cell(score.bid, score.taken, score.points, total)


def _row(deal: Deal, cells: list[Cell]) -> Row:
    rules = deal.game.rules
    trump = Position.start(rules, deal.number, deal.dealer, deal.dealt()).trump
    return Row(
        deal.number + 1,
        cards_text(rules.hand_size(deal.number)),
        "" if trump is None else suit_code(trump),
        tuple(cells),
    )
