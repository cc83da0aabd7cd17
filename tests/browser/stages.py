"""Sets up a site at which every state of play stands still and can be opened.

Run within the site (`manage.py shell`); prints the sessions of its people, the address of each
state by its name, and the pages of errors in every language, as one line of JSON. Served without a
worker, nothing changes that isn't pressed.
"""

import json
from random import Random
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from accounts.models import User
from games import table
from games.models import Game
from games.rules import Phase, card_code, parse_rules
from ohhell_site import prepare
from tests.browser.filling import session_of
from tests.browser.password import PASSWORD
from tests.games.casts import finished_game, fresh, play_on, revoking_moment, start, step, to_person
from tests.games.gatherings import gathered, open_table
from tests.games.talking import say
from tests.games.turns import acts, moment_of, read, to_end_of_deal, to_turn

LONG = parse_rules("4_ls5.4_turned_10t-0_hook")
ONE_DEAL = parse_rules("4_ls2_turned_10t-0_hook")
WHEN = {
    "bid": (0, Phase.BIDDING),
    "ahead": (1, Phase.BIDDING),
    "play": (0, Phase.PLAYING),
}
ERRORS = ("400", "403", "403_csrf", "413", "429", "500")


def set_up() -> dict[str, Any]:
    """Ann plays alone and with Ben, Cat and Dan; Eve looks on; Fay plays her first game."""
    prepare.migrate()
    people = [
        User.objects.create_user(name, password=PASSWORD)
        for name in ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
    ]
    ann, ben, cat, dan, _, fay = people
    games = alone(ann) | together(ann, ben, cat, dan)
    games["first"] = to_person(start(fay, LONG), Phase.BIDDING)
    games["first-play"] = to_person(start(fay, LONG, seed=2), Phase.PLAYING)
    games["first-follow"] = revoking_moment(fay)
    return {
        "sessions": {user.name.lower(): session_of(user) for user in people},
        "stages": {name: f"/game/{game.code}" for name, game in games.items()},
        "errors": {language: errors_in(language) for language, _ in settings.LANGUAGES},
    }


def errors_in(language: str) -> dict[str, str]:
    """The pages of errors in a language."""
    with translation.override(language):
        return {name: render_to_string(f"{name}.html") for name in ERRORS}


def alone(ann: User) -> dict[str, Game]:
    """Ann against computers."""
    paused = to_person(start(ann, LONG, seed=2))
    given_up = to_person(start(ann, LONG, seed=3))
    return {
        "bid": to_person(start(ann, LONG), Phase.BIDDING),
        "barred": barred(ann),
        "follow": revoking_moment(ann),
        "taken": taken(ann),
        "deal-end": play_on(start(ann, LONG), deals=1),
        "last-deal-end": play_on(start(ann, ONE_DEAL)),
        "paused": table.pause(code=paused.code, user=ann),
        "given-up": table.give_up(code=given_up.code, user=ann),
        "results": finished_game(ann),
    }


def together(ann: User, ben: User, cat: User, dan: User) -> dict[str, Game]:
    """Ann with others, by whom every seat is taken."""
    four = (ann, ben, cat, dan)
    talking = to_turn(gathered(*four, rules=LONG), ann, Phase.PLAYING)
    say(talking, ben, "Good luck!")
    say(talking, ann, phrase="hello")
    asked = to_turn(gathered(*four, rules=LONG, seed=3), ann)
    table.pause(code=asked.code, user=ben)
    away = to_turn(gathered(*four, rules=LONG, seed=4), ben)
    room = open_table(ann, ben)
    say(room, ben, "Good luck!")
    return {
        "others-bid": to_turn(gathered(*four, rules=LONG), ben, Phase.BIDDING),
        "bid-ahead": before_bid(*four),
        "others-play": ahead(gathered(*four, rules=LONG), ann, ben),
        "talking": talking,
        "pause-asked": fresh(asked),
        "away": table.hand_to_computer(code=away.code, user=ann),
        "others-deal-end": to_end_of_deal(gathered(*four, rules=LONG)),
        "shared-results": play_on(gathered(*four, rules=ONE_DEAL)),
        "room": room,
        "turned-away": gathered(*four, rules=LONG, is_watchable=False),
        **{
            f"asked-{seats}-{when}": asked_at(seats, when, ann, ben)
            for seats in (4, 8)
            for when in WHEN
        },
    }


def asked_at(seats: int, when: str, user: User, other: User) -> Game:
    """A pause asked of this person while they are to bid, or choose a bid ahead, or play."""
    rules = parse_rules(f"{seats}_ls6_turned_10t-0_hook")
    whose, phase = WHEN[when]
    game = to_turn(gathered(user, other, rules=rules), (user, other)[whose], phase)
    table.pause(code=game.code, user=other)
    return fresh(game)


def barred(user: User) -> Game:
    """A turn to bid at which some number is barred."""
    for seed in range(50):
        game = to_person(start(user, LONG, seed=seed), Phase.BIDDING)
        if read(game).position.seen_by(read(game).seat_of(user).number).barred is not None:
            return game
    raise LookupError


def taken(user: User) -> Game:
    """A complete trick that lies, taken by this person, who is to lead."""
    for seed in range(50):
        game, chance = start(user, LONG, seed=seed), Random(seed)
        while not read(game).position.is_over:
            position = read(game).position
            is_theirs = position.to_act == (read(game).seat_of(user).number,)
            if is_theirs and position.tricks and not position.trick.cards:
                return game
            game = step(fresh(game), chance)
    raise LookupError


def before_bid(*people: User) -> Game:
    """The turn of somebody who bids before the first of these people."""
    for seed in range(50):
        game = gathered(*people, rules=LONG, seed=seed)
        now = read(game)
        number = now.seat_of(people[0]).number
        if now.position.to_act != (number,) and now.position.seen_by(number).bids_ahead:
            return game
    raise LookupError


def ahead(game: Game, user: User, before: User) -> Game:
    """The turn of the one before this person, who has chosen a card already."""
    for _ in range(20):
        game = to_turn(game, before, Phase.PLAYING)
        now = read(game)
        view = now.position.seen_by(now.seat_of(user).number)
        if now.position.trick.cards and view.plays_ahead:
            card = card_code(min(view.plays_ahead))
            deal, held = now.deal.number, len(view.hand)
            return table.choose_ahead(code=game.code, user=user, deal=deal, held=held, choice=card)
        game = acts(game, before)
    raise LookupError(moment_of(game, before))


if __name__ == "__main__":
    print(json.dumps(set_up()))
