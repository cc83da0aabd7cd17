"""The ladder: who is on it, where, and where one stands oneself."""

from html import unescape

import pytest
from django.utils import timezone

from accounts.models import FOREVER, User
from games.models import RANKED_FROM
from games.pages import LINES_A_PAGE
from tests.games.casts import ann, ben, browser, cat, gus
from tests.games.endings import rated_at

pytestmark = pytest.mark.django_db


def people(number: int) -> list[User]:
    """So many accounts."""
    return [User.objects.create_user(f"Person {each}") for each in range(number)]


def shown(user: User | None = None, query: str = ""):
    """The ladder as somebody sees it."""
    page = browser(user).get(f"/ladder{query}")
    assert page.status_code == 200
    return page


def ranks(page) -> list[tuple[int, str]]:
    return [(line.rank, line.name) for line in page.context["lines"]]


def text(page) -> str:
    return " ".join(unescape(page.content.decode()).split())


def test_the_best_come_first_and_equal_ratings_share_a_rank():
    for user, rating in zip(people(5), (1500, 1620, 1500, 1400, 1700), strict=True):
        rated_at(user, rating)
    expected = [(1, "Person 4"), (2, "Person 1"), (3, "Person 0"), (3, "Person 2"), (5, "Person 3")]
    assert ranks(shown()) == expected


def test_ratings_that_read_the_same_are_the_same():
    first, second = people(2)
    rated_at(first, 1500)
    better = rated_at(second, 1500)
    better.mean += 0.01
    better.save()
    assert ranks(shown()) == [(1, "Person 1"), (1, "Person 0")]


def test_guests_and_closed_accounts_are_not_listed_and_take_no_rank():
    closed, user = people(2)
    rated_at(gus(), 1900)
    rated_at(closed, 1800)
    User.objects.filter(pk=closed.pk).update(is_active=False)
    rated_at(user, 1500)
    assert ranks(shown()) == [(1, "Person 1")]


def test_whoever_is_kept_out_is_not_listed_and_takes_no_rank_until_they_are_back():
    banned, back, user = people(3)
    for each, rating in ((banned, 1800), (back, 1700), (user, 1500)):
        rated_at(each, rating)
    User.objects.filter(pk=banned.pk).update(barred_until=FOREVER)
    User.objects.filter(pk=back.pk).update(barred_until=timezone.now())
    assert ranks(shown()) == [(1, "Person 1"), (2, "Person 2")]


def test_who_has_played_few_games_has_no_rank_and_is_told_how_many_are_missing():
    user = ann()
    rated_at(user, 1900, games=RANKED_FROM - 2)
    rated_at(ben(), 1500, games=RANKED_FROM)
    page = shown(user)
    assert ranks(page) == [(1, "Ben")]
    assert (page.context["own"].rank, page.context["own"].missing) == (None, 2)
    assert "2 more games until you have a rank" in text(page)


def test_a_guest_is_told_that_signing_up_keeps_the_rating():
    guest = gus()
    rated_at(guest, 1550, games=30)
    page = shown(guest)
    assert page.context["own"].rating == 1550
    assert "Sign up, and your rating comes with you" in text(page)


def test_ones_own_line_is_marked_for_oneself_only():
    user = ann()
    rated_at(user, 1500)
    rated_at(ben(), 1600)
    assert [line.is_you for line in shown(user).context["lines"]] == [False, True]
    assert text(shown(user)).count('<tr class="you" id="you">') == 1
    assert "(you)" not in text(shown())


def test_a_rank_goes_on_over_pages_and_ties_hold_across_them():
    crowd = people(LINES_A_PAGE + 2)
    for number, user in enumerate(crowd):
        rated_at(user, 1500 - min(number, LINES_A_PAGE - 1))
    second = shown(query="?page=2")
    assert [rank for rank, _ in ranks(second)] == [LINES_A_PAGE, LINES_A_PAGE]
    assert "2/2" in text(second)


def test_from_another_page_one_is_a_link_away():
    for user in people(LINES_A_PAGE + 1):
        rated_at(user, 1600)
    me = ann()
    rated_at(me, 1500)
    page = shown(me)
    assert not any(line.is_you for line in page.context["lines"])
    assert (page.context["own"].rank, page.context["own"].page) == (LINES_A_PAGE + 2, 2)
    assert 'href="?page=2#you"' in text(page)
    assert shown(me, "?page=2").context["lines"][-1].is_you


def test_ones_page_is_right_among_equals():
    crowd = people(LINES_A_PAGE + 1)
    for user in crowd:
        rated_at(user, 1500)
    for user in (crowd[0], crowd[-1]):
        page = shown(user).context["own"].page
        lines = shown(user, f"?page={page}").context["lines"]
        assert [line.name for line in lines if line.is_you] == [user.name]


@pytest.mark.parametrize("page", ["0", "x", "999", "-1"])
def test_a_page_there_is_not_is_one_there_is(page):
    rated_at(ann(), 1500)
    assert ranks(shown(query=f"?page={page}")) == [(1, "Ann")]


def test_an_empty_ladder_says_what_to_do():
    for user in (None, ann(), gus()):
        assert "Nobody has a rank yet" in text(shown(user))


def test_the_ladder_costs_as_many_queries_for_many_as_for_few(django_assert_max_num_queries):
    user = cat()
    rated_at(user, 1500)
    for other in people(LINES_A_PAGE + 10):
        rated_at(other, 1600)
    client = browser(user)
    for query in ("", "?page=2"):
        with django_assert_max_num_queries(9):
            client.get(f"/ladder{query}")


def test_names_are_text():
    user = ann()
    User.objects.filter(pk=user.pk).update(name="<i>x</i>&")
    rated_at(user, 1500)
    assert b"<i>x" not in shown().content
