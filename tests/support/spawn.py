"""Processes of wordfleet-print, with streams, a folder and an environment of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from support.command import Result

HERE = Path(__file__).parents[1]
PROGRAM = "from wordfleet_print.__main__ import main; main()"


def start_process(
    *arguments: str | Path,
    folder: Path = HERE,
    code: str = PROGRAM,
    out: Any = subprocess.PIPE,
    err: Any = subprocess.PIPE,
    env: Mapping[str, str] | None = None,
    closed: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """Start a process with these arguments, at the head of a process group, so that a test can send
    signals to it and its children.

    `code` is the Python that it runs, by default the program. `closed` are the numbers of standard
    streams that it does not have.
    """

    def close() -> None:
        for number in closed:
            os.close(number)

    # As in an installed command, the current folder is not on the path.
    start = f"import sys; sys.argv[0] = 'wordfleet-print'; sys.path[0] = {str(HERE)!r}\n"
    return subprocess.Popen(
        [sys.executable, "-c", start + code, *map(str, arguments)],
        cwd=folder,
        env={**os.environ, "LC_ALL": "C.UTF-8", **(env or {})},
        stdin=subprocess.DEVNULL,
        stdout=out,
        stderr=err,
        bufsize=0,
        start_new_session=True,
        preexec_fn=close,  # noqa: PLW1509 - no thread of ours holds a lock that closing needs
    )


def run_process(*arguments: str | Path, **options: Any) -> Result:
    """Return how a process ended that was started as `start_process` does."""
    with start_process(*arguments, **options) as process:
        out, err = (content or b"" for content in process.communicate(timeout=60))
    return Result(
        process.returncode, out.decode("utf-8", "replace"), err.decode("utf-8", "replace"), out
    )
