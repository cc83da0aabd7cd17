"""Cards on pages other than the table, with the faces that the reader likes."""

from django import template

from games.display import deck_of

register = template.Library()
register.filter(deck_of)
