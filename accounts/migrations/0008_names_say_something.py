"""An account is found by its name: one whose name came to nothing is called anew."""

from django.db import migrations, models


def name_the_nameless(apps, schema_editor):
    user = apps.get_model("accounts", "User")
    for person in user.objects.filter(username=""):
        person.username, person.looks = f"player-{person.pk}", ""
        person.save(update_fields=["username", "looks"])


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_fill_looks")]

    operations = [
        migrations.RunPython(name_the_nameless, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.CheckConstraint(
                name="user_has_username", condition=~models.Q(username="")
            ),
        ),
    ]
