"""What holds for every answer of the site, whichever app gives it."""

import pytest
from asgiref.sync import iscoroutinefunction
from channels.testing import WebsocketCommunicator
from django.core.handlers.asgi import ASGIHandler
from django.middleware.common import CommonMiddleware
from django.test import AsyncClient, RequestFactory

from accounts import preferences
from ohhell_site.asgi import application


@pytest.mark.django_db
def test_every_answer_carries_the_policy(client):
    headers = client.get("/account/login/").headers
    assert "script-src 'self'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"


@pytest.mark.django_db
def test_a_host_that_is_not_ours_is_refused(client):
    assert client.get("/account/login/", headers={"host": "evil.example"}).status_code == 400


def test_static_files_are_whole_answers_that_ask_no_database(client):
    answer = client.get("/static/favicon.svg")
    assert not answer.streaming
    assert answer.content.startswith(b"<svg")


async def test_static_files_come_through_asgi_without_a_warning(recwarn):
    answer = await AsyncClient().get("/static/favicon.svg")
    assert answer.status_code == 200
    assert not [w for w in recwarn if "StreamingHttpResponse" in str(w.message)]


def test_an_oversized_body_is_refused(client):
    answer = client.post("/account/login/", {"login": "x" * 300_000})
    assert answer.status_code in {400, 413}


@pytest.mark.parametrize(
    ("last", "coroutines"), [("ohhell_site.middleware.StaySync", False), (None, True)]
)
def test_the_last_middleware_makes_the_chain_plain_calls(last, coroutines, settings, monkeypatch):
    seen = []
    make = CommonMiddleware.__init__

    def note(self, get_response):
        seen.append(iscoroutinefunction(get_response))
        make(self, get_response)

    monkeypatch.setattr(CommonMiddleware, "__init__", note)
    settings.MIDDLEWARE = ["django.middleware.common.CommonMiddleware", *filter(None, [last])]
    ASGIHandler()
    assert seen == [coroutines]


async def is_let_in(origin: str, host: str = "localhost:8000") -> bool:
    headers = [(b"host", host.encode()), (b"origin", origin.encode())]
    socket = WebsocketCommunicator(application, "/ws/anything", headers=headers)
    return bool((await socket.connect())[0])


async def test_a_socket_of_our_own_pages_is_let_in():
    assert await is_let_in("http://localhost:8000")


@pytest.mark.parametrize(
    "origin",
    [
        *("http://evil.example", "http://evil.example:8000", "null", "", "file://", "http://["),
        *("http://localhost", "http://localhost:9999", "ftp://localhost:8000"),
    ],
)
async def test_a_socket_from_elsewhere_is_refused(origin):
    assert not await is_let_in(origin)


async def test_a_host_that_is_not_ours_is_refused_though_the_page_agrees():
    assert not await is_let_in("http://evil.example", "evil.example")


async def test_a_secure_site_is_for_secure_pages(settings):
    settings.HTTPS = True
    assert not await is_let_in("http://localhost:8000")
    assert await is_let_in("https://localhost:8000")


@pytest.mark.parametrize("name", preferences.CHOICES)
def test_a_preference_is_one_of_its_choices_whatever_the_cookie_says(name):
    *_, last = preferences.CHOICES[name]
    assert preferences.read({name: last})[name] == last
    assert preferences.read({name: "<script>"})[name] == preferences.CHOICES[name][0]


def test_templates_get_the_preferences():
    request = RequestFactory().get("/")
    request.COOKIES["theme"] = "dark"
    given = preferences.preferences(request)["preferences"]
    assert given["theme"] == "dark"
    assert given.keys() == preferences.CHOICES.keys()


def test_a_part_of_a_static_file_and_only_its_head_can_be_asked_for(client):
    whole = client.get("/static/favicon.svg")
    part = client.get("/static/favicon.svg", headers={"range": "bytes=0-3"})
    head = client.head("/static/favicon.svg")
    assert (part.status_code, part.content) == (206, whole.content[:4])
    assert (head.content, head["Content-Length"]) == (b"", str(len(whole.content)))
    assert whole["Content-Type"] == head["Content-Type"] == "image/svg+xml"
