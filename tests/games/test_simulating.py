"""Simulated games are facts like others, and count like others."""

from datetime import timedelta
from random import Random

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.models import Deal, Game, Play, Rating, Seat
from games.reading import Table
from games.rules import final_totals, places
from games.stats import statistics_of, totalled
from games.table import simulate
from tests.games.casts import ann, ben

pytestmark = pytest.mark.django_db


@pytest.fixture
def simulated() -> int:
    """Ann and Ben, and a dozen of their games in the last month; the number of cards."""
    now = timezone.now()
    month = timedelta(days=30)
    return simulate(12, [ann(), ben()], since=now - month, until=now - month / 2, chance=Random(7))


def test_every_deal_can_be_replayed_to_the_score_that_is_written(simulated):
    for deal in Deal.objects.all():
        position = deal.position()
        assert position.is_over
        lines = list(deal.scores.order_by("seat__number"))
        assert tuple(line.points for line in lines) == position.points()
        assert tuple(line.taken for line in lines) == position.taken
    assert Play.objects.count() == simulated


def test_results_follow_from_the_deals(simulated):
    for game in Game.objects.all():
        table = Table.read(game)
        assert table.ends_with_deal
        totals = final_totals(table.rules, table.totals)
        assert [(seat.total, seat.place) for seat in table.seats] == list(
            zip(totals, places(totals), strict=True)
        )


def test_they_count_in_statistics_and_ratings(simulated):
    for seats in (Seat.objects.filter(user__username=name) for name in ("ann", "ben")):
        user = seats[0].user
        assert user is not None
        assert totalled(statistics_of(user).values()).games == seats.count()
    shared = Game.objects.filter(people__gt=1)
    assert shared
    assert {rating.games for rating in Rating.objects.all()} == {shared.count()}


def test_the_command_makes_people_who_can_not_log_in(capsys):
    call_command("simulate_games", "2", "--people", "3", "--days", "10")
    assert "2 games of 3 people" in capsys.readouterr().out
    seats = Seat.objects.filter(user__isnull=False)
    assert not any(seat.user.has_usable_password() for seat in seats if seat.user)
