"""The server that a newcomer starts: one process, from the first line to Ctrl-C."""

import re
import signal
import socket
import time
from urllib.request import urlopen

import pytest

from tests import server

pytestmark = pytest.mark.xdist_group("embedded server")  # they share one


def get(port: int, path: str):
    return urlopen(f"http://127.0.0.1:{port}{path}", timeout=10)


def test_it_says_where_it_is_served_and_is(site, port):
    assert f"http://127.0.0.1:{port}/" in site.said()
    assert get(port, "/healthz").status == 200


def test_static_files_have_hashed_names_that_browsers_may_keep(site, port):
    page = get(port, "/").read().decode()
    sheet = re.search(r'href="(/static/[^"]+\.[0-9a-f]{12}\.css)"', page)
    assert sheet, page
    answer = get(port, sheet[1])
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.headers["Content-Type"].startswith("text/css")


def test_a_taken_port_is_told_in_a_sentence(site, port, elsewhere):
    command = ("manage.py", "serve", "--prepare", "--port", str(port))
    with server.running(*command, environment=elsewhere) as second:
        assert second.popen.wait(20) == 1
        last = second.said().splitlines()[-1]
        assert re.fullmatch(rf"CommandError: Port {port} .* is taken: .*", last)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_soon_and_without_a_word(number, elsewhere):
    with server.serving(elsewhere, server.free_port()) as process:
        began = time.monotonic()
        process.popen.send_signal(number)
        assert process.popen.wait(10) == 0
        assert time.monotonic() - began < 6  # a second at most, on a machine that is not busy
        assert "Traceback" not in process.said()


def test_an_open_connection_does_not_hold_up_the_stop(elsewhere):
    port = server.free_port()
    with server.serving(elsewhere, port) as process, socket.socket() as idle:
        idle.connect(("127.0.0.1", port))
        idle.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert idle.recv(100).startswith(b"HTTP/1.1 200")
        assert process.stop() == 0


def test_a_second_start_finds_everything_done(elsewhere):
    with server.serving(elsewhere, server.free_port()):
        pass
    with server.serving(elsewhere, server.free_port()) as second:
        assert "database" not in second.said()
        assert "collected" not in second.said()


def test_a_second_server_in_the_same_folder_is_refused_in_a_sentence(site, embedded):
    command = ("manage.py", "serve", "--port", str(server.free_port()))
    with server.running(*command, environment=embedded) as second:
        assert second.popen.wait(server.PATIENCE) == 1
        assert "Another server is running with" in second.said()
        assert second.said().count("\n") == 1


def refusal(environment) -> str:
    """What is said by a start that comes to nothing: one line, no more."""
    command = ("manage.py", "serve", "--prepare", "--port", str(server.free_port()))
    with server.running(*command, environment=environment) as process:
        assert process.popen.wait(server.PATIENCE) == 1
        assert process.said().count("\n") == 1, process.said()
        return process.said()


def test_a_database_that_cannot_be_reached_is_told_in_a_sentence(embedded, tmp_path):
    nowhere = f"sqlite:///{tmp_path}/nowhere/db.sqlite3"
    told = refusal(embedded | {"DATABASE_URL": nowhere})
    assert told.startswith("CommandError: The database can't be used: ")


def test_a_database_that_cannot_be_written_is_told_in_a_sentence(site, embedded):
    read_only = f"sqlite:///file:{embedded['OHHELL_DATA_DIR']}/db.sqlite3%3Fmode=ro"
    told = refusal(embedded | {"DATABASE_URL": read_only})
    assert told.startswith("CommandError: The database can't be used: attempt to write a readonly")


def test_a_redis_that_cannot_be_reached_is_told_in_a_sentence(elsewhere):
    told = refusal(elsewhere | {"REDIS_URL": f"redis://127.0.0.1:{server.free_port()}/0"})
    assert told.startswith("CommandError: Redis can't be used: ")
    assert "Connection refused" in told


def test_a_folder_that_cannot_be_made_is_told_in_a_sentence(site, embedded, tmp_path):
    (tmp_path / "file").touch()
    told = refusal(embedded | {"OHHELL_STATIC_ROOT": f"{tmp_path}/file/static"})
    assert told.startswith(f"CommandError: {tmp_path}/file/static/")
    assert "can't be used: " in told


def test_a_setting_that_is_nonsense_is_told_in_a_sentence(elsewhere):
    told = refusal(elsewhere | {"DATABASE_URL": "nonsense"})
    assert told.startswith("The settings are wrong: DATABASE_URL has to be a URL like ")
