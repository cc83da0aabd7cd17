"""Fills a site with people, games and a report, so that every page has something to show.

Run within the site (`manage.py shell`); prints the sessions of its people and where moderators find
what, as one line of JSON.
"""

import json
from typing import Any

from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.models import Act, BannedWord, Shun, User
from accounts.sanctions import sanction
from games.models import RANKED_FROM, Message, Rating, Report, Tally
from tests.browser.password import PASSWORD
from tests.games.casts import play_on, start

ONE_WORD = "w" * 200


def session_of(user: User) -> str:
    client = Client()
    client.force_login(user)
    return str(client.session.session_key)


def fill() -> dict[str, dict[str, str]]:
    """Ann has played much, Ben has a second factor, Bea runs the site."""
    ann = User.objects.create_user("Simulated 1", password=PASSWORD, email="ann@example.org")
    ben = User.objects.create_user("Simulated 2", password=PASSWORD)
    bea = User.objects.create_superuser("Bea", password=PASSWORD)
    call_command("simulate_games", 24, people=3, days=30, verbosity=0)
    Rating.objects.update(games=RANKED_FROM)
    kind: dict[str, Any] = {"level": "medium", "players": 4, "preset": "standard", "deals": 19}
    figures = {"games": 12, "wins": 5, "places": 24, "totals": 1000, "best": 142}
    figures |= {"bids": 228, "made": 90, "points": 1000}
    Tally.objects.update_or_create(user=ann, with_people=False, **kind, defaults=figures)
    TOTP.activate(ben, "JBSWY3DPEHPK3PXP")
    RecoveryCodes.activate(ben)
    Shun.objects.create(user=ann, other=ben, kind=Shun.Kind.MUTE)
    BannedWord.objects.create(word="boor")
    sanction(Act.Kind.WARN, person=ben, by=bea, reason="Be kind")
    sanction(Act.Kind.WARN, person=ben, by=bea, reason=ONE_WORD)
    banned = User.objects.create_user("Banned", password=PASSWORD)
    sanction(Act.Kind.BAN, person=banned, by=bea, reason=ONE_WORD)
    ben.refresh_from_db()
    game = play_on(start(ben))  # one with a short log
    message = Message.objects.create(game=game, user=ben, text="Boo")
    report = Report.objects.create(
        reporter=ann, reported=ben, game=game, message=message, reason="insult", details="Rude"
    )
    return {
        "sessions": {"ann": session_of(ann), "ben": session_of(ben), "bea": session_of(bea)},
        "admin": {
            "report": reverse("admin:games_report_change", args=[report.pk]),
            "log": reverse("admin:games_game_change", args=[game.pk]),
            "person": reverse("admin:accounts_user_change", args=[ben.pk]),
            "act": reverse("admin:accounts_user_act", args=[ben.pk]),
        },
    }


if __name__ == "__main__":
    print(json.dumps(fill()))
