"""`verify`, `event reprint`, `event diff`: for the umpire's table."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordfleet_print.cli import options
from wordfleet_print.cli.console import examples, how_to_print_of, say, show_json, show_table, stdout
from wordfleet_print.cli.options import MOST_SPARES, RESULT, AsJson, Quiet, argument, option, parse_round, whole_number
from wordfleet_print.errors import UsageError
from wordfleet_print.files import check_target, write_all
from wordfleet_print.limits import MOST_PLAYERS
from wordfleet_print.messages import how_many

if TYPE_CHECKING:
    from wordfleet_print.event.plan.plan import PlannedSheet
    from wordfleet_print.services.sheets_again import FoundSheet

REPRINT_EXAMPLES = examples(
    'event reprint --captain "Zoé Lefèvre" --round 2',
    "event reprint output/summer-cup/ --table 7 --round 2",
    "event reprint output/summer-cup/ --spare 1 --output spare.pdf",
    "event reprint output/summer-cup/ --round 2",
)
DIFF_EXAMPLES = examples(
    "event diff yesterday/event.json output/summer-cup/",
    "event diff yesterday/event.json output/summer-cup/ --json",
)
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
    from wordfleet_print.services.sheets_again import ReprintRequest

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
    from wordfleet_print.cli.event_print import print_request
    from wordfleet_print.services.sheets_again import round_again

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


EXAMPLES = examples(
    "verify WF-…",
    "verify WF-… --json",
    "verify WF-… --words my-words.txt",
    "verify WF-… --event output/summer-cup/",
)

CodesAsked = Annotated[list[str], options.argument("CODE", "The sheet code, from the foot of the sheet.")]

EventLookedIn = Annotated[
    Path | None,
    options.option(
        "--event EVENT",
        "The event that it belongs to: a folder or an event.json. Tells whose sheet it is; brings the words.",
    ),
]

verify_app = typer.Typer(rich_markup_mode="rich", add_completion=False)


@verify_app.command(epilog=EXAMPLES)
def verify(
    code: CodesAsked,
    event: EventLookedIn = None,
    words: options.Words = None,
    fill_from: options.FillFrom = None,
    plain_letters: options.PlainLetters = False,
    german_letters: options.GermanLetters = False,
    tier: options.Tier = None,
    theme: options.Themes = None,
    edition: options.EditionSlug = None,
    rules: options.RulesFolder = None,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Show all that is on a sheet, by its sheet code: for the umpire's eyes, since it shows the secrets.

    The sheet code says which words it was dealt from; name only your own list or rules, or the event.
    """
    from wordfleet_print.services.choose_words import WordsRequest
    from wordfleet_print.services.own_rules import read_library
    from wordfleet_print.services.sheets_again import find_sheet

    words_named = WordsRequest(
        edition,
        tier,
        options.slugs_of(theme),
        words,
        fill=fill_from,
        library=read_library(rules),
        letters=options.letters_of(plain=plain_letters, german=german_letters),
    )
    found = find_sheet(" ".join(code), words_named, event)
    if json:
        seat = found.planned and found.planned.seat
        names = ("serial", "captain", "opponent", "round", "table")
        place = {} if event is None else {"place": seat and {name: getattr(seat, name) for name in names}}
        show_json({**found.to_json(), **place})
    elif not quiet:
        _show(found)
        if event is not None:
            _show_place(found.planned)


def _show_place(planned: PlannedSheet | None) -> None:
    """Whose sheet it is, and against whom."""
    if planned is None:
        told = "No sheet of this event has this sheet code now."
    elif planned.player is None:
        told = f"Spare sheet {planned.seat.serial}."
    else:
        place, player = planned.seat, planned.player
        name = f", {place.captain}" if place.captain else ""
        club = f" ({player.club})" if player.club else ""
        where = f"table {place.table}" if place.table else "no table"
        opponent = f", against {place.opponent}" if place.opponent else ""
        told = f"Serial {place.serial}{name}{club}: round {place.round}, {where}{opponent}."
    say(stdout(), told)


def _show(found: FoundSheet) -> None:
    console, told, edition = stdout(), found.to_json(), found.deck.edition
    say(console, f"{told['code']}: {told['fleet_name']}")
    say(console, f"{edition.title}, {edition.edition} edition, {told['words_from']}")
    if told["words"] is not None:
        show_table(console, ["Ship", "Word"], told["words"].items())
        say(console, f"Letters: {' '.join(f'{letter}{count}' for letter, count in told['manifest'].items())}")
        say(console, f"Rating: {told['rating']} ({told['to_find']})")
    show_table(console, ["Launch code", "Class"], [[*one.values()] for one in told["launch_codes"]])
