"""The site's settings, with what would only slow tests down taken out.

With OHHELL_TEST_SERVICES set, the same tests run on PostgreSQL and Redis.
"""

import os

from tests.machine import DATABASE_URL, REDIS_URL

if os.environ.get("OHHELL_TEST_SERVICES"):
    os.environ |= {
        "DATABASE_URL": DATABASE_URL,
        "REDIS_URL": REDIS_URL,
        "OHHELL_REDIS_PREFIX": f"test-ohhell-{os.getpid()}",
    }

from ohhell_site.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
if not EMBEDDED:  # noqa: F405
    CACHES["default"]["BACKEND"] = "tests.redis_cache.OwnRedisCache"  # noqa: F405
# Whoever asks for a task in a test finds it here, and no worker of anybody else's does.
CELERY_BROKER_URL = "memory://localhost"
CELERY_BROKER_TRANSPORT_OPTIONS = {}
# Tests read static files where they are written; tests that need the hashed
# ones start a real server.
STORAGES = STORAGES | {  # noqa: F405
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
GUESTS_PER_HOUR = 0  # tests all come from one address
