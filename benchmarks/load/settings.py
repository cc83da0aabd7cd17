"""The site's settings, with a door that leads to an echo besides."""

from ohhell_site.settings import *  # noqa: F403

ASGI_APPLICATION = "benchmarks.load.door.application"
