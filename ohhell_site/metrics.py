"""What is counted and measured, for Prometheus to collect.

A server is one process and shows its own numbers. A worker is several: with OHHELL_METRICS_PORT
they write them into files of one folder, and the first of them shows the sum.
"""

from prometheus_client import Counter, Gauge, Histogram

REQUESTS = Histogram(
    "ohhell_request_seconds",
    "How long requests took, by view and status",
    ["view", "status"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
SOCKETS = Gauge("ohhell_sockets_open", "Open sockets", multiprocess_mode="livesum")
TABLES = Gauge(
    "ohhell_tables_live", "Tables that somebody looks at here", multiprocess_mode="livesum"
)
REPAINTED = Counter("ohhell_announcements_lost", "Paintings that no announcement had asked for")
MOVES = Counter("ohhell_moves", "Bids and cards, of persons and computers", ["kind", "by"])
DECISIONS = Histogram(
    "ohhell_decision_seconds",
    "How long computers thought, by level",
    ["level"],
    buckets=(0.0001, 0.0005, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5),
)
SWEEPS = Counter("ohhell_sweeps", "Looks for computers' turns that are late")
WOKEN = Counter("ohhell_sweep_wakeups", "Late turns that a sweep has asked for again")
