"""Where to go on after a form, as the form says it: never to another site."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def way_back(request: HttpRequest) -> str:
    """The address in `next`, if it is one of this site; else nothing."""
    wished = request.POST.get("next", request.GET.get("next", ""))
    is_own = url_has_allowed_host_and_scheme(
        wished, {request.get_host()}, require_https=request.is_secure()
    )
    return wished if is_own else ""
