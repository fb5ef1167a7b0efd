"""The programme: `wordfleet-print`, `wordfleet`, `python -m wordfleet_print`."""

from __future__ import annotations

import contextlib
import os
import sys

from wordfleet_print import __version__


def main() -> None:
    """Run the command line. `--version` alone answers before anything else is loaded."""
    try:
        if sys.argv[1:] == ["--version"] and sys.stdout:
            sys.stdout.write(f"wordfleet-print {__version__}\n")
            sys.stdout.flush()
            return
        from wordfleet_print.cli.run import run

        run()
    except KeyboardInterrupt:
        if sys.stderr:
            with contextlib.suppress(OSError):
                sys.stderr.write("Stopped.\n")
        sys.exit(130)
    except OSError:
        if sys.argv[1:] != ["--version"]:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(4)


if __name__ == "__main__":
    main()
