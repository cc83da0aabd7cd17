"""The database refuses what can't have happened; what happened replays to what was played."""

import re
from contextlib import contextmanager
from random import Random

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from games.deck import deck_text, new_secret
from games.models import Bid, Deal, Game, Play, Score, Seat, Trick
from games.pacing import Pace
from games.reading import Table
from games.rules import Phase, parse_rules
from games.rules.cards import DECK
from tests.games.casts import ann, ben, play_on, start, step

pytestmark = pytest.mark.django_db


@contextmanager
def refused(constraint: str):
    """The database refuses what is done here, for this reason and no other."""
    with pytest.raises(IntegrityError) as refusal, transaction.atomic():
        yield
    said = str(refusal.value)
    # SQLite names the columns of a unique constraint, not the constraint.
    assert constraint in said or (
        "UNIQUE" in said and ("once" in constraint or "one_a" in constraint)
    )


@pytest.fixture
def game() -> Game:
    return start(ann())


@pytest.fixture
def deal(game) -> Deal:
    """The second deal of a game, two cards each, everybody has bid."""
    game = play_on(game, deals=1)
    for _ in range(5):
        game = step(game, Random(1))
    return Deal.objects.get(game=game, number=1)


def seats(game: Game) -> list[Seat]:
    return list(game.seats.all())


def lead(deal: Deal, number: int = 0) -> Trick:
    return Trick.objects.create(deal=deal, number=number)


def put(deal: Deal, trick: Trick, seat: int, turn: int, card: str) -> Play:
    at = seats(deal.game)[seat]
    return Play.objects.create(deal=deal, trick=trick, seat=at, turn=turn, card=card)


# --- Games and seats ----------------------------------------------------------


def change(game: Game, **fields: object) -> None:
    Game.objects.filter(pk=game.pk).update(**fields)


def test_two_games_of_one_code_are_refused(game):
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.create(code=game.code, rules_text="", level="easy", first_dealer=0)


@pytest.mark.parametrize("status", ["finished", "given-up"])
def test_a_game_that_ended_has_no_alarm(game, status):
    now = timezone.now()
    with refused("game_ended_has_a_time_and_no_alarm"):
        change(game, status=status, finished_at=now, wake_at=now)


def test_a_game_that_ended_says_when(game):
    with refused("game_ended_has_a_time_and_no_alarm"):
        change(game, status="finished", finished_at=None, wake_at=None)


def test_a_game_under_way_has_not_ended(game):
    with refused("game_under_way_has_no_end"):
        change(game, finished_at=timezone.now())


def test_a_paused_game_has_no_alarm(game):
    with refused("game_paused_sleeps"):
        change(game, paused_at=timezone.now(), wake_at=timezone.now())


@pytest.mark.parametrize("status", ["", "Playing", "won"])
def test_an_unknown_status_is_refused(game, status):
    with refused("game_status_known"):
        change(game, status=status, finished_at=timezone.now(), wake_at=None)


@pytest.mark.parametrize("pace", ["", "FAST", "hasty"])
def test_an_unknown_pace_is_refused(game, pace):
    with refused("game_pace_known"):
        change(game, pace=pace)


def test_the_first_dealer_sits_at_the_table(game):
    with refused("game_first_dealer_sits"):
        change(game, first_dealer=8)
    with pytest.raises(IntegrityError), transaction.atomic():
        change(game, first_dealer=-1)


def test_a_version_is_never_negative(game):
    with pytest.raises(IntegrityError), transaction.atomic():
        change(game, version=-1)


def test_two_seats_of_one_number_are_refused(game):
    with refused("seat_once"):
        Seat.objects.create(game=game, number=1, level="easy", computer_name="Zed")


def test_a_person_sits_once_at_a_table(game):
    with refused("seat_one_a_person"):
        Seat.objects.create(game=game, number=7, user=seats(game)[0].user)


def test_a_seat_is_not_owned_by_a_person_and_a_computer(game):
    with refused("seat_has_one_owner"):
        Seat.objects.create(game=game, number=7, user=ben(), level="easy")


def test_a_seat_is_owned_by_somebody(game):
    with refused("seat_has_one_owner"):
        Seat.objects.create(game=game, number=7, user=None, level="")


def test_there_is_no_ninth_seat(game):
    with refused("seat_at_the_table"):
        Seat.objects.create(game=game, number=8, level="easy", computer_name="Zed")


@pytest.mark.parametrize("result", [(10, None), (None, 1), (10, 0), (10, 9)])
def test_half_a_result_is_refused(game, result):
    total, place = result
    with refused("seat_result_is_whole"):
        game.seats.filter(number=1).update(total=total, place=place)


def test_a_person_with_a_game_can_not_be_deleted(game):
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(seats__game=game).delete()


# --- Deals --------------------------------------------------------------------

WHOLE = deck_text(DECK)


def new_deal(game: Game, **fields: object) -> Deal:
    first = {"number": 5, "dealer": 0, "deck": WHOLE, "secret": new_secret()}
    return Deal.objects.create(game=game, **first | {"commitment": new_secret()} | fields)


def test_any_order_of_the_whole_deck_is_a_deck(game):
    assert new_deal(game, deck=deck_text(DECK[::-1])).pk


@pytest.mark.parametrize(
    "deck",
    [
        pytest.param("", id="none"),
        pytest.param(WHOLE[2:], id="short"),
        pytest.param(WHOLE[2:4] + WHOLE[2:], id="a card twice"),
        pytest.param("XX" + WHOLE[2:], id="no card"),
        pytest.param(WHOLE[1:] + WHOLE[:1], id="shifted by a letter"),
        pytest.param(WHOLE.lower(), id="small letters"),
        pytest.param(" " * 104, id="blanks"),
    ],
)
def test_a_deck_that_is_not_whole_is_refused(game, deck):
    with refused("deal_deck_is_whole"):
        new_deal(game, deck=deck)


def test_a_deal_is_dealt_once(game):
    with refused("deal_once"):
        new_deal(game, number=0)


def test_two_deals_never_share_a_secret(game):
    with pytest.raises(IntegrityError), transaction.atomic():
        new_deal(game, commitment=game.deals.get().commitment)


def test_a_sixty_first_deal_is_refused(game):
    with refused("deal_of_sixty"):
        new_deal(game, number=60)


def test_the_dealer_sits_at_the_table(game):
    with refused("deal_dealer_sits"):
        new_deal(game, dealer=8)


# --- Bids, tricks, plays, scores ----------------------------------------------


def test_a_seat_bids_once_a_deal(deal):
    with refused("bid_once"):
        Bid.objects.create(deal=deal, seat=seats(deal.game)[0], value=0)


@pytest.mark.parametrize("value", [18, -1])
def test_a_bid_no_deal_allows_is_refused(game, value):
    with pytest.raises(IntegrityError), transaction.atomic():
        Bid.objects.create(deal=game.deals.get(), seat=seats(game)[0], value=value)


def test_a_trick_is_led_once(deal):
    lead(deal)
    with refused("trick_once"):
        lead(deal)


def test_there_is_no_eighteenth_trick(deal):
    with refused("trick_in_range"):
        lead(deal, 17)


def test_a_card_is_played_once_a_deal(deal):
    put(deal, lead(deal), 0, 0, "AS")
    with refused("play_card_once"):
        put(deal, lead(deal, 1), 1, 1, "AS")


def test_a_turn_is_taken_once(deal):
    put(deal, lead(deal), 0, 0, "AS")
    with refused("play_turn_once"):
        put(deal, lead(deal, 1), 1, 0, "KS")


def test_a_seat_plays_one_card_to_a_trick(deal):
    trick = lead(deal)
    put(deal, trick, 0, 0, "AS")
    with refused("play_once_a_trick"):
        put(deal, trick, 0, 1, "KS")


@pytest.mark.parametrize("card", ["", "as", "1S", "SA", "XX", "A"])
def test_what_is_no_card_is_refused(deal, card):
    with refused("play_is_a_card"):
        put(deal, lead(deal), 0, 0, card)


def test_there_is_no_fifty_third_turn(deal):
    with refused("play_turn_in_range"):
        put(deal, lead(deal), 0, 52, "AS")


def test_a_deal_is_scored_once_a_seat(game):
    first = play_on(game, deals=1).deals.get()
    with refused("score_once"):
        Score.objects.create(deal=first, seat=seats(game)[0], bid=0, taken=0, points=10)


@pytest.mark.parametrize("line", [{"bid": 18, "taken": 0}, {"bid": 0, "taken": 18}])
def test_a_score_of_too_many_tricks_is_refused(deal, line):
    with refused("score_in_range"):
        Score.objects.create(deal=deal, seat=seats(deal.game)[0], points=0, **line)


# --- Positions from rows ------------------------------------------------------

EVERY_WAY = (
    "4_ls3.2_turned_10t-0_hook",
    "3_ls3.2_turned_10t-0_sim",
    "5_ls2.3_last_10t-0",
    "3_ls2.2_cycle-H.NT_10x-m10_musttrump",
)


@pytest.mark.parametrize("text", EVERY_WAY)
def test_every_position_read_from_rows_is_the_one_that_was_played(text):
    game, chance, played = start(ann(), parse_rules(text)), Random(5), 0
    while game.is_playing:
        before = Table.read(game)
        game = step(game, chance)
        now = Table.read(Game.objects.get(pk=game.pk)).position
        assert now == Deal.objects.get(pk=Table.read(game).deal.pk).position()
        if before.deal.number == now.number:
            assert now.actions == before.position.actions + 1
        played += 1
    assert played > 2 * game.rules.players


def test_a_position_of_rows_already_read_asks_the_database_nothing(deal, django_assert_num_queries):
    now = Table.read(deal.game)
    with django_assert_num_queries(0):
        assert now.deal.position().actions == 4


def test_the_order_of_simultaneous_bids_is_not_the_order_of_rows():
    game = start(ann(), parse_rules("3_ls3_turned_10t-0_sim"))
    deal, there = game.deals.get(), seats(game)
    values = {2: 3, 0: 1, 1: 0}
    for number, value in values.items():
        Bid.objects.create(deal=deal, seat=there[number], value=value)
    assert deal.position().bids == (1, 0, 3)


def test_codes_of_games_are_different_and_fit_an_address():
    codes = {Game(first_dealer=0).code for _ in range(200)}
    assert len(codes) == 200
    assert all(re.fullmatch(r"[\w-]{12}", code, re.ASCII) for code in codes)


def test_every_pace_may_be_stored(game):
    for pace in Pace:
        change(game, pace=pace)
        game.refresh_from_db()
        assert game.pace == pace


def test_a_table_that_is_known_is_read_on_from_there(django_assert_num_queries):
    chance, game = Random(5), start(ann(), parse_rules("3_ls2.2_turned_10t-0"))
    known = Table.read(game)
    while game.is_playing:
        table, afresh = Table.read(game, known), Table.read(game)
        assert (table.position, table.totals) == (afresh.position, afresh.totals)
        known = table
        if table.position.phase is Phase.PLAYING:
            with django_assert_num_queries(3):
                Table.read(game, known)
        game = step(game, chance)
    assert game.is_over
    assert known.deal.number == 1


def test_a_table_known_of_another_deal_helps_nobody(deal):
    known = Table.read(deal.game)
    known.deal = Deal(pk=deal.pk + 1)
    known.totals_before = (99, 99, 99)
    assert Table.read(deal.game, known).totals == Table.read(deal.game).totals
