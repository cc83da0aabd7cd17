"""Tables where people gather: opened, joined, left and begun."""

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from games import table
from games.clocks import FILLING, VACATED, Clock
from games.models import Game
from games.reading import Table
from games.refusals import Stale, TableIsClosed
from games.rules import PRESETS, Rules, parse_rules, rules_text
from games.table.matching import fitting_tables
from tests.games.casts import SHORT, ann, ben, cat, fresh, gus, play_on
from tests.games.gatherings import (
    gathered,
    gone,
    later,
    names_at,
    offer,
    open_table,
    rung,
    seat_of,
)
from tests.games.shunning import block

pytestmark = pytest.mark.django_db

OTHER = parse_rules("3_ls1.2_turned_10t-0_hook")


def computers_of(game: Game) -> list[int]:
    return [seat.number for seat in game.seats.all() if seat.is_computer]


# --- Opening ------------------------------------------------------------------


def test_a_table_opens_with_its_host_at_the_first_seat():
    host = ann()
    game = table.open_table(host=host, offer=offer())
    assert (game.status, game.host, game.rules) == (Game.Status.OPEN, host, SHORT)
    assert names_at(game) == ["Ann", "", "", ""]
    assert not game.deals.exists()


def test_computers_take_the_last_seats():
    game = open_table(ann(), computers=2, level="easy")
    assert computers_of(game) == [2, 3]
    assert {seat.level for seat in game.seats.filter(user=None)} == {"easy"}


def test_nobody_has_the_same_name_as_another_computer():
    game = open_table(ann(), computers=3)
    assert len(set(names_at(game))) == 4


def test_what_the_host_offers_is_what_the_table_is():
    game = open_table(
        ann(), clock=Clock.FAST, is_public=False, is_watchable=False, fills=True, preset="standard"
    )
    assert (game.clock, game.is_public, game.is_watchable) == (Clock.FAST, False, False)
    assert (game.fills, game.preset) == (True, "standard")


# --- Sitting down -------------------------------------------------------------


def test_somebody_takes_the_seat_they_wish():
    game = open_table(ann())
    table.sit(code=game.code, user=ben(), number=2)
    assert names_at(game) == ["Ann", "", "Ben", ""]


def test_somebody_takes_any_seat_where_none_is_wished():
    game = open_table(ann())
    changed = table.sit(code=game.code, user=gus())
    assert seat_of(game, User.objects.get(is_guest=True)).number == 1
    assert changed.version == game.version + 1


def test_a_full_table_waits_for_its_host():
    game = open_table(ann(), ben(), computers=2)
    assert game.is_open


def test_a_full_table_that_fills_begins_at_once():
    game = open_table(ann(), ben(), computers=2, fills=True)
    assert (game.is_playing, game.people) == (True, 2)


# --- Leaving ------------------------------------------------------------------


def test_a_seat_is_free_again_when_its_person_leaves():
    host, guest = ann(), ben()
    game = open_table(host, guest)
    table.leave(code=game.code, user=guest)
    assert names_at(game) == ["Ann", "", "", ""]
    assert fresh(game).host == host


def test_whoever_left_may_come_again():
    guest = ben()
    game = open_table(ann(), guest)
    table.leave(code=game.code, user=guest)
    assert table.sit(code=game.code, user=guest).is_open


def test_when_the_host_leaves_the_next_person_is_the_host():
    host, heir = ann(), ben()
    game = open_table(host, heir, cat())
    table.leave(code=game.code, user=host)
    assert fresh(game).host == heir
    assert table.start(code=game.code, user=heir).is_playing


def test_the_next_host_is_somebody_who_is_there():
    host, away, heir = ann(), ben(), cat()
    game = open_table(host, away, heir)
    gone(game, away)
    table.leave(code=game.code, user=host)
    assert fresh(game).host == heir


def test_a_table_that_everybody_leaves_is_closed():
    host, guest = ann(), ben()
    game = open_table(host, guest, computers=1)
    table.leave(code=game.code, user=guest)
    table.leave(code=game.code, user=host)
    closed = fresh(game)
    assert (closed.status, closed.due_at) == (Game.Status.CLOSED, None)
    assert closed.finished_at is not None


# --- The host's doings --------------------------------------------------------


def test_whoever_is_sent_away_is_remembered():
    host, guest = ann(), ben()
    game = open_table(host, guest)
    table.kick(code=game.code, user=host, number=1)
    assert names_at(game) == ["Ann", "", "", ""]
    assert game.kicked.get().user == guest


def test_somebody_can_be_sent_away_twice():
    host, guest = ann(), ben()
    game = open_table(host, guest)
    table.kick(code=game.code, user=host, number=1)
    game.seats.create(number=2, user=guest)  # by whatever way they came back
    table.kick(code=game.code, user=host, number=2)
    assert names_at(game) == ["Ann", "", "", ""]


def test_a_computer_can_be_sent_away_for_a_person():
    host = ann()
    game = open_table(host, computers=3)
    table.kick(code=game.code, user=host, number=2)
    table.sit(code=game.code, user=ben(), number=2)
    assert computers_of(game) == [1, 3]
    assert not game.kicked.exists()


def test_a_free_seat_is_given_to_a_computer():
    host = ann()
    game = open_table(host, level="hard")
    table.seat_computer(code=game.code, user=host, number=3)
    assert computers_of(game) == [3]
    assert game.seats.get(number=3).level == "hard"


def test_computers_take_what_is_empty_at_the_start():
    host = ann()
    game = open_table(host, ben())
    begun = table.start(code=game.code, user=host)
    assert (begun.is_playing, begun.people, begun.has_just_begun) == (True, 2, True)
    assert computers_of(game) == [2, 3]
    assert Table.read(fresh(game)).position.to_act


def test_who_is_alone_at_the_start_plays_without_a_clock():
    host = ann()
    game = gone(open_table(host, clock=Clock.FAST), host)
    begun = table.start(code=game.code, user=host)
    assert (begun.people, begun.clock, begun.due_at) == (1, Clock.NONE, None)
    assert seat_of(game, host).gone_since is None


# --- Time ---------------------------------------------------------------------


def test_a_table_that_fills_begins_when_its_wait_is_over():
    game = open_table(ann(), ben(), fills=True)
    begun = rung(later(game, FILLING))
    assert (begun.is_playing, begun.people, computers_of(game)) == (True, 2, [2, 3])


def test_a_table_that_fills_does_not_begin_before():
    game = open_table(ann(), ben(), fills=True)
    with pytest.raises(Stale):
        rung(later(game, FILLING - 1))


def test_a_table_that_does_not_fill_has_no_alarm():
    assert open_table(ann(), ben()).due_at is None


def test_a_table_does_not_fill_for_somebody_who_is_gone():
    host = ann()
    game = gone(open_table(host, fills=True), host)
    since = seat_of(game, host).gone_since
    assert since is not None
    assert game.due_at == since + timedelta(seconds=VACATED)


def test_a_table_fills_late_for_somebody_who_comes_back():
    host = ann()
    game = later(gone(open_table(host, fills=True), host), FILLING + 1)
    table.come_back(game_id=game.pk, user_id=host.pk)
    assert rung(game).is_playing


def test_the_seat_of_somebody_who_is_gone_for_long_is_free_again():
    host, guest = ann(), ben()
    game = gone(open_table(host, guest), host)
    changed = rung(later(game, VACATED))
    assert names_at(game) == ["", "Ben", "", ""]
    assert (changed.host, changed.is_open) == (guest, True)


def test_a_table_where_everybody_is_gone_for_long_is_closed():
    host, guest = ann(), ben()
    game = gone(gone(open_table(host, guest, fills=True), host), guest)
    assert rung(later(game, VACATED)).status == Game.Status.CLOSED


def test_who_comes_back_in_time_keeps_the_seat():
    host, guest = ann(), ben()
    game = gone(open_table(host, guest), guest)
    table.come_back(game_id=game.pk, user_id=guest.pk)
    assert (seat_of(game, guest).gone_since, fresh(game).due_at) == (None, None)


# --- Quick match --------------------------------------------------------------


def test_a_quick_match_opens_a_table_where_there_is_none():
    game = table.quick_match(user=ann(), offer=offer(fills=True))
    assert (game.is_open, game.is_public, names_at(game)) == (True, True, ["Ann", "", "", ""])


def test_a_quick_match_finds_the_fullest_fitting_table():
    open_table(ann())
    fuller = open_table(ben(), cat())
    assert table.quick_match(user=gus(), offer=offer()) == fuller


def test_a_quick_match_twice_is_one_table():
    person = ann()
    first = table.quick_match(user=person, offer=offer())
    assert table.quick_match(user=person, offer=offer()) == first
    assert Game.objects.count() == 1


def test_who_waits_at_a_table_of_other_rules_is_matched_all_the_same():
    person = ann()
    waiting = open_table(person, rules=OTHER)
    assert table.quick_match(user=person, offer=offer()) != waiting


@pytest.mark.parametrize(
    "changes",
    [{"is_public": False}, {"rules": PRESETS["standard"].rules(4)}, {"computers": 3}],
    ids=["private", "other rules", "full"],
)
def test_a_quick_match_passes_over_tables_that_do_not_fit(changes):
    unfitting = open_table(ann(), **changes)
    assert table.quick_match(user=ben(), offer=offer()) != unfitting


def waiting(host: User, rules: Rules = OTHER, **changes: Any) -> Game:
    """A table of other rules that a quick match has opened."""
    return open_table(host, rules=rules, **{"fills": True, "preset": "standard", **changes})


def test_a_quick_match_brings_people_of_different_rules_together():
    first = table.quick_match(user=ann(), offer=offer(OTHER, fills=True))
    assert table.quick_match(user=ben(), offer=offer(fills=True)) == first
    assert names_at(first)[:2] == ["Ann", "Ben"]


def test_who_was_brought_to_other_rules_stays_there():
    waiting(ann())
    person = ben()
    first = table.quick_match(user=person, offer=offer(fills=True))
    assert table.quick_match(user=person, offer=offer(fills=True)) == first


def test_ones_own_rules_come_first():
    waiting(ann())
    mine = open_table(ben())
    assert table.quick_match(user=cat(), offer=offer()) == mine


def test_of_other_rules_the_most_alike_come_first():
    five, four = PRESETS["standard"].rules(5), PRESETS["standard"].rules(4)
    people = [User.objects.create_user(f"Host {number}") for number in range(4)]
    for host, rules, preset in zip(
        people, (five, five, four, four), ("", "standard", "", "standard"), strict=True
    ):
        waiting(host, rules, preset=preset)
    found = fitting_tables(ann(), SHORT)
    assert [(game.rules.players, game.preset) for game in found] == [
        (4, "standard"),
        (4, ""),
        (5, "standard"),
        (5, ""),
    ]


def test_nobody_is_brought_to_other_rules_where_nobody_is_left():
    host = ann()
    gone(waiting(host), host)
    assert fitting_tables(ben(), SHORT) == []


def test_a_quick_match_does_not_lead_back_to_where_one_was_sent_away():
    host, guest = ann(), ben()
    game = open_table(host, guest)
    table.kick(code=game.code, user=host, number=1)
    assert table.quick_match(user=guest, offer=offer()) != game


@pytest.mark.parametrize("is_blocked", [True, False], ids=["blocked", "blocking"])
def test_a_quick_match_seats_nobody_beside_a_blocked_person(is_blocked):
    host, other, guest = ann(), ben(), cat()
    open_table(host, other)
    block(other, guest) if is_blocked else block(guest, other)
    assert fitting_tables(guest, SHORT) == []


# --- Rematch ------------------------------------------------------------------


def test_a_rematch_is_a_private_table_of_the_same_kind():
    host, guest = ann(), ben()
    game = play_on(gathered(host, guest, clock=Clock.SLOW))
    again = table.rematch(code=game.code, user=guest)
    assert (again.host, again.rematch_of, again.is_public) == (guest, game, False)
    assert (again.clock, rules_text(again.rules)) == (Clock.SLOW, rules_text(game.rules))
    assert fresh(game).version == game.version + 1


def test_the_others_sit_down_at_the_same_rematch():
    host, guest = ann(), ben()
    game = play_on(gathered(host, guest))
    again = table.rematch(code=game.code, user=host)
    assert table.rematch(code=game.code, user=guest) == again
    assert names_at(again) == ["Ann", "Ben", "", ""]


def test_a_rematch_asked_for_twice_is_one_seat():
    host, guest = ann(), ben()
    game = play_on(gathered(host, guest))
    again = table.rematch(code=game.code, user=host)
    assert table.rematch(code=game.code, user=host) == again
    assert names_at(again) == ["Ann", "", "", ""]


def test_a_rematch_that_everybody_left_can_be_asked_for_again():
    host, guest = ann(), ben()
    game = play_on(gathered(host, guest))
    left = table.rematch(code=game.code, user=host)
    table.leave(code=left.code, user=host)
    again = table.rematch(code=game.code, user=guest)
    assert (again.is_open, again.rematch_of) == (True, game)
    assert again != left


def test_a_closed_table_says_that_it_is_closed():
    host, late = ann(), ben()
    game = open_table(host)
    table.leave(code=game.code, user=host)
    with pytest.raises(TableIsClosed):
        table.sit(code=game.code, user=late)
