"""Reports and games in the admin: moderators read all that happened, and act; facts stay."""

from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, ClassVar, Final

from django import forms
from django.contrib import admin, messages
from django.db.models import F, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.act_form import ActForm, ReasonForm
from accounts.admin import admin_page, may_moderate, moment, shown, staff
from accounts.models import Act, User
from accounts.read_only import ReadOnly

from . import cases, reports, table
from .ai.registry import LEVELS
from .describing import sentences
from .full_log import log_of, may_read_log, seats_of
from .models import Game, Report
from .naming import game_title, level_title
from .refusals import TableError, YourOwnGame, told
from .rules import PRESETS
from .tasks import follow_up

if TYPE_CHECKING:
    _ReportAdmin = admin.ModelAdmin[Report]
    _GameAdmin = admin.ModelAdmin[Game]
else:  # it has no type arguments when it runs
    _ReportAdmin = _GameAdmin = admin.ModelAdmin


class Tabled:
    """Mixed into a form of the admin: what a table refuses is an error of the form too."""

    def carry_out(self, *args: Any, **kwargs: Any) -> bool:
        """Do what a valid form says."""
        try:
            done: bool = super().carry_out(*args, **kwargs)  # type: ignore[misc]
        except TableError as refusal:
            self.add_error(None, told(refusal))  # type: ignore[attr-defined]
            return False
        return done


# --- Reports ------------------------------------------------------------------


class OpenFilter(admin.SimpleListFilter):
    """Whether somebody has still to look at a report."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, *_args: Any) -> list[tuple[str, Any]]:
        """Open, or closed."""
        return [("open", _("Open")), ("closed", _("Closed"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The reports of that state."""
        if self.value() is None:
            return queryset
        return queryset.filter(act__isnull=self.value() == "open")


class AnswerForm(Tabled, ActForm):
    """What to do about the person of a report; to dismiss it is an answer too."""

    kinds: ClassVar = (Act.Kind.DISMISS, *ActForm.kinds)
    closes_all = forms.BooleanField(
        label=_("Close all open reports about this person"), required=False
    )


@admin.register(Report)
class ReportAdmin(ReadOnly, _ReportAdmin):
    """The queue: open reports first, and of those the oldest first."""

    list_display = ("when", "state", "about", "why", "by", "where")
    list_display_links = ("when", "state")
    list_filter = (OpenFilter, "reason", "at")
    list_select_related = ("reported", "reporter", "game", "act")
    ordering = (F("act").desc(nulls_first=True), "at")
    search_fields = (
        *("reported__name", "reported__username", "reporter__name", "reporter__username"),
        "game__code",
    )
    show_full_result_count = False

    @admin.display(description=_("time"), ordering="at")
    def when(self, report: Report) -> str:
        """When it was reported."""
        return moment(report.at)

    @admin.display(description=_("state"), ordering="act")
    def state(self, report: Report) -> str:
        """Whether it is open, or what closed it."""
        return pgettext("report", "open") if report.act is None else report.act.get_kind_display()

    @admin.display(description=_("reason"), ordering="reason")
    def why(self, report: Report) -> str:
        """What was wrong."""
        return report.get_reason_display()

    @admin.display(description=pgettext_lazy("report", "about"), ordering="reported__name")
    def about(self, report: Report) -> str:
        """Who was reported."""
        return report.reported.shown_name

    @admin.display(description=pgettext_lazy("report", "by"), ordering="reporter__name")
    def by(self, report: Report) -> str:
        """Who reported."""
        return report.reporter.shown_name

    @admin.display(description=_("game"), ordering="game")
    def where(self, report: Report) -> str:
        """In which game."""
        return "" if report.game is None else report.game.code

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """Nobody reads who has complained about them."""
        return super().get_queryset(request) & reports.seen_by(staff(request))

    def change_view(
        self, request: HttpRequest, object_id: str, *_args: Any, **_kwargs: Any
    ) -> HttpResponse:
        """A report with all that belongs to it, and what to do about it."""
        report: Report = shown(self, request, object_id)
        form = AnswerForm(request.POST or None) if may_moderate(request) else None
        if form is not None and form.is_valid():
            if form.carry_out(partial(reports.answer, report.pk, by=staff(request))):
                messages.success(request, gettext("That is done, and the report is closed."))
                return HttpResponseRedirect(reverse("admin:games_report_changelist"))
            report.refresh_from_db()
        return admin_page(
            request,
            self,
            "admin/games/report/page.html",
            gettext("Report about %(name)s") % {"name": report.reported.shown_name},
            case=cases.case_of(report, staff(request)),
            why=self.why(report),
            person=report.reported,
            form=form,
        )


# --- Games --------------------------------------------------------------------


class LevelFilter(admin.SimpleListFilter):
    """The computers' level."""

    title = _("level")
    parameter_name = "level"

    def lookups(self, *_args: Any) -> list[tuple[str, str]]:
        """Every level."""
        return [(key, level_title(key)) for key in LEVELS]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The games of that level."""
        return queryset if self.value() is None else queryset.filter(level=self.value())


class PresetFilter(admin.SimpleListFilter):
    """The rules' preset; house rules have none."""

    title = _("rules")
    parameter_name = "rules"

    def lookups(self, *_args: Any) -> list[tuple[str, str]]:
        """Every preset, and house rules."""
        presets = [(key, gettext(preset.title)) for key, preset in PRESETS.items()]
        return [*presets, ("house", gettext("House rules"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The games by those rules."""
        preset = self.value()
        if preset is None:
            return queryset
        return queryset.filter(preset="" if preset == "house" else preset)


_WAYS: Final = (
    ("", "—"),
    (Act.Kind.END, _("End it: it stops now and counts for nobody")),
    (Act.Kind.VOID, _("Void it: statistics and ratings are as if it hadn’t been played")),
)


class StopForm(Tabled, ReasonForm):
    """How a game is to stop, and why."""

    kind = forms.TypedChoiceField(
        label=_("What to do"),
        coerce=Act.Kind,
        choices=_WAYS,
    )
    field_order = ("kind", "reason")

    def offer(self, game: Game) -> "StopForm | None":
        """The form with only what can still be done about this game; none where nothing can. What
        was sent too late is answered all the same."""
        ways = _STOPPING.get(Game.Status(game.status), ())
        if not ways and not self.errors:
            return None
        widget = self.fields["kind"].widget
        assert isinstance(widget, forms.Select)
        widget.choices = [each for each in _WAYS if each[0] in ("", *ways)]
        return self


_STOPPING: Final = {
    Game.Status.OPEN: (Act.Kind.END,),
    Game.Status.PLAYING: (Act.Kind.END, Act.Kind.VOID),
    Game.Status.FINISHED: (Act.Kind.VOID,),
}
"""What may be done about a game in each state."""


def _stop(*, kind: Act.Kind, code: str, by: User, reason: str) -> None:
    stop = table.void_game if kind == Act.Kind.VOID else table.end_game
    follow_up(stop(code=code, by=by, reason=reason))


@admin.register(Game)
class GameAdmin(ReadOnly, _GameAdmin):
    """Every game, with its full log. Lists show no cards."""

    list_display = ("code", "names", "title", "status", "opened")
    list_filter = ("status", LevelFilter, PresetFilter, "created_at")
    ordering = ("-created_at",)
    search_fields = ("code", "seats__user__name", "seats__user__username")
    show_full_result_count = False

    @admin.display(description=_("game"))
    def title(self, game: Game) -> str:
        """The game in one line; figures like 10-1-10 aren't broken in a narrow column."""
        return game_title(game).replace("-", "\u2060-\u2060")

    @admin.display(description=_("players"))
    def names(self, game: Game) -> str:
        """Who sits there."""
        return gettext(", ").join(seat.name for seat in game.seats.all())

    @admin.display(description=pgettext_lazy("a game", "opened"), ordering="created_at")
    def opened(self, game: Game) -> str:
        """When the table was opened."""
        return moment(game.created_at)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """Games with their players."""
        return super().get_queryset(request).prefetch_related("seats__user")

    def change_view(
        self, request: HttpRequest, object_id: str, *_args: Any, **_kwargs: Any
    ) -> HttpResponse:
        """The full log, and the two ways to stop a game."""
        game: Game = shown(self, request, object_id)
        if not may_read_log(game, staff(request)):
            return self._refuse(request, game)
        form = StopForm(request.POST or None) if may_moderate(request) else None
        if form is not None and form.is_valid():
            if form.carry_out(partial(_stop, code=game.code, by=staff(request))):
                messages.success(request, gettext("That is done, and written down."))
                return HttpResponseRedirect(request.path)
            game.refresh_from_db()
        return self._log(request, game, form)

    def _refuse(self, request: HttpRequest, game: Game) -> HttpResponse:
        title, why = gettext("Game %(code)s") % {"code": game.code}, told(YourOwnGame())
        page = admin_page(request, self, "admin/games/game/refused.html", title, refusal=why)
        page.status_code = HTTPStatus.FORBIDDEN
        return page

    def _log(self, request: HttpRequest, game: Game, form: StopForm | None) -> HttpResponse:
        return admin_page(
            request,
            self,
            "admin/games/game/log.html",
            gettext("Game %(code)s") % {"code": game.code},
            game=game,
            description=game_title(game),
            rules=sentences(game.rules),
            seats=seats_of(game),
            sheet=cases.sheet_of(game),
            deals=log_of(game),
            chat=cases.chat_log(game),
            reports=cases.reports_at(game, staff(request)),
            acts=Act.objects.filter(about=game.code, person=None).select_related("by"),
            form=None if form is None else form.offer(game),
        )
