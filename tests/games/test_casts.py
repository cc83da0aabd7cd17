"""The cast really plays: what other tests start from is a whole game."""

import pytest

from games.models import Game, Play
from games.rules import parse_rules
from tests.games.casts import ann, finished_game, play_on, revoking_moment, start

pytestmark = pytest.mark.django_db


def test_a_finished_game_has_every_card_played_and_a_result():
    game = finished_game(ann())
    assert game.status == Game.Status.FINISHED
    assert Play.objects.filter(deal__game=game).count() == 4 * (1 + 2)
    assert [seat.place for seat in game.seats.all() if seat.place == 1]


def test_play_stops_after_so_many_deals():
    game = play_on(start(ann()), deals=1)
    assert game.is_playing
    assert game.deals.count() == 1


def test_a_game_in_which_all_bid_at_once_comes_to_an_end_too():
    rules = parse_rules("3_ls1.1_turned_10t-0_sim")
    assert finished_game(ann(), rules).status == Game.Status.FINISHED


def test_a_search_for_a_moment_finishes_no_game():
    user = ann()
    with pytest.raises(LookupError):
        revoking_moment(user, led="no suit", games=2)
    statuses = Game.objects.filter(seats__user=user).values_list("status", flat=True)
    assert len(statuses) == 2
    assert Game.Status.FINISHED not in statuses
