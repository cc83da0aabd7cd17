"""What may be a name, and which names are the same."""

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from accounts.names import fold, tidy, validate_name

ZERO_WIDTH = "\u200b\u200d\u2060\ufeff\u00ad"
BIDI = "\u202e\u2066\u2069\u200f"
FILLERS = "\u3164\uffa0\u115f\u2800\u034f"


@pytest.mark.parametrize("unseen", [*ZERO_WIDTH, *BIDI, *FILLERS, "\x00", "\x1b", "\ue000"])
def test_tidy_takes_out_what_nobody_sees(unseen: str) -> None:
    assert tidy(f"A{unseen}nn{unseen}") == "Ann"


def test_tidy_composes_and_collapses_spaces() -> None:
    assert tidy(" Zoe\u0308 \n\t Q ") == "Zoë Q"


def test_tidy_takes_out_heaps_of_accents_and_those_on_nothing() -> None:
    assert tidy("\u0301Z" + "\u0336" * 12 + "al \u0489") == "Z" + "\u0336" * 3 + "al"
    assert tidy("Vie\u0323\u0302t") == "Việt"


HEAPS = st.text(alphabet="aᾳᾧΐŉ ᄀ\u0301\u0316\u0336\u0345\u20dd\u0489\u200b\u034f")


@given(HEAPS)
def test_heaps_are_tidied_and_folded_once(text: str) -> None:
    assert tidy(tidy(text)) == tidy(text)
    assert fold(fold(text)) == fold(text)


def test_tidy_composes_across_what_it_removed() -> None:
    assert tidy("e\u200b\u0301") == "é"


@pytest.mark.parametrize("other", ["ANN", "ann", "ａｎｎ", "A\u200bnn", "Ａ\u3164NN"])
def test_names_that_look_alike_fold_alike(other: str) -> None:
    assert fold(other) == fold("Ann")


@pytest.mark.parametrize(
    ("one", "other"), [("АННА", "анна"), ("Ștefan", "ştefan"), ("ΟΔΟΣ", "οδος")]
)
def test_folding_knows_every_alphabet_and_keeps_letters_apart(one: str, other: str) -> None:
    assert (fold(one) == fold(other)) is (one.casefold() == other.casefold())


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text())
def test_tidying_twice_is_tidying_once(text: str) -> None:
    assert tidy(tidy(text)) == tidy(text)


@pytest.mark.parametrize("name", ["Al", "Ann Lee", "x" * 20, "Ян", "名前", "7_", "+1"])
def test_a_name_has_2_to_20_characters(name: str) -> None:
    validate_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *("", "A", "x" * 21, "A\u200bnn", "An\u202enn", " Ann", "A  B", "..", "__", "+-"),
        *("Z" + "\u0336" * 4 + "al", "\u0301Ann", "\u0301\u0302\u0303"),
        *("\uff9e\uff9e", "\uff9e..", "\uff9f.", "\u037a\u037a", "\uff9ev", "\ufe70\ufe72"),
    ],
)
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        validate_name(name)
