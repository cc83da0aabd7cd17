"""Medium makes none of the mistakes that people complain of in other programs, and Easy is a
beginner rather than a fool."""

from random import Random

import pytest

from games.ai import decide
from games.ai.counting import chances, count_tricks, sure_tricks
from games.ai.memory import Memory
from games.ai.told import view_of
from games.rules import Position, card_code, parse_card
from tests.ai.tables import one_deal, random_start, table, view_to_act


def medium(position: Position) -> str:
    """The card that Medium plays."""
    return card_code(decide("medium", view_to_act(position), Random(1)))


def medium_bid(position: Position) -> int:
    """The bid that Medium makes."""
    return decide("medium", view_to_act(position), Random(1))


@pytest.mark.parametrize("others", [[1, 1, 1], [2, 1, 0], [0, 0, 3]])
@pytest.mark.parametrize("missed", ["nothing", "one-per-trick", "minus-difference"])
def test_hooked_dealer_stays_at_or_above_its_sure_tricks(others: list[int], missed: str):
    scoring = {"made": "ten-plus-tricks", "missed": missed}
    hands = ["2C 3C 4C 5C 6C", "7C 8C 9C TC JC", "2D 3D 4D 5D 6D", "AH KH 2S 3S 4S"]
    position = table(hands, "2H", others, hook=True, scoring=scoring)
    assert position.seen_by(3).barred == 2
    assert sure_tricks(position.seen_by(3)) == 2
    assert medium_bid(position) == 3


def test_needing_every_trick_it_leads_high():
    position = table(["AC QC", "2D 3D", "4D 5D", "6D 7D"], "2H", [2, 0, 0, 0])
    assert medium(position) == "AC"


def test_with_two_trumps_and_needing_both_it_leads_the_higher():
    for hand in ("QH 5H", "5H QH", "AH KH", "KH TH"):
        position = table([hand, "2D 3D", "4D 5D", "6D 7D"], "2H", [2, 0, 0, 0])
        assert medium(position) == max(hand.split(), key=parse_card)


def test_needing_one_more_it_throws_the_side_card_and_keeps_the_boss_trump():
    position = table(["2C 3C", "AH KD", "4C 5C", "6C 7C"], "2H", [0, 1, 0, 0], "2C")
    assert medium(position) == "KD"


def test_needing_one_more_it_leads_the_side_card_and_keeps_the_boss_trump():
    position = table(["AH 9D", "KD 3C", "4D 5C", "6D 7C"], "2H", [1, 0, 0, 0])
    assert medium(position) == "9D"


def test_with_its_bid_reached_it_ducks_a_trick_that_it_could_take():
    position = table(["9C 2D", "AC 3C", "4D 5D", "6D 7D"], "2H", [1, 0, 0, 0], "9C")
    assert medium(position) == "3C"


def test_with_its_bid_reached_it_throws_its_most_dangerous_loser():
    position = table(["AC 2D", "QC 3C", "4D 5D", "6D 7D"], "2H", [1, 0, 0, 0], "AC")
    assert medium(position) == "QC"


def test_taking_a_trick_from_the_last_seat_anyway_it_spends_its_highest_card():
    position = table(["2C 2D", "3C 3D", "4C 4D", "KC 9C"], "2H", [0, 1, 1, 0], "2C 3C 4C")
    assert medium(position) == "KC"


def test_wanting_tricks_from_the_last_seat_it_takes_as_cheaply_as_it_can():
    position = table(["2C 2D AD", "3C 3D 3H", "4C 4D 4H", "KC 9C 6S"], "2H", [0, 0, 0, 1], "2C3C4C")
    assert medium(position) == "9C"


def test_small_trumps_alone_do_not_force_a_bid_up():
    hands = ["2H 3H 4H 5H 2C 3C 2D 3D", "4C 5C 6C 7C 8C 9C TC JC", "4D 5D 6D 7D 8D 9D TD JD"]
    position = table([*hands, "2S 3S 4S 5S 6S 7S 8S 9S"], "TH", [])
    assert medium_bid(position) < 4


def test_a_hand_of_low_cards_bids_nothing_and_one_of_high_trumps_all():
    others = ["4C 5C 6C", "4D 5D 6D", "4S 5S 6S"]
    assert medium_bid(table(["2C 3D 2S", *others], "TH", [])) == 0
    assert medium_bid(table(["AH KH QH", *others], "TH", [])) == 3


def test_scoring_matters_for_the_bid():
    """Where nothing is lost by a miss and a trick earns ten, more is bid than where it costs."""
    bold = {"made": "ten-per-trick", "missed": "nothing"}
    wary = {"made": "ten-only", "missed": "minus-square", "made_zero": "ten"}
    sums = [0, 0]
    for seed in range(40):
        for at, scoring in enumerate((bold, wary)):
            sums[at] += medium_bid(random_start(one_deal(4, 6, scoring=scoring), seed))
    assert sums[0] > sums[1] + 20


def test_an_overshot_bid_still_takes_tricks_where_each_earns_a_point():
    hands = ["AC AD KC", "2C 2D 3C", "4C 4D 5C", "6C 6D 7C"]
    plays = "AC 2C 4C 6C"
    a_point = {"made": "ten-plus-tricks", "missed": "one-per-trick"}
    costs = {"made": "ten-plus-tricks", "missed": "minus-difference"}
    keen = table(hands, "2H", [0, 0, 0, 0], plays, scoring=a_point)
    sorry = table(hands, "2H", [0, 0, 0, 0], plays, scoring=costs)
    assert medium(keen) == "AD"
    assert medium(sorry) == "KC"


@pytest.mark.parametrize(("bid_of_winner", "card"), [(1, "KD"), (0, "9D")])
def test_a_lost_bid_spoils_that_of_who_is_winning(bid_of_winner: int, card: str):
    """It takes the trick from a seat that needs it and leaves it to one that doesn't."""
    hands = ["AC 2D 3D", "KC QD 4S", "3C KD 9D"]
    position = table(hands, "2H", [1, bid_of_winner, 3], "AC KC 3C 2D QD")
    assert medium(position) == card


def test_memory_knows_what_is_out_and_who_is_void():
    hands = ["AC 2D 3D", "2H KD 4D", "3C QD 9D"]
    memory = Memory(table(hands, "5S", [1, 1, 1], "AC 2H 3C 2D").seen_by(0))
    clubs, diamonds = 0, 1
    assert memory.voids == [0, 1 << clubs, 0]
    assert memory.higher(parse_card("QD")) == 2
    assert memory.left(diamonds) == 11


def test_memory_expects_no_card_from_a_void():
    hands = ["AC 2D 3D", "2H KD 4D", "3C QD 9D"]
    memory = Memory(table(hands, None, [1, 1, 1], "AC 2H 3C 2D", trump="none").seen_by(0))
    club = parse_card("2C")
    assert memory.can_beat(1, club, 0) == 0
    assert 0 < memory.can_beat(2, club, 0) < 1


def test_must_trump_shows_that_who_discards_has_no_trump():
    hands = ["AC 2D 3D", "2S KD 4D", "3C QD 9D"]
    played = table(hands, "5H", [1, 1, 1], "AC 2S 3C 2D", void="must-trump")
    hearts = 2
    assert Memory(played.seen_by(0)).voids[1] == 1 << 0 | 1 << hearts


def test_memory_knows_the_dealers_card():
    hands = ["2C 3C", "4D 5D", "4C AC"]
    view = table(hands, "AC", [1, 1, 1], trump="dealers-last").seen_by(0)
    memory = Memory(view)
    assert memory.can_beat(2, parse_card("3C"), 0) == 1
    assert 0 < memory.can_beat(1, parse_card("3C"), 0) < 1
    assert memory.higher(parse_card("3C")) == 11


def test_chances_are_a_distribution_with_no_less_than_the_sure_tricks():
    spread = chances(2, 2.4, 7, 1)
    assert len(spread) == 8
    assert sum(spread) == pytest.approx(1)
    assert spread[0] == 0
    assert spread[2] == max(spread)


def test_a_higher_hand_counts_more():
    others = ["4C 5C 6C 7C", "4D 5D 6D 7D", "4S 5S 6S 7S"]
    counts = [
        count_tricks(view_to_act(table([hand, *others], "TH", [])))
        for hand in ("2C 3D 2S 3S", "KC KD 2S 3S", "AC AD 2S 3S", "AC AD AH KH")
    ]
    assert counts == sorted(counts)
    assert counts[0] < 0.4
    assert counts[3] > 3


def test_easy_takes_when_it_wants_and_ducks_when_it_does_not():
    wants = table(["9C 2D", "AC 3C", "4D 5D", "6D 7D"], "2H", [1, 1, 0, 0], "9C")
    ducks = table(["9C 2D", "AC 3C", "4D 5D", "6D 7D"], "2H", [1, 0, 0, 0], "9C")
    for position, usual in ((wants, "AC"), (ducks, "3C")):
        view = position.seen_by(1)
        plays = [card_code(decide("easy", view, Random(seed))) for seed in range(200)]
        assert 0.75 < plays.count(usual) / 200 < 1


@pytest.mark.parametrize(
    ("hand", "bid"),
    [
        ("AC KC QC JC TC 2D 3D 2H 3H 2S", 5),
        ("AC KC QC JC 2D 3D 2H 2S", 4),
        ("AC KC QC JC TC 9C 8C 2D 2H 2S", 7),
        ("AC KC QC JC TC 9C 2D 3D 4D 2H 3H 2S", 6),
    ],
)
@pytest.mark.parametrize("level", ["medium", "hard", "insane"])
def test_long_top_trumps_are_bid_for_what_they_take(level, hand, bid):
    size = len(hand.split())
    view = view_of(
        {
            "rules": {"players": 4, "schedule": {"shape": "list", "sizes": [size]}, "hook": False},
            "seat": 0,
            "dealer": 3,
            "hand_size": size,
            "turn_up": "2C",
            "trump": "C",
            "hand": hand.split(),
            "bids": [],
            "plays": [],
        }
    )
    assert decide(level, view, Random(1)) == bid


@pytest.mark.parametrize("level", ["hard", "insane"])
def test_the_dangerous_card_goes_first_when_nothing_is_wanted(level):
    view = view_of(
        {
            "rules": {"players": 5, "schedule": {"shape": "list", "sizes": [4]}, "hook": False},
            "seat": 0,
            "dealer": 4,
            "hand_size": 4,
            "turn_up": "9D",
            "trump": "D",
            "hand": ["2C", "AC", "7C"],
            "bids": [[0, 0], [1, 0], [2, 0], [3, 0], [4, 3]],
            "plays": [[0, "2S"], [1, "3S"], [2, "AS"], [3, "5S"], [4, "9S"],
                      [2, "QH"], [3, "4S"], [4, "JD"]],
        }
    )  # fmt: skip
    for seed in range(6):
        assert card_code(decide(level, view, Random(seed))) == "AC"
