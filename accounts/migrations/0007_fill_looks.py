"""What the names look like that people have. Of several who look alike the one who came first keeps
others from it; the others stay as they are."""

from django.db import migrations

from accounts.look_alikes import looks

FIELDS = ["looks", "shares_looks"]
AT_ONCE = 500


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

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
