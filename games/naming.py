"""Names of cards, suits and rules in the reader's language."""

from functools import cache
from typing import Final

from django.utils.translation import get_language, gettext, ngettext, pgettext_lazy

from .ai.registry import LEVELS
from .models import Game
from .rules import PRESETS, Card, Rules, Suit, card_code, suit_of
from .rules.cards import CLUBS, DIAMONDS, HEARTS, SPADES, suit_code
from .rules.errors import SUIT_NAMES
from .rules.options import Shape

_RANKS: Final = {
    "2": pgettext_lazy("rank of a card", "2"),
    "3": pgettext_lazy("rank of a card", "3"),
    "4": pgettext_lazy("rank of a card", "4"),
    "5": pgettext_lazy("rank of a card", "5"),
    "6": pgettext_lazy("rank of a card", "6"),
    "7": pgettext_lazy("rank of a card", "7"),
    "8": pgettext_lazy("rank of a card", "8"),
    "9": pgettext_lazy("rank of a card", "9"),
    "T": pgettext_lazy("rank of a card", "10"),
    "J": pgettext_lazy("rank of a card", "jack"),
    "Q": pgettext_lazy("rank of a card", "queen"),
    "K": pgettext_lazy("rank of a card", "king"),
    "A": pgettext_lazy("rank of a card", "ace"),
}
_OF_SUIT: Final = {
    "C": pgettext_lazy("a card of the suit", "clubs"),
    "D": pgettext_lazy("a card of the suit", "diamonds"),
    "H": pgettext_lazy("a card of the suit", "hearts"),
    "S": pgettext_lazy("a card of the suit", "spades"),
}
BLACK: Final = frozenset((CLUBS, SPADES))
SHOWN_SUITS: Final = (SPADES, HEARTS, CLUBS, DIAMONDS)
"""The usual order of suits in a hand."""


def suit_name(suit: Suit) -> str:
    """A suit's name: hearts."""
    return gettext(SUIT_NAMES[suit_code(suit)])


def suit_of_cards(suit: Suit) -> str:
    """A suit's name as it is said of its cards: ace of hearts, no hearts."""
    return str(_OF_SUIT[suit_code(suit)])


def card_name(card: Card) -> str:
    """A card's name: ace of spades."""
    return _card_name(card, get_language())


@cache
def _card_name(card: Card, language: str | None) -> str:
    """A table shows a score of cards: the names are put together once for each language."""
    rank, suit = str(_RANKS[card_code(card)[0]]), suit_of_cards(suit_of(card))
    return gettext("%(rank)s of %(suit)s") % {"rank": rank, "suit": suit}


def rank_figure(card: Card) -> str:
    """A card's rank as printed in its corner: 10, K."""
    return card_code(card)[0].replace("T", "10")


def level_title(key: str) -> str:
    """A level's name; empty for none."""
    return gettext(LEVELS[key].title) if key in LEVELS else ""


def cards_text(count: int) -> str:
    """So many cards."""
    return ngettext("%(count)s card", "%(count)s cards", count) % {"count": count}


def schedule_text(rules: Rules) -> str:
    """A schedule in a few figures: 10-1-10, or to 100."""
    schedule = rules.schedule
    if rules.target is not None:
        return gettext("to %(target)s") % {"target": rules.target}
    top, low = schedule.top, schedule.low
    match schedule.shape:
        case Shape.DOWN_UP:
            return f"{top}-{low}-{top}"
        case Shape.UP_DOWN:
            return f"{low}-{top}-{low}"
        case Shape.UP:
            return f"{low}-{top}"
        case Shape.DOWN:
            return f"{top}-{low}"
    return deals_text(len(rules.hand_sizes))


def deals_text(count: int) -> str:
    """So many deals; 0 for a game that goes on to a target."""
    if not count:
        return gettext("to a target")
    return ngettext("%(count)s deal", "%(count)s deals", count) % {"count": count}


def rules_title(game: Game) -> str:
    """What rules a game is played by: its preset's name, or house rules."""
    if game.preset in PRESETS:
        return gettext(PRESETS[game.preset].title)
    return gettext("House rules")


def rules_in_a_line(game: Game) -> str:
    """What is played at a table: 4 players, 10-1-10, with the name of what isn't usual."""
    return gettext(", ").join(_rules_in_parts(game))


def _rules_in_parts(game: Game) -> list[str]:
    rules = game.rules
    players = ngettext("%(count)s player", "%(count)s players", rules.players) % {
        "count": rules.players
    }
    title = [] if game.preset == "standard" else [rules_title(game)]
    return [players, *title, schedule_text(rules)]


def game_title(game: Game) -> str:
    """A game in one line: Medium, 4 players, 10-1-10. With other people: With people, 4 ..."""
    company = gettext("With people") if game.is_shared else level_title(game.level)
    return gettext(", ").join([company, *_rules_in_parts(game)])
