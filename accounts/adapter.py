"""allauth, taught what a guest is and what a name is."""

import logging
import time
from smtplib import SMTPException
from typing import Any, Final

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.account.models import EmailAddress
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.core.exceptions import ValidationError
from django.core.mail import EmailMultiAlternatives
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from accounts.address import address_of
from accounts.devices import device_of
from accounts.guests import guest_of
from accounts.heirs import hand_over
from accounts.keeping_out import barred, forget, remember
from accounts.languages import chosen_in, language_of
from accounts.letters import add_page
from accounts.look_alikes import skeleton
from accounts.models import DELETED_PREFIX, GUEST_PREFIX, LOOKS_LIKE_ANOTHER, User
from accounts.names import fold, tidy
from accounts.refused_names import is_banned
from accounts.sockets import recheck_sockets

logger = logging.getLogger(__name__)

# Names that would pass for the site itself, or for whoever reads them, in its languages.
RESERVED: Final = frozenset(
    {"admin", "administrator", "computer", "former player", "guest", "moderator", "ohhell"}
    | {"oh-hell", "staff", "support", "system", "you"}
    | {"админ", "администратор", "бывший игрок", "вы", "гость", "компьютер", "модератор"}
    | {"поддержка", "система"}
    | {"asistență", "calculator", "fost jucător", "oaspete", "sistem", "tu"}
)
_LOOKS_RESERVED: Final = frozenset(map(skeleton, RESERVED))


class AccountAdapter(DefaultAccountAdapter):
    """Signing up turns the guest's own row into an account; logging in hands it over."""

    error_messages: Final = DefaultAccountAdapter.error_messages | {
        "username_taken": _("This name is taken. Please choose another."),
        "username_blacklisted": _("This name is kept for the site itself. Please choose another."),
        "username_alike": LOOKS_LIKE_ANOTHER,
        "username_banned": _("This name can't be had here. Please choose another."),
        "username_password_mismatch": _("This name and password don't belong together."),
        "too_many_login_attempts": _("Too many wrong tries. Please wait a few minutes."),
        "rate_limited": _("Too many wrong tries. Please wait a few minutes."),
        "enter_current_password": _("That is not your current password."),
        "incorrect_password": _("That is not your password."),
        "email_taken": _("This address belongs to another account."),
        "duplicate_email": _("This is the address of your account already."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name as it will be shown; raises ValidationError for one that can't be had."""
        name = tidy(username)
        is_kept = fold(name).startswith((GUEST_PREFIX, DELETED_PREFIX))
        if is_kept or skeleton(name) in _LOOKS_RESERVED:
            raise self.validation_error("username_blacklisted")
        if is_banned(name):
            raise self.validation_error("username_banned")
        if len(fold(name)) > (User._meta.get_field("username").max_length or 0):
            raise ValidationError(_("This name is too long."), code="name_length")
        cleaned: str = super().clean_username(name, shallow)
        return cleaned

    def new_user(self, request: HttpRequest) -> User:
        """The guest who is signing up, if it is one, locked until the form's transaction ends."""
        guest = guest_of(request)
        if guest is not None:
            same = User.objects.select_for_update().filter(pk=guest.pk, is_guest=True)
            return same.filter(is_active=True).first() or User()
        return User()

    def save_user(self, request: HttpRequest, user: User, form: Form, commit: bool = True) -> User:
        """Fills the row `new_user` gave with what the form says and saves it as an account."""
        user.is_guest = False
        user.name = form.cleaned_data["username"]
        user.language = user.language or chosen_in(request)
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Keeps out whom moderators keep out, and says why."""
        if user.is_barred:
            remember(request, user)
            return barred(request, user)
        answer: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return answer

    def login(self, request: HttpRequest, user: User) -> None:
        """Logs in; what a guest had is the user's from now on."""
        guest = guest_of(request)
        if guest is not None and guest.pk == user.pk:
            # The new password made the session foreign: own it, or log-in empties it.
            request.user = user
            update_session_auth_hash(request, user)
        elif guest is not None:
            hand_over(guest, user)
        super().login(request, user)
        forget(request)  # of whom it had to tell: somebody else is here now
        request.session.set_expiry(None)

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Whether something that matters asks for the password once more: not of somebody who has
        logged in a moment ago, by which it was given."""
        records = get_authentication_records(self.request, self.request.user)
        if records and records[-1]["method"] in app_settings.REAUTHENTICATION_METHODS:
            moments = time.time() - records[-1]["at"]
            if moments < app_settings.REAUTHENTICATION_TIMEOUT:
                return False
        required: bool = super().is_reauthentication_required(app=app, **kwargs)
        return required

    def logout(self, request: HttpRequest) -> None:
        """Logs out, open tables included."""
        user_id = request.user.pk
        super().logout(request)
        if user_id is not None:
            recheck_sockets(user_id)

    def set_password(self, user: User, password: str) -> None:
        """A new password ends all other sessions, open tables included.

        Nothing else is saved: making it takes a while, in which moderators may act on the person.
        """
        user.set_password(password)
        user.save(update_fields=["password"])
        recheck_sockets(user.pk)

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address that limits are counted by."""
        return address_of(request)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Tells of a change, only where somebody has confirmed to be reached as this account."""
        verified = EmailAddress.objects.get_verified(user)
        where = email or (verified.email if verified else None)
        if where is not None:
            device = lazy(device_of, str)(self.get_http_user_agent(self.request))
            told = {"user": user, "user_agent": device} | (context or {})
            super().send_notification_mail(template_prefix, user, told, where)

    def render_mail(
        self, template_prefix: str, email: str, context: dict[str, Any], headers: Any = None
    ) -> EmailMultiAlternatives:
        """The letter, as text and as a page."""
        letter: EmailMultiAlternatives = super().render_mail(
            template_prefix, email, context, headers
        )
        add_page(letter)
        return letter

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Sends, in the language of whoever will read it; when the mail server can't be reached,
        says so and goes on."""
        try:
            with translation.override(language_of(context.get("user"))):
                super().send_mail(template_prefix, email, context)
        except (SMTPException, OSError):
            logger.exception("could not send %s", template_prefix)
            text = _("The e-mail could not be sent. Please try again later.")
            self.add_message(self.request, messages.WARNING, message=text)
