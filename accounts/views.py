"""allauth's pages where this site answers differently: statuses, guests, no mail."""

from typing import Any, Final

from allauth.account import views
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import record_authentication
from allauth.usersessions.internal.flows.sessions import end_sessions
from allauth.usersessions.models import UserSession
from allauth.usersessions.views import ListUserSessionsView
from django.conf import settings
from django.contrib import messages
from django.db import IntegrityError
from django.forms import BaseForm, Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy

from accounts.devices import device_of
from accounts.models import User
from accounts.refused_names import is_taken

_UNPROCESSABLE: Final = 422
_TOO_MANY: Final = 429
_NOT_FOUND: Final = 404
_TIRED: Final = frozenset({"too_many_login_attempts", "rate_limited"})


class RefusalStatus:
    """A form that is refused says so in its status too: 422, or 429 for too many tries."""

    def form_invalid(self, form: Form) -> HttpResponse:
        response: HttpResponse = super().form_invalid(form)  # type: ignore[misc]
        response.status_code = status_of(form)
        return response


def status_of(refused: BaseForm) -> int:
    """The status that says why a form is refused."""
    codes = {error.code for errors in refused.errors.as_data().values() for error in errors}
    return _TOO_MANY if codes & _TIRED else _UNPROCESSABLE


class NeedsMail:
    """A page that is of use only where the site can send mail; elsewhere it says so."""

    without_mail: Any

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not settings.EMAIL_HOST:
            context = {"mail_off": self.without_mail}
            return render(request, "account/mail_off.html", context, status=404)
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
            if not (User.objects.filter(username=name).exists() or is_taken(name, as_guest=True)):
                raise
            form.add_error("username", get_adapter().validation_error("username_taken"))
            return self.form_invalid(form)
        # Who has just chosen a password has given it.
        record_authentication(self.request, self.user, method="password")
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

    without_mail = gettext_lazy(
        "This site can't send e-mail, so a forgotten password can't be reset here. "
        "Whoever runs the site can set a new one for you."
    )


class PasswordResetDoneView(NeedsMail, views.PasswordResetDoneView):
    """A mail is on its way that lets one choose a new password."""

    without_mail = PasswordResetView.without_mail


class NewPasswordView(RefusalStatus, views.PasswordResetFromKeyView):
    """Choose a new password by the link of a mail; a link that is good no more isn't found."""

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        if context.get("token_fail"):
            kwargs["status"] = _NOT_FOUND
        response: HttpResponse = super().render_to_response(context, **kwargs)
        return response


class EmailView(RefusalStatus, NeedsMail, views.EmailView):
    """The account's e-mail address."""

    without_mail = gettext_lazy("This site can't send e-mail, so it keeps no addresses either.")

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Add, remove, or send a link again; what allauth leaves undone in silence is told."""
        response: HttpResponse = super().post(request, *args, **kwargs)
        if "action_send" in request.POST and not self._did_send_verification_email:
            text = gettext("A link was sent a moment ago. Try again in some minutes.")
            messages.warning(request, text)
        return response


class EmailSentView(NeedsMail, views.EmailVerificationSentView):
    """A mail is on its way by whose link an address is confirmed."""

    without_mail = EmailView.without_mail


class ConfirmEmailView(views.ConfirmEmailView):
    """Confirm an address by the link of a mail; a link that is good no more isn't found."""

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            response: HttpResponse = super().post(*args, **kwargs)
        except Http404:
            self.object = None
            return self.render_to_response(self.get_context_data())
        return response

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        if context["confirmation"] is None:
            kwargs["status"] = _NOT_FOUND
        response: HttpResponse = super().render_to_response(context, **kwargs)
        return response


class DevicesView(ListUserSessionsView):
    """The sessions of a person; `session` among what is sent ends that one, else all others end."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """End one session, or all but this one. One that has ended meanwhile is no fault."""
        if "session" not in request.POST:
            answer: HttpResponse = super().post(request, *args, **kwargs)
            return answer
        wished = request.POST["session"]
        own = UserSession.objects.filter(user=request.user)
        end_sessions(request, [each for each in own if str(each.pk) == wished])
        messages.success(request, gettext("That session is logged out."))
        return redirect("usersessions_list")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Each session with its device in words."""
        context: dict[str, Any] = super().get_context_data(**kwargs)
        devices = [(each, device_of(each.user_agent)) for each in context["sessions"]]
        return context | {"devices": sorted(devices, key=lambda pair: not pair[0].is_current())}
