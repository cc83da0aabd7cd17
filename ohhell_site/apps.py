"""Makes the project itself an app, so that Django finds its commands."""

from django.apps import AppConfig


class OhHellSiteConfig(AppConfig):
    name = "ohhell_site"
