"""Every address of the site, and what becomes of each of a cast who knocks there.

The world is made once for a module and never changes: whatever a knock does is undone. Everybody
and everything in it that people write is full of markup, and no page may take it for that.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from time import time
from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import Model
from django.http import HttpResponseBase
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts import shuns
from accounts.models import Act, BannedWord, User
from accounts.sanctions import sanction
from games.models import Game, Report
from games.reading import memory
from games.rules import Phase
from tests.games.casts import browser, start
from tests.games.endings import finished_among
from tests.games.gatherings import gathered, open_table, seat_of
from tests.games.talking import say
from tests.games.turns import moment_of, to_turn

MARKUP: Final = "<b>x</b>\"'&"
SHOWN: Final = "&lt;b&gt;x&lt;/b&gt;&quot;&#x27;&amp;"
"""How a page shows it."""

PASSWORD: Final = "seven-tricks-bid"
PART: Final = r"<(?:\w+:)?(\w+)>"

CAST: Final = ("owner", "other", "guest", "nobody", "moderator", "staff", "boss")
"""Who sits in the games or owns the account; another with an account; a guest with a game of their
own; who isn't logged in; a moderator; staff without rights; who may do everything."""


# --- Addresses ----------------------------------------------------------------


@dataclass(frozen=True)
class Door:
    """One pattern: its name or, where it has none, its route, and what its address is made of."""

    name: str
    route: str
    parts: frozenset[str]
    model: type[Model] | None = None
    """Whose page it is in the admin."""

    @property
    def is_of_a_game(self) -> bool:
        """Whether it belongs to one game."""
        return "code" in self.parts


def doors(resolver: URLResolver | None = None, route: str = "", space: str = "") -> list[Door]:
    """Every pattern, those of included modules too."""
    found = list[Door]()
    for each in (resolver or get_resolver()).url_patterns:
        path = route + str(each.pattern)
        if isinstance(each, URLResolver):
            inner = f"{space}{each.namespace}:" if each.namespace else space
            found += doors(each, path, inner)
        else:
            found.append(_door(each, path, space))
    return found


def _door(pattern: URLPattern, route: str, space: str) -> Door:
    owner = getattr(pattern.callback, "model_admin", None)
    parts = re.findall(PART, route)
    name = f"{space}{pattern.name}" if pattern.name else route
    return Door(name, route, frozenset(parts), owner and owner.model)


# --- The world ----------------------------------------------------------------


class World:
    """The cast, with a browser each, and what they have played."""

    def __init__(self) -> None:
        self.owner, self.friend, other = _account("ann"), _account("ben"), _account("cat")
        guest, boss = User.objects.create_guest(), _account("bea", is_staff=True, is_superuser=True)
        self.people: dict[str, User | None] = {
            "owner": self.owner,
            "other": other,
            "guest": guest,
            "nobody": None,
            "moderator": _moderator(),
            "staff": _account("max", is_staff=True),
            "boss": boss,
        }
        start(guest)
        self.games = self._played()
        self._talked(other, boss)
        self._kept_by_the_admin()
        self._client = Client()
        self._sessions = {who: _logged_in(user) for who, user in self.people.items()}

    def _played(self) -> dict[str, Game]:
        both = self.owner, self.friend
        finished = finished_among(*both)
        Game.objects.filter(pk=finished.pk).update(is_public=False, is_watchable=False)
        return {
            "under way": self._at_owners_turn(is_public=False, is_watchable=False),
            "watched": self._at_owners_turn(),
            "finished": finished,
            "open": open_table(*both, is_public=False, is_watchable=False),
        }

    def _at_owners_turn(self, **how: Any) -> Game:
        return to_turn(gathered(self.owner, self.friend, **how), self.owner, Phase.BIDDING)

    def _talked(self, other: User, boss: User) -> None:
        for game in self.games.values():
            message = say(game, self.friend, text=MARKUP)
            Report.objects.create(
                reporter=self.owner,
                reported=self.friend,
                game=game,
                message=message,
                reason=Report.Reason.INSULT,
                details=MARKUP,
            )
        sanction(Act.Kind.WARN, person=self.owner, by=boss, reason=MARKUP)
        shuns.mute(self.owner, other)

    def _kept_by_the_admin(self) -> None:
        """A row at least of every model."""
        BannedWord.objects.create(word=MARKUP, note=MARKUP)
        Group.objects.create(name=MARKUP)
        EmailAddress.objects.create(user=self.owner, email="ann@example.org")
        Authenticator.objects.create(user=self.friend, type="recovery_codes", data={"seed": "x"})
        UserSession.objects.create(
            user=self.owner, ip="::1", session_key="x", user_agent=MARKUP, data={}
        )

    # --- Where to knock, and with what ---

    def address(self, door: Door, game: str) -> str:
        """The address of a door for this game, or for what else is the owner's."""
        row = door.model and door.model._default_manager.order_by("pk").last()
        parts: dict[str, Any] = {
            "language": "en",
            "code": self.games[game].code,
            "person": self.friend.pk,
            "name": self.owner.username,
            "object_id": row.pk if row else self.owner.pk,
            "id": self.owner.pk,
            "content_type_id": ContentType.objects.get_for_model(User).pk,
            "app_label": "accounts",
            "url": "nothing",
            "uidb36": "1",
            "key": "nothing",
        }
        if door.name != door.route:
            return reverse(door.name, kwargs={name: parts[name] for name in door.parts})
        made = re.sub(PART, lambda part: str(parts[part[1]]), door.route)
        return "/" + made.replace("(?P", "").removesuffix(".*)$")

    def form(self, door: Door, game: str) -> dict[str, Any]:
        """What does something at every door of this game where its owner may do anything; empty
        for other doors."""
        if not door.is_of_a_game:
            return {}
        row = self.games[game]
        now = moment_of(row, self.owner) if row.is_playing else {"deal": 0, "turn": 0}
        return {
            **{"deal": now["deal"], "turn": now["turn"], "bid": 0, "card": "AS", "pace": "slow"},
            **{"text": "hello", "deed": "block", "reason": "name"},
            "number": 1 if door.name == "games:kick" else 3,
            "seat": seat_of(row, self.friend).pk,
        }

    def browser(self, who: str) -> Client:
        """Their browser, as if they had just logged in."""
        client = self._client  # one for all, since to make one costs as much as to knock
        client.cookies.clear()
        if session := self._sessions[who]:
            client.cookies[settings.SESSION_COOKIE_NAME] = session
        return client


def _account(name: str, **rights: Any) -> User:
    return User.objects.create_user(name, name=MARKUP, password=PASSWORD, **rights)


def _moderator() -> User:
    user = _account("mia", is_staff=True)
    user.groups.add(Group.objects.get(name="Moderators"))
    return user


def _logged_in(user: User | None) -> str:
    """The key of a session whose owner has just given the password."""
    if user is None:
        return ""
    session = browser(user).session
    session["account_authentication_methods"] = [{"method": "password", "at": time()}]
    session.save()
    return str(session.session_key)


# --- Knocking -----------------------------------------------------------------


def knock(
    client: Client, method: str, address: str, form: Mapping[str, Any] | None = None
) -> tuple[str, Any]:
    """Ask, look through the answer, and leave everything as it was.

    The first of the two is what came of it in a word: the status, or "login" where one is sent
    there, with a plus where anything was written.
    """
    memory.clear()
    token = {"csrfmiddlewaretoken": "x"} if method == "post" else {}  # as in every form
    with undone(), _writing() as written:
        answer = getattr(client, method)(address, {**token, **(form or {})})
        look_through(answer)
    cache.clear()
    return _word(answer) + ("+" if written else ""), answer


def _word(answer: HttpResponseBase) -> str:
    target = answer.get("Location", "").split("?")[0]
    is_door = target in (reverse("account_login"), reverse("admin:login"))
    return "login" if is_door else str(answer.status_code)


@contextmanager
def undone() -> Iterator[None]:
    """Whatever is written meanwhile is taken back."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def _writing() -> Iterator[list[str]]:
    """What is written meanwhile; sessions apart, which every visitor has."""
    written = list[str]()

    def note(execute: Any, sql: str, *rest: Any) -> Any:
        if re.match('(INSERT INTO|UPDATE|DELETE FROM) "(?!django_session|usersessions_)', sql):
            written.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        yield written


# --- Looking through ----------------------------------------------------------

POLICY: Final = ("default-src 'none'", "script-src 'self'", "style-src 'self'", "base-uri 'none'")
INLINE: Final = re.compile(
    r"<script(?![^>]* src=)(?![^>]*json)|<style|\s(?:style|on[a-z]+)=[\"']", re.I
)
"""What the policy forbids; JSON for scripts is no script."""
MISREAD: Final = re.compile("<b>x|gt;x")
"""MARKUP where a page shows it otherwise than as it was written: as markup, or escaped twice."""


def look_through(answer: Any) -> None:
    """Every answer has the policy; what is a page keeps to it, and shows all that people write as
    text."""
    policy = answer.headers["Content-Security-Policy"]
    assert all(rule in policy.split("; ") for rule in POLICY), policy
    assert "unsafe" not in policy
    if not answer.streaming and answer.headers.get("Content-Type", "").startswith("text/html"):
        page = answer.content.decode()
        for pattern, text in ((INLINE, page), (MISREAD, page.replace(SHOWN, ""))):
            found = pattern.search(text)
            assert found is None, text[max(0, found.start() - 100) : found.end() + 100]
