"""What the log leaves out."""

import logging


class WithoutTraceback(logging.Filter):
    """One line for what anybody may send us: a traceback of it would only fill the log."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep the record, without its traceback."""
        record.exc_info = record.exc_text = None
        return True
