"""Opens tables as a browser does, before anything is measured."""

from dataclasses import dataclass

from tests.visitor import Page, Visitor


@dataclass(frozen=True)
class Place:
    """Where one person sits: the server's port, the cookies, and the address of the socket."""

    port: int
    cookie: str
    token: str
    socket: str


@dataclass(frozen=True)
class Kind:
    """What kind of tables: their people, the computers' level and pace."""

    people: int
    level: str
    pace: str


def open_table(port: int, kind: Kind) -> list[Place]:
    """Open a table of four at this server; the places of its people."""
    host = Visitor()
    form = host.get(port, "/new").form("/new")
    assert form, "there is no form for a new game"
    page = host.send(port, form, players="4", level=kind.level, pace=kind.pace)
    return [_place(port, host, page)]


def _place(port: int, visitor: Visitor, page: Page) -> Place:
    path = page.elements["main"]["hx-ws:connect"]
    assert path, f"{page.path} is no table"
    return Place(port, visitor.cookie_header, visitor.cookies["csrftoken"], path)
