"""Amounts in words."""

import pytest
from django.utils import translation

from games.describing import decimal, percent, place_ending, signed_decimal


@pytest.mark.parametrize(
    ("share", "places", "shown"),
    [(2 / 3, 0, "67%"), (0.57, 0, "57%"), (0.29, 0, "29%"), (4 / 13, 1, "30.8%"), (1, 0, "100%")],
)
def test_a_share_is_rounded_not_cut(share, places, shown):
    assert percent(share, places) == shown


def test_an_average_is_rounded_not_cut():
    assert decimal(8 / 3, 1) == "2.7"
    assert decimal(2.25, 1) == "2.3"
    assert signed_decimal(7.66, 1) == "+7.7"
    assert signed_decimal(-0.04, 1) == "same"


@pytest.mark.parametrize(
    ("language", "endings"),
    [
        ("en", ["st", "nd", "rd", *["th"] * 5]),
        ("ru", ["-е"] * 8),
        ("ro", [""] * 8),
    ],
)
def test_a_place_is_printed_as_its_figure_and_what_a_language_has_after_it(language, endings):
    with translation.override(language):
        assert [place_ending(place) for place in range(1, 9)] == endings
