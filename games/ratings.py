"""Ratings: what games with other people say about how strong somebody is.

The model is Bradley and Terry's, full pairing, in the Bayesian approximation of R. C. Weng and
C.-J. Lin, "A Bayesian Approximation Method for Online Ranking", Journal of Machine Learning
Research 12 (2011), 267-300, section 4.1: everybody is compared with everybody else at the table,
and a shared place is half a win. `benchmarks/rating_models.py` says why this one of theirs.

Only people are ranked, by their places among themselves. A game counts whoever played the cards:
an owner who left has the place that the seat came to. `table` calls `rate` in the transaction
that finishes a game; `rebuild` works everything out again from the facts, and `take_back` what a
game has moved that doesn't count any more.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import floor
from typing import Final

from django.db import connection, transaction
from django.db.models import QuerySet
from openskill.models import BradleyTerryFull

from accounts.models import User

from .models import Game, Rating, RatingChange, Seat

FEWEST_PEOPLE: Final = 2
"""A game of fewer people moves no rating."""

# The scale of the model, which nobody reads; all that matters is what they are to one another.
_NEW_MEAN: Final = 25.0
_NEW_UNCERTAINTY: Final = _NEW_MEAN / 3
_LUCK: Final = _NEW_UNCERTAINTY
"""How far chance moves one game ("beta"): as far as people differ. Measured, not guessed."""
_DRIFT: Final = _NEW_UNCERTAINTY / 100
"""By how much people are believed to change from game to game ("tau")."""

_MODEL: Final = BradleyTerryFull(
    mu=_NEW_MEAN, sigma=_NEW_UNCERTAINTY, beta=_LUCK, tau=_DRIFT, limit_sigma=True
)

NEW_RATING: Final = 1500
"""What everybody begins with, as people read it."""
POINTS: Final = 15
"""Points people read for 1 of the model: 100 more of them win about 63 of 100 games for two."""
DEVIATIONS: Final = 2
"""Standard deviations each way that are shown: 95 in 100 are within."""

_BATCH: Final = 1000
"""Rows written at once."""


@dataclass(frozen=True)
class Skill:
    """A belief about somebody: mean and standard deviation of a normal distribution."""

    mean: float = _NEW_MEAN
    uncertainty: float = _NEW_UNCERTAINTY

    @property
    def rating(self) -> int:
        """The mean as people read it.

        Not a lower bound, as elsewhere: the mean orders people better after the few games that
        the ladder asks for (`benchmarks/rating_models.py`), and a lost game never raises it.
        """
        return floor(NEW_RATING + POINTS * (self.mean - _NEW_MEAN) + 0.5)

    @property
    def margin(self) -> int:
        """How far the rating may be off, either way, as people read it."""
        return floor(POINTS * DEVIATIONS * self.uncertainty + 0.5)


def lowest_mean(rating: int) -> float:
    """The lowest mean that reads as this rating."""
    return _NEW_MEAN + (rating - 0.5 - NEW_RATING) / POINTS


def after_game(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """What is believed after a game that ended at these places; equal ones are shared."""
    players = [[_MODEL.rating(mu=skill.mean, sigma=skill.uncertainty)] for skill in skills]
    rated = _MODEL.rate(players, ranks=[float(place) for place in places])
    return [Skill(player.mu, player.sigma) for (player,) in rated]


def rate(seats: Iterable[Seat]) -> None:
    """Let a finished game move the ratings of its people. Only within the transaction that
    finishes it; whoever else finishes a game of theirs waits for its end."""
    people = _people(seats)
    if len(people) < FEWEST_PEOPLE:
        return
    ratings = _locked(_user(seat) for seat in people)
    changes = _move(ratings, people)
    _write(ratings.values())
    RatingChange.objects.bulk_create(changes)


def inherit(guest: User, heir: User) -> None:
    """Give a guest's rating to the guest's account, where that has none of its own."""
    if not Rating.objects.filter(user=guest).exists():
        return
    ratings = _locked((guest.pk, heir.pk))
    old, new = ratings[guest.pk], ratings[heir.pk]
    if new.games:
        return
    new.mean, new.uncertainty, new.games = old.mean, old.uncertainty, old.games
    new.save()
    old.delete()


def _people(seats: Iterable[Seat]) -> list[Seat]:
    return [seat for seat in seats if not seat.is_computer]


def _user(seat: Seat) -> int:
    assert seat.user_id is not None
    return seat.user_id


def _move(ratings: Mapping[int, Rating], people: Sequence[Seat]) -> list[RatingChange]:
    """Move the ratings of a game's people, and say how."""
    moved = [ratings[_user(seat)] for seat in people]
    before = [Skill(rating.mean, rating.uncertainty) for rating in moved]
    after = after_game(before, [seat.place or 0 for seat in people])
    for rating, skill in zip(moved, after, strict=True):
        rating.mean, rating.uncertainty = skill.mean, skill.uncertainty
        rating.games += 1
    return [
        RatingChange(
            seat=seat,
            mean_before=old.mean,
            uncertainty_before=old.uncertainty,
            mean_after=new.mean,
            uncertainty_after=new.uncertainty,
        )
        for seat, old, new in zip(people, before, after, strict=True)
    ]


def _newcomer(user: int) -> Rating:
    skill = Skill()
    return Rating(user_id=user, mean=skill.mean, uncertainty=skill.uncertainty)


def _locked(users: Iterable[int]) -> dict[int, Rating]:
    """The ratings of these people, new ones among them, locked in the order of their keys: two
    games of the same people that end at once wait one for the other, and never each for each."""
    in_order = sorted(users)
    Rating.objects.bulk_create(map(_newcomer, in_order), ignore_conflicts=True)
    rows = Rating.objects.filter(user__in=in_order).order_by("user").select_for_update()
    return {rating.user_id: rating for rating in rows}


def _write(ratings: Iterable[Rating]) -> None:
    Rating.objects.bulk_create(
        ratings,
        batch_size=_BATCH,
        update_conflicts=True,
        unique_fields=["user"],
        update_fields=["mean", "uncertainty", "games", "changed_at"],
    )


# --- From the facts -----------------------------------------------------------


@transaction.atomic
def rebuild() -> int:
    """Forget every rating and work all out again, from finished games in the order in which they
    ended. Returns how many games were rated.

    Games of a guest count for the account that has inherited them.
    """
    _let_others_wait()
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()
    return _replay({}, _finished_seats())


@transaction.atomic
def take_back(game: Game) -> None:
    """Work ratings out again without a game that doesn't count any more: only what came after it,
    where it can be told what they were before, else all of them."""
    if not RatingChange.objects.filter(seat__game=game).exists():
        return
    _let_others_wait()
    changes = RatingChange.objects.filter(seat__game__finished_at__gte=game.finished_at)
    ratings = _before(changes)
    if ratings is None:
        rebuild()
        return
    changes.delete()
    _replay(ratings, _finished_seats().filter(game__finished_at__gte=game.finished_at))
    unrated = [user for user, rating in ratings.items() if not rating.games]
    Rating.objects.filter(user__in=unrated).delete()


def _before(changes: QuerySet[RatingChange]) -> dict[int, Rating] | None:
    """The ratings of these people before all of these changes, the last ones there were. None where
    the changes don't lead to what the ratings are now: a guest's games count for the account that
    has inherited them only once all is worked out again."""
    first: dict[int, Skill] = {}
    last: dict[int, Skill] = {}
    games: Counter[int] = Counter()
    in_order = changes.select_related("seat").order_by(*_order("seat__"))
    for change in in_order.iterator(chunk_size=_BATCH):
        user = _user(change.seat)
        before = Skill(change.mean_before, change.uncertainty_before)
        if last.get(user, before) != before:
            return None
        first.setdefault(user, before)
        last[user] = Skill(change.mean_after, change.uncertainty_after)
        games[user] += 1
    ratings = Rating.objects.in_bulk(first)
    if last != {user: Skill(row.mean, row.uncertainty) for user, row in ratings.items()}:
        return None
    for user, rating in ratings.items():
        rating.mean, rating.uncertainty = first[user].mean, first[user].uncertainty
        rating.games -= games[user]
    return ratings


def _replay(ratings: dict[int, Rating], seats: QuerySet[Seat]) -> int:
    """Rate the games of these seats, from these ratings on. Returns how many games they were."""
    changes: list[RatingChange] = []
    games = 0
    for people in _by_game(seats):
        for user in map(_user, people):
            ratings.setdefault(user, _newcomer(user))
        changes += _move(ratings, people)
        games += 1
    RatingChange.objects.bulk_create(changes, batch_size=_BATCH)
    _write(ratings.values())
    return games


def _let_others_wait() -> None:
    """Until this transaction ends nobody else writes a rating. SQLite has one writer anyhow."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {Rating._meta.db_table} IN EXCLUSIVE MODE")


def _finished_seats() -> QuerySet[Seat]:
    """The people's seats of every game that counts."""
    return Seat.objects.filter(
        game__status=Game.Status.FINISHED,
        game__people__gte=FEWEST_PEOPLE,
        user__isnull=False,
    )


def _order(seat: str = "") -> list[str]:
    """Games as they ended, and their seats."""
    return [seat + name for name in ("game__finished_at", "game", "number")]


def _by_game(seats: QuerySet[Seat]) -> Iterator[list[Seat]]:
    in_order = seats.order_by(*_order()).iterator(chunk_size=_BATCH)
    for _, people in groupby(in_order, lambda seat: seat.game_id):
        yield list(people)
