"""People in the admin: found by name, changed only where a change makes sense; and what
moderators do about them.

Whoever is stopped there, deleted or given another password is so at once, at open tables too.
"""

from datetime import datetime
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, cast

from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Field, QuerySet
from django.forms import ChoiceField, Form, ModelForm
from django.forms import Field as FormField
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.act_form import ActForm
from accounts.library_admin import LIBRARY_PAGES
from accounts.look_alikes import skeleton
from accounts.models import MODERATE, Act, BannedWord, User
from accounts.names import SHORTEST
from accounts.read_only import ReadOnly
from accounts.sanctions import sanction
from accounts.sockets import recheck_sockets

if TYPE_CHECKING:
    _UserAdmin = UserAdmin[User]
    _PasswordForm = AdminPasswordChangeForm[User]
    _ActAdmin = admin.ModelAdmin[Act]
    _WordAdmin = admin.ModelAdmin[BannedWord]
    _WordForm = ModelForm[BannedWord]
else:  # they have no type arguments when it runs
    _ActAdmin = _WordAdmin = admin.ModelAdmin
    _WordForm = ModelForm
    _UserAdmin = UserAdmin
    _PasswordForm = AdminPasswordChangeForm


for _model, _page in LIBRARY_PAGES.items():
    admin.site.unregister(_model)
    admin.site.register(_model, _page)


class NewPasswordForm(_PasswordForm):
    """Another password for somebody: it ends all their sessions."""

    def save(self, commit: bool = True) -> User:
        """The person with the new password. Nothing else is saved: making it takes a while, in
        which moderators may act on the person."""
        user: User = super().save(commit=False)
        if commit:
            user.save(update_fields=["password"])
        recheck_sockets(user.pk)
        return user


def staff(request: HttpRequest) -> User:
    """Whoever asks for a page of the admin."""
    return cast(User, request.user)


def may_moderate(request: HttpRequest) -> bool:
    """Whether whoever asks may do something about people and games."""
    return request.user.has_perm(MODERATE)


def shown(model: "admin.ModelAdmin[Any]", request: HttpRequest, object_id: str) -> Any:
    """The row of a page of our own. Raises PermissionDenied for who may not look at it, or may
    only look and sends a form."""
    if not model.has_view_permission(request):
        raise PermissionDenied
    if request.method == "POST" and not may_moderate(request):
        raise PermissionDenied
    row = model.get_object(request, unquote(object_id))
    if row is None:
        raise Http404
    return row


def admin_page(
    request: HttpRequest, model: "admin.ModelAdmin[Any]", template: str, title: str, **more: Any
) -> HttpResponse:
    """A page of the admin of our own. Where its `form` was refused, its status says so."""
    form: Form | None = more.get("form")
    context = {**model.admin_site.each_context(request), "opts": model.opts, "title": title}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form is not None and form.errors else HTTPStatus.OK
    return TemplateResponse(request, template, {**context, **more}, status=status)


def moment(at: datetime | None) -> str:
    """A moment as every page of the admin writes it."""
    return render_to_string("admin/_moment.html", {"at": at})


_FOR_MODERATORS: Final = ("username", "name", "role", "standing")
_FOR_MODERATORS_TOO: Final = ("last_login", "date_joined")


class StandingFilter(admin.SimpleListFilter):
    """What moderators keep people from just now."""

    title = _("sanction")
    parameter_name = "standing"

    def lookups(self, *_args: Any) -> list[tuple[str, Any]]:
        """Kept out, or muted."""
        return [("barred", _("Kept out")), ("muted", _("Muted"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The people of whom that holds."""
        if self.value() not in ("barred", "muted"):
            return queryset
        return queryset.filter(**{f"{self.value()}_until__gt": timezone.now()})


@admin.register(User)
class PersonAdmin(_UserAdmin):
    """Accounts and guests. What a guest is can't be edited, only stopped. Moderators who aren't
    administrators only look, and act by a form of their own."""

    list_display = ("called", "username", "standing", "role", "joined")
    list_filter = (StandingFilter, "is_guest", "is_active", "is_staff")
    empty_value_display = "–"
    actions = None  # nobody deletes people by the handful
    ordering = ("-date_joined",)
    change_password_form = NewPasswordForm
    filter_horizontal = ()  # its pair of lists can't be told apart by who hears them
    readonly_fields = (
        *("last_login", "date_joined", "last_setup"),
        *("role", "standing"),
    )
    fieldsets = (
        (None, {"fields": ("username", "name", "email", "password", "role")}),
        (_("Moderation"), {"fields": ("is_active", "standing")}),
        (_("Permissions"), {"fields": ("is_staff", "is_superuser", "groups")}),
        (_("Memory"), {"fields": ("last_login", "date_joined", "language", "last_setup")}),
        (_("Single permissions"), {"fields": ("user_permissions",), "classes": ("collapse",)}),
    )
    add_fieldsets = (
        (None, {"fields": ("username", "name", "usable_password", "password1", "password2")}),
    )

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Whoever only looks sees nothing of passwords, addresses and rights."""
        if obj is not None and not self.has_change_permission(request, obj):
            return ((None, {"fields": (*_FOR_MODERATORS, *_FOR_MODERATORS_TOO)}),)
        return super().get_fieldsets(request, obj)

    def get_search_fields(self, request: HttpRequest) -> tuple[str, ...]:
        """Nor finds people by their addresses."""
        fields = ("username", "name")
        return (*fields, "email") if self.has_change_permission(request) else fields

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """Nor guesses them, letter by letter, in the address of a list."""
        own = (*self.list_filter, StandingFilter.parameter_name)
        if lookup.split("__")[0] in own or self.has_change_permission(request):
            return super().lookup_allowed(lookup, value, request)
        return False

    @admin.display(description=_("name"), ordering="name")
    def called(self, user: User) -> str:
        """What others call the person."""
        return user.shown_name

    @admin.display(description=_("sanction"))
    def standing(self, user: User) -> str:
        """What moderators keep the person from just now."""
        said = render_to_string("admin/_standing.html", {"person": user})
        return said if said.strip() else self.empty_value_display

    @admin.display(description=pgettext_lazy("of a person", "kind"))
    def role(self, user: User) -> str:
        """What the person is beside a player with an account, in a word."""
        if user.is_superuser:
            return gettext("administrator")
        if user.is_staff:
            return gettext("staff")
        return gettext("guest") if user.is_guest else self.empty_value_display

    @admin.display(description=_("joined"), ordering="date_joined")
    def joined(self, user: User) -> str:
        """Since when the person is here."""
        return moment(user.date_joined)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Above the fields of a person: what was done about them."""
        acts = Act.objects.filter(person=self.get_object(request, unquote(object_id)))
        more = {"acts": acts.select_related("by"), "show_save_and_add_another": False}
        more |= extra_context or {}
        return super().change_view(request, object_id, form_url, more)

    def get_urls(self) -> list[URLPattern]:
        """One more page: where moderators act."""
        view = self.admin_site.admin_view(self.act_view)
        return [path("<path:object_id>/act/", view, name="accounts_user_act"), *super().get_urls()]

    def act_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """What was done about a person, and doing more."""
        if not may_moderate(request):
            raise PermissionDenied
        person: User = shown(self, request, object_id)
        form = ActForm(request.POST or None)
        act = partial(sanction, person=person, by=staff(request))
        if form.is_valid() and form.carry_out(act):
            messages.success(request, gettext("That is done, and written down."))
            return HttpResponseRedirect(reverse("admin:accounts_user_act", args=[person.pk]))
        return admin_page(
            request,
            self,
            "admin/accounts/user/act.html",
            gettext("Act on %(name)s") % {"name": person.shown_name},
            person=person,
            acts=person.acts.select_related("by"),
            form=form,
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
        if db_field.name == "language":
            choices = [("", _("what the browser asks for")), *settings.LANGUAGES]
            return ChoiceField(label=_("Language"), choices=choices, required=False)
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


@admin.register(Act)
class ActAdmin(ReadOnly, _ActAdmin):
    """What moderators did: written once, and read by all of them."""

    list_display = ("when", "kind", "whom", "reason", "by")
    list_filter = ("kind", ("by", admin.RelatedOnlyFieldListFilter), "at")
    list_select_related = ("person", "by")
    search_fields = ("person__name", "person__username", "by__name", "about", "reason")
    show_full_result_count = False
    fields = ("when", "kind", "person", "about", "by", "until", "reason")

    @admin.display(description=_("time"), ordering="at")
    def when(self, act: Act) -> str:
        """When it was done."""
        return moment(act.at)

    @admin.display(description=_("about"))
    def whom(self, act: Act) -> str:
        """Whom or which game it is about."""
        return act.about if act.person is None else act.person.shown_name


class BannedWordForm(_WordForm):
    """A word has to look like something, or all names would have it in them."""

    def clean_word(self) -> str:
        """The word."""
        word: str = self.cleaned_data["word"]
        if len(skeleton(word)) < SHORTEST:
            raise ValidationError(_("A word has at least two letters."), code="too_short")
        return word


@admin.register(BannedWord)
class BannedWordAdmin(_WordAdmin):
    """The words that nobody may be called."""

    form = BannedWordForm
    actions = None
    list_display = ("word", "anywhere", "note")
    empty_value_display = ""
    list_filter = ("is_anywhere",)
    search_fields = ("word", "note")

    @admin.display(description=_("anywhere in a name"), ordering="is_anywhere")
    def anywhere(self, word: BannedWord) -> str:
        """Whether it is refused within longer names, in a word."""
        return gettext("yes") if word.is_anywhere else ""
