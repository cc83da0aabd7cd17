"""Cards in running text, in the inks of their suits."""

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()

RED = ("♥", "♦")


@register.filter
def inked(cards: str) -> SafeString:
    """Cards or suits, red ones marked so that they are shown in red."""
    parts = cards.split(" ")
    return format_html_join(
        " ",
        '<span class="card-text{}">{}</span>',
        ((" red" if part.endswith(RED) else "", part) for part in parts),
    )
