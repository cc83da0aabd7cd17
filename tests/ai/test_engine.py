"""The kernel is loaded late, in the background, and kept where the site keeps its data."""

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from games.ai import LEVELS, engine, is_ready, warm_up

ROOT = Path(__file__).parents[2]


def python(code: str, **environment: str) -> str:
    """What a fresh Python prints."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout.strip()


def test_importing_the_computers_loads_neither_numba_nor_numpy():
    loaded = python(
        "import sys, games.ai; from games.ai import is_ready;"
        "print([m for m in ('numba', 'numpy') if m in sys.modules], is_ready('hard'))"
    )
    assert loaded == "[] False"


def test_levels_without_the_kernel_are_always_ready():
    ready = python(
        "from games.ai import is_ready; print([is_ready(k) for k in ('easy', 'medium')])"
    )
    assert ready == "[True, True]"


def test_after_warming_up_every_level_is_ready():
    warm_up()
    warm_up()
    assert all(is_ready(key) for key in LEVELS)


def test_compiled_code_is_kept_in_the_data_folder(tmp_path: Path):
    folder = python(
        "import os; from games.ai import engine; engine.load();"
        "print(os.environ['NUMBA_CACHE_DIR'])",
        OHHELL_DATA_DIR=str(tmp_path),
    )
    assert Path(folder).parent == tmp_path / "numba"


def test_a_data_folder_that_cannot_be_written_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("OHHELL_DATA_DIR", str(blocked))
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path / "spare"))
    assert engine.cache_folder().is_relative_to(tmp_path / "spare")


def test_the_name_of_the_folder_follows_the_kernels_sources(monkeypatch: pytest.MonkeyPatch):
    before = engine.cache_folder().name
    monkeypatch.setattr(engine, "KERNEL", ROOT / "games" / "ai")
    assert engine.cache_folder().name != before
