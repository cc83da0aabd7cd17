"""After a fault: how long a game was held up, and whether it is whole in the end."""

import time
from collections import Counter
from collections.abc import Callable

from games.models import Bid, Deal, Game, Play, RatingChange, Score
from tests.server import until


class Fault:
    """A fault that happens just now, and what it does to a game."""

    def __init__(self, report: Callable[[str, object], None], code: str, what: str) -> None:
        self._report, self._code, self._what = report, code, what
        self._began = time.monotonic()
        self._version, self._moves = version_of(code), moves_by_seat(code)

    def await_move(self) -> None:
        """Wait until the game has moved since, and report how long that took."""
        until(lambda: version_of(self._code) > self._version)
        self.over()

    def await_move_of(self, seat: int) -> None:
        """Wait until this seat has bid or played since, and report how long that took."""
        until(lambda: moves_by_seat(self._code)[seat] > self._moves[seat])
        self.over()

    def over(self) -> None:
        """Report how long it took until now."""
        self._report("recovery", f"{time.monotonic() - self._began:5.1f} s  {self._what}")


def version_of(code: str) -> int:
    """The game's version as the database has it."""
    return Game.objects.get(code=code).version


def moves_by_seat(code: str) -> Counter[int]:
    """How many bids and cards there are of each seat."""
    rows = (each.objects.filter(deal__game__code=code) for each in (Bid, Play))
    return Counter(
        number for each in rows for number in each.values_list("seat__number", flat=True)
    )


def require_whole(code: str) -> None:
    """A finished game in which nothing is missing and nothing was done twice: every bid and card
    is there once and in turn, by who owns the seat, and each of them, and each new deal, was one
    version. Among people coming, going and agreeing are versions too, and all are rated once."""
    game = Game.objects.get(code=code)
    assert game.status == Game.Status.FINISHED
    deals = list(Deal.objects.filter(game=game))
    assert [deal.number for deal in deals] == list(range(len(deals)))
    for deal in deals:
        _require_complete(deal, game.rules.players)
    bids, plays = (rows.objects.filter(deal__game=game) for rows in (Bid, Play))
    assert not any(rows.filter(is_for_owner=True).exists() for rows in (bids, plays))
    moves = bids.count() + plays.count() + len(deals)
    assert game.version > moves if game.is_shared else game.version == moves
    rated = RatingChange.objects.filter(seat__game=game).count()
    assert rated == (game.people if game.is_shared else 0)


def _require_complete(deal: Deal, players: int) -> None:
    position = deal.position()
    assert position.is_over
    turns = list(deal.plays.values_list("turn", flat=True))
    assert turns == list(range(players * position.hand_size))
    assert deal.bids.count() == players
    lines = Score.objects.filter(deal=deal)
    assert sum(line.taken for line in lines) == position.hand_size
    assert lines.count() == players
