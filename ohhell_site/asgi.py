"""The door for HTTP and WebSockets: `daphne ohhell_site.asgi:application`."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ohhell_site.settings")
http_application = get_asgi_application()  # fills the app registry: comes before what uses models

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402

from games.routing import websocket_urlpatterns  # noqa: E402
from ohhell_site.middleware import CountedSockets  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": http_application,
        "websocket": AllowedHostsOriginValidator(
            CountedSockets(AuthMiddlewareStack(URLRouter(websocket_urlpatterns)))
        ),
    }
)
