"""Who may say what at a table, and who reads it."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts import shuns
from accounts.models import User
from games import chat, table
from games.chat import PHRASES
from games.models import Game, Message
from games.refusals import (
    BadRequest,
    GameHasEnded,
    IsMuted,
    MessageTooLong,
    NoChat,
    NoSuchGame,
    NothingSaid,
    NotSeated,
    WritesTooFast,
)
from games.rules import parse_rules
from tests.games.casts import ann, ben, cat, fresh, gus, play_on, start
from tests.games.gatherings import gathered, open_table
from tests.games.rows import nothing_changes
from tests.games.talking import say, texts, unwatched

pytestmark = pytest.mark.django_db

NOBODY = AnonymousUser()
ONE_DEAL = parse_rules("4_ls2_turned_10t-0")


@pytest.fixture
def people():
    return ann(), ben()


@pytest.fixture
def game(people) -> Game:
    return gathered(*people)


def refused(refusal: type[Exception], game: Game, user: User, *what: Any, **how: Any) -> None:
    with nothing_changes(), pytest.raises(refusal):
        say(game, user, *what, **how)


# --- Writing ------------------------------------------------------------------


def test_those_who_sit_here_write_and_read(people, game):
    one, other = people
    say(game, one, "well, well")
    say(game, other, phrase="thanks")
    assert texts(game, one) == texts(game, other) == ["well, well", "Thanks!"]


def test_a_guest_writes_too():
    guest = gus()
    game = gathered(ann(), guest)
    say(game, guest, "hi")
    assert texts(game, guest) == ["hi"]


def test_who_is_muted_by_moderators_says_nothing_until_it_is_over(people, game):
    writer, _ = people
    writer.muted_until = timezone.now() + timedelta(minutes=1)
    writer.save()
    with nothing_changes(), pytest.raises(IsMuted):
        say(game, writer, "still here")
    writer.muted_until = timezone.now() - timedelta(minutes=1)
    say(game, writer, "back again")
    assert texts(game, writer) == ["back again"]


def test_people_talk_while_they_gather(people):
    game = open_table(*people)
    say(game, people[1], phrase="hello")
    assert texts(game, people[0]) == ["Hello!"]


def test_people_still_talk_when_the_game_is_over(people):
    game = play_on(gathered(*people, rules=ONE_DEAL))
    say(game, people[0], phrase="good-game")
    assert texts(game, people[1]) == ["Good game!"]


def test_long_after_the_end_nobody_writes_and_all_may_read(people):
    game = gathered(*people, rules=ONE_DEAL)
    say(game, people[0], "gg")
    game = play_on(game)
    Game.objects.filter(pk=game.pk).update(finished_at=timezone.now() - timedelta(hours=1))
    refused(GameHasEnded, game, people[0], "still here?")
    assert texts(fresh(game), people[1]) == ["gg"]


def test_a_game_against_computers_has_no_chat():
    person = ann()
    game = start(person)
    refused(NoChat, game, person, "hello?")
    assert chat.chat_of(game, person) is None


def test_a_table_begun_by_one_alone_has_no_chat_any_more():
    person = ann()
    game = gathered(person)
    refused(NoChat, game, person, "hello?")


@pytest.mark.parametrize("looker", [cat, gus, lambda: NOBODY])
def test_who_looks_on_reads_and_does_not_write(people, game, looker):
    say(game, people[0], "hello")
    viewer = looker()
    refused(NotSeated, game, viewer, "me too")
    shown = chat.chat_of(game, viewer)
    assert shown is not None
    assert texts(game, viewer) == ["hello"]
    assert not shown.may_write


@pytest.mark.parametrize("stranger", [cat, lambda: NOBODY])
def test_a_stranger_neither_reads_nor_writes(people, stranger):
    game, viewer = unwatched(*people), stranger()
    message = say(game, people[0], "hello")
    refused(NoSuchGame, game, viewer, "hello")
    with pytest.raises(NoSuchGame):
        chat.line_for(game.code, viewer, message.pk)


def test_whom_the_host_has_sent_away_neither_reads_nor_writes(people):
    host, other = people
    game = open_table(host, other)
    message = say(game, other, "hello")
    table.kick(code=game.code, user=host, number=1)
    refused(NoSuchGame, game, other, "why?")
    with pytest.raises(NoSuchGame):
        chat.line_for(game.code, other, message.pk)
    assert texts(game, host) == ["hello"]


@pytest.mark.parametrize(
    "text",
    ["", "   ", "\u200b\u202e\n", "\ufe0f\u3164", "\u0301\u0316", "\u0489 \u200b\u034f"],
)
def test_nothing_is_not_said(people, game, text):
    refused(NothingSaid, game, people[0], text)


def test_a_text_may_be_as_long_as_the_limit_and_no_longer(people, game):
    refused(MessageTooLong, game, people[0], "x" * 201)
    refused(MessageTooLong, game, people[0], "x" * 100_000)
    assert say(game, people[0], "x" * 200).text == "x" * 200


def test_a_phrase_there_is_not_is_refused(people, game):
    refused(BadRequest, game, people[0], phrase="insult")


def test_every_phrase_can_be_said_and_kept():
    longest = Message._meta.get_field("phrase").max_length
    assert longest is not None
    assert all(0 < len(key) <= longest for key in PHRASES)
    assert 10 <= len(PHRASES) <= 12


def test_a_phrase_is_kept_by_its_key(people, game):
    message = say(game, people[0], "and this is left out", phrase="oh-hell")
    assert (message.phrase, message.text) == ("oh-hell", "")


def test_five_messages_in_a_row_and_no_more(people, game):
    for number in range(5):
        say(game, people[0], str(number))
    refused(WritesTooFast, game, people[0], "5")
    say(game, people[1], "others may")


def test_the_limit_is_a_persons_at_all_tables(people):
    games = [gathered(*people), gathered(*people)]
    for number in range(5):
        say(games[number % 2], people[0], str(number))
    refused(WritesTooFast, games[1], people[0], "5")


def test_what_is_refused_for_another_reason_is_not_counted(people, game):
    for _ in range(6):
        refused(NothingSaid, game, people[0], " ")
    say(game, people[0], "hello")


# --- Reading ------------------------------------------------------------------


def test_the_last_messages_are_shown_in_order(people, game):
    Message.objects.bulk_create(
        Message(game=game, user=people[0], text=str(number)) for number in range(60)
    )
    assert texts(game, people[1]) == [str(number) for number in range(10, 60)]


def test_each_line_says_who_wrote_it(people, game):
    say(game, people[0], "mine")
    shown = chat.chat_of(game, people[1])
    assert shown is not None
    line = shown.lines[0]
    assert (line.name, line.is_own, line.is_host, line.may_be_treated) == ("Ann", False, True, True)
    own = chat.line_for(game.code, people[0], line.pk)
    assert own is not None
    assert (own.is_own, own.may_be_treated) == (True, False)


def test_a_message_of_another_table_is_not_for_this_one(people, game):
    elsewhere = say(unwatched(*people), people[0], "secret")
    assert chat.line_for(game.code, cat(), elsewhere.pk) is None


@pytest.mark.parametrize("shun", [shuns.mute, shuns.block])
def test_who_is_muted_or_blocked_is_not_read_by_that_one_alone(people, game, shun):
    one, other = people
    shun(one, other)
    message = say(game, other, "blah")
    say(game, one, "hm")
    assert texts(game, one) == ["hm"]
    assert chat.line_for(game.code, one, message.pk) is None
    assert texts(game, other) == texts(game, NOBODY) == ["blah", "hm"]


def test_who_is_forgiven_is_read_again(people, game):
    one, other = people
    shuns.mute(one, other)
    say(game, other, "blah")
    shuns.forgive(one, other.pk)
    assert texts(game, one) == ["blah"]


def test_a_phrase_is_shown_in_the_readers_language(people, game, monkeypatch):
    monkeypatch.setattr(chat, "gettext", lambda text: f"«{text}»")
    message = say(game, people[0], phrase="bye")
    line = chat.line_for(game.code, people[1], message.pk)
    assert line is not None
    assert line.text == "«Bye!»"
