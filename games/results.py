"""What a game came to, as one of its players reads it."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext

from accounts.models import User

from .describing import behind, decimal, percent, place_ending, signed, signed_decimal, won
from .models import Game
from .naming import game_title, level_title
from .reading import Table
from .rules import DealFacts, Record, parse_card, record_of, settle
from .sheets import Cell, Sheet, score_sheet
from .stats import Figures, change_by


@dataclass(frozen=True)
class Standing:
    """One player's result; `at` counts seats from the viewer on, as emblems do. `net` is what the
    settlement comes to, empty where nothing is settled."""

    at: int
    name: str
    place: int | None
    total: int
    made: int
    net: str

    @property
    def is_you(self) -> bool:
        """Whether it is the viewer's."""
        return self.at == 0


@dataclass(frozen=True)
class Change:
    """A figure after the game, and by how much the game changed it."""

    title: str
    value: str
    change: str


@dataclass(frozen=True)
class Result:
    """Everything the results page shows."""

    title: str
    is_given_up: bool
    place: int | None
    place_ending: str
    verdict: str
    standings: tuple[Standing, ...]
    deals: int
    strip: tuple[Cell, ...]
    sheet: Sheet
    changes: tuple[Change, ...]
    hard_score: str
    is_settled: bool

    @property
    def is_won(self) -> bool:
        """Whether the viewer is at the first place, alone or not."""
        return self.place == 1


def result_of(table: Table, user: User) -> Result:
    """The result of a game that has ended."""
    game, rules = table.game, table.rules
    sheet = score_sheet(table, user, gettext("You"))
    place = table.seat_of(user).place
    standings = _standings(table, user, sheet)
    return Result(
        title=game_title(game),
        is_given_up=game.status == Game.Status.GIVEN_UP,
        place=place,
        place_ending="" if place is None else place_ending(place),
        verdict=_verdict(place, standings),
        standings=tuple(sorted(standings, key=lambda s: (-s.total, s.at))),
        deals=len(sheet.rows),
        strip=tuple(row.cells[0] for row in sheet.rows),
        sheet=sheet,
        changes=() if place is None else _changes(game, user),
        hard_score=_hard_score(standings) if rules.hard_score and place is not None else "",
        is_settled=any(standing.net for standing in standings),
    )


def _standings(table: Table, user: User, sheet: Sheet) -> list[Standing]:
    first = table.seat_of(user).number
    seats = table.seats[first:] + table.seats[:first]
    nets = settle(table.rules, sheet.totals) if table.game.status == Game.Status.FINISHED else None
    return [
        Standing(
            at=at,
            name=sheet.names[at],
            place=seat.place,
            total=sheet.totals[at],
            made=sum(row.cells[at].is_made for row in sheet.rows),
            net="" if nets is None else signed(Fraction(nets[at])),
        )
        for at, seat in enumerate(seats)
    ]


def _verdict(place: int | None, standings: list[Standing]) -> str:
    if place is None:
        return gettext("You gave this game up. It counts in no statistics.")
    totals = sorted((standing.total for standing in standings), reverse=True)
    winners = [s.name for s in standings if s.place == 1 and not s.is_you]
    if place == 1:
        return won(totals, winners)
    peers = [s.name for s in standings if s.place == place and not s.is_you]
    return " ".join(behind(totals[0] - totals[place - 1], winners, peers))


def _hard_score(standings: list[Standing]) -> str:
    winners = [standing for standing in standings if standing.place == 1]
    if len(winners) > 1:
        return gettext("Hard score: the top is shared, so nobody gets 10 more.")
    if winners[0].is_you:
        return gettext("Hard score: 10 more for you, in the total.")
    params = {"name": winners[0].name}
    return gettext("Hard score: 10 more for %(name)s, in the total.") % params


_DECIMALS: Final = 1


def _changes(game: Game, user: User) -> tuple[Change, ...]:
    before, after = change_by(game, user)
    title = gettext("Games, %(level)s with %(players)s") % {
        "level": level_title(game.level),
        "players": game.rules.players,
    }
    return (
        Change(title, number_format(after.games), _more(before.games, after.games)),
        _rate(gettext("Won"), before, after, "win_rate"),
        _rate(gettext("Bids made"), before, after, "made_rate"),
        _average(gettext("Average place"), before, after, "average_place"),
        _average(gettext("Average total"), before, after, "average_total"),
    )


def _more(before: int, after: int) -> str:
    return signed(after - before) if before else ""


def _rate(title: str, before: Figures, after: Figures, name: str) -> Change:
    value = getattr(after, name)
    gain = 100 * (value - getattr(before, name)) if before.games else None
    change = "" if gain is None else signed_decimal(gain, _DECIMALS)
    return Change(title, percent(value, _DECIMALS), change)


def _average(title: str, before: Figures, after: Figures, name: str) -> Change:
    value = getattr(after, name)
    gain = value - getattr(before, name) if before.games else None
    change = "" if gain is None else signed_decimal(gain, _DECIMALS)
    return Change(title, decimal(value, _DECIMALS), change)


def game_record(table: Table) -> Record:
    """The record of a game's finished deals. A deal under way is left out with all its hands."""
    deals = table.game.deals.filter(scores__isnull=False).distinct()
    facts = []
    for deal in deals.prefetch_related("plays", "bids__seat"):
        deal.game = table.game
        plays = [parse_card(play.card) for play in deal.plays.all()]
        facts.append(DealFacts.by_seat(deal.dealer, deal.dealt(), deal.position().bids, plays))
    return record_of(table.rules, [seat.name for seat in table.seats], facts)
