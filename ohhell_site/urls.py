"""Every HTTP address of the site, by the app that answers it (machines: `ohhell_site.health`)."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("account/", include("accounts.urls")),
    path("admin/", admin.site.urls),
    path("", include("games.urls")),
]

handler400 = "ohhell_site.refused.bad_request"
