"""Practice deals, in machine code: every seat bids and plays by the same nets, by chance, and what
each decision led to is written beside it.

What an answer was worth is told by a critic that, unlike the seats, sees all hands, so the luck of
the deal counts little; advantages look ahead by the generalised estimate of Schulman et al.,
"High-Dimensional Continuous Control Using Generalized Advantage Estimation" (2016).
"""

from typing import TypeAlias

import numpy as np

from games.ai.kernel.bidding import FEATURES, likely_bid
from games.ai.kernel.bits import below, bit, lowest, share
from games.ai.kernel.compiling import compiled
from games.ai.kernel.layout import (
    BEST,
    BEST_SEAT,
    BID,
    DEALER,
    FACTS,
    GONE,
    HOOK,
    LED,
    LEFT,
    MUST,
    NONE,
    ONE,
    OPEN,
    PLAYERS,
    SEATS,
    SIZE,
    TAKEN,
    TRUMP,
    TURN,
    WORDS,
    Floats,
    Numbers,
    Word,
    Words,
)
from games.ai.kernel.nets import FIRST, SECOND, Layer, Net, answer
from games.ai.kernel.policy import rule_card
from games.ai.kernel.search import open_bids
from games.ai.kernel.tricks import legal_cards, put_card

from .sight import MOST_COLUMNS, bid_sight, card_sight, critic_sight
from .slopes import (
    BETTER,
    CAME_TO,
    CRITIC_ON,
    CRITIC_TOP,
    DENSE,
    EXPECTED,
    LEGAL,
    LOG_CHANCE,
    MADE,
    ON,
    SEAT,
    TOP,
    Decisions,
    see,
    spread,
)

AHEAD = 0.9
"""How far ahead an advantage looks: 0 to the next decision alone, 1 to the end of the deal."""

TURNED, NO_TRUMP, DEALERS_LAST = 0, 1, 2
"""Where trump comes from."""

# What the row of a kind of deal says.
K_PLAYERS, K_SIZE, K_TRUMP, K_MUST, K_HOOK, K_OPEN, K_PAYS = range(7)

Kinds: TypeAlias = tuple[Numbers, Floats, Floats, Floats, Floats]
"""The kinds of deals that are practised, a row each; the shares of all up to each; and by kind the
tables `miss`, `counts` and `scores` of the kernel's problem, scores in units of reward."""

Nets: TypeAlias = tuple[Net, Net, Net]
"""The net of play, the net of bids, the critic."""


@compiled
def deal(words: Words, facts: Numbers, kind: Numbers, stream: Words) -> None:
    """Deal by a kind of deal, trump relabelled as the last suit, before the first bid."""
    players, size, source = kind[K_PLAYERS], kind[K_SIZE], kind[K_TRUMP]
    words[:], facts[:] = NONE, 0
    facts[BID : BID + SEATS] = -1
    facts[LED] = facts[BEST] = facts[BEST_SEAT] = -1
    facts[PLAYERS], facts[SIZE], facts[LEFT] = players, size, size
    facts[MUST], facts[HOOK], facts[OPEN] = kind[K_MUST], kind[K_HOOK], kind[K_OPEN]
    facts[DEALER] = below(stream, players)
    facts[TURN] = (facts[DEALER] + 1) % players
    deck, wanted = np.arange(52), players * size + (1 if source == TURNED else 0)
    for place in range(wanted):
        other = place + below(stream, 52 - place)
        deck[place], deck[other] = deck[other], deck[place]
    shift = 0
    if source != NO_TRUMP:  # the last card dealt, or the one after it, says what is trump
        facts[TRUMP], shift = 1, 3 - deck[wanted - 1] // 13
    for place in range(wanted):
        card = bit(16 * ((deck[place] // 13 + shift) & 3) + deck[place] % 13)
        if place == players * size:
            words[GONE] |= card
        else:
            words[(facts[DEALER] + 1 + place) % players] |= card


@compiled
def _drawn(legal: Word, chances: Layer, stream: Words) -> int:
    """One legal answer by its chance."""
    point, chosen, rest = share(stream), 0, legal
    while rest != NONE and point >= 0.0:
        chosen = lowest(rest)
        rest &= rest - ONE
        point -= chances[chosen]
    return chosen


@compiled
def _likeliest(legal: Word, chances: Layer) -> int:
    """The legal answer with the greatest chance."""
    chosen, rest = lowest(legal), legal
    while rest != NONE:
        place = lowest(rest)
        rest &= rest - ONE
        if chances[place] > chances[chosen]:
            chosen = place
    return chosen


@compiled
def _write(
    rows: Decisions,
    row: int,
    words: Words,
    facts: Numbers,
    seat: int,
    pays: int,
    legal: Word,
    made: int,
    chance: float,
    critic: Net,
    sums: Layer,
    second: Layer,
) -> None:
    """Write down what was decided, and what the critic expected before."""
    on, unseen = rows[CRITIC_ON][row], np.empty(0, np.float32)
    top = critic_sight(words, facts, seat, pays, on)
    see(critic, on, top, unseen, sums, second)
    rows[CRITIC_TOP][row], rows[EXPECTED][row] = top, answer(second, critic, 0)
    rows[LEGAL][row], rows[MADE][row], rows[SEAT][row] = legal, made, seat
    rows[LOG_CHANCE][row] = np.log(chance)


@compiled
def _look_back(rows: Decisions, first: int, end: int, after: Floats, ahead: Floats) -> None:
    """Write the advantages, and what decisions came to, from the last of a deal back to the first.

    `after` is by seat what was expected at its next decision, or the deal's reward; `ahead` the
    next decision's advantage.
    """
    for row in range(end - 1, first - 1, -1):
        seat, expected = rows[SEAT][row], rows[EXPECTED][row]
        ahead[seat] = after[seat] - expected + AHEAD * ahead[seat]
        after[seat] = expected
        rows[BETTER][row] = ahead[seat]
        rows[CAME_TO][row] = ahead[seat] + expected


@compiled
def _rewards(facts: Numbers, scores: Floats, spoil: float, rewards: Floats) -> None:
    """By seat, own points less `spoil` times the mean of the others'."""
    players, total = facts[PLAYERS], 0.0
    for seat in range(players):
        rewards[seat] = scores[facts[BID + seat], facts[TAKEN + seat]]
        total += rewards[seat]
    for seat in range(players):
        rewards[seat] -= spoil * (total - rewards[seat]) / (players - 1)


@compiled
def play_deals(
    deals: int,
    kinds: Kinds,
    nets: Nets,
    by_rule: bool,
    spoil: float,
    stream: Words,
    bids: Decisions,
    cards: Decisions,
) -> tuple[int, int]:
    """Play so many deals and write every bid and every choice of card down; how many of each.

    With `by_rule` seats bid Medium's count and play by rule of thumb, for nets to copy.
    """
    cards_net, bids_net, critic = nets
    words, facts = np.empty(WORDS, np.uint64), np.empty(FACTS, np.int64)
    sums, second = np.empty(FIRST, np.float32), np.empty(SECOND, np.float32)
    spare, seen = np.empty(MOST_COLUMNS, np.int64), np.empty(FEATURES)
    chances, ahead, after = np.empty(64, np.float32), np.empty(SEATS), np.empty(SEATS)
    bid, card = 0, 0
    for _ in range(deals):
        kind = np.searchsorted(kinds[1], share(stream))
        miss, counts, scores = kinds[2][kind], kinds[3][kind], kinds[4][kind]
        pays, players = kinds[0][kind, K_PAYS], kinds[0][kind, K_PLAYERS]
        deal(words, facts, kinds[0][kind], stream)
        first_bid, first_card = bid, card
        for place in range(1, players + 1):
            seat, on = (facts[DEALER] + place) % players, bids[ON][bid]
            bids[TOP][bid] = bid_sight(words, facts, seat, pays, miss, counts, spare, seen, on)
            bids[DENSE][bid] = seen
            see(bids_net, on, bids[TOP][bid], bids[DENSE][bid], sums, second)
            legal = open_bids(facts, seat)
            spread(legal, second, bids_net, chances)
            made = _drawn(legal, chances, stream)
            if by_rule:
                made = likely_bid(words, facts, seat, miss, counts, seen)
            _write(
                bids, bid, words, facts, seat, pays, legal, made, chances[made], critic, sums,
                second,
            )  # fmt: skip
            facts[BID + seat] = made
            bid += 1
        while facts[LEFT] > 0:
            legal, seat, on = legal_cards(words, facts), facts[TURN], cards[ON][card]
            if legal & (legal - ONE) == NONE:
                put_card(words, facts, lowest(legal))
                continue
            cards[TOP][card] = card_sight(words, facts, pays, spare, on)
            see(cards_net, on, cards[TOP][card], cards[DENSE][card], sums, second)
            spread(legal, second, cards_net, chances)
            made = _drawn(legal, chances, stream)
            if by_rule:
                made = rule_card(words, facts, miss, scores)
            _write(
                cards, card, words, facts, seat, pays, legal, made, chances[made], critic, sums,
                second,
            )  # fmt: skip
            put_card(words, facts, made)
            card += 1
        _rewards(facts, scores, spoil, after)
        ahead[:] = 0.0
        _look_back(cards, first_card, card, after, ahead)
        _look_back(bids, first_bid, bid, after, ahead)
    return bid, card


@compiled
def duel(
    deals: int,
    kinds: Kinds,
    ours: tuple[Net, Net],
    theirs: tuple[Net, Net],
    stream: Words,
    margins: Floats,
) -> None:
    """Seat one seat with our nets of play and bids among seats with theirs, all doing what they
    favour most; into `margins`, a deal each, our points less the mean of the others'."""
    words, facts = np.empty(WORDS, np.uint64), np.empty(FACTS, np.int64)
    sums, second = np.empty(FIRST, np.float32), np.empty(SECOND, np.float32)
    spare, seen, rewards = np.empty(MOST_COLUMNS, np.int64), np.empty(FEATURES), np.empty(SEATS)
    on, chances = np.empty(MOST_COLUMNS, np.int16), np.empty(64, np.float32)
    dense, nothing = np.empty(FEATURES, np.float32), np.empty(0, np.float32)
    for row in range(deals):
        kind = np.searchsorted(kinds[1], share(stream))
        miss, counts, scores = kinds[2][kind], kinds[3][kind], kinds[4][kind]
        pays, players = kinds[0][kind, K_PAYS], kinds[0][kind, K_PLAYERS]
        deal(words, facts, kinds[0][kind], stream)
        mine = below(stream, players)
        for place in range(1, players + 1):
            seat = (facts[DEALER] + place) % players
            net = ours[1] if seat == mine else theirs[1]
            top = bid_sight(words, facts, seat, pays, miss, counts, spare, seen, on)
            dense[:] = seen
            see(net, on, top, dense, sums, second)
            spread(open_bids(facts, seat), second, net, chances)
            facts[BID + seat] = _likeliest(open_bids(facts, seat), chances)
        while facts[LEFT] > 0:
            legal = legal_cards(words, facts)
            net = ours[0] if facts[TURN] == mine else theirs[0]
            top = card_sight(words, facts, pays, spare, on)
            see(net, on, top, nothing, sums, second)
            spread(legal, second, net, chances)
            put_card(words, facts, _likeliest(legal, chances))
        _rewards(facts, scores, 1.0, rewards)
        margins[row] = rewards[mine]
