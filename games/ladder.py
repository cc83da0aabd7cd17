"""The ladder: accounts by rating, from the first to the last, in pages.

Equal ratings, as they are read, share a rank. A page costs the same few queries wherever it is:
the index `rating_ladder` holds its order, and only the first rank of a page is counted.
"""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Page
from django.db.models import Q, QuerySet

from accounts.models import User, seen_by_all

from .models import RANKED_FROM, Rating
from .ratings import Skill, lowest_mean


@dataclass(frozen=True)
class Line:
    """One person's line of the ladder."""

    rank: int
    name: str
    username: str
    rating: int
    margin: int
    games: int
    is_you: bool


@dataclass(frozen=True)
class Own:
    """Where somebody stands who has a rating. Who has no place yet has neither rank nor page, and
    `missing` games to go; a guest never has one."""

    rating: int
    margin: int
    games: int
    missing: int
    is_guest: bool
    rank: int | None = None
    page: int | None = None


def ranked() -> QuerySet[Rating]:
    """Ratings that have a place, the best first."""
    enough = Rating.objects.filter(seen_by_all("user"), games__gte=RANKED_FROM)
    return enough.order_by("-mean", "user").prefetch_related("user")


def ladder_lines(page: Page[Rating], user: User | AnonymousUser) -> list[Line]:
    """The lines of a page, as a person or a stranger reads them."""
    lines: list[Line] = []
    for number, row in enumerate(page, page.start_index()):
        skill = Skill(row.mean, row.uncertainty)
        if not lines:
            rank = _rank(skill.rating)
        elif skill.rating != lines[-1].rating:
            rank = number
        lines.append(
            Line(
                rank=rank,
                name=row.user.shown_name,
                username=row.user.username,
                rating=skill.rating,
                margin=skill.margin,
                games=row.games,
                is_you=row.user_id == user.pk,
            )
        )
    return lines


def own_standing(user: User | AnonymousUser, lines_a_page: int) -> Own | None:
    """Where a person stands; None without a rating."""
    if isinstance(user, AnonymousUser):
        return None
    row = Rating.objects.filter(user=user).first()
    if row is None:
        return None
    skill = Skill(row.mean, row.uncertainty)
    is_ranked = not user.is_guest and row.games >= RANKED_FROM
    return Own(
        rating=skill.rating,
        margin=skill.margin,
        games=row.games,
        missing=max(RANKED_FROM - row.games, 0),
        is_guest=user.is_guest,
        rank=_rank(skill.rating) if is_ranked else None,
        page=1 + _before(row) // lines_a_page if is_ranked else None,
    )


def _rank(rating: int) -> int:
    """The rank of a rating: one more than there are better ones."""
    return 1 + ranked().filter(mean__gte=lowest_mean(rating + 1)).count()


def _before(row: Rating) -> int:
    """How many lines are before this one."""
    better = Q(mean__gt=row.mean) | Q(mean=row.mean, user__lt=row.user_id)
    return ranked().filter(better).count()
