"""The programme: `wordfleet-print`, `wordfleet`, `python -m wordfleet_print`."""

from __future__ import annotations

import sys

from wordfleet_print import __version__


def main() -> None:
    """Run the command line. `--version` alone answers before anything else is loaded."""
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"wordfleet-print {__version__}\n")
        return
    from wordfleet_print.cli.run import run

    run()


if __name__ == "__main__":
    main()
