"""The one Celery app; everything it needs to know stands in the settings as CELERY_*."""

import os
import threading
from typing import Any

from celery import Celery
from celery.signals import worker_process_init, worker_ready
from django.utils.module_loading import import_string

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ohhell_site.settings")

app = Celery("ohhell")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_process_init.connect
def warm_child(**_: Any) -> None:
    """A process of a worker's pool makes its computers ready while it takes work already."""
    ready = import_string("games.tasks.get_ready")  # by name: apps are loaded after this module
    threading.Thread(target=ready, name="warming", daemon=True).start()


@worker_ready.connect
def warm_worker(sender: Any, **_: Any) -> None:
    """A worker whose pool is threads, or itself, does the same."""
    if "prefork" not in type(sender.pool).__module__:
        warm_child()
