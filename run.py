#!/usr/bin/env python3
"""Serves Oh Hell, or tests it, on a machine that has nothing but Python.

    python3 run.py [--host HOST] [--port PORT]
    python3 run.py test [what pytest takes]

Needs the standard library only. An old Python has to get as far as being told that
it is too old, so nothing here may be newer than Python 3.5 in how it is written.
"""

import argparse
import collections
import errno
import hashlib
import importlib
import importlib.util
import os
import re
import shutil
import socket
import subprocess
import sys
import time

OLDEST_PYTHON = (3, 11)
ROOT = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(ROOT, ".venv")
PYTHON = os.path.join(VENV, "bin", "python")
SITE_LOCK = "requirements.txt"
TEST_LOCK = "requirements-dev.txt"


# What it is called, what Python is given, what is added to the environment.
Step = collections.namedtuple("Step", "name arguments environment")


class Trouble(Exception):
    """Something the person at the keyboard has to know; its text is one sentence."""


def main(arguments: "list[str]") -> int:
    """Do what the command line asks for; the exit code."""
    try:
        require_python()
        options, pytest_arguments = read(arguments)
        os.chdir(ROOT)
        if pytest_arguments is not None:
            return test(pytest_arguments)
        return serve(options.host, options.port)
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped before it was ready.", file=sys.stderr)
        return 130


# --- What is asked for ------------------------------------------------------


def read(arguments: "list[str]") -> "tuple[argparse.Namespace, list[str] | None]":
    """The options for serving, and what pytest gets when a test is asked for, else None."""
    parser = argparse.ArgumentParser(
        prog="run.py",
        description="Serves Oh Hell on this machine; with 'test' it runs the tests instead.",
        epilog="What follows 'test' goes to pytest: run.py test tests/rules -k hook",
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    parser.add_argument("--port", default=8000, type=port, help="port to listen on (%(default)s)")
    if "test" in arguments:
        place = arguments.index("test")
        options = parser.parse_args(arguments[:place])
        if place:
            parser.error("--host and --port are for serving: before 'test' comes nothing.")
        return options, arguments[place + 1 :]
    return parser.parse_args(arguments), None


def port(text: str) -> int:
    """A port that can be listened on."""
    if not re.match("^[0-9]{1,5}$", text) or not 1 <= int(text) <= 65535:
        raise Trouble("The port has to be a number from 1 to 65535, not {}.".format(text))
    return int(text)


# --- What it does -----------------------------------------------------------


def serve(host: str, port: int) -> int:
    """Serve until Ctrl-C; returns only when that could not begin."""
    require_free(host, port)
    require_writable()
    install(SITE_LOCK)
    command = ["manage.py", "serve", "--prepare", "--host", host, "--port", str(port)]
    sys.stdout.flush()
    os.execv(PYTHON, [PYTHON, *command])  # the server takes over this process and its signals


def test(pytest_arguments: "list[str]") -> int:
    """Run the checks and all tests; with arguments for pytest only the tests they choose."""
    require_writable()
    install(SITE_LOCK)
    install(TEST_LOCK)
    if names_tests(pytest_arguments):
        return run([Step("tests", PYTEST + pytest_arguments, {})], accept=[0])
    if pytest_arguments:
        return run(all_tests(pytest_arguments), accept=[0, NOTHING_CHOSEN])
    return run(CHECKS + all_tests([]), accept=[0])


# --- The tests --------------------------------------------------------------

NOTHING_CHOSEN = 5  # pytest's word for it
PYTEST = ["-m", "pytest", "--durations=5", "--durations-min=1"]
CHECKS = [
    Step("lint", ["-m", "ruff", "check", "--quiet"], {}),
    Step("format", ["-m", "ruff", "format", "--check", "--quiet"], {}),
    Step("types", ["-m", "mypy"], {}),
    Step(
        "imports", ["-c", "from importlinter.cli import lint_imports_command as lint; lint()"], {}
    ),
]
# What has to hold on PostgreSQL and Redis just as it does embedded.
SHARED = ["tests/games", "tests/accounts"]
SERVICES = "tests/services"
BROWSER = "tests/browser"


def all_tests(extra: "list[str]") -> "list[Step]":
    """Three runs: embedded; on real services; and the browser's, whose driver wants its own."""
    two_at_once = ["--numprocesses=2", "--dist=loadgroup"]
    alone = ["tests", "--ignore=" + SERVICES, "--ignore=" + BROWSER, *two_at_once]
    # What a viewer is sent hardly depends on the database, and takes long to look through.
    with_services = [*SHARED, SERVICES, "--ignore=tests/games/test_secrecy.py", *two_at_once]
    return [
        Step("tests", PYTEST + alone + extra, {}),
        Step("tests on services", PYTEST + with_services + extra, {"OHHELL_TEST_SERVICES": "1"}),
        Step("tests in a browser", [*PYTEST, BROWSER, *two_at_once, *extra], {}),
    ]


def names_tests(pytest_arguments: "list[str]") -> bool:
    """Whether the arguments name files or folders of tests themselves."""
    return any(os.path.exists(each.partition("::")[0]) for each in pytest_arguments)


def run(steps: "list[Step]", accept: "list[int]") -> int:
    """Run every step, even after one that failed; 0 when all went well.

    The times are told before the last step: it ends with pytest's own summary.
    """
    failed = []
    times = ""
    for step in steps:
        if step is steps[-1] and times:
            print("\nTime so far:" + times, flush=True)
        print("\n== " + step.name + " ==", flush=True)
        began = time.time()
        code = subprocess.call([PYTHON, *step.arguments], env=dict(os.environ, **step.environment))
        times += " {} {:.1f} s;".format(step.name, time.time() - began)
        if code not in accept:
            failed.append(step.name)
    if failed:
        print("\nFailed: " + ", ".join(failed), file=sys.stderr)
    return 1 if failed else 0


# --- What it needs ----------------------------------------------------------


def require_python() -> None:
    """Refuse a Python that the site can't run on."""
    if sys.version_info < OLDEST_PYTHON:
        wanted = ".".join(map(str, OLDEST_PYTHON))
        found = ".".join(map(str, sys.version_info[:2]))
        raise Trouble("Oh Hell needs Python {} or newer, and this is {}.".format(wanted, found))


def require_free(host: str, port: int) -> None:
    """Refuse a port that can't be had, before the slow work rather than after it."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            probe.listen(1)
    except OSError as error:
        raise Trouble(refusal(error, host, port)) from None


def refusal(error: OSError, host: str, port: int) -> str:
    """Why it can't be listened there; the server says the same if it happens later."""
    if error.errno == errno.EADDRINUSE:
        return "Port {} on {} is taken: stop what uses it, or choose another with --port.".format(
            port, host
        )
    if error.errno == errno.EACCES:
        return "Port {} may not be used by you: choose one above 1023 with --port.".format(port)
    return "The site can't listen on {}, port {}: {}.".format(host, port, error.strerror or error)


def require_writable() -> None:
    """Refuse to begin where packages, static files or data could not be kept."""
    data = os.environ.get("OHHELL_DATA_DIR") or "var"
    for path in [".", ".venv", "staticfiles", data]:
        if os.path.exists(path) and not os.access(path, os.W_OK):
            raise Trouble(
                "The folder {} can't be written: change its owner, or use a copy of the project"
                " that is yours.".format(os.path.abspath(path))
            )


def install(lock: str) -> None:
    """Have exactly the packages of the lock in .venv; does nothing when they are there."""
    with open(lock, "rb") as file:
        wanted = hashlib.sha256(file.read()).hexdigest()
    make_venv()
    stamp = os.path.join(VENV, lock + ".installed")
    if content_of(stamp) == wanted:
        return
    print("Installing the packages of {} (once, a minute or two)...".format(lock), flush=True)
    # Not compiled: most of it is never imported, and what is gets compiled then.
    pip("install", "--no-compile", "--require-hashes", "--no-deps", "--requirement", lock)
    write(stamp, wanted)


def make_venv() -> None:
    """A virtual environment of this Python in .venv, new when there is none that fits."""
    stamp = os.path.join(VENV, "made-for")
    wanted = "{} {}".format(sys.version, ROOT)
    if content_of(stamp) == wanted and os.path.exists(PYTHON):
        return
    require_venv_module()
    print("Making a virtual environment in .venv...", flush=True)
    try:
        importlib.import_module("venv").create(VENV, clear=True, symlinks=True, with_pip=True)
    except subprocess.CalledProcessError:
        raise Trouble("Python could not set up pip in .venv: is its package complete?") from None
    except OSError as error:
        raise Trouble(
            "The folder {} can't be written: {}.".format(ROOT, error.strerror or error)
        ) from None
    write(stamp, wanted)


def require_venv_module() -> None:
    """Debian keeps a part of the standard library in a package of its own: get it, or say so."""
    if importlib.util.find_spec("ensurepip") and importlib.util.find_spec("venv"):
        return
    package = "python{}.{}-venv".format(*sys.version_info[:2])
    if os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing {}, which Python lacks here...".format(package), flush=True)
        quietly(["apt-get", "update"])
        quietly(["apt-get", "install", "--yes", "--no-install-recommends", package])
        importlib.invalidate_caches()
    if not importlib.util.find_spec("ensurepip"):
        raise Trouble("Python lacks its venv module here: run  sudo apt-get install " + package)


def pip(*arguments: str) -> None:
    """Run pip in .venv, silent unless it fails."""
    options = ["--quiet", "--disable-pip-version-check", "--no-input", "--retries", "2"]
    if not may_cache():
        options.append("--no-cache-dir")
    code, output = quietly([PYTHON, "-m", "pip", *arguments, *options])
    if code:
        errors = [line for line in output.splitlines() if line.startswith("ERROR")]
        raise Trouble(
            "The packages could not be installed; is this machine online? pip says: "
            + (errors[-1] if errors else output.strip()[-300:])
        )


def may_cache() -> bool:
    """Whether there is a home to keep downloads in; pip grumbles without one."""
    home = os.environ.get("HOME", "")
    return os.path.isdir(home) and os.access(home, os.W_OK)


def quietly(command: "list[str]") -> "tuple[int, str]":
    """Run a command without a word; its exit code and all that it would have said."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        universal_newlines=True,
    )
    output, _ = process.communicate()
    return process.returncode, output


def content_of(path: str) -> str:
    """What the file says, and nothing when there is none."""
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return ""


def write(path: str, text: str) -> None:
    """Write a small file of ours."""
    with open(path, "w") as file:
        file.write(text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
