"""What becomes of a text before anybody else sees it."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.names import tidy as clean
from games.chat import cleaned
from games.models.people import LONGEST_MESSAGE
from games.refusals import MessageTooLong

UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
NASTY = "a \t\n\0\x1b\u00ad\u200b\u200d\u202e\u2028\u2066\ufeff\ufe0f\u0301\u0316\u20dd\ud800\ue000"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("  hello   there ", "hello there"),
        ("two\nlines\r\nand\ta tab", "two lines and a tab"),
        ("line\u2028and\u2029paragraph", "line and paragraph"),
        ("nul\0bell\x07escape\x1b[31m", "nulbellescape[31m"),
        ("\u202eevil\u202c", "evil"),
        ("\u2066isolated\u2069 \u200emark\u061c", "isolated mark"),
        ("zero\u200bwidth\u200cjoin\u200d\ufeff\u2060", "zerowidthjoin"),
        ("soft\u00adhyphen", "softhyphen"),
        ("\u3164\u115f\uffa0\u2800", ""),
        ("\u0301\u0316 \u20dd", ""),
        ("\u200b\u0301\u034f\ufe0f", ""),
        ("\u0301hello \u0336\u0336there \u0301", "hello there"),
        ("\u0489" * 100, ""),
        ("heart \u2764\ufe0f\U000e0101", "heart \u2764"),
        ("tag\U000e0041\U000e007f", "tag"),
        ("lone\ud800\udfff private\ue000\U0010fffd", "lone private"),
        ("z\u0300\u0301\u0302\u0303\u0304\u0305\u0316\u0317", "z\u0316\u0317\u0300"),
        ("Tie\u0302\u0301ng Vie\u0323\u0302t", "Tiếng Việt"),
        ("cafe\u0301", "café"),
        ("שָׁלוֹם, ไม่ได้, नमस्ते, 你好", "שָׁלוֹם, ไม่ได้, नमस्ते, 你好"),
        ("<b>bold</b> & co", "<b>bold</b> & co"),
        ("https://example.com", "https://example.com"),
        ("🂡 good game 🎉", "🂡 good game 🎉"),
    ],
)
def test_a_text_is_shown_as_what_can_be_seen_of_it(text, shown):
    assert clean(text) == unicodedata.normalize("NFC", shown)


@given(st.text() | st.text(alphabet=NASTY))
def test_nothing_that_cannot_be_seen_is_left(text):
    result = clean(text)
    assert not {unicodedata.category(char) for char in result} & UNSEEN
    assert result == " ".join(result.split())


@given(st.text() | st.text(alphabet=NASTY))
def test_cleaning_twice_is_cleaning_once(text):
    assert clean(clean(text)) == clean(text)


@given(st.text(alphabet=NASTY, max_size=400))
def test_accents_are_never_heaped(text):
    marks = "".join(
        "m" if unicodedata.category(char) in ("Mn", "Me") else " " for char in clean(text)
    )
    assert "mmmm" not in marks


@given(st.text() | st.text(alphabet=NASTY, max_size=400))
def test_no_accent_stands_on_nothing(text):
    words = clean(text).split(" ")
    assert not [word for word in words if unicodedata.category(word[:1] or "a") in ("Mn", "Me")]


@given(st.text() | st.text(alphabet=NASTY, min_size=150, max_size=5000))
def test_what_is_kept_is_never_too_long(text):
    try:
        assert len(cleaned(text, LONGEST_MESSAGE, MessageTooLong)) <= LONGEST_MESSAGE
    except MessageTooLong:
        assert len(text) > LONGEST_MESSAGE


def test_what_cannot_be_seen_does_not_count():
    assert cleaned("a\u200b" * LONGEST_MESSAGE, LONGEST_MESSAGE, MessageTooLong) == "a" * 200


def test_the_refusal_names_the_limit():
    assert f"{LONGEST_MESSAGE} characters" in str(MessageTooLong.sentence)
