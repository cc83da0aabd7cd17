"""Actions as a page sends them to the table, and what a person reads in the answer."""

import re
from typing import Any

from django.test import Client
from django.urls import reverse

from games.models import Game
from tests.games.casts import moment
from tests.games.rows import nothing_changes

HTMX: dict[str, Any] = {"HTTP_HX_REQUEST": "true"}
ACTIONS = ("bid", "play", "next_deal", "pause", "resume", "pace", "give_up")


def url(name: str, code: str) -> str:
    """The address of this page or action of a game."""
    return reverse(f"games:{name}", args=[code])


def form_of(game: Game, **fields: object) -> dict[str, Any]:
    """What a form of this moment sends, with more fields or others."""
    now = moment(game)
    return {"deal": now["deal"], "turn": now["turn"], **fields}


def said(html: bytes) -> str:
    """The notice of an answer, as a person reads it."""
    found = re.search(r'class="notice"[^>]*>(.*?)</span>', html.decode())
    return found[1].replace("&#x27;", "'") if found else ""


def refusal(client: Client, name: str, game: Game, **fields: object) -> tuple[int, str]:
    """How an action by htmx is refused: status and notice. Nothing may change."""
    with nothing_changes():
        answer = client.post(url(name, game.code), fields, **HTMX)
    assert answer.content.decode().strip().startswith('<p class="status" id="status"')
    assert "no-store" in answer.headers.get("Cache-Control", "no-store")
    return answer.status_code, said(answer.content)
