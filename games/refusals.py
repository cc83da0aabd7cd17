"""What a table says no to, beside the rules: wrong moment, wrong person, no such game.

Like `games.rules.errors` these carry a sentence for players; `status` is the HTTP status that
fits, and every one of them means that nothing was changed.
"""

from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from .rules import RulesError
from .rules.errors import SUIT_NAMES, OptionError


class TableError(Exception):
    """Something a table doesn't do. Nothing was changed."""

    status: ClassVar[int] = 409
    sentence: ClassVar[str | Promise] = gettext_lazy("That can't be done now.")


class NoSuchGame(TableError):
    """No game of that code, or none that this person may see: the two look the same."""

    status = 404
    sentence = gettext_lazy("There is no such game.")


class Stale(TableError):
    """An answer to a moment that has passed: a double press, another tab, a late task."""

    sentence = gettext_lazy("The table has moved on; that was for an earlier moment.")


class AlreadyDone(Stale):
    """The very same action was taken already."""

    sentence = gettext_lazy("That is done already.")


class GameIsPaused(TableError):
    """A move in a paused game."""

    sentence = gettext_lazy("The game is paused. Continue it first.")


class GameHasEnded(TableError):
    """An action in a game that is over."""

    sentence = gettext_lazy("This game is over.")


class DealNotOver(TableError):
    """The next deal was asked for in the middle of one."""

    sentence = gettext_lazy("This deal is still being played.")


class NotBegun(TableError):
    """A move at a table where people still gather."""

    sentence = gettext_lazy("This game has not begun yet.")


class NotOverYet(TableError):
    """A rematch of a game that is still being played."""

    sentence = gettext_lazy("This game is still being played.")


class HasBegun(TableError):
    """A seat was asked for in a game that has begun."""

    sentence = gettext_lazy("This game has begun already.")


class NotSeated(TableError):
    """An action of somebody who may look but doesn't sit here."""

    status = 403
    sentence = gettext_lazy("Only those who sit at this table can do that.")


class SeatIsPlayed(TableError):
    """An action of a person for whom a computer plays just now."""

    sentence = gettext_lazy("A computer plays for you now. Take your seat back first.")


class TurnIsOver(TableError):
    """A seat taken back in a turn that has no time left for people."""

    sentence = gettext_lazy(
        "Your time for this turn is up. Take your seat back when the computer has played."
    )


class OnlyWithOthers(TableError):
    """What makes sense in games of several people only."""

    sentence = gettext_lazy("That is for games with other people.")


class OthersPlay(TableError):
    """Ending a game that belongs to others too."""

    sentence = gettext_lazy("Others play this game too. You can leave it.")


class AlreadySeated(TableError):
    """A second seat for one person."""

    sentence = gettext_lazy("You have a seat at this table already.")


class SeatTaken(TableError):
    """A seat that somebody else has taken, perhaps just now."""

    sentence = gettext_lazy("Somebody else has taken this seat.")


class NoSuchSeat(TableError):
    """A seat that the table doesn't have, or nobody to send away from it."""

    sentence = gettext_lazy("There is no such seat.")


class TableIsFull(TableError):
    """No seat is left."""

    sentence = gettext_lazy("Every seat at this table is taken.")


class TableIsClosed(TableError):
    """A seat at a table that everybody has left before it began."""

    status = 410
    sentence = gettext_lazy("This table has been closed.")


class SentAway(TableError):
    """Somebody whom the host has sent away comes again."""

    status = 403
    sentence = gettext_lazy("The host has sent you away from this table.")


class NotWelcome(TableError):
    """Somebody whom the host has blocked. The sentence doesn't say so."""

    status = 403
    sentence = gettext_lazy("You can't sit down at this table.")


class NotTheHost(TableError):
    """What the host alone may do."""

    status = 403
    sentence = gettext_lazy("Only the host of the table can do that.")


class TooManyTables(TableError):
    """One more table than a person may wait at."""

    status = 429
    sentence = gettext_lazy("You wait at several tables already. Leave one of them first.")


class TooManyGames(TableError):
    """More games and tables in a short time than anybody could play."""

    status = 429
    sentence = gettext_lazy("You have begun many games. Wait a few minutes.")


class CountsForNobody(TableError):
    """A game taken out of what counts that is in none of it."""

    sentence = gettext_lazy("This game counts for nobody already.")


class YourOwnGame(TableError):
    """A moderator's doing at a table where they sit themselves."""

    status = 403
    sentence = gettext_lazy("You sit at this table. Let another moderator look at it.")


class ReportClosed(TableError):
    """Something done about a report after another moderator has done something."""

    sentence = gettext_lazy("Another moderator was quicker: this report is closed.")


class NoChat(TableError):
    """Something said where nobody else could read it."""

    sentence = gettext_lazy("There is nobody to talk to in this game.")


class NothingSaid(TableError):
    """A message of which nothing is left that could be seen."""

    status = 422
    sentence = gettext_lazy("Write something first.")


class MessageTooLong(TableError):
    """A message longer than `models.people.LONGEST_MESSAGE`."""

    status = 422
    sentence = gettext_lazy("That is too long: a message has at most 200 characters.")


class WritesTooFast(TableError):
    """More messages in a short time than anybody could read."""

    status = 429
    sentence = gettext_lazy("You write too fast. Wait a few seconds.")


class IsMuted(TableError):
    """A message of somebody whom moderators don't let write."""

    status = 403
    sentence = gettext_lazy("Moderators don’t let you write for the time being.")


class NoSuchPerson(TableError):
    """Nobody whom this person could have met at this table: whether they exist is not said."""

    status = 404
    sentence = gettext_lazy("There is no such person at this table.")


class NotYourself(TableError):
    """Muting, blocking or reporting oneself."""

    status = 422
    sentence = gettext_lazy("That is you.")


class DetailsTooLong(TableError):
    """More details of a report than `models.people.LONGEST_DETAILS`."""

    status = 422
    sentence = gettext_lazy("That is too long: the details have at most 500 characters.")


class NoReason(TableError):
    """A report that doesn't say what was wrong."""

    status = 422
    sentence = gettext_lazy("Choose what was wrong.")


class TooManyReports(TableError):
    """More reports in an hour than one person may send."""

    status = 429
    sentence = gettext_lazy("You have sent many reports. Try again in an hour.")


class BadRequest(TableError):
    """A form that no page of ours sends."""

    status = 400
    sentence = gettext_lazy("That request is not complete.")


def told(error: RulesError | TableError) -> str:
    """The sentence of a refusal in the reader's language."""
    if isinstance(error, TableError):
        return str(error.sentence)
    params = dict(error.params)
    if "suit" in params:
        params["suit"] = gettext(SUIT_NAMES[str(params["suit"])])
    template = error.reason if isinstance(error, OptionError) else error.template
    return gettext(template) % params


def status_of(error: RulesError | TableError) -> int:
    """The HTTP status of a refusal: what the rules refuse can't be processed (422)."""
    return error.status if isinstance(error, TableError) else 422
