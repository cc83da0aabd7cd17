"""What a person may be called: what is shown at the table, and what tells two names apart.

Names come from strangers. They are cleaned of everything that can't be seen or
that reorders its surroundings, and compared by a folded form, so that no two
accounts look alike by case, by width or by an invisible character.
"""

import unicodedata
from itertools import groupby
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST: Final = 2
LONGEST: Final = 20

# Control, format (zero width, bidirectional), surrogate, private, unassigned.
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
# Letters, marks and symbols by category that show nothing all the same.
_BLANK: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U00016fe4\U0001d159"
    "\u180b\u180c\u180d\u180f"  # Mongolian variation selectors
    + "".join(map(chr, range(0xFE00, 0xFE10)))  # variation selectors
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)


_MOST_ACCENTS: Final = 3
"""So many accents may stand on one letter: no language needs more, and a heap of them would cover
what stands around."""


def _is_seen(char: str) -> bool:
    return unicodedata.category(char) not in _UNSEEN and char not in _BLANK


def tidy(text: str) -> str:
    """The text as it may be shown: NFC, single inner spaces, nothing invisible, no heaps of accents
    and none that stands on nothing. Tidying it again changes nothing."""
    spaced = "".join(" " if char.isspace() else char for char in text)
    seen = "".join(char for char in spaced if _is_seen(char))
    composed = unicodedata.normalize("NFC", seen)
    borne = "".join(_with_bearable_accents(word) for word in composed.split(" "))
    return unicodedata.normalize("NFC", borne.strip())


def _with_bearable_accents(word: str) -> str:
    """A word after a space, without accents at its beginning; nothing where there are no others."""
    runs = ["".join(run) for _, run in groupby(word, is_accent)]
    if runs and is_accent(runs[0][0]):
        del runs[0]
    kept = "".join(run[:_MOST_ACCENTS] if is_accent(run[0]) else run for run in runs)
    return f" {kept}" if kept else ""


def is_accent(char: str) -> bool:
    """Whether a character is drawn over or around the one before it."""
    return unicodedata.category(char) in {"Mn", "Me"}


def fold(text: str) -> str:
    """The form names are compared by: two names with the same one are the same name.

    Folding a folded name changes nothing.
    """
    wide = tidy(unicodedata.normalize("NFKD", text)).casefold()
    return tidy(unicodedata.normalize("NFKC", wide).casefold())


def validate_name(text: str) -> None:
    """Raises ValidationError unless the text can be shown as somebody's name."""
    if not SHORTEST <= len(text) <= LONGEST or len(fold(text)) < SHORTEST:
        raise ValidationError(
            _("A name has %(shortest)d to %(longest)d characters."),
            code="name_length",
            params={"shortest": SHORTEST, "longest": LONGEST},
        )
    # Nobody can call them by it, and no address leads to somebody named "..". Some characters are
    # letters, but nothing is left of them when names are compared.
    if not all(any(char.isalnum() for char in form) for form in (text, fold(text))):
        raise ValidationError(
            _("A name needs a letter or a digit in it."), code="name_without_letters"
        )
    if text != tidy(text):
        raise ValidationError(_("This name has characters nobody can see."), code="name_unseen")
