"""A game by house rules: every option of the rules."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from games.labels import OPTION_LABELS
from games.pictures import MOST_BARS
from games.refusals import told
from games.rules import DEFAULT_PRESET, PRESETS, OptionError, Rules, rules_from
from games.rules.options import AFTER_SCHEDULE, MAX_DEALS, MAX_PLAYERS, MIN_PLAYERS, Shape
from games.setup import Setup, preset_for

from .fields import choose, number, radio, select
from .new_game import NewGameForm

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


class HouseRulesForm(NewGameForm):
    """A game by any rules: every option there is."""

    wished = forms.CharField(max_length=30, required=False, widget=forms.HiddenInput)
    players = forms.TypedChoiceField(
        label=gettext_lazy("Players, with you"),
        coerce=int,
        widget=forms.RadioSelect,
        choices=[(count, str(count)) for count in range(MIN_PLAYERS, MAX_PLAYERS + 1)],
    )
    shape = select(gettext_lazy("Hand sizes"))
    top = number(
        gettext_lazy("Largest hand"), 17, gettext_lazy("Empty: the usual one for so many players")
    )
    low = number(gettext_lazy("Smallest hand"), 17)
    sizes = forms.CharField(
        label=gettext_lazy("Hand sizes, one by one"),
        required=False,
        max_length=400,
        help_text=gettext_lazy("For example: 1 3 5 7 5 3 1"),
    )
    deals = number(gettext_lazy("Deals"), MAX_DEALS)
    trump = select(gettext_lazy("Trump"))
    trump_order = forms.CharField(
        label=gettext_lazy("Order of suits"),
        required=False,
        max_length=60,
        help_text=gettext_lazy("C, D, H, S, and NT for a deal without trump"),
    )
    no_trump = select(gettext_lazy("Deals without trump"))
    bidding = radio(gettext_lazy("Bidding"))
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
    void = radio(gettext_lazy("Who can’t follow suit"))
    made = select(gettext_lazy("A made bid"))
    missed = select(gettext_lazy("A missed bid"))
    made_zero = select(gettext_lazy("A made bid of 0"))
    hard_score = forms.BooleanField(
        label=gettext_lazy("Hard score"),
        required=False,
        help_text=gettext_lazy("A single winner gets 10 more in the end."),
    )
    end = radio(gettext_lazy("The game ends"))
    target = number(gettext_lazy("Total to reach"), 10_000)
    first_dealer = select(gettext_lazy("First dealer"))
    settlement = select(gettext_lazy("Settlement"))

    def __init__(self, setup: Setup, data: QueryDict | None = None) -> None:
        self.begin_with = setup
        initial: dict[str, Any] = {"level": setup.level, "pace": str(setup.pace)}
        initial |= {"wished": setup.preset, **fields_of(setup.rules)}
        if _has_usual_top(setup):
            initial["top"] = None  # so that it follows when the number of players is changed
        super().__init__(data, initial=initial)
        for name, titles in OPTION_LABELS.items():
            choose(self, name, [(str(key), str(title)) for key, title in titles.items()])

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
