"""A table for people: a new game's forms, and who may sit down."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext, gettext_lazy

from games.clocks import CLOCK_TITLES, Clock
from games.describing import filling_text
from games.pacing import Pace
from games.rules import Rules
from games.rules.errors import gettext_noop
from games.rules.options import MAX_PLAYERS
from games.setup import TableSetup

from .fields import choose, radio
from .house_rules import HouseRulesForm
from .new_game import NewGameForm, SetupForm


class TableFields(NewGameForm):
    """What a table for people asks beside the rules: mixed into either form of a game."""

    level = forms.ChoiceField(
        label=gettext_lazy("How the computers play"), widget=forms.RadioSelect
    )
    computers = forms.TypedChoiceField(
        label=gettext_lazy("Computers from the start"),
        coerce=int,
        widget=forms.RadioSelect,
        choices=[(number, str(number)) for number in range(MAX_PLAYERS)],
    )
    clock = radio(gettext_lazy("Clock, for each turn"))
    entry = radio(gettext_lazy("Who may sit down"))
    is_watchable = forms.BooleanField(
        label=gettext_lazy("Spectators"),
        required=False,
        help_text=gettext_lazy("Others may watch, without seeing anybody’s cards."),
    )
    fills = forms.BooleanField(label=gettext_lazy("Don’t wait long"), required=False)

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        choose(self, "clock", [(str(key), gettext(name)) for key, name in CLOCK_TITLES.items()])
        choose(self, "entry", [(key, gettext(name)) for key, name in ENTRIES.items()])
        self.fields["fills"].help_text = filling_text()
        if isinstance(self.begin_with, TableSetup):
            self.initial.update(_fields_of_table(self.begin_with))

    def clean(self) -> dict[str, Any]:
        """Work out the rules; then there has to be a seat for the host."""
        cleaned = super().clean() or {}
        players, computers = cleaned.get("players"), cleaned.get("computers")
        if players and computers and computers >= players:
            sentence = gettext("One seat has to be yours: choose fewer computers.")
            self.add_error("computers", sentence)
        return cleaned

    def _setup(self, preset: str, rules: Rules) -> TableSetup:
        said = self.cleaned_data
        return TableSetup(
            level=said["level"],
            pace=Pace(said["pace"]),
            preset=preset,
            rules=rules,
            clock=Clock(said["clock"]),
            computers=said["computers"],
            is_public=said["entry"] == "public",
            is_watchable=said["is_watchable"],
            fills=said["fills"],
        )


ENTRIES: Final = {
    "public": gettext_noop("Anybody"),
    "link": gettext_noop("Only people with the link"),
}
"""Who may sit down at a table, by the value of the form."""


def _fields_of_table(setup: TableSetup) -> dict[str, Any]:
    return {
        "computers": min(setup.computers, setup.rules.players - 1),
        "clock": str(setup.clock),
        "entry": "public" if setup.is_public else "link",
        "is_watchable": setup.is_watchable,
        "fills": setup.fills,
    }


class TableForm(TableFields, SetupForm):
    """A table for people by a preset."""


class HouseTableForm(TableFields, HouseRulesForm):
    """A table for people by any rules."""
