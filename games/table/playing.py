"""Games against computers, and the moves of every game."""

import re
from collections import defaultdict
from random import Random, SystemRandom

from django.db import transaction

from accounts.models import User
from games import metering, ratings, stats
from games.ai.names import pick_names
from games.models import Bid, Game, Play, Score, Seat, Trick
from games.pacing import Pace
from games.reading import Table
from games.refusals import AlreadyDone, OthersPlay, Stale
from games.rules import (
    Card,
    Phase,
    Position,
    Rules,
    View,
    card_code,
    draw_dealer,
    final_totals,
    parse_card,
    places,
    rules_text,
)
from games.rules.bidding import refuse_bid
from games.rules.errors import AlreadyBid, DealIsOver
from games.rules.trick import refuse_play

from .saving import acting, acting_at, end, new_deal, save_as_new_version


@transaction.atomic
def start_game(
    *,
    host: User,
    rules: Rules,
    level: str,
    pace: Pace,
    preset: str = "",
    chance: Random | None = None,
) -> Game:
    """Open a game of one person at seat 0 and computers of one level, and deal.

    `preset` is empty for house rules. `chance` finds the dealer and the computers' names; the
    cards come from the system's generator whatever it is.
    """
    chance = chance or SystemRandom()
    draw = draw_dealer(rules, chance)
    game = Game.objects.create(
        rules_text=rules_text(rules),
        preset=preset,
        level=level,
        pace=pace,
        host=host,
        first_dealer=draw.dealer,
        draw=[[seat, card_code(card)] for seat, card in draw.shown],
    )
    names = pick_names(rules.players - 1, chance, (host.shown_name,))
    computers = [
        Seat(game=game, number=number, level=level, computer_name=name)
        for number, name in enumerate(names, start=1)
    ]
    Seat.objects.bulk_create([Seat(game=game, number=0, user=host), *computers])
    new_deal(game, 0)
    save_as_new_version(Table.read(game), has_moved=True)
    return game


def bid(*, code: str, user: User, deal: int, turn: int, value: int) -> Game:
    """A person's bid. Bids of all at once answer a deal only, since others' bids come between."""
    with acting(code, user) as (table, seat):
        position = table.position
        _refuse_other_deal(table, deal)
        if seat.number in position.has_bid:
            raise AlreadyDone() if position.bids[seat.number] == value else AlreadyBid()
        if not position.is_simultaneous and turn != position.actions:
            raise Stale()
        _bid(table, seat, value)
    return table.game


def play(*, code: str, user: User, deal: int, turn: int, card: Card) -> Game:
    """A person's card."""
    with acting(code, user) as (table, seat):
        _refuse_other_deal(table, deal)
        if turn != table.position.actions:
            raise _late(table.position, seat, card)
        _play(table, seat, card)
    return table.game


def act_for_computer(
    *, game_id: int, version: int, seat_number: int, action: int, took: int | None = None
) -> Game:
    """A computer's bid or card, decided at a version of the game in so many milliseconds. Raises
    Stale when the game has gone on to another turn since."""
    with acting_at(game_id, version) as table:
        seat = table.seats[seat_number]
        if table.game.is_paused or seat not in table.computers_to_act:
            raise Stale()
        write = _bid if table.position.phase is Phase.BIDDING else _play
        write(table, seat, action, took)
    return table.game


def choose_ahead(*, code: str, user: User, deal: int, held: int, choice: str) -> Game:
    """What a person bids or plays as soon as it is their turn, chosen before; nothing to take a
    choice back. It answers the time since their last card, at which they held so many."""
    with acting(code, user) as (table, seat):
        _refuse_other_deal(table, deal)
        view = table.position.seen_by(seat.number)
        if len(view.hand) != held:
            raise Stale()
        if choice == seat.ahead:
            raise AlreadyDone()
        if choice:
            _refuse_ahead(view, choice)
        _set_ahead(seat, choice)
    return table.game


def act_as_chosen(*, game_id: int, version: int) -> Game:
    """Do what the person whose turn it is has chosen ahead. Raises Stale when the game has gone on
    to another turn since, or the choice was dropped or taken back."""
    with acting_at(game_id, version) as table:
        if table.game.is_paused or not table.chosen_to_act:
            raise Stale()
        seat = table.chosen_to_act[0]
        action = table.chosen_ahead(seat)
        assert action is not None
        write = _bid if table.position.phase is Phase.BIDDING else _play
        write(table, seat, action)
    return table.game


def _refuse_ahead(view: View, choice: str) -> None:
    """Raise the reason why this can't be chosen ahead, if there is one."""
    match view.phase:
        case Phase.OVER:
            raise DealIsOver()
        case Phase.BIDDING:
            _refuse_bid_ahead(view, choice)
        case Phase.PLAYING:
            refuse_play(parse_card(choice), view.hand, view.led_ahead, view.plays_ahead)


def _refuse_bid_ahead(view: View, choice: str) -> None:
    if not view.bids_ahead:
        raise AlreadyBid() if view.seat in view.has_bid else Stale()
    # As forms write numbers: the choice is kept as it came, in a row with room for no more.
    is_number = re.fullmatch("0|[1-9][0-9]?", choice)
    refuse_bid(int(choice) if is_number else -1, view.hand_size, view.barred)


def _set_ahead(seat: Seat, choice: str = "") -> None:
    if seat.ahead != choice:
        seat.ahead = choice
        seat.save(update_fields=["ahead"])


def set_pace(*, code: str, user: User, pace: Pace) -> Game:
    """Change how quickly computers act, from their next action on."""
    with acting(code, user, even_paused=True) as (table, _):
        table.game.pace = pace
        table.game.wake_at = None  # to be set anew
    return table.game


def give_up(*, code: str, user: User) -> Game:
    """End the game for good; it counts in no statistics."""
    with acting(code, user, even_paused=True) as (table, _):
        if table.game.is_shared:
            raise OthersPlay()
        end(table.game, Game.Status.GIVEN_UP)
    return table.game


def _refuse_other_deal(table: Table, deal: int) -> None:
    if deal != table.deal.number:
        raise Stale()


def _late(position: Position, seat: Seat, card: Card) -> Stale:
    """Why a card for another turn is refused: it lies on the table already, or time went by."""
    tricks = (*position.tricks, position.trick)
    played = {play for trick in tricks for play in trick.played()}
    return AlreadyDone() if (seat.number, card) in played else Stale()


def _bid(table: Table, seat: Seat, value: int, took: int | None = None) -> None:
    table.position = table.position.after_bid(seat.number, value)
    for_owner = _is_for_owner(seat)
    Bid.objects.create(deal=table.deal, seat=seat, value=value, is_for_owner=for_owner, took=took)
    _set_ahead(seat)
    metering.acted(table.game, seat, "bid")


def _play(table: Table, seat: Seat, card: Card, took: int | None = None) -> None:
    before = table.position
    table.position = before.after_play(seat.number, card)
    table.trick = _trick_of(table, before)
    Play.objects.create(
        deal=table.deal,
        trick=table.trick,
        seat=seat,
        turn=before.actions - before.players,
        card=card_code(card),
        is_for_owner=_is_for_owner(seat),
        took=took,
    )
    _set_ahead(seat)
    metering.acted(table.game, seat, "card")
    if table.position.is_over:
        _write_scores(table)


def _trick_of(table: Table, before: Position) -> Trick:
    """The row of the trick that a card is played to; a lead begins it."""
    number = len(before.tricks)
    if not before.trick.cards:
        return Trick.objects.create(deal=table.deal, number=number)
    return table.trick or Trick.objects.get(deal=table.deal, number=number)


def _is_for_owner(seat: Seat) -> bool:
    """Whether what is done at this seat now is a computer's doing for a person."""
    return seat.is_played and not seat.is_computer


def _write_scores(table: Table) -> None:
    """Write the score sheet's lines of a finished deal and, after the last, the result."""
    position = table.position
    points = position.points() or ()
    Score.objects.bulk_create(
        Score(
            deal=table.deal,
            seat=seat,
            bid=position.bids[seat.number] or 0,
            taken=position.taken[seat.number],
            points=points[seat.number],
        )
        for seat in table.seats
    )
    if table.ends_with_deal:
        _write_result(table)


def _write_result(table: Table) -> None:
    if table.is_deserted and all(seat.is_played for seat in table.people):
        end(table.game, Game.Status.ABANDONED)  # computers were only quicker than its clock
        return
    totals = final_totals(table.rules, table.totals)
    made = _made(table.game)
    for seat, total, place in zip(table.seats, totals, places(totals), strict=True):
        seat.total, seat.place, seat.made = total, place, made[seat.pk]
    Seat.objects.bulk_update(table.seats, ["total", "place", "made"])
    # Before the end is timed: games that share people are rated in the order in which they end.
    ratings.rate(table.seats)
    stats.count(table.game)
    end(table.game, Game.Status.FINISHED)


def _made(game: Game) -> dict[int, str]:
    """By seat: which of its bids were made, 1 or 0 for each in order."""
    lines = Score.objects.filter(deal__game=game).order_by("deal__number")
    made: defaultdict[int, str] = defaultdict(str)
    for line in lines:
        made[line.seat_id] += "1" if line.is_made else "0"
    return made
