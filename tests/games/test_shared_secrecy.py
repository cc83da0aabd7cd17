"""At a table with others nobody is sent what they may not know: every byte of whole games is looked
through, for each who plays, looks on, was sent away or turned down.

Three people and a computer play; the helpers are those of games against computers.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import cycle
from random import Random
from typing import Final

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.db import connections
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.preferences import read as read_preferences
from games import display, live, table
from games.models import Bid, Game
from games.naming import card_name
from games.reading import Table
from games.rules import Phase, card_code, parse_rules
from tests.games.casts import ann, ben, browser, cat, fresh, gus, step
from tests.games.gatherings import open_table
from tests.games.posting import HTMX, url
from tests.games.secrets_kept import (
    PASSING,
    Sent,
    Viewer,
    bytes_of,
    check,
    hidden_from,
    other_bids,
    other_cards,
)
from tests.games.talking import say
from tests.games.turns import acts, read, to_turn
from tests.games.watching import Socket, do, quick, socket, socket_path

pytestmark = pytest.mark.django_db

IN_TURN: Final = "4_ls2.1_turned_10t-0_hook"
ALL_AT_ONCE: Final = "4_ls2.1_turned_10t-0_sim"
DEALERS_LAST: Final = "4_ls2.1_last_10t-0_musttrump"
KINDS: Final = [IN_TURN, ALL_AT_ONCE, DEALERS_LAST]
CLOSED: Final = 4404


class Company:
    """A game of Ann, Ben, Cat and a computer that has just begun, and all who may want to look.

    Eve sat there too and was sent away before it began; Dan and Gus, a guest, never sat there, and
    None is anybody at all.
    """

    def __init__(self, text: str, *, is_watchable: bool = True) -> None:
        self.players = [ann(), ben(), cat()]
        self.dan, self.eve, self.gus = _account("Dan"), _account("Eve"), gus()
        opened = open_table(
            *self.players, self.eve, rules=parse_rules(text), is_watchable=is_watchable
        )
        table.kick(code=opened.code, user=self.players[0], number=3)
        table.seat_computer(code=opened.code, user=self.players[0], number=3)
        self.game = table.start(code=opened.code, user=self.players[0], chance=Random(1))
        self.browser_of = {viewer: browser(viewer) for viewer in self.viewers}

    @property
    def others(self) -> list[Viewer]:
        """Everybody without a seat."""
        return [self.dan, self.eve, self.gus, None]

    @property
    def viewers(self) -> list[Viewer]:
        """Everybody."""
        return [*self.players, *self.others]


def _account(name: str) -> User:
    return User.objects.create_user(name)


# --- Pages and refusals -------------------------------------------------------

PAGES: Final = ("sheet", "results", "record", "chat")
DEEDS: Final = (
    "sit", "leave", "kick", "seat_computer", "start", "rematch", "next_deal", "pause",
    "decline_pause", "resume", "pace", "give_up", "hand_to_computer", "take_back", "say", "again",
)  # fmt: skip


def guesses(client: Client, viewer: Viewer, game: Game, chance: Random) -> Iterator[Sent]:
    """What is answered to actions that can't be: foreign cards, odd bids, other moments, deeds of
    those who have no business here."""
    now = read(game)
    at = {"deal": now.deal.number, "turn": now.position.actions}
    foreign = sorted(hidden_from(viewer, game).cards) or [0]
    how = chance.choice([{}, HTMX])
    yield client.post(
        url("play", game.code), at | {"card": card_code(chance.choice(foreign))}, **how
    )
    yield client.post(url("bid", game.code), at | {"bid": 99}, **how)
    yield client.post(url("bid", game.code), at | {"deal": 9, "bid": 0}, **how)
    if viewer is None or now.seat_or_none(viewer) is None:
        for name in chance.sample(DEEDS, 3):
            yield client.post(url(name, game.code), at | {"number": 1, "phrase": "luck"}, **how)


def menus(client: Client, game: Game, about: User) -> Iterator[Sent]:
    """What may be done about somebody who sits there."""
    for name in ("person", "report"):
        yield client.get(reverse(f"games:{name}", args=[game.code, about.pk]))


def check_site(client: Client, viewer: Viewer, game: Game) -> None:
    """Look through the pages of all games, which have cards on them for show."""
    for name in ("home", "lobby", "history", "statistics", "ladder"):
        address = reverse(f"games:{name}")
        show = browser().get(address).content.decode()
        assert not hidden_from(viewer, game).in_text(bytes_of(client.get(address)), known=show)


@pytest.mark.parametrize(
    ("text", "is_watchable"), [*((text, True) for text in KINDS), (IN_TURN, False)]
)
def test_no_page_and_no_refusal_tells_anybody_anything(text, is_watchable):
    company, chance = Company(text, is_watchable=is_watchable), Random(1)
    game, seated, outside = company.game, cycle(company.players), cycle(company.others)
    looked_through = 0
    while (game := step(game, chance)).is_playing:
        for viewer in (next(seated), next(outside)):
            client, hidden = company.browser_of[viewer], hidden_from(viewer, game)
            answers = [client.get(url(name, game.code)) for name in ("table", chance.choice(PAGES))]
            looked_through += check(answers, game, hidden)
            looked_through += check(guesses(client, viewer, game, chance), game, hidden)
        if read(game).position.actions % 6 == 0:
            check(menus(client, game, company.players[0]), game, hidden)
            check_site(client, viewer, game)
        assert fresh(game).version == game.version
    assert looked_through > 150


def test_a_game_that_everybody_leaves_keeps_the_deal_that_was_being_played():
    company = Company(IN_TURN)
    game = to_turn(company.game, company.players[0], Phase.PLAYING)
    for user in company.players:
        game = table.leave(code=game.code, user=user)
    for viewer in company.viewers:
        pages = [company.browser_of[viewer].get(url(name, game.code)) for name in ("table", *PAGES)]
        assert check(pages, game, hidden_from(viewer, game)) == 5


# --- Frames -------------------------------------------------------------------


@pytest.fixture
async def _connections_end():
    """The threads that asked the database for a socket let go of it."""
    yield
    await database_sync_to_async(connections.close_all)()


def check_frames(tab: Socket, viewer: Viewer, game: Game, looked_at: int) -> int:
    """Look through what a socket was sent since; how much that is by now."""
    assert not hidden_from(viewer, game).in_text("".join(tab.frames[looked_at:]))
    return len(tab.frames)


@pytest.mark.usefixtures("_connections_end")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("text", KINDS)
async def test_no_frame_of_a_whole_game_tells_anybody_anything(text):
    company, chance = await quick(Company, text), Random(1)
    game, looked_at = company.game, dict.fromkeys(company.viewers, 0)
    speakers = 4 * company.players
    async with AsyncExitStack() as stack:
        tabs = {
            viewer: await stack.enter_async_context(open_socket(game, viewer))
            for viewer in company.viewers
            if viewer is not company.eve
        }
        lobby = await stack.enter_async_context(socket("/ws/lobby/en", company.dan))
        assert await lobby.open()
        while (game := await do(step, game, chance)).is_playing:
            if speakers:
                await quick(lambda: live.say(say(game, speakers.pop(), phrase="luck")))
            live.announce_lobby()
            await lobby.painting()
            await quick(check_frames, lobby, None, game, len(lobby.frames) - 1)
            for viewer, tab in tabs.items():
                await tab.painting_of(game.version)
                looked_at[viewer] = await quick(check_frames, tab, viewer, game, looked_at[viewer])
    assert min(looked_at[viewer] for viewer in tabs) > 24


@asynccontextmanager
async def open_socket(game: Game, viewer: Viewer) -> AsyncIterator[Socket]:
    """A socket at the table that has been let in."""
    async with socket(socket_path(game.code), viewer) as tab:
        assert await tab.open()
        yield tab


@pytest.mark.usefixtures("_connections_end")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_watchable", [True, False])
async def test_whoever_is_turned_down_is_sent_no_frame(is_watchable):
    company = await quick(lambda: Company(IN_TURN, is_watchable=is_watchable))
    for viewer in [company.eve] if is_watchable else company.others:
        async with open_socket(company.game, viewer) as tab:
            assert await tab.shutting() == CLOSED
            assert tab.frames == []


@pytest.mark.usefixtures("_connections_end")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/ws/room/{}/en", "/ws/game/{}/en"])
async def test_whoever_only_looked_in_is_shut_out_when_a_closed_game_begins(path):
    people = [await quick(each) for each in (ann, ben)]
    game = await quick(lambda: open_table(*people, is_watchable=False))
    async with (
        socket(path.format(game.code), await quick(cat)) as tab,
        socket(path.format(game.code)) as nobody,
    ):
        for each in (tab, nobody):
            assert await each.open()
            await each.painting()
        await do(table.start, code=game.code, user=people[0])
        for each in (tab, nobody):
            assert await each.shutting() == CLOSED
            assert 'id="game"' not in "".join(each.frames)


# --- The same bytes, whatever the others hold -----------------------------------


def all_that_is_sent(company: Company, viewer: Viewer) -> list[str]:
    """Painting and pages, without what passes."""
    painting = display.painted(read(company.game), viewer or AnonymousUser(), read_preferences({}))
    client = company.browser_of[viewer]
    answers = [client.get(url(name, company.game.code)) for name in ("table", "sheet", "chat")]
    return [PASSING.sub("", sent) for sent in (painting, *map(bytes_of, answers))]


@pytest.mark.parametrize("text", KINDS)
def test_other_cards_in_unseen_places_are_the_same_to_the_last_byte(text):
    company, chance = Company(text), Random(2)
    game, viewers = company.game, cycle(company.viewers)
    moments = 0
    while not read(game := step(game, chance)).position.is_over:
        viewer = next(viewers)
        before = all_that_is_sent(company, viewer)
        if viewer != company.eve:
            other_cards(game, viewer, chance)
        assert all_that_is_sent(company, viewer) == before
        moments += 1
    assert moments == 11


def test_bids_of_all_at_once_may_be_anything_and_everybody_is_sent_the_same():
    company = Company(ALL_AT_ONCE)
    for user in company.players[:2]:
        game = acts(company.game, user)
    for viewer in company.viewers:
        before = all_that_is_sent(company, viewer)
        other_bids(game, viewer)
        assert all_that_is_sent(company, viewer) == before


# --- The search itself ----------------------------------------------------------


@pytest.mark.parametrize("who", ["Ben", "Dan", "Eve", "nobody"])
def test_a_card_of_somebody_else_is_found_in_what_anybody_is_sent(who):
    company = Company(IN_TURN)
    viewer = next(each for each in company.viewers if str(each or "nobody") == who)
    hidden = hidden_from(viewer, company.game)
    for card in read(company.game).position.hands[0]:
        for text in (f"<i id='c{card_code(card)}'>", f"Ann has the {card_name(card)}."):
            assert hidden.in_text(text)
    assert not hidden.in_text("Ann has a good hand.")


def test_a_painting_for_somebody_else_is_found_out(monkeypatch):
    company = Company(IN_TURN)
    game = to_turn(company.game, company.players[0])
    anns = set(map(card_code, read(game).position.hands[0]))
    for viewer in (company.players[1], company.dan, None):
        with monkeypatch.context() as wrong:
            wrong.setattr(Table, "seat_or_none", lambda now, user: now.seats[0])
            page = bytes_of(company.browser_of[viewer].get(url("table", game.code)))
        assert anns <= set(hidden_from(viewer, game).in_text(page))


def test_a_bid_that_leaks_makes_other_bytes(monkeypatch):
    company = Company(ALL_AT_ONCE)
    game = acts(company.game, company.players[0])
    monkeypatch.setattr(display, "play_hint", lambda view: str(Bid.objects.get().value))
    before = all_that_is_sent(company, company.players[1])
    other_bids(game, company.players[1])
    assert all_that_is_sent(company, company.players[1]) != before
