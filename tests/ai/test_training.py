"""Nets learn what they are shown, and the kernel answers as the nets that were fitted."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from games.ai import engine
from games.ai.insane import InsanePlayer
from games.ai.training import fit, selfplay, watch
from games.rules import PRESETS, Position, Rules, parse_card
from tests.ai.tables import HOUSE_RULES, random_start, table, view_to_act
from tests.builders import random_line

searching = engine.load()

from games.ai.kernel import columns, layout, minds, nets, playing, problem  # noqa: E402


@pytest.fixture(scope="module")
def books():
    """Two dozen deals of self-play with little effort."""
    recorder = selfplay.Recorder(Random(3), searching)
    recorder.effort = (20, 10)
    for _ in range(24):
        recorder.play_deal()
    return recorder.bids.arrays("bid") | recorder.cards.arrays("card")


@pytest.fixture(scope="module")
def folder(books, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Nets that have learned a little, as files."""
    path = tmp_path_factory.mktemp("weights")
    for name, lessons in (
        ("cards", fit.card_lessons([books])),
        ("bids", fit.bid_lessons([books])),
    ):
        learner = fit.Learner(lessons.columns.shape[1], lessons.favour.shape[1], 1)
        fit.export(learner.weights, path / f"{name}.npz")
    return path


def test_self_play_writes_every_bid_and_every_card_that_matters(books):
    assert len(books["bid_words"]) >= 24 * 3
    assert (books["bid_choices"] >= 0).sum(axis=1).min() >= 1
    assert (books["card_choices"] >= 0).sum(axis=1).min() >= 2
    spread = books["card_values"].max(axis=1) - books["card_values"].min(axis=1)
    assert spread.min() > 0


def test_favour_goes_to_the_best_choice_and_none_to_what_is_no_choice():
    favour, allowed = fit.favours(
        np.array([[3, 1, -1], [0, 2, -1]]), np.array([[5.0, 1.0, 0], [2.0, 2.0, 9.0]]), 4, 1.0
    )
    assert allowed.tolist() == [[False, True, False, True], [True, False, True, False]]
    assert favour.sum(axis=1) == pytest.approx(1)
    assert favour[0, 3] == pytest.approx(1 / (1 + np.exp(-4)))
    assert favour[1, 0] == favour[1, 2] == pytest.approx(0.5)


def test_exchanging_plain_suits_and_back_changes_nothing(books):
    lessons = fit.card_lessons([books])
    for order, answers in lessons.swaps:
        assert sorted(order) == list(range(nets.CARD_COLUMNS))
        assert sorted(answers) == list(range(64))
    rows = np.arange(20)
    plain, favour, _ = lessons.batch(rows, 0)
    assert (plain == lessons.columns[rows]).all()
    swapped = lessons.batch(rows, 3)
    assert (swapped[0].sum(axis=1) == plain.sum(axis=1)).all()
    assert (swapped[1].max(axis=1) == favour.max(axis=1)).all()


def test_a_net_learns_a_simple_rule():
    chance = np.random.default_rng(1)
    seen = (chance.random((600, 12)) < 0.5).astype(np.float32)
    favour = np.eye(2, dtype=np.float32)[seen[:, 4].astype(int)]
    learner = fit.Learner(12, 2, 1)
    allowed = np.ones((600, 2), bool)
    for _ in range(300):
        learner.learn(seen, favour, allowed, 0.01)
    lessons = fit.Lessons(seen, favour, allowed, ())
    assert learner.loss(lessons, np.arange(600))[1] > 0.98


def test_the_kernel_plays_what_the_fitted_net_answers(books, folder):
    lessons = fit.card_lessons([books])
    net = minds.nets_in(folder)[0]
    w1, b1, w2, b2, w3, b3 = net
    for row in range(0, len(lessons.columns), 7):
        words, facts = books["card_words"][row], books["card_facts"][row].astype(np.int64)
        seen = lessons.columns[row].astype(np.float32)
        answers = np.maximum(np.maximum(seen @ w1 + b1, 0) @ w2.T + b2, 0) @ w3.T + b3
        favoured = np.where(lessons.allowed[row], answers, -np.inf).argmax()
        room = make_room(net)
        playing.begin_sums(words, facts, net, room[0])
        pays = int(books["card_pays"][row])
        assert playing.net_card(words, facts, pays, net, *room) == favoured


def make_room(net: nets.Net) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Sums by seat, the layers and the columns that are on."""
    return (
        np.zeros((9, len(net[1])), np.float32), np.zeros(len(net[1]), np.float32),
        np.zeros(len(net[3]), np.float32), np.zeros(nets.MOST_ON, np.int64),
    )  # fmt: skip


def test_sums_kept_up_card_by_card_are_those_of_the_position(folder):
    net = minds.nets_in(folder)[0]
    position = after_bids(PRESETS["standard"].rules(4))
    asked = problem.problem_of(position.seen_by(0))
    words, facts = asked.words.copy(), asked.facts.copy()
    for seat, hand in enumerate(position.hands):
        words[seat] = sum(1 << asked.place(card) for card in hand)
    room = make_room(net)
    playing.begin_sums(words, facts, net, room[0])
    for _ in range(25):
        card = playing.net_card(words, facts, 0, net, *room)
        playing.put_with_sums(words, facts, card, net, room[0])
    fresh = make_room(net)[0]
    playing.begin_sums(words, facts, net, fresh)
    assert room[0] == pytest.approx(fresh, abs=1e-4)


def after_bids(rules: Rules) -> Position:
    position = random_start(rules, 0)
    while not position.legal_plays(position.to_act[0]):
        position = position.after_bid(
            position.to_act[0], position.legal_bids(position.to_act[0])[0]
        )
    return position


def test_bids_chances_sum_to_one_over_the_legal_ones(folder):
    net = minds.nets_in(folder)[1]
    position = random_start(PRESETS["standard"].rules(4), 3)
    for _ in range(4):
        view = view_to_act(position)
        asked = problem.problem_of(view)
        logs = []
        for bid in view.legal_bids:
            words, facts, seat = asked.words, asked.facts, view.seat or 0
            room = nets.make_bid_room(net)
            nets.begin_bid(words[layout.GONE], facts, seat, 0, net, room[0])
            logs.append(
                nets.bid_log_chance(words, facts, seat, bid, asked.miss, asked.counts, net, room)
            )
        assert np.exp(logs).sum() == pytest.approx(1, abs=1e-4)
        position = position.after_bid(position.to_act[0], view.legal_bids[-1])


@pytest.mark.parametrize("rules", HOUSE_RULES, ids=str)
def test_a_player_with_nets_is_legal_and_reproducible(folder, rules):
    player = InsanePlayer(folder)
    for position in list(random_line(random_start(rules, 5), Random(5)))[:-1:9]:
        view = view_to_act(position)
        first, again = (player.advise(view, Random(2)) for _ in range(2))
        assert first == again
        assert first.choice in (view.legal_bids or view.legal_plays)


def test_marked_columns_fit_the_nets(books):
    rows = np.zeros((len(books["card_words"]), nets.CARD_COLUMNS), np.uint8)
    facts = books["card_facts"].astype(np.int64)
    columns.mark_cards(books["card_words"], facts, books["card_pays"].astype(np.int64), rows)
    hands = rows[:, nets.C_HAND : nets.C_HAND + 64].sum(axis=1)
    assert (hands >= 2).all()
    assert (rows[:, nets.C_GONE : nets.C_GONE + 64].sum(axis=1) + hands <= 52).all()


def test_every_bid_and_every_choice_that_was_watched_is_written(tmp_path):
    path = tmp_path / "seen.npz"
    watch.write_shard(path, 12, 1, watch.WEIGHTS)
    seen = dict(np.load(path))
    assert len(seen["bid_words"]) >= 12 * 3
    for kind, least in (("bid", 1), ("card", 2)):
        choices, chosen = seen[f"{kind}_choices"], seen[f"{kind}_values"]
        assert (choices >= 0).sum(axis=1).min() >= least
        assert (chosen.sum(axis=1) == 1).all()
        assert (chosen[choices < 0] == 0).all()


def test_what_was_chosen_gets_all_favour(tmp_path):
    path = tmp_path / "seen.npz"
    watch.write_shard(path, 4, 1, watch.WEIGHTS)
    lessons = fit.card_lessons([dict(np.load(path))], watch.WARMTH)
    assert lessons.favour.max(axis=1) == pytest.approx(1)


def test_cards_that_come_to_the_same_are_watched_as_one():
    position = table(["AC KC 2H", "QC JC 3H", "TC 9C 4H"], "2S", [2, 0, 0])
    groups = watch.merged(view_to_act(position))
    assert groups == {
        parse_card("KC"): {parse_card("KC"), parse_card("AC")},
        parse_card("2H"): {parse_card("2H")},
    }
