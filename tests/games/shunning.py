"""Who doesn't want to sit with whom."""

from accounts.models import Shun, User


def block(user: User, other: User) -> None:
    """One person has blocked another."""
    Shun.objects.create(user=user, other=other, kind=Shun.Kind.BLOCK)
