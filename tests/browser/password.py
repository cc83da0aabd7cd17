"""What everybody here logs in with; no module of the site is needed to know it."""

PASSWORD = "seven-tricks-bid"
