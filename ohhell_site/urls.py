"""Every HTTP address of the site, by the app that answers it."""

from django.contrib import admin
from django.urls import include, path

from ohhell_site.health import healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("account/", include("accounts.urls")),
    path("admin/", admin.site.urls),
    path("", include("games.urls")),
]

handler400 = "ohhell_site.refused.bad_request"
