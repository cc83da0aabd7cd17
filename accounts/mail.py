"""Whether this site sends mail at all: where it doesn't, nobody is asked for an address."""

from django.conf import settings
from django.http import HttpRequest


def mail(_request: HttpRequest) -> dict[str, bool]:
    """Context processor: gives templates `sends_mail`."""
    return {"sends_mail": bool(settings.EMAIL_HOST)}
