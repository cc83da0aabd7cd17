"""Names that look like others: letters of other alphabets, digits for letters, dots between them.

`skeleton` is what is left of a name when all that is taken away. It is only ever compared with
another skeleton, and never shown.
"""

import unicodedata
from typing import Final

from confusable_homoglyphs.confusables import confusables_data

from accounts.models import BannedWord
from accounts.names import fold

_DIGITS: Final = str.maketrans("0134578@$", "oieastbas")
# I, l and 1 are one stroke each, and rn side by side is an m.
_STROKES: Final = (("l", "i"), ("rn", "m"))


def skeleton(name: str) -> str:
    """What a name looks like, in lower-case letters. Names with the same one look alike."""
    plain = unicodedata.normalize("NFD", fold(name).translate(_DIGITS))
    letters = "".join(_letter(char) for char in plain if char.isalnum())
    for looks, like in _STROKES:
        letters = letters.replace(looks, like)
    return letters


def _letter(char: str) -> str:
    """The Latin letter that a letter looks like, small or as a capital; else itself."""
    for form in (char, char.upper()):
        alikes: list[str] = [form, *(each["c"] for each in confusables_data.get(form, ()))]
        for alike in alikes:
            if len(alike) == 1 and alike.isascii() and alike.isalpha():
                return alike.lower()
    return char


def is_banned(name: str) -> bool:
    """Whether moderators have banned a name, or a word in it. One query."""
    looks = skeleton(name)
    for word, is_anywhere in BannedWord.objects.values_list("word", "is_anywhere"):
        banned = skeleton(word)
        if banned == looks or (is_anywhere and banned and banned in looks):
            return True
    return False
