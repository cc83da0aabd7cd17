"""What the charts of statistics show, read off the tables behind them."""

from datetime import UTC, datetime, timedelta

import pytest

from games.charts import MOST_POINTS, Chart, Kind, charts_of
from games.stats import Group, Result
from games.stats import Kind as BidKind

GROUP = Group("medium", 4, "standard", 19)
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)  # a Monday
ONE_BID = {BidKind(3, 1, 0): 1}


def result(days: float, *, place: int = 2, total: int = 50, made: str = "10") -> Result:
    return Result(GROUP, NOON + timedelta(days=days), place, total, made)


def bids(*kinds: tuple[int, int, int, int]) -> list[Chart]:
    """The charts of bids: hand size, bid, how far off, how many."""
    return charts_of({BidKind(*kind): number for *kind, number in kinds}, [])


def over_time(*results: Result) -> list[Chart]:
    """The charts over time, if there are any."""
    return charts_of(ONE_BID, results)[2:-1]


def shown(chart: Chart) -> dict[str, list[str]]:
    return {name: [cell.shown for cell in cells] for name, cells in chart.rows}


def drawn(chart: Chart) -> list[float | None]:
    return [cells[0].value for _, cells in chart.rows]


def test_bids_made_by_size_take_large_bids_together():
    by_bid = bids((3, 0, 0, 3), (2, 0, 1, 1), (9, 6, 0, 1), (9, 8, -2, 1))[0]
    assert shown(by_bid) == {"0": ["75%", "4"], "6+": ["50%", "2"]}
    assert drawn(by_bid) == [75, 50]


def test_how_far_off_takes_far_misses_together_on_either_side():
    off = bids((9, 4, -4, 1), (9, 4, -3, 2), (5, 1, 0, 6), (9, 0, 5, 3))[1]
    assert off.kind is Kind.MISSES
    assert [number for name, (number,) in shown(off).items()] == list("3006003")
    assert list(shown(off))[::3] == ["−3", "exact", "+3"]


def test_bids_made_by_hand_size():
    by_size = bids((1, 0, 0, 1), (10, 3, 0, 1), (10, 3, 1, 3))[-1]
    assert shown(by_size) == {"1": ["100%", "1"], "10": ["25%", "4"]}


def test_without_bids_there_is_nothing_to_draw():
    assert bids() == []


def test_games_of_one_day_have_no_course():
    assert over_time(result(0), result(0.1)) == []


def test_rates_and_totals_of_each_day():
    day = [result(0, place=1, total=90, made="11"), result(0, total=30, made="00"), result(0)]
    rates, totals = over_time(*day, *[result(1, place=1, made="1")] * 3)
    assert shown(rates) == {
        "2 Mar 2026": ["50%", "33%", "3"],
        "3 Mar 2026": ["100%", "100%", "3"],
    }
    assert drawn(totals) == [pytest.approx(170 / 3), 50]


@pytest.mark.parametrize(
    ("every", "count", "first"),
    [
        (1 / 3, 60, "2 Mar 2026"),  # three a day: days
        (1, 60, "2 Mar 2026"),  # weeks, which begin on Mondays
        (7, 60, "March 2026"),  # months
        (40, 60, "2026"),  # years
    ],
)
def test_points_of_time_are_few_and_of_several_games_each(every, count, first):
    rates, _ = over_time(*(result(every * number) for number in range(count)))
    assert next(iter(shown(rates))) == first
    assert len(rates.rows) <= MOST_POINTS


def test_no_day_is_lost_between_points():
    rates, _ = over_time(*(result(2.7 * number) for number in range(70)))
    assert sum(int(games) for _, _, games in shown(rates).values()) == 70
