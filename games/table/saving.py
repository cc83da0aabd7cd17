"""What all actions share: the locked game they act on, and saving it as a new version."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.deck import commitment, deck_of, deck_text, new_secret
from games.models import Deal, Game, Seat
from games.pacing import Pace, wait_before, wait_before_chosen
from games.reading import NOT_BEGUN, Table, may_look, memory
from games.refusals import (
    GameHasEnded,
    GameIsPaused,
    NoSuchGame,
    NotBegun,
    NotSeated,
    SeatIsPlayed,
    Stale,
)
from games.rules import Phase, dealer_of

from .deadlines import next_deadline

CHANGING: Final = (
    "status",
    "people",
    "clock",
    "pace",
    "host",
    "first_dealer",
    "draw",
    "turn_began_at",
    "turn_version",
    "stretched",
    "paused_at",
    "finished_at",
    "wake_at",
    "due_at",
    "version",
    "changed_at",
)
"""What of a game's row may change once it is there."""


@contextmanager
def acting(
    code: str, user: User, *, even_paused: bool = False, even_played: bool = False
) -> Iterator[tuple[Table, Seat]]:
    """A locked game under way and the seat of the person who acts; afterwards it is a new version.

    `even_played` lets somebody act for whom a computer plays. Whoever acts is at the table.
    """
    with transaction.atomic():
        table = _locked_table(code, user)
        seat = _seat_in(table, user)
        if table.game.is_over:
            raise GameHasEnded()
        if seat.absence and not even_played:
            raise SeatIsPlayed()
        if table.game.is_paused and not even_paused:
            raise GameIsPaused()
        with saved_as_new_version(table):
            _is_there(seat)
            yield table, seat


@contextmanager
def acting_at(game_id: int, version: int) -> Iterator[Table]:
    """A locked game under way, for what answers a version of it; afterwards it is a new one.

    Raises Stale when the game has gone on to another turn since. What leaves it at its turn, a wish
    or a seat handed over, doesn't count: by that nobody may outrun a computer that thinks.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update().filter(pk=game_id).first()
        if game is None or not game.is_playing:
            raise Stale()
        if not game.turn_version <= version <= game.version:
            raise Stale()
        table = Table.recall(game)
        with saved_as_new_version(table):
            yield table


def _locked_table(code: str, user: User) -> Table:
    """A game that has begun, with its row locked."""
    game = Game.objects.select_for_update().filter(code=code).first()
    if game is None:
        raise NoSuchGame()
    if game.status in NOT_BEGUN:
        if not may_look(game, user):
            raise NoSuchGame()
        raise NotBegun() if game.is_open else GameHasEnded()
    return Table.recall(game)


def _seat_in(table: Table, user: User) -> Seat:
    seat = table.seat_or_none(user)
    if seat is None:
        raise NotSeated() if may_look(table.game, user) else NoSuchGame()
    return seat


def _is_there(seat: Seat) -> None:
    if seat.gone_since is not None:
        seat.gone_since = None
        seat.save(update_fields=["gone_since"])


@contextmanager
def saved_as_new_version(table: Table) -> Iterator[None]:
    """Save the game as a new version, with what follows of what was done inside: people who
    agree, a new turn, the alarms."""
    before, deal = table.position, table.deal
    yield
    settle_wishes(table)
    has_moved = table.position is not before or table.deal is not deal
    save_as_new_version(table, has_moved=has_moved)


def save_as_new_version(table: Table, *, has_moved: bool) -> None:
    """Save the game as a new version and set its alarms. Where nothing has moved, the turn goes on
    as it began and a computer waits no longer than it would have."""
    game, now = table.game, timezone.now()
    game.version += 1
    if has_moved:
        game.turn_version = game.version
    if has_moved and _begins_turn(table):
        game.turn_began_at = now if game.is_shared else None
        game.stretched = timedelta()
    game.wake_at = _next_turn(table, now, has_moved=has_moved)
    game.due_at = next_deadline(table)
    game.save(update_fields=CHANGING)
    transaction.on_commit(lambda: memory.keep(table))


def _begins_turn(table: Table) -> bool:
    """Whether a move begins a turn: not while all bid at once, which is one turn of everybody."""
    position = table.position
    is_one_of_all = position.is_simultaneous and position.phase is Phase.BIDDING
    return not is_one_of_all or not position.actions


def _next_turn(table: Table, now: datetime, *, has_moved: bool) -> datetime | None:
    """When a computer should act, or what a person has chosen ahead be done. The wait is counted
    from the last move, also where a computer comes for a person in the middle of a turn, so that to
    hand a seat over and back puts nothing off."""
    game = table.game
    if not game.is_playing or game.is_paused:
        return None
    if table.computers_to_act:
        wait = wait_before(Pace(game.pace), table.position)
    elif table.chosen_to_act:
        wait = wait_before_chosen(Pace(game.pace), table.position)
    else:
        return None
    if game.wake_at is not None and not has_moved:
        return game.wake_at
    since = now if has_moved else game.turn_began_at or now
    return max(now, since + timedelta(seconds=wait))


# --- What people agree on -----------------------------------------------------


def settle_wishes(table: Table) -> None:
    """Do what everybody who is there wishes. Whoever is gone, or lets a computer play, is not
    waited for."""
    game = table.game
    if not game.is_playing or not game.is_shared:
        return
    wishes = {seat.wish for seat in table.people if seat.is_awaited}
    if wishes == {Seat.Wish.PAUSE} and not game.is_paused:
        pause_now(game)
    elif wishes == {Seat.Wish.RESUME} and game.is_paused:
        resume_now(game)
    elif wishes == {Seat.Wish.NEXT} and table.position.is_over and not game.is_paused:
        deal_next(table)
    else:
        return
    clear_wishes(table)


def clear_wishes(table: Table, wish: str = "") -> None:
    """Nobody wishes anything any more, or not this."""
    for seat in table.people:
        if seat.wish and wish in ("", seat.wish):
            seat.wish = ""
            seat.save(update_fields=["wish"])


def pause_now(game: Game) -> None:
    """Let a game stand still."""
    game.paused_at = timezone.now()


def resume_now(game: Game) -> None:
    """Let a game go on, with as much of the turn left as there was. Computers think anew."""
    assert game.paused_at is not None
    game.turn_version = game.version + 1
    if game.turn_began_at is not None:
        game.turn_began_at += timezone.now() - game.paused_at
    game.paused_at = None


# --- Dealing and ending -------------------------------------------------------


def deal_next(table: Table) -> None:
    """Go on to the next deal."""
    table.turn_to(new_deal(table.game, table.deal.number + 1))


def new_deal(game: Game, number: int) -> Deal:
    """A deal from a fresh secret."""
    secret = new_secret()
    return Deal.objects.create(
        game=game,
        number=number,
        dealer=dealer_of(game.first_dealer, number, game.rules.players),
        deck=deck_text(deck_of(secret)),
        secret=secret,
        commitment=commitment(secret),
    )


def end(game: Game, status: Game.Status) -> None:
    """End a game in this way."""
    game.status = status
    game.paused_at = game.wake_at = game.due_at = None
    game.finished_at = timezone.now()
