"""Brings database and static files up to what the code expects; next to nothing when they are."""

import hashlib
import os
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

_known_as_migrated = False  # a process has one set of migrations, and none is taken back under it


def migrate() -> bool:
    """Apply the migrations that are missing; false when there were none."""
    if is_migrated():
        return False
    call_command("migrate", interactive=False, verbosity=0)
    return True


def is_migrated() -> bool:
    """Whether no migration is missing; found out once, since it takes a while."""
    global _known_as_migrated
    if not _known_as_migrated:
        executor = MigrationExecutor(connection)
        leaves = executor.loader.graph.leaf_nodes()
        _known_as_migrated = not executor.migration_plan(leaves)
    return _known_as_migrated


def collect_static() -> bool:
    """Collect the static files if any has changed since the last time; false when none has."""
    fingerprint = _fingerprint()
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    if stamp.is_file() and stamp.read_text() == fingerprint:
        return False
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(fingerprint)
    return True


def _fingerprint() -> str:
    """Changes with any name, size or time among the source files."""
    digest = hashlib.sha256()
    for finder in finders.get_finders():
        for name, storage in sorted(finder.list([]), key=lambda found: found[0]):
            stat = os.stat(storage.path(name))
            digest.update(f"{name} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()
