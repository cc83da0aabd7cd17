"""A seat among people by one press: where somebody waits already, or at a table of one's own.

Whoever presses wants to play with people soon, so a table of other rules, at which the game begins
by itself, is better than one's own rules with computers alone; but their own rules come first.
"""

from typing import Final

from django.db import connection, transaction
from django.db.models import Count, Q, QuerySet

from accounts.models import Shun, User
from games.models import Game
from games.refusals import TableError, TooManyTables
from games.rules import Rules, rules_text

from .opening import Opening, open_table, sit, take_turns

MOST_LOOKED_AT: Final = 100
_QUEUE: Final = 7_350_514
"""The number of the lock that quick matches queue up for, in a database that has such locks."""


@transaction.atomic
def quick_match(*, user: User, offer: Opening) -> Game:
    """Sit down where people wait for a game, else open a table for them. Whoever waits at such a
    table already stays there."""
    take_turns(user)
    _queue_up()
    mine = _waiting(offer.rules).filter(seats__user=user).order_by("-pk").first()
    if mine is not None:
        return mine
    for game in fitting_tables(user, offer.rules):
        try:
            return sit(code=game.code, user=user)
        except TooManyTables:
            raise
        except TableError:
            continue  # somebody was quicker
    return open_table(host=user, offer=offer)


def _queue_up() -> None:
    """Let one quick match end before the next one looks, or two at once would open two tables.
    SQLite has one writer at a time anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_QUEUE])


def _waiting(rules: Rules) -> QuerySet[Game]:
    """Public tables for these rules, and those of others that begin by themselves."""
    tables = Game.objects.filter(status=Game.Status.OPEN, is_public=True)
    return tables.filter(Q(rules_text=rules_text(rules)) | Q(fills=True))


def fitting_tables(user: User, rules: Rules) -> list[Game]:
    """Public tables with a free seat for these rules, the fullest first, then those of others, the
    most alike first; none whose people this person has blocked or has been blocked by, and none of
    others that everybody has gone from."""
    blocks = Shun.objects.filter(kind=Shun.Kind.BLOCK)
    away = Q(seats__user__in=blocks.filter(user=user).values("other")) | Q(
        seats__user__in=blocks.filter(other=user).values("user")
    )
    tables = _waiting(rules)
    fitting = tables.exclude(pk__in=tables.filter(away).values("pk")).exclude(kicked__user=user)
    there = Count("seats", filter=Q(seats__user__isnull=False, seats__gone_since=None))
    counted = fitting.annotate(seated=Count("seats"), there=there).order_by("created_at")
    found = [game for game in counted[:MOST_LOOKED_AT] if _may_be_sat_at(game, rules)]
    return sorted(found, key=lambda game: _distance(game, rules))


def _may_be_sat_at(game: Game, rules: Rules) -> bool:
    seated, there = game.seated, game.there  # type: ignore[attr-defined]  # annotated
    return seated < game.rules.players and (there > 0 or game.rules == rules)


def _distance(game: Game, rules: Rules) -> tuple[bool, bool, bool, int]:
    """How far a table is from what is looked for; equal ones are in the order of their opening."""
    has_other_number = game.rules.players != rules.players
    seated: int = game.seated  # type: ignore[attr-defined]
    return game.rules != rules, has_other_number, not game.preset, -seated
