"""How often somebody may do something."""

from collections.abc import Iterator

import pytest
from django.core.cache.backends import base, locmem

from accounts import limits
from accounts.limits import Limit, take

SPEED = (Limit(4, 60), Limit(2, 10))


class Clock:
    """A clock that a test turns."""

    now = 1000.0

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    """A cache of the test's own that goes by this clock."""
    clock = Clock()
    for module in (base, locmem):
        monkeypatch.setattr(module, "time", clock)
    cache = locmem.LocMemCache("limits", {})
    monkeypatch.setattr(limits, "cache", cache)
    yield clock
    cache.clear()


def test_so_many_times_and_no_more(clock):
    assert [take("say", 1, Limit(3, 10)) for _ in range(5)] == [True, True, True, False, False]


def test_each_person_and_each_doing_has_its_own_limit(clock):
    assert take("say", 1, Limit(1, 10))
    assert take("say", 2, Limit(1, 10))
    assert take("report", 1, Limit(1, 10))
    assert not take("say", 1, Limit(1, 10))


def test_a_time_is_free_again_exactly_when_it_is_past(clock):
    take("say", 1, Limit(2, 10))
    clock.now += 6
    take("say", 1, Limit(2, 10))
    clock.now += 5
    assert take("say", 1, Limit(2, 10))
    assert not take("say", 1, Limit(2, 10))


def test_the_longer_limit_holds_too(clock):
    for _ in range(4):
        assert take("say", 1, *SPEED)
        clock.now += 11
    assert not take("say", 1, *SPEED)


def test_what_one_limit_refuses_the_other_does_not_count(clock):
    results = [take("say", 1, *SPEED) for _ in range(10)]
    assert results.count(True) == 2
    clock.now += 11
    assert [take("say", 1, *SPEED) for _ in range(3)] == [True, True, False]
