"""Names that look like others: letters of other alphabets, digits for letters, dots between them.

`skeleton` is what is left of a name when all that is taken away, and `looks` what is left of it
when digits that are no look-alikes stay: "Ann4" is a bad way to write a word that is banned, and a
good name beside "Anna". Both are only ever compared with their like, and never shown.
"""

import unicodedata
from typing import Final

from confusable_homoglyphs.confusables import confusables_data

from accounts.names import fold

_DIGITS_FOR_LETTERS: Final = str.maketrans("0134578@$", "oieastbas")
_DIGITS_LIKE_LETTERS: Final = str.maketrans("01", "oi")
LONGEST_LOOKS: Final = 100
"""No name that can be had looks like more letters."""
# I, l and 1 are one stroke each, and rn side by side is an m.
_STROKES: Final = (("l", "i"), ("rn", "m"))


def skeleton(name: str) -> str:
    """What a name says, in lower-case letters: words with the same one can be read as the same."""
    return _plain(fold(name).translate(_DIGITS_FOR_LETTERS))


def looks(name: str) -> str:
    """What a name looks like: names with the same one can be taken for each other."""
    return _plain(fold(name).translate(_DIGITS_LIKE_LETTERS))[:LONGEST_LOOKS]


def _plain(name: str) -> str:
    letters = "".join(
        _letter(char) for char in unicodedata.normalize("NFD", name) if char.isalnum()
    )
    for stroke, like in _STROKES:
        letters = letters.replace(stroke, like)
    return letters


def _letter(char: str) -> str:
    """The Latin letter that a letter looks like, small or as a capital; else itself."""
    for form in (char, char.upper()):
        alikes: list[str] = [form, *(each["c"] for each in confusables_data.get(form, ()))]
        for alike in alikes:
            if len(alike) == 1 and alike.isascii() and alike.isalpha():
                return alike.lower()
    return char
