"""What the admin calls the models of libraries that have no words for them in any language.

Only what is shown changes: migrations know nothing of it.
"""

from typing import Any, Final

from django.apps import apps
from django.utils.translation import gettext_lazy as _

_MODELS: Final[dict[str, tuple[Any, Any]]] = {
    "mfa.Authenticator": (_("second factor"), _("second factors")),
    "usersessions.UserSession": (_("session"), _("sessions")),
}
_FIELDS: Final[dict[str, Any]] = {
    "user": _("user"),
    "type": _("kind"),
    "data": _("data"),
    "created_at": _("created"),
    "last_used_at": _("last used"),
    "last_seen_at": _("last seen"),
    "ip": _("address"),
    "user_agent": _("browser"),
}


def give_words() -> None:
    """Give these models and their fields names that can be translated."""
    for label, (one, many) in _MODELS.items():
        options = apps.get_model(label)._meta
        options.verbose_name, options.verbose_name_plural = one, many
        for field in options.get_fields():
            if field.name in _FIELDS:
                field.verbose_name = _FIELDS[field.name]
