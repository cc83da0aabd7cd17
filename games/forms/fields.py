"""Fields as the forms here have them."""

from collections.abc import Iterable
from typing import Any

from django import forms


def choose(form: forms.Form, name: str, choices: Iterable[tuple[str, object]]) -> None:
    """Give a field its choices, whose labels may be more than words."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)


def radio(label: Any) -> forms.ChoiceField:
    """A choice of which all is seen."""
    return forms.ChoiceField(label=label, widget=forms.RadioSelect)


def select(label: Any) -> forms.ChoiceField:
    """A choice from a list that opens."""
    return forms.ChoiceField(label=label)


def number(label: Any, most: int, help_text: Any = "") -> forms.IntegerField:
    """A number from 1, which may be left out."""
    field = forms.IntegerField(label=label, required=False, help_text=help_text)
    field.widget.attrs |= {"inputmode": "numeric", "min": 1, "max": most}
    return field
