"""Whom a person doesn't want to read, or to sit with. The other one is not told.

To mute is not to read somebody; to block is that, and not to sit with them at one's own tables.
Whoever changes this has it at once at every table they look at.
"""

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Shun, User
from accounts.sockets import shuns_changed


@transaction.atomic
def mute(user: User, other: User) -> None:
    """Read somebody no more. Whoever is blocked stays blocked."""
    Shun.objects.get_or_create(user=user, other=other, defaults={"kind": Shun.Kind.MUTE})
    shuns_changed(user.pk)


@transaction.atomic
def block(user: User, other: User) -> None:
    """Neither read somebody nor sit with them."""
    Shun.objects.update_or_create(user=user, other=other, defaults={"kind": Shun.Kind.BLOCK})
    shuns_changed(user.pk)


@transaction.atomic
def forgive(user: User, other_id: int) -> None:
    """Undo either."""
    Shun.objects.filter(user=user, other_id=other_id).delete()
    shuns_changed(user.pk)


def kind_of(user: User, other: User) -> str:
    """What a person doesn't want of another: a `Shun.Kind`, or nothing."""
    found = Shun.objects.filter(user=user, other=other).values_list("kind", flat=True).first()
    return found or ""


def shunned_by(user: User) -> QuerySet[Shun]:
    """Everybody whom a person has muted or blocked, the last one first."""
    return Shun.objects.filter(user=user).select_related("other").order_by("-at", "-pk")


def hand_over(guest: User, heir: User) -> None:
    """Give to an account whom its guest shuns, and who shuns the guest: nobody gets rid of that
    by logging in."""
    mine = Shun.objects.filter(user=guest).exclude(other=heir)
    for shun in mine.select_related("other"):
        _renew(shun, heir, shun.other)
    for shun in Shun.objects.filter(other=guest).exclude(user=heir).select_related("user"):
        _renew(shun, shun.user, heir)
    Shun.objects.filter(user=guest).delete()
    Shun.objects.filter(other=guest).delete()


def _renew(shun: Shun, user: User, other: User) -> None:
    (block if shun.kind == Shun.Kind.BLOCK else mute)(user, other)
