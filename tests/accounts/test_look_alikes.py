"""Names that can be taken for somebody else's: nobody new gets one."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import AbstractUser
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection
from django.test import Client
from django.utils import timezone

from accounts.leaving import delete_account
from accounts.look_alikes import looks
from accounts.models import Act, User
from accounts.refused_names import is_taken
from accounts.sanctions import NameTaken, sanction

from .conftest import PASSWORD
from .test_own import PROFILE
from .test_own import form as profile
from .test_signup import SIGNUP, form

pytestmark = pytest.mark.django_db
ALIKE = ["Веn", "b.e.n", "Bén", "BEN.", "B_e_n"]
TOO_MUCH = "looks too much like that of somebody else"


@pytest.mark.parametrize("name", ["Olivia", "0livia", "OIivia", "ОLIVIA", "Olívia", "o-l-i-v-i-a"])
def test_look_alikes_look_the_same(name):
    assert looks(name) == looks("olivia")


@pytest.mark.parametrize("name", ["Ann4", "Ann2", "Anne", "Αnnа B"])
def test_other_names_dont(name):
    assert looks(name) != looks("Anna")


# --- What is refused ---------------------------------------------------------------


@pytest.mark.parametrize("name", ALIKE)
def test_nobody_signs_up_with_a_name_like_anothers(name, ben, gus, browser):
    answer = browser.post(SIGNUP, form(name))
    assert answer.status_code == 422
    assert TOO_MUCH in answer.content.decode()
    gus.refresh_from_db()
    assert gus.is_guest


@pytest.mark.parametrize("name", ALIKE)
def test_nobody_takes_a_name_like_anothers(name, ann, ben, ann_browser):
    answer = ann_browser.post(PROFILE, profile(name))
    assert answer.status_code == 422
    assert TOO_MUCH in answer.content.decode()
    ann.refresh_from_db()
    assert (ann.name, ann.looks) == ("Ann", looks("Ann"))


def test_the_very_name_is_told_to_be_taken_and_nothing_more(ben, browser):
    page = browser.post(SIGNUP, form("BEN")).content.decode()
    assert "This name is taken" in page
    assert TOO_MUCH not in page


@pytest.mark.parametrize("name", ["Αnn", "A.n.n", "Ánn"])
def test_ones_own_look_alikes_can_be_had(name, ann, ann_browser):
    assert ann_browser.post(PROFILE, profile(name)).status_code == 302
    assert ann_browser.post(PROFILE, profile("Ann")).status_code == 302, "and the old name again"


def test_a_name_is_free_again_when_it_was_changed_or_its_owner_is_gone(ann, ben, ann_browser):
    ann_browser.post(PROFILE, profile("Flower"))
    delete_account(ben)
    assert not is_taken("Αnn")
    assert not is_taken("Веn")


def test_moderators_give_nobody_a_name_like_anothers(ann, ben):
    mia = User.objects.create_user("Mia", is_staff=True)
    with pytest.raises(NameTaken):
        sanction(Act.Kind.RENAME, person=ann, by=mia, reason="Rude", name="Веn")
    assert not Act.objects.exists()


def test_the_admin_says_so_too(ben):
    boss = User.objects.create_superuser("Bea")
    client = Client()
    client.force_login(boss)
    new = {"username": "Веn", "name": "Веn", "usable_password": "false"}
    answer = client.post("/admin/accounts/user/add/", new)
    assert answer.status_code == 200
    assert TOO_MUCH in answer.content.decode()
    assert not User.objects.filter(name="Веn").exists()


# --- Races and old names -------------------------------------------------------------


def test_the_database_lets_only_one_have_the_looks(ben):
    with pytest.raises(IntegrityError):
        User.objects.create_user("Веn")


def test_of_two_at_once_the_later_is_told(ben, ann, ann_browser, browser, monkeypatch):
    monkeypatch.setattr("accounts.forms.is_taken", lambda *_args, **_how: False)
    for answer in (browser.post(SIGNUP, form("Веn")), ann_browser.post(PROFILE, profile("Веn"))):
        assert answer.status_code == 422
        assert "This name is taken" in answer.content.decode()
    assert User.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_of_many_who_want_one_look_at_once_one_gets_it():
    def come(name: str) -> bool:
        try:
            return Client().post(SIGNUP, form(name)).status_code == 302
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as crowd:
        assert sum(crowd.map(come, ["Ben", *ALIKE[:3]])) == 1
    assert User.objects.count() == 1


def given_before(*names: str) -> list[User]:
    """People who had their names before anybody asked what those look like."""
    people = [User.objects.create_user(f"Somebody {'x' * number}") for number in range(len(names))]
    for person, name in zip(people, names, strict=True):
        User.objects.filter(pk=person.pk).update(username=name, name=name, looks="")
    import_module("accounts.migrations.0007_fill_looks").fill(apps, None)
    return [User.objects.get(pk=person.pk) for person in people]


def test_who_looked_alike_before_stays_so():
    ben, twin, ann = given_before("Ben", "Веn", "Ann")
    assert [each.shares_looks for each in (ben, twin, ann)] == [False, True, False]
    assert {ben.looks, twin.looks} == {looks("Ben")}
    client = Client()
    client.force_login(twin)
    assert client.post(PROFILE, profile("В.е.n")).status_code == 302
    twin.refresh_from_db()
    assert (twin.name, twin.shares_looks) == ("В.е.n", True)


def test_a_name_with_a_heap_of_accents_is_given_a_shape_and_still_logs_in(ben, browser):
    heap = "be\u0336\u0336\u0336\u0336\u0336n"
    with connection.cursor() as cursor:  # as it was stored before heaps were taken away
        cursor.execute(
            "UPDATE accounts_user SET username = %s, name = %s WHERE id = %s", [heap, heap, ben.pk]
        )
    import_module("accounts.migrations.0007_fill_looks").tidied(apps, None)
    assert User.objects.get().name == "be\u0336\u0336\u0336n"
    answer = browser.post("/account/login/", {"login": heap, "password": PASSWORD})
    assert answer.status_code == 302


def test_nobody_comes_to_look_like_those_even_when_one_of_them_goes():
    ben, twin = given_before("Ben", "Веn")
    delete_account(ben)
    assert is_taken("B.e.n")
    twin.full_clean(exclude=["password"])
    delete_account(twin)
    assert not is_taken("B.e.n")


# --- Guests --------------------------------------------------------------------------


def named(guest: AbstractUser, name: str) -> None:
    mia = User.objects.filter(username="mia").first() or User.objects.create_user("Mia")
    sanction(Act.Kind.RENAME, person=User.objects.get(pk=guest.pk), by=mia, reason="x", name=name)


def another_guest() -> User:
    User.objects.filter(is_guest=True).update(last_login=timezone.now())
    return User.objects.create_guest()


def test_a_guest_looks_like_nobody_either(ben, gus):
    with pytest.raises(NameTaken):
        named(gus, "Веn")


def test_two_guests_dont_look_alike_while_they_play(gus):
    named(gus, "Max")
    other = another_guest()
    with pytest.raises(NameTaken):
        named(other, "Мах")
    User.objects.filter(pk=gus.pk).update(last_login=timezone.now() - timedelta(days=31))
    named(other, "Мах")
    assert [each.looks for each in User.objects.order_by("pk")] == ["", looks("Mia"), looks("Max")]


def test_a_guests_name_is_no_bar_to_who_signs_up(gus):
    named(gus, "Max")
    assert Client().post(SIGNUP, form("Max")).status_code == 302
    gus.refresh_from_db()
    assert (gus.name, gus.looks) == ("Max", "")
    mia = User.objects.get(username="mia")
    sanction(Act.Kind.WARN, person=gus, by=mia, reason="x")
    gus.save()
    with pytest.raises(NameTaken):
        named(another_guest(), "Max")


def test_a_guest_signs_up_with_the_name_they_have(gus, browser):
    named(gus, "Max")
    assert browser.post(SIGNUP, form("Max")).status_code == 302
    gus.refresh_from_db()
    assert (gus.is_guest, gus.looks) == (False, looks("Max"))


def test_an_administrator_made_at_the_console_looks_like_nobody_else(ann: User) -> None:
    with pytest.raises(CommandError, match="looks too much like"):
        call_command("createsuperuser", username="Αnn", email="", interactive=False)
    assert not User.objects.filter(is_superuser=True).exists()
