"""Metrics: who may see them, and that they count what happens."""

import os
import re
import subprocess
import sys

import pytest
from celery import current_app
from channels.testing import WebsocketCommunicator
from prometheus_client import REGISTRY

from ohhell_site.asgi import application
from ohhell_site.metrics import SOCKETS
from tests.server import ROOT


def number(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


def shown(client) -> str:
    answer = client.get("/metrics", headers={"authorization": "Bearer sesame"})
    assert answer.status_code == 200
    return str(answer.content.decode())


@pytest.fixture
def token(settings):
    settings.METRICS_TOKEN = "sesame"


def test_without_a_token_in_the_settings_there_is_no_such_page(client):
    assert client.get("/metrics", headers={"authorization": "Bearer "}).status_code == 404


@pytest.mark.parametrize("brought", ["", "Bearer", "Bearer sesam", "sesame", "Bearer é"])
def test_who_lacks_the_token_sees_nothing(brought, client, token):
    answer = client.get("/metrics", headers={"authorization": brought})
    assert (answer.status_code, answer.content) == (401, b"")


@pytest.mark.django_db
def test_requests_are_counted_by_view_and_status(client):
    name, labels = "ohhell_request_seconds_count", {"view": "games:table", "status": "404"}
    before = number(name, **labels)
    client.get("/game/nowhere")
    assert number(name, **labels) == before + 1


@pytest.mark.django_db
def test_invented_addresses_are_one_view(client):
    for path in ("/a", "/b"):
        client.get(path)
    views = {sample.labels.get("view") for each in REGISTRY.collect() for sample in each.samples}
    assert "none" in views
    assert not views & {"a", "b", "/a", "/b"}


async def test_open_sockets_are_counted_while_they_are_open(monkeypatch):
    counts = []
    monkeypatch.setattr(SOCKETS, "inc", lambda *_: counts.append(1))
    monkeypatch.setattr(SOCKETS, "dec", lambda *_: counts.append(-1))
    socket = WebsocketCommunicator(
        application,
        "/ws/anything",
        headers=[(b"host", b"localhost"), (b"origin", b"http://localhost")],
    )
    assert (await socket.connect())[0]
    await socket.disconnect()
    assert counts == [1, -1]


def test_the_queue_is_looked_at_when_somebody_asks(client, token):
    current_app.control.purge()
    current_app.send_task("games.tasks.sweep")
    assert "ohhell_queue_length 1.0" in shown(client)
    current_app.control.purge()
    assert "ohhell_queue_length 0.0" in shown(client)


# Two processes count, and a third shows the sum, as a worker of several does.
COUNTING = """
import os, django
django.setup()
from ohhell_site import exposition, metrics
from prometheus_client import generate_latest

for _ in range(2):
    if os.fork() == 0:
        metrics.MOVES.labels("bid", "computer").inc()
        metrics.DECISIONS.labels("easy").observe(0.002)
        os._exit(0)
    os.wait()
print(generate_latest(exposition._counted()).decode())
"""


def test_a_worker_shows_the_sum_of_its_processes(tmp_path):
    environment = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "ohhell_site.settings",
        "OHHELL_DATA_DIR": str(tmp_path),
        "OHHELL_METRICS_PORT": "1",
        "TMPDIR": str(tmp_path),
    }
    told = subprocess.check_output(
        [sys.executable, "-c", COUNTING], cwd=ROOT, env=environment, text=True
    )
    assert 'ohhell_moves_total{by="computer",kind="bid"} 2.0' in told
    assert re.search(r'ohhell_decision_seconds_count{level="easy"} 2.0', told)
