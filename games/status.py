"""The status line: whose turn it is, what is asked and why not.

Each line is (lead, rest): the lead is printed bold, the rest follows it. The same sentence says
why a card can't be played.
"""

from collections.abc import Sequence
from typing import TypeAlias

from django.utils.translation import gettext, ngettext

from .naming import card_name, suit_name, suit_of_cards
from .rules import Phase, View, parse_card

Line: TypeAlias = tuple[str, str]


def status_line(
    view: View, names: Sequence[str], *, paused: bool = False, waiting: str = ""
) -> Line:
    """The status for one viewer. `names` are by seat; `waiting` may say better than a number who
    is missing while all bid at once."""
    line = turn_line(view, names, paused=paused, waiting=waiting)
    if paused:
        return line
    if view.phase is Phase.OVER:
        return _over(view)
    if view.last_trick is not None and not view.trick.cards:
        return _taken(view, names)
    return line


def turn_line(view: View, names: Sequence[str], *, paused: bool = False, waiting: str = "") -> Line:
    """The status without what has happened: whose turn it is and what is asked."""
    if paused:
        return gettext("Paused."), gettext("The table waits for you.")
    match view.phase:
        case Phase.BIDDING:
            return _bidding(view, names, waiting)
        case Phase.PLAYING:
            return _playing(view, names)
        case Phase.OVER:
            return "", ""


def play_hint(view: View) -> str:
    """What the viewer may play, or why a card can't be played now or on their next turn."""
    if view.phase is Phase.BIDDING:
        return gettext("The bidding is not over yet.")
    led = view.led_ahead
    is_next = view.is_to_act or (view.seat is not None and led is not None)
    if view.phase is Phase.OVER or not is_next:
        return gettext("It is not your turn.")
    if led is None:
        return gettext("Lead any card.")
    if view.plays_ahead == view.hand:
        return _free_hint(view)
    if all(card // 13 == led for card in view.plays_ahead):
        return gettext("You must follow %(suit)s.") % {"suit": suit_name(led)}
    return gettext("You must play a trump.")


def ahead_note(chosen: str, *, is_dropped: bool) -> str:
    """What is to be said of a bid or card that was chosen before the turn; empty for nothing."""
    if is_dropped:
        return gettext("Your choice is dropped.")
    if not chosen:
        return ""
    if chosen.isdigit():
        return gettext("Your next bid: %(bid)s.") % {"bid": chosen}
    return gettext("Your next card: %(card)s.") % {"card": card_name(parse_card(chosen))}


def _free_hint(view: View) -> str:
    led = view.trick.led
    if led is None or any(card // 13 == led for card in view.hand):
        return gettext("Play any card.")
    return gettext("You have no %(suit)s: play any card.") % {"suit": suit_of_cards(led)}


def _bidding(view: View, names: Sequence[str], waiting: str) -> Line:
    if not view.is_to_act:
        return _others_bid(view, names, waiting)
    if view.barred is not None:
        reason = gettext("Not %(bid)s: the bids would make %(hand_size)s.")
        params = {"bid": view.barred, "hand_size": view.hand_size}
        return gettext("Your bid."), reason % params
    if view.is_simultaneous:
        return gettext("Your bid."), gettext("All bids are shown at once.")
    return gettext("Your bid."), gettext("How many tricks will you take?")


def _others_bid(view: View, names: Sequence[str], waiting: str) -> Line:
    if view.is_simultaneous:
        lead = gettext("All bid at once.") if view.seat is None else gettext("You have bid.")
        return lead, waiting or _bids_missing(len(view.to_act))
    return gettext("%(name)s to bid.") % {"name": names[view.to_act[0]]}, ""


def _bids_missing(count: int) -> str:
    sentence = ngettext(
        "Waiting for %(count)s more bid.", "Waiting for %(count)s more bids.", count
    )
    return sentence % {"count": count}


def _playing(view: View, names: Sequence[str]) -> Line:
    lead, rest = _to_play(view, names)
    opens = view.rules.announce and not view.tricks and not view.trick.cards
    return lead, f"{bids_announced(view)} {rest}".strip() if opens else rest


def bids_announced(view: View) -> str:
    """Whether the bids are over, under or even, as a dealer announces it."""
    off = view.bid_sum - view.hand_size
    if off > 0:
        return gettext("The bids are over by %(count)s.") % {"count": off}
    if off < 0:
        return gettext("The bids are under by %(count)s.") % {"count": -off}
    return gettext("The bids are even.")


def _to_play(view: View, names: Sequence[str]) -> Line:
    if view.is_to_act:
        return gettext("Your turn."), play_hint(view)
    name, led = names[view.trick.turn], view.trick.led
    if led is None:
        return gettext("%(name)s to lead.") % {"name": name}, ""
    led_text = gettext("Led: %(suit)s.") % {"suit": suit_name(led)}
    return gettext("%(name)s to play.") % {"name": name}, led_text


def _taken(view: View, names: Sequence[str]) -> Line:
    """While a finished trick lies: its taker, who leads to the next one."""
    if view.is_to_act:
        return gettext("You take the trick."), play_hint(view)
    name = {"name": names[view.trick.turn]}
    return gettext("%(name)s takes the trick.") % name, gettext("%(name)s to lead.") % name


def _over(view: View) -> Line:
    lead = gettext("Deal %(number)s is over.") % {"number": view.number + 1}
    if view.seat is None or view.bid is None:
        return lead, ""
    off = view.taken[view.seat] - view.bid
    if off == 0:
        return lead, gettext("You made your bid.")
    if off > 0:
        too_many = ngettext("%(count)s trick too many.", "%(count)s tricks too many.", off)
        return lead, too_many % {"count": off}
    short = ngettext("%(count)s trick short.", "%(count)s tricks short.", -off)
    return lead, short % {"count": -off}
