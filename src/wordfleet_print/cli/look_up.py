"""`look-up`: show everything that is on sheets, to settle a dispute."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wordfleet_print.cli.output import format_examples, say, show_json, show_table, stdout
from wordfleet_print.cli.parameters import Origin, make_command
from wordfleet_print.settings.table import LookUpSettings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import Console

    from wordfleet_print.services.reprint import FoundSheet

EXAMPLES = format_examples(
    "look-up WF-…", "look-up WF-… --words my-words.txt", "look-up WF-… --event output/summer-cup/"
)

# A code does not say whether its sheet was printed with the ships on the grid.
IF_PLACED = "The squares count only for a sheet that was printed with --placed."


@make_command(LookUpSettings, "look-up", EXAMPLES)
def look_up(settings: LookUpSettings, _origin: Origin) -> None:
    """Look up sheets by their codes, to settle a dispute. Shows words and launch codes.

    A code is enough for the built-in words. For your own, add --words or
    --rules. With --event you see whose sheet it is.
    """
    from wordfleet_print.services.reprint import describe_place, find_sheets

    sheets = find_sheets(settings)
    if settings.as_json:
        show_json({"sheets": [describe_sheet_as_json(sheet, settings) for sheet in sheets]})
    elif not settings.quiet:
        for sheet in sheets:
            show_sheet(sheet)
            if settings.event is not None:
                say(stdout(), describe_place(sheet.planned_sheet))
            elif sheet.squares:
                say(stdout(), IF_PLACED)


def describe_sheet_as_json(sheet: FoundSheet, settings: LookUpSettings) -> dict[str, Any]:
    """Return everything that is on a sheet. With an event it has a `place`: player, opponent, round
    and table; None if the event has no such sheet any more.
    """
    if settings.event is None:
        return sheet.to_json()
    place = None
    if sheet.planned_sheet:
        names = ("serial", "player", "opponent", "round", "table")
        place = {name: getattr(sheet.planned_sheet.seat, name) for name in names}
    return {**sheet.to_json(), "place": place}


def show_words(
    console: Console, words: Mapping[str, str], squares: Mapping[str, Sequence[str]] | None
) -> None:
    """Show the word of each ship, and its squares if they may be on the sheet."""
    if squares is None:
        show_table(console, ["Ship", "Word"], words.items())
        return
    rows = [(ship, word, " ".join(squares[ship])) for ship, word in words.items()]
    show_table(console, ["Ship", "Word", "Squares"], rows)


def show_sheet(sheet: FoundSheet) -> None:
    """Show words, letters, difficulty and launch codes of a sheet."""
    console = stdout()
    facts = sheet.to_json()
    edition = sheet.deck.edition
    say(console, f"{facts['code']}: {facts['fleet_name']}")
    say(console, f"{edition.title}, {edition.edition} edition, {facts['words_from']}")
    if facts["words"] is not None:
        show_words(console, facts["words"], facts["squares"])
        counts = [f"{letter}{count}" for letter, count in facts["manifest"].items()]
        say(console, f"Letters: {' '.join(counts)}")
        say(console, f"Difficulty: {facts['difficulty']} ({facts['difficulty_word']})")
    codes = [[code["code"], code["class"]] for code in facts["launch_codes"]]
    show_table(console, ["Launch code", "Class"], codes)
