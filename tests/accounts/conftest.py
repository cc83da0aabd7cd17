"""The cast: Ann and Ben have accounts, Gus is a guest, everybody has a browser."""

from collections.abc import Callable, Iterator

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from accounts.models import User

PASSWORD = "seven-tricks-bid"

Post = Callable[..., int]


@pytest.fixture(autouse=True)
def _small_site(settings: Settings) -> Iterator[None]:
    settings.ROOT_URLCONF = "tests.accounts.site"
    settings.GUEST_HEIRS = settings.RENAMED = []
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user("Ann", password=PASSWORD)


@pytest.fixture
def ben(db: None) -> User:
    return User.objects.create_user("Ben", password=PASSWORD)


@pytest.fixture
def with_mail(settings: Settings) -> None:
    """The site as it is where OHHELL_EMAIL_HOST is set."""
    settings.EMAIL_HOST = "mail.example.org"
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    settings.ACCOUNT_EMAIL_NOTIFICATIONS = True


@pytest.fixture
def ann_browser(ann: User) -> Client:
    """A browser in which Ann has logged in and just now given her password again."""
    client = Client()
    client.post("/account/login/", {"login": "Ann", "password": PASSWORD})
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    return client


@pytest.fixture
def browser() -> Client:
    """A browser that checks nothing but keeps cookies."""
    return Client()


@pytest.fixture
def gus(db: None, browser: Client) -> User:
    """The guest of `browser`, who has pressed PLAY."""
    browser.post("/play")
    return User.objects.get(is_guest=True)
