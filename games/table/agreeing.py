"""What nobody decides alone at a table with others: going on after a deal, and pauses.

Alone with computers one's word is enough. Among people everybody says it, who is there and plays
in person; saving the game does what all wish (`saving.settle_wishes`).
"""

from accounts.models import User
from games.models import Game, Seat
from games.refusals import AlreadyDone, DealNotOver, Stale

from .saving import acting, clear_wishes, deal_next, pause_now, resume_now


def next_deal(*, code: str, user: User, deal: int) -> Game:
    """Go on after deal `deal`, as soon as everybody says so."""
    with acting(code, user) as (table, seat):
        if deal < table.deal.number:
            raise AlreadyDone()
        if deal > table.deal.number:
            raise Stale()
        if not table.position.is_over:
            raise DealNotOver()
        if table.game.is_shared:
            _wish(seat, Seat.Wish.NEXT)
        else:
            deal_next(table)
    return table.game


def pause(*, code: str, user: User) -> Game:
    """Stop the game until it is continued; among people ask for it, or agree."""
    with acting(code, user, even_paused=True) as (table, seat):
        if table.game.is_paused:
            raise AlreadyDone()
        if table.game.is_shared:
            _wish(seat, Seat.Wish.PAUSE)
        else:
            pause_now(table.game)
    return table.game


def decline_pause(*, code: str, user: User) -> Game:
    """Say no to a pause that is asked for, or take one's own asking back."""
    with acting(code, user) as (table, _):
        if all(seat.wish != Seat.Wish.PAUSE for seat in table.people):
            raise AlreadyDone()
        clear_wishes(table, Seat.Wish.PAUSE)
    return table.game


def resume(*, code: str, user: User) -> Game:
    """Go on with a paused game; among people as soon as everybody says so."""
    with acting(code, user, even_paused=True) as (table, seat):
        if not table.game.is_paused:
            raise AlreadyDone()
        if table.game.is_shared:
            _wish(seat, Seat.Wish.RESUME)
        else:
            resume_now(table.game)
    return table.game


def _wish(seat: Seat, wish: Seat.Wish) -> None:
    if seat.wish == wish:
        raise AlreadyDone()
    seat.wish = wish
    seat.save(update_fields=["wish"])
