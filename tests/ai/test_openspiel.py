"""The benchmark against OpenSpiel: both programs play the same deals, and count them alike."""

import re
import sys
from random import Random

import pytest

from benchmarks.openspiel import peer
from benchmarks.openspiel.__main__ import main
from benchmarks.openspiel.peer import RULES, Table, our_player, play, their_bot
from games.rules import shuffled_deck

DEALS = range(len(RULES["ten"].hand_sizes))


@pytest.fixture
def _openspiel() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is installed for its benchmark alone")


def dealt(number: int, scoring: str = "tricks") -> Table:
    """A deal of the schedule, always the same cards."""
    return Table.dealt(RULES[scoring], number, number % 4, shuffled_deck(Random(number)))


@pytest.mark.usefixtures("_openspiel")
def test_both_programs_count_every_deal_alike():
    for number in DEALS:
        ours, theirs = our_player("easy", Random(number)), their_bot(5, number)
        end = play(dealt(number), [ours, theirs, ours, theirs])
        assert end.position.is_over
        assert list(end.position.points() or ()) == end.state.returns() == end.points()


@pytest.mark.usefixtures("_openspiel")
def test_our_scoring_is_counted_by_our_rules():
    end = play(dealt(0, "ten"), [our_player("random", Random(1))] * 4)
    missed = [seat for seat in range(4) if end.position.bids[seat] != end.position.taken[seat]]
    assert missed
    assert all(end.points()[seat] == 0 for seat in missed)


@pytest.mark.usefixtures("_openspiel")
@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_duel_tells_who_counts_what(processes: str, capsys: pytest.CaptureFixture[str]):
    asked = "duel --level easy --deals 2 --simulations 5 --scoring tricks --processes"
    main([*asked.split(), processes])
    printed = capsys.readouterr().out
    assert "2 deals of 10..1..10 cards, each in both seatings" in printed
    assert "the bot's own scoring, as pyspiel returns it" in printed
    assert re.search(r"difference +[+-]\d+\.\d\d ± \d+\.\d\d", printed)


@pytest.mark.usefixtures("_openspiel")
def test_the_bot_imagines_none_but_the_cards_that_are_in_the_hands():
    table = dealt(6)
    hands = [set(map(peer.card_actions().__getitem__, hand)) for hand in table.position.hands]
    for _ in range(50):
        imagined = table.state.resample_from_infostate(table.seat, Random(1).random)
        assert set(imagined.history()[2:-1]) == set().union(*hands)


@pytest.mark.usefixtures("_openspiel")
def test_a_difference_between_the_programs_is_an_error():
    table = dealt(0)
    table.position = dealt(1).position
    with pytest.raises(peer.Disagreement, match="pyspiel allows"):
        table.act(0)


def test_without_openspiel_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(SystemExit, match=r"needs OpenSpiel: pip install .*-benchmarks\.txt"):
        main(["speed"])
