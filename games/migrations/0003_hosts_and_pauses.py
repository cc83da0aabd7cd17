"""Games from before tables with people: their one person is the host; a paused one stands still
since its last change."""

from django.db import migrations
from django.db.models import F, OuterRef, Subquery


def fill(apps, schema_editor):
    games, seats = apps.get_model("games", "Game"), apps.get_model("games", "Seat")
    people = seats.objects.filter(game=OuterRef("pk"), user__isnull=False)
    games.objects.update(host=Subquery(people.order_by("number").values("user")[:1]))
    games.objects.filter(is_paused=True).update(paused_at=F("changed_at"))


def empty(apps, schema_editor):
    games = apps.get_model("games", "Game")
    games.objects.filter(paused_at__isnull=False).update(is_paused=True)


class Migration(migrations.Migration):
    dependencies = [("games", "0002_tables_with_people")]

    operations = [migrations.RunPython(fill, empty)]
