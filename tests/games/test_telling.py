"""What has happened is told in order, with numbers that rise."""

from random import Random

import pytest
from django.utils import translation

from games.display import TableShown
from games.models import Game
from games.reading import Table
from games.rules import Phase, parse_rules
from games.telling import LATEST, latest
from tests.builders import CAST
from tests.games.casts import ann, fresh, play_on, start, step, view_of
from tests.games.turns import acts, read, to_turn

pytestmark = pytest.mark.django_db

TWO = parse_rules("4_ls2_turned_10t-0_hook")
AT_ONCE = parse_rules("4_ls2_turned_10t-0_sim")


def told(game: Game, language: str = "en") -> list[str]:
    """What is told of a game to whoever looks on."""
    table = Table.read(fresh(game))
    with translation.override(language):
        events = latest(table, table.position.seen_by(None), CAST)
    assert [event.number for event in events] == sorted({event.number for event in events})
    return [event.sentence for event in events]


def shown(game: Game) -> TableShown:
    """The table as its person sees it."""
    table = Table.read(fresh(game))
    person = table.people[0].user
    assert person is not None
    return TableShown(table, person)


def test_a_game_is_told_from_its_deal_to_its_result():
    whole = told(play_on(start(ann(), TWO), seed=3))
    assert whole[0] == "Deal 1: 2 cards. Trump: 8 of diamonds. Dealer: Ben."
    assert whole[1:5] == ["Cat: bid 0.", "Dan: bid 2.", "Ann: bid 2.", "Ben: bid 0."]
    assert whole[5:10] == [
        "Cat: 8 of hearts.",
        "Dan: 5 of hearts.",
        "Ann: king of hearts.",
        "Ben: 3 of clubs.",
        "Ann takes the trick.",
    ]
    assert whole[15:17] == ["Deal 1 is over.", "Cat: taken 0, bid 0, points 10, total 10."]
    assert whole[20:22] == ["The game is over.", "Place 1: Ben, total 10."]


@pytest.mark.parametrize(
    ("language", "card"), [("ru", "Cat: восьмёрка червей."), ("ro", "Cat: 8 de inimă roșie.")]
)
def test_cards_have_their_full_names_in_every_language(language, card):
    assert told(play_on(start(ann(), TWO), seed=3), language)[5] == card


def test_of_a_long_deal_the_end_is_told():
    game = play_on(start(ann(), parse_rules("4_ls9_turned_10t-0_hook")))
    assert len(told(game)) == LATEST
    assert told(game)[-1].startswith("Place ")


def test_bids_all_at_once_are_told_when_all_are_open():
    game, chance = start(ann(), AT_ONCE), Random(1)
    while read(game).position.phase is Phase.BIDDING:
        assert len(told(game)) == 1
        game = step(fresh(game), chance)
    assert len(told(game)) == 5


def test_a_deal_without_trump_is_told_as_one():
    game = start(ann(), parse_rules("4_ls2_none_10t-0"))
    assert told(game) == ["Deal 1: 2 cards. No trump. Dealer: Ben."]


def test_the_viewer_is_told_of_as_you_and_asked_without_the_taker_again():
    person = ann()
    for seed in range(20):
        game = to_turn(start(person, TWO, seed=seed), person, Phase.PLAYING, seed=seed)
        game = to_turn(acts(game, person), person, Phase.PLAYING, seed=seed)
        if view_of(game).is_to_act and not view_of(game).trick.cards:
            break
    table = shown(game)
    assert table.events[-1].sentence == "You take the trick."
    assert table.status[0] == "You take the trick."
    assert table.asked == "Your turn. Lead any card."


def test_nothing_is_asked_at_the_end_of_a_deal():
    game = play_on(start(ann(), TWO))
    assert shown(game).asked == ""
