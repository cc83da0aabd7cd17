"""allauth's pages where this site answers differently: statuses, guests, no mail."""

from typing import Any, Final

from allauth.account import views
from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.exceptions import NON_FIELD_ERRORS
from django.db import IntegrityError
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext

from accounts.models import User

_UNPROCESSABLE: Final = 422
_TOO_MANY: Final = 429


class RefusalStatus:
    """A form that is refused says so in its status too: 422, or 429 for too many tries."""

    def form_invalid(self, form: Form) -> HttpResponse:
        response: HttpResponse = super().form_invalid(form)  # type: ignore[misc]
        tired = form.has_error(NON_FIELD_ERRORS, "too_many_login_attempts")
        response.status_code = _TOO_MANY if tired else _UNPROCESSABLE
        return response


class NeedsMail:
    """A page that is of use only where the site can send mail; elsewhere it says so."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not settings.EMAIL_HOST:
            text = gettext(
                "This site can't send e-mail, so a forgotten password can't be reset here. "
                "Whoever runs the site can set a new one for you."
            )
            return render(request, "account/mail_off.html", {"mail_off": text}, status=404)
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        return answer


class LoginView(RefusalStatus, views.LoginView):
    """Log in."""


class SignupView(RefusalStatus, views.SignupView):
    """Sign up."""

    def form_valid(self, form: Form) -> HttpResponse:
        try:
            response: HttpResponse = super().form_valid(form)
        except IntegrityError:
            # Somebody may have taken the name since the form looked.
            name = form.cleaned_data["username"]
            if not User.objects.filter(username=name).exists():
                raise
            form.add_error("username", get_adapter().validation_error("username_taken"))
            return self.form_invalid(form)
        return response


class LogoutView(views.LogoutView):
    """Log out; a guest is told first what that costs."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        context["guest_leaves"] = self.request.user.is_guest
        context["guest_warning"] = gettext(
            "You play as a guest: your games belong to this browser only. "
            "After logging out nobody can open them again. Sign up first to keep them."
        )
        return context


class PasswordChangeView(RefusalStatus, views.PasswordChangeView):
    """Change the password."""


class ReauthenticateView(RefusalStatus, views.ReauthenticateView):
    """Ask for the password once more before something that matters."""


class PasswordResetView(RefusalStatus, NeedsMail, views.PasswordResetView):
    """Ask for a mail that lets one choose a new password."""


class EmailView(NeedsMail, views.EmailView):
    """The account's e-mail addresses."""
