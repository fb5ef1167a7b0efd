"""`wordfleet-print` and `python -m wordfleet_print`."""

from __future__ import annotations

import contextlib
import gc
import os
import sys

from wordfleet_print import __version__
from wordfleet_print.child_modules import RUN_MODULE, run_module

GARBAGE_THRESHOLD = 50_000
"""New objects after which Python looks for garbage. It would look after 700 of them, but what is
loaded stays loaded.
"""
INTERRUPTED = 130
"""`ExitCode.INTERRUPTED`, known before anything is loaded."""


def main() -> None:
    """Run the command line. `--version` answers before anything else is loaded."""
    try:
        if sys.argv[1:] == ["--version"] and sys.stdout:
            # If stdout takes nothing, the full command line says so
            with contextlib.suppress(OSError):
                sys.stdout.write(f"wordfleet-print {__version__}\n")
                sys.stdout.flush()
                return
        if sys.argv[1:2] == [RUN_MODULE]:  # a child process of ours
            run_module(sys.argv[2:])
            return
        # These two save a twentieth of a short call. None of our models has pydantic plugins;
        # looking for some opens every installed package.
        os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
        gc.set_threshold(GARBAGE_THRESHOLD)
        from wordfleet_print.cli.main import run

        run()
    except KeyboardInterrupt:
        if sys.stderr:
            with contextlib.suppress(OSError):
                sys.stderr.write("Stopped.\n")
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
