"""The site as an app on a home screen, and what its worker keeps."""

import json
import re

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.utils import translation
from django.utils.translation import gettext

from ohhell_site.installing import FONTS, ICONS

LANGUAGES = [code for code, _ in settings.LANGUAGES]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manifest_names_icons_that_are_there(client, language):
    answer = client.get(f"/app/{language}.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    told = answer.json()
    assert (told["start_url"], told["scope"], told["lang"]) == ("/", "/", language)
    assert all(finders.find(path) for path, *_ in ICONS)
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_worker_keeps_one_page_and_what_it_is_made_of(client, language):
    answer = client.get(f"/worker-{language}.js")
    assert answer["Content-Type"] == "text/javascript"
    told = re.search(r"= (\{.*\});", answer.content.decode())
    assert told is not None
    about = json.loads(told[1])
    page = client.get(about["page"]).content.decode()
    assert f'<html lang="{language}"' in page
    with translation.override(language):
        assert gettext("The connection is lost") in page
    needed = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert needed
    assert {about["page"], *needed} <= set(about["kept"])
    for path in about["kept"][1:]:
        assert finders.find(path.removeprefix("/static/")), path


def test_what_is_kept_has_another_name_when_a_file_of_it_has(client, monkeypatch):
    before = client.get("/worker-en.js").content
    monkeypatch.setitem(FONTS, "en", ("fonts/jost-cyrillic-wght-normal.woff2",))
    after = client.get("/worker-en.js").content
    names = [re.search(rb'"name": "(away-\w+)"', each) for each in (before, after)]
    assert None not in names
    assert len({found[1] for found in names if found}) == 2


def test_nothing_is_kept_while_files_have_no_hash_in_their_names(client, settings):
    settings.DEBUG = True
    assert b'"kept": []' in client.get("/worker-en.js").content


@pytest.mark.parametrize("path", ["/app/xx.webmanifest", "/worker-xx.js", "/away/xx"])
@pytest.mark.django_db
def test_there_is_none_in_a_language_that_the_site_does_not_speak(client, path):
    assert client.get(path).status_code == 404


@pytest.mark.django_db
def test_a_page_is_small_over_the_wire(client):
    whole, small = (
        client.get("/guide", headers={"accept-encoding": coding}) for coding in ("identity", "gzip")
    )
    assert small["Content-Encoding"] == "gzip"
    assert len(small.content) < len(whole.content) / 2


@pytest.mark.parametrize("language", sorted(FONTS))
def test_the_fonts_of_a_language_are_there(language):
    assert all(finders.find(path) for path in FONTS[language])
