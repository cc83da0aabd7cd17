"""What the lobby shows: tables where people gather, games that may be watched, one's own.

Each list costs a fixed number of queries, however many tables are in it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Max, Prefetch, QuerySet
from django.template.loader import render_to_string
from django.utils.translation import gettext, ngettext

from accounts.models import User

from .clocks import Clock
from .describing import clock_text, length_note
from .models import Game, Seat
from .naming import level_title, rules_title, schedule_text
from .overview import waiting, with_people

MOST_TABLES: Final = 60
MOST_GAMES: Final = 30
MOST_OWN: Final = 12

PERSON, COMPUTER, FREE = "p", "c", ""
"""The marks of a seat, as the style of pips knows them."""


@dataclass(frozen=True)
class TableShown:
    """A table in the lobby. `deal` is how far a game under way is; empty before the start."""

    code: str
    host: str
    others: str
    rules: str
    length: str
    level: str
    clock: str
    pips: tuple[str, ...]
    seats: str
    free: str
    deal: str = ""


@dataclass(frozen=True)
class Lobby:
    """The rows of both lists as HTML, by the code of the game: the same for everybody."""

    gathering: tuple[tuple[str, str], ...]
    playing: tuple[tuple[str, str], ...]


def read_lobby() -> Lobby:
    """The lobby in the language that is set. Four queries."""
    return Lobby(
        gathering=tuple(_rows(open_tables()[:MOST_TABLES])),
        playing=tuple(_rows(watchable_games()[:MOST_GAMES])),
    )


def painted(lobby: Lobby, own: Iterable[str], mine: str = "") -> str:
    """The lobby as HTML for somebody whose own games have these codes and are painted already."""
    own = frozenset(own)
    context = {
        "mine": mine,
        "gathering": [row for code, row in lobby.gathering if code not in own],
        "playing": [row for code, row in lobby.playing if code not in own],
    }
    return render_to_string("games/_lobby.html", context)


def painted_own(user: User | AnonymousUser) -> tuple[list[str], str]:
    """A person's own unfinished games with people in them: their codes, and how they are shown.
    At most seven queries."""
    if not isinstance(user, User):
        return [], ""
    games = list(with_people(user)[:MOST_OWN])
    if not games:
        return [], ""
    html = render_to_string("games/_own.html", {"own": waiting(games, user)})
    return [game.code for game in games], html


def open_tables() -> QuerySet[Game]:
    """Public tables where people gather, the newest first, with who sits there."""
    tables = Game.objects.filter(status=Game.Status.OPEN, is_public=True)
    return _with_seats(tables).order_by("-created_at")


def with_a_free_seat(count: int) -> list[TableShown]:
    """So many of them that still have a seat, as rows of a list. Two queries."""
    rows = (shown(game) for game in open_tables()[:MOST_TABLES])
    return list(islice((row for row in rows if row.free), count))


def watchable_games() -> QuerySet[Game]:
    """Public games of several people that others may watch, the newest first."""
    games = Game.objects.filter(
        status=Game.Status.PLAYING, is_public=True, is_watchable=True, people__gt=1
    )
    with_deal = games.annotate(last_deal=Max("deals__number"))
    return _with_seats(with_deal).order_by("-created_at")


def _with_seats(games: QuerySet[Game]) -> QuerySet[Game]:
    seats = Prefetch("seats", Seat.objects.select_related("user"))
    return games.select_related("host").prefetch_related(seats)


def shown(game: Game) -> TableShown:
    """A table with its seats read, as a row of a list."""
    rules, seats = game.rules, {seat.number: seat for seat in game.seats.all()}
    free = rules.players - len(seats)
    length = length_note(rules)
    return TableShown(
        code=game.code,
        host=game.host.shown_name,
        others=gettext(", ").join(_others(game, seats.values())),
        rules=gettext(", ").join((rules_title(game), schedule_text(rules))),
        length="" if length == schedule_text(rules) else length,
        level=level_title(game.level),
        clock=clock_text(Clock(game.clock)),
        pips=tuple(_pip(seats.get(number)) for number in range(rules.players)),
        seats=_seats_text(list(seats.values()), free),
        free=ngettext("%(count)s free", "%(count)s free", free) % {"count": free} if free else "",
        deal=_deal_text(game),
    )


def _rows(games: Iterable[Game]) -> Iterable[tuple[str, str]]:
    for game in games:
        yield game.code, render_to_string("games/_table_row.html", {"table": shown(game)})


def _others(game: Game, seats: Iterable[Seat]) -> list[str]:
    return [seat.name for seat in seats if not seat.is_computer and seat.user_id != game.host_id]


def _pip(seat: Seat | None) -> str:
    if seat is None:
        return FREE
    return COMPUTER if seat.is_computer else PERSON


def _seats_text(seats: list[Seat], free: int) -> str:
    """What the pips say, in words."""
    computers = sum(seat.is_computer for seat in seats)
    people = len(seats) - computers
    parts = [ngettext("%(count)s person", "%(count)s people", people) % {"count": people}]
    if computers:
        count = ngettext("%(count)s computer", "%(count)s computers", computers)
        parts.append(count % {"count": computers})
    if free:
        seats_free = ngettext("%(count)s free seat", "%(count)s free seats", free)
        parts.append(seats_free % {"count": free})
    return gettext(", ").join(parts)


def _deal_text(game: Game) -> str:
    """How far a game is: deal 3 of 19."""
    last = getattr(game, "last_deal", None)
    if last is None:
        return ""
    of = game.rules.deals
    if of is None:
        return gettext("deal %(number)s") % {"number": last + 1}
    return gettext("deal %(number)s of %(of)s") % {"number": last + 1, "of": of}
