"""The services behind a server, asked for at its start: a person is told, not the first player."""

from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils.module_loading import import_string


def try_database() -> None:
    """A change that changes nothing; raises DatabaseError where none can be made.

    Only writing shows it: SQLite reads a file that may not be written without a word.
    """
    Session.objects.filter(session_key="").delete()


def try_redis() -> None:
    """A question to Redis, where it is configured; raises ConnectionError without an answer."""
    if settings.EMBEDDED:
        return
    try:
        import_string("ohhell_site.caching.ping")()
    except Exception as error:  # the driver's own, whose module is slow to load
        raise ConnectionError(str(error)) from error
