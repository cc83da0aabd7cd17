"""The worker inside the server: what is asked for later is done then, and not much later."""

import json
import statistics
import subprocess
import sys

from tests import server

# A worker that has an alarm set for later must still see the next, earlier one in time.
LATENESS = """
import json, time
from queue import Queue
from ohhell_site.celery import app
from ohhell_site.embedded import EmbeddedWorker

done = Queue()

@app.task
def note(due):
    done.put(time.time() - due)

EmbeddedWorker(threads=1).start()
note.apply_async((0,), countdown=60)

def lateness(wait):
    note.apply_async((time.time() + wait,), countdown=wait)
    return done.get(timeout=20)

print(json.dumps([lateness(0.3) for _ in range(7)]))
"""


def test_a_task_for_later_is_done_on_time_whatever_else_is_waiting(embedded):
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", LATENESS],
        cwd=server.ROOT,
        env=embedded,
        capture_output=True,
        text=True,
        check=True,
    )
    lateness = json.loads(done.stdout)
    assert min(lateness) > -0.01
    assert statistics.median(lateness) < 0.4
