"""Where the server listens: under which names it may then be asked for, and what to tell people."""

import contextlib
import errno
import socket

EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104 - the names of the choice, not the choice


def url(host: str, port: int) -> str:
    """What to open in a browser on this machine."""
    shown = "localhost" if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


def names(host: str) -> list[str]:
    """The names by which a browser may call a server on this host, as ALLOWED_HOSTS wants them."""
    if host not in EVERYWHERE:
        return [f"[{host}]" if ":" in host else host]
    own = socket.gethostname()
    return [own, f"{own}.local", *_addresses(own)]


def _addresses(own_name: str) -> list[str]:
    found = {_outward_address()}
    with contextlib.suppress(OSError):  # a machine that does not know its own name
        found |= {str(info[4][0]) for info in socket.getaddrinfo(own_name, None)}
    return sorted(f"[{address}]" if ":" in address else address for address in found if address)


def _outward_address() -> str:
    """The address of this machine in its own network; connecting by UDP sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def refusal(error: OSError, host: str, port: int) -> str:
    """One sentence on why the server can't listen there, and what to do."""
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} on {host} is taken: stop what uses it, or choose another with --port."
    if error.errno == errno.EACCES:
        return f"Port {port} may not be used by you: choose one above 1023 with --port."
    return f"The site can't listen on {host}, port {port}: {error.strerror or error}."
