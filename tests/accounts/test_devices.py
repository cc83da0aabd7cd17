"""Where somebody is logged in, and ending that."""

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client

from accounts.devices import device_of
from accounts.models import User

from .conftest import PASSWORD

pytestmark = pytest.mark.django_db
SESSIONS = "/account/sessions/"


def device(name: str = "Ann") -> Client:
    client = Client()
    client.post("/account/login/", {"login": name, "password": PASSWORD})
    client.get(SESSIONS)
    return client


def session_of(client: Client) -> UserSession:
    return UserSession.objects.get(session_key=client.session.session_key)


def is_in(client: Client) -> bool:
    return client.get("/account/profile/").status_code == 200


def test_one_session_of_several_is_ended(ann: User) -> None:
    desk, phone, tablet = device(), device(), device()
    assert desk.post(SESSIONS, {"session": session_of(phone).pk})["Location"] == SESSIONS
    assert [is_in(each) for each in (desk, phone, tablet)] == [True, False, True]


def test_all_others_are_ended_at_once(ann: User) -> None:
    desk, phone, tablet = device(), device(), device()
    desk.post(SESSIONS)
    assert [is_in(each) for each in (desk, phone, tablet)] == [True, False, False]


@pytest.mark.parametrize("wished", ["0", "-1", "x", "", "999999999999999999999"])
def test_a_session_that_is_there_no_more_is_no_fault(ann: User, wished: str) -> None:
    desk = device()
    assert desk.post(SESSIONS, {"session": wished}).status_code == 302
    assert is_in(desk)


def test_nobody_ends_a_session_of_somebody_else(ann: User, ben: User) -> None:
    desk, other = device(), device("Ben")
    desk.post(SESSIONS, {"session": session_of(other).pk})
    assert is_in(other)


_X11 = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
_PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1"
_ANDROID = "Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 Chrome/140.0 Safari/537.36"
_EDGE = "Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/140.0 Safari/537.36 Edg/140.0"
_MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15"


@pytest.mark.parametrize(
    ("user_agent", "words"),
    [
        (_X11, "Firefox on Linux"),
        (_PHONE, "Safari on iPhone"),
        (_ANDROID, "Chrome on Android"),
        (_EDGE, "Edge on Windows"),
        (_MAC, "Safari on macOS"),
        ("curl/8.14.1", "Another browser"),
        ("<script>Linux", "Linux"),
        ("", "Another browser"),
    ],
)
def test_a_device_is_told_in_words(user_agent: str, words: str) -> None:
    assert device_of(user_agent) == words
