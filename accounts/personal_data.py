"""All that the site knows of a person, as files for them to keep.

Which things there are is known to the apps that own them; they name their functions in the
setting PERSONAL_DATA.
"""

import json
from collections.abc import Callable, Iterator
from tempfile import TemporaryFile
from typing import IO, Any, cast
from zipfile import ZIP_DEFLATED, ZipFile

from allauth.account.models import EmailAddress
from django.conf import settings
from django.utils.module_loading import import_string

from accounts.models import Act, Shun, User

File = tuple[str, Any]
"""A file's name, and what is in it as JSON."""


def archive(user: User) -> IO[bytes]:
    """A ZIP file of everything, at its beginning; it is gone once it is closed."""
    whole = TemporaryFile()  # noqa: SIM115 - whoever sends it closes it
    with ZipFile(whole, "w", ZIP_DEFLATED) as archived:
        for path in settings.PERSONAL_DATA:
            for name, content in cast(Callable[[User], Iterator[File]], import_string(path))(user):
                archived.writestr(name, json.dumps(content, ensure_ascii=False, indent=1))
    whole.seek(0)
    return whole


def account(user: User) -> Iterator[File]:
    """The account itself: names, dates, addresses, whom it has muted, what moderators did."""
    yield (
        "account.json",
        {
            "name": user.shown_name,
            "username": user.username,
            "joined": user.date_joined.isoformat(),
            "last_login": user.last_login and user.last_login.isoformat(),
            "privacy": user.privacy,
            "language": user.language,
            "last_setup": user.last_setup,
            "emails": list(EmailAddress.objects.filter(user=user).values("email", "verified")),
            "muted_and_blocked": [
                {"name": shun.other.shown_name, "kind": shun.kind}
                for shun in Shun.objects.filter(user=user).select_related("other")
            ],
            "moderation": [
                {"kind": act.kind, "reason": act.reason, "at": act.at.isoformat()}
                for act in Act.objects.filter(person=user)
            ],
        },
    )
