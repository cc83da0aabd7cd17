"""What the description of the lines shows is what the program does."""

import re
from pathlib import Path

from games.ai import LEVELS
from games.ai.stdio import MOST_BYTES, answer

PAGE = (Path(__file__).parents[2] / "docs" / "stdio.md").read_text(encoding="utf-8")


def test_the_example_is_answered():
    example = re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert example is not None
    said = answer(" ".join(example[1].split()), "hard", 1)
    assert said["card"] in said["values"]
    assert set(said["values"]) == {"AS", "KD"}


def test_every_level_and_the_longest_line_are_named():
    assert all(f"`{key}`" in PAGE for key in LEVELS)
    assert str(MOST_BYTES) in PAGE
