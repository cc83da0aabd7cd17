"""What moderators do about people: at once, with a reason, written down for good."""

import re
from datetime import datetime, timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client
from django.utils import timezone

from accounts.adapter import AccountAdapter
from accounts.admin import NewPasswordForm
from accounts.forms import ProfileForm
from accounts.leaving import delete_account
from accounts.models import FOREVER, Act, User
from accounts.sanctions import NameTaken, NotYours, sanction

from .conftest import PASSWORD

pytestmark = pytest.mark.django_db
KINDS = Act.Kind
REASON = "You called others names."


@pytest.fixture
def mia() -> User:
    """Mia, who moderates."""
    return User.objects.create_user("Mia", is_staff=True)


@pytest.fixture
def ann_browser(ann: User) -> Client:
    client = Client()
    client.post("/account/login/", {"login": "Ann", "password": PASSWORD})
    return client


def tomorrow() -> datetime:
    return timezone.now() + timedelta(days=1)


def text(answer) -> str:
    return " ".join(answer.content.decode().split())


def named_in(page) -> str:
    """What the button under what moderators have to say stands for."""
    found = re.search(r'name="act" value="(\d+)"', page.content.decode())
    assert found
    return found[1]


# --- Keeping out -------------------------------------------------------------------


@pytest.mark.parametrize("kind", [KINDS.SUSPEND, KINDS.BAN])
def test_who_is_kept_out_is_told_why_on_the_next_page_and_is_logged_out(
    kind, ann, mia, ann_browser
):
    until = tomorrow() if kind == KINDS.SUSPEND else None
    sanction(kind, person=ann, by=mia, reason=REASON, until=until)
    answer = ann_browser.get("/games")
    assert answer.status_code == 403
    assert REASON in text(answer)
    assert ("until" in text(answer)) is (kind == KINDS.SUSPEND)
    assert "_auth_user_id" not in ann_browser.session


@pytest.mark.parametrize("path", ["/games", "/game/nowhere0", "/account/login/", "/nowhere"])
def test_every_other_window_of_the_browser_says_it_too(path, ann, mia, ann_browser):
    other_window = Client()
    other_window.cookies = ann_browser.cookies.copy()
    sanction(KINDS.BAN, person=ann, by=mia, reason=REASON)
    answers = [ann_browser.get("/games"), ann_browser.get(path), other_window.get(path)]
    for answer in answers:
        assert answer.status_code == 403
        assert REASON in text(answer)
        assert answer["Cache-Control"] == "no-store"
    assert not ann_browser.cookies["sessionid"]["max-age"], "nothing outlives the browser"


def test_what_is_asked_at_the_same_moment_finds_the_page_too(ann, mia, ann_browser):
    other_window = Client()
    other_window.cookies = ann_browser.cookies.copy()
    sanction(KINDS.BAN, person=ann, by=mia, reason=REASON)
    ann_browser.get("/games")
    answer = other_window.get("/games")
    assert "sessionid" not in answer.cookies or answer.cookies["sessionid"].value
    ann_browser.cookies = other_window.cookies
    assert REASON in text(ann_browser.get("/games"))


def test_the_page_goes_on_saying_why_in_whatever_language_is_chosen(ann, mia, ann_browser):
    sanction(KINDS.SUSPEND, person=ann, by=mia, reason=REASON, until=tomorrow())
    stays_at = re.search(r'name="next" value="([^"]+)"', text(ann_browser.get("/games")))
    assert stays_at
    chosen = {"language": "ru", "next": stays_at[1]}
    answer = ann_browser.post("/account/language/", chosen, follow=True)
    assert answer.status_code == 403
    assert "Вам нельзя здесь играть" in text(answer)
    assert REASON in text(answer)


def test_who_is_put_out_goes_on_reading_their_own_language(ann, mia, ann_browser):
    User.objects.filter(pk=ann.pk).update(language="ru")
    sanction(KINDS.BAN, person=ann, by=mia, reason=REASON)
    assert all('lang="ru"' in text(ann_browser.get("/games")) for _ in range(2))


def test_who_leaves_the_page_goes_on_as_anybody(ann, mia, ann_browser):
    sanction(KINDS.BAN, person=ann, by=mia, reason=REASON)
    ann_browser.get("/games")
    assert ann_browser.post("/account/kept-out/")["Location"] == "/"
    assert ann_browser.get("/games").status_code == 200
    assert ann_browser.get("/account/kept-out/")["Location"] == "/"


def test_the_page_ends_with_what_it_tells(ann, mia, ann_browser):
    sanction(KINDS.BAN, person=ann, by=mia, reason=REASON)
    ann_browser.get("/games")
    sanction(KINDS.LIFT, person=ann, by=mia, reason="It was somebody else.")
    assert ann_browser.get("/games").status_code == 200
    sanction(KINDS.BAN, person=ann, by=mia, reason=REASON)
    assert ann_browser.get("/games").status_code == 200, "nobody is logged in here any more"


def test_the_page_names_nobody_and_other_browsers_show_nothing(ann, mia, ann_browser):
    User.objects.filter(pk=ann.pk).update(name="Annabella")
    sanction(KINDS.BAN, person=ann, by=mia, reason=REASON)
    assert "Annabella" not in text(ann_browser.get("/games")) + text(ann_browser.get("/games"))
    assert Client().get("/games").status_code == 200
    assert not UserSession.objects.filter(user=ann).exists()


def test_a_guest_whose_log_in_is_refused_plays_on_and_can_read_why_again(ann, mia, gus, browser):
    sanction(KINDS.BAN, person=ann, by=mia, reason=REASON)
    browser.post("/account/login/", {"login": "Ann", "password": PASSWORD})
    assert browser.get("/games").status_code == 200
    assert REASON in text(browser.get("/account/kept-out/"))
    browser.post("/account/kept-out/")
    assert browser.post("/play").content.decode() == gus.shown_name


def test_another_account_that_logs_in_has_nothing_told(ann, ben, mia, gus, browser):
    sanction(KINDS.BAN, person=ann, by=mia, reason=REASON)
    browser.post("/account/login/", {"login": "Ann", "password": PASSWORD})
    browser.post("/account/login/", {"login": "Ben", "password": PASSWORD})
    browser.post("/account/logout/")
    assert REASON not in text(browser.get("/games", follow=True))


def test_who_is_kept_out_does_nothing_more_with_an_open_page(ann, mia, ann_browser):
    sanction(KINDS.BAN, person=ann, by=mia, reason=REASON)
    answer = ann_browser.post("/play")
    assert answer.status_code == 403
    assert User.objects.filter(is_guest=True).count() == 0


@pytest.mark.parametrize("sign", [{"HX-Request": "true"}, {"Sec-Fetch-Dest": "serviceworker"}])
def test_what_a_script_asks_for_doesnt_use_up_the_page_that_tells(sign, ann, mia, ann_browser):
    sanction(KINDS.BAN, person=ann, by=mia, reason=REASON)
    assert ann_browser.post("/play", headers=sign).status_code == 403
    answer = ann_browser.get("/games", headers={"Sec-Fetch-Dest": "document"})
    assert REASON in text(answer)
    assert "_auth_user_id" not in ann_browser.session


def test_who_is_kept_out_cant_log_in_and_is_told_why(ann, mia, browser):
    sanction(KINDS.SUSPEND, person=ann, by=mia, reason=REASON, until=tomorrow())
    answer = browser.post("/account/login/", {"login": "Ann", "password": PASSWORD})
    assert answer.status_code == 403
    assert REASON in text(answer)
    assert "_auth_user_id" not in browser.session
    assert REASON in text(browser.get("/games")), "and again, until they go on"


def test_a_wrong_password_learns_nothing_of_it(ann, mia, browser):
    sanction(KINDS.BAN, person=ann, by=mia, reason=REASON)
    answer = browser.post("/account/login/", {"login": "Ann", "password": "wrong"})
    assert answer.status_code == 422
    assert REASON not in text(answer)


def test_a_suspension_ends_by_itself(ann, mia, ann_browser):
    a_moment_ago = timezone.now() - timedelta(seconds=1)
    sanction(KINDS.SUSPEND, person=ann, by=mia, reason=REASON, until=a_moment_ago)
    assert ann_browser.get("/games").status_code == 200


def test_a_guest_can_be_kept_out_too(gus, mia, browser):
    sanction(KINDS.BAN, person=gus, by=mia, reason=REASON)
    assert browser.get("/games").status_code == 403


def test_a_ban_can_be_lifted(ann, mia, ann_browser):
    sanction(KINDS.BAN, person=ann, by=mia, reason=REASON)
    sanction(KINDS.LIFT, person=ann, by=mia, reason="It was somebody else.")
    assert "You may play and write again." in text(ann_browser.get("/games"))


# --- Telling -----------------------------------------------------------------------


def test_a_warning_stands_on_every_page_until_it_was_read(ann, mia, ann_browser):
    sanction(KINDS.WARN, person=ann, by=mia, reason="<b>Be kind</b>")
    for page in ("/games", "/statistics"):
        shown = text(ann_browser.get(page))
        assert "A warning from the moderators." in shown
        assert "&lt;b&gt;Be kind&lt;/b&gt;" in shown
    read = {"next": "/games", "act": named_in(ann_browser.get("/games"))}
    assert ann_browser.post("/account/notice/", read)["Location"] == "/games"
    assert "A warning" not in text(ann_browser.get("/games"))


def test_of_several_things_each_is_told_the_first_one_first(ann, mia, ann_browser):
    sanction(KINDS.WARN, person=ann, by=mia, reason="The first.")
    sanction(KINDS.MUTE, person=ann, by=mia, reason="The second.", until=tomorrow())
    sanction(KINDS.BAN, person=ann, by=mia, reason="By mistake.")
    sanction(KINDS.LIFT, person=ann, by=mia, reason="The third.")
    shown = text(ann_browser.get("/games"))
    assert shown.index("The first.") < shown.index("The second.") < shown.index("The third.")
    ann_browser.post("/account/notice/", {"act": named_in(ann_browser.get("/games"))})
    shown = text(ann_browser.get("/games"))
    assert not [each for each in ("first", "second", "third") if f"The {each}." in shown]


def test_what_is_said_while_somebody_reads_stays_until_it_was_read_too(ann, mia, ann_browser):
    sanction(KINDS.WARN, person=ann, by=mia, reason="The first.")
    page = ann_browser.get("/games")
    sanction(KINDS.WARN, person=ann, by=mia, reason="The second.")
    ann_browser.post("/account/notice/", {"act": named_in(page)})
    shown = text(ann_browser.get("/games"))
    assert "The second." in shown
    assert "The first." not in shown
    ann_browser.post("/account/notice/", {"act": named_in(page)})
    assert "The second." in text(ann_browser.get("/games")), "the old page says nothing new"


@pytest.mark.parametrize("act", ["", "x", "-1", "²", "9" * 30])
def test_what_is_read_has_to_be_named(act, ann, mia, ann_browser):
    sanction(KINDS.WARN, person=ann, by=mia, reason=REASON)
    assert ann_browser.post("/account/notice/", {"act": act}).status_code == 400
    assert REASON in text(ann_browser.get("/games"))


def test_nobody_is_led_to_another_site(ann, mia, ann_browser):
    read = {"next": "https://elsewhere.example/", "act": "1"}
    answer = ann_browser.post("/account/notice/", read)
    assert answer["Location"] == "/"


def test_others_are_told_nothing(ann, ben, mia, browser):
    sanction(KINDS.WARN, person=ann, by=mia, reason=REASON)
    browser.post("/account/login/", {"login": "Ben", "password": PASSWORD})
    assert REASON not in text(browser.get("/games"))


def test_a_person_who_is_muted_is_told_until_when(ann, mia, ann_browser):
    sanction(KINDS.MUTE, person=ann, by=mia, reason=REASON, until=tomorrow())
    assert "don’t let you write until" in text(ann_browser.get("/games"))
    ann.refresh_from_db()
    assert ann.is_muted


# --- Names -------------------------------------------------------------------------


def test_who_is_renamed_logs_in_with_the_new_name(ann, mia, browser):
    act = sanction(KINDS.RENAME, person=ann, by=mia, reason="Rude", name="Anna B")
    browser.post("/account/login/", {"login": "anna b", "password": PASSWORD})
    assert "another name: Anna B" in text(browser.get("/games"))
    assert act.about == "Ann"


@pytest.mark.parametrize("name", ["Ann", "ANN", "Αnn", "a.n.n"])
def test_nobody_takes_back_a_name_that_moderators_took_away(name, ann, mia, ann_browser):
    sanction(KINDS.RENAME, person=ann, by=mia, reason="Rude", name="Flower")
    answer = ann_browser.post("/account/profile/", {"name": name, "privacy": "games"})
    assert answer.status_code == 422
    assert "This name can&#x27;t be had here." in text(answer)
    ann_browser.post("/account/profile/", {"name": "Rose", "privacy": "games"})
    ann.refresh_from_db()
    assert ann.name == "Rose", "but any other"


def test_a_guest_is_renamed_and_stays_a_guest(gus, mia):
    sanction(KINDS.RENAME, person=gus, by=mia, reason="Rude", name="Gus")
    gus.refresh_from_db()
    assert (gus.shown_name, gus.is_guest) == ("Guest Gus", True)


def test_a_name_that_somebody_has_is_refused_and_nothing_is_done(ann, ben, mia):
    with pytest.raises(NameTaken):
        sanction(KINDS.RENAME, person=ann, by=mia, reason="Rude", name="BEN")
    ann.refresh_from_db()
    assert ann.shown_name == "Ann"
    assert not Act.objects.exists()


def test_a_guest_gets_no_name_that_somebody_has(gus, ben, mia):
    with pytest.raises(NameTaken):
        sanction(KINDS.RENAME, person=gus, by=mia, reason="Rude", name="BEN")
    gus.refresh_from_db()
    assert gus.name == ""
    assert not Act.objects.exists()


# --- Who may, and what is written -----------------------------------------------------


def test_moderators_dont_act_on_themselves_or_on_staff(mia):
    colleague = User.objects.create_user("Max", is_staff=True)
    for person in (mia, colleague):
        with pytest.raises(NotYours):
            sanction(KINDS.WARN, person=person, by=mia, reason=REASON)
    boss = User.objects.create_superuser("Bea")
    sanction(KINDS.BAN, person=colleague, by=boss, reason=REASON)
    colleague.refresh_from_db()
    assert colleague.barred_until == FOREVER


def new_password(person: User) -> None:
    AccountAdapter().set_password(person, "another-seven-tricks")


def new_password_by_staff(person: User) -> None:
    words = {"password1": "another-seven-tricks", "password2": "another-seven-tricks"}
    form = NewPasswordForm(person, {**words, "usable_password": "true"})
    assert form.is_valid()
    form.save()


def closed_profile(person: User) -> None:
    form = ProfileForm({"name": person.name, "privacy": "closed"}, instance=person)
    assert form.is_valid()
    form.save()


@pytest.mark.parametrize("do", [new_password, new_password_by_staff, closed_profile])
def test_what_is_done_meanwhile_stays_done(do, ann, mia):
    as_it_was = User.objects.get(pk=ann.pk)
    sanction(KINDS.RENAME, person=ann, by=mia, reason=REASON, name="Anna")
    sanction(KINDS.BAN, person=ann, by=mia, reason=REASON)
    do(as_it_was)
    ann.refresh_from_db()
    assert (ann.is_barred, ann.name, ann.username) == (True, "Anna", "anna")
    assert ann.unread_act is not None


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {KINDS.DISMISS, KINDS.END, KINDS.VOID}))
def test_nobody_acts_on_an_account_that_is_gone(kind, ann, mia):
    delete_account(ann)
    with pytest.raises(NotYours):
        sanction(kind, person=ann, by=mia, reason=REASON, name="Anna")
    ann.refresh_from_db()
    assert (ann.is_deleted, ann.shown_name) == (True, "Former player")
    assert not Act.objects.exists()


def test_a_report_about_an_account_that_is_gone_can_be_dismissed(ann, mia):
    delete_account(ann)
    sanction(KINDS.DISMISS, person=ann, by=mia, reason=REASON)
    assert ann.acts.get().kind == KINDS.DISMISS


def test_every_act_is_written_with_who_when_and_why(ann, mia):
    before = timezone.now()
    sanction(KINDS.WARN, person=ann, by=mia, reason=REASON)
    sanction(KINDS.BAN, person=ann, by=mia, reason="Again")
    ban, warning = Act.objects.all()
    assert [warning.kind, warning.reason, warning.by] == [KINDS.WARN, REASON, mia]
    assert [ban.kind, ban.reason, ban.person] == [KINDS.BAN, "Again", ann]
    assert before <= warning.at <= ban.at


def test_what_is_written_is_never_changed(ann, mia):
    act = sanction(KINDS.WARN, person=ann, by=mia, reason=REASON)
    act.reason = "Nothing"
    with pytest.raises(RuntimeError):
        act.save()
    with pytest.raises(RuntimeError):
        act.delete()
