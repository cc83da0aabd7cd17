"""Whose address counts."""

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from accounts.address import UNKNOWN, address_of, neighbourhood


def asked(forwarded: str = "", remote: str = "192.0.2.1") -> str:
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    return address_of(RequestFactory(headers=headers).get("/", REMOTE_ADDR=remote))


def test_a_visitors_word_is_not_believed(settings: Settings) -> None:
    settings.BEHIND_PROXY = False
    assert asked(forwarded="203.0.113.9") == "192.0.2.1"


def test_the_last_word_is_the_proxys(settings: Settings) -> None:
    settings.BEHIND_PROXY = True
    assert asked(forwarded="198.51.100.7, 203.0.113.9") == "203.0.113.9"
    assert asked() == "192.0.2.1"


@pytest.mark.parametrize("remote", ["", "testclient", "/run/socket"])
def test_no_address_is_one_address(remote: str) -> None:
    assert asked(remote=remote) == UNKNOWN


def test_a_network_of_ipv6_is_one_visitor() -> None:
    assert neighbourhood("2001:db8:1:2:a:b:c:d") == neighbourhood("2001:db8:1:2::9")
    assert neighbourhood("2001:db8:1:3::9") != neighbourhood("2001:db8:1:2::9")
    assert neighbourhood("192.0.2.1") == "192.0.2.1"
