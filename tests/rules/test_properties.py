"""What holds in every deal of every rules that can be played."""

from dataclasses import replace
from itertools import chain
from random import Random

import pytest
from hypothesis import strategies as st

from games.rules import (
    Card,
    MoveError,
    Phase,
    Position,
    Trick,
    deal_cards,
    parse_rules,
    rank_of,
    rules_from,
    rules_text,
    shuffled_deck,
    suit_of,
)
from games.rules.cards import DECK
from games.rules.options import Rules, Trump
from tests.builders import plays_of
from tests.rules.strategies import holds_for, house_rules, lines, moments


@holds_for(house_rules())
def test_rules_survive_their_text_and_their_options(rules):
    assert parse_rules(rules_text(rules)) == rules
    assert rules_from(rules.to_options()) == rules
    assert rules_text(parse_rules(rules_text(rules))) == rules_text(rules)


@holds_for(house_rules(), house_rules())
def test_other_rules_have_another_text(one, other):
    assert (one == other) == (rules_text(one) == rules_text(other))


@holds_for(house_rules(), st.integers(0, 59), st.integers(0, 2**32))
def test_a_deal_is_of_the_schedules_size_and_of_one_deck(rules, number, seed):
    dealt = deal_cards(rules, number, seed % rules.players, shuffled_deck(Random(seed)))
    cards = list(chain(*dealt.hands))
    assert {len(hand) for hand in dealt.hands} == {rules.hand_size(number)}
    assert len(cards) == len(set(cards))
    assert (dealt.turn_up is None) != rules.turns_card(number)
    if dealt.turn_up is not None:
        is_dealers = rules.trump is Trump.DEALERS_LAST
        assert (dealt.turn_up in cards) == is_dealers


@holds_for(lines())
def test_cards_are_conserved(line):
    _, positions = line
    dealt = sorted(chain(*positions[0].dealt))
    for position in positions:
        assert sorted([*chain(*position.hands), *plays_of(position)]) == dealt
        assert position.dealt == positions[0].dealt


@holds_for(lines())
def test_tricks_add_up(line):
    _, positions = line
    for position in positions:
        assert sum(position.taken) == len(position.tricks)
    assert positions[-1].is_over
    assert sum(positions[-1].taken) == positions[-1].hand_size
    assert len(positions) == 1 + positions[-1].players * (1 + positions[-1].hand_size)


def taker(trick: Trick, trump: int | None) -> int:
    """Who takes a trick, worked out card against card as players do."""
    best_seat, best = trick.played()[0]
    for seat, card in trick.played()[1:]:
        overtakes = suit_of(card) == suit_of(best) and rank_of(card) > rank_of(best)
        ruffs = suit_of(card) == trump and suit_of(best) != trump
        if overtakes or ruffs:
            best_seat, best = seat, card
    return best_seat


@holds_for(lines())
def test_a_trick_goes_to_its_best_card_and_its_taker_leads(line):
    _, positions = line
    end = positions[-1]
    takers = [taker(trick, end.trump) for trick in end.tricks]
    assert [trick.leader for trick in end.tricks] == [end.eldest, *takers[:-1]]
    assert end.taken == tuple(takers.count(seat) for seat in range(end.players))


@holds_for(lines())
def test_every_seat_follows_suit_if_it_can(line):
    _, positions = line
    end = positions[-1]
    held = [set(hand) for hand in end.dealt]
    for trick in end.tricks:
        for seat, card in trick.played():
            suits = {suit_of(other) for other in held[seat]}
            assert suit_of(card) == trick.led or trick.led not in suits
            held[seat].remove(card)


@holds_for(lines())
def test_the_hook_holds(line):
    _, positions = line
    end = positions[-1]
    assert not (end.rules.hook and end.bid_sum == end.hand_size)
    for position in positions[: end.players]:
        for seat in position.to_act:
            every = set(range(end.hand_size + 1))
            may_be_barred = end.rules.hook and seat == end.dealer
            assert len(every - set(position.legal_bids(seat))) <= may_be_barred


def refusal(move) -> MoveError | None:
    try:
        move()
    except MoveError as error:
        return error
    return None


@holds_for(moments())
def test_legal_moves_are_accepted_and_all_others_refused(position):
    before = repr(position)
    for seat in range(position.players):
        for bid in range(-1, position.hand_size + 2):
            refused = refusal(lambda bid=bid, seat=seat: position.after_bid(seat, bid))
            assert (refused is None) == (bid in position.legal_bids(seat))
        for card in DECK:
            refused = refusal(lambda card=card, seat=seat: position.after_play(seat, card))
            assert (refused is None) == (card in position.legal_plays(seat))
    assert repr(position) == before


@holds_for(moments())
def test_somebody_may_act_until_the_deal_is_over(position):
    may_act = {
        seat
        for seat in range(position.players)
        if position.legal_bids(seat) or position.legal_plays(seat)
    }
    assert may_act == set(position.to_act)
    assert bool(may_act) != position.is_over
    assert (position.points() is None) != position.is_over


@holds_for(moments())
def test_a_view_says_what_its_seat_may_do_as_the_position_does(position):
    for seat in range(position.players):
        view = position.seen_by(seat)
        assert view.legal_bids == position.legal_bids(seat)
        assert view.legal_plays == position.legal_plays(seat)
        assert (view.phase, view.to_act, view.turn) == (
            position.phase,
            position.to_act,
            position.turn,
        )


def with_unseen_permuted(position: Position, seat: int | None, chance: Random) -> Position:
    """The position with every card that a seat can't know in another place, the stock's cards
    included, and with other bids where they are hidden."""
    known = [hand if at == seat else frozenset() for at, hand in enumerate(position.hands)]
    if position.rules.trump is Trump.DEALERS_LAST and position.turn_up not in plays_of(position):
        turned = frozenset() if position.turn_up is None else frozenset({position.turn_up})
        known[position.dealer] |= turned
    seen = {*chain(*known), *plays_of(position), position.turn_up}
    unseen = [card for card in DECK if card not in seen]
    chance.shuffle(unseen)
    hands = tuple(
        kept | {unseen.pop() for _ in range(len(hand) - len(kept))}
        for kept, hand in zip(known, position.hands, strict=True)
    )
    return replace(position, hands=hands, dealt=hands, bids=hidden_bids_changed(position, seat))


def hidden_bids_changed(position: Position, seat: int | None) -> tuple[int | None, ...]:
    if position.phase is not Phase.BIDDING or not position.is_simultaneous:
        return position.bids
    return tuple(
        bid if bid is None or at == seat else position.hand_size - bid
        for at, bid in enumerate(position.bids)
    )


@holds_for(moments(), st.integers(0, 2**32))
def test_no_view_depends_on_a_foreign_card_or_a_hidden_bid(position, seed):
    for seat in (None, *range(position.players)):
        other = with_unseen_permuted(position, seat, Random(seed))
        assert other.seen_by(seat) == position.seen_by(seat)


def cards_of(view) -> set[Card]:
    played = chain(*(trick.cards for trick in (*view.tricks, view.trick)))
    turned = [] if view.turn_up is None else [view.turn_up]
    return {*view.hand, *played, *turned}


@holds_for(moments())
def test_no_view_contains_a_foreign_card(position):
    for seat in range(position.players):
        foreign = set(chain(*position.hands)) - position.hands[seat] - {position.turn_up}
        assert not cards_of(position.seen_by(seat)) & foreign
        assert not cards_of(position.seen_by(None)) & foreign - {position.turn_up}


@holds_for(lines())
def test_replaying_a_prefix_equals_playing_it(line):
    dealt, positions = line
    rules, end = positions[0].rules, positions[-1]
    plays = plays_of(end)
    for position in positions[end.players :: 3]:
        again = Position.start(rules, end.number, end.dealer, dealt)
        bids = [(seat, end.bids[seat]) for seat in end.in_order()]
        assert again.after(bids, plays[: len(plays_of(position))]) == position


@holds_for(moments())
def test_a_position_stays_what_it_was(position):
    with pytest.raises(AttributeError):
        position.dealer = 0
    with pytest.raises(AttributeError):
        position.seen_by(0).hand = frozenset(DECK)


@holds_for(house_rules(), st.integers(0, 2**32), st.integers(0, 20))
def test_bids_in_turn_are_made_from_eldest_on(rules, seed, number):
    dealt = deal_cards(rules, number, seed % rules.players, shuffled_deck(Random(seed)))
    position = Position.start(rules, number, seed % rules.players, dealt)
    made = []
    while position.phase is Phase.BIDDING:
        seat = position.to_act[0]
        made.append(seat)
        position = position.after_bid(seat, position.legal_bids(seat)[-1])
    assert tuple(made) == position.in_order()
    assert made[-1] == position.dealer


@holds_for(house_rules(), st.lists(st.integers(-500, 500), min_size=3, max_size=3))
def test_a_game_ends_in_time(rules: Rules, totals):
    assert rules.is_over(60, totals)
    assert not rules.is_over(0, [0] * 3)
