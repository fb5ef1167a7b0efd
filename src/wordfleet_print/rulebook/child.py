"""A designer's own rules and templates are rendered in a process of their own, with limits on what it may use.

The parent hands a job to `python -m wordfleet_print.rulebook.child` and gets the finished files back, both as JSON:
nothing that comes from the child is ever run. Run as a module, this file is the child.
"""

from __future__ import annotations

import base64
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NoReturn

from wordfleet_print.errors import BadInputError, Complaint, MissingDependencyError, WordfleetError
from wordfleet_print.press.paper import PAPERS
from wordfleet_print.rulebook.booklet import Flip
from wordfleet_print.rulebook.job import Made, Published, RulebookJob, publish


@dataclass(frozen=True, slots=True)
class Limits:
    """What rendering a designer's own may use: seconds, megabytes of memory, megabytes of finished files."""

    seconds: int = 60
    memory: int = 1500
    output: int = 100


def publish_guarded(job: RulebookJob, limits: Limits | None = None) -> Published:
    """Make every file of a job in a child process.

    Raises as `publish` does, and `BadInputError` naming the limit that was reached. Source: `Limits`; on Windows only
    the time and the output are limited.
    """
    limits = limits or Limits()
    order = json.dumps({"job": _job_as_json(job), "limits": asdict(limits)})
    command = [sys.executable, "-P", "-m", "wordfleet_print.rulebook.child"]  # -P: nothing of the current folder runs
    try:
        done = subprocess.run(
            command, input=order.encode(), capture_output=True, timeout=limits.seconds * 2, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise beyond_time(limits) from error
    return _received(done, limits)


def _received(done: subprocess.CompletedProcess[bytes], limits: Limits) -> Published:
    if done.returncode:
        raise why_it_ended(done, limits)
    answer = json.loads(done.stdout)
    if error := answer.get("error"):
        raise error_from_json(error)
    files = [Made(**(made | {"content": base64.b64decode(made["content"])})) for made in answer["files"]]
    return Published(files, answer["notes"], answer["machine"])


def error_from_json(error: dict[str, Any]) -> WordfleetError:
    """The error that a child told."""
    if error["kind"] == "MissingDependencyError":
        return MissingDependencyError(error["message"], tip=error["tip"])
    complaints = [Complaint(**complaint) for complaint in error["complaints"]]
    return BadInputError(error["message"], *complaints, tip=error["tip"])


def why_it_ended(done: subprocess.CompletedProcess[bytes], limits: Limits) -> WordfleetError:
    """Why a child ended without an answer."""
    ended = -done.returncode
    if os.name == "posix" and ended in {signal.SIGXCPU, signal.SIGKILL}:
        return beyond_time(limits)
    last = done.stderr.decode("utf-8", "replace").strip().split("\n")[-1]
    if "MemoryError" in last or (os.name == "posix" and ended in {signal.SIGABRT, signal.SIGSEGV, signal.SIGTRAP}):
        return beyond_memory(limits)
    return BadInputError("Rendering your rules failed.", Complaint("", last or f"exit code {done.returncode}"))


def beyond_time(limits: Limits) -> BadInputError:
    """The error for work that takes too long."""
    return BadInputError(
        f"Rendering your rules takes longer than the limit of {limits.seconds} seconds.",
        tip="Look for a loop that does not end; --max-seconds raises the limit.",
    )


def beyond_memory(limits: Limits) -> BadInputError:
    """The error for work that needs too much memory."""
    return BadInputError(
        f"Rendering your rules needs more memory than the limit of {limits.memory} MB.",
        tip="Look for a text that grows without end, or for a very large table.",
    )


def _job_as_json(job: RulebookJob) -> dict[str, Any]:
    facts = asdict(job)
    own = {name: str(facts[name].absolute()) if facts[name] else None for name in ("rules", "templates")}
    return facts | own | {"paper": job.paper.slug}


def _job_from_json(facts: dict[str, Any]) -> RulebookJob:
    own = {name: Path(facts[name]) if facts[name] else None for name in ("rules", "templates")}
    lists = {name: tuple(facts[name]) for name in ("slugs", "formats")}
    return RulebookJob(**(facts | own | lists | {"paper": PAPERS[facts["paper"]], "flip": Flip(facts["flip"])}))


def main() -> NoReturn:
    """Be the child: read an order from stdin, keep to its limits, answer on stdout."""
    order = json.loads(sys.stdin.buffer.read())
    limits = Limits(**order["limits"])
    answer_to, sys.stdout = sys.stdout, sys.stderr  # whatever a library prints is no answer
    keep_to(limits)
    answer = json.dumps(answered(lambda: _answer(_job_from_json(order["job"]), limits), limits))
    answer_to.write(answer)
    answer_to.flush()
    sys.exit(0)


def answered(work: Callable[[], dict[str, Any]], limits: Limits) -> dict[str, Any]:
    """What the work answers, or the error that it ended with, told as the parent tells it."""
    try:
        return work()
    except MemoryError:
        return {"error": error_as_json(beyond_memory(limits))}
    except WordfleetError as error:
        return {"error": error_as_json(beyond_memory(limits) if is_memory(error) else error)}
    except RecursionError:
        return {"error": error_as_json(BadInputError("Your rules or templates are nested too deeply to be set."))}


def _answer(job: RulebookJob, limits: Limits) -> dict[str, Any]:
    published = publish(job)
    size = sum(len(made.content) for made in published.files)
    if size > limits.output * 1_000_000:
        message = f"The finished files are {size / 1e6:.0f} MB, more than the limit of {limits.output} MB."
        return {"error": error_as_json(BadInputError(message))}
    files = [asdict(made) | {"content": base64.b64encode(made.content).decode()} for made in published.files]
    return {"files": files, "notes": published.notes, "machine": published.machine}


def is_memory(error: BaseException) -> bool:
    """Whether memory ran out behind an error."""
    return isinstance(error.__cause__, MemoryError)


def error_as_json(error: WordfleetError) -> dict[str, Any]:
    """An error as a child tells it."""
    complaints = [asdict(complaint) for complaint in error.complaints]
    return {"kind": type(error).__name__, "message": error.message, "tip": error.tip, "complaints": complaints}


def keep_to(limits: Limits) -> None:
    """Let the system end or refuse whatever goes beyond: processor time, memory, files, core dumps."""
    if sys.platform == "win32":
        return
    import resource

    memory = limits.memory * 1_000_000
    for what, most in (
        (resource.RLIMIT_CPU, limits.seconds),
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_FSIZE, limits.output * 1_000_000),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(what)
        kept = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (kept, hard))


if __name__ == "__main__":
    main()
