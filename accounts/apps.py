"""The people: accounts and guests."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from accounts import library_words


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        """Every app has its models by now."""
        library_words.give_words()
