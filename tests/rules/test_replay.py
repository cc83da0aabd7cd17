"""The `replay` command, as people and programs call it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.rules.games_on_paper import FIRST, game, spoilt

ROOT = Path(__file__).parents[2]


def replay(file: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command where no database can be reached."""
    command = [sys.executable, str(ROOT / "manage.py"), "replay", file]
    nowhere = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing"}
    environment = os.environ | nowhere | {"DJANGO_SETTINGS_MODULE": "ohhell_site.settings"}
    return subprocess.run(
        command, input=text, capture_output=True, text=True, env=environment, timeout=60
    )


def test_a_record_from_standard_input_is_answered_with_one_line_of_json():
    done = replay("-", json.dumps(game()))
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout == (
        '{"totals": [12, 21, 10], "places": [2, 1, 3], "deals": '
        '[{"taken": [2, 0, 0], "points": [12, 10, 0]}, '
        '{"taken": [0, 1, 0], "points": [0, 11, 10]}]}\n'
    )


def test_a_record_that_doesnt_hold_is_answered_with_one_line_on_standard_error():
    done = replay("-", json.dumps(game(spoilt(FIRST, plays=["AS", "3H"]))))
    assert done.returncode == 1
    assert done.stderr == "deal 1, turn 5: seat 1 must follow spades\n"
    assert done.stdout == ""


def refused(file: Path, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as ended:
        call_command("replay", str(file))
    assert ended.value.code == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    return printed.err.rstrip("\n")


def test_a_game_under_way_has_no_places(tmp_path, capsys):
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game(spoilt(FIRST, plays=["AS", "QS", "2S"]))))
    call_command("replay", str(file))
    assert json.loads(capsys.readouterr().out) == {
        "totals": [0, 0, 0],
        "places": None,
        "deals": [{"taken": [1, 0, 0], "points": None}],
    }


def test_a_file_that_isnt_there_is_refused(tmp_path, capsys):
    file = tmp_path / "none.json"
    assert refused(file, capsys) == f"{file}: No such file or directory"


def test_a_folder_is_refused(tmp_path, capsys):
    assert refused(tmp_path, capsys) == f"{tmp_path}: Is a directory"


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"", "record: it is not JSON (Expecting value: line 1)"),
        (b"\xff", "record: it is not UTF-8"),
        (b" " * 2_000_000, "record: it is larger than 1000000 bytes"),
        (b"[" * 500_000, "record: it is nested too deeply"),
        ('{"a\u2028\ud800": NaN}'.encode("utf-8", "surrogatepass"), "record: it is not UTF-8"),
    ],
    ids=["empty", "bytes", "huge", "deep", "half a sign"],
)
def test_a_file_that_holds_no_record_is_refused(tmp_path, capsys, content, line):
    file = tmp_path / "game.json"
    file.write_bytes(content)
    assert refused(file, capsys) == line


def test_a_file_without_end_is_read_no_further_than_it_takes(capsys):
    endless = Path("/dev/zero")
    if not endless.exists():
        pytest.skip("this system has no file without end")
    assert refused(endless, capsys) == "record: it is larger than 1000000 bytes"


def test_a_name_that_cant_be_printed_stays_on_one_line(tmp_path, capsys):
    assert refused(tmp_path / "a\nb\udcff.json", capsys).endswith(
        "a?b?.json: No such file or directory"
    )
