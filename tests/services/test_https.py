"""The site by https, as deploy/ has it: nginx ends it, the servers believe nginx."""

from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from ssl import create_default_context

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from tests.playing import Player, is_finished
from tests.proxy import nginx
from tests.services.conftest import running_site

pytestmark = [
    pytest.mark.services,
    pytest.mark.xdist_group("faults"),
    pytest.mark.timeout(300),
]

BY_HTTPS = {
    "OHHELL_BEHIND_PROXY": "1",
    "OHHELL_HTTPS": "1",
    "OHHELL_ALLOWED_HOSTS": "127.0.0.1",
}


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A folder with a certificate of this machine for itself, and its key."""
    folder = tmp_path / "tls"
    folder.mkdir()
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    address = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    now = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(minutes=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(address, critical=False)
        .sign(key, SHA256())
    )
    (folder / "fullchain.pem").write_bytes(signed.public_bytes(Encoding.PEM))
    (folder / "privkey.pem").write_bytes(
        key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    )
    return folder


def test_a_game_by_https(environment, static_root, tmp_path, certificate):
    trust = create_default_context(cafile=certificate / "fullchain.pem")
    with (
        running_site(environment | BY_HTTPS) as site,
        nginx(site.ports, static_root, tmp_path, tls=certificate) as port,
    ):
        player = Player([port], 2, 1, trust=trust)
        assert is_finished(player.play())
        home = httpx.get(f"https://127.0.0.1:{port}/", verify=trust)
        assert home.status_code == 200
        assert home.headers["Strict-Transport-Security"] == "max-age=2592000"
        form = httpx.get(f"https://127.0.0.1:{port}/account/login/", verify=trust)
        cookies = form.headers.get_list("Set-Cookie")
        assert cookies
        assert all("Secure" in cookie for cookie in cookies)
        plain = httpx.get(f"http://127.0.0.1:{site.ports[0]}/")
        assert plain.status_code == 301, "who comes past nginx is sent to https"
        assert plain.headers["Location"].startswith("https://")
