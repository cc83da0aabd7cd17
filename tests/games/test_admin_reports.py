"""The queue of reports: what moderators read there, and how reports are closed."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Act, User
from accounts.sanctions import sanction
from games.models import Game, Report
from tests.games.casts import browser, cat
from tests.games.endings import finished_among
from tests.games.gatherings import gathered
from tests.games.talking import say
from tests.staff import bea, max_, mia

pytestmark = pytest.mark.django_db
QUEUE = "/admin/games/report/"


@pytest.fixture
def moderator(db: None) -> User:
    return mia()


@pytest.fixture
def desk(moderator: User) -> Client:
    """Mia's browser."""
    return browser(moderator)


@pytest.fixture
def game(person: User, friend: User) -> Game:
    return gathered(person, friend)


@pytest.fixture
def complaint(person: User, friend: User, game: Game) -> Report:
    """Ann's about Ben."""
    return complain(person, friend, game)


def complain(reporter: User, reported: User, game: Game | None = None, **more) -> Report:
    fields = {"reason": "stalling", "details": "waits", "game": game, **more}
    return Report.objects.create(reporter=reporter, reported=reported, **fields)


def page(report: Report) -> str:
    return reverse("admin:games_report_change", args=[report.pk])


def answer(desk: Client, report: Report, kind: str = "warn", **fields: object):
    return desk.post(page(report), {"kind": kind, "reason": "Be quick", **fields})


def html(desk: Client, address: str, **query: str) -> str:
    return desk.get(address, query).content.decode()


def listed(desk: Client, **query: str) -> list[Report]:
    return list(desk.get(QUEUE, query).context["cl"].result_list)


# --- The queue ---------------------------------------------------------------------


def test_open_reports_come_first_and_the_oldest_of_them_before(desk, person, friend):
    closed, old, new = [complain(person, friend) for _ in range(3)]
    answer(desk, closed, "dismiss")
    Report.objects.filter(pk=old.pk).update(at=old.at - timedelta(days=1))
    assert listed(desk) == [old, new, closed]
    assert listed(desk, state="open") == [old, new]
    assert listed(desk, state="closed") == [closed]


def test_reports_are_found_by_names_code_and_reason(desk, person, friend, game, complaint):
    other = complain(friend, cat(), reason="spam")
    assert listed(desk, q="ann") == [complaint]
    assert listed(desk, q="cat") == [other]
    assert listed(desk, q=game.code) == [complaint]
    assert listed(desk, reason__exact="spam") == [other]


def test_nobody_reads_who_has_complained_about_them(desk, person, moderator):
    report = complain(person, moderator)
    assert listed(desk) == []
    assert desk.get(page(report)).status_code == 404
    assert answer(desk, report, "dismiss").status_code == 404


def test_the_front_page_says_how_many_reports_are_open(desk, moderator, person, complaint):
    complain(person, cat())
    complain(person, moderator)  # which Mia doesn't read
    front = reverse("admin:index")
    assert "<b>2</b> open reports" in html(desk, front)
    answer(desk, complaint, "dismiss")
    assert "<b>1</b> open report<" in html(desk, front)
    assert 'class="queue"' not in html(browser(max_()), front)


def test_what_moderators_come_for_stands_first(desk):
    apps = desk.get(reverse("admin:index")).context["app_list"]
    names = [[model["object_name"] for model in app["models"]] for app in apps]
    assert names == [["Report", "Game"], ["User", "Act", "BannedWord"]]


def test_results_are_counted_only_where_something_was_looked_for(desk, complaint):
    assert "1 result " not in html(desk, QUEUE)
    assert "1 result " in html(desk, QUEUE, q="ann")
    assert "1 result " in html(desk, QUEUE, state="open")


# --- A report ----------------------------------------------------------------------


def test_a_report_shows_all_that_belongs_to_it(desk, moderator, person, friend):
    game = finished_among(person, friend)
    say(game, person, "good game")
    message = say(game, friend, "you are bad")
    complain(cat(), friend, reason="name")
    sanction(Act.Kind.WARN, person=friend, by=moderator, reason="An old story")
    shown = html(desk, page(complain(person, friend, game, message=message, reason="insult")))
    for text in ("Insults, threats or hate", "waits", "good game", "An old story", "Cat"):
        assert text in shown
    assert shown.count("you are bad") == 2, "as the message, and in the chat"
    assert reverse("admin:games_game_change", args=[game.pk]) in shown
    assert '<th scope="row">Total</th>' in shown


def test_what_people_write_is_text(desk, person, friend, game):
    User.objects.filter(pk=friend.pk).update(name="<b>Ben</b>")
    message = say(game, person, "<i>hi</i>")
    report = complain(person, friend, game, details="<u>x</u>", message=message)
    for address in (page(report), QUEUE, reverse("admin:games_game_change", args=[game.pk])):
        shown = html(desk, address)
        assert "&lt;b&gt;Ben&lt;/b&gt;" in shown
        assert not any(tag in shown for tag in ("<b>Ben", "<i>hi", "<u>x"))
    assert "&lt;i&gt;hi&lt;/i&gt;" in html(desk, page(report))


def test_a_report_without_a_game_can_be_read_too(desk, person, friend):
    assert "waits" in html(desk, page(complain(person, friend)))


# --- Closing -----------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["dismiss", "warn", "ban", "lift"])
def test_whatever_is_done_closes_the_report(desk, moderator, friend, complaint, kind):
    done = answer(desk, complaint, kind)
    assert (done.status_code, done["Location"]) == (302, QUEUE)
    complaint.refresh_from_db()
    assert [complaint.act.kind, complaint.act.person] == [kind, friend]
    assert [complaint.act.by, complaint.act.reason] == [moderator, "Be quick"]
    assert "Be quick" in html(desk, page(complaint))


def test_a_dismissed_report_does_nothing_to_the_person(desk, friend, complaint):
    answer(desk, complaint, "dismiss")
    friend.refresh_from_db()
    assert (friend.unread_act, friend.is_muted, friend.is_barred) == (None, False, False)


def test_all_open_reports_about_the_person_are_closed_where_that_is_asked_for(
    desk, person, friend, complaint
):
    same, other = complain(person, friend), complain(friend, person)
    answer(desk, complaint, "warn", closes_all="on")
    act = Act.objects.get()
    assert set(act.reports.all()) == {complaint, same}
    assert Report.objects.get(act=None) == other


def test_only_this_report_is_closed_otherwise(desk, person, friend, complaint):
    same = complain(person, friend)
    answer(desk, complaint)
    assert Report.objects.get(act=None) == same


def test_what_is_refused_closes_nothing(desk, person, friend, complaint):
    for fields in ({"kind": "mute"}, {"kind": "rename", "name": "ANN"}, {"reason": ""}):
        assert answer(desk, complaint, **fields).status_code == 422
    about_staff = complain(person, bea())
    assert "Only an administrator" in answer(desk, about_staff, "ban").content.decode()
    assert Report.objects.filter(act=None).count() == 2
    assert not Act.objects.exists()


def test_of_two_moderators_the_later_is_told(desk, complaint):
    answer(browser(bea()), complaint, "dismiss")
    late = answer(desk, complaint, "ban")
    assert late.status_code == 422
    assert "Another moderator was quicker" in late.content.decode()
    assert Act.objects.count() == 1


# --- Who may -----------------------------------------------------------------------


def test_nobody_changes_what_was_reported(complaint):
    boss = browser(bea())
    assert boss.get(page(complaint)).status_code == 200
    for more in (f"{complaint.pk}/delete/", "add/"):
        assert boss.post(QUEUE + more, {"post": "yes"}).status_code == 403
    boss.post(page(complaint), {"details": "nothing", "reason": ""})
    assert Report.objects.get().details == "waits"


def test_staff_without_rights_read_no_reports(complaint):
    client = browser(max_())
    for address in (QUEUE, page(complaint)):
        assert client.get(address).status_code == 403
    assert answer(client, complaint).status_code == 403


def test_whoever_may_only_read_reports_closes_none(desk, moderator, complaint):
    moderator.groups.get().permissions.get(codename="moderate").delete()
    assert 'class="act"' not in html(desk, page(complaint))
    assert answer(desk, complaint).status_code == 403
    assert not Act.objects.exists()


def test_a_player_and_a_stranger_are_sent_to_the_door(person, complaint):
    for client in (browser(person), browser()):
        assert "login" in client.get(QUEUE)["Location"]
        assert "login" in answer(client, complaint)["Location"]
    assert not Act.objects.exists()
