"""Complaints about people and what they said. Moderators look at them; the other isn't told."""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from accounts.limits import Limit, take
from accounts.models import Act, User
from accounts.sanctions import sanction

from .chat import cleaned
from .manners import Meeting
from .models import Report
from .models.people import LONGEST_DETAILS
from .refusals import DetailsTooLong, NoReason, ReportClosed, TooManyReports

SPEED: Final = Limit(10, 3600)


def reasons() -> list[tuple[str, str]]:
    """Every reason, with its key, in the reader's language."""
    return [(str(key), str(key.label)) for key in Report.Reason]


def report(meeting: Meeting, reason: str, details: str = "") -> None:
    """Complain about a person, or about the message of the meeting. The same complaint made again
    is one complaint."""
    if reason not in Report.Reason:
        raise NoReason()
    said = cleaned(details, LONGEST_DETAILS, DetailsTooLong)
    with transaction.atomic():
        # Of two at the same instant the second waits here, and then finds the first.
        User.objects.select_for_update().get(pk=meeting.viewer.pk)
        if _is_known(meeting, reason):
            return
        if not take("report", meeting.viewer.pk, SPEED):
            raise TooManyReports()
        Report.objects.create(
            reporter=meeting.viewer,
            reported=meeting.person,
            game=meeting.game,
            message=meeting.message,
            reason=reason,
            details=said,
        )


def _is_known(meeting: Meeting, reason: str) -> bool:
    """Whether the message was reported by this person, or the other one for the same reason."""
    theirs = Report.objects.filter(reporter=meeting.viewer, reported=meeting.person)
    if meeting.message is not None:
        return theirs.filter(message=meeting.message).exists()
    return theirs.filter(game=meeting.game, message=None, reason=reason).exists()


# --- What moderators do about them --------------------------------------------


@transaction.atomic
def answer(
    report_id: int,
    *,
    kind: Act.Kind,
    by: User,
    reason: str,
    until: datetime | None = None,
    name: str = "",
    closes_all: bool = False,
) -> Act:
    """Do something about the person of an open report, or dismiss it; that closes it, and every
    other open one about them where it `closes_all`. Raises ReportClosed, and what `sanction`
    does."""
    # The person first: so do guests who log in, whose reports go over to their accounts.
    people = User.objects.select_for_update(no_key=True, of=("self",))
    people.filter(reported=report_id).first()
    report = Report.objects.select_for_update(of=("self",)).get(pk=report_id)
    if not report.is_open:
        raise ReportClosed()
    act = sanction(kind, person=report.reported, by=by, reason=reason, until=until, name=name)
    closed = Report.objects.filter(reported=report.reported, act=None)
    (closed if closes_all else closed.filter(pk=report_id)).update(act=act)
    return act


def seen_by(moderator: User) -> QuerySet[Report]:
    """The reports that a moderator looks at: not those about themselves."""
    return Report.objects.exclude(reported=moderator)
