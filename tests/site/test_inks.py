"""The site's inks can be read on the grounds they stand on, in both themes and on every table.

Axe can't tell where a ground is drawn by something beside the text; this asks the inks themselves.
"""

import re
from typing import Final

import pytest
from django.contrib.staticfiles import finders

FIELDS: Final = ("pink", "mint", "sky", "felt")
TEXT, MARK = 4.5, 3.0
PAIRS: Final = [
    ("ink", "ground", TEXT),
    ("ink", "paper", TEXT),
    ("ink", "wash", TEXT),
    ("soft", "ground", TEXT),
    ("soft", "paper", TEXT),
    ("soft", "wash", TEXT),
    ("hot-text", "paper", TEXT),
    ("good-text", "paper", TEXT),
    ("hot-ink", "hot", TEXT),
    ("good-ink", "good", TEXT),
    ("act-ink", "act", TEXT),
    ("sun-ink", "sun", TEXT),
    ("sun-soft", "sun", TEXT),
    ("hot", "paper", MARK),
    ("good", "paper", MARK),
    ("card-edge", "card-paper", MARK),
]
ON_FIELDS: Final = [
    ("field-ink", "field", TEXT),
    ("field-soft", "field", TEXT),
    ("field-hot", "field", MARK),
]


def inks(field: str) -> dict[str, list[str]]:
    """Every ink of the tokens, light and dark, at a table of this colour."""
    path = finders.find("css/tokens.css")
    assert path
    with open(path) as file:
        text = file.read()
    start, *tables = re.split(r'\[data-field="(\w+)"\] \{', text)
    found = dict(re.findall(r"--([\w-]+): ([^;]+);", start))
    for name, block in zip(tables[::2], tables[1::2], strict=True):
        if name in ("pink", field):
            found |= dict(re.findall(r"--([\w-]+): ([^;]+);", block.split("}")[0]))
    hexes = {name: re.findall(r"#[0-9a-f]{3,6}", value) for name, value in found.items()}
    return {name: [values[0], values[-1]] for name, values in hexes.items() if values}


def luminance(colour: str) -> float:
    """How light a colour is, 0 to 1, as WCAG reckons it."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The ratio of two colours, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("field", FIELDS)
def test_every_ink_is_read_on_its_ground(field: str, theme: int):
    tokens = inks(field)
    weak = [
        f"{ink} on {ground}: {ratio:.2f}"
        for ink, ground, least in [*PAIRS, *ON_FIELDS]
        if (ratio := contrast(tokens[ink][theme], tokens[ground][theme])) < least
    ]
    assert weak == []
