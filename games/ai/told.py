"""A view that another program tells in JSON, checked as far as one seat's knowledge allows.

The reverse of what the site does: there a view is what a position shows to a seat; here it is
all there is, so everything that can't be at any table is refused with one sentence.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from games.rules import Card, OptionError, Rules, Suit, Trick, View, card_code, rules_from, suit_of
from games.rules.bidding import barred_bid
from games.rules.cards import DECK, parse_card, parse_suit
from games.rules.dealing import next_seat
from games.rules.errors import CardCodeError, shown
from games.rules.options import Trump, Void
from games.rules.public import nobody, put
from games.rules.trick import legal_plays

KEYS: Final = (
    "rules", "seat", "dealer", "hand_size", "turn_up", "trump", "hand", "bids", "plays",
)  # fmt: skip


class ViewError(ValueError):
    """A told view that can't be: one sentence says why."""


@dataclass(frozen=True)
class _Told:
    """The parts of a told view, each of the right kind; what they come to isn't checked yet."""

    rules: Rules
    number: int
    seat: int
    dealer: int
    turn_up: Card | None
    trump: Suit | None
    hand: frozenset[Card]
    bids: tuple[tuple[int, int], ...]
    plays: tuple[tuple[int, Card], ...]

    @property
    def size(self) -> int:
        """The cards dealt to each seat."""
        return self.rules.hand_size(self.number)


def view_of(data: object) -> View:
    """The view that parsed JSON tells, its seat to act. Raises ViewError when it can't be."""
    told = _told(data)
    bids = _bids(told)
    if told.plays and len(told.bids) < told.rules.players:
        raise ViewError("A card is played before every seat has bid.")
    tricks, trick = _tricks(told)
    _check_cards(told)
    _check_suits(told)
    view = View(
        told.rules, told.number, told.dealer, told.turn_up, told.trump,
        bids, frozenset(seat for seat, _ in told.bids),
        tricks, trick, _taken(told, tricks), told.seat, told.hand,
    )  # fmt: skip
    if not view.is_to_act:
        raise ViewError(f"Seat {told.seat} is not to act.")
    return view


# --- Kinds --------------------------------------------------------------------


def _told(data: object) -> _Told:
    if not isinstance(data, Mapping):
        raise ViewError("A view is a JSON object.")
    missing = [key for key in KEYS if key not in data and key not in ("turn_up", "trump")]
    if missing:
        raise ViewError(f"The view has no “{missing[0]}”.")
    rules = _rules(data["rules"])
    turned, trump = data.get("turn_up"), data.get("trump")
    turn_up = None if turned is None else _card(turned)
    suit = None if trump is None else _suit(trump)
    return _Told(
        rules=rules,
        number=_deal_number(rules, _whole(data["hand_size"], "“hand_size”"), turn_up, suit),
        seat=_seat(data["seat"], rules),
        dealer=_seat(data["dealer"], rules),
        turn_up=turn_up,
        trump=suit,
        hand=_hand(data["hand"]),
        bids=tuple((_seat(s, rules), _whole(b, "A bid")) for s, b in _pairs(data, "bids")),
        plays=tuple((_seat(s, rules), _card(code)) for s, code in _pairs(data, "plays")),
    )


def _rules(options: object) -> Rules:
    if not isinstance(options, Mapping):
        raise ViewError("“rules” is not a JSON object.")
    try:
        return rules_from(options)
    except OptionError as error:
        raise ViewError(str(error)) from None


def _whole(value: object, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ViewError(f"{what} is not a whole number.")
    return value


def _seat(value: object, rules: Rules) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < rules.players:
        raise ViewError(f"{shown(value)} is not a seat from 0 to {rules.players - 1}.")
    return value


def _card(code: object) -> Card:
    try:
        return parse_card(code)
    except CardCodeError as error:
        raise ViewError(str(error)) from None


def _suit(code: object) -> Suit:
    try:
        return parse_suit(code)
    except CardCodeError:
        raise ViewError(f"“{shown(code)}” is not a suit: C, D, H or S.") from None


def _hand(value: object) -> frozenset[Card]:
    if not isinstance(value, list):
        raise ViewError("“hand” is not a list.")
    cards = [_card(code) for code in value]
    for card in cards:
        if cards.count(card) > 1:
            raise ViewError(f"{card_code(card)} is in the hand twice.")
    return frozenset(cards)


def _pairs(data: Mapping[str, Any], key: str) -> Sequence[tuple[object, object]]:
    pairs = data[key]
    if not isinstance(pairs, list) or not all(
        isinstance(pair, list) and len(pair) == 2 for pair in pairs
    ):
        raise ViewError(f"“{key}” is not a list of [seat, value] pairs.")
    return [(seat, value) for seat, value in pairs]


def _deal_number(rules: Rules, size: int, turn_up: Card | None, trump: Suit | None) -> int:
    """A deal of the schedule that the hand size, the turned card and the trump fit."""
    if turn_up is not None and suit_of(turn_up) != trump:
        raise ViewError("The trump is not the suit of the turned card.")
    for number in range(len(rules.hand_sizes) * len(rules.trump_order)):
        fits = rules.hand_size(number) == size and rules.turns_card(number) == (turn_up is not None)
        if fits and (turn_up is not None or rules.fixed_trump(number) == trump):
            return number
    raise ViewError(f"These rules have no deal of {size} cards with this trump and turned card.")


# --- Bids and tricks ----------------------------------------------------------


def _bids(told: _Told) -> tuple[int | None, ...]:
    """Bids by seat, made in order and legal."""
    players = told.rules.players
    bids: tuple[int | None, ...] = nobody(players)
    if len(told.bids) > players:
        raise ViewError("There are more bids than seats.")
    for place, (seat, bid) in enumerate(told.bids):
        if seat != (told.dealer + 1 + place) % players:
            raise ViewError(f"It was not seat {seat}'s turn to bid.")
        barred = barred_bid(bids, told.size, hooked=told.rules.hook, is_last=place == players - 1)
        if not 0 <= bid <= told.size or bid == barred:
            raise ViewError(f"Seat {seat} can't have bid {bid}.")
        bids = put(bids, seat, bid)
    return bids


def _tricks(told: _Told) -> tuple[tuple[Trick, ...], Trick]:
    """Complete tricks and the one under way, every card played in turn and legally as far as
    the later cards of its seat tell."""
    tricks: list[Trick] = []
    trick = Trick(told.rules.players, next_seat(told.dealer, told.rules.players))
    for place, (seat, card) in enumerate(told.plays):
        if len(tricks) == told.size:
            raise ViewError("There are more cards played than were dealt.")
        if seat != trick.turn:
            raise ViewError(f"It was not seat {seat}'s turn to play {card_code(card)}.")
        held = _held_for_sure(told, seat, place)
        if card not in legal_plays(held, trick.led, told.trump, told.rules.void):
            raise ViewError(f"Seat {seat} can't have played {card_code(card)}, by what it held.")
        trick = trick.with_card(card)
        if trick.is_complete:
            tricks.append(trick)
            trick = Trick(trick.players, trick.best(told.trump))
    return tuple(tricks), trick


def _held_for_sure(told: _Told, seat: int, place: int) -> frozenset[Card]:
    """Cards that a seat is known to have held before a play: what it plays from there on, its
    own hand, the dealer's turned card."""
    held = {card for at, card in told.plays[place:] if at == seat}
    if seat == told.seat:
        held |= told.hand
    if _dealers_card_waits(told, place) and seat == told.dealer:
        held |= {card for card in (told.turn_up,) if card is not None}
    return frozenset(held)


def _dealers_card_waits(told: _Told, place: int) -> bool:
    """Whether the dealer still held its turned card before a play."""
    if told.rules.trump is not Trump.DEALERS_LAST or told.turn_up is None:
        return False
    return all(card != told.turn_up for _, card in told.plays[:place])


def _taken(told: _Told, tricks: Sequence[Trick]) -> tuple[int, ...]:
    winners = [trick.best(told.trump) for trick in tricks]
    return tuple(winners.count(seat) for seat in range(told.rules.players))


# --- Cards --------------------------------------------------------------------


def _check_cards(told: _Told) -> None:
    """Every card at one place, and the hand of the right size."""
    played = [card for _, card in told.plays]
    for card in played:
        if played.count(card) > 1:
            raise ViewError(f"{card_code(card)} is played twice.")
        if card in told.hand:
            raise ViewError(f"{card_code(card)} is played and in the hand.")
    own = sum(seat == told.seat for seat, _ in told.plays)
    if len(told.hand) + own != told.size:
        raise ViewError(f"The hand has {len(told.hand)} cards, not {told.size - own}.")
    _check_turned(told)


def _check_turned(told: _Told) -> None:
    """The turned card lies on the stock, or it is the dealer's."""
    turned = told.turn_up
    if turned is None:
        return
    holders = [seat for seat, card in told.plays if card == turned]
    holders += [told.seat] if turned in told.hand else []
    if told.rules.trump is not Trump.DEALERS_LAST:
        if holders:
            raise ViewError(f"The turned card {card_code(turned)} is in a hand.")
    elif any(seat != told.dealer for seat in holders) or (told.seat == told.dealer and not holders):
        raise ViewError(f"The turned card {card_code(turned)} is the dealer's.")


def _check_suits(told: _Told) -> None:
    """Enough unseen cards for every choice of other seats, in suits they may hold."""
    suits, held = _open_suits(told), _unknown_held(told)
    known = {card for _, card in told.plays} | told.hand | {told.turn_up}
    unseen = [card for card in DECK if card not in known]
    for size in range(1, len(held) + 1):
        for seats in combinations(held, size):
            may = frozenset[Suit]().union(*(suits[seat] for seat in seats))
            if sum(held[seat] for seat in seats) > sum(suit_of(card) in may for card in unseen):
                raise ViewError("The seats can't hold so many cards of the suits they may have.")


def _unknown_held(told: _Told) -> dict[int, int]:
    """How many cards that can't be known each other seat holds."""
    held = {seat: told.size for seat in range(told.rules.players) if seat != told.seat}
    for seat, _ in told.plays:
        if seat in held:
            held[seat] -= 1
    if told.dealer in held and _dealers_card_waits(told, len(told.plays)):
        held[told.dealer] -= 1
    return held


def _open_suits(told: _Told) -> list[frozenset[Suit]]:
    """The suits that each seat may still hold, by the voids it has shown."""
    suits = [frozenset(range(4))] * told.rules.players
    tricks, trick = _tricks(told)
    must = told.rules.void is Void.MUST_TRUMP
    for each in (*tricks, trick):
        for seat, card in each.played():
            if suit_of(card) != each.led:
                suits[seat] -= {each.led}
                if must and suit_of(card) != told.trump:
                    suits[seat] -= {told.trump}
    return suits
