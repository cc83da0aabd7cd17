"""The key that signs sessions: made once, whoever comes first."""

import stat
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.exceptions import ImproperlyConfigured

from ohhell_site.secret import secret_key


def test_it_is_made_once_and_stays(tmp_path):
    folder = tmp_path / "var"
    assert secret_key(folder) == secret_key(folder)


def test_only_its_owner_may_read_it(tmp_path):
    secret_key(tmp_path)
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_processes_that_start_together_agree(tmp_path):
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(secret_key, [tmp_path] * 8))
    assert len(keys) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_a_folder_that_is_none_is_told(tmp_path):
    (tmp_path / "var").write_text("a file")
    with pytest.raises(ImproperlyConfigured, match="OHHELL_SECRET_KEY"):
        secret_key(tmp_path / "var")
