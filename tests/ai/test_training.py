"""Nets learn what they are shown, from practice and from watching, and the kernel answers as the
nets that were made."""

from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from games.ai.insane import InsanePlayer
from games.ai.kernel import layout, minds, nets, playing, problem, search, tricks
from games.ai.training import compare, learning, practice, reinforce, sight, slopes, watch
from games.rules import PRESETS, Position, Rules, parse_card
from tests.ai.tables import HOUSE_RULES, random_start, table, view_to_act
from tests.builders import random_line

KINDS = reinforce.tables(reinforce.every_kind())


@pytest.fixture(scope="module")
def fresh() -> dict[str, nets.Net]:
    """Nets that have learned nothing, by name."""
    chance = np.random.default_rng(1)
    return {name: learning.fresh_net(name, chance) for name in learning.SHAPES}


@pytest.fixture(scope="module")
def practised(fresh) -> Any:
    """The bids and the cards of two hundred deals."""
    bids, cards = learning.blank_decisions(1600, 13), learning.blank_decisions(7200, 0)
    many_bids, many_cards = practice.play_deals(
        200, KINDS, (fresh["cards"], fresh["bids"], fresh["critic"]), False, 0.5,
        np.array([1], np.uint64), bids, cards,
    )  # fmt: skip
    return tuple(part[:many_bids] for part in bids), tuple(part[:many_cards] for part in cards)


@pytest.fixture(scope="module")
def folder(fresh, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Nets that have learned nothing, as files."""
    path = tmp_path_factory.mktemp("weights")
    for name in ("cards", "bids"):
        learning.export(fresh[name], path / f"{name}.npz")
    return path


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a dozen watched deals came to, as a file."""
    path = tmp_path_factory.mktemp("seen") / "seen.npz"
    watch.write_shard(path, 12, 1, watch.WEIGHTS)
    return path


def test_deals_of_practice_are_deals_of_their_kind():
    words, facts = np.empty(layout.WORDS, np.uint64), np.empty(layout.FACTS, np.int64)
    stream = np.array([5], np.uint64)
    for kind in KINDS[0][::97]:
        practice.deal(words, facts, kind, stream)
        players, size = kind[practice.K_PLAYERS], kind[practice.K_SIZE]
        held = [int(word) for word in words[:players]]
        assert [hand.bit_count() for hand in held] == [size] * players
        assert int(np.bitwise_or.reduce(words)).bit_count() == players * size + (
            kind[practice.K_TRUMP] == practice.TURNED
        )
        assert not any(int(word) & ~int(layout.DECK) for word in words)
        assert not words[players : layout.GONE].any()
        if kind[practice.K_TRUMP] == practice.TURNED:
            assert int(words[layout.GONE]) & int(layout.SUITS[layout.TRUMP_SUIT])
        if kind[practice.K_TRUMP] == practice.DEALERS_LAST:
            assert held[facts[layout.DEALER]] & int(layout.SUITS[layout.TRUMP_SUIT])
        assert facts[layout.TRUMP] == (kind[practice.K_TRUMP] != practice.NO_TRUMP)


def test_practice_writes_legal_answers_with_their_chances(practised):
    for rows in practised:
        legal, made = rows[slopes.LEGAL], rows[slopes.MADE].astype(np.uint64)
        assert (legal >> made & np.uint64(1)).all()
        assert (rows[slopes.LOG_CHANCE] <= 1e-6).all()
        assert (rows[slopes.TOP] > 5).all()
        assert rows[slopes.BETTER] == pytest.approx(
            rows[slopes.CAME_TO] - rows[slopes.EXPECTED], abs=1e-5
        )
    bids, cards = practised
    assert (cards[slopes.LEGAL] & (cards[slopes.LEGAL] - np.uint64(1))).all()
    assert len(bids[0]) > 200 * 3


def test_the_critic_sees_all_hands(practised):
    for row in range(0, len(practised[1][0]), 50):
        on = practised[1][slopes.CRITIC_ON][row, : practised[1][slopes.CRITIC_TOP][row]]
        assert len(set(on.tolist())) == len(on)
        cards = sorted(each % 64 for each in on if each < sight.V_BEST)
        assert len(cards) == len(set(cards))


@pytest.mark.parametrize("kind", ["bids", "cards"])
@pytest.mark.parametrize("copying", [True, False])
def test_slopes_are_those_of_the_loss(fresh, practised, kind, copying):
    rows, net = practised[kind == "cards"], fresh[kind].copy()
    rows[slopes.BETTER][:] = 1.0
    batch, curiosity = np.arange(0, len(rows[0]), 7), 0.0 if copying else 0.1

    def loss(net: nets.Net) -> float:
        entropy, log = slopes.policy_slopes(
            net, np.zeros_like(net), rows, batch, copying, 9.0, curiosity
        )
        return -log - curiosity * entropy

    found = np.zeros_like(net)
    slopes.policy_slopes(net, found, rows, batch, copying, 9.0, curiosity)
    steepest = np.argsort(-np.abs(found), axis=None)[[0, 5, 20, 80, 200]]
    for place in zip(*np.unravel_index(steepest, net.shape), strict=True):
        up, down = net.copy(), net.copy()
        up[place] += 0.01
        down[place] -= 0.01
        assert (loss(up) - loss(down)) / 0.02 == pytest.approx(found[place], rel=0.08, abs=2e-4)


def test_slopes_of_the_critic_are_those_of_its_error(fresh, practised):
    rows, critic = practised[1], fresh["critic"].copy()
    batch, found = np.arange(0, len(rows[0]), 9), np.zeros_like(critic)
    slopes.critic_slopes(critic, found, rows, batch)
    steepest = np.argsort(-np.abs(found), axis=None)[[0, 5, 20, 80]]
    for place in zip(*np.unravel_index(steepest, critic.shape), strict=True):
        errors = []
        for change in (0.01, -0.01):
            moved = critic.copy()
            moved[place] += change
            errors.append(slopes.critic_slopes(moved, np.zeros_like(critic), rows, batch))
        slope = (errors[0] - errors[1]) / 0.04  # of half the error
        assert slope == pytest.approx(found[place], rel=0.08, abs=2e-4)


def test_an_answer_is_pushed_no_further_than_the_clip(fresh, practised):
    rows, net = practised[1], fresh["cards"]
    rows[slopes.BETTER][:] = 1.0
    batch, found = np.arange(50), np.zeros_like(net)
    before = rows[slopes.LOG_CHANCE].copy()
    rows[slopes.LOG_CHANCE][:] -= 1.0  # each is far likelier now than when it was given
    slopes.policy_slopes(net, found, rows, batch, False, 0.2, 0.0)
    rows[slopes.LOG_CHANCE][:] = before
    assert not found.any()


def test_nets_copy_rules_of_thumb_and_play_better_for_it(fresh, monkeypatch):
    monkeypatch.setattr(reinforce, "DEALS", 400)
    learned = reinforce.Practice(8, 1)
    for _ in range(8):
        learned.play_round()
    margins = np.zeros(3000)
    ours = (learned.learners["cards"].net, learned.learners["bids"].net)
    practice.duel(
        3000, KINDS, ours, (fresh["cards"], fresh["bids"]), np.array([3], np.uint64), margins
    )
    assert margins.mean() > 3 * margins.std() / np.sqrt(margins.size)


def test_practice_goes_on_where_it_was_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(reinforce, "DEALS", 40)
    monkeypatch.setattr(reinforce, "BATCH", 64)
    monkeypatch.setattr(reinforce, "KEPT", 1)
    monkeypatch.setattr(reinforce, "COPIED", 1)
    reinforce.reinforce(tmp_path, tmp_path / "weights", rounds=2)
    kept = reinforce.Practice(3, 1)
    kept.go_on(tmp_path / "practice.npz")
    assert kept.done == 2
    cards = minds.nets_in(tmp_path / "weights")[0]
    assert (kept.learners["cards"].net == cards).all()
    assert kept.learners["critic"].steps > 0
    reinforce.reinforce(tmp_path, tmp_path / "later", rounds=3)
    assert (minds.nets_in(tmp_path / "later")[0] != cards).any()


def see(net: nets.Net, on: Any) -> Any:
    """A net's answers, in plain arithmetic."""
    one = np.maximum(net[nets.BIASES] + net[nets.COLUMNS + on].sum(axis=0), 0)
    two = np.maximum(net[: nets.SECOND] @ one + net[nets.SECOND, : nets.SECOND], 0)
    last = net[nets.ANSWERS : nets.BIASES]
    return last[:, : nets.SECOND] @ two + last[:, nets.SECOND]


def test_the_kernel_plays_what_the_net_answers(folder, seen):
    net, book = minds.nets_in(folder)[0], watch.read_book([seen], "card")
    lessons = watch.card_lessons(book)
    for row in range(0, len(book["made"]), 7):
        words, facts = book["words"][row], book["facts"][row].astype(np.int64)
        answers = see(net, lessons[slopes.ON][row, : lessons[slopes.TOP][row]])
        legal = int(tricks.legal_cards(words, facts))
        favoured = max((place for place in range(64) if legal >> place & 1), key=answers.item)
        _, _, sums, second, on, base = search.make_room()
        playing.begin_sums(words, facts, int(book["pays"][row]), net, base, on)
        assert playing.net_card(words, facts, net, base, sums, second, on) == favoured


def test_sums_kept_up_card_by_card_are_those_of_the_position(folder):
    net = minds.nets_in(folder)[0]
    position = after_bids(PRESETS["standard"].rules(4))
    asked = problem.problem_of(position.seen_by(0))
    words, facts = asked.words.copy(), asked.facts.copy()
    for seat, hand in enumerate(position.hands):
        words[seat] = sum(1 << asked.place(card) for card in hand)
    _, _, sums, second, on, base = search.make_room()
    playing.begin_sums(words, facts, 0, net, base, on)
    for _ in range(25):
        card = playing.net_card(words, facts, net, base, sums, second, on)
        playing.put_with_sums(words, facts, card, net, base)
    fresh = np.empty_like(base)
    playing.begin_sums(words, facts, 0, net, fresh, on)
    assert base[:4] == pytest.approx(fresh[:4], abs=1e-4)
    assert base[-1] == pytest.approx(fresh[-1], abs=1e-4)


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
        asked, seat = problem.problem_of(view), view.seat or 0
        words, facts = asked.words, asked.facts
        sums, second, features = nets.make_bid_room()
        nets.begin_bid(words[layout.GONE], facts, seat, 0, net, sums)
        nets.bid_hidden(words, facts, seat, asked.miss, asked.counts, net, sums, second, features)
        barred = (
            facts[layout.SIZE] - sum(bid or 0 for bid in view.bids) if seat == view.dealer else -1
        )
        logs = [nets.bid_log_chance(bid, facts, barred, second, net) for bid in view.legal_bids]
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


def test_every_bid_and_every_choice_that_was_watched_is_written(seen):
    for kind, least in (("bid", 1), ("card", 2)):
        book = watch.read_book([seen], kind)
        made = book["made"].astype(np.uint64)
        assert (book["choices"] >> made & np.uint64(1)).all()
        assert min(int(each).bit_count() for each in book["choices"]) >= least
    assert len(watch.read_book([seen], "bid")["made"]) >= 12 * 3


def test_cards_that_come_to_the_same_are_watched_as_one():
    position = table(["AC KC 2H", "QC JC 3H", "TC 9C 4H"], "2S", [2, 0, 0])
    view, books = view_to_act(position), (watch.Book(), watch.Book())

    class Leader:
        def bid(self, view, chance):
            raise AssertionError

        def play(self, view, chance):
            return parse_card("AC")

    watch.Watched(Leader(), *books).play(view, Random(1))
    asked, rows = problem.problem_of(view), books[1].rows
    low, side = asked.place(parse_card("KC")), asked.place(parse_card("2H"))
    assert rows["choices"] == [1 << low | 1 << side]
    assert rows["made"] == [low]


def test_exchanging_plain_suits_and_back_changes_nothing(seen):
    book = watch.read_book([seen], "card")
    for suits in permutations(range(3)):
        there = watch.exchanged(book, suits)
        back = watch.exchanged(there, np.argsort(suits).tolist())
        for part in book:
            assert (back[part] == book[part]).all()
        assert (there["choices"] >> there["made"].astype(np.uint64) & np.uint64(1)).all()
        legal = [
            int(tricks.distinct(tricks.legal_cards(words, facts), words, facts))
            for words, facts in zip(there["words"], there["facts"].astype(np.int64), strict=True)
        ]
        assert legal == there["choices"].tolist()


def test_a_net_learns_what_it_watches(seen):
    for name, kind in (("cards", "card"), ("bids", "bid")):
        book = watch.read_book([seen], kind)
        book = {part: np.concatenate([each] * 12) for part, each in book.items()}
        early, late = (watch.fit(name, book, 1, passes) for passes in (1, 12))
        rows = watch.card_lessons(book) if name == "cards" else watch.bid_lessons(book)
        every = np.arange(len(book["made"]))
        logs = [
            slopes.policy_slopes(net, np.zeros_like(net), rows, every, True, 0.0, 0.0)[1]
            for net in (early, late)
        ]
        assert logs[1] > logs[0] + 0.05


def test_what_can_not_be_read_is_named(tmp_path):
    broken = tmp_path / "practice.npz"
    broken.write_bytes(b"nonsense")
    with pytest.raises(SystemExit, match=r"practice\.npz can't be read"):
        reinforce.reinforce(tmp_path, tmp_path / "weights", rounds=1)
    assert not (tmp_path / "weights").exists()
    (tmp_path / "seen-1.npz").write_bytes(b"PK")
    with pytest.raises(SystemExit, match=r"seen-1\.npz can't be read"):
        watch.read_book([tmp_path / "seen-1.npz"], "card")


@pytest.mark.parametrize(
    ("command", "arguments", "said"),
    [
        (reinforce, ["--rounds", "0"], "--rounds"),
        (reinforce, ["--rounds", "-3"], "--rounds"),
        (watch, ["--files", "0"], "--files"),
        (watch, ["--weights", "nowhere"], "there is no cards.npz in nowhere"),
        (compare, ["--ours", "nowhere"], "there is no cards.npz in nowhere"),
    ],
)
def test_wrong_options_are_refused(command, arguments, said, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["training", *arguments])
    with pytest.raises(SystemExit) as stopped:
        command.main()
    assert stopped.value.code == 2
    assert said in capsys.readouterr().err


def test_stopped_practice_keeps_what_it_learned(tmp_path, monkeypatch):
    def stop(self):
        raise KeyboardInterrupt

    monkeypatch.setattr(reinforce.Practice, "play_round", stop)
    with pytest.raises(SystemExit, match="Stopped after round 0"):
        reinforce.reinforce(tmp_path, tmp_path / "weights", rounds=2)
    assert (tmp_path / "practice.npz").exists()
    assert not (tmp_path / "weights").exists()
