"""The forms of the pages around the table: a new game by a preset, by house rules, a table for
people, preferences."""

from .house_rules import HouseRulesForm, fields_of, options_of
from .new_game import LevelLabel, SetupForm, closest
from .preferences import PreferencesForm
from .tables import HouseTableForm, TableForm

__all__ = [
    "HouseRulesForm",
    "HouseTableForm",
    "LevelLabel",
    "PreferencesForm",
    "SetupForm",
    "TableForm",
    "closest",
    "fields_of",
    "options_of",
]
