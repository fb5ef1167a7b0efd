"""`reprint`: print sheets again, by their codes or from a printed event. `verify`: show everything that is on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wordfleet_print.cli import tracker
from wordfleet_print.cli.console import examples, how_to_print_of, open_file, say, show_json, show_table, stdout
from wordfleet_print.cli.parameters import make_command
from wordfleet_print.files import check_target, write_all
from wordfleet_print.messages import how_many
from wordfleet_print.settings.table import ReprintSettings, VerifySettings

if TYPE_CHECKING:
    from pathlib import Path

    from wordfleet_print.event.plan.plan import PlannedSheet
    from wordfleet_print.services.reprint import FoundSheet

EXAMPLES = examples(
    "reprint WF-…",
    "reprint WF-… WF-… --player Ann --player Ben",
    'reprint output/summer-cup/ --player "Zoé Lefèvre" --round 2',
    "reprint output/summer-cup/ --table 7 --round 2",
    "reprint --spare 1 --output spare.pdf",
)
VERIFY_EXAMPLES = examples("verify WF-…", "verify WF-… --words my-words.txt", "verify WF-… --event output/summer-cup/")


@make_command(ReprintSettings, "reprint", EXAMPLES)
def reprint(settings: ReprintSettings, typed: frozenset[str]) -> None:
    """Print sheets again, exactly as they were: by their codes, or from a printed event."""
    from wordfleet_print.services.reprint import find_event_path, reprint_codes

    event = find_event_path(settings.sheets)
    if settings.sheets and event is None:
        trackers = reprint_codes(settings)
        files = tracker.print_files(trackers, settings.output)
        tracker.write_files(files)
        if not settings.quiet:
            tracker.show_trackers(trackers, [*files])
        path = next(iter(files))
    else:
        path = print_event_sheets(settings, event, typed)
    if settings.open:
        open_file(path)


def print_event_sheets(settings: ReprintSettings, event: Path | None, typed: frozenset[str]) -> Path:
    """Print sheets of an event. Return the file that was written."""
    from wordfleet_print.services.reprint import reprint_event

    made = reprint_event(settings, event, typed)
    path = settings.output or made.path
    check_target(path)
    write_all({path: made.content}, private=True)
    if not settings.quiet:
        pages = f"; {how_many(made.pages, 'page')}" if made.pages else ""
        step = f"Print at 100%, {how_to_print_of(made.looks, made.large)}."
        say(stdout(), f"Wrote {path}: {' and '.join(made.sheets)}{pages}. {step}")
    return path


@make_command(VerifySettings, "verify", VERIFY_EXAMPLES)
def verify(settings: VerifySettings, _typed: frozenset[str]) -> None:
    """Show everything that is on sheets, by their codes, to settle a dispute. It shows the secrets.

    A code says which words its sheet was dealt from. Add --words or --rules
    only for your own, and --event to see whose sheet it is.
    """
    from wordfleet_print.services.reprint import find_sheets

    found = find_sheets(settings)
    if settings.as_json:
        show_json({"sheets": [describe_as_json(one, settings) for one in found]})
    elif not settings.quiet:
        for one in found:
            show_sheet(one)
            if settings.event is not None:
                say(stdout(), describe_place(one.planned))


def describe_as_json(found: FoundSheet, settings: VerifySettings) -> dict[str, Any]:
    """Return everything that is on a sheet; with an event, its place there too, None if it has none now."""
    if settings.event is None:
        return found.to_json()
    seat = found.planned and found.planned.seat
    names = ("serial", "captain", "opponent", "round", "table")
    return {**found.to_json(), "place": seat and {name: getattr(seat, name) for name in names}}


def describe_place(planned: PlannedSheet | None) -> str:
    """Return whose sheet it is, and who plays against it."""
    if planned is None:
        return "No sheet of this event has this sheet code now."
    if planned.player is None:
        return f"Spare sheet {planned.seat.serial}."
    place, player = planned.seat, planned.player
    name = f", {place.captain}" if place.captain else ""
    club = f" ({player.club})" if player.club else ""
    where = f"table {place.table}" if place.table else "no table"
    opponent = f", against {place.opponent}" if place.opponent else ""
    return f"Serial {place.serial}{name}{club}: round {place.round}, {where}{opponent}."


def show_sheet(found: FoundSheet) -> None:
    """Show words, letters, rating and launch codes of a sheet."""
    console, sheet, edition = stdout(), found.to_json(), found.deck.edition
    say(console, f"{sheet['code']}: {sheet['fleet_name']}")
    say(console, f"{edition.title}, {edition.edition} edition, {sheet['words_from']}")
    if sheet["words"] is not None:
        show_table(console, ["Ship", "Word"], sheet["words"].items())
        say(console, f"Letters: {' '.join(f'{letter}{count}' for letter, count in sheet['manifest'].items())}")
        say(console, f"Rating: {sheet['rating']} ({sheet['to_find']})")
    show_table(console, ["Launch code", "Class"], [[*one.values()] for one in sheet["launch_codes"]])
