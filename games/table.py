"""The only writer of games. Every action checks, then does, in one transaction.

An action says which moment it answers: a bid or card its deal and turn (the actions taken in the
deal so far), a computer the game's version. What answers another moment is refused and changes
nothing. Every change raises the game's version and sets when a computer should act next. Telling
others (`live`, `tasks`) is the caller's business, after the commit.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from random import Random, SystemRandom

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User

from .ai.names import pick_names
from .deck import commitment, deck_of, deck_text, new_secret
from .models import Bid, Deal, Game, Play, Score, Seat, Trick
from .pacing import Pace, wait_before
from .reading import Table
from .refusals import (
    AlreadyDone,
    DealNotOver,
    GameHasEnded,
    GameIsPaused,
    NoSuchGame,
    Stale,
)
from .rules import (
    Card,
    Phase,
    Position,
    Rules,
    card_code,
    dealer_of,
    draw_dealer,
    final_totals,
    places,
    rules_text,
)
from .rules.errors import AlreadyBid


@transaction.atomic
def start_game(
    *,
    host: User,
    rules: Rules,
    level: str,
    pace: Pace,
    preset: str = "",
    chance: Random | None = None,
) -> Game:
    """Open a game of one person at seat 0 and computers of one level, and deal.

    `preset` is empty for house rules. `chance` finds the dealer and the computers' names; the
    cards come from the system's generator whatever it is.
    """
    chance = chance or SystemRandom()
    draw = draw_dealer(rules, chance)
    game = Game.objects.create(
        rules_text=rules_text(rules),
        preset=preset,
        level=level,
        pace=pace,
        first_dealer=draw.dealer,
        draw=[[seat, card_code(card)] for seat, card in draw.shown],
    )
    names = pick_names(rules.players - 1, chance, (host.shown_name,))
    computers = [
        Seat(game=game, number=number, level=level, computer_name=name)
        for number, name in enumerate(names, start=1)
    ]
    Seat.objects.bulk_create([Seat(game=game, number=0, user=host), *computers])
    _deal(game, 0)
    _save_as_new_version(Table.read(game))
    return game


def bid(*, code: str, user: User, deal: int, turn: int, value: int) -> Game:
    """A person's bid. Bids of all at once answer a deal only, since others' bids come between."""
    with _acting(code, user) as (table, seat):
        position = table.position
        _refuse_other_deal(table, deal)
        if seat.number in position.has_bid:
            raise AlreadyDone() if position.bids[seat.number] == value else AlreadyBid()
        if not position.is_simultaneous and turn != position.actions:
            raise Stale()
        _bid(table, seat, value)
    return table.game


def play(*, code: str, user: User, deal: int, turn: int, card: Card) -> Game:
    """A person's card."""
    with _acting(code, user) as (table, seat):
        _refuse_other_deal(table, deal)
        if turn != table.position.actions:
            raise _late(table.position, seat, card)
        _play(table, seat, card)
    return table.game


def act_for_computer(*, game_id: int, version: int, seat_number: int, action: int) -> Game:
    """A computer's bid or card, decided at a version of the game. Raises Stale when the game
    has changed since."""
    with transaction.atomic():
        game = Game.objects.select_for_update().filter(pk=game_id).first()
        if game is None or game.version != version or not game.is_playing or game.is_paused:
            raise Stale()
        table = Table.read(game)
        seat = table.seats[seat_number]
        if seat not in table.computers_to_act:
            raise Stale()
        write = _bid if table.position.phase is Phase.BIDDING else _play
        write(table, seat, action)
        _save_as_new_version(table)
    return table.game


def next_deal(*, code: str, user: User, deal: int) -> Game:
    """Deal again after deal `deal`."""
    with _acting(code, user) as (table, _):
        if deal < table.deal.number:
            raise AlreadyDone()
        _refuse_other_deal(table, deal)
        if not table.position.is_over:
            raise DealNotOver()
        table.turn_to(_deal(table.game, table.deal.number + 1))
    return table.game


def pause(*, code: str, user: User) -> Game:
    """Stop the game until it is continued."""
    with _acting(code, user, even_paused=True) as (table, _):
        if table.game.is_paused:
            raise AlreadyDone()
        table.game.is_paused = True
    return table.game


def resume(*, code: str, user: User) -> Game:
    """Go on with a paused game."""
    with _acting(code, user, even_paused=True) as (table, _):
        if not table.game.is_paused:
            raise AlreadyDone()
        table.game.is_paused = False
    return table.game


def set_pace(*, code: str, user: User, pace: Pace) -> Game:
    """Change how quickly computers act, from their next action on."""
    with _acting(code, user, even_paused=True) as (table, _):
        table.game.pace = pace
    return table.game


def give_up(*, code: str, user: User) -> Game:
    """End the game for good; it counts in no statistics."""
    with _acting(code, user, even_paused=True) as (table, _):
        _end(table.game, Game.Status.GIVEN_UP)
    return table.game


def hand_over(guest: User, heir: User) -> None:
    """Give a guest's seats to the account the guest logged in to."""
    Seat.objects.filter(user=guest).exclude(
        Q(game__seats__user=heir)  # two seats at one table: not while one person plays a game
    ).update(user=heir)


@contextmanager
def _acting(code: str, user: User, *, even_paused: bool = False) -> Iterator[tuple[Table, Seat]]:
    """A locked game and the seat of the person who acts; afterwards it is a new version."""
    with transaction.atomic():
        game = Game.objects.select_for_update().filter(code=code).first()
        if game is None:
            raise NoSuchGame()
        table = Table.read(game)
        seat = table.seat_of(user)
        if not game.is_playing:
            raise GameHasEnded()
        if game.is_paused and not even_paused:
            raise GameIsPaused()
        yield table, seat
        _save_as_new_version(table)


def _save_as_new_version(table: Table) -> None:
    """Save the game as a new version, with the alarm its computers need."""
    game = table.game
    game.version += 1
    game.wake_at = None
    if game.is_playing and not game.is_paused and table.computers_to_act:
        wait = wait_before(Pace(game.pace), table.position)
        game.wake_at = timezone.now() + timedelta(seconds=wait)
    game.save()


def _refuse_other_deal(table: Table, deal: int) -> None:
    if deal != table.deal.number:
        raise Stale()


def _late(position: Position, seat: Seat, card: Card) -> Stale:
    """Why a card for another turn is refused: it lies on the table already, or time went by."""
    tricks = (*position.tricks, position.trick)
    played = {play for trick in tricks for play in trick.played()}
    return AlreadyDone() if (seat.number, card) in played else Stale()


def _bid(table: Table, seat: Seat, value: int) -> None:
    table.position = table.position.after_bid(seat.number, value)
    Bid.objects.create(deal=table.deal, seat=seat, value=value)


def _play(table: Table, seat: Seat, card: Card) -> None:
    before = table.position
    table.position = before.after_play(seat.number, card)
    trick, _ = Trick.objects.get_or_create(deal=table.deal, number=len(before.tricks))
    Play.objects.create(
        deal=table.deal,
        trick=trick,
        seat=seat,
        turn=before.actions - before.players,
        card=card_code(card),
    )
    if table.position.is_over:
        _write_scores(table)


def _write_scores(table: Table) -> None:
    """Write the score sheet's lines of a finished deal and, after the last, the result."""
    position = table.position
    points = position.points() or ()
    Score.objects.bulk_create(
        Score(
            deal=table.deal,
            seat=seat,
            bid=position.bids[seat.number] or 0,
            taken=position.taken[seat.number],
            points=points[seat.number],
        )
        for seat in table.seats
    )
    if table.ends_with_deal:
        _write_result(table)


def _write_result(table: Table) -> None:
    totals = final_totals(table.rules, table.totals)
    for seat, total, place in zip(table.seats, totals, places(totals), strict=True):
        seat.total, seat.place = total, place
    Seat.objects.bulk_update(table.seats, ["total", "place"])
    _end(table.game, Game.Status.FINISHED)


def _end(game: Game, status: Game.Status) -> None:
    game.status = status
    game.is_paused = False
    game.finished_at = timezone.now()


def _deal(game: Game, number: int) -> Deal:
    secret = new_secret()
    return Deal.objects.create(
        game=game,
        number=number,
        dealer=dealer_of(game.first_dealer, number, game.rules.players),
        deck=deck_text(deck_of(secret)),
        secret=secret,
        commitment=commitment(secret),
    )
