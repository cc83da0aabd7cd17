"""What the log says of every line, and what it leaves out."""

import logging
from contextvars import ContextVar

from pythonjsonlogger.core import RESERVED_ATTRS
from pythonjsonlogger.json import JsonFormatter

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The name of the request that is answered; empty outside of one."""


class OneObject(JsonFormatter):
    """A line is one JSON object: time, level, logger, message, and what the line adds to them."""

    def __init__(self) -> None:
        super().__init__(
            ["levelname", "name", "message"],
            rename_fields={"levelname": "level", "name": "logger"},
            # The request itself is no text, and what Celery adds is in its message already.
            reserved_attrs=[*RESERVED_ATTRS, "request", "data", "taskName"],
            timestamp="time",
        )


class WithRequestId(logging.Filter):
    """Says in the context of which request something happened."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep the record, with the request's name where there is one."""
        if name := request_id.get():
            record.request_id = name
        return True


class WithoutTraceback(logging.Filter):
    """One line for what anybody may send us: a traceback of it would only fill the log."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep the record, without its traceback."""
        record.exc_info = record.exc_text = None
        return True
