"""The cast of the tests of games, and games that they have played.

Everything goes through `games.table`, so whatever a test finds in the database could have
happened. The usual game is two deals long; where the rules are the point, name others.
"""

from random import Random
from typing import Any, Final

from django.test import Client

from accounts.models import User
from games import table
from games.ai.registry import decide
from games.models import Game
from games.naming import suit_name
from games.pacing import Pace
from games.reading import Table
from games.rules import PRESETS, Phase, Rules, View, parse_rules
from games.stats import recount

SHORT: Final = parse_rules("4_ls1.2_turned_10t-0_hook")
"""Four players, one card and then two: over after twenty actions."""


def ann() -> User:
    """Ann, whose games most tests are about."""
    return User.objects.create_user("Ann")


def ben() -> User:
    """Ben, who plays games of his own."""
    return User.objects.create_user("Ben")


def cat() -> User:
    """Cat, who has no business at anybody's table."""
    return User.objects.create_user("Cat")


def gus() -> User:
    """Gus, a guest."""
    return User.objects.create_guest()


def browser(user: User | None = None) -> Client:
    """A browser, logged in as somebody or as nobody yet."""
    client = Client()
    if user is not None:
        client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def start(
    user: User,
    rules: Rules | None = None,
    *,
    preset: str | None = None,
    players: int = 4,
    level: str = "medium",
    pace: Pace = Pace.FAST,
    seed: int = 1,
) -> Game:
    """A game just begun: a preset's, or by rules (which may be said to be a preset's), or SHORT."""
    if rules is None:
        rules = SHORT if preset is None else PRESETS[preset].rules(players)
    return table.start_game(
        host=user,
        rules=rules,
        level=level,
        pace=pace,
        preset=preset or "",
        chance=Random(seed),
    )


def step(game: Game, chance: Random) -> Game:
    """The game after one more random action, whoever's turn it is; a finished deal is followed
    by the next one."""
    now = Table.read(game)
    if now.position.is_over:
        return table.next_deal(code=game.code, user=_to_go_on(now), deal=now.deal.number)
    seat = now.seats[now.position.to_act[0]]
    action = decide("random", now.position.seen_by(seat.number), chance)
    if seat.is_played:
        return table.act_for_computer(
            game_id=game.pk, version=game.version, seat_number=seat.number, action=action
        )
    moment = (game.code, seat.user, now.deal.number, now.position.actions)
    return _act(*moment, action, bids=now.position.phase is Phase.BIDDING)


def play_on(game: Game, *, deals: int | None = None, seed: int = 1) -> Game:
    """The game played at random until so many deals are over, or else to its end."""
    chance = Random(seed)
    while game.is_playing:
        now = Table.read(game)
        if now.position.is_over and now.deal.number + 1 == deals:
            break
        game = step(game, chance)
    return game


def to_person(game: Game, phase: Phase | None = None, *, seed: int = 1) -> Game:
    """The game played at random until its person is to act, in that phase if one is named."""
    chance = Random(seed)
    while True:
        now = Table.read(game)
        is_theirs = any(not now.seats[number].is_computer for number in now.position.to_act)
        if is_theirs and phase in (None, now.position.phase):
            return game
        game = step(game, chance)


def moment(game: Game) -> dict[str, Any]:
    """What an action of the game's person answers just now: game, user, deal and turn."""
    now = Table.read(fresh(game))
    return {
        "code": game.code,
        "user": _person(now),
        "deal": now.deal.number,
        "turn": now.position.actions,
    }


def view_of(game: Game) -> View:
    """What the game's person sees of the deal just now."""
    now = Table.read(fresh(game))
    return now.position.seen_by(now.seat_of(_person(now)).number)


def fresh(game: Game) -> Game:
    """The game as the database has it now."""
    return Game.objects.get(pk=game.pk)


def let_computers_act(game: Game) -> Game:
    """The game once no computer can act: what workers would make of it."""
    while (now := Table.read(fresh(game))).computers_to_act:
        game = act(now)
    return fresh(game)


def act(now: Table, version: int | None = None) -> Game:
    """The lowest bid or card of the computer whose turn it is."""
    seat = now.computers_to_act[0].number
    legal = now.position.legal_bids(seat) or sorted(now.position.legal_plays(seat))
    return table.act_for_computer(
        game_id=now.game.pk,
        version=now.game.version if version is None else version,
        seat_number=seat,
        action=legal[0],
    )


def lowest(game: Game) -> int:
    """The lowest bid or card of the person."""
    view = view_of(game)
    return (view.legal_bids or sorted(view.legal_plays))[0]


def person_acts(game: Game) -> Game:
    """The person's lowest bid or card."""
    if view_of(game).phase is Phase.BIDDING:
        return table.bid(**moment(game), value=lowest(game))
    return table.play(**moment(game), card=lowest(game))


def revoking_moment(user: User, led: str = "", *, games: int = 50) -> Game:
    """A moment at which the person has to follow suit (the one named) and holds another too. No
    game is finished on the way: who has finished one is no newcomer."""
    rules = parse_rules("4_ls9_turned_10t-0")
    for seed in range(games):
        game = to_person(start(user, rules, seed=seed), Phase.PLAYING)
        while len((view := view_of(game)).hand) > 1:
            if view.hand > view.legal_plays and led in ("", suit_name(view.trick.led or 0)):
                return game
            game = let_computers_act(person_acts(game))
        table.give_up(code=game.code, user=user)
    raise LookupError(led)


def finished_game(user: User, rules: Rules | None = None, *, seed: int = 1, **how) -> Game:
    """A game played at random to its end; `how` is for `start`."""
    return play_on(start(user, rules, seed=seed, **how), seed=seed)


def with_totals(game: Game, *totals: int) -> Game:
    """A finished game that came to these totals, whatever was played."""
    for seat, total in zip(game.seats.all(), totals, strict=True):
        seat.total, seat.place = total, 1 + sum(other > total for other in totals)
        seat.save()
    recount()
    return game


def _person(now: Table) -> User:
    """The game's person; of several the first who hasn't said yes to the next deal yet."""
    return next(seat.user for seat in now.seats if seat.user is not None and not seat.wish)


def _to_go_on(now: Table) -> User:
    """Whose word is missing for the next deal."""
    missing = (s for s in now.people if s.is_awaited and s.wish != s.Wish.NEXT)
    return next(seat.user for seat in missing if seat.user is not None)


def _act(code: str, user: User | None, deal: int, turn: int, action: int, *, bids: bool) -> Game:
    assert user is not None
    if bids:
        return table.bid(code=code, user=user, deal=deal, turn=turn, value=action)
    return table.play(code=code, user=user, deal=deal, turn=turn, card=action)
