"""Time that passes only when a test says so."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone


class StoppedClock:
    """The clock of the site, which a test moves on by hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = timezone.now()
        monkeypatch.setattr(timezone, "now", lambda: self.now)

    def pass_(self, seconds: float) -> None:
        """Let so much time go by."""
        self.now += timedelta(seconds=seconds)

    def pass_until(self, moment: datetime | None) -> None:
        """Let time go by until then; not at all where it is then already."""
        assert moment is not None
        self.now = max(self.now, moment)
