"""From which address a request comes: what limits per visitor are counted by."""

import ipaddress
from typing import Final

from django.conf import settings
from django.http import HttpRequest

UNKNOWN: Final = "0.0.0.0"  # noqa: S104 - the address nobody has, never bound to


def address_of(request: HttpRequest) -> str:
    """The visitor's IP address, or 0.0.0.0 where there is none (a Unix socket).

    X-Forwarded-For is believed behind a proxy of ours only, and only its last
    entry, the one the proxy wrote; the ones before it are the visitor's word.
    """
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.BEHIND_PROXY else ""
    claimed = forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")
    try:
        return str(ipaddress.ip_address(claimed))
    except ValueError:
        return UNKNOWN


def neighbourhood(address: str) -> str:
    """What one visitor is sure to hold of addresses: one of IPv4, a /64 of IPv6."""
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv4Address):
        return address
    return str(ipaddress.ip_network((ip, 64), strict=False).network_address)
