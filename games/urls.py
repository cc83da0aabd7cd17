"""Every address of the game."""

from django.urls import URLPattern, URLResolver, path

from . import new_game, pages, views

app_name = "games"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", pages.home, name="home"),
    path("play", new_game.quick_start, name="quick_start"),
    path("new", new_game.setup, name="setup"),
    path("new/rules", new_game.house_rules, name="house_rules"),
    path("games", pages.history, name="history"),
    path("statistics", pages.statistics, name="statistics"),
    path("guide", pages.guide, name="guide"),
    path("settings", pages.settings, name="settings"),
    path("game/<str:code>", views.table_page, name="table"),
    path("game/<str:code>/sheet", views.sheet, name="sheet"),
    path("game/<str:code>/bid", views.bid, name="bid"),
    path("game/<str:code>/play", views.play, name="play"),
    path("game/<str:code>/next", views.next_deal, name="next_deal"),
    path("game/<str:code>/pause", views.pause, name="pause"),
    path("game/<str:code>/resume", views.resume, name="resume"),
    path("game/<str:code>/pace", views.pace, name="pace"),
    path("game/<str:code>/give-up", views.give_up, name="give_up"),
    path("game/<str:code>/results", pages.results, name="results"),
    path("game/<str:code>/record.json", pages.record, name="record"),
    path("game/<str:code>/again", new_game.again, name="again"),
]
