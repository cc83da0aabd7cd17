"""People in the admin: found by name, changed only where a change makes sense."""

from typing import TYPE_CHECKING, Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import Field
from django.forms import Field as FormField
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User

if TYPE_CHECKING:
    _UserAdmin = UserAdmin[User]
else:
    _UserAdmin = UserAdmin  # has no type arguments when it runs

# One door with one limit on tries and one second factor, for staff above all.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


@admin.register(User)
class PersonAdmin(_UserAdmin):
    """Accounts and guests. What a guest is can't be edited, only stopped."""

    list_display = ("shown_name", "username", "is_guest", "is_active", "is_staff", "date_joined")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("username", "name", "email")
    ordering = ("-date_joined",)
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
