"""OpenSpiel's Oh Hell and its bot, in our words: one deal at a table that both programs follow."""

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from random import Random
from typing import Any, Final, TypeAlias

from games.ai import decide
from games.rules import (
    Card,
    Phase,
    Position,
    Rules,
    View,
    deal_cards,
    parse_card,
    parse_rules,
    points,
)

SEATS: Final = 4
DECK_SIZE: Final = 52
UCT_C: Final = 10.0
SIMULATIONS: Final = 1000
BOT: Final = "ISMCTS"

RULES: Final = {
    "ten": parse_rules("4_du10_turned_10t-0_hook"),
    "tricks": parse_rules("4_du10_turned_10t-1t_hook"),
}
"""By scoring, the rules our seats play by; pyspiel's own are those of `tricks`."""


class Missing(Exception):
    """OpenSpiel isn't installed; the text is one sentence that says how to install it."""


class Disagreement(Exception):
    """The two programs differ on whose turn it is, what is legal or what was earned."""


def library() -> Any:
    """The module pyspiel. Raises Missing."""
    try:
        return import_module("pyspiel")
    except ImportError:
        raise Missing(
            "This benchmark needs OpenSpiel: "
            "pip install --require-hashes -r requirements-benchmarks.txt"
        ) from None


@cache
def game(size: int) -> Any:
    """pyspiel's game with hands of so many cards."""
    return library().load_game("oh_hell", {"players": SEATS, "num_tricks_fixed": size})


@cache
def card_actions() -> tuple[int, ...]:
    """pyspiel's number of each of our cards, 0..51."""
    state = game(1).new_initial_state()
    state.apply_action(1)  # one trick
    state.apply_action(0)  # seat 0 deals; from here on its actions are cards
    named = {parse_card(state.action_to_string(a)[::-1]): a for a in range(DECK_SIZE)}
    return tuple(named[card] for card in range(DECK_SIZE))


class Table:
    """A deal that pyspiel referees (`state`) and our rules follow (`position`).

    `act` raises Disagreement where the two differ.
    """

    def __init__(self, position: Position, state: Any) -> None:
        self.position = position
        self.state = state

    @classmethod
    def dealt(cls, rules: Rules, number: int, dealer: int, deck: Sequence[Card]) -> "Table":
        """Deal `number` (from 0) from a deck, before the first bid."""
        dealt, size = deal_cards(rules, number, dealer, deck), rules.hand_size(number)
        assert dealt.turn_up is not None
        in_order = [card for cards in zip(*dealt.hands, strict=True) for card in cards]
        state = game(size).new_initial_state()
        cards = [card_actions()[card] for card in (*in_order, dealt.turn_up)]
        for action in (size, dealer, *cards):
            state.apply_action(action)
        return cls(Position.start(rules, number, dealer, dealt), state)

    def copy(self) -> "Table":
        """The same moment, to think about later."""
        return Table(self.position, self.state.clone())

    @property
    def is_over(self) -> bool:
        """Whether the last card has been played."""
        return bool(self.state.is_terminal())

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return int(self.state.current_player())

    @property
    def view(self) -> View:
        """What the seat whose turn it is may know."""
        return self.position.seen_by(self.seat)

    @property
    def is_bidding(self) -> bool:
        """Whether a bid is asked for, not a card."""
        return self.position.phase is Phase.BIDDING

    @property
    def choices(self) -> list[int]:
        """The legal bids or cards, as pyspiel has them."""
        return [self.choice(action) for action in self.state.legal_actions()]

    def choice(self, action: int) -> int:
        """The bid or card that pyspiel's number stands for."""
        if self.is_bidding:
            return action - DECK_SIZE
        return card_actions().index(action)

    def act(self, choice: int) -> None:
        """Make the bid or play the card of the seat whose turn it is."""
        self._compare_choices()
        seat = self.seat
        if self.is_bidding:
            self.state.apply_action_with_legality_check(DECK_SIZE + choice)
            self.position = self.position.after_bid(seat, choice)
        else:
            self.state.apply_action_with_legality_check(card_actions()[choice])
            self.position = self.position.after_play(seat, choice)

    def points(self) -> list[int]:
        """The points of the finished deal by seat, by the scoring that our seats think in.

        Raises Disagreement where pyspiel's own points aren't what our rules count for them.
        """
        counted, returned = self._points_by("tricks"), list(map(int, self.state.returns()))
        if returned != counted:
            raise Disagreement(f"pyspiel counts {returned}, our rules {counted}.")
        return list(self.position.points() or ())

    def _points_by(self, scoring: str) -> list[int]:
        end, by = self.position, RULES[scoring].scoring
        hands = zip(end.bids, end.taken, strict=True)
        return [points(by, bid or 0, taken, end.hand_size) for bid, taken in hands]

    def _compare_choices(self) -> None:
        ours = self.view.legal_bids if self.is_bidding else self.view.legal_plays
        if sorted(self.choices) != sorted(ours):
            raise Disagreement(f"pyspiel allows {sorted(self.choices)}, our rules {sorted(ours)}.")


Thinker: TypeAlias = Callable[[Table], int]
"""Answers with a bid or card for the seat whose turn it is."""


def our_player(level: str, chance: Random) -> Thinker:
    """One of our levels, which sees its seat's view alone."""
    return lambda table: decide(level, table.view, chance)


def their_bot(simulations: int, seed: int) -> Thinker:
    """The ISMCTS bot, which is given pyspiel's state. `seed` has 31 bits."""
    spiel = library()
    bot = spiel.ISMCTSBot(
        seed,
        spiel.RandomRolloutEvaluator(1, seed),
        UCT_C,
        simulations,
        final_policy_type=spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
    )
    return lambda table: table.choice(bot.step(table.state))


def play(table: Table, thinkers: Sequence[Thinker]) -> Table:
    """The table at the end of its deal, played by one thinker a seat."""
    while not table.is_over:
        table.act(thinkers[table.seat](table))
    return table
