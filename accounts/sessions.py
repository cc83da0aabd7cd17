"""Sessions that somebody ends from another one of theirs, on the page of their devices."""

from collections.abc import Iterable

from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession

from accounts.sockets import recheck_sockets


class SessionsAdapter(DefaultUserSessionsAdapter):
    """Ends sessions, open tables included."""

    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        """Ends these, and lets the sockets of those whose they were find out."""
        ended = list(sessions)
        super().end_sessions(ended)
        for user_id in {session.user_id for session in ended}:
            recheck_sockets(user_id)
