"""The one Celery app; everything it needs to know stands in the settings as CELERY_*."""

import os
import threading
from typing import Any

from celery import Celery
from celery.signals import (
    setup_logging,
    worker_process_init,
    worker_process_shutdown,
    worker_ready,
)
from django.conf import settings
from django.utils.module_loading import import_string

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ohhell_site.settings")

app = Celery("ohhell", fixups=["ohhell_site.kept_pools:fixup"])
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@app.on_after_finalize.connect
def make_room(**_: Any) -> None:
    """The beat keeps its schedule in a folder that may not be there yet."""
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True)


@setup_logging.connect
def keep_log(**_: Any) -> None:
    """A worker and the beat log as the settings say, like every server."""


@worker_process_init.connect
def warm_child(**_: Any) -> None:
    """A process of a worker's pool makes its computers ready while it takes work already."""
    ready = import_string("games.tasks.get_ready")  # by name: apps are loaded after this module
    threading.Thread(target=ready, name="warming", daemon=True).start()


@worker_ready.connect
def warm_worker(sender: Any, **_: Any) -> None:
    """A worker whose pool is threads, or itself, does the same; and each shows what it counts."""
    import_string("ohhell_site.exposition.show_worker")()
    if "prefork" not in type(sender.pool).__module__:
        warm_child()


@worker_process_shutdown.connect
def forget_child(**_: Any) -> None:
    """A process that ends is not counted among those that are there."""
    import_string("ohhell_site.exposition.forget_process")()
