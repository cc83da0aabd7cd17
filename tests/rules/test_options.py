import pytest

from games.rules import OptionError, Rules, rules_from
from games.rules.options import OPTION_KEYS
from tests.builders import house_rules

CANT_BE_PLAYED = [
    ({"players": 2}, "Oh Hell is for 3 to 8 players."),
    ({"players": 9}, "Oh Hell is for 3 to 8 players."),
    ({"players": True}, "Oh Hell is for 3 to 8 players."),
    ({"players": "4"}, "Oh Hell is for 3 to 8 players."),
    ({"players": 4.0}, "Oh Hell is for 3 to 8 players."),
    ({"players": 10**30}, "Oh Hell is for 3 to 8 players."),
    ({"preset": "poker"}, "“poker” is not the name of any rules."),
    ({"preset": ["standard"]}, "“list” is not the name of any rules."),
    ({"colour": "red"}, "“colour” is not an option."),
    ({"schedule": {"colour": "red"}}, "“colour” is not an option."),
    ({"scoring": {"colour": "red"}}, "“colour” is not an option."),
    ({"schedule": "up"}, "schedule needs its own options."),
    ({"scoring": None}, "scoring needs its own options."),
    ({"schedule": {"shape": "zigzag"}}, "“zigzag” is not a choice for shape."),
    ({"schedule": {"shape": []}}, "“list” is not a choice for shape."),
    ({"schedule": {"top": 0}}, "With 4 players the deck allows hands of 1 to 12 cards."),
    ({"schedule": {"top": 13}}, "With 4 players the deck allows hands of 1 to 12 cards."),
    ({"schedule": {"top": "9"}}, "With 4 players the deck allows hands of 1 to 12 cards."),
    ({"schedule": {"low": 0}}, "The smallest hand must be from 1 to 10 cards."),
    ({"schedule": {"low": 11}}, "The smallest hand must be from 1 to 10 cards."),
    ({"schedule": {"shape": "list"}}, "A list of hand sizes has 1 to 60 deals."),
    ({"schedule": {"shape": "list", "sizes": []}}, "A list of hand sizes has 1 to 60 deals."),
    ({"schedule": {"shape": "list", "sizes": [1] * 61}}, "A list of hand sizes has 1 to 60 deals."),
    (
        {"schedule": {"shape": "list", "sizes": [5, 13]}},
        "With 4 players the deck allows hands of 1 to 12 cards.",
    ),
    (
        {"schedule": {"shape": "list", "sizes": [5, True]}},
        "With 4 players the deck allows hands of 1 to 12 cards.",
    ),
    (
        {"schedule": {"shape": "fixed"}},
        "A fixed hand size needs a number of deals, 1 to 60, or a target.",
    ),
    (
        {"schedule": {"shape": "fixed", "deals": 61}},
        "A fixed hand size needs a number of deals, 1 to 60, or a target.",
    ),
    (
        {"preset": "oh-well", "end": "after-schedule"},
        "A fixed hand size needs a number of deals, 1 to 60, or a target.",
    ),
    ({"trump": "spades"}, "“spades” is not a choice for trump."),
    ({"trump": "cycle", "trump_order": []}, "A trump order is 1 to 10 of C, D, H, S and NT."),
    ({"trump": "cycle", "trump_order": ["X"]}, "A trump order is 1 to 10 of C, D, H, S and NT."),
    ({"trump": "cycle", "trump_order": "HCDS"}, "A trump order is 1 to 10 of C, D, H, S and NT."),
    (
        {"trump": "cycle", "trump_order": ["H"] * 11},
        "A trump order is 1 to 10 of C, D, H, S and NT.",
    ),
    ({"no_trump": "always"}, "“always” is not a choice for no_trump."),
    ({"hook": "yes"}, "hook is either on or off."),
    ({"hook": 1}, "hook is either on or off."),
    ({"announce": None}, "announce is either on or off."),
    ({"hard_score": 0}, "hard_score is either on or off."),
    ({"bidding": "aloud"}, "“aloud” is not a choice for bidding."),
    (
        {"hook": True, "bidding": "simultaneous"},
        "The dealer's restriction needs bidding in turn: when all bid at once, nobody bids last.",
    ),
    ({"void": "pass"}, "“pass” is not a choice for void."),
    ({"scoring": {"made": "all"}}, "“all” is not a choice for made."),
    ({"scoring": {"missed": 3}}, "“3” is not a choice for missed."),
    ({"scoring": {"made_zero": "six"}}, "“six” is not a choice for made_zero."),
    ({"end": "never"}, "The target must be a whole number from 1 to 10000."),
    ({"end": {"target": 0}}, "The target must be a whole number from 1 to 10000."),
    ({"end": {"target": 10001}}, "The target must be a whole number from 1 to 10000."),
    ({"end": {"target": 100, "or": 1}}, "The target must be a whole number from 1 to 10000."),
    ({"end": None}, "The target must be a whole number from 1 to 10000."),
    ({"first_dealer": "Ann"}, "“Ann” is not a choice for first_dealer."),
    ({"settlement": "money"}, "“money” is not a choice for settlement."),
]


@pytest.mark.parametrize(("options", "sentence"), CANT_BE_PLAYED, ids=str)
def test_rules_that_cant_be_played_are_refused_with_a_sentence(options, sentence):
    with pytest.raises(OptionError) as refusal:
        rules_from(options)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize("key", [key for key in OPTION_KEYS if key not in ("end", "trump_order")])
def test_full_options_have_to_be_full(key):
    options = rules_from({}).to_options()
    del options[key]
    with pytest.raises(OptionError):
        Rules.from_options(options)


@pytest.mark.parametrize("players", range(3, 9))
@pytest.mark.parametrize(
    ("trump", "no_trump", "kept"),
    [
        ("turned", "never", 1),
        ("turned", "when-no-card-is-left", 0),
        ("turned", "last", 0),
        ("dealers-last", "never", 0),
        ("cycle", "never", 0),
        ("none", "never", 0),
    ],
)
def test_the_deck_sets_the_largest_hand(players, trump, no_trump, kept):
    most = (52 - kept) // players
    rules = house_rules(players, (most,), trump=trump, no_trump=no_trump)
    assert rules.hand_size(0) == most
    with pytest.raises(OptionError, match=f"hands of 1 to {most} cards"):
        house_rules(players, (most + 1,), trump=trump, no_trump=no_trump)


@pytest.mark.parametrize(
    ("schedule", "sizes"),
    [
        ({"shape": "down-up", "top": 3}, (3, 2, 1, 2, 3)),
        ({"shape": "up-down", "top": 3}, (1, 2, 3, 2, 1)),
        ({"shape": "up", "top": 3}, (1, 2, 3)),
        ({"shape": "down", "top": 3}, (3, 2, 1)),
        ({"shape": "down-up", "top": 5, "low": 3}, (5, 4, 3, 4, 5)),
        ({"shape": "up-down", "top": 5, "low": 3}, (3, 4, 5, 4, 3)),
        ({"shape": "up", "top": 4, "low": 3}, (3, 4)),
        ({"shape": "down", "top": 3, "low": 3}, (3,)),
        ({"shape": "down-up", "top": 3, "low": 3}, (3,)),
        ({"shape": "fixed", "top": 5, "deals": 2}, (5, 5)),
        ({"shape": "list", "sizes": [4, 1, 4]}, (4, 1, 4)),
    ],
    ids=str,
)
def test_hand_sizes_of_every_shape(schedule, sizes):
    rules = rules_from({"schedule": schedule})
    assert rules.hand_sizes == sizes
    assert rules.deals == len(sizes)


def test_three_to_seventeen_is_a_schedule_for_three():
    schedule = {"shape": "up", "low": 3, "top": 17}
    rules = rules_from({"players": 3, "schedule": schedule})
    assert rules.hand_sizes == tuple(range(3, 18))


def test_a_game_to_a_target_needs_no_number_of_deals():
    rules = rules_from({"schedule": {"shape": "fixed", "top": 5}, "end": {"target": 50}})
    assert rules.deals is None
    assert rules.schedule.deals == 60


def test_a_cycle_of_suits_goes_round():
    rules = house_rules(4, (1,) * 6, trump="cycle", trump_order=["S", "D", "NT"])
    assert [rules.fixed_trump(number) for number in range(6)] == [3, 1, None, 3, 1, None]
    assert not any(rules.turns_card(number) for number in range(6))


def test_the_usual_cycle_is_hearts_clubs_diamonds_spades():
    rules = house_rules(4, (1,) * 5, trump="cycle")
    assert [rules.fixed_trump(number) for number in range(5)] == [2, 0, 1, 3, 2]


def test_a_cycle_may_end_without_trump():
    rules = house_rules(4, (2, 1), trump="cycle", no_trump="last")
    assert [rules.fixed_trump(number) for number in range(2)] == [2, None]


@pytest.mark.parametrize("how", ["turned", "dealers-last"])
def test_the_last_deal_may_be_without_trump(how):
    rules = house_rules(4, (2, 3, 1), trump=how, no_trump="last")
    assert [rules.turns_card(number) for number in range(3)] == [True, True, False]


def test_no_card_is_turned_where_none_is_left():
    rules = house_rules(4, (12, 13, 5), no_trump="when-no-card-is-left")
    assert [rules.turns_card(number) for number in range(3)] == [True, False, True]


def test_last_covers_a_deal_without_a_card_left_too():
    rules = house_rules(4, (12, 13, 5), no_trump="last")
    assert [rules.turns_card(number) for number in range(3)] == [True, False, False]


def test_a_schedule_that_begins_again_ends_without_trump_again():
    rules = house_rules(4, (2, 1), no_trump="last", end={"target": 500})
    assert [rules.turns_card(number) for number in range(4)] == [True, False, True, False]
    assert [rules.hand_size(number) for number in range(4)] == [2, 1, 2, 1]


def test_a_game_ends_after_its_schedule():
    rules = house_rules(3, (2, 1))
    assert not rules.is_over(1, (500, 0, 0))
    assert rules.is_over(2, (0, 0, 0))


def test_a_game_to_a_target_ends_when_a_total_reaches_it():
    rules = house_rules(3, (2, 1), end={"target": 100})
    assert not rules.is_over(5, (99, 0, -5))
    assert rules.is_over(5, (99, 100, -5))
    assert rules.is_over(5, (107, 100, -5))


def test_a_game_to_a_target_ends_after_sixty_deals_anyway():
    rules = house_rules(3, (2, 1), end={"target": 100})
    assert not rules.is_over(59, (0, 0, 0))
    assert rules.is_over(60, (0, 0, 0))


def test_options_without_effect_make_no_other_rules():
    assert house_rules(trump="none", no_trump="last") == house_rules(trump="none")
    assert house_rules(trump="turned", trump_order=["S"]) == house_rules(trump="turned")
    cycle = house_rules(trump="cycle", no_trump="when-no-card-is-left")
    assert cycle == house_rules(trump="cycle")


def test_a_change_of_shape_forgets_the_old_shape():
    rules = rules_from({"schedule": {"shape": "list", "sizes": [2]}})
    assert rules.to_options()["schedule"] == {"shape": "list", "sizes": [2]}


def test_standard_rules_are_written_with_every_option():
    assert rules_from({}).to_options() == {
        "players": 4,
        "schedule": {"shape": "down-up", "top": 10, "low": 1},
        "trump": "turned",
        "trump_order": ["H", "C", "D", "S"],
        "no_trump": "never",
        "hook": True,
        "bidding": "in-turn",
        "void": "any-card",
        "scoring": {"made": "ten-plus-tricks", "missed": "nothing", "made_zero": "as-others"},
        "hard_score": False,
        "end": "after-schedule",
        "first_dealer": "random",
        "announce": False,
        "settlement": "none",
    }
