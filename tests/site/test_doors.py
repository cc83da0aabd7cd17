"""Who may come in where: what every address of the site answers to each of a cast.

An expectation is what everybody gets, then who gets something else: "404 owner=200". Words are the
status, or "login" where one is sent to log in, with a plus where anything is written: so nothing
changes by any other request. A new address fails until it has its line here.
"""

from collections.abc import Iterator
from typing import Final

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from accounts.models import Act
from accounts.sanctions import sanction
from games import pages
from tests.site.doors import (
    CAST,
    MARKUP,
    PASSWORD,
    SHOWN,
    Door,
    World,
    doors,
    knock,
    look_through,
    undone,
)

pytestmark = pytest.mark.django_db

# --- What is expected ---------------------------------------------------------

NEVER: Final = "405"
PAGE: Final = ("200", NEVER)
LOGGED_IN: Final = "{} guest=login nobody=login"
"""For accounts: others log in first."""
INSIDE: Final = "{} owner=login other=login guest=login nobody=login"
"""In the admin: whoever isn't staff logs in as somebody who is."""
STAFF_PAGE: Final = ("403 moderator=200 staff=200", NEVER)
STRANGERS: Final = "302 guest={0} nobody={0}"
"""For people who aren't logged in, as guests aren't either."""
OF_ACCOUNTS: Final = (LOGGED_IN.format(200), LOGGED_IN.format(422))
NOTHING_THERE: Final = (LOGGED_IN.format(404), LOGGED_IN.format(404))
ELSEWHERE: Final = (LOGGED_IN.format(302), LOGGED_IN.format(302))
NO_MAIL: Final = ("404", "404")
SETUP: Final = ("200", "422")
TO_ITS_FORM: Final = "302"
"""Whoever opens what is only ever posted comes to the page with its form."""
STARTS: Final = (TO_ITS_FORM, "303+")

SITE: Final = {
    "manifest": PAGE,
    "worker": PAGE,
    "away": PAGE,
    "account_index": ("302", "302"),
    "account_login": (STRANGERS.format(200), STRANGERS.format(422)),
    "account_signup": (STRANGERS.format(200), STRANGERS.format(422)),
    "account_logout": ("200 nobody=302", "302"),
    "account_profile": OF_ACCOUNTS,
    "account_change_password": OF_ACCOUNTS,
    "account_reauthenticate": OF_ACCOUNTS,
    "account_delete": OF_ACCOUNTS,
    "account_data": (LOGGED_IN.format(200), LOGGED_IN.format(200)),
    "account_set_password": ELSEWHERE,
    "account_request_reauthentication_code": ELSEWHERE,
    "account_confirm_reauthentication_code": ELSEWHERE,
    "account_confirm_login_code": ELSEWHERE,
    "account_email": NO_MAIL,
    "account_reset_password": NO_MAIL,
    "account_reset_password_done": NO_MAIL,
    "account_reset_password_from_key": ("404", "404"),
    "account_reset_password_from_key_done": PAGE,
    "account_email_verification_sent": NO_MAIL,
    "account_confirm_email": ("404", "404"),
    "account_inactive": PAGE,
    "mfa_index": (LOGGED_IN.format(200), LOGGED_IN.format(405)),
    "mfa_authenticate": ELSEWHERE,
    "mfa_reauthenticate": ELSEWHERE,
    "mfa_activate_totp": ELSEWHERE,
    "mfa_deactivate_totp": NOTHING_THERE,
    "mfa_view_recovery_codes": (LOGGED_IN.format(404), LOGGED_IN.format(405)),
    "mfa_generate_recovery_codes": ELSEWHERE,
    "mfa_download_recovery_codes": NOTHING_THERE,
    "usersessions_list": (LOGGED_IN.format(200), LOGGED_IN.format(302)),
    "shunned_people": ("200", "404"),
    "choose_language": (NEVER, "422"),
    "read_notice": (NEVER, "400 nobody=login"),
    "kept_out": ("302", "302"),
    "guest_name": ("302 guest=200 nobody=200", "302 guest=422 nobody=422"),
    "games:home": PAGE,
    "games:lobby": PAGE,
    "games:guide": PAGE,
    "games:ladder": PAGE,
    "games:records": PAGE,
    "games:profile": PAGE,
    "games:report_profile": ("200 owner=422 nobody=login", "422 nobody=login"),
    "games:history": PAGE,
    "games:statistics": PAGE,
    "games:settings": ("200", "303"),
    "games:setup": SETUP,
    "games:house_rules": SETUP,
    "games:new_table": SETUP,
    "games:new_house_table": SETUP,
    "games:quick_start": STARTS,
    "games:quick_match": STARTS,
    "games:dashboard": STAFF_PAGE,
    "games:dashboard_days": STAFF_PAGE,
    "games:dashboard_levels": STAFF_PAGE,
    "admin:index": (INSIDE.format(200), INSIDE.format(200)),
    "admin:login": ("302 owner=403 other=403 guest=login nobody=login",) * 2,
    "admin:logout": (
        "302 moderator=405 staff=405 boss=405",
        "302 moderator=200 staff=200 boss=200",
    ),
    "admin:password_change": (INSIDE.format(302), INSIDE.format(302)),
    "admin:password_change_done": (INSIDE.format(200), INSIDE.format(405)),
    "admin:autocomplete": (INSIDE.format(403), INSIDE.format(405)),
    "admin:jsi18n": (INSIDE.format(200), INSIDE.format(405)),
    "admin:auth_user_password_change": (INSIDE.format(403) + " boss=200",) * 2,
    "admin:accounts_user_act": (
        INSIDE.format(403) + " moderator=200 boss=200",
        INSIDE.format(403) + " moderator=422 boss=422",
    ),
    "admin:view_on_site": (INSIDE.format(404), INSIDE.format(404)),
    "admin:app_list": (INSIDE.format(200) + " staff=404",) * 2,
    "admin/(?P<url>.*)$": (INSIDE.format(404), INSIDE.format(404)),
}
"""By name: GET, and POST of an empty form."""

GAMES: Final = ("under way", "watched", "finished", "open")
"""Private; for spectators too; private and over; a table that waits for whoever has its address."""


def _looks(shown: str = "200", room: str = "", nobody: str = "") -> tuple[str, ...]:
    """What whoever may look on may do too, also where people gather."""
    private, room = f"404 owner={shown}", room or shown
    watched, gathering = (f"{word} nobody={nobody or word}" for word in (shown, room))
    return private, watched, private, gathering


def _own(*words: str) -> tuple[str, ...]:
    """What others never learn of; what the owner gets at each of the games."""
    return tuple(f"404 owner={word}" for word in words)


def _acts(under_way: str = "303", finished: str = "303", room: str = "303") -> tuple[str, ...]:
    """What only those who sit there do. Who may look on is told so; to others there is no game."""
    told = "303 nobody=404 owner={}"
    private = "404 owner={}"
    return (
        private.format(under_way),
        told.format(under_way),
        private.format(finished),
        told.format(room),
    )


LATE: Final = "409"
"""Whoever comes too late is told so."""

PAGES_OF_GAMES: Final = {
    "games:table": _looks(),
    "games:sheet": _looks(room="404"),
    "games:chat": _looks(),
    "games:person": _looks(nobody="404"),
    "games:report": _looks(nobody="404"),
    "games:rematch": _looks(),
    "games:results": _own("302", "302", "200", "404"),
    "games:record": _own("200", "200", "200", "404"),
}
"""By name: GET, at each of the games. What isn't here is only ever posted; opened, it leads to its
form."""

ACTIONS_ON_GAMES: Final = {
    "games:sit": (f"{LATE} owner=303", f"{LATE} owner=303", LATE, "303+ owner=303"),
    "games:leave": _acts("303+", room="303+"),
    "games:kick": _acts(room="303+"),
    "games:seat_computer": _acts(room="303+"),
    "games:start": _acts(room="303+"),
    "games:bid": _acts("303+"),
    "games:play": _acts(),
    "games:next_deal": _acts(),
    "games:pause": _acts("303+"),
    "games:decline_pause": _acts(),
    "games:resume": _acts(),
    "games:pace": _acts("303+"),
    "games:hand_to_computer": _acts("303+"),
    "games:take_back": _acts(),
    "games:give_up": _acts(),
    "games:say": ("404 owner=303+", "403 owner=303+") * 2,
    "games:person": _looks("303+", nobody="404"),
    "games:report": _looks("303+", nobody="404"),
    "games:rematch": _own("303", "303", "303+", "303"),
    "games:again": _own("303", "303", "303+", "404"),
}
"""By name: POST of a full form, at each of the games."""

ALL: Final = "view add change delete"
MODELS: Final = {
    "auth.group": ("", ALL),
    "accounts.user": ("view", ALL),
    "accounts.act": ("view", "view"),
    "accounts.bannedword": (ALL, ALL),
    "account.emailaddress": ("", ALL),
    "mfa.authenticator": ("", "view delete"),
    "usersessions.usersession": ("", "view delete"),
    "games.game": ("view act", "view act"),
    "games.report": ("view act", "view act"),
}
"""What moderators and the boss may do with each model of the admin; other staff do nothing. To act
is to send a form of the model's own page."""

PAGES_OF_MODELS: Final = {
    "changelist": ({"view": "200"}, {"view": "200"}),
    "history": ({"view": "200"}, {"view": "200"}),
    "add": ({"add": "200"}, {"add": "200"}),
    "change": ({"view": "200"}, {"change": "200", "act": "422"}),
    "delete": ({"delete": "200"}, {"delete": "302+"}),
}
"""By kind: what GET and POST answer to whoever has a right to it."""

WRITTEN: Final = dict.fromkeys(
    (
        *("name", "login", "username", "next", "q", "e", "object_id", "press", "first", "last"),
        *("page", "preset", "rules", "level", "players", "show", "pace", "number", "bid", "card"),
        *("message", "text", "details", "reason", "deed", "person"),
    ),
    MARKUP,
)
"""Markup for whatever a page may ask for."""


# --- Reading it ---------------------------------------------------------------


def _by_person(expected: str) -> dict[str, str]:
    usual, *exceptions = expected.split()
    return dict.fromkeys(CAST, usual) | dict(each.split("=") for each in exceptions)


def _in_the_admin(door: Door) -> tuple[str, str]:
    """What is expected of a model's page."""
    assert door.model is not None
    meta = door.model._meta
    kind = door.name.rpartition(f"_{meta.model_name}_")[2]
    if kind not in PAGES_OF_MODELS:  # the old address of a row's page
        return INSIDE.format(302), INSIDE.format(302)
    moderator, boss = MODELS[meta.label_lower]
    get, post = (
        f"{INSIDE.format(403)} moderator={_granted(words, moderator)} boss={_granted(words, boss)}"
        for words in PAGES_OF_MODELS[kind]
    )
    return get, post


def _granted(words: dict[str, str], rights: str) -> str:
    return next((word for right, word in words.items() if right in rights.split()), "403")


def _expected(door: Door, game: str) -> tuple[str, str]:
    """What GET and POST answer."""
    if door.model is not None:
        return _in_the_admin(door)
    if not door.is_of_a_game:
        return SITE[door.name]
    place = GAMES.index(game)
    get = PAGES_OF_GAMES[door.name][place] if door.name in PAGES_OF_GAMES else TO_ITS_FORM
    post = ACTIONS_ON_GAMES[door.name][place] if door.name in ACTIONS_ON_GAMES else NEVER
    return get, post


def _askers(door: Door, expected: str) -> tuple[str, ...]:
    """Where nobody gets in by this method two are enough to see it; outside the admin the boss is
    one of the staff."""
    if expected == NEVER:
        return ("owner", "nobody")
    return CAST if door.name.startswith("admin") else CAST[:-1]


DOORS: Final = {door.name: door for door in doors()}.values()
each_door = pytest.mark.parametrize("door", DOORS, ids=[door.name for door in DOORS])


# --- Who comes in -------------------------------------------------------------


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield World()
        transaction.set_rollback(True)


def test_every_address_has_its_line_and_every_line_its_address():
    named = {door.name for door in DOORS if door.model is None}
    assert named == SITE.keys() | PAGES_OF_GAMES.keys() | ACTIONS_ON_GAMES.keys()
    assert {door.model._meta.label_lower for door in DOORS if door.model} == MODELS.keys()


@each_door
def test_each_gets_what_is_theirs_and_nothing_else(world, door):
    for game in GAMES if door.is_of_a_game else GAMES[:1]:
        address, form = world.address(door, game), world.form(door, game)
        for method, expected in zip(("get", "post"), _expected(door, game), strict=True):
            words = {
                who: knock(world.browser(who), method, address, form)[0]
                for who in _askers(door, expected)
            }
            assert words == {who: _by_person(expected)[who] for who in words}, (game, method)


@pytest.mark.parametrize("name", ACTIONS_ON_GAMES)
def test_an_empty_form_lets_nobody_further(world, name):
    door = next(door for door in DOORS if door.name == name)
    for game in GAMES:
        full = _by_person(_expected(door, game)[1])
        for who in ("owner", "other", "nobody"):
            word, _ = knock(world.browser(who), "post", world.address(door, game))
            is_in = full[who].startswith("303")
            assert word in {"303", "422", full[who]} if is_in else word == full[who], (game, who)


def test_staff_cant_try_passwords_of_others_in_the_admin(world):
    form = {"username": "bea", "password": PASSWORD}
    with undone():
        client = world.browser("staff")
        assert client.post(reverse("admin:login"), form)["Location"] == reverse("admin:index")
        assert client.session["_auth_user_id"] == str(world.people["staff"].pk)


# --- What pages show ----------------------------------------------------------


@each_door
def test_markup_in_a_query_or_a_form_is_text_and_breaks_nothing(world, door):
    visitor = world.browser("boss" if door.name.startswith("admin") else "owner")
    for method in ("get", "post"):
        word, _ = knock(visitor, method, world.address(door, "open"), WRITTEN)
        assert int(word[:3] if word != "login" else 302) < 500


@pytest.mark.parametrize(
    ("who", "name"),
    [
        *[("other", f"games:{name}") for name in ("table", "sheet", "chat", "person", "report")],
        *[("other", f"games:{name}") for name in ("lobby", "profile")],
        *[("owner", f"games:{name}") for name in ("home", "history")],
        *[("owner", name) for name in ("account_profile", "shunned_people")],
        *[("boss", f"admin:{name}_changelist") for name in ("accounts_user", "auth_group")],
        *[("moderator", f"admin:games_{name}_change") for name in ("report", "game")],
        ("moderator", "admin:accounts_act_changelist"),
        ("moderator", "admin:accounts_bannedword_change"),
    ],
)
def test_what_people_write_is_shown_as_they_wrote_it(world, who, name):
    door = next(door for door in DOORS if door.name == name)
    visitor = world.browser(who)
    _, answer = knock(visitor, "get", world.address(door, "watched"))
    _, usual = knock(visitor, "get", reverse("games:guide"))
    assert answer.content.decode().count(SHOWN) > usual.content.decode().count(SHOWN)


def test_who_is_kept_out_reads_the_reason_as_it_was_written(world):
    with undone():
        sanction(Act.Kind.BAN, person=world.owner, by=world.people["boss"], reason=MARKUP)
        word, answer = knock(world.browser("owner"), "get", "/")
    assert word == "403"
    assert SHOWN in answer.content.decode()


# --- Pages of errors ----------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "ask"),
    [
        (400, lambda client: client.get("/guide", headers={"host": "evil.example"})),
        (403, lambda client: client.get("/dashboard")),
        (403, lambda client: client.post("/play")),
        (404, lambda client: client.get(f"/{MARKUP}")),
        (413, lambda client: client.post("/account/login/", {"login": "x" * 300_000})),
        (500, lambda client: client.get("/")),
    ],
)
def test_pages_of_errors_keep_to_the_policy_too(monkeypatch, status, ask):
    monkeypatch.setattr(pages, "preset_tiles", None)
    client = Client(enforce_csrf_checks=status == 403, raise_request_exception=False)
    answer = ask(client)
    assert answer.status_code == status
    look_through(answer)
