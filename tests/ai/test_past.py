"""Imagined hands are weighed by what was open when their seats bid and played."""

from collections import Counter
from itertools import combinations, pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import strategies as st

from games.ai.insane import WEIGHTS
from games.ai.kernel import (
    layout,
    minds,
    nets,
    past,
    playing,
    problem,
    search,
    tricks,
    weighing,
)
from games.rules import Position, View
from tests.ai.tables import one_deal, random_start, view_to_act
from tests.builders import random_line
from tests.rules.strategies import holds_for, lines


def look_back(view: View) -> tuple[problem.Problem, nets.Mind, past.Past]:
    """What a seat asks the kernel about, and what it knows of the past."""
    asked = problem.problem_of(view)
    mind = minds.mind_of(WEIGHTS, asked.scores)
    played, cards = asked.known[4:]
    return asked, mind, past.look_back(asked.words, asked.facts, played, cards, mind)


def chances_of_cards(position: Position, mind: nets.Mind) -> dict[int, float]:
    """The logarithms of the chances of the cards that the seat to play may choose, by place."""
    asked = problem.problem_of(position.seen_by(position.trick.turn))
    words, facts = asked.words, asked.facts
    _, _, sums, second, on, base = search.make_room()
    playing.begin_sums(words, facts, mind[1], mind[4], base, on)
    sums[:] = base[facts[layout.TURN]] + base[-1]
    nets.add_columns(sums, mind[4], on, nets.trick_columns(facts, on))
    nets.hidden(sums, mind[4], second)
    choices = int(tricks.distinct(tricks.legal_cards(words, facts), words, facts))
    places = [place for place in range(64) if choices >> place & 1]
    answers = np.array([nets.answer(second, mind[4], place) for place in places])
    logs = answers - np.log(np.exp(answers).sum())
    return dict(zip(places, logs.tolist(), strict=True))


def open_hand(position: Position, seat: int, asked: problem.Problem) -> np.uint64:
    """A seat's hand in the kernel's words."""
    return np.uint64(sum(1 << asked.place(card) for card in position.hands[seat]))


@holds_for(lines(), st.integers(0, 1000))
def test_cards_are_explained_as_from_the_positions_they_were_played_in(line, moment):
    _, positions = line
    playing_ones = positions[positions[0].players : -1]
    last = playing_ones[moment % len(playing_ones)]
    asked, mind, seen = look_back(view_to_act(last))
    for move, (before, after) in enumerate(pairwise([*playing_ones, positions[-1]])):
        if before is last:
            assert move == len(seen[3])
            break
        seat, place = before.trick.turn, int(seen[3][move])
        then = problem.problem_of(before.seen_by(seat))
        known = [each for each in range(layout.FACTS) if then.facts[layout.COUNT] or each != 25]
        assert seen[4][move][known].tolist() == then.facts[known].tolist()
        assert asked.place(*(before.hands[seat] - after.hands[seat])) == place
        hand = open_hand(last, seat, asked)
        hands, found = np.array([hand]), np.zeros(1)
        sums = weighing.sums_over_hands(hands, mind[4])
        weighing.explain_play(move, hands, sums, seen, mind[4], found)
        chances = chances_of_cards(before, mind)
        same = max(each for each in chances if each >> 4 == place >> 4 and each <= place)
        assert found[0] == pytest.approx(chances[same] if len(chances) > 1 else 0.0, abs=1e-3)


def chance_of_bid(view: View, bid: int, mind: nets.Mind) -> float:
    """The logarithm of the chance of a bid from the view before it."""
    asked, net, seat = problem.problem_of(view), mind[5], view.seat or 0
    words, facts = asked.words, asked.facts
    sums, second, features = nets.make_bid_room()
    nets.begin_bid(words[layout.GONE], facts, seat, mind[1], net, sums)
    nets.bid_hidden(words, facts, seat, asked.miss, asked.counts, net, sums, second, features)
    answers = {each: nets.answer(second, net, each) for each in view.legal_bids}
    return float(answers[bid] - np.log(sum(np.exp(each) for each in answers.values())))


@holds_for(lines(), st.integers(0, 1000))
def test_bids_are_explained_as_from_the_positions_they_were_made_in(line, moment):
    _, positions = line
    last = positions[moment % (len(positions) - 1)]
    view = view_to_act(last)
    asked, mind, seen = look_back(view)
    for before in positions[: last.players]:
        for seat in before.to_act:
            bid = view.bids[seat]
            if bid is None or (seat != before.to_act[0] and not view.is_simultaneous):
                continue
            hands, found = np.array([open_hand(last, seat, asked)]), np.zeros(1)
            weighing.explain_bid(seat, hands, bid, seen, asked.miss, asked.counts, mind, found)
            chance = chance_of_bid(before.seen_by(seat), bid, mind)
            assert found[0] == pytest.approx(chance, abs=1e-3)


def cramped(seed: int) -> Position:
    """The 15th trick of a deal of seventeen cards to three: few deals are left to imagine."""
    rules = one_deal(3, 17, trump="none", scoring={"made": "ten-plus-tricks", "missed": "nothing"})
    positions = list(random_line(random_start(rules, seed), Random(seed)))
    return positions[3 + 3 * 14 + seed % 3]


def fitting_deals(view: View, asked: problem.Problem) -> list[tuple[int, ...]]:
    """Every deal of the unseen cards that fits the voids, as hands by seat."""
    _, allowed, held, order, _, _ = asked.known
    unseen = [place for place in range(64) if int(layout.DECK) & ~seen_by(view, asked) & 1 << place]
    one, other = (int(seat) for seat in order)
    found = []
    for first in combinations(unseen, held[one]):
        rest = [place for place in unseen if place not in first]
        for second in combinations(rest, held[other]):
            hands = [0, 0, 0]
            hands[one], hands[other] = (
                sum(1 << place for place in each) for each in (first, second)
            )
            if not any(hands[seat] & ~int(allowed[seat]) for seat in (one, other)):
                found.append(tuple(hands))
    return found


def seen_by(view: View, asked: problem.Problem) -> int:
    """The cards that can't be in other hands."""
    return int(asked.words[layout.GONE]) | int(asked.words[view.seat or 0])


@pytest.mark.parametrize("seed", range(6))
def test_deals_are_drawn_as_likely_as_they_are_after_all_that_was_done(seed):
    view = view_to_act(cramped(seed))
    asked, mind, seen = look_back(view)
    others = [seat for seat in range(3) if seat != view.seat]
    deals = fitting_deals(view, asked)
    logs = np.zeros(len(deals))
    for seat in others:
        hands = np.array([deal[seat] for deal in deals], np.uint64)
        weighing.explain_hands(seat, hands, asked.facts, seen, asked.miss, asked.counts, mind, logs)
    chances = np.exp(logs - logs.max())
    wanted = dict(zip(deals, chances / chances.sum(), strict=True))
    worlds, weights = search.gather(
        asked.words, asked.facts, view.seat or 0, asked.known, asked.miss, asked.counts, mind,
        (30_000, 20_000), np.full(1, seed, np.uint64),
    )  # fmt: skip
    found = Counter[tuple[int, ...]]()
    for row, weight in zip(worlds[:, :3].tolist(), weights, strict=True):
        found[tuple(row)] += weight
    assert set(found) <= set(wanted)
    for deal, chance in wanted.items():
        assert found[deal] == pytest.approx(chance, abs=0.02)


@holds_for(lines(), st.integers(0, 1000))
def test_likely_deals_fit_what_the_seat_knows(line, moment):
    _, positions = line
    view = view_to_act(positions[moment % (len(positions) - 1)])
    asked, mind, _ = look_back(view)
    worlds, weights = search.gather(
        asked.words, asked.facts, view.seat or 0, asked.known, asked.miss, asked.counts, mind,
        (60, 20), np.full(1, moment, np.uint64),
    )  # fmt: skip
    fixed, allowed, held, order = asked.known[:4]
    assert weights.sum() == pytest.approx(1)
    for row in worlds:
        hands = [int(row[seat]) for seat in order]
        assert sum(hand.bit_count() for hand in hands) == int(np.bitwise_or.reduce(row)).bit_count()
        for seat, hand in zip(order, hands, strict=True):
            free = hand & ~int(fixed[seat])
            assert hand & int(fixed[seat]) == int(fixed[seat])
            assert free.bit_count() == held[seat]
            assert not free & ~int(allowed[seat])
