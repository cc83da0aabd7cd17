"""Practice deals in machine code: seats play what their nets favour by chance, every decision is
written down, and what it led to is turned into slopes of the nets' weights.

The method is the clipped policy gradient of Schulman et al. (2017) with a critic that, unlike the
seats, sees all hands (so that the luck of the deal counts little), and advantages that look ahead
by the generalised estimate of Schulman et al. (2016).
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.ai.kernel.bidding import barred_bid, count_tricks, likely_bid
from games.ai.kernel.bits import below, bit, lowest, next_word
from games.ai.kernel.compiling import compiled
from games.ai.kernel.layout import (
    BEST,
    BEST_SEAT,
    BID,
    COUNT,
    DEALER,
    FACTS,
    GONE,
    HOOK,
    LED,
    LEFT,
    MUST,
    NONE,
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
from games.ai.kernel.nets import (
    ANSWERS,
    BIASES,
    COLUMNS,
    FIRST,
    SECOND,
    add_column,
    B_COUNT,
    B_DENSE,
    B_HAND,
    B_TURNED,
    C_GONE,
    C_HAND,
    Layer,
    Net,
    answer,
    bid_columns,
    card_columns,
    clipped,
    hidden,
)
from games.ai.kernel.policy import rule_card
from games.ai.kernel.tricks import legal_cards, put_card

Columns: TypeAlias = NDArray[np.int16]

TURNED, NO_TRUMP, DEALERS_LAST = 0, 1, 2
"""Where trump comes from."""

# Columns of the critic: what it sees beside, seat by seat from the one that decides, all hands.
V_HANDS = 0
V_GONE = 512
V_BEST = 576
V_LED = 640
V_COUNT = 645
V_WINS = 653
V_LACK = 661
V_LEFT = 805
V_SIZE = 823
V_PLAYERS = 841
V_DEALER = 847
V_PAYS = 855
V_TRUMP = 858
V_MUST = 859
V_HOOK = 860
V_OPEN = 861
CRITIC_COLUMNS = 862
MOST_COLUMNS = 128
"""Room for the columns of one decision: 52 cards, and what else is seen."""

DENSE = 13
KEPT_LAMBDA = 0.9
"""How far ahead an advantage looks: 0 to the next decision only, 1 to the end of the deal."""

# What a kind of deal says.
K_PLAYERS, K_SIZE, K_SOURCE, K_MUST, K_HOOK, K_OPEN, K_PAYS = 0, 1, 2, 3, 4, 5, 6

Decisions: TypeAlias = tuple[
    Columns, Numbers, Columns, Numbers, Words, Numbers, Layer, Layer, Layer, Layer, Numbers
]
"""Decisions of one kind, a row each: columns and their number, the critic's columns and their
number, the legal answers as bits, the answer given, the logarithm of its chance, what the critic
thought, the advantage, what came of it, the seat."""


@compiled
def _deal(words: Words, facts: Numbers, kind: Numbers, stream: Words) -> None:
    """Deal by a kind of deal, trump relabelled as the last suit, before the first bid."""
    players, size, source = kind[K_PLAYERS], kind[K_SIZE], kind[K_SOURCE]
    words[:] = NONE
    facts[:] = 0
    facts[BID : BID + SEATS] = -1
    facts[LED] = facts[BEST] = facts[BEST_SEAT] = -1
    facts[PLAYERS], facts[SIZE], facts[LEFT] = players, size, size
    facts[MUST], facts[HOOK], facts[OPEN] = kind[K_MUST], kind[K_HOOK], kind[K_OPEN]
    facts[DEALER] = below(stream, players)
    facts[TURN] = (facts[DEALER] + 1) % players
    deck = np.arange(52)
    wanted = players * size + (1 if source == TURNED else 0)
    for place in range(wanted):
        other = place + below(stream, 52 - place)
        deck[place], deck[other] = deck[other], deck[place]
    shift = 0
    if source != NO_TRUMP:
        facts[TRUMP] = 1
        last = deck[wanted - 1]
        shift = 3 - last // 13
    for place in range(wanted):
        card = deck[place]
        here = bit(16 * ((card // 13 + shift) & 3) + card % 13)
        if place == players * size:
            words[GONE] |= here
        else:
            words[(facts[DEALER] + 1 + place) % players] |= here


@compiled
def _critic_columns(words: Words, facts: Numbers, seat: int, pays: int, on: Columns) -> int:
    """Which columns of the critic are on before a seat decides."""
    players, top = facts[PLAYERS], 0
    for step in range(players):
        other = (seat + step) % players
        cards = words[other]
        while cards != NONE:
            on[top] = V_HANDS + 64 * step + lowest(cards)
            cards &= cards - np.uint64(1)
            top += 1
        bid = facts[BID + other]
        lack = 17 if bid < 0 else clipped(bid - facts[TAKEN + other], -4, 12) + 4
        on[top] = V_LACK + 18 * step + lack
        top += 1
    cards = words[GONE]
    while cards != NONE:
        on[top] = V_GONE + lowest(cards)
        cards &= cards - np.uint64(1)
        top += 1
    on[top] = V_COUNT + facts[COUNT]
    on[top + 1] = V_LEFT + facts[LEFT]
    on[top + 2] = V_SIZE + facts[SIZE]
    on[top + 3] = V_PLAYERS + players - 3
    on[top + 4] = V_DEALER + (facts[DEALER] - seat) % players
    on[top + 5] = V_PAYS + pays + 1
    top += 6
    if facts[COUNT] > 0:
        on[top] = V_LED + facts[LED]
        on[top + 1] = V_BEST + facts[BEST]
        on[top + 2] = V_WINS + (facts[BEST_SEAT] - seat) % players
        top += 3
    for fact, column in ((TRUMP, V_TRUMP), (MUST, V_MUST), (HOOK, V_HOOK), (OPEN, V_OPEN)):
        if facts[fact] != 0:
            on[top] = column
            top += 1
    return top


@compiled
def _add_hand(on: Columns, top: int, start: int, cards: Word) -> int:
    while cards != NONE:
        on[top] = start + lowest(cards)
        cards &= cards - np.uint64(1)
        top += 1
    return top


@compiled
def _bid_sight(
    words: Words,
    facts: Numbers,
    seat: int,
    pays: int,
    miss: Floats,
    counts: Floats,
    spare: Numbers,
    seen: Floats,
    on: Columns,
) -> int:
    """Which columns of the net of bids are on."""
    tricks = count_tricks(words, facts, seat, miss, counts, seen)
    top = bid_columns(facts, seat, pays, spare)
    for place in range(top):
        on[place] = spare[place]
    on[top] = B_COUNT + clipped(int(np.floor(2.0 * tricks + 0.5)), 0, 36)
    top = _add_hand(on, top + 1, B_HAND, words[seat])
    return _add_hand(on, top, B_TURNED, words[GONE])


@compiled
def _card_sight(words: Words, facts: Numbers, pays: int, spare: Numbers, on: Columns) -> int:
    """Which columns of the net of play are on."""
    top = card_columns(facts, pays, spare)
    for place in range(top):
        on[place] = spare[place]
    top = _add_hand(on, top, C_HAND, words[facts[TURN]])
    return _add_hand(on, top, C_GONE, words[GONE])


@compiled
def _first(net: Net, on: Columns, top: int, sums: Layer) -> None:
    """The first layer's sums over the columns that are on."""
    sums[:] = net[BIASES]
    for place in range(top):
        add_column(sums, net, on[place])


@compiled
def _add_dense(net: Net, seen: Layer, sums: Layer) -> None:
    for place in range(seen.size):
        for unit in range(sums.size):
            sums[unit] += seen[place] * net[COLUMNS + B_DENSE + place, unit]


@compiled
def _legal_bids(facts: Numbers, seat: int) -> Word:
    barred, legal = barred_bid(facts, seat), NONE
    for bid in range(facts[SIZE] + 1):
        if bid != barred:
            legal |= bit(bid)
    return legal


@compiled
def _chances(legal: Word, second: Layer, net: Net, chances: Layer) -> float:
    """The chance of every legal answer, into `chances`; returns their entropy."""
    top, rest = np.float32(-1e30), legal
    while rest != NONE:
        place = lowest(rest)
        rest &= rest - np.uint64(1)
        chances[place] = answer(second, net, place)
        top = max(top, chances[place])
    total, rest = np.float32(0), legal
    while rest != NONE:
        place = lowest(rest)
        rest &= rest - np.uint64(1)
        chances[place] = np.exp(chances[place] - top)
        total += chances[place]
    entropy, rest = np.float32(0), legal
    while rest != NONE:
        place = lowest(rest)
        rest &= rest - np.uint64(1)
        chances[place] /= total
        entropy -= chances[place] * np.log(chances[place] + np.float32(1e-9))
    return entropy


@compiled
def _drawn(legal: Word, chances: Layer, greedy: bool, stream: Words) -> int:
    """One legal answer by its chance; the likeliest, if greedy."""
    point = (next_word(stream) >> np.uint64(11)) * (1.0 / 9007199254740992.0)
    chosen, best, rest = 0, np.float32(-1), legal
    while rest != NONE:
        place = lowest(rest)
        rest &= rest - np.uint64(1)
        if greedy:
            if chances[place] > best:
                chosen, best = place, chances[place]
        else:
            chosen = place
            point -= chances[place]
            if point < 0.0:
                break
    return chosen


@compiled
def _worth(critic: Net, on: Columns, top: int, sums: Layer, second: Layer) -> float:
    """What the critic expects."""
    _first(critic, on, top, sums)
    hidden(sums, critic, second)
    return answer(second, critic, 0)


@compiled
def play_deals(
    deals: int,
    kinds: Numbers,
    shares: Floats,
    miss: Floats,
    counts: Floats,
    scores: Floats,
    cards_net: Net,
    bids_net: Net,
    critic: Net,
    others: tuple[Net, Net],
    strangers: float,
    by_rule: bool,
    spoil: float,
    stream: Words,
    bids: Decisions,
    dense: Layer,
    cards: Decisions,
) -> tuple[int, int]:
    """Play so many deals and write every decision down; how many bids and cards were written.

    `kinds` has a row a kind of deal; `shares` how likely each is, summed up to it. `scores` are in
    the scale that rewards are learned in.
    """
    words, facts = np.empty(WORDS, np.uint64), np.empty(FACTS, np.int64)
    sums, second = np.empty(FIRST, np.float32), np.empty(SECOND, np.float32)
    b_sums, b_second = np.empty(FIRST, np.float32), np.empty(SECOND, np.float32)
    v_sums, v_second = np.empty(FIRST, np.float32), np.empty(SECOND, np.float32)
    spare, seen, chances = np.empty(MOST_COLUMNS, np.int64), np.empty(DENSE), np.empty(64, np.float32)
    after, ahead, points = np.empty(SEATS), np.empty(SEATS), np.empty(SEATS)
    strange = np.zeros(SEATS, np.bool_)
    on_s, thick = np.empty(MOST_COLUMNS, np.int16), np.empty(DENSE, np.float32)
    o_sums, o_second = np.empty(FIRST, np.float32), np.empty(SECOND, np.float32)
    ob_sums, ob_second = np.empty(FIRST, np.float32), np.empty(SECOND, np.float32)
    bid_row, card_row = 0, 0
    for _ in range(deals):
        draw = (next_word(stream) >> np.uint64(11)) * (1.0 / 9007199254740992.0)
        kind = np.searchsorted(shares, draw)
        pays, players = kinds[kind, K_PAYS], kinds[kind, K_PLAYERS]
        _deal(words, facts, kinds[kind], stream)
        first_bid, first_card = bid_row, card_row
        strange[:] = False
        if below(stream, 1000) < int(1000 * strangers):
            mine = below(stream, players)
            for seat in range(players):
                strange[seat] = seat != mine and below(stream, 4) > 0
        for place in range(1, players + 1):
            seat = (facts[DEALER] + place) % players
            if strange[seat]:
                net = others[1]
                top = _bid_sight(words, facts, seat, pays, miss[kind], counts[kind], spare, seen, on_s)
                _first(net, on_s, top, ob_sums)
                for each in range(DENSE):
                    thick[each] = np.float32(seen[each])
                _add_dense(net, thick, ob_sums)
                hidden(ob_sums, net, ob_second)
                legal = _legal_bids(facts, seat)
                _chances(legal, ob_second, net, chances)
                facts[BID + seat] = _drawn(legal, chances, False, stream)
                continue
            on = bids[0][bid_row]
            top = _bid_sight(words, facts, seat, pays, miss[kind], counts[kind], spare, seen, on)
            bids[1][bid_row] = top
            _first(bids_net, on, top, b_sums)
            for each in range(DENSE):
                dense[bid_row, each] = np.float32(seen[each])
            _add_dense(bids_net, dense[bid_row], b_sums)
            hidden(b_sums, bids_net, b_second)
            legal = _legal_bids(facts, seat)
            _chances(legal, b_second, bids_net, chances)
            if by_rule:
                made = likely_bid(words, facts, seat, miss[kind], counts[kind], seen)
            else:
                made = _drawn(legal, chances, False, stream)
            v_top = _critic_columns(words, facts, seat, pays, bids[2][bid_row])
            bids[3][bid_row] = v_top
            bids[4][bid_row] = legal
            bids[5][bid_row] = made
            bids[6][bid_row] = np.log(chances[made])
            bids[7][bid_row] = _worth(critic, bids[2][bid_row], v_top, v_sums, v_second)
            bids[10][bid_row] = seat
            facts[BID + seat] = made
            bid_row += 1
        while facts[LEFT] > 1:
            legal = legal_cards(words, facts)
            if legal & (legal - np.uint64(1)) == NONE:
                put_card(words, facts, lowest(legal))
                continue
            seat = facts[TURN]
            if strange[seat]:
                net = others[0]
                _first(net, on_s, _card_sight(words, facts, pays, spare, on_s), o_sums)
                hidden(o_sums, net, o_second)
                _chances(legal, o_second, net, chances)
                put_card(words, facts, _drawn(legal, chances, False, stream))
                continue
            on = cards[0][card_row]
            top = _card_sight(words, facts, pays, spare, on)
            cards[1][card_row] = top
            _first(cards_net, on, top, sums)
            hidden(sums, cards_net, second)
            _chances(legal, second, cards_net, chances)
            if by_rule:
                made = rule_card(words, facts, miss[kind], scores[kind])
            else:
                made = _drawn(legal, chances, False, stream)
            v_top = _critic_columns(words, facts, seat, pays, cards[2][card_row])
            cards[3][card_row] = v_top
            cards[4][card_row] = legal
            cards[5][card_row] = made
            cards[6][card_row] = np.log(chances[made])
            cards[7][card_row] = _worth(critic, cards[2][card_row], v_top, v_sums, v_second)
            cards[10][card_row] = seat
            put_card(words, facts, made)
            card_row += 1
        while facts[LEFT] > 0:
            put_card(words, facts, lowest(words[facts[TURN]]))
        total = 0.0
        for seat in range(players):
            points[seat] = scores[kind, facts[BID + seat], facts[TAKEN + seat]]
            total += points[seat]
        for seat in range(players):
            after[seat] = points[seat] - spoil * (total - points[seat]) / (players - 1)
            ahead[seat] = 0.0
        _look_back(cards, first_card, card_row, after, ahead)
        _look_back(bids, first_bid, bid_row, after, ahead)
    return bid_row, card_row


@compiled
def _look_back(rows: Decisions, first: int, end: int, after: Floats, ahead: Floats) -> None:
    """Advantages and what came of it, from the last decision of a deal back to the first.

    `after` is by seat what the next decision's critic thought, or the deal's reward; `ahead` the
    next decision's advantage.
    """
    for row in range(end - 1, first - 1, -1):
        seat, thought = rows[10][row], rows[7][row]
        ahead[seat] = after[seat] - thought + KEPT_LAMBDA * ahead[seat]
        after[seat] = thought
        rows[8][row] = ahead[seat]
        rows[9][row] = ahead[seat] + thought


@compiled
def _add_to_column(part: Layer, slopes: Net, column: int) -> None:
    for unit in range(part.size):
        slopes[COLUMNS + column, unit] += part[unit]


@compiled
def _push_back(
    net: Net,
    slopes: Net,
    on: Columns,
    top: int,
    sums: Layer,
    second: Layer,
    inner: Layer,
    outer: Layer,
) -> None:
    """From the slopes of the second layer (`inner`) to those of both lower layers."""
    zero = np.float32(0)
    outer[:] = zero
    for unit in range(second.size):
        slope = inner[unit]
        if second[unit] <= zero or slope == zero:
            continue
        slopes[SECOND, unit] += slope
        for other in range(sums.size):
            slopes[unit, other] += slope * sums[other]
            outer[other] += slope * net[unit, other]
    for other in range(sums.size):
        if sums[other] <= zero:
            outer[other] = zero
        slopes[BIASES, other] += outer[other]
    for place in range(top):
        _add_to_column(outer, slopes, on[place])


@compiled
def policy_slopes(
    net: Net,
    slopes: Net,
    rows: Decisions,
    dense: Layer,
    batch: Numbers,
    clip: float,
    curiosity: float,
    copying: bool,
) -> tuple[float, float]:
    """Add the slopes of a batch of decisions; returns their mean entropy and how far chances moved
    (the mean of the logarithm of the old over the new)."""
    sums, second = np.empty(FIRST, np.float32), np.empty(SECOND, np.float32)
    inner, outer = np.empty_like(second), np.empty_like(sums)
    chances, share = np.empty(64, np.float32), np.float32(1.0 / batch.size)
    spread, moved = 0.0, 0.0
    for at in range(batch.size):
        row = batch[at]
        on, top, legal, made = rows[0][row], rows[1][row], rows[4][row], rows[5][row]
        _first(net, on, top, sums)
        if dense.size > 0:
            _add_dense(net, dense[row], sums)
        hidden(sums, net, second)
        entropy = _chances(legal, second, net, chances)
        change = np.log(chances[made] + np.float32(1e-9)) - rows[6][row]
        ratio, gained = np.exp(change), rows[8][row]
        spread += entropy
        moved -= change
        push = gained * ratio
        if (gained > 0 and ratio > 1.0 + clip) or (gained < 0 and ratio < 1.0 - clip):
            push = 0.0
        if copying:
            push = 1.0
        inner[:] = np.float32(0)
        rest = legal
        while rest != NONE:
            place = lowest(rest)
            rest &= rest - np.uint64(1)
            chance = chances[place]
            slope = push * (chance - (1.0 if place == made else 0.0))
            slope += curiosity * chance * (np.log(chance + np.float32(1e-9)) + entropy)
            step = np.float32(slope) * share
            slopes[ANSWERS + place, SECOND] += step
            for unit in range(second.size):
                slopes[ANSWERS + place, unit] += step * second[unit]
                inner[unit] += step * net[ANSWERS + place, unit]
        _push_back(net, slopes, on, top, sums, second, inner, outer)
        if dense.size > 0:
            for place in range(dense.shape[1]):
                for other in range(sums.size):
                    slopes[COLUMNS + B_DENSE + place, other] += outer[other] * dense[row, place]
    return spread / batch.size, moved / batch.size


@compiled
def critic_slopes(critic: Net, slopes: Net, rows: Decisions, batch: Numbers) -> float:
    """Add the slopes of the critic's squared error over a batch; returns the mean squared error."""
    sums, second = np.empty(FIRST, np.float32), np.empty(SECOND, np.float32)
    inner, outer = np.empty_like(second), np.empty_like(sums)
    share, squares = np.float32(1.0 / batch.size), 0.0
    for at in range(batch.size):
        row = batch[at]
        on, top = rows[2][row], rows[3][row]
        error = np.float32(_worth(critic, on, top, sums, second) - rows[9][row])
        squares += error * error
        step = error * share
        slopes[ANSWERS, SECOND] += step
        for unit in range(second.size):
            slopes[ANSWERS, unit] += step * second[unit]
            inner[unit] = step * critic[ANSWERS, unit]
        _push_back(critic, slopes, on, top, sums, second, inner, outer)
    return squares / batch.size


@compiled
def duel(
    deals: int,
    kinds: Numbers,
    shares: Floats,
    miss: Floats,
    counts: Floats,
    scores: Floats,
    ours: tuple[Net, Net],
    theirs: tuple[Net, Net],
    steady: bool,
    stream: Words,
    margins: Floats,
) -> None:
    """One seat with our nets among seats with theirs, all playing what they favour most; into
    `margins`, a deal each, our points less the mean of the others'."""
    words, facts = np.empty(WORDS, np.uint64), np.empty(FACTS, np.int64)
    on, seen = np.empty(MOST_COLUMNS, np.int16), np.empty(DENSE)
    spare, chances = np.empty(MOST_COLUMNS, np.int64), np.empty(64, np.float32)
    thick = np.empty(DENSE, np.float32)
    for deal in range(deals):
        draw = (next_word(stream) >> np.uint64(11)) * (1.0 / 9007199254740992.0)
        kind = np.searchsorted(shares, draw)
        pays, players = kinds[kind, K_PAYS], kinds[kind, K_PLAYERS]
        _deal(words, facts, kinds[kind], stream)
        mine = below(stream, players)
        for place in range(1, players + 1):
            seat = (facts[DEALER] + place) % players
            net = ours[1] if seat == mine else theirs[1]
            sums, second = np.empty(FIRST, np.float32), np.empty(SECOND, np.float32)
            top = _bid_sight(words, facts, seat, pays, miss[kind], counts[kind], spare, seen, on)
            _first(net, on, top, sums)
            for each in range(DENSE):
                thick[each] = np.float32(seen[each])
            _add_dense(net, thick, sums)
            hidden(sums, net, second)
            legal = _legal_bids(facts, seat)
            _chances(legal, second, net, chances)
            facts[BID + seat] = _drawn(legal, chances, steady or seat == mine, stream)
        while facts[LEFT] > 0:
            legal = legal_cards(words, facts)
            if legal & (legal - np.uint64(1)) == NONE:
                put_card(words, facts, lowest(legal))
                continue
            net = ours[0] if facts[TURN] == mine else theirs[0]
            sums, second = np.empty(FIRST, np.float32), np.empty(SECOND, np.float32)
            _first(net, on, _card_sight(words, facts, pays, spare, on), sums)
            hidden(sums, net, second)
            _chances(legal, second, net, chances)
            sure = steady or facts[TURN] == mine
            put_card(words, facts, _drawn(legal, chances, sure, stream))
        own, total = 0.0, 0.0
        for seat in range(players):
            earned = scores[kind, facts[BID + seat], facts[TAKEN + seat]]
            total += earned
            if seat == mine:
                own = earned
        margins[deal] = own - (total - own) / (players - 1)
