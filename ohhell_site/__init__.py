"""The project: settings, addresses, servers and workers. The game lives in `games`."""

from ohhell_site.celery import app as celery_app

__all__ = ["celery_app"]
