"""What a moderator reads beside a report: the game, what was said around it, and what is known of
the person."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from accounts.models import Act, User

from .chat import words_of
from .models import Game, Message, Report
from .reading import NOT_BEGUN, Table
from .reports import seen_by
from .sheets import Sheet, score_sheet

AROUND: Final = 15
"""So many messages before and after what was reported are shown."""


@dataclass(frozen=True)
class Said:
    """A message as moderators read it. `is_reported` marks the one that the report is about."""

    at: datetime
    author: User
    text: str
    is_reported: bool


@dataclass(frozen=True)
class Case:
    """A report with all that belongs to it."""

    report: Report
    message: str
    sheet: Sheet | None
    chat: list[Said]
    others: QuerySet[Report]
    acts: QuerySet[Act]


def case_of(report: Report, moderator: User) -> Case:
    """What this moderator reads beside a report."""
    game, person = report.game, report.reported
    return Case(
        report=report,
        message="" if report.message is None else words_of(report.message),
        sheet=None if game is None else sheet_of(game),
        chat=_around(report),
        others=_listed(seen_by(moderator).filter(reported=person).exclude(pk=report.pk)),
        acts=person.acts.select_related("by"),
    )


def sheet_of(game: Game) -> Sheet | None:
    """The score sheet as a spectator reads it; none of a game that hasn't begun."""
    if game.status in NOT_BEGUN:
        return None
    return score_sheet(Table.read(game), AnonymousUser(), "")


def reports_at(game: Game, moderator: User) -> QuerySet[Report]:
    """Every report about a game, the newest first."""
    return _listed(seen_by(moderator).filter(game=game))


def _listed(reports: QuerySet[Report]) -> QuerySet[Report]:
    related = ("reporter", "reported", "game", "act")
    return reports.select_related(*related).order_by("-pk")


def chat_log(game: Game) -> list[Said]:
    """Everything that was said at a game."""
    return [_said(message) for message in _messages(game)]


def _messages(game: Game) -> QuerySet[Message]:
    return Message.objects.filter(game=game).select_related("user")


def _said(message: Message, reported: int | None = None) -> Said:
    return Said(message.at, message.user, words_of(message), message.pk == reported)


def _around(report: Report) -> list[Said]:
    """What was said before and after the message, or the moment of the report."""
    if report.game is None:
        return []
    messages, message = _messages(report.game), report.message_id
    is_before = Q(at__lte=report.at) if message is None else Q(pk__lte=message)
    before = messages.filter(is_before).order_by("-pk")[: AROUND + 1]
    after = messages.exclude(is_before)[:AROUND]
    return [_said(each, message) for each in [*reversed(before), *after]]
