"""How grammar counts what may be below zero: −1 is a point as 1 is, and −2 are points."""

from django import template

register = template.Library()


@register.filter
def magnitude(number: int) -> int:
    """A number without its sign, by which languages choose the word after it."""
    return abs(number)
