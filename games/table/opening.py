"""Tables where people gather: opened, joined, left, and begun.

What the host offers is settled when the table is opened. A seat is somebody's from the moment they
sit down; what is empty at the start is taken by computers.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random, SystemRandom
from typing import Final

from django.db import transaction
from django.db.models import Count, F, Q
from django.utils import timezone

from accounts.models import Shun, User
from games.ai.names import pick_names
from games.clocks import FILLING, VACATED, Clock
from games.models import Game, Kicked, Seat
from games.pacing import Pace
from games.reading import Gathering, Table
from games.refusals import (
    AlreadySeated,
    GameHasEnded,
    HasBegun,
    NoSuchGame,
    NoSuchSeat,
    NotOverYet,
    NotSeated,
    NotTheHost,
    NotWelcome,
    SeatTaken,
    SentAway,
    TableError,
    TableIsFull,
    TooManyTables,
)
from games.rules import Rules, card_code, draw_dealer, rules_text

from .saving import end, new_deal, save_as_new_version

MOST_OPEN: Final = 3
"""So many tables one person may have open at once."""


@dataclass(frozen=True)
class Opening:
    """What a host offers. `preset` is empty for house rules; `computers` take seats at once, and
    where the table `fills`, others take what is still empty after a short wait."""

    rules: Rules
    level: str
    pace: Pace
    preset: str = ""
    clock: Clock = Clock.NORMAL
    computers: int = 0
    is_public: bool = True
    is_watchable: bool = True
    fills: bool = False

    @classmethod
    def of(cls, game: Game) -> "Opening":
        """What a game was opened with, its computers apart."""
        return cls(
            rules=game.rules,
            level=game.level,
            pace=Pace(game.pace),
            preset=game.preset,
            clock=Clock(game.clock),
            is_public=game.is_public,
            is_watchable=game.is_watchable,
            fills=game.fills,
        )


@transaction.atomic
def open_table(*, host: User, offer: Opening, rematch_of: Game | None = None) -> Game:
    """Open a table with the host at seat 0 and computers at the last seats. Raises TooManyTables
    where the host has several open, NoSuchSeat where so many computers leave nobody a seat."""
    User.objects.select_for_update().get(pk=host.pk)  # two presses at once count one by one
    if Game.objects.filter(host=host, status=Game.Status.OPEN).count() >= MOST_OPEN:
        raise TooManyTables()
    if not 0 <= offer.computers < offer.rules.players:
        raise NoSuchSeat()
    game = Game.objects.create(
        status=Game.Status.OPEN,
        rules_text=rules_text(offer.rules),
        preset=offer.preset,
        level=offer.level,
        pace=offer.pace,
        host=host,
        clock=offer.clock,
        is_public=offer.is_public,
        is_watchable=offer.is_watchable,
        fills=offer.fills,
        turn_began_at=timezone.now(),
        rematch_of=rematch_of,
    )
    Seat.objects.create(game=game, number=0, user=host)
    gathering = Gathering.read(game)
    _seat_computers(gathering, gathering.free[-offer.computers :] if offer.computers else [])
    save_gathering(gathering)
    return game


def sit(*, code: str, user: User, number: int | None = None) -> Game:
    """Take a seat, or any free one where no number is given. Of two who want the same seat at the
    same instant the second is refused."""
    with transaction.atomic():
        game = Game.objects.select_for_update().filter(code=code).first()
        if game is None:
            raise NoSuchGame()
        gathering = Gathering.read(game)
        _refuse_entry(gathering, user)
        Seat.objects.create(game=game, number=_free_seat(gathering, number), user=user)
        _go_on(Gathering.read(game))
    return game


def _refuse_entry(gathering: Gathering, user: User) -> None:
    game = gathering.game
    if game.is_over:
        raise GameHasEnded()
    if gathering.seat_of(user):
        raise AlreadySeated()
    if not game.is_open:
        raise HasBegun()
    if game.kicked.filter(user=user).exists():
        raise SentAway()
    if Shun.objects.filter(user=game.host, other=user, kind=Shun.Kind.BLOCK).exists():
        raise NotWelcome()


def _free_seat(gathering: Gathering, number: int | None) -> int:
    if number is not None and number >= gathering.game.rules.players:
        raise NoSuchSeat()
    if not gathering.free:
        raise TableIsFull()
    if number is None:
        return gathering.free[0]
    if number not in gathering.free:
        raise SeatTaken()
    return number


def stand_up(game: Game, user: User) -> Game:
    """Give a seat up at an open table, whose row is locked. The next person becomes the host; what
    nobody is left at is closed."""
    gathering = Gathering.read(game)
    seat = gathering.seat_of(user)
    if seat is None:
        raise NotSeated()
    _vacate(gathering, seat)
    save_gathering(gathering)
    return game


def _vacate(gathering: Gathering, seat: Seat) -> None:
    gathering.seats.remove(seat)
    seat.delete()
    game = gathering.game
    if not gathering.people:
        end(game, Game.Status.CLOSED)
    elif game.host_id == seat.user_id:
        heir = gathering.people[0].user
        assert heir is not None
        game.host = heir


# --- The host's doings --------------------------------------------------------


def kick(*, code: str, user: User, number: int) -> Game:
    """Send somebody away, for good, or take a computer's place away."""
    with _hosting(code, user) as gathering:
        seat = next((each for each in gathering.seats if each.number == number), None)
        if seat is None or seat.user == user:
            raise NoSuchSeat()
        if seat.user is not None:
            Kicked.objects.create(game=gathering.game, user=seat.user)
        _vacate(gathering, seat)
    return gathering.game


def seat_computer(*, code: str, user: User, number: int) -> Game:
    """Give a free seat to a computer."""
    with _hosting(code, user) as gathering:
        number = _free_seat(gathering, number)
        _seat_computers(gathering, [number])
    return gathering.game


def start(*, code: str, user: User, chance: Random | None = None) -> Game:
    """Begin, with computers at every seat that is still empty. `chance` decides who deals first;
    the system does, where none is given."""
    with _hosting(code, user) as gathering:
        begin(gathering, chance)
    return gathering.game


@contextmanager
def _hosting(code: str, user: User) -> Iterator[Gathering]:
    """A locked open table of this host; afterwards it is a new version."""
    with transaction.atomic():
        game = Game.objects.select_for_update().filter(code=code).first()
        if game is None:
            raise NoSuchGame()
        if game.is_over:
            raise GameHasEnded()
        gathering = Gathering.read(game)
        if gathering.seat_of(user) is None:
            raise NotSeated() if game.is_open or game.is_watchable else NoSuchGame()
        if not game.is_open:
            raise HasBegun()
        if game.host_id != user.pk:
            raise NotTheHost()
        yield gathering
        if game.is_open:
            _go_on(gathering)


# --- Going on -----------------------------------------------------------------


def _go_on(gathering: Gathering) -> None:
    """Save; a table that fills by itself doesn't wait for its host once it is full."""
    if gathering.game.fills and not gathering.free:
        begin(gathering)
    else:
        save_gathering(gathering)


def save_gathering(gathering: Gathering) -> None:
    """Save an open table as a new version, with the alarm it needs."""
    game = gathering.game
    game.version += 1
    game.due_at = min(_deadlines(gathering), default=None) if game.is_open else None
    game.save()


def _deadlines(gathering: Gathering) -> Iterator[datetime]:
    if gathering.game.fills:
        yield _fills_at(gathering.game)
    for seat in gathering.people:
        if seat.gone_since is not None:
            yield seat.gone_since + timedelta(seconds=VACATED)


def _fills_at(game: Game) -> datetime:
    return (game.turn_began_at or game.created_at) + timedelta(seconds=FILLING)


def open_time_is_up(gathering: Gathering, now: datetime) -> None:
    """Free the seats of those who are gone for long; begin where the wait for people is over."""
    game = gathering.game
    limit = now - timedelta(seconds=VACATED)
    for seat in gathering.people:
        if seat.gone_since is not None and seat.gone_since <= limit:
            _vacate(gathering, seat)
    if game.is_open and game.fills and _fills_at(game) <= now:
        begin(gathering)
    else:
        save_gathering(gathering)


def begin(gathering: Gathering, chance: Random | None = None) -> None:
    """Begin the game: computers at the empty seats, a dealer, the first deal."""
    game = gathering.game
    draw = draw_dealer(game.rules, chance or SystemRandom())
    _seat_computers(gathering, gathering.free)
    game.status = Game.Status.PLAYING
    game.people = len(gathering.people)
    game.first_dealer = draw.dealer
    game.draw = [[seat, card_code(card)] for seat, card in draw.shown]
    if not game.is_shared:
        game.clock = Clock.NONE  # nobody waits for the one
        gathering.people[0].gone_since = None
    game.has_just_begun = True
    new_deal(game, 0)
    save_as_new_version(Table.read(game), has_moved=True)


def _seat_computers(gathering: Gathering, numbers: list[int]) -> None:
    taken = [seat.name for seat in gathering.seats]
    names = pick_names(len(numbers), SystemRandom(), taken)
    for number, name in zip(numbers, names, strict=True):
        game = gathering.game
        gathering.seats.append(
            Seat.objects.create(game=game, number=number, level=game.level, computer_name=name)
        )


# --- Finding a table ----------------------------------------------------------


def quick_match(*, user: User, offer: Opening) -> Game:
    """Sit down where people gather for these rules, else open a table for them."""
    mine = Game.objects.filter(status=Game.Status.OPEN, seats__user=user).order_by("-pk").first()
    if mine is not None:
        return mine
    for game in fitting_tables(user, offer.rules):
        try:
            return sit(code=game.code, user=user)
        except TableError:
            continue  # somebody was quicker
    return open_table(host=user, offer=offer)


def fitting_tables(user: User, rules: Rules) -> list[Game]:
    """Public tables with a free seat for these rules, the fullest first; none whose people this
    person has blocked or has been blocked by."""
    blocks = Shun.objects.filter(kind=Shun.Kind.BLOCK)
    away = Q(seats__user__in=blocks.filter(user=user).values("other")) | Q(
        seats__user__in=blocks.filter(other=user).values("user")
    )
    tables = Game.objects.filter(
        status=Game.Status.OPEN, is_public=True, rules_text=rules_text(rules)
    )
    fitting = tables.exclude(pk__in=tables.filter(away).values("pk")).exclude(kicked__user=user)
    seated = fitting.annotate(seated=Count("seats")).filter(seated__lt=rules.players)
    return list(seated.order_by("-seated", F("created_at")))


def rematch(*, code: str, user: User) -> Game:
    """A table for the people of a game that is over: opened by the first who wishes it, joined by
    the others."""
    with transaction.atomic():
        game = Game.objects.select_for_update().filter(code=code, seats__user=user).first()
        if game is None:
            raise NoSuchGame()
        if not game.is_over:
            raise NotOverYet()
        again = Game.objects.filter(rematch_of=game).first()
        if again is None:
            again = open_table(host=user, offer=_again(game), rematch_of=game)
            game.version += 1
            game.save(update_fields=["version", "changed_at"])
            return again
    if again.seats.filter(user=user).exists():
        return again
    return sit(code=again.code, user=user)


def _again(game: Game) -> Opening:
    offer = Opening.of(game)
    return replace(offer, is_public=False, fills=False)
