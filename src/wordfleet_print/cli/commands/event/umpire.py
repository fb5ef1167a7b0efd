"""`event reprint` and `event diff`: for the umpire's table, when a sheet is ruined or the plan has changed."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Annotated

from wordfleet_print.cli.console import say, show_json, stdout
from wordfleet_print.cli.options.common import RESULT, AsJson, Quiet, argument, option, whole_number
from wordfleet_print.cli.options.event import MOST_SPARES, parse_round
from wordfleet_print.errors import UsageError
from wordfleet_print.files import check_target, write_all
from wordfleet_print.jobs.advice import how_to_print_of
from wordfleet_print.limits import MOST_PLAYERS
from wordfleet_print.wording import how_many

REPRINT_EXAMPLES = """
[bold]Examples[/bold]

wordfleet-print event reprint --captain "Zoé Lefèvre" --round 2

wordfleet-print event reprint output/summer-cup/ --table 7 --round 2

wordfleet-print event reprint output/summer-cup/ --spare 1 --output spare.pdf

wordfleet-print event reprint output/summer-cup/ --round 2
"""
DIFF_EXAMPLES = """
[bold]Examples[/bold]

wordfleet-print event diff yesterday/event.json output/summer-cup/

wordfleet-print event diff yesterday/event.json output/summer-cup/ --json
"""
MOST_TABLES = 100_000
WHICH = "Which sheet"

EventGiven = Annotated[
    Path | None,
    argument("EVENT", "The event's folder, or its event.json. Default: the only one in output/."),
]
Captain = Annotated[str | None, option("--captain -c NAME", "Whose sheet.", WHICH)]
PlayerNumber = Annotated[
    int | None,
    option(
        "--number N",
        "The player's number: under SERIAL at the sheet's head, before the dot.",
        WHICH,
        parser=whole_number(1, 10 * MOST_PLAYERS, "a player"),
    ),
]
TableGiven = Annotated[
    int | None, option("--table N", "Both sheets of a table.", WHICH, parser=whole_number(1, MOST_TABLES, "a table"))
]
RoundGiven = Annotated[
    int | None,
    option(
        "--round -r N",
        "Of which round. Default: the only one. Alone: all of that round, into its folder.",
        WHICH,
        parser=parse_round,
    ),
]
SpareNumber = Annotated[
    int | None,
    option("--spare N", "A spare sheet, by its number.", WHICH, parser=whole_number(1, MOST_SPARES, "a spare sheet")),
]
File = Annotated[
    Path | None, option("--output -o FILE", "The PDF. Default: in reprints/ of the event's folder.", RESULT)
]
Old = Annotated[Path, argument("OLD", "The event as it was: a folder or an event.json.")]
NewEvent = Annotated[Path, argument("NEW", "The event as it is: a folder or an event.json.")]


def reprint(
    event: EventGiven = None,
    captain: Captain = None,
    number: PlayerNumber = None,
    table: TableGiven = None,
    spare: SpareNumber = None,
    round_: RoundGiven = None,
    output: File = None,
    json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Print one sheet of an event again: the identical sheet, for whoever has spilt tea on it. Or a whole round."""
    from wordfleet_print.jobs.sheets_again import ReprintRequest

    if round_ is not None and (captain, number, table, spare) == (None, None, None, None):
        _reprint_round(event, round_, output, json=json, quiet=quiet)
        return
    made = ReprintRequest(event, captain, number, table, spare, round_).sheets()
    path = output or made.path
    check_target(path)
    write_all({path: made.content}, private=True)
    if json:
        show_json({"file": str(path), "pages": made.pages, "sheets": list(made.sheets)})
    elif not quiet:
        whose, pages = " and ".join(made.sheets), how_many(made.pages, "page")
        step = f"Print at 100 %, {how_to_print_of(made.looks, made.large)}."
        say(stdout(), f"Wrote {path}: {whose}; {pages}. {step}")


def _reprint_round(event: Path | None, number: int, output: Path | None, *, json: bool, quiet: bool) -> None:
    from wordfleet_print.cli.commands.event.print import print_request
    from wordfleet_print.jobs.sheets_again import round_again

    if output is not None:
        raise UsageError(
            f"A round is several files, in round-{number}/ of the event’s folder: no --output with it.",
            tip=f"`event print` of that folder with --round {number} and --output writes them elsewhere.",
        )
    print_request(round_again(event, number), json=json, quiet=quiet)


def diff(old: Old, new: NewEvent, json: AsJson = False, quiet: Quiet = False) -> None:
    """Tell what changed in an event: who came, who left or looks renamed, who sits elsewhere or has another sheet.

    Exit code 0, whether anything changed or not.
    """
    from wordfleet_print.event.plan.plan_changes import diff_plans, likely_same
    from wordfleet_print.jobs.print_event import told_apart
    from wordfleet_print.jobs.printed_event import open_record

    before, after = open_record(old).plan(), open_record(new).plan()
    found = diff_plans(before, after)
    alike = [told_apart(*pair) for pair in likely_same(before.roster, after.roster)]
    if json:
        show_json({"changed": bool(found), **found.to_json(), "likely_same": alike})
        return
    renames = (f"looks like a rename: {one} left, {other} joined" for one, other in alike)
    for line in () if quiet else chain(renames, found.lines()) if found else ("Nothing changed.",):
        say(stdout(), line)
