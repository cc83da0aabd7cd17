"""People in the admin: found by name, changed only where a change makes sense.

Whoever is stopped there, deleted or given another password is so at once, at open tables too.
"""

from typing import TYPE_CHECKING, Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm
from django.db.models import Field, QuerySet
from django.forms import Field as FormField
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _
from django.views.generic import RedirectView

from accounts.models import User
from accounts.sockets import recheck_sockets

if TYPE_CHECKING:
    _UserAdmin = UserAdmin[User]
    _PasswordForm = AdminPasswordChangeForm[User]
else:  # they have no type arguments when it runs
    _UserAdmin = UserAdmin
    _PasswordForm = AdminPasswordChangeForm


def _inside(request: HttpRequest, **_extra: Any) -> HttpResponse:
    """Where staff go who are logged in already. Django's own form would let them try passwords of
    others without a limit, and come in without the second factor."""
    return redirect("admin:index")


# One door with one limit on tries and one second factor, for staff above all; and one place to
# change a password, which ends other sessions and their sockets.
admin.site.login = secure_admin_login(_inside)  # type: ignore[method-assign]
admin.site.password_change = RedirectView.as_view(  # type: ignore[method-assign,assignment]
    pattern_name="account_change_password"
)


class NewPasswordForm(_PasswordForm):
    """Another password for somebody: it ends all their sessions."""

    def save(self, commit: bool = True) -> User:
        """The person with the new password."""
        user: User = super().save(commit)
        recheck_sockets(user.pk)
        return user


@admin.register(User)
class PersonAdmin(_UserAdmin):
    """Accounts and guests. What a guest is can't be edited, only stopped."""

    list_display = ("shown_name", "username", "is_guest", "is_active", "is_staff", "date_joined")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("username", "name", "email")
    ordering = ("-date_joined",)
    change_password_form = NewPasswordForm
    readonly_fields = ("is_guest", "last_login", "date_joined", "last_setup")
    fieldsets = (
        (None, {"fields": ("username", "name", "email", "password", "is_guest")}),
        (
            _("Permissions"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        (_("Memory"), {"fields": ("last_login", "date_joined", "last_setup")}),
    )
    add_fieldsets = (
        (None, {"fields": ("username", "name", "usable_password", "password1", "password2")}),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> list[str]:
        """Of a guest only `is_active` may change."""
        fixed = list(super().get_readonly_fields(request, obj))
        if obj is not None and obj.is_guest:
            fixed += ["username", "name", "email", "password", "is_staff", "is_superuser"]
            fixed += ["groups", "user_permissions"]
        return fixed

    def formfield_for_dbfield(
        self, db_field: "Field[Any, Any]", request: HttpRequest, **kwargs: Any
    ) -> FormField | None:
        """Every account is shown under a name; only guests go without one."""
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None and db_field.name == "name":
            field.required = True
        return field

    def save_model(
        self, request: HttpRequest, obj: User, form: "ModelForm[User]", change: bool
    ) -> None:
        """Saves, and lets the person's sockets look whether they may still be open."""
        super().save_model(request, obj, form, change)
        recheck_sockets(obj.pk)

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """Deletes, and closes the person's sockets."""
        person_id = obj.pk
        super().delete_model(request, obj)
        recheck_sockets(person_id)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Deletes several, and closes their sockets."""
        people = list(queryset.values_list("pk", flat=True))
        super().delete_queryset(request, queryset)
        for person_id in people:
            recheck_sockets(person_id)
