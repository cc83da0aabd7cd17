"""The second factor, in this site's words: codes of an authenticator app, and recovery codes."""

from typing import Any, Final

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base import forms, views
from allauth.mfa.totp import forms as totp_forms
from allauth.mfa.totp import views as totp_views
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext_lazy as _

from accounts.forms import Labelled
from accounts.models import User
from accounts.views import RefusalStatus

_LONGEST_CODE: Final = 20


class SecondFactorAdapter(DefaultMFAAdapter):
    """Calls people by the name they have here."""

    error_messages: Final = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("This code is not right. Try the one that the app shows now."),
        "cannot_generate_recovery_codes": _(
            "Recovery codes come with an authenticator app. Activate one first."
        ),
    }

    def get_totp_label(self, user: User) -> str:
        """What the app shows beside the code."""
        return user.shown_name


class _Code(Labelled):
    """A form that asks for a code, which isn't a word of any language."""

    label: Any = _("Code from the app, or a recovery code")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        code = self.fields["code"]
        code.label = self.label
        code.widget.attrs |= {
            "maxlength": _LONGEST_CODE,
            "autocapitalize": "off",
            "spellcheck": "false",
        }


class ActivateForm(_Code, totp_forms.ActivateTOTPForm):
    """The first code of an app, which shows that it has the secret."""

    label = _("Code from the app")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs["inputmode"] = "numeric"


class AuthenticateForm(_Code, forms.AuthenticateForm):
    """The code that logging in asks for."""


class ReauthenticateForm(_Code, forms.ReauthenticateForm):
    """The code that something which matters asks for."""


class AuthenticateView(RefusalStatus, views.AuthenticateView):
    """Log in: the second step."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """A form without a code is one with an empty code; allauth would look for another form."""
        if request.method == "POST" and "code" not in request.POST:
            sent = request.POST.copy()
            sent["code"] = ""
            request.POST = sent  # type: ignore[assignment]  # immutable by type only
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response


class ReauthenticateView(RefusalStatus, views.ReauthenticateView):
    """Ask for a code once more before something that matters."""


class ActivateView(RefusalStatus, totp_views.ActivateTOTPView):
    """Begin to use an authenticator app."""
