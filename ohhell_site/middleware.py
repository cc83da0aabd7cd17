"""Middleware of the project itself."""

from collections.abc import Callable
from contextlib import nullcontext

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

GetResponse = Callable[[HttpRequest], HttpResponse]


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
