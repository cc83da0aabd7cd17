"""Mail that tests read, and the codes of an authenticator app."""

import re

from allauth.mfa.totp.internal.auth import (
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.core import mail


def code_for(secret: str) -> str:
    """What an app with this secret shows now."""
    code: str = format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))
    return code


def link_in(message: mail.EmailMessage, part: str) -> str:
    """The path of the link in a mail that has this part."""
    found = re.search(rf"http://testserver(/\S*{part}\S*)", str(message.body))
    assert found, message.body
    return found[1]
