"""Which bids a seat may make, and why another is refused."""

from collections.abc import Sequence

from .errors import BidBarred, BidOutOfRange


def barred_bid(
    bids: Sequence[int | None], hand_size: int, *, hooked: bool, is_last: bool
) -> int | None:
    """The bid the hook bars for a seat after these bids; None where none is barred."""
    if not (hooked and is_last):
        return None
    barred = hand_size - sum(bid or 0 for bid in bids)
    return barred if 0 <= barred <= hand_size else None


def legal_bids(hand_size: int, barred: int | None) -> tuple[int, ...]:
    """Every bid from 0 to the hand size but the barred one."""
    return tuple(bid for bid in range(hand_size + 1) if bid != barred)


def refuse_bid(bid: object, hand_size: int, barred: int | None) -> None:
    """Raise the reason why a bid can't be made, if there is one."""
    if not isinstance(bid, int) or isinstance(bid, bool) or not 0 <= bid <= hand_size:
        raise BidOutOfRange(hand_size=hand_size)
    if bid == barred:
        raise BidBarred(bid=bid, hand_size=hand_size)
