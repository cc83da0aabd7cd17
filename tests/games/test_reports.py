"""Reporting people and what they said."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import manners, reports
from games.models import Game, Report
from tests.games.casts import ben, browser, cat
from tests.games.gatherings import gathered
from tests.games.posting import HTMX, said
from tests.games.rows import nothing_changes
from tests.games.talking import say, unwatched
from tests.games.test_races import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def other(db) -> User:
    return ben()


@pytest.fixture
def game(person, other) -> Game:
    return gathered(person, other)


def address(game: Game, person: User) -> str:
    return reverse("games:report", args=[game.code, person.pk])


def send(client: Client, game: Game, person: User, **fields: object):
    return client.post(address(game, person), fields, **HTMX)


def stored() -> list[tuple[object, ...]]:
    fields = ("reporter__name", "reported__name", "game__code", "message", "reason", "details")
    return list(Report.objects.order_by("pk").values_list(*fields))


def test_every_reason_has_words():
    assert [key for key, _title in reports.reasons()] == list(Report.Reason)
    assert all(title and title != str(key) for key, title in reports.reasons())


def test_the_form_asks_for_a_reason(client, game, other):
    page = client.get(address(game, other)).content.decode()
    assert page.count('type="radio"') == len(Report.Reason)
    assert "<!doctype html>" in page
    assert "<!doctype" not in client.get(address(game, other), **HTMX).content.decode()


def test_a_person_is_reported_and_can_be_blocked_right_after(client, game, other):
    answer = send(client, game, other, reason="stalling", details=" waits\u200b\n always ")
    assert answer.status_code == 200
    html = answer.content.decode()
    assert "Thank you. A moderator will look at it." in html
    assert 'value="block"' in html
    assert stored() == [("Ann", "Ben", game.code, None, "stalling", "waits always")]


def test_a_message_is_reported(client, game, other):
    message = say(game, other, "rude")
    send(client, game, other, reason="insult", message=message.pk)
    assert stored() == [("Ann", "Ben", game.code, message.pk, "insult", "")]


def test_without_javascript_one_is_sent_to_the_menu(client, game, other):
    answer = client.post(address(game, other), {"reason": "spam"})
    menu = reverse("games:person", args=[game.code, other.pk])
    assert (answer.status_code, answer["Location"]) == (303, menu)
    page = client.get(menu).content.decode()
    assert "Thank you. A moderator will look at it." in page
    assert len(stored()) == 1


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "Choose what was wrong."),
        ({"reason": "ugly"}, "Choose what was wrong."),
        (
            {"reason": "spam", "details": "x" * 501},
            "That is too long: the details have at most 500 characters.",
        ),
    ],
)
def test_a_refusal_is_a_sentence_and_keeps_the_text(client, game, other, fields, sentence):
    with nothing_changes():
        answer = send(client, game, other, **fields)
        page = client.post(address(game, other), fields)
    assert (answer.status_code, said(answer.content)) == (422, sentence)
    assert (page.status_code, said(page.content)) == (422, sentence)
    assert page.context["details"] == fields.get("details", "")


def test_details_may_be_as_long_as_the_limit(client, game, other):
    send(client, game, other, reason="other", details="x" * 500)
    assert Report.objects.get().details == "x" * 500


def test_the_same_report_again_is_thanked_for_and_kept_once(client, game, other):
    message = say(game, other, "rude")
    for fields in ({"reason": "name"}, {"reason": "insult", "message": message.pk}):
        for _ in range(2):
            assert "Thank you" in send(client, game, other, **fields).content.decode()
    send(client, game, other, reason="spam", message=message.pk)
    assert [row[4] for row in stored()] == ["name", "insult"]


def test_another_reason_another_game_another_reporter_are_reports_of_their_own(
    client, person, game, other
):
    again = gathered(person, other)
    send(client, game, other, reason="name")
    send(client, game, other, reason="stalling")
    send(client, again, other, reason="name")
    send(browser(cat()), game, other, reason="name")
    assert Report.objects.count() == 4


def test_nobody_sends_reports_without_end(client, game, other):
    third = cat()
    messages = [say(gathered(other, third), other, "x") for _ in range(5)]
    for number, reason in enumerate(Report.Reason):
        send(client, game, other, reason=reason)
        assert Report.objects.count() == number + 1
    for message in messages[:4]:
        send(client, message.game, other, reason="spam", message=message.pk)
    with nothing_changes():
        answer = send(client, messages[4].game, other, reason="spam", message=messages[4].pk)
    sentence = "You have sent many reports. Try again in an hour."
    assert (answer.status_code, said(answer.content)) == (429, sentence)
    assert answer["Retry-After"] == "3600"
    assert "Thank you" in send(client, game, other, reason="name").content.decode()


def test_nobody_reports_themselves(client, person, game):
    with nothing_changes():
        assert send(client, game, person, reason="spam").status_code == 422


def test_a_stranger_is_no_ones_to_report(client, person, game, other):
    hidden = unwatched(person, other)
    with nothing_changes():
        assert send(client, game, cat(), reason="spam").status_code == 404
        for visitor in (browser(), browser(User.objects.create_user("Dan"))):
            assert send(visitor, hidden, other, reason="spam").status_code == 404


def test_the_one_who_is_reported_is_not_told(client, game, other):
    send(client, game, other, reason="spam", details="always the same")
    page = browser(other).get(reverse("games:table", args=[game.code])).content.decode()
    assert "always the same" not in page


@pytest.mark.django_db(transaction=True)
def test_a_report_pressed_many_times_at_once_is_kept_once(person, other, game):
    meeting = manners.meet(game.code, person, other.pk)
    at_once(*[lambda: reports.report(meeting, "spam")] * 4)
    assert Report.objects.count() == 1


# --- By the profile -------------------------------------------------------------------


def by_profile(other: User) -> str:
    return reverse("games:report_profile", args=[other.username])


def test_a_person_is_reported_by_the_profile(client, other):
    profile = reverse("games:profile", args=[other.username])
    assert by_profile(other) in client.get(profile).content.decode()
    assert client.get(by_profile(other)).content.decode().count('type="radio"') == 6
    answer = client.post(by_profile(other), {"reason": "name", "details": "<b>rude</b>"})
    assert (answer.status_code, answer["Location"]) == (303, profile)
    assert stored() == [("Ann", "Ben", None, None, "name", "<b>rude</b>")]
    assert "A moderator will look at it." in client.get(profile).content.decode()
    client.post(by_profile(other), {"reason": "name"})
    assert len(stored()) == 1, "the same complaint made again is one"


def test_what_is_wrong_with_a_report_by_the_profile_is_said_and_the_words_are_kept(client, other):
    answer = client.post(by_profile(other), {"reason": "x", "details": "my words"})
    assert answer.status_code == 422
    assert "my words" in answer.content.decode()
    assert (
        client.post(by_profile(other), {"reason": "name", "details": "x" * 501}).status_code == 422
    )
    assert stored() == []


def test_nobody_reports_themselves_nor_who_isnt_there_nor_without_a_name(client, person, other):
    assert client.post(by_profile(person), {"reason": "name"}).status_code == 422
    assert by_profile(person) not in client.get(f"/people/{person.username}").content.decode()
    assert client.post("/people/nobody/report", {"reason": "name"}).status_code == 404
    answer = Client().post(by_profile(other), {"reason": "name"})
    assert answer.status_code == 302
    assert answer["Location"].startswith("/account/login/")
    assert stored() == []
