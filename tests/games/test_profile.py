"""Profiles, records, and what becomes of the games of who leaves."""

import json
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.http import Http404
from django.urls import reverse

from accounts.leaving import delete_account
from accounts.models import FOREVER, Privacy, User
from accounts.personal_data import archive
from games import table
from games.models import Game, Seat, Tally
from games.profile import find_person, profile_of
from games.records import FEWEST_GAMES, MEASURES, record_lines
from games.rules import read_record
from games.stats import statistics_of, totalled
from tests.games.casts import ann, ben, browser, finished_game, fresh, gus, play_on, start
from tests.games.endings import finished_among
from tests.games.gatherings import gathered, open_table
from tests.games.talking import say

pytestmark = pytest.mark.django_db


def text(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


# --- Profiles ----------------------------------------------------------------------


def private(privacy: Privacy) -> User:
    user = ann()
    finished_game(user)
    user.privacy = privacy
    user.save()
    return user


@pytest.mark.parametrize(
    ("privacy", "figures", "games"),
    [(Privacy.GAMES, True, True), (Privacy.FIGURES, True, False), (Privacy.CLOSED, False, False)],
)
def test_others_see_what_the_person_lets_them(privacy, figures, games):
    private(privacy)
    for client in (browser(), browser(ben())):
        shown = text(client.get("/people/ANN"))
        assert ("bids made" in shown) is figures
        assert ("Latest games" in shown) is games


@pytest.mark.parametrize(
    ("is_rated", "says"), [(True, "their name and rating."), (False, "their name.")]
)
def test_a_closed_profile_says_what_it_keeps(is_rated, says):
    user = private(Privacy.CLOSED)
    if is_rated:
        finished_among(user, ben())
    shown = text(browser().get("/people/ann"))
    assert f"This player shows only {says}" in shown
    assert ("± " in shown) is is_rated


def test_the_figures_are_those_of_all_games():
    user = private(Privacy.GAMES)
    finished_among(user, ben())
    assert profile_of(user).figures == totalled(statistics_of(user).values())


def test_only_finished_games_are_shown():
    user = private(Privacy.GAMES)
    play_on(start(user), deals=1)
    assert len(profile_of(user).latest) == 1


def test_guests_the_gone_and_the_unknown_have_no_profile():
    delete_account(left := ann())
    for name in (gus().username, left.username, "nobody", "x" * 500):
        with pytest.raises(Http404):
            find_person(name)
        assert browser().get(f"/people/{name}").status_code == 404


def test_a_name_of_any_letters_has_an_address():
    user = User.objects.create_user("Ая / <b>?")
    page = browser().get(reverse("games:profile", args=[user.username]))
    assert page.status_code == 200
    assert "Ая / &lt;b&gt;?" in text(page)


# --- Records -----------------------------------------------------------------------


def tallied(name: str, *, games: int = FEWEST_GAMES, wins: int = 0, **more: Any) -> User:
    user = User.objects.create_user(name)
    kind = {"level": "hard", "players": 4, "preset": "standard", "deals": 19, "with_people": False}
    Tally.objects.create(user=user, games=games, wins=wins, bids=100, **kind | more)
    return user


def ranks(measure: str = "won") -> list[tuple[int, str, str]]:
    lines = record_lines(MEASURES[measure], "hard", 4, User())
    return [(line.rank, line.name, line.value) for line in lines]


def test_the_best_stand_first_and_equals_share_a_rank():
    tallied("Cy", wins=5)
    tallied("Di", games=20, wins=12)
    tallied("Ed", games=20, wins=10)
    assert ranks() == [(1, "Di", "60.0%"), (2, "Ed", "50.0%"), (2, "Cy", "50.0%")]


def test_who_counts_among_the_records():
    tallied("Few", games=FEWEST_GAMES - 1, wins=9)
    tallied("House", preset="", wins=9)
    tallied("Others", with_people=True, wins=9)
    tallied("Easy", level="easy", wins=9)
    tallied("Three", players=3, wins=9)
    delete_account(tallied("Gone", wins=9))
    banned = tallied("Banned", wins=9)
    User.objects.filter(pk=banned.pk).update(barred_until=FOREVER)
    assert ranks() == []


def test_whoever_shows_nothing_is_left_out_and_told_so():
    closed = tallied("Cy", wins=5)
    tallied("Di", wins=4)
    User.objects.filter(pk=closed.pk).update(privacy=Privacy.CLOSED)
    assert ranks() == [(1, "Di", "40.0%")]
    closed.refresh_from_db()
    assert "You aren’t listed here" in text(browser(closed).get("/records?level=hard"))
    for other in (browser(), browser(User.objects.get(name="Di"))):
        assert "You aren’t listed here" not in text(other.get("/records?level=hard"))


def test_games_of_all_presets_count_together():
    user = tallied("Cy", games=6, wins=3, made=50)
    kind = {"level": "hard", "players": 4, "preset": "classic", "deals": 13, "with_people": False}
    Tally.objects.create(user=user, games=4, wins=1, bids=100, made=90, points=300, **kind)
    assert ranks() == [(1, "Cy", "40.0%")]
    assert ranks("made") == [(1, "Cy", "70.0%")]
    assert ranks("points") == [(1, "Cy", "1.50")]


def test_the_page_of_records_takes_any_question():
    client = browser(tallied("Cy", wins=5))
    assert "Cy" in text(client.get("/records?level=hard"))
    for query in ("", "?by=x&level=x&players=99", "?players=8&by=points"):
        assert client.get(f"/records{query}").status_code == 200


# --- Who leaves, and what they take along ----------------------------------------------


def test_who_deletes_an_account_leaves_every_table():
    user, other = ann(), ben()
    alone, shared, gathering = start(user), gathered(user, other), open_table(user)
    left = table.leave(code=gathered(user, other).code, user=user)
    delete_account(user)
    assert fresh(left).version == left.version, "that was done already"
    assert fresh(alone).status == Game.Status.GIVEN_UP
    seat = Seat.objects.get(game=shared, user=user)
    assert (seat.has_left, seat.name, fresh(shared).is_playing) == (True, "Former player", True)
    assert not gathering.seats.filter(user=user).exists()


def test_old_games_keep_the_seat_without_the_name():
    user, other = ann(), ben()
    game = finished_among(user, other)
    delete_account(user)
    page = text(browser(other).get(f"/game/{game.code}/results"))
    assert "Former player" in page
    assert "Ann" not in page


def test_the_archive_has_records_that_can_be_read_again(db):
    user, other = ann(), ben()
    game = finished_among(user, other)
    say(game, user, "well played")
    under_way = play_on(start(user), deals=1)
    with archive(user) as file, ZipFile(BytesIO(file.read())) as archived:
        names = set(archived.namelist())
        assert {f"games/{each.code}.json" for each in (game, under_way)} < names
        kept = json.loads(archived.read(f"games/{game.code}.json"))
        read_record(kept["record"])
        assert (kept["status"], kept["total"]) == ("finished", game.seats.get(user=user).total)
        said = json.loads(archived.read("messages.json"))
        assert [each["said"] for each in said] == ["well played"]
        assert json.loads(archived.read("statistics.json"))[0]["games"] == 1
        assert json.loads(archived.read("rating.json"))["games"] == 1


def test_nobodys_unplayed_cards_are_in_an_archive():
    user = ann()
    game = start(user)
    with archive(user) as file, ZipFile(BytesIO(file.read())) as archived:
        kept = archived.read(f"games/{game.code}.json").decode()
    deal = game.deals.get()
    assert deal.secret not in kept
    assert json.loads(kept)["record"]["deals"] == []
