"""Names of computer players are short, different and nobody else's."""

from random import Random

import pytest

from games.ai import pick_names
from games.ai.names import NAMES


def test_there_are_many_short_different_names():
    assert len(NAMES) == len({name.casefold() for name in NAMES}) >= 40
    assert all(name.isalpha() and 2 <= len(name) <= 7 for name in NAMES)


def test_names_are_different_and_not_taken():
    taken = [name.upper() for name in NAMES[:40]]
    picked = pick_names(7, Random(1), taken)
    assert len(set(picked)) == 7
    assert not {name.upper() for name in picked} & set(taken)


def test_names_follow_the_seed():
    assert pick_names(3, Random(1)) == pick_names(3, Random(1)) != pick_names(3, Random(2))


def test_more_names_than_there_are_is_refused():
    with pytest.raises(ValueError, match="2 are left"):
        pick_names(3, Random(1), NAMES[2:])
