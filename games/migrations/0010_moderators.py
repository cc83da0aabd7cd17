"""The group of those who moderate, with just what they need for it."""

from typing import Any

from django.apps import apps as current_apps
from django.contrib.auth.management import create_permissions
from django.db import migrations

GROUP = "Moderators"
PERMISSIONS = (
    ("accounts", "moderate"),
    ("accounts", "view_user"),
    ("accounts", "view_act"),
    ("accounts", "view_bannedword"),
    ("accounts", "add_bannedword"),
    ("accounts", "change_bannedword"),
    ("accounts", "delete_bannedword"),
    ("games", "view_report"),
    ("games", "view_game"),
)


def make_group(apps: Any, schema_editor: Any) -> None:
    """Make the group. Its permissions would only be there after the last migration otherwise."""
    database = schema_editor.connection.alias
    for label in ("accounts", "games"):
        config = current_apps.get_app_config(label)
        create_permissions(config, verbosity=0, using=database, apps=apps)
    permissions = apps.get_model("auth", "Permission").objects.using(database)
    group, _ = apps.get_model("auth", "Group").objects.using(database).get_or_create(name=GROUP)
    for app, codename in PERMISSIONS:
        group.permissions.add(permissions.get(content_type__app_label=app, codename=codename))


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_acts_on_games_and_banned_words"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("games", "0009_voided_games_and_closed_reports"),
    ]

    operations = [migrations.RunPython(make_group, migrations.RunPython.noop)]
