"""Every HTTP address of the site, by the app that answers it (machines: `ohhell_site.health`)."""

from django.contrib import admin
from django.urls import include, path

from . import installing

urlpatterns = [
    path("account/", include("accounts.urls")),
    path("admin/", admin.site.urls),
    path("app/<slug:language>.webmanifest", installing.manifest, name="manifest"),
    path("worker-<slug:language>.js", installing.worker, name="worker"),  # its folder is its realm
    path("away/<slug:language>", installing.away, name="away"),
    path("", include("games.urls")),
]

handler400 = "ohhell_site.refused.bad_request"
