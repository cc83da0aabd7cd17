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
    """What kind of tables: how many of the four are people, the computers' level and pace."""

    people: int
    level: str
    pace: str


def open_table(port: int, kind: Kind) -> list[Place]:
    """Begin a game of four at this server; the places of its people."""
    host = Visitor()
    if kind.people == 1:
        return [_place(port, host, _sent(port, host, "/new", "/new", **_choices(kind)))]
    room = _sent(
        port, host, "/tables/new", "/tables/new", computers=str(4 - kind.people), **_choices(kind)
    )
    others = [Visitor() for _ in range(kind.people - 1)]
    for other in others:
        _sent(port, other, room.path, "/sit")
    _sent(port, host, room.path, "/start")
    return [_place(port, visitor, visitor.get(port, room.path)) for visitor in (host, *others)]


def _choices(kind: Kind) -> dict[str, str]:
    return {"players": "4", "level": kind.level, "pace": kind.pace}


def _sent(port: int, visitor: Visitor, path: str, form: str, **changes: str) -> Page:
    """Open a page and send the form of it whose address ends so."""
    found = visitor.get(port, path).form(form)
    assert found, f"there is no form {form} at {path}"
    return visitor.send(port, found, **changes)


def _place(port: int, visitor: Visitor, page: Page) -> Place:
    path = page.elements["main"]["hx-ws:connect"]
    assert path, f"{page.path} is no table"
    return Place(port, visitor.cookie_header, visitor.cookies["csrftoken"], path)
