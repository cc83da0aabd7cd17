"""What others see of a person: as much as the person lets them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from django.http import Http404

from accounts.models import Privacy, User, seen_by_all
from accounts.names import fold

from .charts import Chart, charts_of
from .ladder import Own, own_standing
from .models import Game
from .overview import Played, played
from .stats import Figures, Streak, bidding_of, bidding_streak, results_of, statistics_of, totalled

LATEST: Final = 10
"""Games in a profile."""


@dataclass(frozen=True)
class Profile:
    """A person as others see them; what they don't show is empty."""

    person: User
    standing: Own | None
    shows_figures: bool = False
    figures: Figures = field(default_factory=Figures)
    streak: Streak | None = None
    charts: Sequence[Chart] = ()
    latest: Sequence[Played] = ()


def find_person(name: str) -> User:
    """An account by its name, however it is written. Raises Http404 where there is none to see."""
    person = User.objects.filter(seen_by_all(), username=fold(name)).first()
    if person is None:
        raise Http404
    return person


def profile_of(person: User) -> Profile:
    """The profile of an account. Its owner sees it as others do."""
    standing = own_standing(person, lines_a_page=1)
    if person.privacy == Privacy.CLOSED:
        return Profile(person, standing)
    found, results = statistics_of(person), results_of(person)
    games = Game.objects.filter(seats__user=person, status=Game.Status.FINISHED)
    latest = games.order_by("-finished_at")[:LATEST] if person.privacy == Privacy.GAMES else []
    return Profile(
        person,
        standing,
        shows_figures=True,
        figures=totalled(found.values()),
        streak=bidding_streak(results),
        charts=charts_of(bidding_of(person, found), results),
        latest=played(latest, person),
    )
