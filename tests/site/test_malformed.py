"""What can't be read, and who is gone before the answer: a page or nothing, and no traceback."""

import socket
from http.client import HTTPConnection
from typing import Any

import pytest
from autobahn.exception import Disconnected

from ohhell_site.doors import ToWhoIsStillThere

BODY = b'--X\r\nContent-Disposition: form-data; name="login"\r\n\r\n%s\r\n--X--\r\n'
MULTIPART = "multipart/form-data; boundary=X"
TOKEN = "a" * 32
HEADERS = {"Cookie": f"csrftoken={TOKEN}", "X-CSRFToken": TOKEN, "Accept-Language": "ru"}

on_a_server = pytest.mark.xdist_group("embedded server")


@on_a_server
@pytest.mark.parametrize(
    ("kind", "body", "status"),
    [
        ("multipart/form-data", BODY, 400),
        ("multipart/form-data; boundary=", BODY, 400),
        (f"multipart/form-data; boundary={'Z' * 300}", BODY, 400),
        ("multipart/form-data; boundary=Y", BODY, 422),
        (MULTIPART, BODY[:40], 422),
        (MULTIPART, b"", 422),
        (MULTIPART, BODY % b"\xff\x00", 422),
        (f"{MULTIPART}; charset=nothing", BODY, 422),
        (MULTIPART, BODY.replace(b"login", b"\xff\x00"), 422),
        (MULTIPART, (BODY % b"x").replace(b"--X--\r\n", b"") * 300, 400),
        ("application/x-www-form-urlencoded; charset=utf-16", b"login=x", 400),
        ("application/x-www-form-urlencoded", b"login=%ff%00&password=\xff\x00", 422),
    ],
)
def test_a_form_that_cant_be_read_gets_a_page_in_the_own_language(site, port, kind, body, status):
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("POST", "/account/login/", body, HEADERS | {"Content-Type": kind})
    answer = connection.getresponse()
    page = answer.read().decode()
    assert (answer.status, answer.headers["Content-Type"]) == (status, "text/html; charset=utf-8")
    assert '<html lang="ru"' in page
    assert "</html>" in page
    assert "Traceback" not in site.said()


@on_a_server
def test_who_vanishes_in_the_middle_of_a_form_leaves_no_trace(site, port):
    head = f"POST /play HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {MULTIPART}\r\n"
    with socket.create_connection(("127.0.0.1", port)) as wire:
        wire.sendall(f"{head}Content-Length: 500\r\n\r\n--X\r\n".encode())
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", "/")
    assert connection.getresponse().status == 200
    assert "Traceback" not in site.said()


async def test_what_is_sent_to_somebody_who_has_vanished_is_let_go():
    sent, heard = list[dict[str, Any]](), list[dict[str, Any]]()

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)
        raise Disconnected("Attempt to send on a closed protocol")

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.disconnect"}

    async def paint(_scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.send", "text": "a painting"})
        heard.append(await receive())

    await ToWhoIsStillThere(paint)({}, receive, send)
    assert [each["type"] for each in (*sent, *heard)] == ["websocket.send", "websocket.disconnect"]


async def test_other_faults_of_sending_are_not_hidden():
    async def send(_message: dict[str, Any]) -> None:
        raise ValueError("no such message")

    async def paint(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "nonsense"})

    with pytest.raises(ValueError, match="no such message"):
        await ToWhoIsStillThere(paint)({}, None, send)
