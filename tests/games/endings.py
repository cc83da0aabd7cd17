"""Games of several people, played to their end or to the last card before it."""

from collections.abc import Callable
from random import Random
from typing import Final

from accounts.models import User
from games import table
from games.ai.registry import decide
from games.models import Game, Rating, Seat
from games.ratings import Skill
from games.reading import Table
from games.rules import Phase, Rules, parse_rules
from tests.games.casts import fresh
from tests.games.gatherings import gathered

QUICK: Final = parse_rules("3_ls1_turned_10t-0")
"""Three players, one card: over after six actions."""


def next_act(game: Game, chance: Random) -> Callable[[], Game]:
    """One more random action, whoever's turn it is, yet to be done."""
    now = Table.read(fresh(game))
    seat = now.seats[now.position.to_act[0]]
    action = decide("random", now.position.seen_by(seat.number), chance)
    user = seat.user
    if user is None or seat.is_played:
        version, number = now.game.version, seat.number
        return lambda: table.act_for_computer(
            game_id=game.pk, version=version, seat_number=number, action=action
        )
    code, deal, turn = game.code, now.deal.number, now.position.actions
    if now.position.phase is Phase.BIDDING:
        return lambda: table.bid(code=code, user=user, deal=deal, turn=turn, value=action)
    return lambda: table.play(code=code, user=user, deal=deal, turn=turn, card=action)


def at_last_card(*people: User, rules: Rules = QUICK, seed: int = 1) -> Game:
    """A game of these people that one more action ends."""
    game, chance = gathered(*people, rules=rules, seed=seed), Random(seed)
    while not _is_at_last_card(Table.read(fresh(game))):
        step_shared(game, chance)
    return fresh(game)


def _is_at_last_card(now: Table) -> bool:
    actions = now.rules.players * (1 + now.rules.hand_size(now.deal.number))
    return now.deal.number + 1 == now.rules.deals and now.position.actions == actions - 1


def step_shared(game: Game, chance: Random) -> None:
    """One more random action; after a deal everybody who is there goes on."""
    now = Table.read(fresh(game))
    if not now.position.is_over:
        next_act(game, chance)()
        return
    for seat in now.people:
        if seat.is_awaited and seat.user is not None:
            table.next_deal(code=game.code, user=seat.user, deal=now.deal.number)


def finished_among(*people: User, rules: Rules = QUICK, seed: int = 1) -> Game:
    """A game of these people, played at random to its end."""
    game = at_last_card(*people, rules=rules, seed=seed)
    return next_act(game, Random(seed))()


def abandoned(*people: User) -> Game:
    """A game that all of these people have left."""
    game = gathered(*people, rules=QUICK)
    for user in people:
        game = table.leave(code=game.code, user=user)
    return game


def ratings() -> dict[str, tuple[float, float, int]]:
    """Every rating by the person's name: mean, uncertainty and games."""
    return {
        row.user.shown_name: (row.mean, row.uncertainty, row.games)
        for row in Rating.objects.select_related("user")
    }


def rated_at(user: User, rating: int, games: int = 10, uncertainty: float = 4.0) -> Rating:
    """A person with this rating, as people read it."""
    start = Skill()
    mean = start.mean + (rating - start.rating) / 15
    return Rating.objects.create(user=user, mean=mean, uncertainty=uncertainty, games=games)


def placed(game: Game) -> list[Seat]:
    """The people's seats of a game."""
    return list(game.seats.filter(user__isnull=False))
