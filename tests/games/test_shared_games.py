"""Whole games of several people in which anybody does anything at any time, drawn at random.

After every act the facts are looked through: one version for what was done and none for what was
refused, moves in turn and by whom they say, somebody who is asked for the next one. And with time
every game comes to an end.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from itertools import product
from random import Random
from typing import Any, Final

import pytest

from accounts.models import User
from games import table
from games.clocks import DESERTED_PAUSED, Clock
from games.models import Bid, Deal, Game, Play, Score, Seat, Trick
from games.pacing import Pace
from games.reading import Table
from games.refusals import TableError
from games.rules import Phase, RulesError, final_totals, parse_rules, places
from tests.games.casts import ann, ben, cat, fresh
from tests.games.gatherings import gathered, rung
from tests.games.timing import StoppedClock
from tests.games.turns import computer_acts, read

pytestmark = pytest.mark.django_db

KINDS: Final = [
    "4_ls2.1_turned_10t-0_hook",
    "4_ls2.1_turned_10t-0_sim",
    "5_ls1.2_last_10t-0_musttrump",
    "3_ls2.1.2_none_10t-0_hook",
]
ACTS: Final = 60
"""So many acts are drawn for a game, if it doesn't end before."""

Rows = list[list[dict[str, Any]]]
Act = Callable[..., Game | None]
"""What somebody, the `user`, may try."""


def rows(game: Game) -> Rows:
    """Every fact of play, but for what says that there is a new one."""
    found = [Game.objects.filter(pk=game.pk), Seat.objects.order_by("pk")]
    found += [model.objects.order_by("pk") for model in (Deal, Bid, Trick, Play, Score)]
    facts = [list(each.values()) for each in found]
    del facts[0][0]["version"], facts[0][0]["turn_version"], facts[0][0]["changed_at"]
    return facts


class Evening:
    """Three people at a table, and time that passes only between their acts."""

    def __init__(self, kind: str, seed: int, clock: StoppedClock) -> None:
        self.chance, self.clock = Random(seed), clock
        self.people = [ann(), ben(), cat()]
        self.game = gathered(
            *self.people,
            rules=parse_rules(kind),
            clock=self.chance.choice(list(Clock)),
            pace=self.chance.choice(list(Pace)),
        )
        self.now, self.rows = read(self.game), rows(self.game)
        self.refused = 0

    def go_on(self) -> None:
        """Somebody does something, mostly what is waited for, and the facts are looked through."""
        act = self.chance.choice(
            [*8 * [self.awaited], self.moves, self.computer_moves, *self.others]
        )
        before, version, done = self.rows, self.game.version, None
        try:
            done = act(user=self.chance.choice(self.people))
        except (TableError, RulesError):
            self.refused += 1
        self.now, self.rows = read(self.game), rows(self.game)
        self.game = self.now.game
        assert (self.rows != before) == (done is not None), act
        assert self.game.version == version + (done is not None), act
        check(self.now)
        check_who(before, self.rows, by_computer=act == self.computer_moves)

    @property
    def awaited(self) -> Act:
        """What the table waits for."""
        if self.game.is_paused:
            return partial(table.resume, code=self.game.code)
        if self.now.position.is_over:
            return partial(table.next_deal, code=self.game.code, deal=self.now.deal.number)
        return self.moves if self.now.people_to_act else self.computer_moves

    # --- What anybody may try -----------------------------------------------

    def moves(self, user: User) -> Game:
        """A bid or card that is legal if it is their turn, and one that perhaps never is if not."""
        position, number = self.now.position, self.now.seat_of(user).number
        press: dict[str, Any] = {"code": self.game.code, "user": user}
        press |= {"deal": self.now.deal.number, "turn": position.actions}
        if position.phase is Phase.BIDDING:
            bids = position.legal_bids(number) or (0, 99)
            return table.bid(**press, value=self.chance.choice(bids))
        cards = position.legal_plays(number) or position.hands[number] or range(52)
        return table.play(**press, card=self.chance.choice(sorted(cards)))

    def computer_moves(self, user: User) -> Game:
        """What a computer has decided, perhaps some versions ago, or what none was asked for."""
        position, game = self.now.position, self.game
        seat = self.chance.choice(self.now.computers_to_act or self.now.seats).number
        legal = position.legal_bids(seat) or sorted(position.legal_plays(seat)) or [0]
        return table.act_for_computer(
            game_id=game.pk,
            version=self.chance.randint(game.turn_version, game.version),
            seat_number=seat,
            action=self.chance.choice(legal),
        )

    def goes_away(self, user: User) -> Game | None:
        """Their connection is lost."""
        since = self.clock.now
        return table.mark_gone(game_id=self.game.pk, user_id=user.pk, since=since)

    def comes_back(self, user: User) -> Game | None:
        """They look at the table again."""
        return table.come_back(game_id=self.game.pk, user_id=user.pk)

    def waits(self, user: User) -> Game:
        """Time goes by, and the clock rings if it is due."""
        self.clock.pass_(self.chance.choice([0.5, 4, 12, 31]))
        return rung(self.game)

    @property
    def others(self) -> list[Act]:
        """What is no move; now and then leaving is among it."""
        deal = self.now.deal.number
        pace = self.chance.choice([each for each in Pace if each != self.game.pace])
        acts: list[Callable[..., Game]] = [
            table.hand_to_computer,
            table.take_back,
            table.pause,
            table.decline_pause,
            table.resume,
            partial(table.next_deal, deal=deal),
            partial(table.set_pace, pace=pace),
        ]
        if self.chance.random() < 0.1:
            acts.append(table.leave)
        at_table = [partial(act, code=self.game.code) for act in acts]
        return [*at_table, self.goes_away, self.comes_back, self.waits, self.waits]


# --- What holds at any time -------------------------------------------------------


def check(now: Table) -> None:
    """The facts are complete and in turn (else the rows couldn't be read as a position), somebody
    is asked for what comes next, and every alarm that should be set is set."""
    game = now.game
    deals = list(game.deals.prefetch_related("bids", "plays", "scores"))
    assert [deal.number for deal in deals] == list(range(len(deals)))
    for deal in deals[:-1]:
        assert (len(deal.bids.all()), len(deal.scores.all())) == (now.rules.players,) * 2
        assert len(deal.plays.all()) == now.rules.players * now.rules.hand_size(deal.number)
    last = deals[-1]
    assert len(last.bids.all()) + len(last.plays.all()) == now.position.actions
    assert sorted(play.turn for play in last.plays.all()) == list(range(len(last.plays.all())))
    assert bool(last.scores.all()) == now.position.is_over
    for seat in now.people:
        assert not (seat.absence and seat.wish)
    if game.is_playing:
        check_going_on(now)
    else:
        check_end(now)


def check_going_on(now: Table) -> None:
    """A game that is played waits for somebody, and knows how long."""
    game = now.game
    assert bool(now.to_act) != now.position.is_over
    assert not now.ends_with_deal
    assert {*now.computers_to_act, *now.people_to_act} == set(now.to_act)
    assert (game.wake_at is not None) == bool(now.computers_to_act and not game.is_paused)
    is_timed = now.position.is_over or (now.people_to_act and game.clock != Clock.NONE)
    if is_timed and not game.is_paused:
        assert game.due_at is not None
    assert not all(seat.has_left for seat in now.people)


def check_end(now: Table) -> None:
    """A game that is over sleeps; one that was played to its end has a result."""
    game = now.game
    assert (game.wake_at, game.due_at, game.paused_at) == (None, None, None)
    if game.status == Game.Status.FINISHED:
        assert now.ends_with_deal
        totals = final_totals(now.rules, now.totals)
        assert tuple(seat.total for seat in now.seats) == totals
        assert tuple(seat.place for seat in now.seats) == places(totals)
    else:
        assert game.status == Game.Status.ABANDONED
        assert all(seat.is_away and seat.total is None for seat in now.people)


def check_who(before: Rows, after: Rows, *, by_computer: bool) -> None:
    """A new bid or card is a computer's for somebody exactly where it came from a computer and the
    seat is a person's."""
    owned = {seat["id"] for seat in after[1] if seat["user_id"]}
    for model in (3, 5):  # bids and plays
        for row in after[model][len(before[model]) :]:
            assert row["is_for_owner"] == (by_computer and row["seat_id"] in owned)


# --- Whole games ------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("kind", KINDS)
def test_whatever_anybody_does_the_facts_hold_and_the_game_ends(kind, seed, clock):
    evening = Evening(kind, seed, clock)
    for _ in range(ACTS):
        if evening.game.is_over:
            break
        evening.go_on()
    assert evening.refused > 5
    ended = all_go(evening) if seed % 2 else all_sit_and_wait(evening)
    check(read(ended))


def all_go(evening: Evening) -> Game:
    """The game once nobody has been there for long enough."""
    for user in evening.people:
        table.mark_gone(game_id=evening.game.pk, user_id=user.pk, since=evening.clock.now)
    began = evening.clock.now
    game = in_time(evening)
    assert evening.clock.now - began <= timedelta(seconds=DESERTED_PAUSED)
    return game


def all_sit_and_wait(evening: Evening) -> Game:
    """The game once all who haven't left have sat there for long enough; where there is no clock,
    they let computers play."""
    acts = [table.take_back, table.resume, table.decline_pause]
    if evening.game.clock == Clock.NONE:
        acts.append(table.hand_to_computer)
    for act, user in product(acts, evening.people):
        with suppress(TableError):
            act(code=evening.game.code, user=user)
    return in_time(evening)


def in_time(evening: Evening) -> Game:
    """The game at its end, by nothing but alarms that ring."""
    for _ in range(200):
        game = fresh(evening.game)
        if game.is_over:
            return game
        alarm = min(at for at in (game.wake_at, game.due_at) if at is not None)
        evening.clock.pass_until(alarm)
        ring = computer_acts if game.wake_at == alarm else rung
        ring(game)
        check(read(game))
    raise AssertionError("It goes on for ever.")
