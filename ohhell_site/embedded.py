"""The background work of a server that runs alone: a Celery worker in threads, and its clock.

The same tasks run on separate workers when Redis is there; only where they run differs.
"""

import logging
import threading

from celery.worker import WorkController
from django.conf import settings

from games.tasks import get_ready
from ohhell_site.celery import app

logger = logging.getLogger(__name__)


class EmbeddedWorker:
    """A Celery worker and what beat would do for it, inside this process."""

    def __init__(self, threads: int) -> None:
        self._worker: WorkController = app.WorkController(
            pool_cls="threads",
            concurrency=threads,
            hostname="embedded@localhost",
            loglevel="WARNING",
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )
        self._stopping = threading.Event()
        self._threads = [
            threading.Thread(target=work, name=work.__name__, daemon=True)
            for work in (self._work, self._sweep_for_ever, get_ready)
        ]

    def start(self) -> None:
        """Begin to work, first of all on every game that waits since the last stop."""
        app.send_task("games.tasks.sweep", kwargs={"grace": 0})
        for thread in self._threads:
            thread.start()

    def stop(self, seconds: float) -> None:
        """Take no more work; wait at most so long for what is being done.

        What is cut short then was one transaction, and the next start takes it up again.
        """
        self._stopping.set()
        stopper = threading.Thread(target=self._worker.stop, daemon=True)
        stopper.start()
        stopper.join(seconds)

    def _work(self) -> None:
        self._worker.start()
        if not self._stopping.is_set():
            logger.critical("The worker has stopped: computers won't play until a new start")

    def _sweep_for_ever(self) -> None:
        while not self._stopping.wait(settings.SWEEP_SECONDS):
            app.send_task("games.tasks.sweep", expires=settings.SWEEP_SECONDS)
