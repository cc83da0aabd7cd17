"""How the site looks and sounds to somebody."""

from collections.abc import Mapping
from typing import Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext

from accounts.preferences import CHOICES
from games.pacing import PACE_TITLES
from games.rules.errors import gettext_noop

_PREFERENCES: Final = {
    "theme": gettext_noop("Appearance"),
    "field": gettext_noop("Table colour"),
    "deck": gettext_noop("Deck"),
    "faces": gettext_noop("Card faces"),
    "back": gettext_noop("Card backs"),
    "sound": gettext_noop("Sounds"),
    "confirm": gettext_noop("Confirm a card before it is played"),
    "lone": gettext_noop("Play my only possible card for me"),
    "pace": gettext_noop("Pace of a new game"),
}
_PREFERENCE_TITLES: Final = {
    "theme": (gettext_noop("As the device"), gettext_noop("Light"), gettext_noop("Dark")),
    "field": (
        gettext_noop("Pink"),
        gettext_noop("Mint"),
        gettext_noop("Sky"),
        gettext_noop("Felt"),
    ),
    "deck": (gettext_noop("Two colours"), gettext_noop("Four colours")),
    "faces": (gettext_noop("With pictures"), gettext_noop("Large figures")),
    "back": (gettext_noop("Diamonds"), gettext_noop("Rays"), gettext_noop("Waves")),
    "pace": (gettext_noop("As last time"), *PACE_TITLES.values()),
}


class PreferencesForm(forms.Form):
    """How the site looks and sounds. What isn't sent stays as it is."""

    def __init__(self, initial: Mapping[str, str], data: QueryDict | None = None) -> None:
        super().__init__(data, initial=dict(initial))
        for name, values in CHOICES.items():
            titles = _PREFERENCE_TITLES.get(name, values)
            self.fields[name] = forms.ChoiceField(
                label=gettext(_PREFERENCES[name]),
                choices=[(v, gettext(t)) for v, t in zip(values, titles, strict=True)],
                widget=forms.RadioSelect,
                required=False,
            )

    @property
    def chosen(self) -> dict[str, str]:
        """The values that a valid form sent."""
        return {name: value for name, value in self.cleaned_data.items() if value}
