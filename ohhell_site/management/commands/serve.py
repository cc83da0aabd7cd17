"""`manage.py serve`: the site, and unless Redis is configured its worker too, in one process."""

import os
import signal
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NoReturn

# First of all: importing it chooses the reactor, which the one below then is.
from daphne.server import Server  # isort: skip
from channels.layers import get_channel_layer
from daphne.endpoints import build_endpoint_description_strings
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils.module_loading import import_string
from twisted.internet import reactor
from twisted.internet.error import CannotListenError
from twisted.python.failure import Failure

from ohhell_site import listening, prepare, services
from ohhell_site.embedded import EmbeddedWorker
from ohhell_site.lonely import alone_in

STOP_SECONDS = 1.0


class SiteServer(Server):
    """Daphne, which keeps the reason when it can't listen, for a person to read."""

    refused: OSError | None = None

    def listen_error(self, failure: Failure) -> None:
        error = failure.value
        cause = error.socketError if isinstance(error, CannotListenError) else error
        self.refused = cause if isinstance(cause, OSError) else OSError(str(cause))
        self.stop()


class Command(BaseCommand):
    help = "Serves the site; with no REDIS_URL it does the background work too."
    # Half a second at every start; `manage.py check` and the tests run them.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument(
            "--prepare",
            action="store_true",
            help="first bring the database and the static files up to date",
        )

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, _leave)
        with _told_in_a_sentence():
            services.try_redis()
            if options["prepare"]:
                self._prepare()
            services.try_database()
            _require_alone()
        settings.ALLOWED_HOSTS += listening.names(host)
        self._serve(host, port)
        _end()

    def _prepare(self) -> None:
        if prepare.migrate():
            self.stdout.write("The database is up to date.")
        if prepare.collect_static():
            self.stdout.write("The static files are collected.")

    def _serve(self, host: str, port: int) -> None:
        get_channel_layer()  # made once, here, before threads could make one each
        worker = EmbeddedWorker(settings.WORKER_THREADS) if settings.EMBEDDED else None
        if worker:
            reactor.callWhenRunning(worker.start)
        reactor.callWhenRunning(self._announce, listening.url(host, port))
        server = _server(host, port)
        server.run()
        if server.refused:
            raise CommandError(listening.refusal(server.refused, host, port))
        if worker:
            worker.stop(STOP_SECONDS)

    def _announce(self, url: str) -> None:
        self.stdout.write(f"Oh Hell is served at {url} (Ctrl-C stops it)")
        self.stdout.flush()


@contextmanager
def _told_in_a_sentence() -> Iterator[None]:
    """What a start may be refused by, as a person has to read it."""
    try:
        yield
    except DatabaseError as error:
        raise CommandError(f"The database can't be used: {error}") from error
    except ConnectionError as error:
        raise CommandError(f"Redis can't be used: {error}") from error
    except OSError as error:
        raise CommandError(f"{error.filename} can't be used: {error.strerror}.") from error


def _require_alone() -> None:
    if settings.EMBEDDED and not alone_in(settings.DATA_DIR):
        raise CommandError(
            f"Another server is running with {settings.DATA_DIR}; players of the one would not"
            " see what happens on the other. Several servers need REDIS_URL."
        )


def _server(host: str, port: int) -> SiteServer:
    proxied = settings.BEHIND_PROXY
    return SiteServer(
        # By name, and only now: it reads ALLOWED_HOSTS when it is imported.
        import_string(settings.ASGI_APPLICATION),
        endpoints=build_endpoint_description_strings(host=host, port=port),
        application_close_timeout=2,
        websocket_max_message_size=settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
        websocket_max_frame_size=settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
        proxy_forwarded_address_header="X-Forwarded-For" if proxied else None,
        proxy_forwarded_proto_header="X-Forwarded-Proto" if proxied else None,
        server_name="",
    )


def _leave(number: int, frame: FrameType | None) -> None:
    """Before the server runs and takes these signals over itself, leaving is simple."""
    sys.exit(0)


def _end() -> NoReturn:
    """Leave at once: a thread still at work would hold up a normal exit until it is done.

    Nothing is lost: every change is a transaction, and a start looks for open work.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
