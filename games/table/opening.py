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

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
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
    OnlyWithOthers,
    SeatTaken,
    SentAway,
    Stale,
    TableIsClosed,
    TableIsFull,
    TooManyTables,
)
from games.rules import Rules, card_code, draw_dealer, rules_text

from .saving import end, new_deal, save_as_new_version

MOST_OPEN: Final = 3
"""At so many tables one person may wait for a game at once."""


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
    where the host waits at several, NoSuchSeat where so many computers leave nobody a seat."""
    take_turns(host)
    _refuse_too_many(host)
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


def take_turns(user: User) -> None:
    """Let what one person does at several tables at once come one by one. Always locked before a
    game that is open; others may go on naming the person in rows meanwhile."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)


def _refuse_too_many(user: User) -> None:
    if Game.objects.filter(seats__user=user, status=Game.Status.OPEN).count() >= MOST_OPEN:
        raise TooManyTables()


def sit(*, code: str, user: User, number: int | None = None) -> Game:
    """Take a seat, or any free one where no number is given. Of two who want the same seat at the
    same instant the second is refused."""
    with transaction.atomic():
        take_turns(user)
        gathering = _gathering(code)
        number = _seat_for(gathering, user, number)
        _refuse_too_many(user)
        Seat.objects.create(game=gathering.game, number=number, user=user)
        _go_on(Gathering.read(gathering.game))
    return gathering.game


def refuse_stranger(*, code: str, number: int | None = None) -> None:
    """Raise what `sit` would raise just now for somebody who has never been here: so that nobody
    is made a guest for nothing."""
    with transaction.atomic():
        _seat_for(_gathering(code), AnonymousUser(), number)


def _gathering(code: str) -> Gathering:
    """A table with its row locked, in whatever state it is."""
    game = Game.objects.select_for_update().filter(code=code).first()
    if game is None:
        raise NoSuchGame()
    return Gathering.read(game)


def _seat_for(gathering: Gathering, user: User | AnonymousUser, number: int | None) -> int:
    """The seat that somebody may take, and no number means any. Raises why there is none."""
    game = gathering.game
    if gathering.seat_of(user) and not game.is_over:
        raise AlreadySeated()
    _refuse_unless_open(gathering, user)
    if user.pk is not None:
        if game.kicked.filter(user=user).exists():
            raise SentAway()
        if Shun.objects.filter(user=game.host, other=user, kind=Shun.Kind.BLOCK).exists():
            raise NotWelcome()
    return _free_seat(gathering, number)


def _refuse_unless_open(gathering: Gathering, user: User | AnonymousUser) -> None:
    """What is said to whoever comes with the address. Somebody's game with computers alone is
    nobody else's business."""
    game = gathering.game
    if game.status == Game.Status.CLOSED:
        raise TableIsClosed()
    is_known = game.is_shared or game.is_watchable or gathering.seat_of(user) is not None
    if not game.is_open and not is_known:
        raise NoSuchGame()
    if game.is_over:
        raise GameHasEnded()
    if not game.is_open:
        raise HasBegun()


def _free_seat(gathering: Gathering, number: int | None) -> int:
    if number is not None and not 0 <= number < gathering.game.rules.players:
        raise NoSuchSeat()
    if not gathering.free:
        raise TableIsFull()
    if number is None:
        return gathering.free[0]
    if number not in gathering.free:
        raise SeatTaken()
    return number


def stand_up(game: Game, user: User) -> Game:
    """Give a seat up at an open table, whose row is locked. The next person there becomes the host;
    what nobody is left at is closed."""
    gathering = Gathering.read(game)
    seat = gathering.seat_of(user)
    if seat is None:
        raise NotSeated()
    _vacate(gathering, seat)
    save_gathering(gathering)
    return game


def close_table(gathering: Gathering) -> None:
    """Send everybody away from an open table, whose row is locked, and close it."""
    for seat in gathering.people:
        _vacate(gathering, seat)
    save_gathering(gathering)


def _vacate(gathering: Gathering, seat: Seat) -> None:
    gathering.seats.remove(seat)
    seat.delete()
    game = gathering.game
    if not gathering.people:
        end(game, Game.Status.CLOSED)
    elif game.host_id == seat.user_id:
        heir = min(gathering.people, key=lambda each: each.gone_since is not None).user
        assert heir is not None
        game.host = heir


# --- The host's doings --------------------------------------------------------


def kick(*, code: str, user: User, number: int, seat_id: int | None = None) -> Game:
    """Send somebody away, for good, or take a computer's place away. With `seat_id` only whoever
    sat there by that row of the database: raises Stale when it is somebody else by now."""
    with _hosting(code, user) as gathering:
        seat = next((each for each in gathering.seats if each.number == number), None)
        if seat_id is not None and (seat is None or seat.pk != seat_id):
            raise Stale()
        if seat is None or seat.user == user:
            raise NoSuchSeat()
        if seat.user is not None:
            Kicked.objects.get_or_create(game=gathering.game, user=seat.user)
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
        gathering = _gathering(code)
        game = gathering.game
        _refuse_unless_open(gathering, user)
        if gathering.seat_of(user) is None:
            raise NotSeated()
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
    if _may_fill(gathering):
        yield _fills_at(gathering.game)
    for seat in gathering.people:
        if seat.gone_since is not None:
            yield seat.gone_since + timedelta(seconds=VACATED)


def _may_fill(gathering: Gathering) -> bool:
    """Whether computers may come by themselves: not while nobody is there to play with them."""
    return gathering.game.fills and any(seat.gone_since is None for seat in gathering.people)


def _fills_at(game: Game) -> datetime:
    return (game.turn_began_at or game.created_at) + timedelta(seconds=FILLING)


def open_time_is_up(gathering: Gathering, now: datetime) -> None:
    """Free the seats of those who are gone for long; begin where the wait for people is over."""
    game = gathering.game
    limit = now - timedelta(seconds=VACATED)
    for seat in gathering.people:
        if seat.gone_since is not None and seat.gone_since <= limit:
            _vacate(gathering, seat)
    if game.is_open and _may_fill(gathering) and _fills_at(game) <= now:
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
        game.seats.update(gone_since=None)
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


# --- Again --------------------------------------------------------------------


def rematch(*, code: str, user: User) -> Game:
    """A table for the people of a game that is over: opened by the first who wishes it, joined by
    the others. One that everybody has left again doesn't count."""
    with transaction.atomic():
        take_turns(user)
        game = _ended_game(code, user)
        again = Game.objects.filter(rematch_of=game).first()
        if again is not None and again.status == Game.Status.CLOSED:
            Game.objects.filter(pk=again.pk).update(rematch_of=None)
            again = None
        if again is None:
            again = open_table(host=user, offer=_again(game), rematch_of=game)
            game.version += 1
            game.save(update_fields=["version", "changed_at"])
            return again
    if again.seats.filter(user=user).exists():
        return again
    return sit(code=again.code, user=user)


def _ended_game(code: str, user: User) -> Game:
    """An ended game of several people, with its row locked, as one of them may ask for it."""
    games = Game.objects.select_for_update(of=("self",))
    game = games.filter(code=code, seats__user=user).first()
    if game is None:
        raise NoSuchGame()
    if not game.is_shared:
        raise OnlyWithOthers()
    if not game.is_over:
        raise NotOverYet()
    return game


def _again(game: Game) -> Opening:
    offer = Opening.of(game)
    return replace(offer, is_public=False, fills=False)
