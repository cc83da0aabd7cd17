"""Names without heaps of accents, and what they look like. Of several who look alike the one who came first keeps
others from it; the others stay as they are."""

from django.db import migrations

from accounts.look_alikes import looks
from accounts.names import SHORTEST, fold, tidy

FIELDS = ["looks", "shares_looks"]
AT_ONCE = 500


def tidied(apps, schema_editor):
    """Names lose what can't be shown any more, and go on being found by the account's log-in."""
    user = apps.get_model("accounts", "User")
    for person in user.objects.iterator(AT_ONCE):
        name, username = tidy(person.name), fold(person.username)
        if name != person.name and len(name) >= SHORTEST:
            user.objects.filter(pk=person.pk).update(name=name)
        if username != person.username and not user.objects.filter(username=username).exists():
            user.objects.filter(pk=person.pk).update(username=username)


def fill(apps, schema_editor):
    user = apps.get_model("accounts", "User")
    people, known, filled = user.objects.order_by("is_guest", "pk"), set(), []
    for person in people.exclude(is_guest=True, name="").iterator(AT_ONCE):
        look = looks(person.name if person.is_guest else person.username)
        if (
            not look
            or person.username.startswith("deleted-")
            or (person.is_guest and look in known)
        ):
            continue
        person.looks, person.shares_looks = look, look in known
        known.add(look)
        filled.append(person)
    user.objects.bulk_update(filled, FIELDS, batch_size=AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_looks")]

    operations = [
        migrations.RunPython(tidied, migrations.RunPython.noop),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
