"""The one writer: what each action does, and what it refuses without a trace."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import table
from games.models import Bid, Deal, Play, Score
from games.pacing import Pace
from games.reading import Table, read_table
from games.refusals import (
    AlreadyDone,
    NoSuchGame,
    Stale,
)
from games.rules import (
    Phase,
    card_code,
    final_totals,
    parse_card,
    parse_rules,
    places,
)
from games.rules.errors import (
    AlreadyBid,
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
    person_acts,
    play_on,
    start,
    to_person,
    view_of,
)
from tests.games.rows import all_rows, nothing_changes

pytestmark = pytest.mark.django_db

ALL_AT_ONCE = parse_rules("3_ls3.1_turned_10t-0_sim")
TO_TARGET = parse_rules("3_ls1_turned_10t-0_hook_to15")
HARD = parse_rules("3_ls1.1.1_none_10t-msq_hard")


# --- Starting -----------------------------------------------------------------


def test_a_new_game_seats_a_person_and_computers_of_one_level():
    person = ann()
    game = start(person, level="easy")
    first, *others = game.seats.all()
    assert (first.user, first.is_computer, first.name) == (person, False, "Ann")
    assert [seat.level for seat in others] == ["easy"] * 3
    assert len({seat.name for seat in others} | {"Ann"}) == 4
    assert all(seat.total is None and seat.place is None for seat in game.seats.all())


def test_a_new_game_has_dealt_its_first_deal_and_nothing_else():
    game = start(ann())
    deal = game.deals.get()
    assert (deal.number, deal.dealer) == (0, game.first_dealer)
    assert not Bid.objects.exists()
    assert not Play.objects.exists()
    assert (game.status, game.is_paused, game.version) == ("playing", False, 1)


def test_a_new_game_keeps_its_rules_and_what_was_chosen():
    game = fresh(start(ann(), preset="oh-pshaw", players=5, level="easy", pace=Pace.SLOW))
    assert (game.preset, game.level, game.pace) == ("oh-pshaw", "easy", "slow")
    assert game.rules == start(ben(), preset="oh-pshaw", players=5).rules
    assert game.seats.count() == 5


@pytest.mark.parametrize("seed", range(6))
def test_the_alarm_is_set_when_a_computer_begins_and_only_then(seed):
    game = start(ann(), seed=seed)
    assert (game.wake_at is None) == (game.first_dealer == 3)  # eldest is the person


@pytest.mark.parametrize("method", ["jack", "high"])
@pytest.mark.parametrize("seed", range(4))
def test_the_first_dealer_is_who_the_drawn_cards_say(method, seed):
    game = fresh(start(ann(), parse_rules(f"4_ls1_turned_10t-0_{method}"), seed=seed))
    seats, cards = zip(*((seat, parse_card(code)) for seat, code in game.draw), strict=True)
    best = max(cards, key=lambda card: card % 13)
    if method == "jack":
        assert game.first_dealer == seats[-1]
        assert [card_code(card)[0] == "J" for card in cards].index(True) == len(cards) - 1
    else:
        assert cards.count(best) == 1
        assert len(cards) > 4 or game.first_dealer == seats[cards.index(best)]


def test_a_random_dealer_needs_no_cards():
    assert start(ann()).draw == []
    assert {start(ben(), seed=1).first_dealer} <= set(range(4))


def test_nobody_is_called_what_the_person_is_called():
    person = ann()
    names = {start(person, seed=0).seats.get(number=1).name}
    person.name = names.pop()
    person.save()
    others = start(person, seed=0).seats.filter(number__gte=1)
    assert person.name not in {seat.name for seat in others}


# --- Bids and cards -----------------------------------------------------------


def test_a_bid_is_written_and_makes_a_new_version():
    game = to_person(start(ann()))
    after = table.bid(**moment(game), value=1)
    assert Bid.objects.get(seat__user__isnull=False).value == 1
    assert fresh(game).version == after.version == game.version + 1


def test_a_card_is_written_with_its_trick_and_turn():
    game = to_person(start(ann()), Phase.PLAYING)
    before, card = view_of(game), lowest(game)
    table.play(**moment(game), card=card)
    play = Play.objects.get(seat__user__isnull=False)
    assert (play.card, play.turn) == (card_code(card), before.actions - 4)
    assert play.trick.number == len(before.tricks)
    assert play.trick.deal == play.deal


def test_the_alarm_follows_every_action():
    game = to_person(start(ann()))
    assert game.wake_at is None
    game = person_acts(game)
    assert (game.wake_at is not None) == bool(Table.read(game).computers_to_act)
    assert let_computers_act(game).wake_at is None


def test_a_finished_deal_is_scored_seat_by_seat():
    game = play_on(start(ann()), deals=1)
    now = Table.read(fresh(game))
    for seat, points in zip(now.seats, now.position.points() or (), strict=True):
        line = Score.objects.get(seat=seat)
        assert (line.bid, line.taken) == (
            now.position.bids[seat.number],
            now.position.taken[seat.number],
        )
        assert line.points == points


def test_the_next_deal_passes_to_the_left_and_asks_its_computers():
    game = play_on(start(ann()), deals=1)
    at = moment(game)
    game = table.next_deal(code=game.code, user=at["user"], deal=0)
    deal = game.deals.get(number=1)
    assert deal.dealer == (game.first_dealer + 1) % 4
    assert (game.wake_at is None) == (deal.dealer == 3)
    assert Table.read(game).position.actions == 0


def test_the_result_is_written_once_with_places():
    game = fresh(finished_game(ann()))
    now = Table.read(game)
    totals = tuple(seat.total or 0 for seat in now.seats)
    assert totals == now.totals
    assert tuple(seat.place for seat in now.seats) == places(totals)
    assert game.finished_at is not None
    assert (game.wake_at, game.is_paused) == (None, False)


def test_a_hard_score_is_what_the_seats_keep():
    game = finished_game(ann(), HARD)
    sums = Table.read(game).totals
    assert tuple(seat.total for seat in game.seats.all()) == final_totals(HARD, sums)
    assert final_totals(HARD, sums) != sums


def test_a_game_to_a_target_ends_with_the_deal_that_reaches_it():
    game = finished_game(ann(), TO_TARGET)
    now = Table.read(game)
    assert max(now.totals_before) < 15 <= max(now.totals)
    assert game.deals.count() == now.deal.number + 1


# --- Bidding all at once ------------------------------------------------------


def test_all_may_bid_in_any_order():
    game = start(ann(), ALL_AT_ONCE)
    for number in (2, 0, 1):
        game = fresh(game)
        if number:
            table.act_for_computer(
                game_id=game.pk, version=game.version, seat_number=number, action=number
            )
        else:
            table.bid(**moment(game), value=3)
    assert Table.read(game).position.bids == (3, 1, 2)


def test_a_bid_chosen_before_the_others_bid_still_counts():
    game = start(ann(), ALL_AT_ONCE)
    chosen = moment(game)
    let_computers_act(game)
    table.bid(**chosen, value=2)
    assert Table.read(fresh(game)).position.bids[0] == 2


def test_bids_of_the_others_are_hidden_until_all_are_in():
    game = let_computers_act(start(ann(), ALL_AT_ONCE))
    assert view_of(game).bids == (None, None, None)
    assert view_of(game).has_bid == {1, 2}
    table.bid(**moment(game), value=2)
    assert view_of(game).bids == (2, 0, 0)


def test_a_computers_task_of_before_a_persons_bid_is_late():
    game = start(ann(), ALL_AT_ONCE)
    before = Table.read(game)
    table.bid(**moment(game), value=2)
    with nothing_changes(), pytest.raises(Stale):
        act(before)
    assert fresh(game).wake_at is not None


def test_a_second_bid_all_at_once_is_refused():
    game = start(ann(), ALL_AT_ONCE)
    chosen = moment(game)
    table.bid(**chosen, value=2)
    with nothing_changes(), pytest.raises(AlreadyDone):
        table.bid(**chosen, value=2)
    with nothing_changes(), pytest.raises(AlreadyBid):
        table.bid(**chosen, value=1)


# --- Pause, pace, the end -----------------------------------------------------


def test_a_paused_game_sleeps_and_goes_on_where_it_was():
    person = ann()
    game = start(person, seed=1)
    before = Table.read(game).position
    paused = table.pause(code=game.code, user=person)
    assert (paused.is_paused, paused.wake_at) == (True, None)
    resumed = table.resume(code=game.code, user=person)
    assert (resumed.is_paused, resumed.wake_at is None) == (False, False)
    assert Table.read(fresh(game)).position == before


def test_a_computers_task_of_before_the_pause_is_late_even_afterwards():
    person = ann()
    before = Table.read(start(person, seed=1))
    for change in (table.pause, table.resume):
        game = change(code=before.game.code, user=person)
        with nothing_changes(), pytest.raises(Stale):
            table.act_for_computer(game_id=game.pk, version=1, seat_number=1, action=0)


def test_a_paused_game_refuses_computers_of_its_own_version():
    person = ann()
    game = start(person, seed=1)
    seat = Table.read(game).computers_to_act[0].number
    game = table.pause(code=game.code, user=person)
    with nothing_changes(), pytest.raises(Stale):
        table.act_for_computer(game_id=game.pk, version=game.version, seat_number=seat, action=0)


def test_pausing_twice_and_going_on_twice_is_done_once():
    person = ann()
    game = start(person)
    with nothing_changes(), pytest.raises(AlreadyDone):
        table.resume(code=game.code, user=person)
    table.pause(code=game.code, user=person)
    with nothing_changes(), pytest.raises(AlreadyDone):
        table.pause(code=game.code, user=person)


@pytest.mark.parametrize("pace", list(Pace))
def test_the_pace_counts_from_the_next_action_on(pace):
    person = ann()
    game = table.set_pace(code=start(person, seed=1).code, user=person, pace=pace)
    assert game.wake_at is not None
    wait = game.wake_at - timezone.now()
    assert fresh(game).pace == pace
    assert (wait > timedelta(0)) == (pace is not Pace.FAST)
    assert wait < timedelta(seconds=3)


def test_a_paused_game_may_change_its_pace_and_sleeps_on():
    person = ann()
    game = start(person, seed=1)
    table.pause(code=game.code, user=person)
    assert table.set_pace(code=game.code, user=person, pace=Pace.SLOW).wake_at is None


@pytest.mark.parametrize("paused", [False, True])
def test_a_game_given_up_is_over_without_a_result(paused):
    person = ann()
    game = start(person, seed=1)
    if paused:
        table.pause(code=game.code, user=person)
    game = fresh(table.give_up(code=game.code, user=person))
    assert (game.status, game.wake_at, game.is_paused) == ("given-up", None, False)
    assert game.finished_at is not None
    assert not game.seats.filter(total__isnull=False).exists()


def test_a_computers_task_for_a_game_given_up_is_late():
    person = ann()
    before = Table.read(start(person, seed=1))
    game = table.give_up(code=before.game.code, user=person)
    with nothing_changes(), pytest.raises(Stale):
        act(before)
    with nothing_changes(), pytest.raises(Stale):
        act(before, version=game.version)


# --- A guest's games go to the account ----------------------------------------


def test_a_guests_seats_are_handed_over():
    guest, person = gus(), ann()
    game = start(guest)
    table.hand_over(guest, person)
    assert read_table(game.code, person).seat_of(person).number == 0
    with pytest.raises(NoSuchGame):
        read_table(game.code, guest)


def test_nothing_else_changes_when_seats_are_handed_over():
    guest, person = gus(), ann()
    start(guest)
    start(person)
    before = all_rows()
    table.hand_over(guest, person)
    after = all_rows()
    assert {name for name in before if before[name] != after[name]} == {"Game", "Seat"}
    assert Deal.objects.count() == 2
