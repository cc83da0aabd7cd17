"""Shows the metrics: a server at /metrics to who has the token, a worker at a port of its own."""

import atexit
import math
import os
from collections.abc import Iterator
from shutil import rmtree
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import ChannelError, OperationalError
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    generate_latest,
    start_http_server,
)
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from ohhell_site.celery import app

BROKER_SECONDS = 2.0


def queue_length() -> float:
    """How many tasks wait for a worker; not a number while the broker does not answer."""
    try:
        with app.connection_for_read(connect_timeout=BROKER_SECONDS) as connection:
            queue = settings.CELERY_TASK_DEFAULT_QUEUE
            channel: Any = connection.default_channel
            return float(channel.queue_declare(queue, passive=True).message_count)
    except ChannelError:  # nothing was ever put there
        return 0.0
    except (OperationalError, OSError):
        return math.nan


class _AskedFor:
    """What is looked up when somebody wants to know, rather than counted."""

    def collect(self) -> Iterator[Metric]:
        yield GaugeMetricFamily(
            "ohhell_queue_length", "Tasks that wait for a worker", queue_length()
        )


_asked_for = CollectorRegistry(auto_describe=False)
_asked_for.register(_AskedFor())


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """The metrics of this server. Without a token in the settings there is no such page; who
    lacks the token is told to bring it."""
    if not settings.METRICS_TOKEN:
        raise Http404
    wanted = f"Bearer {settings.METRICS_TOKEN}"
    if not constant_time_compare(request.headers.get("Authorization", ""), wanted):
        return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
    numbers = generate_latest(_counted()) + generate_latest(_asked_for)
    return HttpResponse(numbers, content_type=CONTENT_TYPE_LATEST)


def _counted() -> CollectorRegistry:
    """What this process has counted, or all processes of this worker together."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return REGISTRY
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return registry


def show_worker() -> None:
    """Show the metrics of a worker's processes at a port of their own, if one is set."""
    if settings.METRICS_PORT:
        atexit.register(rmtree, os.environ["PROMETHEUS_MULTIPROC_DIR"], ignore_errors=True)
        start_http_server(settings.METRICS_PORT, settings.METRICS_HOST, _counted())


def forget_process() -> None:
    """What this process had open is no more; what it counted stays counted."""
    if settings.METRICS_PORT:
        mark_process_dead(os.getpid())  # type: ignore[no-untyped-call]
