"""What the room shows in which people gather for a game, for one viewer."""

from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from accounts.models import User

from .clocks import FILLING, Clock
from .describing import clock_text, length_note, sentences
from .manners import person_at
from .models import Game, Seat
from .naming import level_title, rules_title, schedule_text
from .pictures import Stairs, stairs
from .reading import Gathering


@dataclass(frozen=True)
class SeatShown:
    """A seat and who has it: a person, a computer (`is_computer`) or nobody (no name).

    `pk` is how they came to it; `person_id` is set where the viewer may do something about the
    person.
    """

    number: int
    pk: int | None = None
    name: str = ""
    person_id: int | None = None
    is_computer: bool = False
    is_you: bool = False
    is_host: bool = False
    is_away: bool = False


@dataclass(frozen=True)
class Offered:
    """What the table is for: nothing of it changes."""

    title: str
    schedule: str
    length: str
    stairs: Stairs
    level: str
    clock: str
    sentences: list[str]
    is_public: bool
    is_watchable: bool

    @classmethod
    def of(cls, game: Game) -> "Offered":
        """What the host offers at a table."""
        rules, length = game.rules, length_note(game.rules)
        return cls(
            title=rules_title(game),
            schedule=schedule_text(rules),
            length="" if length == schedule_text(rules) else length,
            stairs=stairs(rules),
            level=level_title(game.level),
            clock=clock_text(Clock(game.clock)),
            sentences=sentences(rules),
            is_public=game.is_public,
            is_watchable=game.is_watchable,
        )


class RoomShown:
    """A table where people gather. Built for templates: every attribute is ready to print."""

    def __init__(self, gathering: Gathering, user: User | AnonymousUser) -> None:
        self._gathering, self._user = gathering, user
        self._me = gathering.seat_of(user)
        game = gathering.game
        self.code, self.version, self.host = game.code, game.version, game.host.shown_name
        self.is_seated = self._me is not None
        self.is_host = self.is_seated and game.host_id == user.pk
        self.players, self.free = game.rules.players, len(gathering.free)
        self.taken = self.players - self.free
        self.offered = Offered.of(game)

    @property
    def seats(self) -> list[SeatShown]:
        """Every seat, in playing order."""
        taken = {seat.number: self._seat(seat) for seat in self._gathering.seats}
        return [taken.get(n, SeatShown(n)) for n in range(self.players)]

    def _seat(self, seat: Seat) -> SeatShown:
        return SeatShown(
            number=seat.number,
            pk=seat.pk,
            name=seat.name,
            is_computer=seat.is_computer,
            is_you=seat == self._me,
            is_host=not seat.is_computer and seat.user_id == self._gathering.game.host_id,
            is_away=seat.gone_since is not None and seat != self._me,
            person_id=person_at(seat, self._user),
        )

    @property
    def seconds(self) -> int | None:
        """Seconds until computers come by themselves; None where they don't."""
        game = self._gathering.game
        if not game.fills:
            return None
        began = game.turn_began_at or game.created_at
        left = began + timedelta(seconds=FILLING) - timezone.now()
        return min(max(0, round(left.total_seconds())), FILLING)

    @property
    def status(self) -> str:
        """What is waited for."""
        if not self.is_seated:
            return self._invitation()
        if self.is_host:
            return gettext("You are the host: start when you like.")
        return gettext("Waiting for %(name)s to start.") % {"name": self.host}

    def _invitation(self) -> str:
        if not self.free:
            return gettext("Every seat is taken.")
        return gettext("%(name)s has a seat for you.") % {"name": self.host}

    @property
    def at_the_start(self) -> str:
        """Who takes the seats that nobody has."""
        if not self.free:
            return gettext("The table is full.")
        sentence = ngettext(
            "%(count)s computer takes the empty seat.",
            "%(count)s computers take the empty seats.",
            self.free,
        )
        return sentence % {"count": self.free}


@dataclass(frozen=True)
class Rematch:
    """Playing again with the same people: the code of the game that is over, who waits for it
    already, and whether oneself does."""

    code: str
    waiting: str = ""
    is_back: bool = False

    @property
    def sentence(self) -> str:
        """What is said beside the button; nothing where nobody waits yet."""
        if not self.waiting:
            return ""
        return gettext("%(name)s waits for a rematch.") % {"name": self.waiting}


def rematch_of(game: Game, user: User | AnonymousUser) -> Rematch | None:
    """What a player is offered after a game of several people; None where there is nothing: the
    game goes on, was theirs alone or was somebody else's, or the others have begun without them.
    Three queries at most."""
    if not (game.is_over and game.is_shared and isinstance(user, User)):
        return None
    if not game.seats.filter(user=user).exists():
        return None
    again = Game.objects.filter(rematch_of=game).select_related("host").first()
    if again is None or again.status == Game.Status.CLOSED:
        return Rematch(game.code)
    if not again.is_open:
        return None
    if again.seats.filter(user=user).exists():
        return Rematch(game.code, is_back=True)
    return Rematch(game.code, again.host.shown_name)


def painted(gathering: Gathering, user: User | AnonymousUser) -> str:
    """The part of the room that changes, as HTML."""
    return render_to_string("games/_room.html", {"room": RoomShown(gathering, user)})
