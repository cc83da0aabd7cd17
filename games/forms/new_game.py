"""What every new game asks, and a game by a preset.

A choice's label may be more than words (a picture, an example): templates print its parts.
"""

from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy

from games.ai.registry import Level, offered_levels
from games.describing import length_note
from games.pacing import PACE_TITLES, Pace
from games.pictures import Example, Stairs, example, stairs, tallest
from games.refusals import told
from games.rules import OptionError, Preset, Rules
from games.rules.presets import Alternative, Choice
from games.setup import Setup, decided_for

from .fields import choose


@dataclass(frozen=True)
class LevelLabel:
    """A level as a tile shows it; `mark` counts from 1, as the marks' classes do."""

    title: str
    about: str
    mark: int

    @classmethod
    def of(cls, level: Level) -> "LevelLabel":
        """The label of a level."""
        return cls(gettext(level.title), gettext(level.about), level.horns + 1)


@dataclass(frozen=True)
class WayLabel:
    """One alternative of a preset's choice, with what it comes to."""

    title: str
    note: str = ""
    stairs: Stairs | None = None
    example: Example | None = None


class NewGameForm(forms.Form):
    """What every new game asks: the computers' level and the pace."""

    begin_with: Setup
    press = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)
    level = forms.ChoiceField(label=gettext_lazy("Computers"), widget=forms.RadioSelect)
    pace = forms.ChoiceField(label=gettext_lazy("Pace"), widget=forms.RadioSelect)

    def __init__(self, data: QueryDict | None = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        levels = [(level.key, LevelLabel.of(level)) for level in offered_levels()]
        choose(self, "level", levels)
        choose(self, "pace", [(str(pace), gettext(PACE_TITLES[pace])) for pace in Pace])

    def _setup(self, preset: str, rules: Rules) -> Setup:
        return Setup(self.cleaned_data["level"], Pace(self.cleaned_data["pace"]), preset, rules)


class SetupForm(NewGameForm):
    """A game by a preset, with the preset's own choices. `setup` is the choice to begin with."""

    players = forms.TypedChoiceField(
        label=gettext_lazy("Players, with you"), coerce=int, widget=forms.RadioSelect
    )

    def __init__(self, preset: Preset, setup: Setup, data: QueryDict | None = None) -> None:
        self.preset, self.begin_with = preset, setup
        rules = setup.rules if setup.preset == preset.key else None
        players = closest(setup.rules.players, preset)
        decided = decided_for(preset, rules) if rules is not None else {}
        initial = {"level": setup.level, "pace": str(setup.pace), "players": players}
        super().__init__(data, initial=initial)
        choose(self, "players", [(str(number), str(number)) for number in preset.players])
        self._ways = [choice.key for choice in preset.choices]
        for choice in preset.choices:
            start = decided.get(choice.key, choice.alternatives[0].key)
            self.fields[choice.key] = _way_field(preset, choice, players, start)

    def clean(self) -> dict[str, Any]:
        """Work out the rules; what can't be played together is told at its field."""
        cleaned = super().clean() or {}
        if not self.errors:
            decided = {key: cleaned[key] for key in self._ways}
            try:
                self.rules = self.preset.rules(cleaned["players"], decided)
            except OptionError as error:
                self.add_error(error.option if error.option in self.fields else None, told(error))
        return cleaned

    @property
    def setup(self) -> Setup:
        """The choice of a valid form."""
        return self._setup(self.preset.key, self.rules)

    @property
    def ways(self) -> list[forms.BoundField]:
        """The fields of the preset's own choices."""
        return [self[key] for key in self._ways]


def closest(players: int, preset: Preset) -> int:
    """The usual number of players of a preset that is nearest to a number."""
    return min(preset.players, key=lambda usual: abs(usual - players))


_PICTURED: Final = {"length": "stairs", "direction": "stairs", "scoring": "example"}


def _way_field(preset: Preset, choice: Choice, players: int, start: str) -> forms.ChoiceField:
    ways = [preset.rules(players, {choice.key: a.key}) for a in choice.alternatives]
    picture = _PICTURED.get(choice.key, "")
    field = forms.ChoiceField(
        label=gettext(choice.title),
        widget=forms.RadioSelect,
        initial=start,
        choices=[
            (a.key, _way_label(a, rules, picture, tallest(ways)))
            for a, rules in zip(choice.alternatives, ways, strict=True)
        ],
    )
    field.picture = picture  # type: ignore[attr-defined]  # for the template
    return field


def _way_label(alternative: Alternative, rules: Rules, picture: str, highest: int) -> WayLabel:
    title = gettext(alternative.title)
    match picture:
        case "stairs":
            return WayLabel(title, length_note(rules), stairs=stairs(rules, highest))
        case "example":
            return WayLabel(title, example=example(rules))
    return WayLabel(title)
