"""Medium: a good club player. It counts its tricks carefully, remembers every card played and
every void shown, and plays toward its bid: takes the tricks it needs, ducks the others."""

from collections.abc import Sequence
from random import Random
from typing import Final

from games.rules import Card, View, points

from .counting import count_tricks, expected_points, most_tricks, sure_tricks
from .memory import Memory
from .trick_sense import split_by_winning

LIKELY: Final = 0.5
"""The chance from which a lead is played as a trick."""
HOLDS: Final = 0.6
"""The chance from which a card that is winning is trusted to hold against those still to play."""
CLOSE: Final = 0.1
"""A ruff this much less likely to hold is preferred where it is cheaper."""
_TRUMP_DANGER: Final = 0.3
"""How much more a trump is kept from a lead, or thrown away, by who wants no tricks."""


class MediumPlayer:
    """Bids what earns most on average, then takes what it needs and ducks the rest.

    Nothing is left to chance: the same view always gets the same answer.
    """

    def bid(self, view: View, chance: Random) -> int:
        """The legal bid with the best average of points; of equals the lower."""
        count, surely = min(count_tricks(view), most_tricks(view)), sure_tricks(view)
        return max(
            view.legal_bids, key=lambda bid: (expected_points(view, bid, count, surely), -bid)
        )

    def play(self, view: View, chance: Random) -> Card:
        """The card that serves the bid."""
        legal = sorted(view.legal_plays)
        return legal[0] if len(legal) == 1 else _Turn(view, legal).card()


class _Turn:
    """One card to be chosen, with what is known for the choice."""

    def __init__(self, view: View, legal: list[Card]) -> None:
        assert view.seat is not None
        self.view = view
        self.memory = Memory(view)
        self.rivals = self.memory.rivals_left()
        self.left = len(view.hand)
        self.need = tricks_wanted(view)
        self.legal = self._without_spare_bosses(legal)
        others = tuple(seat for seat in range(view.players) if seat != view.seat)
        self.worth = {card: self.memory.wins(card, card // 13, others) for card in view.hand}

    def card(self) -> Card:
        """The card to play."""
        if not self.view.trick.cards:
            return self._lead_to_take() if self.need else self._lead_to_duck()
        winning, losing = split_by_winning(self.view, self.legal)
        return self._take(winning, losing) if self.need else self._duck(winning, losing)

    def _without_spare_bosses(self, legal: list[Card]) -> list[Card]:
        """The cards to choose from where the highest trumps will take all that is needed.

        They can't be lost, so the other cards go first, and take nothing if they can.
        """
        bosses = [card for card in self.view.hand if self._is_boss(card)]
        others = [card for card in legal if card not in bosses]
        if not 0 < self.need <= len(bosses) or self.need == self.left or not others:
            return legal
        self.need = 0
        return others

    def _is_boss(self, card: Card) -> bool:
        return card // 13 == self.view.trump and not self.memory.higher(card)

    # Wanting tricks

    def _lead_to_take(self) -> Card:
        """The likeliest trick, if it is likely or must be one; else the least useful card."""
        best = max(self.legal, key=self._trick_chance)
        if self.need >= self.left or self.worth[best] >= LIKELY:
            return best
        return min(self.legal, key=self._danger)

    def _take(self, winning: list[Card], losing: list[Card]) -> Card:
        """A winner that should hold; the cheapest from the last seat."""
        if not winning:
            return min(losing, key=self._trick_chance)
        if not self.rivals:
            return self._winner_from_last_seat(winning)
        led = self.view.trick.cards[0] // 13
        holding = {card: self.memory.wins(card, led, self.rivals) for card in winning}
        best = self._best_winner(holding, led)
        if self.need >= self.left or not losing or holding[best] >= HOLDS:
            return best
        return min(losing, key=self._trick_chance)

    def _winner_from_last_seat(self, winning: Sequence[Card]) -> Card:
        """The cheapest winner; the highest where later tricks are too many already."""
        surplus = sum(worth >= LIKELY for worth in self.worth.values()) > self.need
        return max(winning, key=self._height) if surplus else min(winning, key=self._height)

    def _best_winner(self, holding: dict[Card, float], led: int) -> Card:
        """The winner most likely to hold, of equals the higher card; a ruff as low as may be."""
        best = max(holding, key=lambda card: (holding[card], card))
        if led == self.view.trump or best // 13 != self.view.trump:
            return best
        good = [card for card, chance in holding.items() if chance >= holding[best] - CLOSE]
        return min(good, key=self._height)

    # Wanting none

    def _lead_to_duck(self) -> Card:
        return min(self.legal, key=self._danger)

    def _duck(self, winning: list[Card], losing: list[Card]) -> Card:
        """The most dangerous card that loses; else the highest from the last seat, which has the
        trick anyway, or the lowest in the hope that it is beaten."""
        if losing:
            return max(losing, key=self._danger)
        return min(winning, key=self._height) if self.rivals else max(winning, key=self._height)

    # How cards compare

    def _height(self, card: Card) -> tuple[bool, int, Card]:
        return card // 13 == self.view.trump, card % 13, card

    def _trick_chance(self, card: Card) -> tuple[float, bool, int, Card]:
        return self.worth[card], *self._height(card)

    def _danger(self, card: Card) -> tuple[float, bool, int, Card]:
        trump = _TRUMP_DANGER if card // 13 == self.view.trump else 0.0
        return self.worth[card] + trump, *self._height(card)


def tricks_wanted(view: View) -> int:
    """How many of the tricks left a seat wants; 0 to duck them all.

    While the bid can be made, what it lacks. Once it is lost, every trick or none by what earns
    more, or by what spoils others' bids where nothing more can be earned.
    """
    assert view.seat is not None
    bid, taken, left = view.bid or 0, view.taken[view.seat], len(view.hand)
    if 0 <= bid - taken <= left:
        return bid - taken
    scoring, size = view.rules.scoring, view.hand_size
    gain = points(scoring, bid, taken + 1, size) - points(scoring, bid, taken, size)
    if gain:
        return left if gain > 0 else 0
    return left if _taking_spoils(view, left) else 0


def _taking_spoils(view: View, left: int) -> bool:
    """Whether a trick taken harms others: it is needed by who is winning it, or all are needed."""
    lacking = [
        0 if bid is None else bid - took for bid, took in zip(view.bids, view.taken, strict=True)
    ]
    if view.trick.cards:
        lacks = lacking[view.trick.best(view.trump)]
        if 0 <= lacks <= left:
            return lacks > 0
    alive = (lacks for seat, lacks in enumerate(lacking) if seat != view.seat)
    return sum(lacks for lacks in alive if 0 < lacks <= left) >= left
