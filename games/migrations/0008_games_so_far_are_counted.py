"""Counts the games that ended before statistics were kept."""

from collections import Counter, defaultdict
from typing import Any

from django.db import migrations

from games.rules import parse_rules


def count(apps: Any, schema_editor: object) -> None:
    """Fill `made` of all seats, and people's tallies, from score sheets."""
    sums: dict[tuple[Any, ...], Counter[str]] = defaultdict(Counter)
    bids: dict[tuple[Any, ...], Counter[tuple[int, int, int]]] = defaultdict(Counter)
    best: dict[tuple[Any, ...], int] = {}
    seats = apps.get_model("games", "Seat").objects.filter(game__status="finished")
    for seat in seats.select_related("game").iterator(chunk_size=500):
        game, rules = seat.game, parse_rules(seat.game.rules_text)
        lines = list(seat.scores.select_related("deal").order_by("deal__number"))
        seat.made = "".join("1" if line.bid == line.taken else "0" for line in lines)
        seat.save(update_fields=["made"])
        if seat.user_id is None:
            continue
        others = game.seats.filter(place=1).exclude(pk=seat.pk)
        kind = (game.level, rules.players, game.preset, rules.deals or 0, game.people > 1)
        owner = (seat.user_id, *kind)
        best[owner] = max(seat.total, best.get(owner, seat.total))
        sums[owner]["games"] += 1
        sums[owner]["wins"] += seat.place == 1
        sums[owner]["shared"] += seat.place == 1 and others.exists()
        sums[owner]["places"] += seat.place
        sums[owner]["totals"] += seat.total
        for line in lines:
            made, is_dealer = line.bid == line.taken, line.deal.dealer == seat.number
            sums[owner]["bids"] += 1
            sums[owner]["made"] += made
            sums[owner]["over"] += line.taken > line.bid
            sums[owner]["zeros"] += line.bid == 0
            sums[owner]["zeros_made"] += line.bid == 0 and made
            sums[owner]["dealer"] += is_dealer
            sums[owner]["dealer_made"] += is_dealer and made
            sums[owner]["points"] += line.points
            size = rules.hand_size(line.deal.number)
            bids[owner][size, line.bid, line.taken - line.bid] += 1
    for owner, figures in sums.items():
        user, level, players, preset, deals, with_people = owner
        tally = apps.get_model("games", "Tally").objects.create(
            user_id=user,
            level=level,
            players=players,
            preset=preset,
            deals=deals,
            with_people=with_people,
            best=best[owner],
            **figures,
        )
        apps.get_model("games", "BidTally").objects.bulk_create(
            apps.get_model("games", "BidTally")(
                tally=tally, hand_size=size, bid=bid, off=off, bids=number
            )
            for (size, bid, off), number in bids[owner].items()
        )


class Migration(migrations.Migration):
    dependencies = [("games", "0007_tallies")]

    operations = [migrations.RunPython(count, migrations.RunPython.noop, elidable=True)]
