"""Set-up and house rules in the browser, with and without JavaScript."""

from html import unescape

import pytest
from django.forms import Form
from django.test import Client

from accounts.models import User
from games.models import Game
from games.rules import PRESETS, rules_text
from tests.games.casts import SHORT, ann, browser, finished_game, start

pytestmark = pytest.mark.django_db

STANDARD = {
    "preset": "standard",
    "level": "easy",
    "players": "5",
    "length": "short",
    "scoring": "one-a-trick",
    "pace": "fast",
    "press": "p",
}
HOUSE = {
    "level": "medium",
    "pace": "normal",
    "players": "6",
    "shape": "list",
    "sizes": "1 3 1",
    "trump": "none",
    "trump_order": "H C D S",
    "no_trump": "never",
    "bidding": "simultaneous",
    "void": "any-card",
    "made": "ten-only",
    "missed": "minus-double",
    "made_zero": "five",
    "end": "after-schedule",
    "first_dealer": "first-jack",
    "settlement": "pool",
    "press": "p",
}


def text(page) -> str:
    return unescape(page.content.decode())


def test_play_starts_what_was_chosen():
    page = browser().post("/new", STANDARD)
    game = Game.objects.get()
    assert (page.status_code, page["Location"]) == (303, f"/game/{game.code}")
    assert (game.level, game.preset, game.pace) == ("easy", "standard", "fast")
    assert game.rules_text == "5_du7_turned_10t-1t_hook"


def test_the_choice_is_remembered():
    client = browser()
    client.post("/new", STANDARD)
    assert 'Easy, 5 players, <span class="nb">7-1-7</span>.' in text(client.get("/"))
    client.post("/play", {"press": "q"})
    assert [g.rules_text for g in Game.objects.all()] == ["5_du7_turned_10t-1t_hook"] * 2


def test_who_names_a_pace_begins_every_game_with_it():
    client = browser()
    client.post("/settings", {"pace": "fast"})
    client.post("/play", {"press": "p"})
    assert [field["pace"].value() for field in forms_of(client)] == ["fast"] * 4
    client.post("/new", STANDARD | {"pace": "slow"})  # this once
    client.post("/play", {"press": "q"})
    client.post("/tables/quick", {"press": "r"})
    paces = Game.objects.order_by("pk").values_list("pace", flat=True)
    assert list(paces) == ["fast", "slow", "fast", "fast"]


def test_who_names_none_begins_as_last_time():
    client = browser()
    client.post("/new", STANDARD | {"pace": "slow"})
    client.post("/settings", {"pace": "last"})
    client.post("/play", {"press": "q"})
    assert list(Game.objects.values_list("pace", flat=True)) == ["slow", "slow"]


def forms_of(client: Client) -> list[Form]:
    """The four forms that begin a game or open a table."""
    pages = ("/new", "/new/rules", "/tables/new", "/tables/new/rules")
    return [client.get(page).context["form"] for page in pages]


@pytest.mark.parametrize("press", ["\x00", "a\x00b", "'", "x" * 5000, "é"])
def test_a_press_that_is_no_word_of_ours_is_no_matter(press):
    client = browser()
    assert client.post("/play", {"press": press}).status_code == 303
    assert User.objects.get().last_setup["press"] == ""


def test_looking_at_the_form_makes_nobody_a_guest():
    client = browser()
    assert client.get("/new").status_code == client.get("/new/rules").status_code == 200
    assert not client.session.keys()


@pytest.mark.parametrize("key", PRESETS)
def test_every_preset_has_its_form(key):
    page = text(browser().get("/new", {"preset": key}))
    assert f'name="preset" value="{key}"' in page
    for choice in PRESETS[key].choices:
        assert page.count(f'name="{choice.key}"') == len(choice.alternatives)
    numbers = [n for n in range(2, 10) if f'name="players" value="{n}"' in page]
    assert numbers == list(PRESETS[key].players)


def test_another_preset_is_shown_with_what_was_chosen_before():
    page = browser().post("/new", {**STANDARD, "show": "la-podrida"}, follow=True)
    assert page.redirect_chain == [
        ("/new?level=easy&pace=fast&players=5&preset=la-podrida", 303),
    ]
    assert page.context["form"]["players"].value() == 5
    assert page.context["form"]["level"].value() == "easy"
    assert not Game.objects.exists()


def test_an_unknown_preset_is_told_and_the_form_can_be_used():
    page = browser().get("/new", {"preset": "whist"})
    assert page.status_code == 422
    assert "“whist” is not the name of any rules." in text(page)
    assert 'name="preset" value="standard"' in text(page)


def test_a_bad_choice_is_told_and_the_others_are_kept():
    page = browser().post("/new", {**STANDARD, "players": "8"})
    assert page.status_code == 422
    assert "8 is not one of the available choices" in text(page)
    assert page.context["form"]["length"].value() == "short"
    assert not Game.objects.exists()


def test_house_rules_start_a_game_of_their_own():
    page = browser().post("/new/rules", HOUSE)
    assert page.status_code == 303
    game = Game.objects.get()
    assert game.rules_text == "6_ls1.3.1_none_10-m2-z5_sim_jack_pool"
    assert game.preset == ""


def test_house_rules_that_are_a_preset_after_all_count_as_that():
    page = browser().get("/new/rules", {"preset": "british"})
    form = page.context["form"]
    shown = {f.name: f.value() for f in form if f.value() not in (None, False)}
    browser().post("/new/rules", shown)
    assert Game.objects.get().preset == "british"


def test_rules_that_cannot_be_played_are_told_and_kept():
    page = browser().post("/new/rules", {**HOUSE, "sizes": "1 9 1"})
    assert page.status_code == 422
    assert "With 6 players the deck allows hands of 1 to 8 cards." in text(page)
    assert page.context["form"]["sizes"].value() == "1 9 1"
    assert not Game.objects.exists()


def test_the_page_opens_at_the_first_field_at_fault():
    page = text(browser().post("/new/rules", {**HOUSE, "sizes": "1 9 1"}))
    assert page.count("autofocus") == 1
    field = page[page.index('name="sizes"') :]
    assert "autofocus" in field[: field.index(">")]
    assert "autofocus" not in text(browser().get("/new/rules"))


def test_rules_are_shown_in_words_with_a_link_that_opens_them_again():
    page = browser().post("/new/rules", {**HOUSE, "show": "1"}, follow=True)
    assert "In the end the winner takes the pool." in text(page)
    link = page.context["link"]
    assert link == "http://testserver/new/rules?rules=6_ls1.3.1_none_10-m2-z5_sim_jack_pool"
    again = browser().get(link)
    assert again.context["form"]["sizes"].value() == "1 3 1"
    assert not Game.objects.exists()


def test_rules_are_checked_in_place():
    sent = {**HOUSE, "show": "1", "hook": "on"}
    page = browser().post("/new/rules", sent, headers={"HX-Request": "true"})
    assert page.status_code == 200
    assert "nobody bids last" in text(page)
    assert "<html" not in text(page)


@pytest.mark.parametrize("broken", ["", "nonsense", "4_du99_turned_10t-0", "x" * 9000])
def test_a_broken_link_is_told_and_the_form_can_be_used(broken):
    page = browser().get("/new/rules", {"rules": broken})
    assert page.status_code == 400
    assert "That link holds no rules that can be played" in text(page)
    assert page.context["form"]["shape"].value() == "down-up"


def test_a_link_cannot_bring_markup():
    page = browser().get("/new/rules", {"rules": "4_<b>_turned_10t-0"})
    assert b"<b>_" not in page.content
    assert page.status_code == 400


def test_house_rules_are_remembered_too():
    client = browser()
    client.post("/new/rules", HOUSE)
    home = client.get("/")
    assert "Medium, 6 players, House rules" in text(home)
    assert "/new/rules?rules=6_ls1.3.1" in home.context["change"]


def test_play_again_is_the_same_game_anew():
    user = ann()
    old = finished_game(user, SHORT, preset="standard", level="easy")
    page = browser(user).post(f"/game/{old.code}/again", {"press": "p"})
    new = Game.objects.exclude(pk=old.pk).get()
    assert page["Location"] == f"/game/{new.code}"
    assert (new.rules_text, new.level, new.preset) == (old.rules_text, "easy", "standard")


def test_play_again_in_a_running_game_goes_back_to_it():
    user = ann()
    game = start(user)
    page = browser(user).post(f"/game/{game.code}/again", {"press": "p"})
    assert page["Location"] == f"/game/{game.code}"
    assert Game.objects.count() == 1


def test_the_same_form_with_another_choice_is_another_game():
    client = browser()
    client.post("/new", STANDARD)
    client.post("/new", STANDARD)
    client.post("/new", {**STANDARD, "level": "medium"})
    assert sorted(Game.objects.values_list("level", flat=True)) == ["easy", "medium"]


def test_a_choice_that_is_offered_no_more_gives_way_to_the_usual_one():
    user = ann()
    user.last_setup = {"level": "random", "pace": 7, "rules": "gone", "preset": "gone"}
    user.save()
    browser(user).post("/play")
    game = Game.objects.get()
    assert (game.level, game.pace) == ("medium", "normal")
    assert game.rules_text == rules_text(PRESETS["standard"].rules())
