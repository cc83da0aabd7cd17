"""Games in the admin: the full log, for those who don't play there, and stopping a game."""

from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.html import strip_tags

from accounts.models import Act, User
from games import table
from games.full_log import card_text, hand_text, log_of, seats_of
from games.models import Deal, Game, Report
from games.reading import Table
from games.rules import parse_card, parse_rules
from games.templatetags.suits import inked
from tests.games.casts import browser, cat, finished_game, fresh, play_on, start
from tests.games.endings import finished_among
from tests.games.gatherings import gathered, open_table
from tests.games.rows import nothing_changes
from tests.games.talking import say
from tests.games.turns import computer_acts, to_turn
from tests.staff import bea, max_, mia

pytestmark = pytest.mark.django_db
LIST = "/admin/games/game/"


@pytest.fixture
def moderator(db: None) -> User:
    return mia()


@pytest.fixture
def desk(moderator: User) -> Client:
    """Mia's browser."""
    return browser(moderator)


def page(game: Game) -> str:
    return reverse("admin:games_game_change", args=[game.pk])


def html(desk: Client, game: Game) -> str:
    return desk.get(page(game)).content.decode()


def words(answer: Any) -> str:
    """What is read on a page, each space once."""
    return " ".join(unescape(strip_tags(answer.content.decode())).split())


def offered(desk: Client, game: Game) -> set[str]:
    """What the page offers to do about a game."""
    form = desk.get(page(game)).context["form"]
    return {value for value, _ in form.fields["kind"].widget.choices if value} if form else set()


def stop(desk: Client, game: Game, kind: str, reason: str = "Stuck"):
    return desk.post(page(game), {"kind": kind, "reason": reason})


def listed(desk: Client, **query: str) -> set[Game]:
    return set(desk.get(LIST, query).context["cl"].result_list)


def hands(game: Game) -> list[str]:
    deal = Deal.objects.get(game=game, number=0)
    return [hand_text(hand) for hand in deal.dealt().hands]


# --- Lists -------------------------------------------------------------------------


def test_games_are_found_by_code_name_status_level_and_rules(desk, person, friend):
    mine, ours = finished_game(person, level="easy"), gathered(person, friend)
    preset = start(friend, preset="standard")
    assert listed(desk, q=mine.code) == {mine}
    assert listed(desk, q="ben") == {ours, preset}
    assert listed(desk, status__exact="finished") == {mine}
    assert listed(desk, level="easy") == {mine}
    assert listed(desk, rules="standard") == {preset}
    assert listed(desk, rules="house") == {mine, ours}


def test_lists_show_no_cards(desk, person, friend):
    game = gathered(person, friend)
    shown = words(desk.get(LIST))
    assert "Ann, Ben" in shown
    assert not any(hand in shown for hand in hands(game))


# --- The log -----------------------------------------------------------------------


def test_the_log_has_every_bid_and_card_in_order(person, friend):
    game = finished_among(person, friend)
    (deal,) = log_of(game)
    rows = Deal.objects.get(game=game)
    bids = [line.bid for line in deal.lines if not line.card]
    assert bids == [bid.value for bid in rows.bids.order_by("at", "pk")]
    cards = [line.card for line in deal.lines if line.card]
    assert cards == [card_text(parse_card(play.card)) for play in rows.plays.all()]
    assert [line.at for line in deal.lines] == sorted(line.at for line in deal.lines)
    assert [line.took for line in deal.lines].count(True) == 1


def test_the_log_shows_hands_points_what_was_said_and_reported(desk, person, friend):
    game = finished_among(person, friend)
    say(game, friend, "well played")
    Report.objects.create(reporter=friend, reported=person, game=game, reason="other", details="?")
    shown = words(desk.get(page(game)))
    for text in (
        *hands(game),
        "well played",
        "Something else: ?",
        "takes the trick",
        game.rules_text,
    ):
        assert text in shown


def test_the_log_says_who_played_for_whom(desk, person, friend):
    game = to_turn(gathered(person, friend), friend)
    table.hand_to_computer(code=game.code, user=friend)
    computer_acts(game)
    actors = [(line.seat, line.actor) for line in log_of(game)[0].lines]
    assert actors[-1] == ("Ben", "a computer (Medium) for Ben")
    assert {actor for seat, actor in actors if seat == "Ann"} <= {"in person"}
    assert "a computer (Medium) for Ben" in html(desk, game)


def test_the_log_names_levels_in_the_readers_language(desk, person):
    game = start(person)
    with translation.override("ru"):
        seats = [computer for _, computer in seats_of(game)]
    assert set(seats) == {"", "компьютер (Средний)"}
    page = html(desk, game)
    assert "computer (Medium)" in page
    assert "(medium)" not in page


def test_the_log_costs_the_same_however_long_the_game(person, django_assert_num_queries):
    for game in (play_on(start(person), deals=1), finished_game(person)):
        with django_assert_num_queries(6):
            log_of(game)


def test_the_log_of_a_deal_under_way_keeps_hands_from_moderators_too(desk, person, friend):
    game = gathered(person, friend)
    answer = desk.get(page(game))
    assert not any(hand in words(answer) for hand in hands(game))
    assert "no-store" in answer["Cache-Control"]


def test_a_bid_of_all_at_once_is_in_the_log_when_all_are_in(person, friend):
    game = gathered(person, friend, rules=parse_rules("3_ls2_turned_10t-0_sim"))
    now = Table.read(game)
    table.bid(code=game.code, user=person, deal=0, turn=0, value=1)
    (deal,) = log_of(fresh(game))
    assert [line.bid for line in deal.lines] == [None]
    assert [dealing.bid for dealing in deal.hands] == [None] * now.rules.players


@pytest.mark.parametrize("who", [mia, bea])
def test_whoever_sits_there_reads_the_log_only_when_the_game_is_over(who, person):
    colleague = who()
    game, client = gathered(person, colleague), browser(colleague)
    answer = client.get(page(game))
    assert answer.status_code == 403
    assert "You sit at this table." in answer.content.decode()
    assert not any(hand in words(answer) for hand in hands(game))
    assert stop(client, game, "end").status_code == 403
    table.end_game(code=game.code, by=User.objects.create_user("Max"), reason="Stuck")
    assert all(hand in words(client.get(page(game))) for hand in hands(game))


def test_red_suits_are_marked_where_cards_are_text():
    assert inked("A♠ 10♥") == (
        '<span class="card-text">A♠</span> <span class="card-text red">10♥</span>'
    )


def test_the_log_keeps_bids_and_every_trick_apart(person, friend):
    deal = log_of(finished_among(person, friend))[-1]
    bids, *tricks = deal.rounds
    assert all(not line.card for line in bids)
    assert [{line.trick for line in trick} for trick in tricks] == [
        {number + 1} for number in range(len(tricks))
    ]
    assert [[line.took for line in trick].count(True) for trick in tricks] == [1] * len(tricks)


def test_an_open_table_has_a_page_too(desk, person):
    assert "Ann" in html(desk, open_table(person))


# --- Stopping ----------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "status"), [("end", "abandoned"), ("void", "voided")])
def test_a_game_is_stopped_with_a_reason(desk, moderator, person, friend, kind, status):
    game = gathered(person, friend)
    answer = stop(desk, game, kind)
    assert (answer.status_code, answer["Location"]) == (302, page(game))
    assert fresh(game).status == status
    act = Act.objects.get()
    assert [act.kind, act.about, act.by, act.reason] == [kind, game.code, moderator, "Stuck"]
    assert "Stuck" in html(desk, game)


def test_only_what_can_still_be_done_is_offered(desk, person, friend):
    assert offered(desk, open_table(person)) == {"end"}
    game = gathered(person, friend)
    assert offered(desk, game) == {"end", "void"}
    stop(desk, game, "end")
    assert offered(desk, game) == set()
    done = finished_among(person, friend)
    assert offered(desk, done) == {"void"}
    assert "Void this game" in html(desk, done)
    stop(desk, done, "void")
    assert offered(desk, done) == set()


def test_what_makes_no_sense_is_said_at_the_form(desk, person, friend):
    game = finished_among(person, friend)
    with nothing_changes():
        answer = stop(desk, game, "end")
        assert stop(desk, game, "void", reason=" ").status_code == 422
        assert stop(desk, game, "warn").status_code == 422
    assert answer.status_code == 422
    assert "This game is over." in answer.content.decode()
    assert not Act.objects.exists()


# --- Who may -----------------------------------------------------------------------


def test_nobody_changes_a_fact(person):
    game, boss = finished_game(person), browser(bea())
    with nothing_changes():
        for more in ("add/", f"{game.pk}/delete/"):
            assert boss.post(LIST + more, {"post": "yes"}).status_code == 403
        boss.post(page(game), {"status": "playing", "code": "x"})
        boss.post(LIST, {"action": "delete_selected", "_selected_action": game.pk})


def test_staff_without_rights_see_no_game(person):
    game, client = finished_game(person), browser(max_())
    for address in (LIST, page(game)):
        assert client.get(address).status_code == 403
    assert stop(client, game, "void").status_code == 403
    assert fresh(game).status == "finished"


def test_whoever_may_only_look_stops_nothing(desk, moderator, person):
    game = start(person)
    moderator.groups.get().permissions.get(codename="moderate").delete()
    assert 'class="act"' not in html(desk, game)
    assert stop(desk, game, "end").status_code == 403
    assert fresh(game).is_playing


def test_a_player_and_a_stranger_are_sent_to_the_door(person):
    game = start(person)
    for client in (browser(person), browser(cat()), browser()):
        assert "login" in client.get(page(game))["Location"]
        assert "login" in stop(client, game, "end")["Location"]
    assert fresh(game).is_playing
