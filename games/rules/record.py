"""The game record: a whole game as one JSON object that any program can write, read and check.

`record_of` makes a record from the facts of a game, `parse_record` and `read_record` from text
and parsed JSON. All three replay every bid and card, so a `Record` that exists is a game that
could have been played; everything else is refused with one line that names deal, turn and
reason. Seats count from 0, as everywhere; deals and turns (bids, then cards) count from 1.

A record of a deal that is still played holds its hands: hand it to nobody.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from .cards import Card, card_code, card_codes, parse_card
from .dealing import Dealt, next_seat
from .errors import (
    SUIT_NAMES,
    BidBarred,
    BidOutOfRange,
    CardCodeError,
    CardNotHeld,
    DealIsOver,
    MoveError,
    MustFollow,
    MustTrump,
    NotBidding,
    OptionError,
    RecordError,
    StillBidding,
    shown,
)
from .options import Rules, Trump
from .position import Position
from .presets import rules_from
from .scoring import final_totals, places

FORMAT: Final = "oh-hell-record"
VERSION: Final = 1
MAX_BYTES: Final = 1_000_000
MAX_NAME: Final = 200


@dataclass(frozen=True)
class DealFacts:
    """What happened in a deal: hands by seat as dealt, bids in bidding order from eldest, cards
    in playing order. A deal under way ends early."""

    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    turn_up: Card | None
    bids: tuple[int, ...] = ()
    plays: tuple[Card, ...] = ()

    @classmethod
    def by_seat(
        cls, dealer: int, dealt: Dealt, bids: Sequence[int | None], plays: Sequence[Card]
    ) -> "DealFacts":
        """The facts of a deal whose bids are known by seat, None where a seat hasn't bid.

        Bids beyond the first seat that is still to bid (all may bid at once) are left out.
        """
        seats = len(bids)
        ordered: list[int] = []
        for place in range(seats):
            bid = bids[(dealer + 1 + place) % seats]
            if bid is None:
                break
            ordered.append(bid)
        return cls(dealer, dealt.hands, dealt.turn_up, tuple(ordered), tuple(plays))


@dataclass(frozen=True)
class RecordedDeal:
    """A deal's facts and what they come to, by seat: tricks taken so far, and points, which are
    None while the deal is under way."""

    facts: DealFacts
    taken: tuple[int, ...]
    points: tuple[int, ...] | None

    def to_json_object(self) -> dict[str, Any]:
        """The deal as a record writes it."""
        facts = self.facts
        return {
            "dealer": facts.dealer,
            "hands": [card_codes(hand) for hand in facts.hands],
            "turn_up": None if facts.turn_up is None else card_code(facts.turn_up),
            "bids": list(facts.bids),
            "plays": card_codes(facts.plays),
            "taken": list(self.taken),
            "points": _list_or_null(self.points),
        }


@dataclass(frozen=True)
class Record:
    """A game that could have been played, from its first deal to its end or any moment before.

    `totals` are by seat: those of finished deals, with hard score when the game is over.
    `places` are None until then.
    """

    rules: Rules
    players: tuple[str, ...]
    deals: tuple[RecordedDeal, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...] | None

    def to_json_object(self) -> dict[str, Any]:
        """The record, ready for `json.dumps`; every option is written."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "rules": self.rules.to_options(),
            "players": list(self.players),
            "deals": [deal.to_json_object() for deal in self.deals],
            "totals": list(self.totals),
            "places": _list_or_null(self.places),
        }

    def results(self) -> dict[str, Any]:
        """What the game came to, without the cards: the answer of the `replay` command."""
        return {
            "totals": list(self.totals),
            "places": _list_or_null(self.places),
            "deals": [
                {"taken": list(deal.taken), "points": _list_or_null(deal.points)}
                for deal in self.deals
            ],
        }


def record_of(rules: Rules, players: Sequence[str], deals: Sequence[DealFacts]) -> Record:
    """The record of a game from its facts. Raises RecordError for facts that can't be."""
    names = _names(list(players), rules)
    recorded: list[RecordedDeal] = []
    for facts in deals:
        recorded.append(_next_deal(rules, recorded, facts))
    return _record(rules, names, recorded)


def parse_record(text: str | bytes) -> Record:
    """The record a JSON text holds. Raises RecordError for anything else, of any size."""
    return read_record(_parsed(text))


def read_record(data: object) -> Record:
    """The record that parsed JSON holds. Raises RecordError with deal, turn and reason.

    Results (`taken`, `points`, `totals`, `places`) may be left out or null; those that are there
    are checked.
    """
    body = _object(data, "record")
    _check_format(body)
    rules = _rules(body.get("rules"))
    names = _names(body.get("players"), rules)
    recorded: list[RecordedDeal] = []
    for number, deal in enumerate(_list(body.get("deals"), "record", "deals")):
        claims = _object(deal, _before(number))
        recorded.append(_next_deal(rules, recorded, _facts(rules, number, claims)))
        _check_deal(number, recorded[-1], claims)
    record = _record(rules, names, recorded)
    _check_results(record, body)
    return record


# --- Where a fault is ---------------------------------------------------------


def _fault(where: str, reason: str) -> NoReturn:
    raise RecordError(where=where, reason=reason)


def _turn(number: int, turn: int) -> str:
    """A turn, from 1, of deal `number`, from 0."""
    return f"deal {number + 1}, turn {turn}"


def _before(number: int) -> str:
    return f"deal {number + 1}, before turn 1"


def _after(number: int, deal: RecordedDeal) -> str:
    turns = len(deal.facts.bids) + len(deal.facts.plays)
    return f"deal {number + 1}, after turn {turns}" if turns else _before(number)


# --- Reading: what is written -------------------------------------------------


def _parsed(text: str | bytes) -> object:
    if len(text) > MAX_BYTES:
        _fault("record", f"it is larger than {MAX_BYTES} bytes")
    try:
        source = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        return json.loads(
            source, object_pairs_hook=_without_doubles, parse_constant=_refuse_constant
        )
    except UnicodeDecodeError:
        _fault("record", "it is not UTF-8")
    except RecursionError:
        _fault("record", "it is nested too deeply")
    except json.JSONDecodeError as error:
        _fault("record", f"it is not JSON ({error.msg}: line {error.lineno})")
    except RecordError:
        raise
    except ValueError:  # a whole number of thousands of digits
        _fault("record", "it holds a number that is too large")


def _without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            _fault("record", f"“{shown(key)}” stands twice in one object")
        found[key] = value
    return found


def _refuse_constant(name: str) -> NoReturn:
    _fault("record", f"{name} is not JSON")


def _object(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        _fault(where, "it is not a JSON object")
    return value


def _list(value: object, where: str, key: str) -> Sequence[Any]:
    if not isinstance(value, list | tuple):
        _fault(where, f"{key} is not a list")
    return value


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _check_format(body: Mapping[str, Any]) -> None:
    if body.get("format") != FORMAT:
        _fault("record", f"its format is not “{FORMAT}”")
    if not _is_number(body.get("version")) or body["version"] != VERSION:
        _fault("record", f"its version is not {VERSION}")


def _rules(options: object) -> Rules:
    try:
        return rules_from(_object(options, "rules"))
    except OptionError as error:
        _fault("rules", str(error))


def _names(value: object, rules: Rules) -> tuple[str, ...]:
    names = _list(value, "players", "players")
    if len(names) != rules.players:
        _fault("players", f"{rules.players} names are needed, not {len(names)}")
    for seat, name in enumerate(names):
        if not _is_name(name):
            _fault("players", f"the name of seat {seat} is not a text of at most {MAX_NAME} signs")
    return tuple(names)


def _is_name(value: object) -> bool:
    """Whether it is a short text that can be written as UTF-8 (JSON can spell half a sign)."""
    if not isinstance(value, str) or len(value) > MAX_NAME:
        return False
    return not any("\ud800" <= sign <= "\udfff" for sign in value)


def _facts(rules: Rules, number: int, deal: Mapping[str, Any]) -> DealFacts:
    """What a deal says happened, its parts of the right kind; nothing is replayed yet."""
    before = _before(number)
    dealer = deal.get("dealer")
    if not isinstance(dealer, int) or isinstance(dealer, bool):
        _fault(before, "the dealer is not a seat")
    hands = tuple(
        tuple(_card(code, before) for code in _list(hand, before, f"the hand of seat {seat}"))
        for seat, hand in enumerate(_list(deal.get("hands"), before, "hands"))
    )
    turned = deal.get("turn_up")
    bids = _list(deal.get("bids"), before, "bids")
    for turn, bid in enumerate(bids[: rules.players], start=1):
        if not _is_number(bid):
            _fault(_turn(number, turn), "a bid is a whole number")
    plays = _list(deal.get("plays"), before, "plays")
    return DealFacts(
        dealer=dealer,
        hands=hands,
        turn_up=None if turned is None else _card(turned, before),
        bids=tuple(bids),
        plays=tuple(
            _card(code, _turn(number, turn)) for turn, code in enumerate(plays, len(bids) + 1)
        ),
    )


def _card(code: object, where: str) -> Card:
    try:
        return parse_card(code)
    except CardCodeError as error:
        _fault(where, str(error).removesuffix("."))


# --- Replaying: what can be ---------------------------------------------------


def _next_deal(rules: Rules, earlier: Sequence[RecordedDeal], facts: DealFacts) -> RecordedDeal:
    """The deal that comes after earlier ones, replayed. Raises RecordError if it can't."""
    number = len(earlier)
    _check_turn_to_deal(rules, earlier, facts)
    _check_hands(rules, number, facts)
    _check_turn_up(rules, number, facts)
    position = Position.start(rules, number, facts.dealer, Dealt(facts.hands, facts.turn_up))
    order = position.in_order()
    for place, bid in enumerate(facts.bids):
        seat = order[place % len(order)]
        try:
            position = position.after_bid(seat, bid)
        except MoveError as error:
            _fault(_turn(number, place + 1), _told(error, seat=seat))
    for turn, card in enumerate(facts.plays, start=len(facts.bids) + 1):
        seat = position.trick.turn
        try:
            position = position.after_play(seat, card)
        except MoveError as error:
            _fault(_turn(number, turn), _told(error, seat=seat, card=card_code(card)))
    return RecordedDeal(facts, position.taken, position.points())


_TOLD: Final[Mapping[type[MoveError], str]] = {
    NotBidding: "every seat has bid already",
    StillBidding: "%(card)s is played before every seat has bid",
    DealIsOver: "%(card)s is played after the last trick",
    BidOutOfRange: "seat %(seat)s must bid from 0 to %(hand_size)s",
    BidBarred: "seat %(seat)s must not bid %(bid)s, the bids would make %(hand_size)s",
    CardNotHeld: "seat %(seat)s does not hold %(card)s",
    MustFollow: "seat %(seat)s must follow %(suit)s",
    MustTrump: "seat %(seat)s must play a trump",
}


def _told(error: MoveError, **more: object) -> str:
    """A refused move as somebody tells it who doesn't sit at the table."""
    facts = {**error.params, **more}
    if "suit" in facts:
        facts["suit"] = SUIT_NAMES[str(facts["suit"])]
    return _TOLD[type(error)] % facts


def _check_turn_to_deal(rules: Rules, earlier: Sequence[RecordedDeal], facts: DealFacts) -> None:
    number = len(earlier)
    if earlier and earlier[-1].points is None:
        _fault(_after(number - 1, earlier[-1]), "the deal is not over, but another one follows")
    if earlier and rules.is_over(number, _sums(rules, earlier)):
        _fault(_before(number), f"the game was over after deal {number}")
    dealer = facts.dealer
    if not 0 <= dealer < rules.players:
        _fault(_before(number), f"the dealer is not a seat from 0 to {rules.players - 1}")
    left = next_seat(earlier[-1].facts.dealer, rules.players) if earlier else dealer
    if dealer != left:
        _fault(_before(number), f"seat {left} deals, not seat {dealer}")


def _check_hands(rules: Rules, number: int, facts: DealFacts) -> None:
    if len(facts.hands) != rules.players:
        _fault(_before(number), f"{rules.players} hands are needed, not {len(facts.hands)}")
    seen: set[Card] = set()
    for seat, hand in enumerate(facts.hands):
        if len(hand) != rules.hand_size(number):
            reason = f"the hand of seat {seat} has size {len(hand)}, not {rules.hand_size(number)}"
            _fault(_before(number), reason)
        for card in hand:
            if card in seen:
                _fault(_before(number), f"{card_code(card)} is dealt twice")
            seen.add(card)


def _check_turn_up(rules: Rules, number: int, facts: DealFacts) -> None:
    turned = facts.turn_up
    if not rules.turns_card(number):
        if turned is not None:
            _fault(_before(number), "no card is turned in this deal")
    elif turned is None:
        _fault(_before(number), "the turned card is missing")
    elif rules.trump is Trump.DEALERS_LAST:
        if turned not in facts.hands[facts.dealer]:
            _fault(_before(number), f"the turned card {card_code(turned)} is not the dealer's")
    elif any(turned in hand for hand in facts.hands):
        _fault(_before(number), f"the turned card {card_code(turned)} is in a hand")


# --- Results: what it comes to ------------------------------------------------


def _sums(rules: Rules, deals: Sequence[RecordedDeal]) -> tuple[int, ...]:
    """The points of finished deals added up, by seat."""
    finished = [deal.points for deal in deals if deal.points is not None]
    return tuple(map(sum, zip(*finished, strict=True))) if finished else (0,) * rules.players


def _record(rules: Rules, names: tuple[str, ...], deals: Sequence[RecordedDeal]) -> Record:
    sums = _sums(rules, deals)
    finished = sum(deal.points is not None for deal in deals)
    if not rules.is_over(finished, sums):
        return Record(rules, names, tuple(deals), sums, None)
    totals = final_totals(rules, sums)
    return Record(rules, names, tuple(deals), totals, places(totals))


def _check_deal(number: int, deal: RecordedDeal, claims: Mapping[str, Any]) -> None:
    where = _after(number, deal)
    _check_claim(where, "taken", claims, deal.taken)
    _check_claim(where, "points", claims, deal.points)


def _check_results(record: Record, claims: Mapping[str, Any]) -> None:
    last = len(record.deals) - 1
    where = _after(last, record.deals[last]) if record.deals else "record"
    _check_claim(where, "totals", claims, record.totals)
    _check_claim(where, "places", claims, record.places)


def _check_claim(
    where: str, key: str, claims: Mapping[str, Any], true: tuple[int, ...] | None
) -> None:
    """Compare a result that is there with what was worked out; None: not known yet."""
    claim = claims.get(key)
    if claim is None:
        return
    if not isinstance(claim, list | tuple) or not all(map(_is_number, claim)):
        _fault(where, f"{key} is not a list of whole numbers")
    if true is None:
        _fault(where, f"{key} must be null, there is more to play")
    if tuple(claim) != true:
        _fault(where, f"{key} must be {list(true)}")


def _list_or_null(values: tuple[int, ...] | None) -> list[int] | None:
    return None if values is None else list(values)
