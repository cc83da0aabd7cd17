"""Live tables under load: how soon a tap is seen, and what a move costs.

    python -m benchmarks.load [--tables 1,10,50,100] [--people 4] [--think 1.75] [--scaled] [--json]

A real server with its own data, and people who play at it over HTTP and WebSockets: they look at
what is painted, think, and tap. Beside them a bare echo of Channels runs on the same server in
the same run, at the rate of the paintings, so what is said is a ratio. For every number of tables
there are three stretches: the people alone, the people and the echo, the echo alone.

- A bid or card lasts from the moment its POST is sent until the last viewer of the table has
  received a painting of a later moment; the computers answer after that.
- A move is a bid, a card, or a word for the next deal: whatever raises a game's version.
- CPU is what the server's processes use, user and system, over a steady stretch.
"""

from typing import Final

ECHO_PATH: Final = "/echo"
