"""Those who work in the admin."""

from django.contrib.auth.models import Group

from accounts.models import User


def mia() -> User:
    """Mia, who moderates."""
    user = User.objects.create_user("Mia", is_staff=True)
    user.groups.add(Group.objects.get(name="Moderators"))
    return user


def max_() -> User:
    """Max, one of the staff without any rights."""
    return User.objects.create_user("Max", is_staff=True)


def bea() -> User:
    """Bea, who may do everything."""
    return User.objects.create_superuser("Bea")
