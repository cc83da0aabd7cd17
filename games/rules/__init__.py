"""The rules of Oh Hell, whole, in plain Python.

A game is a sequence of deals. In each, every seat bids how many tricks it will take, then one
card from every seat makes a trick, followers following suit, the highest trump or else the
highest card of the led suit taking it. A seat scores for taking exactly what it bid.

`Rules` says which of the game's many forms is played (`rules_from`, `PRESETS`, `parse_rules`);
`Position` is a deal at one moment and the one truth about what is legal; `View` is what one seat
may know of it; a `Record` is a whole game, as it is written and read. Nothing here knows of
databases, networks or computers' players.
"""

from .cards import Card, Suit, card_code, card_codes, parse_card, parse_cards, rank_of, suit_of
from .dealing import Dealt, Draw, deal_cards, dealer_of, draw_dealer, next_seat, shuffled_deck
from .errors import MoveError, OptionError, RecordError, RulesError
from .options import Rules
from .position import Position
from .presets import DEFAULT_PRESET, PRESETS, Preset, preset_of, rules_from
from .public import Phase
from .record import DealFacts, Record, RecordedDeal, parse_record, read_record, record_of
from .scoring import final_totals, places, points, settle
from .text import parse_rules, rules_text
from .trick import Trick
from .view import View

__all__ = [
    "DEFAULT_PRESET",
    "PRESETS",
    "Card",
    "DealFacts",
    "Dealt",
    "Draw",
    "MoveError",
    "OptionError",
    "Phase",
    "Position",
    "Preset",
    "Record",
    "RecordError",
    "RecordedDeal",
    "Rules",
    "RulesError",
    "Suit",
    "Trick",
    "View",
    "card_code",
    "card_codes",
    "deal_cards",
    "dealer_of",
    "draw_dealer",
    "final_totals",
    "next_seat",
    "parse_card",
    "parse_cards",
    "parse_record",
    "parse_rules",
    "places",
    "points",
    "preset_of",
    "rank_of",
    "read_record",
    "record_of",
    "rules_from",
    "rules_text",
    "settle",
    "shuffled_deck",
    "suit_of",
]
