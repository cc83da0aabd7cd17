from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0003_hosts_and_pauses"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="game",
            name="game_paused_sleeps",
        ),
        migrations.RemoveField(
            model_name="game",
            name="is_paused",
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("paused_at", None),
                    models.Q(("status", "playing"), ("wake_at", None)),
                    _connector="OR",
                ),
                name="game_paused_sleeps",
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="host",
            field=models.ForeignKey(
                help_text="Who opened it",
                on_delete=models.deletion.PROTECT,
                related_name="hosted",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
