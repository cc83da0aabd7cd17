"""A bid or card chosen before the turn: done when the turn comes, dropped when it can't be."""

from itertools import count

import pytest

from accounts.models import User
from games import table, tasks
from games.display import TableShown
from games.models import Bid, Game, Play
from games.pacing import CHOSEN_WAITS, WAITS, Pace, wait_before_chosen
from games.refusals import AlreadyDone, GameIsPaused, NoSuchGame, SeatIsPlayed, Stale
from games.rules import Phase, RulesError, card_code, parse_rules, suit_of
from games.rules.errors import AlreadyBid, BidOutOfRange, CardNotHeld, MustFollow, StillBidding
from tests.builders import after, deal
from tests.games.casts import fresh, start
from tests.games.posting import HTMX, refusal, url
from tests.games.rows import nothing_changes
from tests.games.turns import computer_acts, read

pytestmark = pytest.mark.django_db

FIVE = parse_rules("4_ls5_turned_10t-0_hook")
AT_ONCE = parse_rules("4_ls5_turned_10t-0_sim")


def is_due(game: Game) -> bool:
    """Whether it is the turn of the person, at seat 0."""
    return 0 in read(game).position.to_act


def dealt(person: User, dealer: int = 0) -> Game:
    """A game just dealt by that seat; where the person deals, they bid last."""
    games = (start(person, FIVE, seed=seed) for seed in count())
    return next(game for game in games if read(game).position.dealer == dealer)


def bids(game: Game, value: int = 0) -> Game:
    """The computer's bid."""
    now = read(game)
    seat = now.computers_to_act[0].number
    return table.act_for_computer(
        game_id=game.pk, version=now.game.version, seat_number=seat, action=value
    )


def to_turn(game: Game) -> Game:
    """The computers' actions until it is the person's turn."""
    while not is_due(game):
        game = computer_acts(game)
    return fresh(game)


def has_bid(person: User) -> Game:
    """All have bid, the person, who deals, as the last."""
    game = to_turn(dealt(person))
    return table.bid(code=game.code, user=person, deal=0, turn=3, value=1)


def led(person: User) -> Game:
    """A computer has led a suit that the person, who plays last, has some cards of, but not all."""
    while True:
        game = computer_acts(has_bid(person))
        if cards(game, may_follow=False):
            return fresh(game)


def cards(game: Game, *, may_follow: bool) -> list[str]:
    """The person's cards that can be played to the trick, or the others."""
    view = read(game).position.seen_by(0)
    chosen = view.plays_ahead if may_follow else view.hand - view.plays_ahead
    return [card_code(card) for card in sorted(chosen)]


def choose(game: Game, person: User, choice: str, held: int = 5) -> Game:
    return table.choose_ahead(code=game.code, user=person, deal=0, held=held, choice=choice)


def ring(game: Game) -> Game:
    """What the game's alarm brings about."""
    tasks.play_ai_turn(game.pk, fresh(game).version)
    return fresh(game)


def test_a_bid_chosen_ahead_is_made_when_the_turn_comes(person):
    game = to_turn(choose(dealt(person), person, "3"))
    assert game.wake_at is not None
    ring(game)
    assert Bid.objects.get(seat__user=person).value == 3
    assert read(game).seats[0].ahead == ""


def test_a_card_chosen_ahead_is_played_when_the_turn_comes(person):
    game = led(person)
    code = cards(game, may_follow=True)[-1]
    game = ring(to_turn(choose(game, person, code)))
    assert Play.objects.get(seat__user=person).card == code
    assert read(game).seats[0].ahead == ""


def test_a_choice_that_comes_just_after_the_turn_did_is_done_at_once(person):
    game = to_turn(led(person))
    code = cards(game, may_follow=True)[0]
    game = choose(game, person, code)
    assert game.wake_at is not None
    shown = TableShown(read(game), person)
    assert [card.code for card in shown.hand if card.mark == "ahead"] == [code]
    ring(game)
    assert Play.objects.get(seat__user=person).card == code


def test_without_a_choice_nothing_is_done_for_a_person(person):
    game = to_turn(choose(choose(dealt(person), person, "3"), person, ""))
    assert game.wake_at is None
    with nothing_changes():
        ring(game)


def test_a_choice_waits_for_a_paused_game(person):
    game = to_turn(choose(dealt(person), person, "3"))
    game = table.pause(code=game.code, user=person)
    assert game.wake_at is None
    game = table.resume(code=game.code, user=person)
    ring(game)
    assert Bid.objects.get(seat__user=person).value == 3


def test_a_bid_that_the_hook_comes_to_bar_is_dropped(person):
    game = choose(dealt(person), person, "5")
    for _ in range(3):
        game = bids(game)
    assert game.wake_at is None
    shown = TableShown(read(game), person)
    assert shown.ahead.is_dropped
    assert shown.status[1].startswith("Your choice is dropped. Not 5:")


def test_a_card_that_the_lead_makes_illegal_is_dropped_at_once(person):
    while True:
        game = has_bid(person)
        code = cards(game, may_follow=True)[0]
        choose(game, person, code)
        game = computer_acts(game)
        if code in cards(game, may_follow=False):
            break
    shown = TableShown(read(game), person)
    assert shown.ahead.is_dropped
    assert "ahead" not in [card.mark for card in shown.hand]
    assert "Your choice is dropped." in shown.status[1]
    assert to_turn(game).wake_at is None


def test_what_is_chosen_is_marked_and_said_to_its_owner_alone(person):
    game = led(person)
    code = cards(game, may_follow=True)[0]
    choose(game, person, code)
    mine = TableShown(read(game), person)
    assert [card.code for card in mine.hand if card.mark == "ahead"] == [code]
    later = [card.code for card in mine.hand if card.mark == "later"]
    assert sorted(later) == sorted(cards(game, may_follow=False))
    assert "Your next card:" in mine.status[1]


def test_what_cannot_be_chosen_is_refused_with_the_reason(person):
    bidding, playing = dealt(person), led(person)
    other = next(iter(read(playing).position.hands[1]))
    refusals: list[tuple[Game, str, type[Exception]]] = [
        (bidding, "6", BidOutOfRange),
        (bidding, "QS", BidOutOfRange),
        (playing, cards(playing, may_follow=False)[0], MustFollow),
        (playing, card_code(other), CardNotHeld),
        (playing, "3", RulesError),
    ]
    for game, choice, error in refusals:
        with nothing_changes(), pytest.raises(error):
            choose(game, person, choice)


def test_a_choice_answers_the_time_since_the_last_card(person, friend):
    game = led(person)
    code = cards(game, may_follow=True)[0]
    with nothing_changes(), pytest.raises(Stale):
        choose(game, person, code, held=4)
    with nothing_changes(), pytest.raises(NoSuchGame):
        choose(game, friend, code)
    choose(game, person, code)
    with nothing_changes(), pytest.raises(AlreadyDone):
        choose(game, person, code)


def test_who_has_bid_or_bids_with_everybody_chooses_no_bid(person):
    game = to_turn(dealt(person, dealer=3))
    game = table.bid(code=game.code, user=person, deal=0, turn=0, value=1)
    with pytest.raises(AlreadyBid):
        choose(game, person, "2")
    with pytest.raises(Stale):
        choose(start(person, AT_ONCE), person, "2")


def test_nobody_chooses_in_a_paused_game(person):
    game = dealt(person)
    table.pause(code=game.code, user=person)
    with pytest.raises(GameIsPaused):
        choose(game, person, "2")


def test_a_finished_trick_is_seen_before_a_chosen_lead():
    position = deal("AS KH | QS 3H | 2C 2D", trump="9D")
    position = after(position, (0, 0, 0), "AS QS 2C")
    assert wait_before_chosen(Pace.FAST, position) == CHOSEN_WAITS.after_trick
    assert wait_before_chosen(Pace.SLOW, position) == WAITS[Pace.SLOW].after_trick
    begun = deal("AS KH | QS 3H | 2C 2D", trump="9D")
    assert wait_before_chosen(Pace.SLOW, begun) == CHOSEN_WAITS.usual


def test_choices_come_by_the_forms_of_the_page(person, client):
    game = dealt(person)
    page = client.get(url("table", game.code)).content.decode()
    assert 'id="bid-ahead"' in page
    fields = {"deal": 0, "held": 5, "bid": 2}
    assert client.post(url("bid", game.code), fields, **HTMX).status_code == 204
    assert read(game).seats[0].ahead == "2"
    assert client.post(url("bid", game.code), {**fields, "bid": "", "drop": 2}).status_code == 303
    assert read(game).seats[0].ahead == ""


def test_a_card_comes_by_the_form_of_the_hand(person, client):
    game = led(person)
    code = cards(game, may_follow=True)[0]
    assert "data-ahead" in client.get(url("table", game.code)).content.decode()
    fields = {"deal": 0, "held": 5, "card": code}
    assert client.post(url("play", game.code), fields, **HTMX).status_code == 204
    page = client.get(url("table", game.code)).content.decode()
    assert f'name="drop" value="{code}" aria-pressed="true"' in page


def test_a_choice_that_says_nothing_is_a_bad_request(person, client):
    game = dealt(person)
    status, _ = refusal(client, "bid", game, held=5)
    assert status == 400


@pytest.mark.parametrize(
    "bid", ["-1", "6", "1.0", "１", "²", "1 ", "02", "1" * 5, "9" * 5000, "1\x00"]
)
def test_a_bid_ahead_that_is_no_number_is_out_of_range(person, client, bid):
    told = refusal(client, "bid", dealt(person), deal=0, held=5, bid=bid)
    assert told == (422, "Bid from 0 to 5.")


@pytest.mark.parametrize("card", ["²", "10H", "ZZ", "2", "\x00", "AS" * 2000])
def test_a_card_ahead_that_is_none_is_refused(person, client, card):
    status, _ = refusal(client, "play", led(person), deal=0, held=5, card=card)
    assert status in (400, 422)


def test_a_computer_that_plays_for_a_person_leaves_no_choice_behind(person):
    game = led(person)
    seat = read(game).seats[0]
    choose(game, person, cards(game, may_follow=True)[0])
    seat.refresh_from_db()
    seat.absence = "late"
    seat.save()
    assert TableShown(read(game), person).ahead.chosen == ""
    with pytest.raises(SeatIsPlayed):
        choose(game, person, "")


def test_led_suits_bind_only_who_has_yet_to_play():
    position = after(deal("AS KH | QS 3H | 2C 2D", trump="9D"), (0, 0, 0), "AS")
    assert {card_code(c) for c in position.seen_by(1).plays_ahead} == {"QS"}
    assert len(position.seen_by(0).plays_ahead) == 1
    assert position.seen_by(None).plays_ahead == frozenset()
    assert position.phase is Phase.PLAYING
    assert suit_of(min(position.seen_by(1).plays_ahead)) == position.trick.led
    with pytest.raises(StillBidding):
        deal("AS KH | QS 3H | 2C 2D", trump="9D").after_play(0, 0)
