"""Who is there: marks in the cache, what the sweep makes of those that are missing, and alarms."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from games import presence, table, tasks
from games.clocks import GONE, Clock
from games.models import Game, Seat
from games.rules import parse_rules
from games.tasks import do_what_is_due, look_for, sweep
from tests.games.casts import browser, cat, fresh, play_on, start
from tests.games.gatherings import gathered, gone, open_table, seat_of
from tests.games.posting import HTMX, url
from tests.games.rows import nothing_changes
from tests.games.turns import acts, moment_of, to_turn

pytestmark = pytest.mark.django_db

LONG = parse_rules("4_ls3.2_turned_10t-0_hook")


@pytest.fixture(autouse=True)
def _nobody_is_here() -> None:
    """Marks outlive tests, and the next test's people are known by the same numbers."""
    cache.clear()


@pytest.fixture
def game(person, friend) -> Game:
    return to_turn(gathered(person, friend, clock=Clock.NORMAL, rules=LONG), person)


@pytest.fixture
def rings(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int, float]]:
    """The alarms that were set with workers: game, version, seconds from now."""
    asked: list[tuple[int, int, float]] = []

    def keep(args: tuple[int, int], countdown: float = 0.0, **_: Any) -> None:
        asked.append((*args, countdown))

    monkeypatch.setattr(do_what_is_due, "apply_async", keep)
    monkeypatch.setattr(tasks.play_ai_turn, "apply_async", lambda *_, **__: None)
    return asked


# --- Marks --------------------------------------------------------------------


def test_whoever_has_no_connection_is_missing_and_marked_by_the_sweep(game, person, friend):
    presence.lost(game.pk, person.pk)
    assert presence.missing() == [(game.pk, person.pk)]
    sweep()
    assert seat_of(game, person).gone_since is not None
    assert seat_of(game, friend).gone_since is None
    assert presence.missing() == []


def test_at_a_start_nobody_is_missing_yet(game, person):
    presence.lost(game.pk, person.pk)
    with nothing_changes():
        sweep(grace=0)


def test_whoever_has_left_is_not_missed(game, person):
    table.leave(code=game.code, user=person)
    presence.lost(game.pk, person.pk)
    assert presence.missing() == []


def test_nobody_is_missed_alone_or_after_the_end(game, person, friend):
    start(person)
    play_on(game)
    for user in (person, friend):
        presence.lost(game.pk, user.pk)
    assert presence.missing() == []


def test_a_lost_connection_is_no_news_while_another_one_is_there(game, person):
    presence.seen(game.pk, person.pk)
    with nothing_changes():
        look_for(game.pk, person.pk, timezone.now().timestamp())


def test_a_lost_connection_is_news_from_the_moment_on_that_it_was_lost(game, person):
    since = timezone.now() - timedelta(seconds=5)
    presence.lost(game.pk, person.pk)
    look_for(game.pk, person.pk, since.timestamp())
    assert seat_of(game, person).gone_since == since
    with nothing_changes():
        look_for(game.pk, person.pk, timezone.now().timestamp())


@pytest.mark.parametrize("act", ["bid", "page"])
def test_whoever_acts_or_asks_for_the_table_is_there(act, game, person):
    presence.lost(game.pk, person.pk)
    gone(game, person)
    if act == "page":
        browser(person).get(url("table", game.code))
    else:
        press = moment_of(game, person)
        fields = {"deal": press["deal"], "turn": press["turn"], "bid": 0}
        assert browser(person).post(url("bid", game.code), fields, **HTMX).status_code == 204
    assert presence.is_here(game.pk, person.pk)
    assert seat_of(game, person).gone_since is None


def test_whoever_asks_for_the_table_has_the_seat_again_that_was_lost_by_being_gone(game, person):
    gone(game, person, GONE + 1)
    do_what_is_due(game.pk, fresh(game).version)
    assert seat_of(game, person).absence == Seat.Absence.GONE
    html = browser(person).get(url("table", game.code)).content.decode()
    assert "TAKE MY SEAT BACK" not in html
    assert seat_of(game, person).absence == ""


@pytest.mark.parametrize("page", ["/", "/games", "/statistics", "/guide"])
def test_a_page_elsewhere_makes_nobody_present(page, game, person):
    presence.lost(game.pk, person.pk)
    browser(person).get(page)
    assert not presence.is_here(game.pk, person.pk)


def test_a_spectator_leaves_no_mark(game):
    stranger = cat()
    browser(stranger).get(url("table", game.code))
    assert not presence.is_here(game.pk, stranger.pk)


def test_alone_with_computers_no_mark_is_made(person):
    game = start(person)
    browser(person).get(url("table", game.code))
    assert not presence.is_here(game.pk, person.pk)


def test_at_an_open_table_people_are_missed_too(person, friend):
    game = open_table(person, friend)
    presence.lost(game.pk, friend.pk)
    assert presence.missing() == [(game.pk, friend.pk)]


# --- Alarms -------------------------------------------------------------------


def test_the_sweep_asks_in_time_for_what_is_due_before_the_next(game, clock, rings):
    sweep()
    assert rings == []
    clock.now = game.due_at - timedelta(seconds=4)
    sweep()
    assert rings == [(game.pk, game.version, 4.0)]


def test_the_sweep_asks_at_once_for_what_should_have_rung(game, clock, rings):
    clock.now = game.due_at + timedelta(seconds=60)
    sweep()
    assert rings == [(game.pk, game.version, 0.0)]


def test_an_alarm_of_the_next_seconds_is_asked_for_at_once(
    game, person, clock, rings, django_capture_on_commit_callbacks
):
    clock.now = game.due_at - timedelta(seconds=3)
    with django_capture_on_commit_callbacks(execute=True):
        tasks.follow_up(game)
    assert [(version, seconds) for _, version, seconds in rings] == [(game.version, 3.0)]


def test_an_alarm_that_was_lost_is_rung_by_the_sweep(game, person, clock, rings):
    clock.now = game.due_at
    sweep()
    for pk, version, _ in rings:
        do_what_is_due(pk, version)
    assert seat_of(game, person).absence == Seat.Absence.LATE
    rings.clear()
    sweep()
    assert rings == []


def test_what_has_ended_has_no_alarm(game, person, friend, rings):
    acts(game, person)
    game = play_on(fresh(game))
    assert (game.due_at, game.wake_at) == (None, None)
    sweep()
    assert rings == []
