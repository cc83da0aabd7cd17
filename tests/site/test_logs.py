"""The log: lines that people read, or objects that programs read."""

import json
import logging
import sys
from io import StringIO

import pytest

from ohhell_site import daily
from ohhell_site.logs import OneObject, WithRequestId, request_id


def record(**more: object) -> logging.LogRecord:
    return logging.getLogger("games").makeRecord(
        "games", logging.INFO, "file.py", 1, "Game %s", ("abc",), None, extra=more
    )


def test_a_line_is_one_object_with_what_it_adds():
    line = OneObject().format(record(game="abc", version=3))
    told = json.loads(line)
    assert told.pop("time").endswith("+00:00")
    assert told == {
        "level": "INFO",
        "logger": "games",
        "message": "Game abc",
        "game": "abc",
        "version": 3,
    }


def test_a_traceback_stays_in_its_line():
    failed = record()
    try:
        raise ValueError("first\nsecond")
    except ValueError:
        failed.exc_info = sys.exc_info()
    line = OneObject().format(failed)
    assert "\n" not in line
    assert "ValueError: first\nsecond" in json.loads(line)["exc_info"]


def test_the_request_itself_is_left_out(rf):
    assert "request" not in json.loads(OneObject().format(record(request=rf.get("/"))))


@pytest.mark.parametrize(
    ("proxied", "chosen", "taken"),
    [
        (True, "0123456789abcdef", True),
        (True, "short", False),
        (True, 'abc"\n{"level"', False),
        (False, "0123456789abcdef", False),
    ],
)
def test_a_request_has_a_name_that_only_our_proxy_may_choose(
    proxied, chosen, taken, client, settings
):
    settings.BEHIND_PROXY = proxied
    name = client.get("/healthz", headers={"x-request-id": chosen})["X-Request-ID"]
    assert (name == chosen) is taken
    assert len(name) >= 8


def test_what_is_logged_in_a_request_carries_its_name():
    line = record()
    before = request_id.set("0123456789abcdef")
    WithRequestId().filter(line)
    request_id.reset(before)
    assert json.loads(OneObject().format(line))["request_id"] == "0123456789abcdef"


@pytest.mark.parametrize("host", ["elsewhere.example", "a b", "x" * 300])
def test_what_strangers_try_is_a_line_and_no_error_of_the_site(client, host, monkeypatch):
    handlers = {each.name: each for each in logging.getLogger("django.security").handlers}
    log, counted = StringIO(), list[str]()
    monkeypatch.setattr(handlers["bad_requests"], "stream", log)
    monkeypatch.setattr(daily, "count", counted.append)
    assert client.get("/", headers={"host": host}).status_code == 400
    assert "HTTP_HOST" in log.getvalue()
    assert log.getvalue().count("\n") == 1
    assert counted == []
