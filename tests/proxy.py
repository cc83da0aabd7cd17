"""nginx in front of servers, with the very configuration that deploy/ gives to people."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from ssl import create_default_context

import httpx

from tests import machine
from tests.server import ROOT, free_port, until

TEMPLATE = ROOT / "deploy" / "nginx" / "ohhell.conf.template"
TLS_EXAMPLE = ROOT / "deploy" / "nginx" / "tls.conf.example"

# What Debian's own nginx.conf has around a site, with every path in one folder.
MAIN = """
{user}
daemon off;
pid {folder}/pid;
error_log {folder}/error.log;
events {{}}
http {{
    include /etc/nginx/mime.types;
    access_log {folder}/access.log;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxied;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


def command() -> str:
    """The path of nginx."""
    found = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    return found or machine.lacks("There is no nginx here (Debian: apt-get install nginx-light)")


def filled_in(**values: str) -> str:
    """The site's configuration, as envsubst would make it."""
    text = TEMPLATE.read_text()
    for name, value in values.items():
        text = text.replace(f"${{{name}}}", value)
    return text


@contextmanager
def nginx(
    ports: Sequence[int], static_root: str, folder: Path, *, tls: Path | None = None
) -> Iterator[int]:
    """A proxy in front of the servers at these ports; the port at which it answers: by https where
    there is a folder with the certificate (fullchain.pem) and its key (privkey.pem)."""
    port = free_port()
    if tls:
        (folder / "extra").mkdir()
        example = re.sub("/etc/letsencrypt/live/[^/]+", str(tls), TLS_EXAMPLE.read_text())
        (folder / "extra" / "tls.conf").write_text(example)
    user = "user root;" if os.geteuid() == 0 else ""  # it has to read what tests may
    (folder / "nginx.conf").write_text(MAIN.format(folder=folder, user=user))
    (folder / "site.conf").write_text(
        filled_in(
            OHHELL_SERVERS="".join(
                f"server 127.0.0.1:{each} max_fails=1 fail_timeout=5s;" for each in ports
            ),
            OHHELL_LISTEN=f"127.0.0.1:{port}" + " ssl http2" * bool(tls),
            OHHELL_SERVER_NAME="127.0.0.1",
            OHHELL_STATIC_ROOT=static_root,
            OHHELL_NGINX_EXTRA=str(folder / "extra"),
        )
    )
    process = subprocess.Popen([command(), "-p", folder, "-c", folder / "nginx.conf"])
    try:
        until(lambda: _answers(port, tls) or process.poll() is not None)
        yield port
    finally:
        process.terminate()
        process.wait()


def _answers(port: int, tls: Path | None) -> bool:
    address = f"http{'s' * bool(tls)}://127.0.0.1:{port}/healthz"
    trust = create_default_context(cafile=tls / "fullchain.pem") if tls else True
    try:
        return httpx.get(address, verify=trust).status_code == 200
    except httpx.TransportError:
        return False
