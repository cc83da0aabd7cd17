"""What a table says no to: doubled, late, foreign and illegal actions. No row changes."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from games import table
from games.models import Game
from games.pacing import Pace
from games.reading import Table, read_table
from games.refusals import (
    AlreadyDone,
    DealNotOver,
    GameHasEnded,
    GameIsPaused,
    NoSuchGame,
    Stale,
)
from games.rules import MoveError, Phase, parse_rules
from games.rules.errors import (
    AlreadyBid,
    BidBarred,
    BidOutOfRange,
    CardNotHeld,
    MustFollow,
    NotBidding,
    NotYourTurn,
    StillBidding,
)
from tests.games.casts import (
    act,
    ann,
    ben,
    finished_game,
    fresh,
    gus,
    let_computers_act,
    lowest,
    moment,
    play_on,
    revoking_moment,
    start,
    to_person,
    view_of,
)
from tests.games.rows import nothing_changes

pytestmark = pytest.mark.django_db


# --- Twice, late, from elsewhere ----------------------------------------------


def test_a_doubled_bid_counts_once():
    game = to_person(start(ann()))
    press = moment(game) | {"value": 0}
    table.bid(**press)
    with nothing_changes(), pytest.raises(AlreadyDone):
        table.bid(**press)


def test_a_doubled_bid_counts_once_even_after_the_others_went_on():
    game = to_person(start(ann()))
    press = moment(game) | {"value": 0}
    table.bid(**press)
    to_person(fresh(game), Phase.PLAYING)
    with nothing_changes(), pytest.raises(AlreadyDone):
        table.bid(**press)


def test_another_tab_can_not_bid_something_else():
    game = to_person(start(ann()))
    press = moment(game)
    table.bid(**press, value=0)
    with nothing_changes(), pytest.raises(AlreadyBid):
        table.bid(**press, value=1)


def test_a_bid_of_an_earlier_moment_is_stale():
    game = to_person(start(ann(), seed=2))
    press = moment(game)
    for turn in {0, press["turn"] - 1, press["turn"] + 1} - {press["turn"]}:
        with nothing_changes(), pytest.raises(Stale):
            table.bid(**press | {"turn": turn}, value=0)


def test_a_bid_for_another_deal_is_stale():
    game = to_person(start(ann()))
    with nothing_changes(), pytest.raises(Stale):
        table.bid(**moment(game) | {"deal": 1}, value=0)


def test_a_replayed_request_of_an_earlier_deal_is_stale():
    game = to_person(start(ann()))
    press = moment(game) | {"value": 0}
    table.bid(**press)
    game = to_person(play_on(fresh(game), deals=1))
    with nothing_changes(), pytest.raises(Stale):
        table.bid(**press)


def test_a_doubled_card_counts_once():
    game = to_person(start(ann()), Phase.PLAYING)
    press = moment(game) | {"card": lowest(game)}
    table.play(**press)
    with nothing_changes(), pytest.raises(AlreadyDone):
        table.play(**press)


def test_another_card_for_a_turn_that_has_passed_is_stale():
    game = start(ann(), parse_rules("4_ls4_turned_10t-0"))
    game = to_person(game, Phase.PLAYING)
    press, hand = moment(game), sorted(view_of(game).hand)
    played = lowest(game)
    table.play(**press, card=played)
    other = next(card for card in hand if card != played)
    with nothing_changes(), pytest.raises(Stale) as refusal:
        table.play(**press, card=other)
    assert not isinstance(refusal.value, AlreadyDone)


def test_the_next_deal_is_dealt_once():
    game = play_on(start(ann()), deals=1)
    press = {"code": game.code, "user": moment(game)["user"], "deal": 0}
    table.next_deal(**press)
    with nothing_changes(), pytest.raises(AlreadyDone):
        table.next_deal(**press)
    assert game.deals.count() == 2


def test_the_next_deal_waits_for_this_one():
    game = to_person(start(ann()))
    press = {"code": game.code, "user": moment(game)["user"]}
    with nothing_changes(), pytest.raises(DealNotOver):
        table.next_deal(**press, deal=0)
    with nothing_changes(), pytest.raises(Stale):
        table.next_deal(**press, deal=1)


def test_no_deal_follows_the_last():
    game = finished_game(ann())
    with nothing_changes(), pytest.raises(GameHasEnded):
        table.next_deal(code=game.code, user=moment(game)["user"], deal=1)


def test_a_computers_action_of_an_earlier_version_is_late():
    game = start(ann(), seed=1)
    before = Table.read(game)
    assert before.computers_to_act
    act(before)
    with nothing_changes(), pytest.raises(Stale):
        act(before)


def test_a_computer_does_not_act_for_a_person_or_out_of_turn():
    game = to_person(start(ann()))
    for seat in range(4):
        with nothing_changes(), pytest.raises(Stale):
            table.act_for_computer(
                game_id=game.pk, version=game.version, seat_number=seat, action=0
            )


def test_a_computers_impossible_action_changes_nothing():
    game = start(ann(), seed=1)
    seat = Table.read(game).computers_to_act[0].number
    with nothing_changes(), pytest.raises(MoveError):
        table.act_for_computer(game_id=game.pk, version=game.version, seat_number=seat, action=99)


def test_a_computer_in_a_game_that_is_gone_is_late():
    with pytest.raises(Stale):
        table.act_for_computer(game_id=0, version=0, seat_number=1, action=0)


# --- What the rules refuse ----------------------------------------------------


def test_a_person_does_not_bid_out_of_turn():
    game = start(ann(), seed=1)
    assert not view_of(game).is_to_act
    with nothing_changes(), pytest.raises(NotYourTurn):
        table.bid(**moment(game), value=0)


@pytest.mark.parametrize("value", [2, 9999, -1])
def test_a_bid_out_of_range_changes_nothing(value):
    game = to_person(start(ann()))
    with nothing_changes(), pytest.raises(BidOutOfRange):
        table.bid(**moment(game), value=value)


def test_the_barred_bid_changes_nothing():
    game = next(g for g in (start(ann_or(n), seed=n) for n in range(9)) if g.first_dealer == 0)
    game = let_computers_act(game)
    barred = view_of(game).barred
    assert barred is not None
    with nothing_changes(), pytest.raises(BidBarred):
        table.bid(**moment(game), value=barred)


def ann_or(number: int):
    """A person of that number."""
    return ann() if not number else gus()


def test_a_card_before_the_last_bid_changes_nothing():
    game = to_person(start(ann()))
    with nothing_changes(), pytest.raises(StillBidding):
        table.play(**moment(game), card=next(iter(view_of(game).hand)))


def test_a_bid_after_the_bidding_is_a_second_bid_and_changes_nothing():
    game = to_person(start(ann()), Phase.PLAYING)
    value = (view_of(game).bid or 0) + 1
    with nothing_changes(), pytest.raises((AlreadyBid, NotBidding)):
        table.bid(**moment(game), value=value)


def test_a_card_somebody_else_holds_changes_nothing():
    game = to_person(start(ann()), Phase.PLAYING)
    now = Table.read(fresh(game)).position
    for card in {c for hand in now.hands[1:] for c in hand}:
        with nothing_changes(), pytest.raises(CardNotHeld):
            table.play(**moment(game), card=card)


def test_a_revoke_changes_nothing():
    game = revoking_moment(ann())
    view = view_of(game)
    for card in view.hand - view.legal_plays:
        with nothing_changes(), pytest.raises(MustFollow):
            table.play(**moment(game), card=card)


# --- Who may ------------------------------------------------------------------


def every_action(game: Game, user: User) -> list[Callable[[], Game]]:
    at: dict[str, Any] = {"code": game.code, "user": user}
    return [
        lambda: table.bid(**at, deal=0, turn=0, value=0),
        lambda: table.play(**at, deal=0, turn=0, card=0),
        lambda: table.next_deal(**at, deal=0),
        lambda: table.pause(**at),
        lambda: table.resume(**at),
        lambda: table.set_pace(**at, pace=Pace.SLOW),
        lambda: table.give_up(**at),
    ]


@pytest.mark.parametrize("index", range(7))
def test_nobody_else_can_do_anything_in_a_game(index):
    game = start(ann())
    with nothing_changes(), pytest.raises(NoSuchGame):
        every_action(game, ben())[index]()


@pytest.mark.parametrize("index", range(7))
def test_nothing_can_be_done_in_a_game_that_does_not_exist(index):
    person, game = ann(), Game(code="nowhere")
    with nothing_changes(), pytest.raises(NoSuchGame):
        every_action(game, person)[index]()


@pytest.mark.parametrize("index", range(7))
def test_nothing_can_be_done_in_a_game_that_is_over(index):
    person = ann()
    game = finished_game(person)
    with nothing_changes(), pytest.raises(GameHasEnded):
        every_action(game, person)[index]()


@pytest.mark.parametrize("index", range(3))
def test_a_paused_game_refuses_moves(index):
    person = ann()
    game = to_person(start(person))
    table.pause(code=game.code, user=person)
    with nothing_changes(), pytest.raises(GameIsPaused):
        every_action(game, person)[index]()


def test_reading_a_table_is_for_its_players():
    person = ann()
    game = start(person)
    assert read_table(game.code, person).game == game
    with pytest.raises(NoSuchGame):
        read_table(game.code, ben())
