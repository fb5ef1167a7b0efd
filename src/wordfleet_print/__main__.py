"""`wordfleet-print` and `python -m wordfleet_print`."""

from __future__ import annotations

import contextlib
import gc
import os
import sys

from wordfleet_print import __version__


def main() -> None:
    """Run the command line. `--version` alone answers before anything else is loaded."""
    try:
        if sys.argv[1:] == ["--version"] and sys.stdout:
            with contextlib.suppress(OSError):  # what stdout does not take, the whole command line tells
                sys.stdout.write(f"wordfleet-print {__version__}\n")
                sys.stdout.flush()
                return
        _start_lightly()
        from wordfleet_print.cli.main import run

        run()
    except KeyboardInterrupt:
        if sys.stderr:
            with contextlib.suppress(OSError):
                sys.stderr.write("Stopped.\n")
        sys.exit(130)


def _start_lightly() -> None:
    """What loading libraries costs beside the loading itself: a twentieth of a short call."""
    # No model of ours has plugins of pydantic's; looking for some opens every package that is installed.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    # What is loaded stays; to look through it again and again, 700 new objects at a time, frees nothing.
    gc.set_threshold(50_000)


if __name__ == "__main__":
    main()
