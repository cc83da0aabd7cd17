"""The operator's dashboard: who may see it, and what it counts."""

import csv
import logging
from datetime import date, timedelta
from io import StringIO

import pytest
from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils import timezone

from accounts.models import User
from games import dashboard
from games.charts import lines
from games.dashboard import Day, Span
from games.models import Bid, Deal, Game, Play, Seat
from games.tasks import play_ai_turn
from ohhell_site import daily
from tests.games.casts import ann, ben, browser, finished_game, gus, start
from tests.games.endings import finished_among

pytestmark = pytest.mark.django_db
PAGES = ("/dashboard", "/dashboard/days.csv", "/dashboard/levels.csv")


@pytest.fixture(autouse=True)
def _nothing_known():
    cache.clear()
    yield
    cache.clear()


def staff() -> User:
    return User.objects.create_user("Olga", is_staff=True)


def today() -> date:
    return timezone.localdate()


def only_today(preset: str = "") -> Span:
    return Span(today(), today(), preset)


# --- Who sees it ---------------------------------------------------------------------


@pytest.mark.parametrize("path", PAGES)
def test_only_staff_see_it(path):
    for client in (browser(), browser(ann()), browser(gus())):
        assert client.get(path).status_code == 403
    assert browser(staff()).get(path).status_code == 200


def test_its_menu_is_for_staff_only():
    assert "/dashboard" in browser(staff()).get("/").content.decode()
    assert "/dashboard" not in browser(ann()).get("/").content.decode()


@pytest.mark.parametrize(
    "query",
    [
        *("first=2026-13-45", "first=2026-05-02&last=2026-05-01", "first=1990-01-01", "rules=x"),
        # Where the calendar of computers ends.
        *("last=0001-01-01", "first=0001-01-05&last=0001-01-05", "last=9999-12-31"),
        *("first=9999-12-31&last=9999-12-31", "first=x&last=0001-01-05", "last=10000-01-01"),
    ],
)
@pytest.mark.parametrize("path", PAGES)
def test_what_cant_be_asked_is_refused_in_words(path, query):
    answer = browser(staff()).get(f"{path}?{query}")
    assert answer.status_code == 422
    assert 'class="errors"' in answer.content.decode()


# --- Days -----------------------------------------------------------------------------


def test_a_day_counts_what_happened_on_it():
    user = ann()
    finished_game(user)
    finished_among(user, ben())
    start(user)
    (day,) = dashboard.days(only_today())
    assert (day.games, day.people) == (2, 2)
    assert (day.deals, day.bids) == (Deal.objects.count(), Bid.objects.count())


def test_a_deal_that_nobody_has_bid_in_yet_has_none():
    start(ann())
    assert dashboard.days(only_today()) == [Day(today(), deals=1)]


def test_days_and_rules_are_kept_apart():
    user = ann()
    old, new = finished_game(user, preset="standard"), finished_game(user, preset="classic")
    Game.objects.filter(pk=old.pk).update(finished_at=timezone.now() - timedelta(days=2))
    span = Span(today() - timedelta(days=2), today())
    assert [day.games for day in dashboard.days(span)] == [1, 0, 1]
    assert dashboard.days(only_today("classic"))[0].games == 1
    assert dashboard.days(only_today("standard"))[0].games == 0
    assert new.preset == "classic"


def test_woken_games_and_errors_are_counted_by_day():
    daily.count("woken", 3)
    logging.getLogger("games").error("something went wrong")
    (day,) = dashboard.days(only_today())
    assert (day.woken, day.errors) == (3, 1)


def test_what_is_no_error_is_not_counted():
    logging.getLogger("games").warning("beware")
    assert dashboard.days(only_today())[0].errors == 0


# --- Now ------------------------------------------------------------------------------


def test_now_counts_tables_with_something_going_on():
    user = ann()
    live, left = start(user), start(user)
    Game.objects.filter(pk=left.pk).update(changed_at=timezone.now() - timedelta(hours=1))
    Game.objects.filter(pk=live.pk).update(wake_at=timezone.now() - timedelta(minutes=1))
    assert dashboard.now() == dashboard.Now(tables=1, people=1, overdue=1)


# --- Computers -------------------------------------------------------------------------


def test_levels_do_as_their_seats_did():
    user = ann()
    for seed in range(3):
        finished_game(user, level="hard", seed=seed)
    (level,) = dashboard.levels(only_today())
    seats = Seat.objects.filter(level="hard")
    made = "".join(seats.values_list("made", flat=True))
    assert (level.key, level.seats) == ("hard", seats.count())
    assert level.win_rate == pytest.approx(seats.filter(place=1).count() / seats.count())
    assert level.made_rate == pytest.approx(made.count("1") / len(made))
    totals = sum(seat.total or 0 for seat in seats)
    assert level.points_per_deal == pytest.approx(totals / len(made))


def test_every_decision_of_a_computer_is_timed_and_no_persons():
    user = ann()
    game = start(user, seed=1)
    play_ai_turn(game.pk, game.version)
    bid = Bid.objects.get()
    assert bid.seat.user is None
    assert bid.took is not None
    finished_game(user)
    own = Play.objects.filter(seat__user=user)
    assert own
    assert not own.filter(took__isnull=False)


def test_times_are_the_middle_one_and_what_nineteen_in_twenty_dont_pass():
    finished_game(ann(), level="easy")
    for number, play in enumerate(Play.objects.filter(seat__level="easy")[:9]):
        Play.objects.filter(pk=play.pk).update(took=10 * number)
    (level,) = dashboard.levels(only_today())
    assert (level.timed, level.median, level.slow) == (9, 40, 80)


# --- As a table -------------------------------------------------------------------------


def test_days_can_be_had_as_a_table():
    finished_game(ann())
    answer = browser(staff()).get("/dashboard/days.csv")
    assert answer["Content-Type"].startswith("text/csv")
    head, *rows = csv.reader(StringIO(answer.content.decode()))
    assert head == ["day", "games", "people", "deals", "bids", "woken", "errors"]
    assert len(rows) == 30
    assert rows[-1][:3] == [today().isoformat(), "1", "1"]
    assert Day(today(), *map(int, rows[-1][1:])) == dashboard.days(only_today())[0]


# --- Charts -----------------------------------------------------------------------------


def test_days_on_which_nothing_happened_are_not_drawn():
    days = [date(2026, 11, 1), date(2026, 11, 2)]
    flat = lines("Games", ["Games"], [(day, [0]) for day in days])
    some = lines("Games", ["Games"], [(days[0], [0]), (days[1], [1])])
    assert (flat.is_flat, some.is_flat) == (True, False)
    html = render_to_string("games/_chart.html", {"chart": flat})
    assert "None in these days." in html
    assert "data-chart" not in html
    assert 'data-first="2026-11-01"' in render_to_string("games/_chart.html", {"chart": some})
