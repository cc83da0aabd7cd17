"""Decks: the recipe is fixed, fair, and known before by its commitment alone."""

from collections import Counter
from hashlib import sha256
from itertools import pairwise

import pytest

from games.deck import commitment, deck_of, deck_text, new_secret, parse_deck
from games.models import Deal
from games.rules import dealer_of
from games.rules.cards import DECK
from tests.games.casts import ann, finished_game

SECRET = "00112233445566778899aabbccddeeff" * 2
# Worked out once; whoever changes the recipe breaks every promise that was made with it.
DECK_OF_SECRET = (
    "6HADASAHJD7HTS7D8HQC3S4D9DTHACKHTD3DQH9C4H7C9H9SKD6S"
    "5D6D5CKC8C3H2D2SJC5H4CKSJSTC3C4S5S6C8DQD8S7SQS2CJH2H"
)
COMMITMENT = "4773d12e2371bb935b9a0f5439b4a1c3ad3f2414b86980f8418d1cfabdfadfef"


def test_the_recipe_deals_the_same_deck_for_ever():
    assert deck_text(deck_of(SECRET)) == DECK_OF_SECRET
    assert commitment(SECRET) == COMMITMENT


def test_a_deck_is_every_card_once():
    assert all(sorted(deck_of(new_secret())) == list(DECK) for _ in range(50))


def test_a_deck_is_written_and_read():
    deck = deck_of(SECRET)
    assert parse_deck(deck_text(deck)) == deck


def test_one_bit_of_the_secret_deals_other_cards():
    other = SECRET[:-1] + "e"
    assert deck_of(other) != deck_of(SECRET)
    assert commitment(other) != commitment(SECRET)


def test_secrets_are_256_bits_and_never_the_same():
    secrets = {new_secret() for _ in range(500)}
    assert len(secrets) == 500
    assert all(len(bytes.fromhex(secret)) == 32 for secret in secrets)


def test_every_card_is_as_likely_at_every_place():
    """Chi-square over 52 x 52 counts, with 51 x 51 degrees of freedom; the decks are always the
    same, so this holds or it doesn't."""
    decks = [deck_of(sha256(bytes([n % 256, n // 256])).hexdigest()) for n in range(2600)]
    counts = Counter((place, card) for deck in decks for place, card in enumerate(deck))
    expected = len(decks) / 52
    chi = sum((counts[p, c] - expected) ** 2 / expected for p in DECK for c in DECK)
    freedom, deviation = 51 * 51, (2 * 51 * 51) ** 0.5
    assert abs(chi - freedom) < 4 * deviation


def test_neighbours_are_as_likely_to_be_of_a_suit_as_chance_has_it():
    decks = [deck_of(sha256(f"n{n}".encode()).hexdigest()) for n in range(1000)]
    pairs = [(a // 13, b // 13) for deck in decks for a, b in pairwise(deck)]
    assert abs(sum(a == b for a, b in pairs) / len(pairs) - 12 / 51) < 0.01


@pytest.mark.django_db
def test_every_deal_keeps_the_secret_its_deck_follows_from():
    game = finished_game(ann())
    deals = list(Deal.objects.filter(game=game))
    assert len({deal.secret for deal in deals}) == 2
    for deal in deals:
        assert parse_deck(deal.deck) == deck_of(deal.secret)
        assert deal.commitment == commitment(deal.secret)
        assert deal.dealer == dealer_of(game.first_dealer, deal.number, 4)
