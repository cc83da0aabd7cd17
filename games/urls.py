"""Every address of the game."""

from django.urls import URLPattern, URLResolver, path

from . import (
    addresses,  # noqa: F401 - knows how codes are written
    chat_views,
    joining,
    new_game,
    new_table,
    pages,
    staff_views,
    views,
)

app_name = "games"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", pages.home, name="home"),
    path("play", new_game.quick_start, name="quick_start"),
    path("new", new_game.setup, name="setup"),
    path("new/rules", new_game.house_rules, name="house_rules"),
    path("lobby", joining.lobby_page, name="lobby"),
    path("tables/new", new_table.new_table, name="new_table"),
    path("tables/new/rules", new_table.new_house_table, name="new_house_table"),
    path("tables/quick", new_table.quick_match, name="quick_match"),
    path("games", pages.history, name="history"),
    path("statistics", pages.statistics, name="statistics"),
    path("ladder", pages.ladder, name="ladder"),
    path("records", pages.records, name="records"),
    path("people/<path:name>/report", chat_views.report_profile, name="report_profile"),
    path("people/<path:name>", pages.profile, name="profile"),
    path("dashboard", staff_views.overview, name="dashboard"),
    path("dashboard/days.csv", staff_views.days_table, name="dashboard_days"),
    path("dashboard/levels.csv", staff_views.levels_table, name="dashboard_levels"),
    path("guide", pages.guide, name="guide"),
    path("settings", pages.settings, name="settings"),
    path("game/<code:code>", joining.game_page, name="table"),
    path("game/<code:code>/sit", joining.sit, name="sit"),
    path("game/<code:code>/leave", joining.leave, name="leave"),
    path("game/<code:code>/kick", joining.kick, name="kick"),
    path("game/<code:code>/computer", joining.seat_computer, name="seat_computer"),
    path("game/<code:code>/start", joining.start, name="start"),
    path("game/<code:code>/rematch", new_table.rematch, name="rematch"),
    path("game/<code:code>/sheet", views.sheet, name="sheet"),
    path("game/<code:code>/bid", views.bid, name="bid"),
    path("game/<code:code>/play", views.play, name="play"),
    path("game/<code:code>/next", views.next_deal, name="next_deal"),
    path("game/<code:code>/pause", views.pause, name="pause"),
    path("game/<code:code>/decline-pause", views.decline_pause, name="decline_pause"),
    path("game/<code:code>/resume", views.resume, name="resume"),
    path("game/<code:code>/pace", views.pace, name="pace"),
    path("game/<code:code>/hand-over", views.hand_to_computer, name="hand_to_computer"),
    path("game/<code:code>/take-back", views.take_back, name="take_back"),
    path("game/<code:code>/give-up", views.give_up, name="give_up"),
    path("game/<code:code>/chat", chat_views.chat_page, name="chat"),
    path("game/<code:code>/say", chat_views.say, name="say"),
    path("game/<code:code>/people/<int:person>", chat_views.person, name="person"),
    path("game/<code:code>/people/<int:person>/report", chat_views.report, name="report"),
    path("game/<code:code>/results", pages.results, name="results"),
    path("game/<code:code>/record.json", pages.record, name="record"),
    path("game/<code:code>/again", new_game.again, name="again"),
]
