"""Middleware of the project itself."""

import re
import time
import uuid
from collections.abc import Callable
from contextlib import nullcontext

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

from ohhell_site.logs import request_id
from ohhell_site.metrics import REQUESTS

GetResponse = Callable[[HttpRequest], HttpResponse]


class Named:
    """Gives every request a name for the log and for who asked; a proxy of ours may choose it."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        name = self._chosen(request) or uuid.uuid4().hex
        before = request_id.set(name)
        try:
            response = self.get_response(request)
        finally:
            request_id.reset(before)
        response["X-Request-ID"] = name
        return response

    @staticmethod
    def _chosen(request: HttpRequest) -> str:
        name = request.headers.get("X-Request-ID", "") if settings.BEHIND_PROXY else ""
        return name if re.fullmatch("[A-Za-z0-9-]{8,64}", name) else ""


class Measured:
    """Counts every request, by the view that answered it, and measures how long that took."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = self.get_response(request)
        took = time.perf_counter() - began
        REQUESTS.labels(self._view(request), response.status_code).observe(took)
        return response

    @staticmethod
    def _view(request: HttpRequest) -> str:
        """The view's name; where there is none, one word for all: anybody may invent addresses."""
        if match := request.resolver_match:
            return match.view_name or "unnamed"
        return "static" if request.path_info.startswith(settings.STATIC_URL) else "none"


class StaySync:
    """Does nothing, and is placed last because of what it is: a middleware that is sync only.

    Under ASGI Django would run the middleware chain as coroutines, with two hops
    between threads for every classic middleware in it. A sync-only one at the end
    makes the whole chain above it run as plain calls in one thread.
    """

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)


class StaticFiles(WhiteNoiseMiddleware):
    """WhiteNoise, answering with whole files.

    Its answers are streams read by blocking calls, which an ASGI server can only
    drain into memory anyway (with a warning each time); our files are small.
    """

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        answer = static_file.get_response(request.method, request.META)
        with answer.file or nullcontext() as file:
            response = HttpResponse(file.read() if file else b"", status=int(answer.status))
        del response["Content-Type"]  # of HttpResponse's choice; the answer has its own
        for name, value in answer.headers:
            response[name] = value
        return response
