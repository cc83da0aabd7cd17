"""The operator's dashboard, for staff."""

import csv
from collections.abc import Callable, Sequence
from dataclasses import astuple, fields
from datetime import date, timedelta
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec

from django import forms
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.core.validators import MaxValueValidator, MinValueValidator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ohhell_site.exposition import queue_length

from . import dashboard
from .charts import lines
from .dashboard import Day, Level, Span
from .rules import PRESETS

USUAL_DAYS: Final = 30
MOST_DAYS: Final = 366
DAYS_KNOWN: Final = (date(2000, 1, 1), date(2999, 12, 31))
"""No day before or after these is asked about: the calendar of computers ends somewhere, too."""
_FRESH: Final = 60
"""Seconds for which figures of days are not counted again."""

_P = ParamSpec("_P")
_View = Callable[Concatenate[HttpRequest, _P], HttpResponse]


def for_staff(view: _View[_P]) -> _View[_P]:
    """A view that only staff may see; others are told that it is not theirs."""

    @never_cache
    @require_safe
    @wraps(view)
    def answer(request: HttpRequest, /, *args: _P.args, **kwargs: _P.kwargs) -> HttpResponse:
        if not (request.user.is_authenticated and request.user.is_staff):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return answer


class SpanForm(forms.Form):
    """Which days and rules; what is left out is the usual."""

    first = forms.DateField(label=pgettext_lazy("first day", "From"), required=False)
    last = forms.DateField(label=pgettext_lazy("last day", "To"), required=False)
    rules = forms.ChoiceField(label=gettext_lazy("Rules"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        presets = [(key, gettext(preset.title)) for key, preset in PRESETS.items()]
        self.fields["rules"] = forms.ChoiceField(
            label=gettext("Rules"), required=False, choices=[("", gettext("Any rules")), *presets]
        )
        earliest, latest = DAYS_KNOWN
        for name in ("first", "last"):
            self.fields[name].widget = forms.DateInput({"type": "date"}, format="%Y-%m-%d")
            self.fields[name].validators += [MinValueValidator(earliest), MaxValueValidator(latest)]

    def clean(self) -> dict[str, Any]:
        """The days in order, and not too many."""
        asked = self.cleaned_data
        last = asked.get("last") or timezone.localdate()
        first = asked.get("first") or last - timedelta(days=USUAL_DAYS - 1)
        if not self.errors and not timedelta(0) <= last - first < timedelta(days=MOST_DAYS):
            raise forms.ValidationError(
                gettext("Choose 1 to %(most)s days."), params={"most": MOST_DAYS}
            )
        return asked | {"first": first, "last": last}

    @classmethod
    def showing(cls, span: Span) -> "SpanForm":
        """The form with these days filled in."""
        return cls({"first": span.first, "last": span.last, "rules": span.preset})

    @property
    def span(self) -> Span:
        """What is asked for, or the usual where that can't be."""
        if self.is_valid():
            asked = self.cleaned_data
            return Span(asked["first"], asked["last"], asked["rules"])
        today = timezone.localdate()
        return Span(today - timedelta(days=USUAL_DAYS - 1), today)


@for_staff
def overview(request: HttpRequest) -> HttpResponse:
    """What is played, how the computers do against people, what lags."""
    form = SpanForm(request.GET)
    span = form.span
    days, levels = _counted(span)
    context = {
        "form": SpanForm.showing(span) if form.is_valid() else form,
        "span": span,
        "now": dashboard.now(),
        "queue": queue_length(),
        "days": days,
        "charts": [
            lines(gettext("Games and people"), *_columns(days, "games", "people")),
            lines(gettext("Deals and bids"), *_columns(days, "deals", "bids")),
            lines(gettext("Restarted games and errors"), *_columns(days, "woken", "errors")),
        ],
        "levels": levels,
        "query": request.GET.urlencode(),
    }
    return render(request, "games/dashboard.html", context, status=200 if form.is_valid() else 422)


_TITLES: Final = {
    "games": gettext_lazy("Games"),
    "people": gettext_lazy("People"),
    "deals": gettext_lazy("Deals"),
    "bids": gettext_lazy("Bids"),
    "woken": gettext_lazy("Games restarted by the sweep"),
    "errors": gettext_lazy("Errors"),
}


def _columns(days: list[Day], *names: str) -> tuple[list[str], list[tuple[date, list[int]]]]:
    titles = [str(_TITLES[name]) for name in names]
    return titles, [(day.day, [getattr(day, name) for name in names]) for day in days]


def _counted(span: Span) -> tuple[list[Day], list[Level]]:
    key = f"dashboard:{span.first}:{span.last}:{span.preset}"
    found: tuple[list[Day], list[Level]] | None = cache.get(key)
    if found is None:
        found = (dashboard.days(span), dashboard.levels(span))
        cache.set(key, found, _FRESH)
    return found


@for_staff
def days_table(request: HttpRequest) -> HttpResponse:
    """The figures of days as CSV; what can't be asked is refused as on the page."""
    form = SpanForm(request.GET)
    if not form.is_valid():
        return overview(request)
    days, _ = _counted(form.span)
    return _csv("days", Day, days)


@for_staff
def levels_table(request: HttpRequest) -> HttpResponse:
    """The figures of levels as CSV; what can't be asked is refused as on the page."""
    form = SpanForm(request.GET)
    if not form.is_valid():
        return overview(request)
    _, levels = _counted(form.span)
    return _csv("levels", Level, levels)


def _csv(name: str, kind: type[Day | Level], rows: Sequence[Day | Level]) -> HttpResponse:
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="oh-hell-{name}.csv"'
    writer = csv.writer(response)
    writer.writerow(field.name for field in fields(kind))
    writer.writerows(astuple(row) for row in rows)
    return response
