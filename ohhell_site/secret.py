"""The key that signs sessions: made once, kept beside the data, readable by its owner only."""

import os
import secrets
import tempfile
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def secret_key(folder: Path) -> str:
    """The key kept in `folder`, made first when there is none.

    Raises ImproperlyConfigured when it can be neither read nor written.
    """
    path = folder / "secret_key"
    try:
        if not path.exists():
            _make(path)
        return path.read_text().strip()
    except OSError as error:
        raise ImproperlyConfigured(
            f"The secret key in {path} can't be read or made ({error.strerror}):"
            " set OHHELL_SECRET_KEY, or OHHELL_DATA_DIR to a folder that may be written."
        ) from error


def _make(path: Path) -> None:
    """Several processes may start at once: each writes its own, the first to link it wins."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent)  # readable by its owner only
    try:
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(50))
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        os.unlink(draft)
