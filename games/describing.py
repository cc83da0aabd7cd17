"""Rules, places and amounts in words, for the pages around the table."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Final

from django.utils import timezone
from django.utils.formats import number_format
from django.utils.timesince import timesince
from django.utils.translation import gettext, ngettext, pgettext_lazy

from .clocks import FILLING, TURN, Clock
from .naming import schedule_text, suit_name
from .pictures import minutes
from .rules import Rules
from .rules.cards import parse_suit
from .rules.errors import gettext_noop
from .rules.options import (
    NO_TRUMP_CODE,
    Bidding,
    FirstDealer,
    Made,
    MadeZero,
    Missed,
    NoTrump,
    Settlement,
    Trump,
    Void,
)

MINUS: Final = "\N{MINUS SIGN}"

_TRUMP: Final = {
    Trump.TURNED: gettext_noop("A card is turned for trump."),
    Trump.DEALERS_LAST: gettext_noop("The dealer’s last card is turned for trump."),
    Trump.NONE: gettext_noop("There is no trump."),
}
_NO_TRUMP: Final = {
    NoTrump.NO_CARD_LEFT: gettext_noop("No trump when no card is left to turn."),
    NoTrump.LAST: gettext_noop("The last deal has no trump."),
}
_MADE: Final = {
    Made.TEN_PLUS_TRICKS: gettext_noop("An exact bid earns 10 plus the bid."),
    Made.TEN_ONLY: gettext_noop("An exact bid earns 10."),
    Made.FIVE_PLUS_TRICKS: gettext_noop("An exact bid earns 5 plus the bid."),
    Made.TEN_PLUS_SQUARE: gettext_noop("An exact bid earns 10 plus the bid times itself."),
    Made.TEN_PER_TRICK: gettext_noop("An exact bid earns 10 a trick."),
}
_MISSED: Final = {
    Missed.NOTHING: gettext_noop("A missed bid earns nothing."),
    Missed.ONE_PER_TRICK: gettext_noop("A missed bid earns 1 a trick."),
    Missed.MINUS_DIFFERENCE: gettext_noop("A missed bid costs 1 for every trick it is off."),
    Missed.MINUS_DOUBLE: gettext_noop("A missed bid costs 2 for every trick it is off."),
    Missed.MINUS_SQUARE: gettext_noop("A missed bid costs the tricks it is off, times themselves."),
    Missed.MINUS_TEN_EACH: gettext_noop("A missed bid costs 10 for every trick it is off."),
}
_MADE_ZERO: Final = {
    MadeZero.FIVE: gettext_noop("A made bid of 0 earns 5."),
    MadeZero.TEN: gettext_noop("A made bid of 0 earns 10."),
    MadeZero.FIVE_PLUS_HAND_SIZE: gettext_noop("A made bid of 0 earns 5 plus the hand size."),
}
_FIRST_DEALER: Final = {
    FirstDealer.FIRST_JACK: gettext_noop("The first jack finds the dealer."),
    FirstDealer.HIGH_CARD: gettext_noop("The high card finds the dealer."),
}
_SETTLEMENT: Final = {
    Settlement.DIFFERENCES: gettext_noop("In the end each pair of players settles the difference."),
    Settlement.POOL: gettext_noop("In the end the winner takes the pool."),
}


def _trump(rules: Rules) -> str:
    if rules.trump is not Trump.CYCLE:
        return gettext(_TRUMP[rules.trump])
    return gettext("Trump goes by turns: %(suits)s.") % {"suits": trump_order_text(rules)}


def _bidding(rules: Rules) -> str:
    if rules.bidding is Bidding.SIMULTANEOUS:
        return gettext("All bid at once, unseen.")
    if rules.hook:
        return gettext("The dealer may not make the bids even.")
    return gettext("The dealer may bid anything.")


def _end(rules: Rules) -> str:
    if rules.target is None:
        return ""
    return gettext("The game ends at %(target)s.") % {"target": rules.target}


_STATEMENTS: Final[tuple[Callable[[Rules], str], ...]] = (
    _trump,
    lambda rules: gettext(_NO_TRUMP[rules.no_trump]) if rules.no_trump in _NO_TRUMP else "",
    _bidding,
    lambda rules: (
        gettext("Whoever can’t follow suit must trump.") if rules.void is Void.MUST_TRUMP else ""
    ),
    lambda rules: gettext(_MADE[rules.scoring.made]),
    lambda rules: gettext(_MISSED[rules.scoring.missed]),
    lambda rules: (
        gettext(_MADE_ZERO[rules.scoring.made_zero])
        if rules.scoring.made_zero in _MADE_ZERO
        else ""
    ),
    lambda rules: gettext("A single winner gets 10 more.") if rules.hard_score else "",
    _end,
    lambda rules: (
        gettext(_FIRST_DEALER[rules.first_dealer]) if rules.first_dealer in _FIRST_DEALER else ""
    ),
    lambda rules: gettext("Over, under or even is announced.") if rules.announce else "",
    lambda rules: gettext(_SETTLEMENT[rules.settlement]) if rules.settlement in _SETTLEMENT else "",
)


def sentences(rules: Rules) -> list[str]:
    """Rules in whole sentences, what is usual everywhere left out."""
    return [said for statement in _STATEMENTS if (said := statement(rules))]


def common_sentences(ways: Sequence[Rules]) -> list[str]:
    """What holds for all of these rules; what differs between them is left out."""
    said = [{statement(rules) for rules in ways} for statement in _STATEMENTS]
    return [only for each in said if len(each) == 1 and (only := next(iter(each)))]


def trump_order_text(rules: Rules) -> str:
    """The order of suits in words: hearts, clubs, no trump."""
    names = [
        gettext("no trump") if code == NO_TRUMP_CODE else suit_name(parse_suit(code))
        for code in rules.trump_order
    ]
    return gettext(", ").join(names)


def length_note(rules: Rules) -> str:
    """How long a game is: 19 deals, about 20 min."""
    if rules.deals is None:
        return schedule_text(rules)
    params = {"count": rules.deals, "minutes": minutes(rules)}
    return (
        ngettext(
            "%(count)s deal, about %(minutes)s min",
            "%(count)s deals, about %(minutes)s min",
            rules.deals,
        )
        % params
    )


def clock_text(clock: Clock) -> str:
    """How long a turn may take: 30 s a turn."""
    seconds = TURN[clock]
    if seconds is None:
        return gettext("no clock")
    return gettext("%(seconds)s s a turn") % {"seconds": seconds}


def filling_text() -> str:
    """What becomes of a table that fills by itself."""
    sentence = ngettext(
        "After %(count)s second computers take the seats that are empty.",
        "After %(count)s seconds computers take the seats that are empty.",
        FILLING,
    )
    return sentence % {"count": FILLING}


# --- Places -------------------------------------------------------------------

_PLACES: Final = (
    gettext_noop("1st"),
    gettext_noop("2nd"),
    gettext_noop("3rd"),
    gettext_noop("4th"),
    gettext_noop("5th"),
    gettext_noop("6th"),
    gettext_noop("7th"),
    gettext_noop("8th"),
)
_FIGURES: Final = (
    pgettext_lazy("a place's figure", "1st"),
    pgettext_lazy("a place's figure", "2nd"),
    pgettext_lazy("a place's figure", "3rd"),
    pgettext_lazy("a place's figure", "4th"),
    pgettext_lazy("a place's figure", "5th"),
    pgettext_lazy("a place's figure", "6th"),
    pgettext_lazy("a place's figure", "7th"),
    pgettext_lazy("a place's figure", "8th"),
)
"""How a place is printed where its figure stands alone; each begins with the figure."""


def place_name(place: int) -> str:
    """A place in words: 2nd."""
    return gettext(_PLACES[place - 1])


def place_ending(place: int) -> str:
    """What is printed small after a place's figure; a language may have nothing there."""
    return str(_FIGURES[place - 1]).removeprefix(str(place))


def standing(place: int, total: int) -> str:
    """Where a player stands in a game under way."""
    return gettext("You are %(place)s with %(total)s.") % {
        "place": place_name(place),
        "total": counted(total),
    }


def played_ago(moment: datetime) -> str:
    """How long ago a game was played last, in its largest unit."""
    if timezone.now() - moment < timedelta(minutes=1):
        return gettext("Played just now.")
    return gettext("Played %(time)s ago.") % {"time": timesince(moment, depth=1)}


def behind(gap: int, winners: Sequence[str], peers: Sequence[str]) -> list[str]:
    """What is to be said of a place after the first: the points missing to the winners, and the
    other players at the same place."""
    if len(winners) == 1:
        missing = ngettext("%(count)s behind %(name)s.", "%(count)s behind %(name)s.", gap)
    else:
        missing = ngettext("%(count)s behind the winners.", "%(count)s behind the winners.", gap)
    sentences = [missing % {"count": counted(gap), "name": winners[0]}]
    if len(peers) == 1:
        sentences.append(gettext("Level with %(name)s.") % {"name": peers[0]})
    elif peers:
        level = ngettext("Level with %(count)s other.", "Level with %(count)s others.", len(peers))
        sentences.append(level % {"count": len(peers)})
    return sentences


def won(totals: Sequence[int], winners: Sequence[str]) -> str:
    """How a game was won, in a sentence. `totals` are from the highest down, `winners` the other
    players at the first place."""
    if not winners:
        gap = totals[0] - totals[1]
        sentence = ngettext("You win by %(count)s.", "You win by %(count)s.", gap)
        return sentence % {"count": counted(gap)}
    if len(winners) == 1:
        return gettext("You share the win with %(name)s.") % {"name": winners[0]}
    sentence = ngettext(
        "You share the win with %(count)s other.",
        "You share the win with %(count)s others.",
        len(winners),
    )
    return sentence % {"count": len(winners)}


def tally(games: int, wins: int) -> str:
    """Games and wins in a sentence."""
    params = {"games": counted(games), "wins": counted(wins)}
    if games == 1:
        return gettext("One game, and you won it.") if wins else gettext("One game, not won yet.")
    sentence = ngettext(
        "%(games)s games, %(wins)s of them won.", "%(games)s games, %(wins)s of them won.", games
    )
    return sentence % params


# --- Amounts ------------------------------------------------------------------


def counted(count: int) -> str:
    """A whole number as people read it, thousands apart."""
    return number_format(count, force_grouping=True)


def signed(amount: Fraction | int) -> str:
    """An amount with its sign, an exact fraction as one: +1 2/3."""
    whole, rest = divmod(abs(Fraction(amount)), 1)
    parts = [counted(whole)] if whole or not rest else []
    parts += [f"{rest.numerator}/{rest.denominator}"] if rest else []
    sign = "" if amount == 0 else "+" if amount > 0 else MINUS
    return sign + " ".join(parts)


def decimal(amount: float, places: int = 0) -> str:
    """A number rounded to so many places, halves away from zero.

    Django's `number_format` alone cuts what it doesn't show, and a float such as 57.00 may be a
    hair less than it looks.
    """
    exact = Decimal(str(round(amount, 9)))
    return number_format(exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP), places)


def signed_decimal(amount: float, places: int = 0) -> str:
    """A change with its sign, or the word for none."""
    shown = decimal(abs(amount), places)
    if shown == decimal(0, places):
        return gettext("same")
    return f"{'+' if amount > 0 else MINUS}{shown}"


def percent(share: float, places: int = 0) -> str:
    """A share of 1 as a percentage."""
    return gettext("%(number)s%%") % {"number": decimal(100 * share, places)}
