"""Styles that would meet by accident: the pages share one set of sheets."""

import re
from pathlib import Path

import pytest

STYLES = Path(__file__).resolve().parent.parent.parent / "static" / "css"
BADGES = ("wait", "secret", "said", "exact", "over")


@pytest.mark.parametrize("kind", BADGES)
def test_a_kind_of_badge_is_styled_as_a_badge_alone_where_badges_are(kind):
    for sheet in ("base", "parts", "table", "hand", "bid", "sheet", "live", "company", "chat"):
        found = re.findall(rf"^\.{kind}\s*[{{,:]", (STYLES / f"{sheet}.css").read_text(), re.M)
        assert not found, sheet
