"""The door for HTTP and WebSockets: `daphne ohhell_site.asgi:application`."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ohhell_site.settings")
http_application = get_asgi_application()  # fills the app registry: comes before what uses models

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402

from games.routing import websocket_urlpatterns  # noqa: E402
from ohhell_site.doors import (  # noqa: E402
    CountedSockets,
    OwnPagesOnly,
    ToWhoIsStillThere,
    leave_forms_to_the_site,
)

leave_forms_to_the_site()
application = ProtocolTypeRouter(
    {
        "http": http_application,
        "websocket": OwnPagesOnly(
            CountedSockets(ToWhoIsStillThere(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))))
        ),
    }
)
