"""Every setting of the site, read from the environment; with nothing set it runs by itself.

DATABASE_URL and REDIS_URL are the switch between one machine and many: unset,
the site keeps an SQLite file and does its background work inside the server;
set, any number of servers and workers share PostgreSQL and Redis.
"""

import logging
import os
import re
from operator import attrgetter
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from ohhell_site.secret import secret_key


def _text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def _flag(name: str) -> bool:
    value = _text(name, "no").lower()
    if value not in {"1", "true", "yes", "on", "0", "false", "no", "off"}:
        raise ImproperlyConfigured(f"{name} has to be yes or no, not {value!r}.")
    return value in {"1", "true", "yes", "on"}


def _number(name: str, default: int, least: int = 0, most: int = 10**9) -> int:
    value = _text(name, str(default))
    if not re.fullmatch("[0-9]{1,10}", value) or not least <= int(value) <= most:
        raise ImproperlyConfigured(
            f"{name} has to be a whole number from {least} to {most}, not {value!r}."
        )
    return int(value)


def _folder(name: str, default: Path) -> Path:
    try:
        return Path(_text(name, str(default))).expanduser().resolve()
    except RuntimeError as error:  # the home of somebody who has none
        raise ImproperlyConfigured(f"{name} can't be found: {error}") from error


def _url(name: str, pattern: str, example: str) -> str:
    """Where a service is; empty when not set. No refusal repeats it, for it may hold a password."""
    url = _text(name)
    if url and not (re.fullmatch(pattern, url) and _has_sound_address(url)):
        raise ImproperlyConfigured(f"{name} has to be a URL like {example}.")
    return url


def _has_sound_address(url: str) -> bool:
    try:
        return urlsplit(url).port != 0
    except ValueError:  # a port that is no number, a bracket that does not close
        return False


def _words(name: str, default: str = "") -> list[str]:
    return [word.strip() for word in _text(name, default).split(",") if word.strip()]


# --- Where things are -------------------------------------------------------

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = _folder("OHHELL_DATA_DIR", BASE_DIR / "var")
DATABASE_URL = _url(
    "DATABASE_URL",
    r"sqlite:///(?!:memory:)[^?]+|(postgres|postgresql|pgsql)://.+",  # threads can't share memory
    "postgresql://user@host/name or sqlite:////folder/file",
)
REDIS_URL = _url("REDIS_URL", r"rediss?://[^/?]+(/[0-9]*)?(\?.*)?", "redis://host:6379/0")
REDIS_PREFIX = _text("OHHELL_REDIS_PREFIX", "ohhell")
EMBEDDED = not REDIS_URL

# --- Safety -----------------------------------------------------------------

DEBUG = _flag("OHHELL_DEBUG")
SECRET_KEY = _text("OHHELL_SECRET_KEY") or secret_key(DATA_DIR)
ALLOWED_HOSTS = _words("OHHELL_ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = _words("OHHELL_TRUSTED_ORIGINS")

# Set once the site is reached by https only.
HTTPS = _flag("OHHELL_HTTPS")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]  # machines ask without
SECURE_HSTS_SECONDS = _number("OHHELL_HSTS_SECONDS", 30 * 24 * 3600 if HTTPS else 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = _flag("OHHELL_HSTS_SUBDOMAINS")
SECURE_HSTS_PRELOAD = _flag("OHHELL_HSTS_PRELOAD")
# Subdomains and preload lists bind a whole domain: its owner decides, not this site.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# Set when a proxy of ours stands in front: then, and only then, its
# X-Forwarded-* headers say who asks and how.
BEHIND_PROXY = _flag("OHHELL_BEHIND_PROXY")
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "media-src": [SELF],
        "manifest-src": [SELF],
        "connect-src": [SELF],  # covers ws: and wss: of the same host and port too
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}

# Nothing here needs more than a small form or a game record.
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200

# --- What it is made of -----------------------------------------------------

INSTALLED_APPS = [
    "ohhell_site",
    "games",
    "accounts",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "ohhell_site.admin_config.StaffAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "ohhell_site.middleware.Named",
    "ohhell_site.middleware.Measured",
    "django.middleware.security.SecurityMiddleware",
    "ohhell_site.middleware.StaticFiles",
    "django.middleware.gzip.GZipMiddleware",  # pages; static files are small already
    "csp.middleware.CSPMiddleware",
    "ohhell_site.health.ForMachines",  # before whatever looks at the host
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.languages.InOwnLanguage",
    "accounts.middleware.SaysHowLong",
    "accounts.middleware.KeepsOut",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "accounts.middleware.GuestsAside",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "ohhell_site.middleware.StaySync",  # has to be the last one
]

ROOT_URLCONF = "ohhell_site.urls"
ASGI_APPLICATION = "ohhell_site.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.preferences.preferences",
                "accounts.mail.mail",
                "accounts.notices.notices",
                "ohhell_site.installing.fonts",
                "accounts.languages.languages",
            ],
        },
    },
]

# --- Data -------------------------------------------------------------------


def _database(url: str) -> dict[str, Any]:
    """The database behind a URL, with what its engine needs to serve many at once."""
    config: dict[str, Any] = dict(dj_database_url.parse(url))
    options = config.setdefault("OPTIONS", {})
    if config["ENGINE"].endswith("sqlite3"):
        # IMMEDIATE takes the write lock at BEGIN, where waiting for it works;
        # a lock upgraded half-way fails at once, whatever the timeout.
        options |= {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
            " PRAGMA temp_store=MEMORY; PRAGMA cache_size=-16000;",
        }
        config["ENGINE"] = "ohhell_site.pooled_sqlite3"
    else:
        largest = _number("OHHELL_DATABASE_POOL", 16, least=1)
        options["pool"] = {"min_size": 1, "max_size": largest, "timeout": 10}
        config["ENGINE"] = "ohhell_site.pooled_postgresql"
    return config


DATABASES = {"default": _database(DATABASE_URL or f"sqlite:///{DATA_DIR / 'db.sqlite3'}")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

_REDIS_TIMEOUTS = {"socket_connect_timeout": 2, "socket_timeout": 5}

CACHES: dict[str, dict[str, Any]]
if EMBEDDED:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            # Sessions live here beside the counters that limit log-ins and guests; the stock
            # 300 entries would let a flood of the one push out the other.
            "OPTIONS": {"MAX_ENTRIES": 20_000},
        }
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "ohhell_site.caching.ForgivingRedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": REDIS_PREFIX,
            "OPTIONS": _REDIS_TIMEOUTS,
        }
    }

SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"
SESSION_COOKIE_AGE = 365 * 24 * 3600  # a guest's games hang on the cookie

# --- Live table and background work -----------------------------------------

CHANNEL_LAYERS: dict[str, dict[str, Any]]
if EMBEDDED:
    CHANNEL_LAYERS = {"default": {"BACKEND": "ohhell_site.layers.EmbeddedChannelLayer"}}
else:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {
                "hosts": [{"address": REDIS_URL, "socket_connect_timeout": 2}],
                "prefix": REDIS_PREFIX,
            },
        }
    }

CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any]
if EMBEDDED:
    CELERY_BROKER_URL = "memory://localhost"
    CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.05}
    CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
    # How long a worker thread may sleep on an old alarm before it sees a new, earlier one.
    CELERY_WORKER_TIMER_PRECISION = 0.05
else:
    CELERY_BROKER_URL = REDIS_URL
    # What a killed worker held comes back after visibility_timeout and one interval;
    # the sweep has asked for the same turn anew long before, and its version makes
    # the later of the two do nothing.
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "global_keyprefix": f"{REDIS_PREFIX}:",
        "socket_connect_timeout": 2,
        "visibility_timeout": 60,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
    }

WORKER_THREADS = _number("OHHELL_WORKER_THREADS", 2, least=1)  # of the worker inside the server
CELERY_TASK_DEFAULT_QUEUE = "ohhell"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
# Between processes a task that waits in one is kept from the others. Within one process nobody
# else could take it, and one at a time would mean one for each look at the queue.
CELERY_WORKER_PREFETCH_MULTIPLIER = 16 if EMBEDDED else 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # however long Redis is away
CELERY_TIMEZONE = "UTC"

SWEEP_SECONDS = 5.0
CELERY_BEAT_SCHEDULE = {
    "sweep": {
        "task": "games.tasks.sweep",
        "schedule": SWEEP_SECONDS,
        "options": {"expires": SWEEP_SECONDS},
    }
}
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")

# --- Static files -----------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = _folder("OHHELL_STATIC_ROOT", BASE_DIR / "staticfiles")
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "ohhell_site.storage.HashedStaticFiles"},
}
WHITENOISE_ALLOW_ALL_ORIGINS = False
# Nothing asks for the plain names, and leaving them out halves the work of compressing.
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

# --- Languages and time -----------------------------------------------------

LANGUAGE_CODE = "en"
# The texts of the others are in locale/, and all of them are translated.
LANGUAGES = [("en", "English"), ("ro", "Romanian"), ("ru", "Russian")]
# The second holds what the libraries say, where it is to be said otherwise.
LOCALE_PATHS = [BASE_DIR / "locale", BASE_DIR / "borrowed"]
FORMAT_MODULE_PATH = ["ohhell_site.formats"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
TIME_ZONE = "UTC"
USE_TZ = True

# --- People -----------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
# allauth's own does all that Django's does; with both a wrong password is tried twice.
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("username", "name", "email")},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
USERSESSIONS_ADAPTER = "accounts.sessions.SessionsAdapter"
MFA_ADAPTER = "accounts.second_factor.SecondFactorAdapter"
ACCOUNT_FORMS = {
    "add_email": "accounts.forms.EmailForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "login": "accounts.forms.LoginForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.NewPasswordForm",
    "signup": "accounts.forms.SignupForm",
}
MFA_FORMS = {
    "activate_totp": "accounts.second_factor.ActivateForm",
    "authenticate": "accounts.second_factor.AuthenticateForm",
    "reauthenticate": "accounts.second_factor.ReauthenticateForm",
}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_PRESERVE_USERNAME_CASING = False  # the shown name keeps it
ACCOUNT_USER_DISPLAY = attrgetter("shown_name")
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # who has another's open browser hasn't their account
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False  # of the others it does; this one stays
MFA_TOTP_ISSUER = "Oh Hell"
MFA_TOTP_TOLERANCE = 1  # a code that changes while it is typed still counts
# People log in by name, and an address nobody has confirmed protects nothing.
MFA_ALLOW_UNVERIFIED_EMAIL = True

# How many guests one address may make in an hour; 0 is no limit.
GUESTS_PER_HOUR = _number("OHHELL_GUESTS_PER_HOUR", 30)
# Called with (guest, account) when a guest logs in to an account: they move what the guest has.
GUEST_HEIRS = ["games.heirs.hand_over", "accounts.shuns.hand_over"]
# Called with an account that is deleted: they end what the person has under way.
FAREWELLS = ["games.farewell.leave_all"]
# Called with a person who has another name: they show it where the old one is looked at.
RENAMED = ["games.live.renamed"]
# Called with a person: they yield the files, as (name, JSON), of what the site knows of them.
PERSONAL_DATA = ["accounts.personal_data.account", "games.personal_data.games"]

# --- Mail -------------------------------------------------------------------

EMAIL_HOST = _text("OHHELL_EMAIL_HOST")
EMAIL_PORT = _number("OHHELL_EMAIL_PORT", 587, least=1, most=65535)
EMAIL_HOST_USER = _text("OHHELL_EMAIL_USER")
EMAIL_HOST_PASSWORD = _text("OHHELL_EMAIL_PASSWORD")
EMAIL_USE_TLS = bool(EMAIL_HOST) and EMAIL_PORT == 587
EMAIL_USE_SSL = bool(EMAIL_HOST) and EMAIL_PORT == 465
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = _text("OHHELL_EMAIL_FROM", "Oh Hell <noreply@localhost>")

# An address is never demanded, and not even asked for where nothing could be sent to it.
_MAIL_FIELDS = ["email"] if EMAIL_HOST else []
ACCOUNT_SIGNUP_FIELDS = ["username*", *_MAIL_FIELDS, "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional" if EMAIL_HOST else "none"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Oh Hell: "
# One address an account; a new one takes its place when it is confirmed.
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = bool(EMAIL_HOST)  # a changed password and the like
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # nobody makes the site write to strangers
# The mails say how long their links work, so change both together.
ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 3
PASSWORD_RESET_TIMEOUT = 24 * 3600
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"

# --- Numbers ----------------------------------------------------------------

# Who asks for /metrics has to bring this token; without one there is no such page.
METRICS_TOKEN = _text("OHHELL_METRICS_TOKEN")
# For a worker: where it shows its own metrics. 0 is nowhere.
METRICS_PORT = _number("OHHELL_METRICS_PORT", 0, most=65535)
METRICS_HOST = _text("OHHELL_METRICS_HOST", "127.0.0.1")
if METRICS_PORT:  # prometheus_client looks for it when it is imported: here it is early enough
    os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", mkdtemp(prefix="ohhell-metrics-"))

# --- Log --------------------------------------------------------------------

LOG_LEVEL = _text("OHHELL_LOG_LEVEL", "WARNING").upper()
if LOG_LEVEL not in logging.getLevelNamesMapping():
    raise ImproperlyConfigured(
        f"OHHELL_LOG_LEVEL has to be DEBUG, INFO, WARNING, ERROR or CRITICAL, not {LOG_LEVEL!r}."
    )
LOG_FORMAT = _text("OHHELL_LOG_FORMAT", "line")
if LOG_FORMAT not in {"line", "json"}:
    raise ImproperlyConfigured(f"OHHELL_LOG_FORMAT has to be line or json, not {LOG_FORMAT!r}.")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "ohhell_site.logs.OneObject"},
    },
    "filters": {
        "request_id": {"()": "ohhell_site.logs.WithRequestId"},
        "without_traceback": {"()": "ohhell_site.logs.WithoutTraceback"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["request_id"],
        },
        "daily_errors": {"class": "ohhell_site.daily.ErrorCounter", "level": "ERROR"},
        "bad_requests": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["request_id", "without_traceback"],
        },
    },
    "root": {"handlers": ["console", "daily_errors"], "level": LOG_LEVEL},
    "loggers": {
        # Django's own handlers are silent without DEBUG; ours is enough.
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.request": {"level": "ERROR"},  # what was asked wrongly is not our trouble
        # Nor what anybody sends to see what happens: a line of it, and no error of ours.
        "django.security": {"handlers": ["bad_requests"], "propagate": False},
    },
}
