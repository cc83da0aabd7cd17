"""The same cards in every run: a test of games passes or fails by what it is about, not by luck."""

from hashlib import sha256
from itertools import count

import pytest

from games import table


@pytest.fixture(autouse=True)
def _same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Secrets in a row that is the same for every test, instead of the system's."""
    numbers = count()
    monkeypatch.setattr(
        table, "new_secret", lambda: sha256(f"deal {next(numbers)}".encode()).hexdigest()
    )
