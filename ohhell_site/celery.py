"""The one Celery app; everything it needs to know stands in the settings as CELERY_*."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ohhell_site.settings")

app = Celery("ohhell")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
