"""Two at one table at the same instant, each with a connection of its own."""

import pytest

from games import table
from games.models import Game
from games.rules import parse_rules
from tests.games.casts import ann, ben, cat, fresh, gus, play_on
from tests.games.gatherings import gathered, names_at, offer, open_table
from tests.games.test_races import at_once, winners

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_two_who_want_one_seat_one_gets_it():
    game = open_table(ann())
    people = [ben(), cat(), gus()]
    results = at_once(*[lambda u=u: table.sit(code=game.code, user=u, number=2) for u in people])
    assert len(winners(results)) == 1
    assert game.seats.count() == 2


def test_the_last_seat_pressed_twice_by_one_person_is_one_seat():
    game, guest = open_table(ann(), computers=2), ben()
    results = at_once(*[lambda: table.sit(code=game.code, user=guest)] * 2)
    assert len(winners(results)) == 1


def test_somebody_sits_down_or_comes_too_late_for_the_start():
    host, guest = ann(), ben()
    game = open_table(host)
    results = at_once(
        lambda: table.start(code=game.code, user=host),
        lambda: table.sit(code=game.code, user=guest),
    )
    begun = fresh(game)
    assert begun.is_playing
    assert begun.people == len(winners(results))
    assert "" not in names_at(begun)


def test_a_game_started_twice_at_once_begins_once():
    host = ann()
    game = open_table(host, ben())
    results = at_once(*[lambda: table.start(code=game.code, user=host)] * 3)
    assert len(winners(results)) == 1
    assert game.deals.count() == 1


def test_somebody_sent_away_while_they_leave_is_gone():
    host, guest = ann(), ben()
    game = open_table(host, guest)
    results = at_once(
        lambda: table.kick(code=game.code, user=host, number=1),
        lambda: table.leave(code=game.code, user=guest),
    )
    assert len(winners(results)) == 1
    assert names_at(game) == ["Ann", "", "", ""]


def test_a_table_is_closed_once_when_all_leave_at_once():
    people = [ann(), ben(), cat()]
    game = open_table(*people)
    results = at_once(*[lambda u=u: table.leave(code=game.code, user=u) for u in people])
    assert len(winners(results)) == 3
    assert fresh(game).status == Game.Status.CLOSED


def test_two_rematches_at_once_are_one_table():
    host, guest = ann(), ben()
    game = play_on(gathered(host, guest))
    results = at_once(*[lambda u=u: table.rematch(code=game.code, user=u) for u in (host, guest)])
    assert len({result.pk for result in winners(results)}) == 1
    assert Game.objects.filter(rematch_of=game).get().seats.count() == 2


def test_quick_matches_at_once_by_one_person_are_one_table():
    person = ann()
    results = at_once(*[lambda: table.quick_match(user=person, offer=offer())] * 3)
    assert len({result.pk for result in winners(results)}) == 1
    assert Game.objects.count() == 1


def test_quick_matches_at_once_bring_people_of_any_rules_together():
    other, people = parse_rules("3_ls1.2_turned_10t-0_hook"), [ann(), ben(), cat()]
    offers = [offer(fills=True), offer(other, fills=True), offer(other, fills=True)]
    calls = [
        lambda user=user, wish=wish: table.quick_match(user=user, offer=wish)
        for user, wish in zip(people, offers, strict=True)
    ]
    assert len({result.pk for result in winners(at_once(*calls))}) == 1
    assert Game.objects.get().seats.filter(user__isnull=False).count() == 3


def test_tables_opened_at_once_are_counted_one_by_one():
    person = ann()
    results = at_once(*[lambda: table.open_table(host=person, offer=offer())] * 5)
    assert len(winners(results)) == 3
