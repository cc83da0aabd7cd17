"""What a viewer reads at the table: status, plates, badges, hand, bid panel, score sheet."""

from typing import Any

import pytest
from django.utils.translation import gettext

from accounts.preferences import read as read_preferences
from games import table
from games.display import TableShown, painted
from games.models import Game
from games.reading import Table
from games.rules import Phase, Position, card_codes, parse_cards, parse_rules
from games.sheets import score_sheet
from games.shown import badge_of, facts, sorted_hand
from games.status import play_hint, status_line
from tests.builders import CAST, after, deal
from tests.games.casts import ann, finished_game, fresh, play_on, start, to_person, view_of
from tests.games.gatherings import gathered
from tests.games.turns import to_middle_of_trick

HANDS = "AS KH | QS 3H | 2C 2D"


def line(position: Position, seat: int, **how: Any) -> str:
    """The status line for a seat."""
    return " ".join(status_line(position.seen_by(seat), CAST, **how)).strip()


def hint(position: Position, seat: int) -> str:
    return play_hint(position.seen_by(seat))


# --- The status line ----------------------------------------------------------


def test_the_status_says_who_is_to_bid():
    start = deal(HANDS)
    assert line(start, 0) == "Your bid. How many tricks will you take?"
    assert line(start, 1) == line(start, 2) == "Ann to bid."


def test_the_status_says_which_bid_is_barred():
    start = after(deal(HANDS, hook=True), (1, 0))
    assert line(start, 2) == "Your bid. Not 1: the bids would make 2."


def test_the_status_asks_freely_where_the_hook_bars_nothing():
    start = after(deal(HANDS, hook=True), (2, 1))
    assert line(start, 2) == "Your bid. How many tricks will you take?"


def test_the_status_of_bids_all_at_once_counts_who_is_missing():
    start = deal(HANDS, bidding="simultaneous")
    assert line(start, 0) == "Your bid. All bids are shown at once."
    assert line(start.after_bid(0, 1), 0) == "You have bid. Waiting for 2 more bids."
    two = start.after_bid(0, 1).after_bid(2, 1)
    assert line(two, 0) == "You have bid. Waiting for 1 more bid."
    assert line(two, 1) == "Your bid. All bids are shown at once."


def test_the_status_says_who_leads_and_what_was_led():
    start = after(deal(HANDS), (1, 1, 1))
    assert line(start, 0) == "Your turn. Lead any card."
    assert line(start, 1) == "Ann to lead."
    led = after(deal(HANDS), (1, 1, 1), "KH")
    assert line(led, 2) == "Ben to play. Led: hearts."


def test_the_status_says_who_took_the_trick_that_lies():
    start = after(deal(HANDS), (1, 1, 1), "AS QS 2C")
    assert line(start, 0) == "You take the trick. Lead any card."
    assert line(start, 1) == "Ann takes the trick. Ann to lead."


def test_the_status_says_what_may_be_played():
    led = after(deal(HANDS), (1, 1, 1), "KH")
    assert line(led, 1) == "Your turn. You must follow hearts."
    void = after(deal(HANDS), (1, 1, 1), "KH 3H")
    assert line(void, 2) == "Your turn. You have no hearts: play any card."
    suited = after(deal("AS KS | QS 3S | 2C 2D"), (1, 1, 1), "AS")
    assert line(suited, 1) == "Your turn. Play any card."


def test_the_status_says_that_a_trump_is_due():
    start = deal("AS KH | QH 3H | 2C 2D", trump="9D", void="must-trump")
    led = after(start, (1, 1, 1), "KH 3H")
    assert line(led, 2) == "Your turn. You must play a trump."
    free = after(deal("AS KH | QH 3H | 2C 3C", trump="9D", void="must-trump"), (1, 1, 1), "KH 3H")
    assert line(free, 2) == "Your turn. You have no hearts: play any card."


def test_the_status_at_the_end_says_how_far_off_a_bid_was():
    over = after(deal(HANDS), (2, 1, 0), "AS QS 2C KH 3H 2D")
    assert line(over, 0) == "Deal 1 is over. You made your bid."
    assert line(over, 1) == "Deal 1 is over. 1 trick short."
    assert line(over, 2) == "Deal 1 is over. You made your bid."
    other = after(deal(HANDS), (0, 2, 0), "AS QS 2C KH 3H 2D")
    assert line(other, 0) == "Deal 1 is over. 2 tricks too many."
    assert line(other, 1) == "Deal 1 is over. 2 tricks short."


def test_a_paused_table_says_only_that():
    assert line(deal(HANDS), 0, paused=True) == "Paused. The table waits for you."


def test_a_name_with_signs_of_its_own_is_printed_as_it_is():
    names = ["100%s <b>", "%(name)s", "{0}"]
    assert status_line(deal(HANDS).seen_by(1), names) == ("100%s <b> to bid.", "")


def test_a_hint_says_why_a_card_can_not_be_played_now():
    start = deal(HANDS)
    assert hint(start, 0) == "The bidding is not over yet."
    assert hint(after(start, (1, 1, 1)), 1) == "It is not your turn."
    assert hint(after(start, (2, 1, 0), "AS QS 2C KH 3H 2D"), 0) == "It is not your turn."


# --- Plates and badges --------------------------------------------------------


def note(bids: tuple[int, ...], plays: str = "", **changes: Any) -> str:
    return facts(after(deal(HANDS, **changes), bids, plays).seen_by(0)).bid_note


def test_the_bids_are_held_against_the_tricks():
    assert note(()) == "2 left"
    assert note((1,)) == "1 left"
    assert note((2,)) == "even so far"
    assert note((2, 1)) == "over by 1"
    assert note((1, 1, 0)) == "even"
    assert note((0, 1, 0)) == "under by 1"


def test_bids_that_are_still_hidden_are_not_added_up():
    start = deal(HANDS, bidding="simultaneous", hook=False)
    shown = facts(after(start, (1,)).seen_by(1))
    assert (shown.bid_sum, shown.bid_note) == ("?", "still hidden")


def test_the_plates_say_deal_cards_and_trump():
    shown = facts(deal(HANDS, trump="TD").seen_by(0))
    assert (shown.number, shown.of, shown.cards) == (1, "1", "2 cards")
    assert (shown.trump_name, shown.turned) == ("diamonds", "10")
    assert facts(deal(HANDS).seen_by(0)).trump_name == "no trump"


def test_the_plates_of_a_game_to_a_target_name_the_target():
    shown = facts(deal(HANDS, end={"target": 100}).seen_by(0))
    assert (shown.of, shown.cards) == ("", "to 100, 2 cards")


def kind(position: Position, seat: int, viewer: int = 0) -> str:
    return badge_of(position.seen_by(viewer), seat).kind


def test_badges_go_from_waiting_to_bid_to_tricks():
    start = deal(HANDS)
    assert kind(start, 0) == "wait"
    assert kind(start.after_bid(0, 1), 0) == "said"
    playing = after(start, (1, 0, 0))
    assert kind(playing, 0) == ""
    assert kind(playing, 1) == "exact"


def test_a_badge_is_exact_at_the_bid_and_over_beyond_it():
    bids = (1, 0, 0)
    assert kind(after(deal(HANDS), bids, "AS QS 2C"), 0) == "exact"
    assert kind(after(deal(HANDS), bids, "AS QS 2C KH 3H 2D"), 0) == "over"
    badge = badge_of(after(deal(HANDS), bids, "AS QS 2C").seen_by(1), 0)
    assert (badge.taken, badge.bid, badge.label, badge.is_new) == (1, 1, "exactly", True)


def test_a_hidden_bid_is_a_badge_without_a_figure():
    start = deal(HANDS, bidding="simultaneous").after_bid(1, 2)
    badge = badge_of(start.seen_by(0), 1)
    assert (badge.kind, badge.bid, badge.taken) == ("secret", None, None)
    assert kind(start, 1, viewer=1) == "said"


def test_every_badge_says_in_words_what_its_colour_says():
    start = deal(HANDS)
    labels = {kind(p, 0): badge_of(p.seen_by(0), 0).label for p in
              (start, start.after_bid(0, 1), after(start, (1, 0, 0), "AS QS 2C"),
               after(start, (0, 0, 0), "AS QS 2C"), after(start, (2, 0, 0)))}  # fmt: skip
    assert len(set(labels.values())) == len(labels) == 5


@pytest.mark.django_db
def test_where_all_bid_at_once_plates_wait_only_when_the_viewer_has_bid():
    person = ann()
    game = start(person, parse_rules("4_ls3_turned_10t-0_sim"))
    assert [seat.is_turn for seat in shown(game).seats] == [True, False, False, False]
    table.bid(code=game.code, user=person, deal=0, turn=view_of(game).actions, value=1)
    assert [seat.is_turn for seat in shown(game).seats] == [False, True, True, True]


# --- The hand -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "shown"),
    [
        ("2C AS KH 3D", "AS KH 2C 3D"),
        ("2S 3S 9H AC", "3S 2S 9H AC"),
        ("2S 9C 4D", "2S 4D 9C"),
        ("2H 9C 4D", "2H 9C 4D"),
        ("2S 9C", "2S 9C"),
        ("2H 4D", "2H 4D"),
        ("AH 2H TH", "AH TH 2H"),
        ("", ""),
    ],
)
def test_a_hand_is_sorted_with_red_and_black_in_turn(hand, shown):
    assert " ".join(card_codes(sorted_hand(frozenset(parse_cards(hand))))) == shown


# --- The table as it is shown -------------------------------------------------


def shown(game: Game) -> TableShown:
    now = Table.read(fresh(game))
    return TableShown(now, next(seat.user for seat in now.seats if seat.user))


@pytest.mark.django_db
def test_the_viewer_comes_first_and_the_others_clockwise():
    seats = shown(start(ann())).seats
    assert [seat.at for seat in seats] == [0, 1, 2, 3]
    assert [seat.is_you for seat in seats] == [True, False, False, False]
    assert seats[0].name == gettext("You")
    assert [seat.is_dealer for seat in seats].count(True) == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    "text", ["4_ls5_turned_10t-0_hook", "3_ls4_turned_10t-0_sim", "8_ls1_none_10t-0_hook"]
)
def test_the_bid_panel_never_begins_at_a_barred_bid(text):
    person = ann()
    for seed in range(5):
        game = to_person(start(person, parse_rules(text), seed=seed), seed=seed)
        panel = shown(game).bid_panel
        assert panel is not None
        assert dict(panel.choices)[panel.start]
        assert [bid for bid, legal in panel.choices if legal] == list(view_of(game).legal_bids)
        assert len(panel.choices) == view_of(game).hand_size + 1


@pytest.mark.django_db
def test_the_bid_panel_of_a_dealer_begins_beside_the_barred_bid():
    person, rules = ann(), parse_rules("4_ls5_turned_10t-0_hook")
    game = next(g for g in (start(person, rules, seed=n) for n in range(9)) if g.first_dealer == 0)
    for seat, value in ((1, 2), (2, 2), (3, 0)):
        game = table.act_for_computer(
            game_id=game.pk, version=game.version, seat_number=seat, action=value
        )
    panel = shown(game).bid_panel
    assert panel is not None
    assert (view_of(game).barred, panel.start) == (1, 0)


@pytest.mark.django_db
def test_there_is_no_bid_panel_at_others_turns_in_pauses_or_after():
    person = ann()
    theirs, waiting = to_person(start(person)), start(person, seed=1)
    assert shown(waiting).bid_panel is None
    table.pause(code=theirs.code, user=person)
    assert shown(theirs).bid_panel is None
    table.give_up(code=theirs.code, user=person)
    assert shown(theirs).bid_panel is None
    assert not shown(theirs).is_your_turn
    assert shown(theirs).status[0] == "This game was given up."


@pytest.mark.django_db
def test_cards_are_marked_where_some_of_them_may_not_be_played():
    game = to_person(start(ann(), parse_rules("4_ls9_turned_10t-0")), Phase.PLAYING)
    marks = {card.code: card.mark for card in shown(game).hand}
    legal = set(card_codes(view_of(game).legal_plays))
    free = len(legal) == len(marks)
    for code, mark in marks.items():
        assert mark == ("" if free else "up" if code in legal else "no")


@pytest.mark.django_db
def test_a_complete_trick_lies_until_the_next_lead_and_says_who_took_it():
    game = play_on(start(ann()), deals=1)
    trick = shown(game).trick
    assert len(trick.cards) == 4
    assert trick.to == next(played.at for played in trick.cards if played.is_best)


@pytest.mark.django_db
def test_totals_are_those_of_all_finished_deals():
    game = play_on(start(ann()), deals=1)
    now = Table.read(fresh(game))
    assert [seat.total for seat in shown(game).seats] == list(now.position.points() or ())
    game = play_on(game)
    assert [seat.total for seat in shown(game).seats] == [s.total for s in game.seats.all()]


# --- The score sheet ----------------------------------------------------------


def sheet_of(game: Game) -> Any:
    now = Table.read(fresh(game))
    return score_sheet(now, next(seat.user for seat in now.seats if seat.user), "You")


@pytest.mark.django_db
def test_the_sheet_adds_up_deal_by_deal():
    sheet = sheet_of(finished_game(ann(), parse_rules("3_ls1.2.1_turned_10t-m1_hook")))
    assert [row.number for row in sheet.rows] == [1, 2, 3]
    for column in range(3):
        points = [row.cells[column].points for row in sheet.rows]
        totals = [row.cells[column].total for row in sheet.rows]
        assert totals == [sum(points[: n + 1]) for n in range(3)]
        assert sheet.totals[column] == totals[-1]
        assert all(
            row.cells[column].is_made == (row.cells[column].bid == row.cells[column].taken)
            for row in sheet.rows
        )


@pytest.mark.django_db
def test_the_sheet_of_a_new_game_is_empty():
    sheet = sheet_of(start(ann()))
    assert (sheet.rows, sheet.totals, sheet.names[0]) == ((), (0, 0, 0, 0), "You")


@pytest.mark.django_db
def test_the_sheet_ends_with_hard_totals():
    game = finished_game(ann(), parse_rules("3_ls1.1.1_none_10t-msq_hard"))
    assert sheet_of(game).totals == tuple(seat.total for seat in game.seats.all())


# --- Cost ---------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("deals", [1, 5])
def test_a_painting_costs_no_query_beyond_the_reading(deals, django_assert_num_queries):
    person = ann()
    rules = parse_rules("4_ls1.1.1.1.1.1_turned_10t-0")
    game = fresh(play_on(start(person, rules), deals=deals))
    with django_assert_num_queries(5):
        now = Table.read(game)
        now.position  # noqa: B018 - it is worked out here
    with django_assert_num_queries(0):
        assert painted(now, person, read_preferences({}))


def test_an_emblem_belongs_to_the_seat_whoever_looks(person, friend):
    people = [person, friend]
    game = gathered(*people)
    for number, user in enumerate(people):
        seats = TableShown(Table.read(game), user).seats
        assert [seat.emblem for seat in seats] == [(number + at) % 4 for at in range(4)]


def test_the_card_that_was_led_is_marked(person):
    game = to_middle_of_trick(start(person), person)
    trick = TableShown(Table.read(game), person).trick
    led = [played for played in trick.cards if played.is_lead]
    assert led == [trick.cards[0]]
