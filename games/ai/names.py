"""Names for computer players: short first names from many countries.

They are names, not text: they stay the same in every language of the site.
"""

from collections.abc import Collection
from random import Random
from typing import Final

NAMES: Final = (
    "Ada", "Aino", "Aisha", "Amir", "Andrei", "Anouk", "Ayumi", "Bela", "Bruno", "Carmen",
    "Chidi", "Dana", "Dario", "Elif", "Emil", "Farid", "Freya", "Goran", "Hana", "Hugo",
    "Ilinca", "Ines", "Ivo", "Jamila", "Jonas", "Kai", "Kofi", "Lars", "Leila", "Lucia",
    "Maja", "Marco", "Mei", "Mihai", "Nadia", "Nils", "Noor", "Olga", "Omar", "Otto",
    "Petra", "Priya", "Rafael", "Rosa", "Sanjay", "Sofia", "Tomas", "Vera", "Yara", "Zoe",
)  # fmt: skip


def pick_names(count: int, chance: Random, taken: Collection[str] = ()) -> tuple[str, ...]:
    """`count` different names that nobody in `taken` has, whatever the case of the letters.

    Raises ValueError where there are not enough names left.
    """
    used = {name.casefold() for name in taken}
    free = [name for name in NAMES if name.casefold() not in used]
    if count > len(free):
        raise ValueError(f"{count} names were asked for, {len(free)} are left.")
    return tuple(chance.sample(free, count))
