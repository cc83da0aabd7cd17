"""A server that is killed at any moment: after a new start every game goes on."""

import pytest

from tests import server
from tests.playing import Player, is_finished

pytestmark = pytest.mark.xdist_group("embedded server")


def test_a_whole_game_is_played_at_the_embedded_server(site, port):
    assert is_finished(Player([port], 3, 1).play())


def test_a_game_goes_on_after_kill_9_and_a_new_start(site, embedded, tmp_path):
    environment = embedded | {"OHHELL_DATA_DIR": str(tmp_path)}
    port = server.free_port()
    with server.serving(environment, port) as first:
        player = Player([port], 2, 2)
        first.kill()  # while the computers are about to move
    with server.serving(environment, port) as second:
        player.move()
        second.kill()
    with server.serving(environment, port):
        assert is_finished(player.play())
