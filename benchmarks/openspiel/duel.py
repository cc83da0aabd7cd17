"""Two of ours against two of the bot's, in both seatings: each side holds every hand once."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import mean
from typing import TypeAlias

from games.ai import warm_up
from games.ai.contest import Estimate, estimate
from games.rules import shuffled_deck

from .peer import BOT, RULES, SEATS, Table, Thinker, our_player, play, their_bot

OUR_SEATS = ((0, 2), (1, 3))
"""Where ours sit, in the two seatings."""
PARTS = ((1, 5), (6, 10))
"""Small hands and large ones: the fewer cards are dealt, the more it helps to know the stock."""

Hand: TypeAlias = tuple[int, bool]
"""What came of one seat's hand: points, and whether the bid was made."""

COUNTED = {
    "ten": "10 + bid or nothing, counted by our rules; the bot thinks in its own, "
    "1 a trick and 10 more for a made bid",
    "tricks": "1 a trick and 10 more for a made bid, the bot's own scoring, as pyspiel returns it",
}


@dataclass(frozen=True)
class Duel:
    """Who plays how many different deals by which scoring, and the seed of all chance."""

    level: str
    deals: int
    seed: int
    scoring: str
    simulations: int


@dataclass(frozen=True)
class Side:
    """What one side did with a deal's four hands: mean points, and the share of bids made."""

    points: float
    made: float


def hold(duel: Duel, processes: int = 1) -> list[tuple[Side, Side]]:
    """Our side and the bot's, deal by deal."""
    if processes == 1:
        return [play_deal(duel, index) for index in range(duel.deals)]
    with ProcessPoolExecutor(processes) as pool:
        return list(pool.map(partial(play_deal, duel), range(duel.deals)))


def play_deal(duel: Duel, index: int) -> tuple[Side, Side]:
    """One deal in both seatings. Deals run through the schedule and round the dealers."""
    ours: list[Hand] = []
    theirs: list[Hand] = []
    for turn, seats in enumerate(OUR_SEATS):
        thinkers = _seated(duel, seats, Random(f"{duel.seed} {index} {turn}"))
        end = play(_dealt(duel, index), thinkers)
        for seat, hand in enumerate(_hands(end)):
            (ours if seat in seats else theirs).append(hand)
    return _side(ours), _side(theirs)


def _dealt(duel: Duel, index: int) -> Table:
    rules = RULES[duel.scoring]
    passes, number = divmod(index, len(rules.hand_sizes))
    deck = shuffled_deck(Random(f"{duel.seed} {index}"))
    return Table.dealt(rules, number, (number + passes) % SEATS, deck)


def hand_size(duel: Duel, index: int) -> int:
    """Cards in each hand of a deal."""
    sizes = RULES[duel.scoring].hand_sizes
    return sizes[index % len(sizes)]


def _seated(duel: Duel, ours: tuple[int, int], chance: Random) -> list[Thinker]:
    return [
        our_player(duel.level, chance)
        if seat in ours
        else their_bot(duel.simulations, chance.getrandbits(31))
        for seat in range(SEATS)
    ]


def _hands(end: Table) -> Iterator[Hand]:
    made = [bid == taken for bid, taken in zip(end.position.bids, end.position.taken, strict=True)]
    return zip(end.points(), made, strict=True)


def _side(hands: list[Hand]) -> Side:
    return Side(mean(points for points, _ in hands), mean(made for _, made in hands))


def run(duel: Duel, processes: int) -> None:
    """Play and print."""
    warm_up()
    played = hold(duel, processes)
    ahead = estimate([ours.points - theirs.points for ours, theirs in played])
    more_made = estimate([ours.made - theirs.made for ours, theirs in played])
    print(f"two seats of {duel.level}, two of {BOT} with {duel.simulations} simulations, hook")
    print(f"{duel.deals} deals of 10..1..10 cards, each in both seatings, seed {duel.seed}")
    print(f"points: {COUNTED[duel.scoring]}")
    for name, side in ((duel.level, 0), (BOT, 1)):
        points = mean(sides[side].points for sides in played)
        made = mean(sides[side].made for sides in played)
        print(f"{name:<12} {points:>6.2f} points a deal, {100 * made:.1f} % of bids made")
    print(f"{'difference':<12} {_shown(ahead)}, {_shown(more_made, 100)} %")
    for least, most in PARTS:
        part = [
            ours.points - theirs.points
            for index, (ours, theirs) in enumerate(played)
            if least <= hand_size(duel, index) <= most
        ]
        if len(part) > 1:
            print(f"{f'{least} to {most} cards':<12} {_shown(estimate(part))}, {len(part)} deals")


def _shown(value: Estimate, times: int = 1) -> str:
    return f"{times * value.mean:>+6.2f} ± {times * value.within:.2f}"
