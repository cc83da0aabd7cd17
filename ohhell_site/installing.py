"""What makes the site an app on a home screen: its manifest, and the worker that has a page to show
when there is no line.

Both have an address for each language. A manifest is asked for without cookies, and a worker under
a new address brings its page in the new language.
"""

import json
from hashlib import sha256
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

ICONS: Final = (
    ("icons/192.png", "192x192", "any"),
    ("icons/512.png", "512x512", "any"),
    ("icons/maskable.png", "512x512", "maskable"),
)
OF_THE_PAGE: Final = (
    "css/tokens.css",
    "css/base.css",
    "css/parts.css",
    "css/pages.css",
    "css/forced.css",
    "js/away.js",
    "favicon.svg",
)
"""The static files that the page of a lost line is made of, beside the font."""
FONTS: Final = {
    "en": ("fonts/jost-latin-wght-normal.woff2",),
    "ro": ("fonts/jost-latin-wght-normal.woff2", "fonts/jost-latin-ext-wght-normal.woff2"),
    "ru": ("fonts/jost-latin-wght-normal.woff2", "fonts/jost-cyrillic-wght-normal.woff2"),
}
"""What each language is set in: digits and our name are Latin everywhere."""


def fonts(request: HttpRequest) -> dict[str, tuple[str, ...]]:
    """Context processor: gives templates the `fonts` that the page needs first."""
    return {"fonts": FONTS.get(translation.get_language() or "", FONTS["en"])}


@require_safe
@cache_control(max_age=3600, public=True)
def manifest(request: HttpRequest, language: str) -> JsonResponse:
    """What a device has to know to install the site."""
    _require(language)
    with translation.override(language):
        told = {
            "id": "/",
            "name": _("Oh Hell"),
            "short_name": _("Oh Hell"),
            "description": _(
                "Play Oh Hell, the card game in which you bid how many tricks you will take and "
                "must take exactly that many: against computers of four levels or with friends, in "
                "the browser."
            ),
        }
    return JsonResponse(
        {
            **told,
            "lang": language,
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "theme_color": "#ffffff",
            "background_color": "#ffffff",
            "categories": ["games"],
            "icons": [
                {"src": static(path), "sizes": sizes, "type": "image/png", "purpose": purpose}
                for path, sizes, purpose in ICONS
            ],
        },
        content_type="application/manifest+json",
    )


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest, language: str) -> HttpResponse:
    """The worker, with the files that it keeps. It has another name whenever one of them has."""
    _require(language)
    files = [static(path) for path in (*OF_THE_PAGE, *FONTS.get(language, FONTS["en"]))]
    page = reverse("away", args=[language])
    # Without hashes in the names of files what is kept would never be asked for again.
    kept = [] if settings.DEBUG else [page, *files]
    release = sha256(json.dumps(kept).encode()).hexdigest()[:12]
    about = json.dumps({"name": f"away-{release}", "page": page, "kept": kept})
    return render(request, "worker.js", {"about": about}, content_type="text/javascript")


@require_safe
@cache_control(no_cache=True)
def away(request: HttpRequest, language: str) -> HttpResponse:
    """The page that is shown when no page can be had."""
    _require(language)
    with translation.override(language):
        return render(request, "away.html")


def _require(language: str) -> None:
    if language not in dict(settings.LANGUAGES):
        raise Http404
