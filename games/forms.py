"""The forms of the pages around the table: a new game by a preset, by house rules, preferences.

A choice's label may be more than words (a picture, an example): templates print its parts.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy

from accounts.preferences import CHOICES

from .ai.registry import Level, offered_levels
from .clocks import CLOCK_TITLES, Clock
from .describing import filling_text, length_note
from .labels import OPTION_LABELS
from .pacing import PACE_TITLES, Pace
from .pictures import MOST_BARS, Example, Stairs, example, stairs, tallest
from .refusals import told
from .rules import DEFAULT_PRESET, PRESETS, OptionError, Preset, Rules, rules_from
from .rules.errors import gettext_noop
from .rules.options import (
    AFTER_SCHEDULE,
    MAX_DEALS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    Shape,
)
from .rules.presets import Alternative, Choice
from .setup import Setup, TableSetup, decided_for, preset_for


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
        _choose(self, "level", levels)
        _choose(self, "pace", [(str(pace), gettext(PACE_TITLES[pace])) for pace in Pace])

    def _setup(self, preset: str, rules: Rules) -> Setup:
        return Setup(self.cleaned_data["level"], Pace(self.cleaned_data["pace"]), preset, rules)


def _choose(form: forms.Form, name: str, choices: Iterable[tuple[str, object]]) -> None:
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)


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
        _choose(self, "players", [(str(number), str(number)) for number in preset.players])
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


# --- House rules --------------------------------------------------------------

DEFAULT_TARGET: Final = 100

_FIELD_OF: Final = {
    "schedule": "shape",
    "schedule.top": "top",
    "schedule.low": "low",
    "schedule.sizes": "sizes",
    "schedule.deals": "deals",
    "end": "target",
}
"""The field that an option is told at, where it isn't called the same."""


def _radio(label: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, widget=forms.RadioSelect)


def _select(label: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label)


def _number(label: Any, most: int, help_text: Any = "") -> forms.IntegerField:
    field = forms.IntegerField(label=label, required=False, help_text=help_text)
    field.widget.attrs |= {"inputmode": "numeric", "min": 1, "max": most}
    return field


class HouseRulesForm(NewGameForm):
    """A game by any rules: every option there is."""

    wished = forms.CharField(max_length=30, required=False, widget=forms.HiddenInput)
    players = forms.TypedChoiceField(
        label=gettext_lazy("Players, with you"),
        coerce=int,
        widget=forms.RadioSelect,
        choices=[(number, str(number)) for number in range(MIN_PLAYERS, MAX_PLAYERS + 1)],
    )
    shape = _select(gettext_lazy("Hand sizes"))
    top = _number(
        gettext_lazy("Largest hand"), 17, gettext_lazy("Empty: the usual one for so many players")
    )
    low = _number(gettext_lazy("Smallest hand"), 17)
    sizes = forms.CharField(
        label=gettext_lazy("Hand sizes, one by one"),
        required=False,
        max_length=400,
        help_text=gettext_lazy("Such as 1 3 5 7 5 3 1"),
    )
    deals = _number(gettext_lazy("Deals"), MAX_DEALS)
    trump = _select(gettext_lazy("Trump"))
    trump_order = forms.CharField(
        label=gettext_lazy("Order of suits"),
        required=False,
        max_length=60,
        help_text=gettext_lazy("C, D, H, S, and NT for a deal without trump"),
    )
    no_trump = _select(gettext_lazy("Deals without trump"))
    bidding = _radio(gettext_lazy("Bidding"))
    hook = forms.BooleanField(
        label=gettext_lazy("Dealer’s restriction"),
        required=False,
        help_text=gettext_lazy("The dealer may not make the bids even."),
    )
    announce = forms.BooleanField(
        label=gettext_lazy("Announcement"),
        required=False,
        help_text=gettext_lazy("Over, under or even is announced after the bidding."),
    )
    void = _radio(gettext_lazy("Who can’t follow suit"))
    made = _select(gettext_lazy("A made bid"))
    missed = _select(gettext_lazy("A missed bid"))
    made_zero = _select(gettext_lazy("A made bid of 0"))
    hard_score = forms.BooleanField(
        label=gettext_lazy("Hard score"),
        required=False,
        help_text=gettext_lazy("A single winner gets 10 more in the end."),
    )
    end = _radio(gettext_lazy("The game ends"))
    target = _number(gettext_lazy("Total to reach"), 10_000)
    first_dealer = _select(gettext_lazy("First dealer"))
    settlement = _select(gettext_lazy("Settlement"))

    def __init__(self, setup: Setup, data: QueryDict | None = None) -> None:
        self.begin_with = setup
        initial: dict[str, Any] = {"level": setup.level, "pace": str(setup.pace)}
        initial |= {"wished": setup.preset, **fields_of(setup.rules)}
        if _has_usual_top(setup):
            initial["top"] = None  # so that it follows when the number of players is changed
        super().__init__(data, initial=initial)
        for name, titles in OPTION_LABELS.items():
            _choose(self, name, [(str(key), gettext(title)) for key, title in titles.items()])

    def clean_wished(self) -> str:
        """The preset that what was left open is taken from; the usual one for house rules."""
        wished: str = self.cleaned_data["wished"]
        return wished if wished in PRESETS else DEFAULT_PRESET.key

    def clean(self) -> dict[str, Any]:
        """Work out the rules; what can't be played is told at the field at fault."""
        cleaned = super().clean() or {}
        if not self.errors:
            try:
                self.rules = rules_from({"preset": cleaned["wished"], **options_of(cleaned)})
            except OptionError as error:
                name = _FIELD_OF.get(error.option, error.option)
                self.add_error(name if name in self.fields else None, told(error))
        return cleaned

    def begin_at_fault(self) -> None:
        """Let a page with this form open at the first field that can't be as it is."""
        at_fault = [field for name, field in self.fields.items() if name in self.errors]
        for field in at_fault[:1]:
            field.widget.attrs["autofocus"] = True

    @property
    def setup(self) -> Setup:
        """The choice of a valid form, under a preset's name where it is one after all."""
        return self._setup(preset_for(self.rules, self.cleaned_data["wished"]), self.rules)


def _has_usual_top(setup: Setup) -> bool:
    """Whether the largest hand is what the preset, by its own, would have for so many players."""
    options = setup.rules.to_options()
    if setup.preset not in PRESETS or "top" not in options["schedule"]:
        return False
    del options["schedule"]["top"]
    return rules_from({"preset": setup.preset, **options}) == setup.rules


def fields_of(rules: Rules) -> dict[str, Any]:
    """The form's fields for rules; those that don't count get what one would begin with."""
    options, schedule = rules.to_options(), rules.schedule
    plain = {key: options[key] for key in options if key not in ("schedule", "scoring", "end")}
    return {
        **plain,
        **options["scoring"],
        "shape": str(schedule.shape),
        "top": schedule.top or max(schedule.sizes),
        "low": schedule.low or 1,
        "sizes": " ".join(map(str, schedule.sizes or rules.hand_sizes[:MOST_BARS])),
        "deals": schedule.deals if schedule.deals and rules.target is None else None,
        "trump_order": " ".join(rules.trump_order),
        "end": AFTER_SCHEDULE if rules.target is None else "target",
        "target": rules.target or DEFAULT_TARGET,
    }


def options_of(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The options that a filled-in form says. What can't be played is left in, to be refused."""
    target = {"target": fields["target"]}
    return {
        "players": fields["players"],
        "schedule": _schedule_options(fields),
        "scoring": {key: fields[key] for key in ("made", "missed", "made_zero")},
        "trump": fields["trump"],
        "trump_order": _words(fields["trump_order"].upper()),
        "no_trump": fields["no_trump"],
        "hook": fields["hook"],
        "bidding": fields["bidding"],
        "void": fields["void"],
        "hard_score": fields["hard_score"],
        "end": AFTER_SCHEDULE if fields["end"] == AFTER_SCHEDULE else target,
        "first_dealer": fields["first_dealer"],
        "announce": fields["announce"],
        "settlement": fields["settlement"],
    }


def _schedule_options(fields: Mapping[str, Any]) -> dict[str, Any]:
    shape = fields["shape"]
    if shape == Shape.LIST:
        words = _words(fields["sizes"])
        return {"shape": shape, "sizes": [_whole(word) for word in words]}
    size = {} if fields["top"] is None else {"top": fields["top"]}
    if shape == Shape.FIXED:
        return {"shape": shape, "deals": fields["deals"], **size}
    return {"shape": shape, "low": fields["low"], **size}


def _words(text: str) -> list[str]:
    return text.replace(",", " ").replace(".", " ").split()


def _whole(word: str) -> int | str:
    """The number a word is; any other word stays what it is, to be refused."""
    return int(word) if word.isascii() and word.isdigit() and len(word) <= 3 else word


# --- Tables for people --------------------------------------------------------


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
    clock = _radio(gettext_lazy("Clock, for each turn"))
    entry = _radio(gettext_lazy("Who may sit down"))
    is_watchable = forms.BooleanField(
        label=gettext_lazy("Spectators"),
        required=False,
        help_text=gettext_lazy("Others may watch, without seeing anybody’s cards."),
    )
    fills = forms.BooleanField(label=gettext_lazy("Don’t wait long"), required=False)

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        _choose(self, "clock", [(str(key), gettext(name)) for key, name in CLOCK_TITLES.items()])
        _choose(self, "entry", [(key, gettext(name)) for key, name in ENTRIES.items()])
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
    "link": gettext_noop("Only who has the link"),
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


# --- Preferences --------------------------------------------------------------

_PREFERENCES: Final = {
    "theme": gettext_noop("Appearance"),
    "field": gettext_noop("Table colour"),
    "deck": gettext_noop("Deck"),
    "faces": gettext_noop("Card faces"),
    "back": gettext_noop("Card backs"),
    "sound": gettext_noop("Sounds"),
    "confirm": gettext_noop("Confirm a card before it is played"),
    "lone": gettext_noop("Play a lone card by itself"),
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
    "back": (gettext_noop("Rhombs"), gettext_noop("Rays"), gettext_noop("Waves")),
    "pace": (gettext_noop("As last time"), *PACE_TITLES.values()),
}
SWITCHES: Final = ("sound", "confirm", "lone")


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
