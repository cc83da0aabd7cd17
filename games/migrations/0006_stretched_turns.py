"""A turn may become longer by so much and no more; computers answer a turn. What a computer thinks
about while this is installed is for the version that the game has then."""

import datetime

from django.db import migrations, models
from django.db.models import F


def fill(apps, schema_editor):
    apps.get_model("games", "Game").objects.update(turn_version=F("version"))


class Migration(migrations.Migration):
    dependencies = [("games", "0005_ladder")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="stretched",
            field=models.DurationField(
                default=datetime.timedelta,
                help_text="How much longer the turn became for who took a seat back",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="turn_version",
            field=models.PositiveIntegerField(
                default=0,
                help_text="What was decided for the turn at this version or a later one holds",
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
