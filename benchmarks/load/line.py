"""A kept HTTP connection that sends forms as htmx does: little more than writing and reading."""

import asyncio
from typing import Final

from .opening import Place

_HEADERS: Final = (
    "Host: 127.0.0.1:{port}\r\n"
    "Origin: http://127.0.0.1:{port}\r\n"
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0\r\n"
    "Accept: text/html\r\n"
    "Accept-Language: en\r\n"
    "HX-Request: true\r\n"
    "X-CSRFToken: {token}\r\n"
    "Content-Type: application/x-www-form-urlencoded\r\n"
    "Cookie: {cookie}\r\n"
)


class Line:
    """One person's connection for forms, opened anew when the server has closed it."""

    def __init__(self, place: Place) -> None:
        self._port = place.port
        self._headers = _HEADERS.format(**vars(place))
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: str) -> int:
        """Send a form; the answer's status."""
        request = (
            f"POST {path} HTTP/1.1\r\n{self._headers}Content-Length: {len(body)}\r\n\r\n{body}"
        )
        for attempt in (1, 2):
            try:
                return await self._exchange(request.encode())
            except (ConnectionError, asyncio.IncompleteReadError):
                self.close()
                if attempt == 2:
                    raise
        raise AssertionError("not reached")

    def close(self) -> None:
        """Hang up."""
        if self._streams:
            self._streams[1].close()
            self._streams = None

    async def _exchange(self, request: bytes) -> int:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        _, found, length = head.partition(b"content-length:")
        if found:
            await reader.readexactly(int(length.split(b"\r\n", 1)[0]))
        elif b"transfer-encoding:" in head or b"connection: close" in head:
            self.close()
        return int(head.split(b" ", 2)[1])
