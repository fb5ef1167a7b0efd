"""Whether the trackers of a designer's edition can be printed: told beside its rulebook."""

from __future__ import annotations

from wordfleet_print.errors import BadInputError
from wordfleet_print.game import Edition
from wordfleet_print.press.ink.paper import Paper


def tracker_faults(edition: Edition, paper: Paper) -> list[str]:
    """Why trackers of the edition cannot be printed on this paper, as usual and in large print; empty where they can.

    Raises nothing. Source: the press, which draws a blank sheet.
    """
    from wordfleet_print.fleet.deck import blank_deck
    from wordfleet_print.press.panels.layout import Looks, sheet_layout
    from wordfleet_print.press.trackers import print_trackers
    from wordfleet_print.sheet.sheet import deal

    faults = []
    for large, how in ((False, ""), (True, " in large print")):
        try:
            layout = sheet_layout(edition, Looks(paper, large_print=large), blank=True)
            print_trackers(edition, [(sheet, layout) for sheet in deal(blank_deck(edition), ("",), "fits")])
        except BadInputError as error:
            why = error.message.rstrip(".")
            faults.append(f"{edition.slug}: no tracker can be printed{how} on {paper.title}: {why}")
    return faults
