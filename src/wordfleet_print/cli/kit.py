"""`kit`: boards, pieces, cards and tapes, in true scale."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordfleet_print.cli import options
from wordfleet_print.cli.console import examples, say, show_json, show_table, stdout, warn
from wordfleet_print.cli.options import AsJson, Open, PaperSlug, Quiet, argument, flag, option
from wordfleet_print.errors import MissingDependencyError, UsageError
from wordfleet_print.files import check_writable, write_all
from wordfleet_print.limits import OUTPUT

if TYPE_CHECKING:
    from wordfleet_print.services.kits import PrintedKit

EXAMPLES = examples(
    "kit",
    "kit happy-flip-chess --one-sided",
    "kit happy-flip-chess --page board --square 50",
    'kit army-men --squad "sergeant, regular*5, smg*2"',
    "kit army-men --page cards --png",
)

WHICH, ARMY, LOOKS, RESULT = "Which pages", "Army Men", "How they look", "Where they go"
FORMATS = ("pdf", "html")

Games = Annotated[list[str] | None, argument("SLUG", "Whose kits, such as army-men. Default: all with these pages.")]
Pages = Annotated[list[str] | None, option("--page NAME", "This page alone, such as board; repeat for more.", WHICH)]
PrintSides = Annotated[
    bool,
    flag("--two-sided/--one-sided", "For a printer that prints on both sides, or on one: pieces to fold.", LOOKS),
]
LessInk = Annotated[bool, flag("--eco/--no-eco", "Less ink: outlines, no tint.", LOOKS)]
OwnSquares = Annotated[float | None, option("--square MM", "Boards with squares so wide, for your chess set.", LOOKS)]
KitFont = Annotated[
    Path | None, option("--font FILE", "A font for letters that the bundled ones lack: TTF, OTF or WOFF2.", LOOKS)
]
Squads = Annotated[
    list[str] | None,
    option("--squad TROOPS", "A squad on its sheet, such as “sergeant, regular*5”; repeat for more.", ARMY),
]
Points = Annotated[int | None, option("--points N", "The most that the army may cost.", ARMY)]
Tutorial = Annotated[bool, flag("--tutorial/--standard", "The tutorial alone: its cards, tape and counters.", ARMY)]
OwnRules = Annotated[Path | None, option("--rules DIR", "Games of your own: the *.md files of this folder.", WHICH)]
Format = Annotated[str, option("--format -f FORMAT", "pdf, or html to print from a browser.", RESULT)]
AsPictures = Annotated[bool, flag("--png", "Each card as a picture, 300 dpi with 3 mm of bleed.", RESULT)]
KitsOutput = Annotated[Path | None, option("--output -o DIR", "The folder. Default: output/.", RESULT)]

kit_app = typer.Typer(rich_markup_mode="rich", add_completion=False)


@kit_app.command(epilog=EXAMPLES)
def kit(
    games: Games = None,
    page: Pages = None,
    rules: OwnRules = None,
    square: OwnSquares = None,
    font: KitFont = None,
    squad: Squads = None,
    points: Points = None,
    tutorial: Tutorial = False,
    two_sided: PrintSides = True,
    eco: LessInk = False,
    paper: PaperSlug = None,
    format_: Format = "pdf",
    png: AsPictures = False,
    output: KitsOutput = None,
    open_: Open = False,
    json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Print what games need on the table: boards, pieces, cards, tapes. All games, unless you name some.

    Everything is in true scale: print it at 100 %, and measure the bar at the
    foot of a page before you cut. Without Pango and without a browser, pages
    are written as HTML (exit code 5).
    """
    from wordfleet_print.kit.document import KitSettings
    from wordfleet_print.services.kits import KitRequest, choose_kits, print_game
    from wordfleet_print.services.own_rules import read_library
    from wordfleet_print.tracker.geometry import PAPERS, guess_paper

    options.check_choice(format_, FORMATS, "--format")
    if rules:
        from wordfleet_print.games import check_folder

        check_folder(rules, "rules")
    settings = KitSettings(
        paper=PAPERS[options.chosen_paper(paper).slug] if paper else guess_paper(os.environ),
        eco=eco,
        one_sided=not two_sided,
        tutorial=tutorial,
        square=square,
        squads=tuple(squad or ()),
        points=points,
        pages=tuple(page or ()),
        font=font,
    )
    requests = choose_kits(KitRequest("", settings, read_library(rules)), games or ())
    folder = output or OUTPUT
    check_writable(folder)
    made: list[PrintedKit] = []
    missing: MissingDependencyError | None = None
    with options.working("Printing the kits", quiet=quiet) as seen:
        for request in requests:
            try:
                made.append(print_game(request, "png" if png else "html" if missing else format_))
            except MissingDependencyError as error:
                if png:
                    raise
                missing = error
                made.append(print_game(request, "html"))
            seen(len(made), len(requests))
    if not made:
        raise UsageError("None of these games has a kit.", tip="Write one into a game’s front matter, as `kit:`.")
    write_all({folder / name: content for printed in made for name, content in printed.files.items()})
    if json:
        show_json({"files": [one for printed in made for one in _describe(printed, folder, settings.paper.slug)]})
    elif not quiet:
        for printed in made:
            _show(printed, folder)
    if open_ and typer.launch(str(folder / next(iter(made[0].files)))):
        warn("The file could not be opened; open it yourself.")
    if missing:
        tip = f"The kits are in {folder}/ as HTML: open them in a browser and print them at 100 %, without margins.\n"
        raise MissingDependencyError(missing.message, tip=tip + missing.tip.rpartition("\nOr write HTML")[0])


def _show(printed: PrintedKit, folder: Path) -> None:
    """Show what was made, and how to print it."""
    from wordfleet_print.services.kits import tell_printing

    if printed.sheets:
        rows = [[sheet.name, sheet.title, "card" if sheet.card else "paper"] for sheet in printed.sheets]
        show_table(stdout(), ["Page", "", "Print on"], rows)
        say(stdout(), f"Wrote {folder / next(iter(printed.files))}: {tell_printing(printed.sheets)}.")
    else:
        say(stdout(), f"Wrote {len(printed.files)} pictures of cards to {folder}/.")
    for note in printed.notes:
        warn(f"{note.rstrip('.')}.")


def _describe(printed: PrintedKit, folder: Path, paper: str) -> list[dict[str, object]]:
    pages = [
        {"name": sheet.name, "title": sheet.title, "card": sheet.card, "side": sheet.side or None}
        for sheet in printed.sheets
    ]
    about = {"slug": printed.book.slug, "title": printed.book.title, "paper": paper, "pages": pages}
    return [{"path": str(folder / name), **about} for name in printed.files]
