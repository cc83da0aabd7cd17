"""What a game came to, as one of its players reads it."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from django.db.models import Count, QuerySet
from django.utils.translation import gettext

from accounts.models import User

from .describing import behind, counted, decimal, percent, place_ending, signed, signed_decimal, won
from .models import Bid, Game, Play, RatingChange, Seat
from .naming import game_title, level_title
from .ratings import Skill
from .reading import Table
from .rules import DealFacts, Record, parse_card, record_of, settle
from .sheets import Cell, Sheet, score_sheet
from .stats import Figures, change_by


@dataclass(frozen=True)
class Standing:
    """One player's result; `at` counts seats from the viewer on. `net` is what the
    settlement comes to, empty where nothing is settled."""

    at: int
    emblem: int
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
class Rated:
    """What the game did to one person's rating; `margin` is how far the new one may be off."""

    name: str
    before: int
    after: int
    change: str
    margin: int
    is_you: bool


@dataclass(frozen=True)
class Result:
    """Everything the results page shows. `notes` say for whom a computer played, and how much;
    `ratings` are there where the game moved some."""

    title: str
    is_shared: bool
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
    ratings: tuple[Rated, ...]
    notes: tuple[str, ...]

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
        is_shared=game.is_shared,
        place=place,
        place_ending="" if place is None else place_ending(place),
        verdict=_unfinished(table) if place is None else _verdict(place, standings),
        standings=tuple(sorted(standings, key=lambda s: (-s.total, s.at))),
        deals=len(sheet.rows),
        strip=tuple(row.cells[0] for row in sheet.rows),
        sheet=sheet,
        changes=() if place is None else _changes(game, user),
        hard_score=_hard_score(standings) if rules.hard_score and place is not None else "",
        is_settled=any(standing.net for standing in standings),
        ratings=_ratings(table, user) if game.is_shared else (),
        notes=_notes(table, user) if game.is_shared else (),
    )


def _standings(table: Table, user: User, sheet: Sheet) -> list[Standing]:
    first = table.seat_of(user).number
    seats = table.seats[first:] + table.seats[:first]
    nets = settle(table.rules, sheet.totals) if table.game.status == Game.Status.FINISHED else None
    return [
        Standing(
            at=at,
            emblem=seat.number,
            name=sheet.names[at],
            place=seat.place,
            total=sheet.totals[at],
            made=sum(row.cells[at].is_made for row in sheet.rows),
            net="" if nets is None else signed(Fraction(nets[at])),
        )
        for at, seat in enumerate(seats)
    ]


def _unfinished(table: Table) -> str:
    if table.game.status == Game.Status.VOIDED:
        return gettext("Moderators voided this game. It counts for nobody.")
    if table.game.status == Game.Status.ABANDONED and table.is_deserted:
        return gettext("Everybody had left. This game counts for nobody.")
    if table.game.status == Game.Status.ABANDONED:
        return gettext("Moderators ended this game. It counts for nobody.")
    return gettext("You gave this game up. It counts in no statistics.")


def _verdict(place: int, standings: list[Standing]) -> str:
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


# --- Games with other people --------------------------------------------------


def _ratings(table: Table, user: User) -> tuple[Rated, ...]:
    """What the game did to the ratings of its people, by their places. One query."""
    changes = RatingChange.objects.filter(seat__game=table.game)
    seats = {seat.pk: seat for seat in table.people}
    rated = [_rated(seats[change.seat_id], change, user) for change in changes]
    return tuple(one for _, one in sorted(rated, key=lambda pair: pair[0]))


def _rated(seat: Seat, change: RatingChange, user: User) -> tuple[tuple[int, int], Rated]:
    """One person's rating, with where it comes in the list."""
    before = Skill(change.mean_before, change.uncertainty_before)
    after = Skill(change.mean_after, change.uncertainty_after)
    rated = Rated(
        name=_called(seat, user),
        before=before.rating,
        after=after.rating,
        change=signed(after.rating - before.rating),
        margin=after.margin,
        is_you=seat.user_id == user.pk,
    )
    return (seat.place or 0, seat.number), rated


def _called(seat: Seat, user: User) -> str:
    return gettext("You") if seat.user_id == user.pk else seat.name


def _notes(table: Table, user: User) -> tuple[str, ...]:
    """For whom a computer played, in sentences. Two queries."""
    bids = _for_owners(Bid.objects.filter(deal__game=table.game))
    cards = _for_owners(Play.objects.filter(deal__game=table.game))
    return tuple(
        _note(seat, user, bids.get(seat.pk, 0), cards.get(seat.pk, 0))
        for seat in table.people
        if seat.pk in bids or seat.pk in cards
    )


def _for_owners(acts: QuerySet[Any]) -> dict[int, int]:
    """How many bids or cards were a computer's doing, by the seat of the person."""
    lines = acts.filter(is_for_owner=True).order_by().values_list("seat")
    return dict(lines.annotate(count=Count("pk")))


def _note(seat: Seat, user: User, bids: int, cards: int) -> str:
    params = {"name": seat.name, "bids": bids, "cards": cards}
    if seat.user_id == user.pk:
        return gettext("A computer played for you (bids: %(bids)s, cards: %(cards)s).") % params
    return gettext("A computer played for %(name)s (bids: %(bids)s, cards: %(cards)s).") % params


# --- Statistics ---------------------------------------------------------------

_DECIMALS: Final = 1


def _changes(game: Game, user: User) -> tuple[Change, ...]:
    before, after = change_by(game, user)
    return (
        Change(_alike(game), counted(after.games), _more(before.games, after.games)),
        _rate(gettext("Won"), before, after, "win_rate"),
        _rate(gettext("Bids made"), before, after, "made_rate"),
        _average(gettext("Average place"), before, after, "average_place"),
        _average(gettext("Average total"), before, after, "average_total"),
    )


def _alike(game: Game) -> str:
    """What the games are called that the figures are of."""
    players = {"players": game.rules.players}
    if game.is_shared:
        return gettext("Games with people, %(players)s at the table") % players
    return gettext("Games, %(level)s with %(players)s") % {
        "level": level_title(game.level),
        **players,
    }


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
