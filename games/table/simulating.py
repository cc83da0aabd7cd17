"""Whole games at once, for demonstrations and for measuring: no person played them.

They could have been played: every bid and card is legal, and whoever sits there acts as the
computer players of level Easy do. Rows are written in bulk, past the actions that people take.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from time import perf_counter
from typing import Final

from django.db import transaction

from accounts.models import User
from games import ratings, stats
from games.ai.names import pick_names
from games.ai.registry import decide, offered_levels
from games.deck import commitment, deck_of, deck_text
from games.models import Bid, Deal, Game, Play, Score, Seat, Trick
from games.pacing import Pace
from games.rules import (
    PRESETS,
    Phase,
    Position,
    Rules,
    card_code,
    deal_cards,
    dealer_of,
    draw_dealer,
    final_totals,
    places,
    rules_text,
)

_BATCH: Final = 50
"""Games written at once."""
_ACTS_AS: Final = "easy"
_ALONE: Final = 0.8
"""The share of games against computers only."""
_A_TURN: Final = timedelta(seconds=4)


@dataclass
class _Rows:
    """What is to be written, in the order in which rows need one another."""

    games: list[Game] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    deals: list[Deal] = field(default_factory=list)
    bids: list[Bid] = field(default_factory=list)
    tricks: list[Trick] = field(default_factory=list)
    plays: list[Play] = field(default_factory=list)
    scores: list[Score] = field(default_factory=list)

    @transaction.atomic
    def write(self) -> None:
        Game.objects.bulk_create(self.games)
        Seat.objects.bulk_create(self.seats)
        Deal.objects.bulk_create(self.deals)
        Bid.objects.bulk_create(self.bids)
        Trick.objects.bulk_create(self.tricks)
        Play.objects.bulk_create(self.plays)
        Score.objects.bulk_create(self.scores)


def simulate(
    games: int, people: Sequence[User], *, since: datetime, until: datetime, chance: Random
) -> int:
    """Write so many finished games of these people, ended between two moments, and let them count.
    Returns how many cards were played in them."""
    cards = 0
    for begun in range(0, games, _BATCH):
        rows = _Rows()
        for _ in range(min(_BATCH, games - begun)):
            _add_game(rows, people, since + chance.random() * (until - since), chance)
        rows.write()
        cards += len(rows.plays)
    stats.recount()
    ratings.rebuild()
    return cards


def _add_game(rows: _Rows, people: Sequence[User], began_at: datetime, chance: Random) -> None:
    preset = chance.choice(list(PRESETS))
    rules = PRESETS[preset].rules(chance.choice((3, 4, 4, 4, 5, 6)))
    draw = draw_dealer(rules, chance)
    several = min(chance.choice((2, 2, 3)), len(people))
    at_table = chance.sample(people, 1 if chance.random() < _ALONE else several)
    game = Game(
        status=Game.Status.FINISHED,
        rules_text=rules_text(rules),
        preset=preset,
        level=chance.choice(offered_levels()).key,
        pace=Pace.FAST,
        host=at_table[0],
        people=len(at_table),
        first_dealer=draw.dealer,
        draw=[[seat, card_code(card)] for seat, card in draw.shown],
        created_at=began_at,
    )
    seats = _seats(game, rules, at_table, chance)
    rows.games.append(game)
    rows.seats += seats
    _play(rows, game, seats, chance)


def _seats(game: Game, rules: Rules, people: Sequence[User], chance: Random) -> list[Seat]:
    names = pick_names(rules.players - len(people), chance, [user.shown_name for user in people])
    seats = [Seat(game=game, user=user) for user in people]
    seats += [Seat(game=game, level=game.level, computer_name=name) for name in names]
    chance.shuffle(seats)
    for number, seat in enumerate(seats):
        seat.number = number
    return seats


def _play(rows: _Rows, game: Game, seats: Sequence[Seat], chance: Random) -> None:
    """Play a game to its end."""
    rules, at = game.rules, game.created_at
    totals, number = [0] * rules.players, 0
    while not rules.is_over(number, totals):
        over, at = _play_deal(rows, game, seats, number, at, chance)
        for i, points in enumerate(over.points() or ()):
            totals[i] += points
            seats[i].made += "1" if over.bids[i] == over.taken[i] else "0"
        number += 1
    final = final_totals(rules, totals)
    for seat, total, place in zip(seats, final, places(final), strict=True):
        seat.total, seat.place = total, place
    game.finished_at, game.version = at, 1


def _play_deal(
    rows: _Rows, game: Game, seats: Sequence[Seat], number: int, at: datetime, chance: Random
) -> tuple[Position, datetime]:
    """Play a deal; how it ended, and when."""
    rules, secret = game.rules, chance.randbytes(32).hex()
    dealer = dealer_of(game.first_dealer, number, rules.players)
    deck = deck_of(secret)
    deal = Deal(
        game=game,
        number=number,
        dealer=dealer,
        deck=deck_text(deck),
        secret=secret,
        commitment=commitment(secret),
        dealt_at=at,
    )
    rows.deals.append(deal)
    position = Position.start(rules, number, dealer, deal_cards(rules, number, dealer, deck))
    trick = None
    while not position.is_over:
        seat, at = position.to_act[0], at + _A_TURN
        action, took = _decision(position, seats[seat], chance)
        if position.phase is Phase.BIDDING:
            rows.bids.append(Bid(deal=deal, seat=seats[seat], value=action, took=took, at=at))
            position = position.after_bid(seat, action)
            continue
        if trick is None or not position.trick.cards:
            trick = Trick(deal=deal, number=len(position.tricks))
            rows.tricks.append(trick)
        turn = position.actions - position.players
        rows.plays.append(
            Play(
                deal=deal,
                trick=trick,
                seat=seats[seat],
                turn=turn,
                card=card_code(action),
                took=took,
                at=at,
            )
        )
        position = position.after_play(seat, action)
    rows.scores += [
        Score(deal=deal, seat=seat, bid=bid or 0, taken=taken, points=points)
        for seat, bid, taken, points in zip(
            seats, position.bids, position.taken, position.points() or (), strict=True
        )
    ]
    return position, at


def _decision(position: Position, seat: Seat, chance: Random) -> tuple[int, int | None]:
    """What a seat does, and the milliseconds that it thought where it is a computer's."""
    began = perf_counter()
    action = decide(_ACTS_AS, position.seen_by(seat.number), chance)
    return action, round(1000 * (perf_counter() - began)) if seat.is_computer else None
