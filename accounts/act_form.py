"""The form by which moderators do something about a person."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, ClassVar, Final

from allauth.account.adapter import get_adapter
from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import LONGEST_REASON, Act
from accounts.names import LONGEST, tidy
from accounts.sanctions import NameTaken, NotYours

LENGTHS: Final = {
    "1h": (timedelta(hours=1), _("1 hour")),
    "1d": (timedelta(days=1), _("1 day")),
    "7d": (timedelta(days=7), _("7 days")),
    "30d": (timedelta(days=30), _("30 days")),
}
"""How long something may be done for, by a word of a moderator's."""
LASTING: Final = frozenset({Act.Kind.MUTE, Act.Kind.SUSPEND})
"""What is done until a moment."""


class ReasonForm(forms.Form):
    """Why something is done. `carry_out` is how it is done."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3, "cols": 60}),
    )

    def clean_reason(self) -> str:
        """The reason without what can't be seen."""
        reason = tidy(self.cleaned_data["reason"])
        if not reason:
            raise forms.ValidationError(_("Say why."), code="required")
        return reason

    def carry_out(self, do: Callable[..., Any], **more: Any) -> bool:
        """Do what a valid form says; what is refused becomes an error of the form."""
        try:
            do(**self.cleaned_data, **more)
        except NameTaken as refusal:
            self.add_error("name", str(refusal))
        except NotYours as refusal:
            self.add_error(None, str(refusal))
        return self.is_valid()


class ActForm(ReasonForm):
    """What to do about a person, and why: they read the reason, where they are told at all."""

    kinds: ClassVar[tuple[Act.Kind, ...]] = (
        Act.Kind.WARN,
        Act.Kind.MUTE,
        Act.Kind.SUSPEND,
        Act.Kind.BAN,
        Act.Kind.RENAME,
        Act.Kind.LIFT,
    )

    kind = forms.TypedChoiceField(label=_("What to do"), coerce=Act.Kind)
    length = forms.ChoiceField(
        label=_("For how long"),
        required=False,
        choices=[
            *((key, name) for key, (_span, name) in LENGTHS.items()),
            ("", _("until a moment of your choice")),
        ],
        initial="1d",
        help_text=_("For a mute or a suspension."),
    )
    until = forms.DateTimeField(
        label=_("Until"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("In UTC."),
    )
    name = forms.CharField(
        label=_("New name"),
        max_length=LONGEST,
        required=False,
        help_text=_("Only where the name is to change."),
    )
    field_order = ("kind", "length", "until", "name", "reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kind = self.fields["kind"]
        assert isinstance(kind, forms.TypedChoiceField)
        kind.choices = [("", "—"), *((str(each), each.label) for each in self.kinds)]

    def clean(self) -> dict[str, Any]:
        """Only what belongs to the kind of act stays."""
        data: dict[str, Any] = self.cleaned_data
        kind, length = data.get("kind"), data.pop("length", "")
        if kind not in LASTING:
            data["until"] = None
        elif length:
            data["until"] = timezone.now() + LENGTHS[length][0]
        else:
            data["until"] = self._until(data.get("until"))
        data["name"] = self._name(data.get("name", "")) if kind == Act.Kind.RENAME else ""
        return data

    def _until(self, until: Any) -> Any:
        if "until" not in self.errors and (until is None or until <= timezone.now()):
            self.add_error("until", _("Choose a moment in the future."))
        return until

    def _name(self, name: str) -> str:
        """The name as sign-up takes it; whether somebody has it shows when it is given."""
        try:
            cleaned: str = get_adapter().clean_username(name, shallow=True)
        except forms.ValidationError as refusal:
            self.add_error("name", refusal)
            return ""
        return cleaned
