"""Draw the picture of a sheet in README again. Run by `make pictures`."""

from __future__ import annotations

from pathlib import Path

from wordfleet_print.services.trackers import deal_trackers
from wordfleet_print.settings.table import Player, TrackerSettings
from wordfleet_print.tracker.preview import render_page

README_PICTURE = Path(__file__).parents[2] / "docs" / "tracker.png"
README_SCALE = 1.25
"""Pixels to a CSS pixel: README shows it at three fifths of its width."""


def main() -> None:
    """Write the picture."""
    players = (Player(name="Ann"), Player(name="Ben"))
    trackers = deal_trackers(TrackerSettings(players=players, seed="demo", paper="a4"))
    README_PICTURE.write_bytes(render_page(trackers.print_pdf([1]), 0, scale=README_SCALE))


if __name__ == "__main__":
    main()
