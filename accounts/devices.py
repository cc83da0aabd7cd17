"""What somebody came with, as their browser says it."""

import re
from collections.abc import Iterable
from typing import Final

from django.utils.translation import gettext

# What a browser says of itself names its forebears too, so the first that is found counts.
_BROWSERS: Final = (
    ("Edge", "Edg(e|A|iOS)?/"),
    ("Opera", "OPR/"),
    ("Samsung Internet", "SamsungBrowser/"),
    ("Firefox", "(Firefox|FxiOS)/"),
    ("Chrome", "(Chrome|Chromium|CriOS)/"),
    ("Safari", "Safari/"),
)
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("macOS", "Mac OS X|Macintosh"),
    ("ChromeOS", "CrOS"),
    ("Linux", "Linux"),
)


def device_of(user_agent: str) -> str:
    """Browser and system in words, such as Firefox on Linux."""
    browser, system = _first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent)
    if browser and system:
        return gettext("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or gettext("Another browser")


def _first(known: Iterable[tuple[str, str]], user_agent: str) -> str:
    return next((name for name, pattern in known if re.search(pattern, user_agent)), "")
