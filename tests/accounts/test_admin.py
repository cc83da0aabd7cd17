"""Staff in the admin: one door, and guests that can only be stopped."""

import re

import pytest
from django.conf import settings
from django.contrib import admin
from django.test import Client
from django.utils import translation

from accounts.models import User

from .conftest import PASSWORD

SAME = {"ID"}


def words() -> dict[str, str]:
    """What the admin calls its apps and models, and the fields of libraries."""
    found = {}
    for model in admin.site._registry:
        options = model._meta
        found[options.app_label] = str(options.app_config.verbose_name)
        found[options.label] = f"{options.verbose_name}, {options.verbose_name_plural}"
        ours = options.app_label in {"accounts", "games"}  # whose pages name what they show
        for field in () if ours else options.fields:
            found[f"{options.label}.{field.name}"] = str(field.verbose_name)
    return found


@pytest.mark.parametrize("language", ["ru", "ro"])
def test_the_admin_has_words_for_all_it_shows(language: str) -> None:
    with translation.override("en"):
        english = words()
    with translation.override(language):
        spoken = words()
    same = {name: word for name, word in spoken.items() if word == english[name]}
    assert set(same.values()) <= SAME, same
    if language == "ru":
        assert [word for word in spoken.values() if re.search("[a-z]", word)] == []


@pytest.mark.parametrize("model", ["user", "act", "bannedword"])
def test_russian_puts_no_name_of_a_model_in_another_case(model: str, client: Client) -> None:
    client.force_login(User.objects.create_superuser("Bea", language="ru"))
    title = client.get(f"/admin/accounts/{model}/").context["title"]
    assert re.match("(Выбор для изменения|Выбор для просмотра): ", title)


def test_a_count_needs_no_other_form_of_a_word(client: Client) -> None:
    client.force_login(User.objects.create_superuser("Bea", language="ru"))
    assert "Игроки: 1" in client.get("/admin/accounts/user/").content.decode()


pytestmark = pytest.mark.django_db
PEOPLE = "/admin/accounts/user/"


@pytest.fixture
def boss(browser: Client) -> Client:
    browser.force_login(User.objects.create_superuser("Boss", password=PASSWORD))
    return browser


def test_the_admin_has_no_log_in_of_its_own(browser: Client) -> None:
    answer = browser.get("/admin/login/?next=/admin/")
    assert answer["Location"].startswith("/account/login/?next=")


def test_a_guest_can_log_in_as_staff(browser: Client) -> None:
    browser.force_login(User.objects.create_guest())
    assert browser.get("/admin/", follow=True).redirect_chain[-1][0].startswith("/account/login/")


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_admin_has_the_name_of_the_site(boss: Client, language: str) -> None:
    boss.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    for page in ("/admin/", PEOPLE):
        answer = boss.get(page)
        html = answer.content.decode()
        assert (answer.context["site_header"], answer.context["site_title"]) == ("Oh Hell",) * 2
        assert "· Oh Hell</title>" in html
        assert "Django" not in html


def test_lists_are_called_what_they_are_of(boss: Client) -> None:
    boss.cookies[settings.LANGUAGE_COOKIE_NAME] = "ru"
    assert "<h1>Игроки</h1>" in boss.get(PEOPLE).content.decode()


def test_the_history_of_a_row_isnt_called_as_ones_games_are(boss: Client, ann: User) -> None:
    boss.cookies[settings.LANGUAGE_COOKIE_NAME] = "ru"
    html = boss.get(f"{PEOPLE}{ann.pk}/change/").content.decode()
    assert 'class="historylink">История</a>' in html


def test_nobody_is_deleted_by_the_handful(boss: Client, ann: User) -> None:
    boss.post(PEOPLE, {"action": "delete_selected", "_selected_action": ann.pk, "post": "yes"})
    assert User.objects.filter(pk=ann.pk).exists()


def test_the_language_is_one_of_the_sites(boss: Client, ann: User) -> None:
    form = {"username": "ann", "name": "Ann", "is_active": "on", "last_setup": "{}"}
    boss.post(f"{PEOPLE}{ann.pk}/change/", form | {"language": "tlh"})
    ann.refresh_from_db()
    assert ann.language == ""
    assert boss.post(f"{PEOPLE}{ann.pk}/change/", form | {"language": "ro"}).status_code == 302
    ann.refresh_from_db()
    assert ann.language == "ro"


def test_others_are_turned_away(browser: Client, ann: User) -> None:
    browser.force_login(ann)
    assert browser.get("/admin/", follow=True).status_code == 403


def test_people_are_found_by_name(boss: Client, ann: User, ben: User) -> None:
    page = boss.get(PEOPLE, {"q": "ann"}).content.decode()
    assert f"{PEOPLE}{ann.pk}/change/" in page
    assert f"{PEOPLE}{ben.pk}/change/" not in page


def test_a_new_account_needs_a_name(boss: Client) -> None:
    form = {"username": "Cat", "name": "", "usable_password": "true"}
    form |= {"password1": PASSWORD, "password2": PASSWORD}
    assert boss.post(PEOPLE + "add/", form).context["adminform"].form.errors["name"]
    boss.post(PEOPLE + "add/", form | {"name": "Cat"})
    assert User.objects.get(username="cat").name == "Cat"


def test_an_account_isnt_named_like_a_guest(boss: Client, ann: User) -> None:
    form = {"username": "Guest-1", "name": "Ann"}
    page = boss.post(f"{PEOPLE}{ann.pk}/change/", form)
    assert "named like guests" in page.content.decode()


def test_a_guest_can_only_be_stopped(boss: Client) -> None:
    guest = User.objects.create_guest()
    form = {"username": "x", "name": "Xavier", "is_staff": "on"}
    assert boss.post(f"{PEOPLE}{guest.pk}/change/", form).status_code == 302
    guest.refresh_from_db()
    assert (guest.name, guest.is_staff, guest.is_active) == ("", False, False)
