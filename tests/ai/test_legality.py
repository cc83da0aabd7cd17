"""Every level plays every kind of rules legally, and decides from its view alone."""

from dataclasses import replace
from random import Random

import pytest

from games.ai import LEVELS, IllegalDecision, NothingToDecide, UnknownLevel, decide, level
from games.ai.arena import play_deal
from games.ai.registry import offered_levels
from games.rules import PRESETS, Phase, Position, Rules, shuffled_deck
from games.rules.options import Trump
from tests.ai.tables import HOUSE_RULES, one_deal, random_start, table, view_to_act

PRESET_RULES = [preset.rules(n) for preset in PRESETS.values() for n in preset.players]


@pytest.mark.parametrize("rules", [*HOUSE_RULES, *PRESET_RULES], ids=str)
def test_levels_play_whole_deals_of_all_rules(rules: Rules):
    players = [LEVELS[key].player for key in ("medium", "easy", "random")] * 3
    for number in {0, len(rules.hand_sizes) // 2, len(rules.hand_sizes) - 1}:
        deck = shuffled_deck(Random(number))
        line_up = players[: rules.players]
        end = play_deal(rules, number, number % rules.players, deck, line_up, Random(1))
        assert sum(end.taken) == rules.hand_size(number)


def play_half(rules: Rules, seed: int) -> Position:
    """A deal in the middle of its play."""
    position, chance = random_start(rules, seed), Random(seed)
    moves = rules.players + position.hand_size * rules.players // 2
    for _ in range(moves):
        position = play_one(position, chance)
    return position


def play_one(position: Position, chance: Random) -> Position:
    """The position after one decision."""
    seat = position.to_act[0]
    answer = decide("medium", position.seen_by(seat), chance)
    if position.phase is Phase.BIDDING:
        return position.after_bid(seat, answer)
    return position.after_play(seat, answer)


def with_unseen_cards_permuted(position: Position, seat: int, chance: Random) -> Position:
    """Other hands that `seat` can't tell from these: all unseen cards, stock too, dealt anew."""
    hidden = sorted(set(range(52)) - position.seen_by(seat).seen)
    chance.shuffle(hidden)
    known = position.turn_up if position.rules.trump is Trump.DEALERS_LAST else None
    hands = []
    for at, hand in enumerate(position.hands):
        kept = hand if at == seat else hand & {known}
        fresh = {hidden.pop() for _ in range(len(hand) - len(kept))}
        hands.append(kept | fresh)
    return replace(position, hands=tuple(hands))


@pytest.mark.parametrize("key", LEVELS)
@pytest.mark.parametrize("rules", HOUSE_RULES, ids=str)
def test_permuting_unseen_cards_changes_no_decision(key: str, rules: Rules):
    for seed in range(6):
        for position in (random_start(rules, seed), play_half(rules, seed)):
            seat = position.to_act[0]
            other = with_unseen_cards_permuted(position, seat, Random(seed))
            assert other.hands != position.hands or position.hand_size == 1
            first = decide(key, position.seen_by(seat), Random(seed))
            assert decide(key, other.seen_by(seat), Random(seed)) == first


@pytest.mark.parametrize("key", LEVELS)
def test_equal_views_get_the_same_decision_however_their_sets_were_built(key: str):
    for seed in range(40):
        view = view_to_act(play_half(HOUSE_RULES[0], seed))
        crowded = set(range(200))
        crowded.intersection_update(view.hand)  # an equal set that runs through in another order
        same = replace(view, hand=frozenset(crowded))
        assert same == view
        assert decide(key, same, Random(seed)) == decide(key, view, Random(seed))


def test_random_and_easy_decide_by_the_seed():
    view = view_to_act(play_half(HOUSE_RULES[3], 4))
    for key in ("random", "easy"):
        answers = [decide(key, view, Random(seed)) for seed in range(60)]
        assert len(set(answers)) > 1
        assert answers == [decide(key, view, Random(seed)) for seed in range(60)]


def test_hidden_bids_are_not_needed_while_all_bid_at_once():
    rules = one_deal(4, 5, bidding="simultaneous")
    start = random_start(rules, 1)
    before = decide("medium", start.seen_by(2), Random(1))
    after = decide("medium", start.after_bid(0, 5).after_bid(3, 4).seen_by(2), Random(1))
    assert before == after


def test_levels_are_ordered_and_random_is_not_offered():
    assert list(LEVELS) == ["random", "easy", "medium", "hard", "insane"]
    assert [each.key for each in offered_levels()] == ["easy", "medium", "hard", "insane"]
    assert all(each.title and each.about and 0 <= each.horns <= 3 for each in LEVELS.values())


def test_unknown_level_is_named_with_the_levels_there_are():
    with pytest.raises(UnknownLevel, match=r"“wizard” is not a level.*medium"):
        level("wizard")


def test_a_seat_that_is_not_to_act_gets_no_decision():
    position = random_start(one_deal(4, 5), 1)
    for seat in (*position.in_order()[1:], None):
        with pytest.raises(NothingToDecide):
            decide("easy", position.seen_by(seat), Random(1))


def test_an_illegal_answer_is_raised_and_not_repaired(monkeypatch: pytest.MonkeyPatch):
    position = table(["AS 2C", "KS 3C", "QS 4C"], "2H", [0, 0, 0], "AS")
    player = level("medium").player
    monkeypatch.setattr(type(player), "play", lambda self, view, chance: 51)
    with pytest.raises(IllegalDecision, match="medium answered 51"):
        decide("medium", position.seen_by(1), Random(1))
