"""People at one table, in words and marks: who is away, for whom a computer plays, whom the others
wait for, and how long.

Alone with computers nothing of this is there: no clock, no absence, nobody to agree with.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Final

from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

from .clocks import GRACE, NEXT_DEAL, TURN, Clock
from .models import Game, Seat
from .reading import Table
from .status import Line
from .table.deadlines import turn_ends_at

LAST_SECONDS: Final = 10
"""From here on a clock shows its seconds in figures."""
MOST_NAMES: Final = 3
"""So many people are waited for by name; of more only the number is said."""


@dataclass(frozen=True)
class ClockShown:
    """Seconds that are left as this is painted; the page counts them down. After 0 comes the
    grace, in which `left` is below 0."""

    left: str
    full: int
    grace: int
    figure: str
    is_late: bool


@dataclass(frozen=True)
class Mark:
    """Why a plate looks different: `icon` for the eye, `title` for everybody."""

    icon: str
    title: str
    is_away: bool = True


@dataclass(frozen=True)
class Word:
    """One of those who have to agree."""

    name: str
    is_given: bool


@dataclass(frozen=True)
class Agreement:
    """What everybody has to say yes to. `waiting` says who is still to do so."""

    words: tuple[Word, ...]
    is_yours_given: bool
    is_yours_asked: bool
    waiting: str


@dataclass(frozen=True)
class PauseAsked:
    """A pause that somebody wishes. The viewer may answer it, or take their own wish back."""

    sentence: str
    may_answer: bool
    may_take_back: bool


class Company:
    """The people of a game under way as one viewer sees them; `me` is None for a spectator."""

    def __init__(self, table: Table, me: Seat | None) -> None:
        self._table = table
        self._game = table.game
        self._me = me
        self._awaited = [seat for seat in table.people if seat.is_awaited]
        self._now = timezone.now()

    # --- Away, and played for -------------------------------------------------

    def mark(self, seat: Seat) -> Mark | None:
        """The mark of a seat, where it has one."""
        if not self._game.is_shared:
            return None
        name = {"name": seat.name}
        if seat.is_computer:
            return Mark("bot", gettext("computer"), is_away=False)
        if not self._game.is_playing:
            return None
        if seat.has_left:
            return Mark("standin", gettext("%(name)s has left. A computer plays.") % name)
        if seat.absence:
            return Mark("standin", gettext("A computer plays for %(name)s.") % name)
        if seat.gone_since is not None:
            return Mark("away", gettext("%(name)s is away.") % name)
        return None

    @property
    def why_played(self) -> str:
        """Why a computer plays for the viewer; empty where none does."""
        if self._me is None or not self._game.is_playing:
            return ""
        match self._me.absence:
            case Seat.Absence.ASKED:
                return gettext("A computer plays for you, as you asked.")
            case Seat.Absence.LATE:
                return gettext("Your time was up: a computer plays for you.")
            case Seat.Absence.GONE:
                return gettext("You were away: a computer plays for you.")
            case Seat.Absence.LEFT:
                return gettext("You have left: a computer plays for you.")
        return ""

    @property
    def is_played_for(self) -> bool:
        """Whether a computer plays for the viewer."""
        return bool(self.why_played)

    # --- The status line --------------------------------------------------------

    def line_instead(self) -> Line | None:
        """What is to be said before everything else: of a pause, or of one's own seat."""
        if self._game.is_paused and (self._game.is_shared or self._me is None):
            return gettext("Paused."), self._paused_note()
        if self.is_played_for and self._me in self._table.to_act:
            return gettext("A computer plays for you."), gettext(
                "You can take your seat back at any time."
            )
        return None

    def note(self) -> str:
        """What is to be added of those who are to act: who plays for them, who is away."""
        if not self._game.is_shared:
            return ""
        marks = [self.mark(seat) for seat in self._table.to_act if not seat.is_computer]
        return " ".join(mark.title for mark in marks if mark is not None and len(marks) == 1)

    def waiting_for_bids(self) -> str:
        """Who has yet to bid where all bid at once; empty alone with computers."""
        acting = self._table.people_to_act
        missing = [seat for seat in self._table.people if seat in acting and seat != self._me]
        return _waiting_for(missing) if self._game.is_shared and missing else ""

    def _paused_note(self) -> str:
        agreement = self.agreement(Seat.Wish.RESUME)
        if agreement.is_yours_asked and not agreement.is_yours_given:
            return gettext("The clock stands still.")
        return agreement.waiting or gettext("Nobody is here to go on.")

    # --- Agreeing -----------------------------------------------------------------

    def agreement(self, wish: Seat.Wish) -> Agreement:
        """How far people have got in agreeing on something."""
        missing = [seat for seat in self._awaited if seat.wish != wish and seat != self._me]
        return Agreement(
            words=tuple(Word(self._called(seat), seat.wish == wish) for seat in self._awaited),
            is_yours_given=self._me is not None and self._me.wish == wish,
            is_yours_asked=self._me in self._awaited,
            waiting=_waiting_for(missing) if missing else "",
        )

    def has_said(self, seat: Seat, wish: Seat.Wish) -> bool:
        """Whether a person has said yes to something."""
        return self._game.is_playing and seat.is_awaited and seat.wish == wish

    def pause_asked(self) -> PauseAsked | None:
        """The pause that is asked for, if one is."""
        game = self._game
        asking = [seat for seat in self._table.people if seat.wish == Seat.Wish.PAUSE]
        if not asking or game.is_paused or not game.is_playing:
            return None
        is_mine = self._me in asking
        return PauseAsked(
            sentence=self._my_asking() if is_mine else _asking(asking),
            may_answer=not is_mine and self._me in self._awaited,
            may_take_back=is_mine,
        )

    def _my_asking(self) -> str:
        asked, waiting = gettext("You asked for a pause."), self.agreement(Seat.Wish.PAUSE).waiting
        return f"{asked} {waiting}".strip()

    def _called(self, seat: Seat) -> str:
        return gettext("You") if seat == self._me else seat.name

    # --- Clocks ---------------------------------------------------------------------

    def clock(self, seat: Seat) -> ClockShown | None:
        """The clock of a person whose turn it is."""
        ends = turn_ends_at(self._game) if self._runs else None
        if ends is None or seat not in self._table.people_to_act:
            return None
        return self._clock(ends, TURN[Clock(self._game.clock)] or 0, GRACE)

    def next_deal_clock(self) -> ClockShown | None:
        """How long the score of a deal is shown if not everybody goes on before."""
        began = self._game.turn_began_at
        if not self._runs or began is None or not self._table.position.is_over:
            return None
        return self._clock(began + timedelta(seconds=NEXT_DEAL), NEXT_DEAL, 0)

    @property
    def _runs(self) -> bool:
        game: Game = self._game
        return game.is_playing and game.is_shared and not game.is_paused

    def _clock(self, ends: datetime, full: int, grace: int) -> ClockShown:
        left = (ends - self._now).total_seconds()
        is_late = left <= 0 and bool(grace)
        seconds = max(ceil(left + grace if is_late else left), 0)
        figure = str(seconds) if not grace or seconds <= LAST_SECONDS else ""
        return ClockShown(f"{left:.1f}", full, grace, figure, is_late)


def _waiting_for(seats: Sequence[Seat]) -> str:
    if len(seats) > MOST_NAMES:
        others = ngettext(
            "Waiting for %(count)s other.", "Waiting for %(count)s others.", len(seats)
        )
        return others % {"count": len(seats)}
    return gettext("Waiting for %(names)s.") % {"names": _listed(seats)}


def _asking(seats: Sequence[Seat]) -> str:
    sentence = ngettext("%(names)s asks for a pause.", "%(names)s ask for a pause.", len(seats))
    return sentence % {"names": _listed(seats)}


def _listed(seats: Sequence[Seat]) -> str:
    return get_text_list([seat.name for seat in seats], gettext("and"))
