"""The same cards in every run: a test of games passes or fails by what it is about, not by luck.

And a person whose game it is, with a browser.
"""

from hashlib import sha256
from itertools import count

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games.reading import memory
from games.table import saving
from tests.games.casts import ann, ben, browser
from tests.games.timing import StoppedClock


@pytest.fixture(autouse=True)
def _same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Secrets in a row that is the same for every test, instead of the system's."""
    numbers = count()
    monkeypatch.setattr(
        saving, "new_secret", lambda: sha256(f"deal {next(numbers)}".encode()).hexdigest()
    )


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    """Tables of another test, whose rows are gone, and how much its people wrote."""
    memory.clear()
    cache.clear()


@pytest.fixture
def person(db: None) -> User:
    """Whose game a test is about."""
    return ann()


@pytest.fixture
def client(person: User) -> Client:
    """The browser of the person."""
    return browser(person)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> StoppedClock:
    """Time stands still, until the test moves it on."""
    return StoppedClock(monkeypatch)


@pytest.fixture
def friend(db: None) -> User:
    """Who sits at the table beside the person."""
    return ben()
