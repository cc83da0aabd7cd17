"""Whom people mute and block, and the page where they undo it."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts import shuns
from accounts.models import Shun, User

pytestmark = pytest.mark.django_db

PAGE = reverse("shunned_people")


def person(name: str) -> User:
    return User.objects.create_user(name)


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def kinds() -> set[tuple[str, str, str]]:
    return {(str(each.user), each.kind, str(each.other)) for each in Shun.objects.all()}


def test_blocking_is_more_than_muting_and_muting_never_less():
    ann, ben = person("Ann"), person("Ben")
    shuns.mute(ann, ben)
    assert shuns.kind_of(ann, ben) == "mute"
    shuns.block(ann, ben)
    shuns.mute(ann, ben)
    assert shuns.kind_of(ann, ben) == "block"
    assert shuns.kind_of(ben, ann) == ""


def test_the_page_lists_the_last_one_first_and_each_with_a_way_back():
    ann = person("Ann")
    shuns.mute(ann, person("Ben"))
    shuns.block(ann, person("Cat"))
    page = browser(ann).get(PAGE).content.decode()
    assert page.index("<bdi>Cat</bdi>") < page.index("<bdi>Ben</bdi>")
    assert page.count('value="forgive"') == 2
    assert page.count('value="block"') == 1


def test_one_is_forgiven_and_another_blocked_there():
    ann, ben, cat = person("Ann"), person("Ben"), person("Cat")
    for other in (ben, cat):
        shuns.mute(ann, other)
    client = browser(ann)
    answer = client.post(PAGE, {"person": ben.pk, "deed": "forgive"})
    client.post(PAGE, {"person": cat.pk, "deed": "block"})
    assert (answer.status_code, answer["Location"]) == (303, PAGE)
    assert kinds() == {("Ann", "block", "Cat")}


@pytest.mark.parametrize("number", ["", "0", "x", "-1", "²", "9" * 400])
def test_whoever_is_not_on_the_list_is_not_there(number):
    ann, ben, cat = person("Ann"), person("Ben"), person("Cat")
    shuns.mute(ben, cat)
    for each in (number, str(cat.pk), str(ann.pk)):
        assert browser(ann).post(PAGE, {"person": each, "deed": "block"}).status_code == 404
    assert kinds() == {("Ben", "mute", "Cat")}


def test_a_guest_has_the_page_too_and_a_newcomer_an_empty_one():
    guest = User.objects.create_guest()
    shuns.mute(guest, person("Ben"))
    assert "<bdi>Ben</bdi>" in browser(guest).get(PAGE).content.decode()
    assert "Nobody yet." in Client().get(PAGE).content.decode()
    assert Client().post(PAGE, {"person": "1", "deed": "forgive"}).status_code == 404


def test_the_account_a_guest_logs_in_to_takes_over_both_ways():
    guest, ann, ben, cat = User.objects.create_guest(), *map(person, ("Ann", "Ben", "Cat"))
    shuns.block(guest, ben)
    shuns.mute(ann, ben)
    shuns.mute(guest, ann)
    shuns.block(cat, guest)
    shuns.hand_over(guest, ann)
    assert kinds() == {("Ann", "block", "Ben"), ("Cat", "block", "Ann")}


@pytest.mark.parametrize("unseen", ["\ufe0f", "\U000e0101", "\u180b", "\U00016fe4"])
def test_a_selector_nobody_sees_makes_no_other_name(unseen):
    person("Ann")
    assert User.objects.filter(username=f"A{unseen}nn").exists()
