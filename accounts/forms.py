"""allauth's forms, with names read as this site reads them."""

from typing import Any, Final

from allauth.account import forms
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import LONGEST, SHORTEST, fold

# What the validators demand, in a line.
PASSWORD_HELP: Final = _(
    "At least 8 characters: not only digits, not a common password, not like your name."
)


class LoginForm(forms.LoginForm):
    """A name is found however it is written."""

    def clean_login(self) -> str:
        return fold(super().clean_login())


class SignupForm(forms.SignupForm):
    """Says beforehand what a name may be, and makes the account as a whole or not at all."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.help_text = _("Others see it at the table.")
        name.widget.attrs |= {"minlength": SHORTEST, "maxlength": LONGEST}
        self.fields["password1"].help_text = PASSWORD_HELP

    @transaction.atomic
    def save(self, request: HttpRequest) -> User:
        saved: User = super().save(request)
        return saved


class ChangePasswordForm(forms.ChangePasswordForm):
    """Labelled the way this site writes."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].label = _("Current password")
        self.fields["password1"].label = _("New password")
        self.fields["password1"].help_text = PASSWORD_HELP
        self.fields["password2"].label = _("New password (again)")
