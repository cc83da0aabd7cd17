"""Parts of a painting that are rendered once for all that show the same.

From one painting to the next most of a table stays as it was, and its viewers share much of the
rest. A part can show nothing but what it is handed, and all of that is the key it is kept under:
so nobody is shown a part that was made from anything else than what they may see.
"""

from collections.abc import Hashable
from functools import lru_cache
from typing import Final

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

KEPT: Final = 5000
"""Parts that a process keeps: some megabytes, a few hundred live tables."""


@register.simple_tag
def part(name: str, **shown: Hashable) -> SafeString:
    """A template rendered with these values and nothing else, not even the request. The values
    have to be plain: text that was marked as safe equals the same text that wasn't."""
    return rendered(name, get_language(), tuple(shown.items()))


@lru_cache(KEPT)
def rendered(
    name: str, language: str | None, shown: tuple[tuple[str, Hashable], ...]
) -> SafeString:
    """`language` is the active one: templates find it by themselves."""
    return render_to_string(name, dict(shown))
