"""How much waits for a moderator."""

from django import template

from accounts.models import User
from games.reports import seen_by

register = template.Library()


@register.simple_tag
def open_reports(user: User) -> int | None:
    """How many reports are open that this one of the staff may read; none where they read none."""
    if not user.has_perm("games.view_report"):
        return None
    return seen_by(user).filter(act=None).count()
