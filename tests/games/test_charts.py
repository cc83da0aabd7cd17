"""What the charts of statistics show, read off the tables behind them."""

from datetime import UTC, datetime, timedelta

import pytest

from games.charts import MOST_POINTS, Chart, Kind, charts_of
from games.stats import Bidding, Group, Result
from games.stats import Kind as BidKind

OURS = Group("medium", 4, "standard", 19)
OTHERS = Group("hard", 4, "standard", 19)
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)  # a Monday


def bids(hand_size: int, bid: int, off: int, number: int, group: Group = OURS) -> Bidding:
    return Bidding(group, BidKind(hand_size, bid, off), number)


def result(days: float, *, place: int = 2, total: int = 50, made: str = "10") -> Result:
    return Result(OURS, NOON + timedelta(days=days), place, total, made)


def shown(chart: Chart) -> dict[str, list[str]]:
    return {name: [cell.shown for cell in cells] for name, cells in chart.rows}


def drawn(chart: Chart) -> list[float | None]:
    return [cells[0].value for _, cells in chart.rows]


def charts(*bidding: Bidding, results: list[Result] | None = None) -> list[Chart]:
    return charts_of({OURS}, bidding or [bids(3, 1, 0, 1)], results or [])


def test_bids_made_by_size_leave_other_groups_out_and_take_large_bids_together():
    by_bid = charts(
        bids(3, 0, 0, 3), bids(2, 0, 1, 1), bids(9, 6, 0, 1), bids(9, 8, -2, 1),
        bids(9, 1, 0, 7, OTHERS),
    )[0]  # fmt: skip
    assert shown(by_bid) == {"0": ["75%", "4"], "6 or more": ["50%", "2"]}
    assert drawn(by_bid) == [75, 50]


def test_how_far_off_takes_far_misses_together_on_either_side():
    off = charts(bids(9, 4, -4, 1), bids(9, 4, -3, 2), bids(5, 1, 0, 6), bids(9, 0, 5, 3))[1]
    assert off.kind is Kind.MISSES
    assert [number for name, (number,) in shown(off).items()] == list("3006003")
    assert list(shown(off))[::3] == ["−3", "exact", "+3"]


def test_bids_made_by_hand_size():
    by_size = charts(bids(1, 0, 0, 1), bids(10, 3, 0, 1), bids(10, 3, 1, 3))[-1]
    assert shown(by_size) == {"1": ["100%", "1"], "10": ["25%", "4"]}


def test_without_bids_there_is_nothing_to_draw():
    assert charts_of({OURS}, [bids(1, 1, 0, 1, OTHERS)], []) == []


def test_games_of_one_day_have_no_course():
    assert len(charts(results=[result(0), result(0.1)])) == 3


def test_rates_and_totals_of_each_day():
    days = [result(0, place=1, total=90, made="11"), result(0, total=30, made="00"), result(0)]
    rates, totals = charts(results=[*days, *[result(1, place=1, made="1")] * 3])[2:4]
    assert shown(rates) == {
        "03/02/2026": ["50%", "33%", "3"],
        "03/03/2026": ["100%", "100%", "3"],
    }
    assert drawn(totals) == [pytest.approx(170 / 3), 50]


@pytest.mark.parametrize(
    ("every", "count", "first"),
    [
        (1 / 3, 60, "03/02/2026"),  # three a day: days
        (1, 60, "03/02/2026"),  # weeks, which begin on Mondays
        (7, 60, "March 2026"),  # months
        (40, 60, "2026"),  # years
    ],
)
def test_points_of_time_are_few_and_of_several_games_each(every, count, first):
    rates = charts(results=[result(every * number) for number in range(count)])[2]
    assert next(iter(shown(rates))) == first
    assert len(rates.rows) <= MOST_POINTS


def test_no_day_is_lost_between_points():
    rates = charts(results=[result(2.7 * number) for number in range(70)])[2]
    assert sum(int(games) for _, _, games in shown(rates).values()) == 70
