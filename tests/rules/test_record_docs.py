"""What docs/record.md shows is true."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from games.rules import PRESETS, RecordError, parse_record, parse_rules, rules_from, rules_text
from games.rules.options import OPTION_KEYS, Shape

DOCS = (Path(__file__).parents[2] / "docs" / "record.md").read_text()
BLOCKS = [
    (match.group(1), match.group(2), match.group(3))
    for match in re.finditer(r"```json\n(.*?)```\n(?:\n```(text)\n(.*?)\n```)?", DOCS, re.DOTALL)
]
RECORDS = [text for text, kind, _ in BLOCKS if "format" in text and not kind]
WRONG = [(text, line) for text, kind, line in BLOCKS if kind]


def shown(first_key: str) -> list[dict[str, Any]]:
    blocks = [json.loads(text) for text, _, _ in BLOCKS]
    return [block for block in blocks if next(iter(block)) == first_key]


@pytest.mark.parametrize("text", RECORDS)
def test_records_that_are_shown_hold(text):
    record = parse_record(text)
    assert record.to_json_object() | {"rules": {}} == json.loads(text) | {"rules": {}}


def test_there_are_records_to_show():
    assert len(RECORDS) == 2
    assert len(WRONG) == 2


@pytest.mark.parametrize(("text", "line"), WRONG)
def test_records_that_are_shown_as_wrong_are_refused_as_shown(text, line):
    with pytest.raises(RecordError) as refusal:
        parse_record(text)
    assert str(refusal.value) == line


def test_the_answer_that_is_shown_is_that_of_the_first_record():
    assert shown("totals") == [parse_record(RECORDS[0]).results()]


def test_the_standard_rules_are_shown_whole():
    assert shown("players") == [rules_from({}).to_options()]


def test_a_named_preset_with_changes_is_shown():
    [options] = shown("preset")
    assert rules_text(rules_from(options)) == "5_up10_turned_10t-1t_ntempty_announce"


def test_every_option_and_preset_is_named():
    for key in (*OPTION_KEYS, *PRESETS, *Shape):
        assert f"`{key}`" in DOCS


@pytest.mark.parametrize("key", PRESETS)
def test_the_text_of_every_preset_is_shown(key):
    text = rules_text(PRESETS[key].rules(4))
    assert f"| `{key}` | `{text}` |" in DOCS
    assert parse_rules(text) == PRESETS[key].rules(4)
