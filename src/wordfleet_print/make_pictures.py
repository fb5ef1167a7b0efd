"""Draw the picture of a sheet in README again. Run by `make pictures`."""

from __future__ import annotations

from pathlib import Path

from wordfleet_print.services.choose_words import WordsRequest
from wordfleet_print.services.print_trackers import TrackerRequest
from wordfleet_print.tracker.preview import render_page

README_PICTURE = Path(__file__).parents[2] / "docs" / "tracker.png"
README_SCALE = 1.25
"""Pixels to a CSS pixel: README shows it at three fifths of its width."""


def main() -> None:
    """Write the picture."""
    request = TrackerRequest(WordsRequest(), ("Ann", "Ben"), seed="demo", paper="a4")
    README_PICTURE.write_bytes(render_page(request.job().deal().printed((1,)), 0, scale=README_SCALE))


if __name__ == "__main__":
    main()
