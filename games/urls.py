"""Every address of the game."""

from django.urls import URLPattern, URLResolver, path

from . import views

app_name = "games"

urlpatterns: list[URLPattern | URLResolver] = [
    path("game/<str:code>", views.table_page, name="table"),
    path("game/<str:code>/sheet", views.sheet, name="sheet"),
    path("game/<str:code>/bid", views.bid, name="bid"),
    path("game/<str:code>/play", views.play, name="play"),
    path("game/<str:code>/next", views.next_deal, name="next_deal"),
    path("game/<str:code>/pause", views.pause, name="pause"),
    path("game/<str:code>/resume", views.resume, name="resume"),
    path("game/<str:code>/pace", views.pace, name="pace"),
    path("game/<str:code>/give-up", views.give_up, name="give_up"),
]
