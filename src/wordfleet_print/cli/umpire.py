"""`event diff`."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Annotated

from wordfleet_print.cli.console import examples, say, show_json, stdout
from wordfleet_print.cli.options import AsJson, Quiet, argument

DIFF_EXAMPLES = examples(
    "event diff yesterday/event.json output/summer-cup/",
    "event diff yesterday/event.json output/summer-cup/ --json",
)

Old = Annotated[Path, argument("OLD", "The event as it was: a folder or an event.json.")]
NewEvent = Annotated[Path, argument("NEW", "The event as it is: a folder or an event.json.")]


def diff(old: Old, new: NewEvent, json: AsJson = False, quiet: Quiet = False) -> None:
    """Tell what changed in an event: who came, who left or looks renamed, who sits elsewhere or has another sheet.

    Exit code 0, whether anything changed or not.
    """
    from wordfleet_print.event.plan.changes import diff_plans, likely_same, same_by_now
    from wordfleet_print.services.printed_event import open_record
    from wordfleet_print.services.what_changed import told_apart

    before, after = open_record(old).plan(), open_record(new).plan()
    found = diff_plans(before, after)
    known = {was.key for was, _ in same_by_now(before, after)}
    pairs = (pair for pair in likely_same(before.roster, after.roster) if pair[0].key not in known)
    alike = [told_apart(*pair) for pair in pairs]
    if json:
        show_json({"changed": bool(found), **found.to_json(), "likely_same": alike})
        return
    renames = (f"looks like a rename: {one} left, {other} joined" for one, other in alike)
    for line in () if quiet else chain(renames, found.lines()) if found else ("Nothing changed.",):
        say(stdout(), line)
