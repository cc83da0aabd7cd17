"""Refusals: everything the rules can say no to, one leaf a reason.

Each carries its sentence as a template with named parameters, so that the site can say it in
the player's language; `str(error)` is the English sentence. A parameter named `suit` holds a
suit's letter, one named `card` a card's code: whoever shows the sentence may put names there.
"""

from typing import ClassVar


def gettext_noop(sentence: str) -> str:
    """Mark a sentence for translation without translating it here."""
    return sentence


def shown(value: object, most: int = 40) -> str:
    """A value somebody sent, fit to stand in a one-line sentence: short, printable, and never
    costly to write out, whatever it is."""
    if isinstance(value, str):
        return "".join(sign if sign.isprintable() else "?" for sign in value[:most])
    if value is None or isinstance(value, bool | float):
        return str(value)
    if isinstance(value, int) and value.bit_length() <= 64:
        return str(value)
    return type(value).__name__


SUIT_NAMES = {
    "C": gettext_noop("clubs"),
    "D": gettext_noop("diamonds"),
    "H": gettext_noop("hearts"),
    "S": gettext_noop("spades"),
}


class RulesError(ValueError):
    """Something the rules don't allow. `params` fill the `template`."""

    template: ClassVar[str] = gettext_noop("That is not allowed.")

    def __init__(self, **params: object) -> None:
        self.params = params
        super().__init__(self.sentence)

    @property
    def sentence(self) -> str:
        """The refusal in English."""
        shown = dict(self.params)
        if "suit" in shown:
            shown["suit"] = SUIT_NAMES[str(shown["suit"])]
        return self.template % shown


class CardCodeError(RulesError):
    """A text that names no card or suit."""

    template = gettext_noop("“%(code)s” is not a card.")


class OptionError(RulesError):
    """Rules that can't be played. `option` is the key at fault, `reason` the sentence."""

    def __init__(self, option: str, reason: str, /, **params: object) -> None:
        self.option = option
        self.reason = reason
        super().__init__(**params)

    @property
    def sentence(self) -> str:
        """The refusal in English."""
        return self.reason % self.params


class MoveError(RulesError):
    """A bid or card that can't be accepted now."""


class NotYourTurn(MoveError):
    """Another seat is to act."""

    template = gettext_noop("It is not your turn.")


class NotBidding(MoveError):
    """A bid outside the bidding."""

    template = gettext_noop("The bidding is over.")


class StillBidding(MoveError):
    """A card before the last bid."""

    template = gettext_noop("The bidding is not over yet.")


class DealIsOver(MoveError):
    """A card after the last trick."""

    template = gettext_noop("This deal is over.")


class AlreadyBid(MoveError):
    """A second bid of the same seat."""

    template = gettext_noop("You have bid already.")


class BidOutOfRange(MoveError):
    """A bid below 0 or above the hand size."""

    template = gettext_noop("Bid from 0 to %(hand_size)s.")


class BidBarred(MoveError):
    """The hook: the bids would make the number of tricks."""

    template = gettext_noop("Not %(bid)s: the bids would make %(hand_size)s.")


class CardNotHeld(MoveError):
    """A card that the seat doesn't hold."""

    template = gettext_noop("That card is not in your hand.")


class MustFollow(MoveError):
    """A revoke: the seat holds the led suit."""

    template = gettext_noop("You must follow %(suit)s.")


class MustTrump(MoveError):
    """Void in the led suit under must-trump, with a trump in hand."""

    template = gettext_noop("You must play a trump.")


class RecordError(RulesError):
    """A game record that doesn't hold. Names deal, turn and reason."""

    template = gettext_noop("%(where)s: %(reason)s")
