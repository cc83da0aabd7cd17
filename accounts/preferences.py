"""How a person likes the site to look, sound and move: kept in cookies, so guests have it too.

A cookie is the visitor's word and may hold anything, so only the listed values
are believed; the first of each is what a newcomer gets.

The pace is what a new game begins with. As it is, that's what was chosen last, in the way that
all else of a new game is remembered; whoever names a pace here always begins with that one, and
can still choose another for one game, beforehand or at the table.
"""

from typing import Final

from django.http import HttpRequest

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "theme": ("auto", "light", "dark"),
    "field": ("pink", "mint", "sky", "felt"),
    "deck": ("two", "four"),
    "faces": ("usual", "large"),
    "back": ("rhombs", "rays", "waves"),
    "sound": ("on", "off"),
    "confirm": ("off", "on"),
    "lone": ("off", "on"),
    "pace": ("last", "slow", "normal", "fast"),
}


def read(cookies: dict[str, str]) -> dict[str, str]:
    """Every preference with a value that is one of its choices."""
    return {
        name: value if (value := cookies.get(name, "")) in choices else choices[0]
        for name, choices in CHOICES.items()
    }


def preferences(request: HttpRequest) -> dict[str, dict[str, str]]:
    """Context processor: gives templates `preferences.theme` and its siblings."""
    return {"preferences": read(request.COOKIES)}
