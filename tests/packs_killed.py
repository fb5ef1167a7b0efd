"""Work for a pack's workers that kills them; apart from `shards_made`, whose workers are to be there at once."""

from __future__ import annotations

import os
import signal

from wordfleet_print.event.pack.document import Task, do_task
from wordfleet_print.event.pack.papers import KeyTask


def deadly_key(task: Task) -> bytes:
    """Do a shard of an event's pack; one of the organiser's key kills its worker, every time."""
    if isinstance(task, KeyTask):
        os.kill(os.getpid(), signal.SIGKILL)
    return do_task(task)
