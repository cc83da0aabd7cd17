"""What moderators do about people in the admin, and what they may not."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Act, BannedWord, User
from accounts.sanctions import sanction
from tests.games.casts import browser as browser_of
from tests.staff import bea, max_, mia

pytestmark = pytest.mark.django_db
KINDS = Act.Kind


@pytest.fixture
def moderator(db: None) -> User:
    return mia()


@pytest.fixture
def desk(moderator: User) -> Client:
    """Mia's browser."""
    return browser_of(moderator)


def page(person: User) -> str:
    return reverse("admin:accounts_user_act", args=[person.pk])


def act(desk: Client, person: User, kind: str, **fields: object):
    return desk.post(page(person), {"kind": kind, "reason": "Rude", **fields})


def in_days(days: float) -> str:
    return f"{timezone.now() + timedelta(days=days):%Y-%m-%dT%H:%M}"


def refused(answer, sentence: str) -> bool:
    assert not Act.objects.exists()
    return answer.status_code == 422 and sentence in answer.content.decode()


# --- Acting ------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [KINDS.WARN, KINDS.BAN, KINDS.LIFT])
def test_what_needs_a_reason_only_is_done_and_written_down(desk, moderator, ann, kind):
    answer = act(desk, ann, kind, until=in_days(1), name="Other")
    assert (answer.status_code, answer["Location"]) == (302, page(ann))
    done = Act.objects.get()
    assert [done.kind, done.person, done.by, done.reason] == [kind, ann, moderator, "Rude"]
    ann.refresh_from_db()
    assert (ann.is_barred, ann.name) == (kind == KINDS.BAN, "Ann")


def test_a_mute_and_a_suspension_last_until_a_moment(desk, ann):
    for kind in (KINDS.MUTE, KINDS.SUSPEND):
        act(desk, ann, kind, until=in_days(2))
    ann.refresh_from_db()
    assert ann.is_muted
    assert ann.is_barred
    assert f"{ann.barred_until:%Y-%m-%dT%H:%M}" == in_days(2)


@pytest.mark.parametrize(("length", "hours"), [("1h", 1), ("1d", 24), ("7d", 168), ("30d", 720)])
def test_how_long_can_be_said_in_a_word(desk, ann, length, hours):
    act(desk, ann, KINDS.MUTE, length=length, until="")
    assert f"{Act.objects.get().until:%Y-%m-%dT%H:%M}" in (
        in_days(hours / 24),
        f"{timezone.now() + timedelta(hours=hours, minutes=-1):%Y-%m-%dT%H:%M}",
    )


def test_no_other_length_is_taken(desk, ann):
    assert "length" in act(desk, ann, KINDS.MUTE, length="2d").context["form"].errors
    assert not Act.objects.exists()


def test_the_list_of_people_says_who_is_kept_from_what(desk, moderator, ann, ben):
    people = reverse("admin:accounts_user_changelist")
    sanction(KINDS.BAN, person=ann, by=moderator, reason="Rude")
    until = timezone.now() + timedelta(days=1)
    sanction(KINDS.MUTE, person=ben, by=moderator, reason="Rude", until=until)
    html = desk.get(people).content.decode()
    assert "Kept out for good." in html
    assert f"Muted until {until:%Y-%m-%d %H:%M}." in html
    assert "9999" not in html
    assert set(desk.get(people, {"standing": "barred"}).context["cl"].result_list) == {ann}
    assert set(desk.get(people, {"standing": "muted"}).context["cl"].result_list) == {ben}


def test_the_page_of_a_person_says_what_was_done_about_them(desk, moderator, ann):
    sanction(KINDS.BAN, person=ann, by=moderator, reason="A bad word")
    html = desk.get(reverse("admin:accounts_user_change", args=[ann.pk])).content.decode()
    assert "<h1>Ann</h1>" in html
    assert "A bad word" in html
    assert "Kept out for good." in html
    assert f"{reverse('admin:games_game_changelist')}?q=ann" in html


def test_a_person_is_renamed(desk, ann):
    act(desk, ann, KINDS.RENAME, name="Anna")
    ann.refresh_from_db()
    assert (ann.name, ann.username) == ("Anna", "anna")


@pytest.mark.parametrize("until", ["", "yesterday", in_days(-1)])
def test_what_lasts_needs_a_moment_to_come(desk, ann, until):
    answer = act(desk, ann, KINDS.MUTE, until=until)
    assert refused(answer, "")
    assert answer.context["form"].errors.keys() == {"until"}


@pytest.mark.parametrize("name", ["", "A", "x y", "BEN", "Аdmin", "b00r"])
def test_a_new_name_is_refused_as_sign_up_refuses_it(desk, ann, ben, name):
    BannedWord.objects.create(word="boor")
    answer = act(desk, ann, KINDS.RENAME, name=name)
    assert refused(answer, "Nothing was done.")
    assert answer.context["form"].errors.keys() == {"name"}
    ann.refresh_from_db()
    assert ann.name == "Ann"


@pytest.mark.parametrize("fields", [{"reason": " \u200b"}, {"kind": ""}, {"kind": "end"}])
def test_nothing_is_done_without_a_reason_or_a_kind(desk, ann, fields):
    assert refused(desk.post(page(ann), {"kind": "warn", "reason": "Rude", **fields}), "Nothing")


def test_moderators_act_neither_on_themselves_nor_on_staff(desk, moderator):
    assert refused(act(desk, moderator, KINDS.LIFT), "Nobody moderates themselves.")
    assert refused(act(desk, bea(), KINDS.BAN), "Only an administrator may act")


def test_the_page_shows_what_was_done_as_text(desk, moderator, ann):
    User.objects.filter(pk=ann.pk).update(name="<b>Ann</b>")
    sanction(KINDS.MUTE, person=ann, by=moderator, reason="<i>R</i>", until=timezone.now())
    html = desk.get(page(ann)).content.decode()
    assert "&lt;b&gt;Ann&lt;/b&gt;" in html
    assert "&lt;i&gt;R&lt;/i&gt;" in html
    assert "<b>Ann" not in html
    assert "<i>R" not in html


# --- Who may -----------------------------------------------------------------------

PAGES = ("user", "act", "bannedword")


@pytest.mark.parametrize("who", [bea, mia])
def test_moderators_reach_their_pages(who, ann):
    client = browser_of(who())
    for name in PAGES:
        assert client.get(reverse(f"admin:accounts_{name}_changelist")).status_code == 200
    assert page(ann) in client.get(f"/admin/accounts/user/{ann.pk}/change/").content.decode()


def test_staff_without_rights_reach_nothing(ann):
    client = browser_of(max_())
    for name in PAGES:
        assert client.get(reverse(f"admin:accounts_{name}_changelist")).status_code == 403
    assert client.get(page(ann)).status_code == 403
    assert act(client, ann, KINDS.BAN).status_code == 403
    assert not Act.objects.exists()


def test_a_player_and_a_stranger_are_sent_to_the_door(ann, ben):
    for client in (browser_of(ben), browser_of()):
        assert "login" in client.get(page(ann))["Location"]
        assert "login" in act(client, ann, KINDS.BAN)["Location"]
    assert not Act.objects.exists()


def test_whoever_may_only_look_at_people_does_nothing_about_them(ann):
    colleague = mia()
    colleague.groups.get().permissions.get(codename="moderate").delete()
    client = browser_of(colleague)
    assert client.get(page(ann)).status_code == 403
    assert page(ann) not in client.get(f"/admin/accounts/user/{ann.pk}/change/").content.decode()


def test_moderators_see_no_addresses_passwords_or_rights_and_change_nothing(desk, ann):
    User.objects.filter(pk=ann.pk).update(email="ann@example.org")
    address = f"/admin/accounts/user/{ann.pk}/"
    html = desk.get(address + "change/").content.decode()
    assert "Ann" in html
    for secret in ("ann@example.org", "md5", "superuser", "user_permissions"):
        assert secret not in html
    found = desk.get("/admin/accounts/user/", {"q": "example.org"}).content.decode()
    assert address not in found
    for more in ("change/", "delete/", "password/"):
        assert desk.post(address + more, {"is_superuser": "on"}).status_code == 403
    assert desk.post("/admin/accounts/user/add/", {}).status_code == 403


def test_moderators_guess_no_addresses(desk):
    people = "/admin/accounts/user/"
    assert desk.get(people, {"email__startswith": "a"}).status_code == 400
    assert desk.get(people, {"is_guest__exact": "0"}).status_code == 200


def test_moderators_have_just_the_rights_they_need(moderator):
    words = {f"accounts.{verb}_bannedword" for verb in ("view", "add", "change", "delete")}
    rest = {"accounts.moderate", "accounts.view_user", "accounts.view_act"}
    assert moderator.get_all_permissions() == words | rest | {
        "games.view_report",
        "games.view_game",
    }


def test_a_person_who_isnt_there_isnt_found(desk, ann):
    ann.delete()
    assert desk.get("/admin/accounts/user/999999/act/").status_code == 404


# --- What is written ---------------------------------------------------------------


def test_acts_are_found_and_nobody_changes_them(moderator, ann, ben):
    done = sanction(KINDS.WARN, person=ann, by=moderator, reason="Rude")
    sanction(KINDS.BAN, person=ben, by=moderator, reason="Spam")
    boss, where = browser_of(bea()), reverse("admin:accounts_act_changelist")
    assert boss.get(where, {"q": "ann"}).context["cl"].result_count == 1
    assert (
        boss.get(where, {"kind": "ban", "by__id__exact": moderator.pk}).context["cl"].result_count
        == 1
    )
    for more in (f"{done.pk}/change/", f"{done.pk}/delete/", "add/"):
        assert boss.post(where + more, {"reason": "Nothing"}).status_code == 403
    assert boss.post(where, {"action": "delete_selected", "_selected_action": done.pk})
    assert Act.objects.count() == 2


def test_the_page_of_an_act_says_when_and_about_whom_it_was(desk, moderator, ann):
    done = sanction(KINDS.WARN, person=ann, by=moderator, reason="Rude")
    html = desk.get(reverse("admin:accounts_act_change", args=[done.pk])).content.decode()
    assert "<h1>Warning: Ann</h1>" in html
    assert f"<span>{done.at:%Y-%m-%d}</span> <span>{done.at:%H:%M}</span>" in html


def test_moderators_keep_the_list_of_words(desk):
    where = reverse("admin:accounts_bannedword_changelist")
    desk.post(where + "add/", {"word": "Boor", "is_anywhere": "on", "note": "an insult"})
    word = BannedWord.objects.get()
    assert (word.word, word.is_anywhere) == ("boor", True)
    desk.post(f"{where}{word.pk}/delete/", {"post": "yes"})
    assert not BannedWord.objects.exists()


def test_a_word_that_looks_like_nothing_is_refused(desk):
    answer = desk.post(reverse("admin:accounts_bannedword_add"), {"word": "!1?"})
    assert "A word has at least two letters." in answer.content.decode()
    assert not BannedWord.objects.exists()
