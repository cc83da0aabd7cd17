"""The settings: safe with nothing set, and told by the environment alone."""

import os
import re
import runpy
import secrets
import subprocess
import sys
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from tests.server import ROOT


@pytest.fixture
def settings_with(monkeypatch, tmp_path):
    """What the settings are in an environment that holds just these variables of ours."""

    def read(**environment: str) -> dict[str, Any]:
        for name in [*os.environ]:
            if name.startswith("OHHELL_") or name in {"DATABASE_URL", "REDIS_URL"}:
                monkeypatch.delenv(name)
        monkeypatch.setenv("OHHELL_DATA_DIR", str(tmp_path))
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(ROOT / "ohhell_site" / "settings.py"))

    return read


def as_deployed() -> dict[str, str]:
    """What the example of an environment sets, with the secret that it leaves out."""
    example = (ROOT / "deploy" / "ohhell.env.example").read_text()
    set_there = dict(re.findall(r"^([A-Z_]+)=(.*)$", example, re.MULTILINE))
    return set_there | {"OHHELL_SECRET_KEY": secrets.token_urlsafe(50)}


def test_with_nothing_set_everything_is_embedded(settings_with):
    settings = settings_with()
    assert settings["EMBEDDED"]
    assert settings["DATABASES"]["default"]["ENGINE"].endswith("sqlite3")
    assert settings["CHANNEL_LAYERS"]["default"]["BACKEND"].endswith("EmbeddedChannelLayer")
    assert settings["CELERY_BROKER_URL"].startswith("memory:")


def test_with_nothing_set_it_is_safe(settings_with):
    settings = settings_with()
    assert not settings["DEBUG"]
    assert len(settings["SECRET_KEY"]) > 50
    assert "*" not in settings["ALLOWED_HOSTS"]


def test_two_urls_move_it_to_postgresql_and_redis(settings_with):
    settings = settings_with(DATABASE_URL="postgres://a@db/x", REDIS_URL="redis://r/3")
    assert settings["DATABASES"]["default"]["ENGINE"].endswith("postgresql")
    assert settings["DATABASES"]["default"]["OPTIONS"]["pool"]["max_size"] == 16
    assert "PubSub" in settings["CHANNEL_LAYERS"]["default"]["BACKEND"]
    assert settings["CELERY_BROKER_URL"] == "redis://r/3"
    assert settings["CACHES"]["default"]["LOCATION"] == "redis://r/3"


def test_https_makes_cookies_secure_and_lasting(settings_with):
    settings = settings_with(OHHELL_HTTPS="1")
    assert settings["SESSION_COOKIE_SECURE"]
    assert settings["CSRF_COOKIE_SECURE"]
    assert settings["SECURE_HSTS_SECONDS"] > 0


def test_the_example_of_an_environment_is_safe(settings_with):
    settings = settings_with(**as_deployed())
    assert settings["SECURE_SSL_REDIRECT"]
    assert settings["SESSION_COOKIE_SECURE"]
    assert settings["CSRF_COOKIE_SECURE"]
    assert settings["SECURE_HSTS_SECONDS"] == 30 * 24 * 3600
    assert settings["SECURE_PROXY_SSL_HEADER"] == ("HTTP_X_FORWARDED_PROTO", "https")
    assert not settings["DEBUG"]


def test_how_long_browsers_insist_on_https_is_set_by_the_environment(settings_with):
    assert settings_with(OHHELL_HTTPS="1", OHHELL_HSTS_SECONDS="60")["SECURE_HSTS_SECONDS"] == 60
    assert settings_with()["SECURE_HSTS_SECONDS"] == 0


def test_forwarded_headers_are_believed_only_behind_a_proxy(settings_with):
    assert settings_with()["SECURE_PROXY_SSL_HEADER"] is None
    assert settings_with(OHHELL_BEHIND_PROXY="1")["SECURE_PROXY_SSL_HEADER"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "nonsense"),
        ("DATABASE_URL", "oracle://a@db/x"),
        ("DATABASE_URL", "postgres://a@db:port/x"),
        ("DATABASE_URL", "postgres://a@[db/x"),
        ("DATABASE_URL", "sqlite:///"),
        ("DATABASE_URL", "sqlite:///:memory:"),
        ("REDIS_URL", "nonsense"),
        ("REDIS_URL", "http://r/3"),
        ("REDIS_URL", "redis://r:port/3"),
        ("REDIS_URL", "redis://r/three"),
        ("OHHELL_DATABASE_POOL", "many"),
        ("OHHELL_DATABASE_POOL", "0"),
        ("OHHELL_WORKER_THREADS", "0"),
        ("OHHELL_HSTS_SECONDS", "9" * 5000),
        ("OHHELL_GUESTS_PER_HOUR", "²"),
        ("OHHELL_EMAIL_PORT", "65536"),
        ("OHHELL_HTTPS", "perhaps"),
        ("OHHELL_LOG_LEVEL", "loud"),
        ("OHHELL_LOG_FORMAT", "xml"),
        ("OHHELL_METRICS_PORT", "65536"),
        ("OHHELL_DATA_DIR", "~nobody-of-this-name/var"),
        ("OHHELL_STATIC_ROOT", "~nobody-of-this-name/static"),
    ],
)
def test_nonsense_is_refused_by_its_name(settings_with, name, value):
    with pytest.raises(ImproperlyConfigured, match=rf"^{name} .*\.$"):
        settings_with(**{"DATABASE_URL": "postgres://a@db/x", name: value})


def test_a_refused_url_does_not_tell_its_password(settings_with):
    with pytest.raises(ImproperlyConfigured) as refused:
        settings_with(DATABASE_URL="postgres://a:secret@db:port/x")
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "value", "setting", "meant"),
    [
        ("OHHELL_LOG_LEVEL", "info", "LOG_LEVEL", "INFO"),
        ("OHHELL_HTTPS", "On", "HTTPS", True),
        ("OHHELL_HTTPS", "0", "HTTPS", False),
        ("OHHELL_GUESTS_PER_HOUR", "0", "GUESTS_PER_HOUR", 0),
        ("REDIS_URL", "rediss://:a@r:1/?ssl_cert_reqs=none", "EMBEDDED", False),
    ],
)
def test_what_makes_sense_is_taken(settings_with, name, value, setting, meant):
    assert settings_with(**{name: value})[setting] == meant


def test_a_policy_without_inline_script_or_style(settings_with):
    directives = settings_with()["CONTENT_SECURITY_POLICY"]["DIRECTIVES"]
    assert directives["script-src"] == directives["style-src"] == ["'self'"]
    assert directives["default-src"] == directives["frame-ancestors"] == ["'none'"]


def test_the_middleware_that_keeps_the_chain_sync_is_last(settings_with):
    assert settings_with()["MIDDLEWARE"][-1] == "ohhell_site.middleware.StaySync"


@pytest.mark.parametrize("arguments", [(), ("--deploy",)])
@pytest.mark.parametrize("production", [{"OHHELL_HTTPS": "1"}, as_deployed()])
def test_django_finds_nothing_to_say_about_a_production_setting(arguments, production, tmp_path):
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--fail-level", "INFO", *arguments],
        cwd=ROOT,
        env={**production, "OHHELL_DATA_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_no_migration_is_missing(tmp_path):
    done = subprocess.run(
        [sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"],
        cwd=ROOT,
        env={"OHHELL_DATA_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
