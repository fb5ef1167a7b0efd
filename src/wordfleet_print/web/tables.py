"""Sheets dealt by their codes."""

from __future__ import annotations

from wordfleet_print.games import Library
from wordfleet_print.services.choose_words import WordsRequest
from wordfleet_print.services.print_trackers import TrackerRequest
from wordfleet_print.services.trackers import Trackers, lay_out_trackers
from wordfleet_print.settings.table import ReprintSettings


def deal_codes(settings: ReprintSettings, library: Library) -> Trackers:
    """Return the sheets of codes. Raises `WordfleetError`."""
    words = WordsRequest(own=settings.words.text if settings.words else None, library=library)
    names = tuple(name or None for name in settings.player)
    job = TrackerRequest(words, names, codes=settings.sheets, paper=settings.paper, placed=settings.placed).job()
    return lay_out_trackers(job.edition, job.deal().sheets, settings, library)
