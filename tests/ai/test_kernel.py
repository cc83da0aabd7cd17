"""The compiled kernel and the rules agree card for card, and imagined deals are fair."""

from collections import Counter
from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import strategies as st

from games.ai import counting
from games.ai.kernel import bidding, bits, layout, minds, nets, problem, search, searching, tricks
from games.rules import PRESETS, Phase, Position, parse_card
from games.rules.options import Trump
from tests.ai.tables import one_deal, random_start, table, view_to_act
from tests.rules.strategies import holds_for, lines, moments

SEEDS = st.integers(0, 2**64 - 1)


def words_of(position: Position) -> tuple[problem.Problem, np.ndarray]:
    """A position in the kernel's words, all hands open."""
    seat = position.to_act[0]
    asked = problem.problem_of(position.seen_by(seat))
    words = asked.words.copy()
    for at, hand in enumerate(position.hands):
        words[at] = sum(1 << asked.place(card) for card in hand)
    return asked, words


def cards_in(word: np.uint64 | int, asked: problem.Problem) -> frozenset[int]:
    return frozenset(asked.card(place) for place in range(64) if int(word) >> place & 1)


def traced(position: Position, by_rule: bool, seed: int):
    """How the kernel plays a position to its end: cards, what was legal, the last facts."""
    asked, words = words_of(position)
    moves = sum(len(hand) for hand in position.hands)
    cards, legal = np.zeros(moves, np.int64), np.zeros(moves, np.uint64)
    facts = asked.facts.copy()
    search.trace(words, facts, asked.miss, asked.scores, by_rule, np.uint64(seed), cards, legal)
    return (
        [asked.card(int(place)) for place in cards],
        [cards_in(each, asked) for each in legal],
        facts,
    )


@holds_for(moments(), st.booleans(), SEEDS)
def test_the_kernel_and_the_rules_play_the_same_game(position, by_rule, seed):
    if position.phase is not Phase.PLAYING:
        return
    cards, legal, facts = traced(position, by_rule, seed)
    for card, allowed in zip(cards, legal, strict=True):
        assert allowed == position.legal_plays(position.trick.turn)
        position = position.after_play(position.trick.turn, card)
    taken = facts[layout.TAKEN : layout.TAKEN + position.players]
    assert tuple(taken) == position.taken
    scores = problem.score_table(position.rules.scoring, position.hand_size)
    points = [scores[bid, took] for bid, took in zip(position.bids, taken, strict=True)]
    assert tuple(points) == position.points()


@holds_for(lines(), SEEDS)
def test_whole_deals_are_played_alike(line, seed):
    _, positions = line
    position = positions[positions[0].players]
    cards, _, facts = traced(position, True, seed)
    end = position.after((), cards)
    assert end.is_over
    assert tuple(facts[layout.TAKEN : layout.TAKEN + end.players]) == end.taken


def imagined(position: Position, deals: int, seed: int = 1):
    """Deals as the seat to act imagines them, with their weights."""
    asked = problem.problem_of(view_to_act(position))
    worlds, weights = np.zeros((deals, layout.SEATS), np.uint64), np.zeros(deals)
    fixed = sum(int(word) for word in asked.known[0])
    seen = int(asked.words[layout.GONE]) | int(asked.words[position.to_act[0]]) | fixed
    unseen = np.uint64(int(layout.DECK) & ~seen)
    search.deal_many(unseen, asked.known, deals, np.uint64(seed), worlds, weights)
    return asked, worlds, weights


@holds_for(moments())
def test_imagined_deals_fit_what_the_seat_knows(position):
    if position.is_over:
        return
    view = view_to_act(position)
    asked, worlds, weights = imagined(position, 20)
    assert weights.sum() == pytest.approx(1)
    for row, weight in zip(worlds, weights, strict=True):
        hands = [cards_in(word, asked) for word in row[: view.players]]
        held = [card for at, hand in enumerate(hands) if at != view.seat for card in hand]
        assert len(held) == len(set(held))
        own_turned = {view.dealers_card} - {None}
        assert not set(held) & (view.seen - own_turned)
        if weight > 0:
            check_hands(position, view, hands)


def check_hands(position, view, hands) -> None:
    """Each other seat holds as many cards as it does, none of a suit it is void in."""
    for at, hand in enumerate(hands):
        if at == view.seat:
            continue
        assert len(hand) == len(position.hands[at])
        for trick in (*view.tricks, view.trick):
            card = dict(trick.played()).get(at)
            if card is not None and card // 13 != trick.led:
                assert all(other // 13 != trick.led for other in hand)
    if view.rules.trump is Trump.DEALERS_LAST and view.seat != view.dealer:
        assert view.dealers_card is None or view.dealers_card in hands[view.dealer]


def test_imagined_deals_are_uniform_among_those_that_fit():
    # Seat 1 has shown no hearts, seat 2 no clubs; what is left to seat 0 is counted by hand.
    hands = ["2H 3C 4D", "KC 5D 6D", "KH 8D 9D"]
    position = table(hands, "2S", [0, 0, 0], "2H KC KH")
    asked, worlds, weights = imagined(position, 20000)
    assert position.to_act == (2,)
    seen = Counter[int]()
    for row, weight in zip(worlds, weights, strict=True):
        hearts = sum(card // 13 == 2 for card in cards_in(row[0], asked))
        assert not any(card // 13 == 2 for card in cards_in(row[1], asked))
        seen[hearts] += weight
    unseen = [card for card in range(52) if card not in view_to_act(position).seen]
    hearts = sum(card // 13 == 2 for card in unseen)
    plain = len(unseen) - hearts
    ways = {
        h: len(list(combinations(range(hearts), h)))
        * len(list(combinations(range(plain), 2 - h)))
        * len(list(combinations(range(plain - 2 + h), 2)))
        for h in range(3)
    }
    for h, count in ways.items():
        assert seen[h] == pytest.approx(count / sum(ways.values()), abs=0.015)


def test_the_kernel_counts_tricks_as_medium_does():
    for seed in range(60):
        kind = ("turned", "none", "cycle")[seed % 3]
        bidding_kind = ("in-turn", "simultaneous")[seed % 2]
        rules = one_deal(3 + seed % 6, 1 + seed % 6, trump=kind, bidding=bidding_kind)
        position = random_start(rules, seed)
        for _ in range(seed % rules.players):
            position = position.after_bid(position.to_act[0], seed % (position.hand_size + 1))
        view = view_to_act(position)
        asked = problem.problem_of(view)
        counted = bidding.count_tricks(
            asked.words, asked.facts, view.seat or 0, asked.miss, asked.counts,
            np.zeros(asked.counts.size),
        )  # fmt: skip
        assert counted == pytest.approx(counting.count_tricks(view), abs=1e-9)


@pytest.mark.parametrize("preset", PRESETS)
def test_hooked_dealers_are_taken_to_bid_what_is_legal(preset):
    rules = PRESETS[preset].rules(PRESETS[preset].players[0])
    for seed in range(40):
        position = random_start(rules, seed)
        asked, words = words_of(position)
        facts = asked.facts.copy()
        mind = minds.mind_of(None, asked.scores)
        room = nets.make_bid_room()
        search.bid_others(words, facts, -1, asked.miss, asked.counts, mind, room)
        for seat in position.in_order():
            position = position.after_bid(seat, int(facts[layout.BID + seat]))
        assert position.phase is Phase.PLAYING


def test_random_subsets_are_fair():
    stream = np.full(1, 7, np.uint64)
    for size in (5, 20, 41):
        word = np.uint64(sum(1 << place for place in Random(size).sample(range(64), size)))
        seen = Counter[int]()
        for _ in range(4000):
            chosen = int(bits.some_of(word, size, 3, stream))
            assert chosen.bit_count() == 3
            assert not chosen & ~int(word)
            seen.update(place for place in range(64) if chosen >> place & 1)
        expected = 4000 * 3 / size
        assert len(seen) == size
        assert all(abs(count - expected) < 6 * expected**0.5 for count in seen.values())


def test_only_cards_with_nothing_between_them_are_merged():
    # 9, 7 and jack of clubs: once the 8 and the 10 are gone nothing lies between them.
    hands = ["9C 7C JC 2H", "8C AC KH KD", "TC 3C QD JD"]
    position = table(hands, None, [0, 0, 0], trump="none")
    asked, words = words_of(position)
    legal = words[0]
    kept = cards_in(tricks.distinct(legal, words, asked.facts), asked)
    assert len(kept) == 4
    words[layout.GONE] |= np.uint64(1 << asked.place(parse_card("8C")))
    words[layout.GONE] |= np.uint64(1 << asked.place(parse_card("TC")))
    kept = cards_in(tricks.distinct(legal, words, asked.facts), asked)
    assert kept == {parse_card("7C"), parse_card("2H")}


def test_cards_that_come_to_the_same_have_the_same_value():
    position = table(["AC KC 2H", "QC JC 3H", "TC 9C 4H"], "2S", [2, 0, 0])
    values = searching.value_cards(view_to_act(position), (40, 40), 0.0, 1)
    assert values[parse_card("AC")] == values[parse_card("KC")] > values[parse_card("2H")]


def test_bid_values_leave_out_the_barred_bid_and_chances_sum_to_one():
    position = table(["AC KC", "QC JC", "TC 9C"], "2S", [1, 1], hook=True)
    found = searching.value_bids(view_to_act(position), (50, 50), 0.0, 1)
    assert set(found.values) == {1, 2}
    assert all(sum(chances) == pytest.approx(1) for chances in found.chances.values())


def test_search_is_reproducible_and_follows_its_seed():
    position = random_start(one_deal(4, 10), 3)
    view = view_to_act(position)
    first, again = (searching.value_bids(view, (50, 50), 0.0, 5) for _ in range(2))
    other = searching.value_bids(view, (50, 50), 0.0, 6)
    assert first == again
    assert first.values != other.values
