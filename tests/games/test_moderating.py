"""Games that moderators end or void: what becomes of them, and of all that they had counted in."""

from random import Random

import pytest
from asgiref.sync import sync_to_async

from accounts.heirs import hand_over
from accounts.models import Act, User
from games import table
from games.models import Game, RatingChange, Tally
from games.ratings import rebuild
from games.refusals import CountsForNobody, GameHasEnded, NoSuchGame, NotBegun, YourOwnGame
from games.results import result_of
from games.stats import statistics_of
from tests.games.casts import browser, cat, finished_game, fresh, gus, start
from tests.games.endings import QUICK, abandoned, finished_among, ratings, step_shared
from tests.games.gatherings import gathered, gone, open_table
from tests.games.rows import nothing_changes
from tests.games.turns import read
from tests.games.watching import do, watching
from tests.staff import mia

pytestmark = pytest.mark.django_db
STATUS = Game.Status


@pytest.fixture
def moderator(db: None) -> User:
    return mia()


def ended(game: Game, by: User) -> Game:
    return table.end_game(code=game.code, by=by, reason="Stuck")


def voided(game: Game, by: User) -> Game:
    return table.void_game(code=game.code, by=by, reason="Collusion")


def verdict(game: Game, user: User) -> str:
    return result_of(read(game), user).verdict


# --- Ending ------------------------------------------------------------------------


def test_a_stuck_game_ends_and_counts_for_nobody(person, friend, moderator):
    game = gathered(person, friend)
    before = game.version
    game = ended(game, moderator)
    assert (game.status, game.version) == (STATUS.ABANDONED, before + 1)
    assert (fresh(game).wake_at, fresh(game).due_at) == (None, None)
    assert not statistics_of(person)
    assert not RatingChange.objects.exists()
    assert verdict(game, person) == "Moderators ended this game. It counts for nobody."


def test_a_game_that_all_had_left_says_so_whoever_ended_it(person, friend, moderator):
    game = gathered(person, friend)
    for user in (person, friend):
        game = gone(game, user)
    assert "Everybody had left" in verdict(ended(game, moderator), person)


def test_an_open_table_is_closed_and_nobody_sits_there_any_more(person, friend, moderator):
    game = ended(open_table(person, friend), moderator)
    assert (fresh(game).status, game.seats.count()) == (STATUS.CLOSED, 0)
    assert browser(person).get(f"/game/{game.code}").status_code == 410


def test_what_was_done_is_written_with_its_reason(person, moderator):
    game = ended(start(person), moderator)
    act = Act.objects.get()
    assert [act.kind, act.about, act.reason] == [Act.Kind.END, game.code, "Stuck"]
    assert (act.by, act.person) == (moderator, None)


@pytest.mark.django_db(transaction=True)
async def test_those_at_the_table_see_it_at_once():
    def begin() -> tuple[User, Game, User]:
        user = User.objects.create_user("Ann")
        return user, start(user), User.objects.create_user("Mia", is_staff=True)

    user, game, moderator = await sync_to_async(begin)()
    async with watching(game, user) as socket:
        await socket.painting()
        done = await do(ended, game, moderator)
        assert "Moderators ended this game." in await socket.painting_of(done.version)


# --- Voiding -----------------------------------------------------------------------


def test_a_voided_game_is_as_if_it_hadnt_been_played(person, friend, moderator):
    finished_among(person, friend)
    tallies, rated = statistics_of(person), ratings()
    game = finished_among(person, friend, cat(), seed=2)
    assert ratings() != rated
    voided(game, moderator)
    assert (statistics_of(person), ratings()) == (tallies, rated)
    assert not Tally.objects.filter(user__name="Cat").exists()
    assert not RatingChange.objects.filter(seat__game=game).exists()


def test_ratings_of_later_games_follow(person, friend, moderator):
    game, other = finished_among(person, friend), cat()
    finished_among(person, other, seed=2)
    voided(game, moderator)
    assert {name: games for name, (_, _, games) in ratings().items()} == {"Ann": 1, "Cat": 1}


def test_what_came_after_is_rated_as_if_all_were_rated_again(person, friend, moderator):
    third, games = cat(), []
    pairs = [(person, friend), (friend, third), (person, third), (person, friend, third)]
    for seed, people in enumerate(pairs * 2):
        games.append(finished_among(*people, seed=seed))
    for game in (games[4], games[1]):
        voided(game, moderator)
        kept = ratings(), set(RatingChange.objects.values_list("seat", "mean_before"))
        assert rebuild() == 8 - Act.objects.count()
        assert (ratings(), set(RatingChange.objects.values_list("seat", "mean_before"))) == kept


def test_what_an_account_inherited_is_rated_from_the_beginning(person, friend, moderator):
    guest, third = gus(), cat()
    games = [finished_among(guest, friend), finished_among(person, third, seed=2)]
    games.append(finished_among(guest, third, seed=3))
    hand_over(guest, person)
    voided(games[1], moderator)
    kept = ratings()
    rebuild()
    assert ratings() == kept
    assert kept["Ann"][2] == 2, "both games that were the guest's"


def test_what_was_played_stays(person, friend, moderator):
    game = finished_among(person, friend)
    totals = read(game).totals
    game = voided(game, moderator)
    assert read(game).totals == totals
    assert not game.seats.exclude(place=None, total=None, made="").exists()
    assert verdict(game, person) == "Moderators voided this game. It counts for nobody."


def test_a_voided_game_says_so_in_lists_and_at_the_table(person, moderator):
    game = voided(finished_game(person), moderator)
    for address in ("/games", f"/game/{game.code}/results", f"/game/{game.code}"):
        assert "voided" in browser(person).get(address).content.decode()


def test_a_game_under_way_is_voided_too(person, friend, moderator):
    game = gathered(person, friend, rules=QUICK)
    step_shared(game, Random(1))
    game = voided(game, moderator)
    assert (fresh(game).status, fresh(game).wake_at) == (STATUS.VOIDED, None)
    assert Act.objects.get().kind == Act.Kind.VOID


# --- Refusals ----------------------------------------------------------------------


def test_what_makes_no_sense_is_refused_and_changes_nothing(person, friend, moderator):
    done, left = finished_among(person, friend), abandoned(person, friend)
    void = voided(finished_game(person), moderator)
    waiting = open_table(person)
    with nothing_changes():
        for game in (done, left, void):
            with pytest.raises(GameHasEnded):
                ended(game, moderator)
        for game in (left, void):
            with pytest.raises(CountsForNobody):
                voided(game, moderator)
        with pytest.raises(NotBegun):
            voided(waiting, moderator)
        with pytest.raises(NoSuchGame):
            table.end_game(code="none", by=moderator, reason="Stuck")
    assert Act.objects.count() == 1


def test_moderators_leave_their_own_games_to_others(person, moderator):
    for game in (gathered(person, moderator), finished_among(person, moderator)):
        with nothing_changes(), pytest.raises(YourOwnGame):
            voided(game, moderator)
