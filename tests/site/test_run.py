"""run.py: what it refuses, in a sentence, and that it does slow work only once."""

import importlib.util
import os
import shutil
import socket
import subprocess
import sys

import pytest

import run
from tests.server import ROOT


@pytest.fixture
def project(tmp_path, monkeypatch):
    """An empty project folder, with what was done there in place of real commands."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(run, "ROOT", str(tmp_path))
    monkeypatch.setattr(run, "VENV", str(tmp_path / ".venv"))
    monkeypatch.setattr(run, "PYTHON", sys.executable)
    (tmp_path / ".venv").mkdir()
    (tmp_path / run.SITE_LOCK).write_text("django==5.2\n")
    return tmp_path


@pytest.fixture
def commands(monkeypatch):
    """Every command that would have been run; none is."""
    done: list[list[str]] = []

    def note(command: list[str]) -> tuple[int, str]:
        done.append(command)
        return 0, ""

    monkeypatch.setattr(run, "quietly", note)
    monkeypatch.setattr(run, "make_venv", lambda: None)
    return done


def refusal(capsys, *arguments: str) -> str:
    assert run.main(list(arguments)) == 1
    said: str = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


def test_a_taken_port_is_refused_before_any_slow_work(project, commands, capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"Port {port} on 127.0.0.1 is taken" in refusal(capsys, "--port", str(port))
    assert not commands


@pytest.mark.parametrize("port", ["0", "65536", "-1", "eighty", "8 0", "²", ""])
def test_a_port_out_of_range_is_refused(port, capsys):
    assert "from 1 to 65535" in refusal(capsys, f"--port={port}")


def test_an_address_that_is_not_this_machines_is_refused(project, capsys):
    assert "can't listen on 203.0.113.5" in refusal(capsys, "--host", "203.0.113.5")


def test_an_old_python_is_refused(monkeypatch, capsys):
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    assert "needs Python 3.11 or newer, and this is 3.9" in refusal(capsys)


def test_nothing_in_it_is_too_new_for_a_python_that_has_to_be_told():
    words = (ROOT / "run.py").read_text()
    compiling = "import ast, sys; ast.parse(sys.stdin.read(), feature_version=(3, 5))"
    subprocess.run([sys.executable, "-c", compiling], input=words, text=True, check=True)


def test_a_folder_that_may_not_be_written_is_refused(project, commands, monkeypatch, capsys):
    monkeypatch.setattr(os, "access", lambda path, mode: path != ".")
    assert f"The folder {project} can't be written" in refusal(capsys, "--port", "65000")
    assert not commands


def test_a_python_without_venv_names_the_command_that_helps(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    with pytest.raises(run.Trouble, match=f"sudo apt-get install {version}"):
        run.require_venv_module()


def test_as_root_on_debian_it_gets_venv_itself(commands, monkeypatch):
    there = iter([None, True, True, True])
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: next(there))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/apt-get")
    run.require_venv_module()
    assert [command[:2] for command in commands] == [["apt-get", "update"], ["apt-get", "install"]]


def test_packages_are_installed_once_and_again_when_the_lock_changes(project, commands):
    run.install(run.SITE_LOCK)
    run.install(run.SITE_LOCK)
    assert len(commands) == 1
    (project / run.SITE_LOCK).write_text("django==5.3\n")
    run.install(run.SITE_LOCK)
    assert len(commands) == 2


def test_a_failed_installation_is_told_and_tried_again_next_time(project, monkeypatch, commands):
    answers = iter([(1, "WARNING: retrying\nERROR: no network"), (0, "")])
    monkeypatch.setattr(run, "quietly", lambda command: next(answers))
    with pytest.raises(run.Trouble, match=r"online.*ERROR: no network"):
        run.install(run.SITE_LOCK)
    run.install(run.SITE_LOCK)


@pytest.mark.parametrize(("home", "cached"), [("there", True), ("nowhere", False), ("", False)])
def test_downloads_are_kept_only_where_there_is_a_home(
    home, cached, project, commands, monkeypatch
):
    (project / "there").mkdir()
    monkeypatch.setenv("HOME", home and str(project / home))
    run.pip("install")
    assert ("--no-cache-dir" not in commands[0]) is cached


def test_what_follows_test_goes_to_pytest():
    _, for_pytest = run.read(["test", "-k", "hook", "--port"])
    assert for_pytest == ["-k", "hook", "--port"]


@pytest.mark.parametrize("option", ["--port=9000", "--host=localhost"])
def test_where_to_listen_means_nothing_to_a_test_and_is_refused(option, capsys):
    with pytest.raises(SystemExit, match="2"):
        run.main([option, "test"])
    assert "--host and --port are for serving" in capsys.readouterr().err


def test_a_step_that_fails_fails_the_whole_but_stops_nothing(project, capfd):
    steps = [run.Step("bad", ["-c", "raise SystemExit(3)"], {}), run.Step("good", ["-c", ""], {})]
    assert run.run(steps, accept=[0]) == 1
    said = capfd.readouterr()
    assert "== good ==" in said.out
    assert said.err == "\nFailed: bad\n"


def test_choosing_tests_may_leave_a_run_without_any(project):
    nothing = run.Step("none", ["-c", "raise SystemExit(5)"], {})
    assert run.run([nothing], accept=[0, run.NOTHING_CHOSEN]) == 0
    assert run.run([nothing], accept=[0]) == 1
