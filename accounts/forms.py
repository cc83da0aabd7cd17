"""allauth's forms, with names read as this site reads them."""

from typing import TYPE_CHECKING, Any, ClassVar, Final

from allauth.account import forms
from allauth.account.adapter import get_adapter
from allauth.core import context
from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms import CharField, Form, ModelForm, PasswordInput, RadioSelect
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.guests import guest_of
from accounts.models import User
from accounts.names import LONGEST, SHORTEST, fold, tidy
from accounts.refused_names import is_taken, was_taken_away

if TYPE_CHECKING:
    _UserForm = ModelForm[User]
else:
    _UserForm = ModelForm  # has no type arguments when it runs

# What the validators demand, in a line.
PASSWORD_HELP: Final = _(
    "At least 8 characters: not only digits, not a common password, not like your name."
)


class Labelled(Form):
    """A form whose labels stand by themselves: a placeholder would say them again, and be gone as
    soon as somebody writes."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


def _guest_here() -> User | None:
    """The guest whose form it is, if it is one's."""
    return guest_of(context.request) if context.request else None


def allowed_to(person: User | None, name: str, *, as_guest: bool = False) -> str:
    """The name, if this person, or a new one, may have it: it can't be taken for another's, and
    moderators haven't taken it away. Raises ValidationError."""
    if person is not None and was_taken_away(name, person):
        raise get_adapter().validation_error("username_banned")
    if is_taken(name, person, as_guest=as_guest):
        raise get_adapter().validation_error("username_alike")
    return name


class LoginForm(Labelled, forms.LoginForm):
    """A name is found however it is written."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name")

    def clean_login(self) -> str:
        return fold(super().clean_login())


class SignupForm(Labelled, forms.SignupForm):
    """Says beforehand what a name may be, and makes the account as a whole or not at all."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.label = _("Name")
        name.help_text = _("Others see it at the table, and you log in with it.")
        name.widget.attrs |= {"minlength": SHORTEST, "maxlength": LONGEST}
        if (guest := _guest_here()) is not None:
            name.initial = guest.name
        self.fields["password1"].help_text = PASSWORD_HELP
        if "email" in self.fields:
            self.fields["email"].label = _("E-mail")
            self.fields["email"].help_text = _(
                "For a new password, if you forget yours. Nobody else sees it."
            )

    def clean_username(self) -> str:
        """A name that nobody else has, nor one like it."""
        name: str = super().clean_username()
        return allowed_to(_guest_here(), name)

    @transaction.atomic
    def save(self, request: HttpRequest) -> User:
        saved: User = super().save(request)
        return saved


class ProfileForm(_UserForm):
    """What others see of an account: its name, by which it logs in too, and more."""

    class Meta:
        model = User
        fields = ("name", "privacy")
        widgets: ClassVar = {"privacy": RadioSelect}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["name"]
        name.required = True
        name.help_text = _("Others see it at the table, and you log in with it.")
        name.widget.attrs |= {"minlength": SHORTEST, "maxlength": LONGEST}
        self.fields["privacy"].label = _("What others see of your profile")
        self.fields["privacy"].help_text = _(
            "The ladder lists everybody with their rating. "
            "Whoever shows nothing isn’t in the records."
        )

    def clean_name(self) -> str:
        """A name that nobody else has."""
        name = tidy(self.cleaned_data["name"])
        if fold(name) == self.instance.username:
            return name
        get_adapter().clean_username(name)
        return allowed_to(self.instance, name)

    def save(self, commit: bool = True) -> User:
        """The account with its new name, which it logs in with from now on.

        Only what was changed here is saved: moderators may have done something meanwhile.
        """
        self.instance.username = fold(self.instance.name)
        saved: User = super().save(commit=False)
        if commit:
            with_name = ["username"] if "name" in self.changed_data else []
            saved.save(update_fields=[*self.changed_data, *with_name])
        return saved


class GuestNameForm(Form):
    """The name that a guest is called by at the tables."""

    name = CharField(label=_("Name"), max_length=LONGEST)

    def __init__(self, guest: User | None, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._guest = guest
        self.fields["name"].initial = guest.name if guest else ""
        self.fields["name"].help_text = _("Others see it at the table, after the word Guest.")
        self.fields["name"].widget.attrs |= {"minlength": SHORTEST, "autocomplete": "nickname"}

    def clean_name(self) -> str:
        """A name that no account has, nor a guest who plays just now, nor one like it."""
        name: str = get_adapter().clean_username(tidy(self.cleaned_data["name"]))
        return allowed_to(self._guest, name, as_guest=True)

    def save(self, guest: User) -> None:
        """Call the guest so. Raises IntegrityError where somebody else was quicker."""
        guest.name = self.cleaned_data["name"]
        guest.save(update_fields=["name"])


class DeleteForm(Form):
    """The password once more, before an account is deleted."""

    password = CharField(
        label=_("Password"),
        widget=PasswordInput(attrs={"autocomplete": "current-password"}),
        strip=False,
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._user = user

    def clean_password(self) -> str:
        """The password, if it is the account's."""
        password: str = self.cleaned_data["password"]
        if not self._user.check_password(password):
            raise ValidationError(_("That is not your password."), code="wrong_password")
        return password


class EmailForm(Labelled, forms.AddEmailForm):
    """The address that an account is to have."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("New address")


class ResetPasswordForm(Labelled, forms.ResetPasswordForm):
    """Where a mail is to go that lets one choose a new password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("E-mail")


class NewPasswordForm(Labelled, forms.ResetPasswordKeyForm):
    """A new password, for whoever has the link of a mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].label = _("New password")
        self.fields["password1"].help_text = PASSWORD_HELP
        self.fields["password2"].label = _("New password (again)")


class ReauthenticateForm(Labelled, forms.ReauthenticateForm):
    """The password once more; who has forgotten it is logged in and needs no link to a mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].label = _("Your password")
        self.fields["password"].help_text = ""


class ChangePasswordForm(Labelled, forms.ChangePasswordForm):
    """Labelled the way this site writes."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].label = _("Current password")
        self.fields["password1"].label = _("New password")
        self.fields["password1"].help_text = PASSWORD_HELP
        self.fields["password2"].label = _("New password (again)")
