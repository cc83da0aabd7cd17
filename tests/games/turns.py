"""Turns at tables of several people: brought to somebody, and taken for them."""

from random import Random
from typing import Any

from accounts.models import User
from games import table
from games.models import Game
from games.reading import Table
from games.rules import Phase
from tests.games.casts import fresh, step


def read(game: Game) -> Table:
    """The table as the database has it now."""
    return Table.read(fresh(game))


def to_turn(game: Game, user: User, phase: Phase | None = None, *, seed: int = 1) -> Game:
    """The game played at random until this person is to act, in that phase if one is named."""
    chance = Random(seed)
    while True:
        now = read(game)
        seat = now.seat_of(user)
        if seat in now.to_act and phase in (None, now.position.phase):
            return fresh(game)
        game = step(fresh(game), chance)


def to_middle_of_trick(game: Game, user: User) -> Game:
    """The game at this person's turn in a trick that others have played to."""
    for seed in range(1, 50):
        game = to_turn(game, user, Phase.PLAYING, seed=seed)
        if read(game).position.trick.cards:
            return game
        game = acts(game, user)
    raise LookupError


def moment_of(game: Game, user: User) -> dict[str, Any]:
    """What an action of this person answers just now."""
    now = read(game)
    turn = {"deal": now.deal.number, "turn": now.position.actions}
    return {"code": game.code, "user": user, **turn}


def acts(game: Game, user: User) -> Game:
    """This person's lowest bid or card."""
    position = read(game).position
    seat = read(game).seat_of(user).number
    if position.phase is Phase.BIDDING:
        return table.bid(**moment_of(game, user), value=position.legal_bids(seat)[0])
    return table.play(**moment_of(game, user), card=min(position.legal_plays(seat)))


def to_end_of_deal(game: Game, *, seed: int = 1) -> Game:
    """The game played at random until its deal is over."""
    chance = Random(seed)
    while not read(game).position.is_over:
        game = step(fresh(game), chance)
    return fresh(game)


def computer_acts(game: Game) -> Game:
    """The lowest bid or card of the computer whose turn it is, for itself or for somebody."""
    now = read(game)
    seat = now.computers_to_act[0].number
    legal = now.position.legal_bids(seat) or sorted(now.position.legal_plays(seat))
    return table.act_for_computer(
        game_id=game.pk, version=now.game.version, seat_number=seat, action=legal[0]
    )
