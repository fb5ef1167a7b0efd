"""`kit`: boards, pieces, cards and tapes, in true scale."""

from __future__ import annotations

import os
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING, Annotated

import typer

from wordfleet_print.cli import options
from wordfleet_print.cli.console import examples, say, show_json, show_table, stdout, warn
from wordfleet_print.cli.options import AsJson, Open, PaperSlug, Quiet, argument, flag, option
from wordfleet_print.errors import UsageError
from wordfleet_print.files import check_writable, write_all
from wordfleet_print.limits import OUTPUT

if TYPE_CHECKING:
    from wordfleet_print.jobs.print_kits import PrintedKit

EXAMPLES = examples(
    "kit",
    "kit happy-flip-chess --one-sided",
    "kit happy-flip-chess --pages board --square 50",
    "kit happy-flip-chess --pages deal --apart",
    'kit army-men --squad "sergeant, regular*5, smg*2"',
)

WHICH, CHESS, ARMY, LOOKS, RESULT = "Which pages", "Happy Flip Chess", "Army Men", "How they look", "Where they go"

Games = Annotated[list[str] | None, argument("SLUG", "Whose kits, such as army-men. Default: all with these pages.")]
Pages = Annotated[list[str] | None, option("--pages NAME", "These pages alone, such as board; repeat for more.", WHICH)]
PrintSides = Annotated[
    bool,
    flag("--two-sided/--one-sided", "For a printer that prints on both sides, or on one: pieces to fold.", LOOKS),
]
LessInk = Annotated[bool, flag("--eco/--no-eco", "Less ink: outlines, no tint.", LOOKS)]
OwnSquares = Annotated[float | None, option("--square MM", "Boards with squares so wide, for your chessmen.", LOOKS)]
Apart = Annotated[bool, flag("--apart", "A page for the same deal at tables apart.", CHESS)]
DealCode = Annotated[str | None, option("--code CODE", "That deal, by its code. Default: a new one.", CHESS)]
Squads = Annotated[
    list[str] | None,
    option("--squad TROOPS", "A squad on its sheet, such as “sergeant, regular*5”; repeat for more.", ARMY),
]
Points = Annotated[int | None, option("--points N", "The most that the army may cost.", ARMY)]
Tutorial = Annotated[bool, flag("--tutorial/--standard", "The tutorial alone: its cards, tape and counters.", ARMY)]
OwnRules = Annotated[Path | None, option("--rules DIR", "Games of your own: the *.md files of this folder.", WHICH)]
KitsOutput = Annotated[Path | None, option("--output -o DIR", "The folder. Default: output/.", RESULT)]

kit_app = typer.Typer(rich_markup_mode="rich", add_completion=False)


@kit_app.command(epilog=EXAMPLES)
def kit(
    games: Games = None,
    pages: Pages = None,
    rules: OwnRules = None,
    square: OwnSquares = None,
    apart: Apart = False,
    code: DealCode = None,
    squad: Squads = None,
    points: Points = None,
    tutorial: Tutorial = False,
    two_sided: PrintSides = True,
    eco: LessInk = False,
    paper: PaperSlug = None,
    output: KitsOutput = None,
    open_: Open = False,
    json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Print what games need on the table: boards, pieces, cards, tapes. All games, unless you name some.

    Everything is in true scale: print it at 100 %, and measure the bar at the
    foot of a page before you cut.
    """
    import secrets

    from wordfleet_print.jobs.own_rules import library_of
    from wordfleet_print.jobs.print_kits import KitRequest, kit_requests, print_game
    from wordfleet_print.press.ink.paper import PAPERS
    from wordfleet_print.press.kit.kit_texts import KitWishes
    from wordfleet_print.press.kit.written import KitLook
    from wordfleet_print.tracker.geometry import guess_paper

    on = options.chosen_paper(paper) if paper else guess_paper(os.environ)
    if rules:
        from wordfleet_print.games import check_folder

        check_folder(rules, "rules")
    wishes = KitWishes(square, apart, code or "", tuple(squad or ()), points, tutorial)
    look, seed = KitLook(PAPERS[on.slug], eco, two_sided), secrets.randbits(32)
    wanted = KitRequest("", look, library_of(rules), tuple(pages or ()), wishes, seed)
    requests = kit_requests(wanted, games or ())
    folder = output or OUTPUT
    check_writable(folder)
    made: list[PrintedKit] = []
    with options.working("Printing the kits", quiet=quiet) as seen:
        for request in requests:
            made.append(print_game(request))
            seen(len(made), len(requests))
    if not made:
        raise UsageError("None of these games has a kit.", tip="Write one into a game’s front matter, as `kit:`.")
    write_all({folder / printed.file: printed.content for printed in made})
    if json:
        show_json({"files": [_as_json(printed, folder) for printed in made]})
    elif not quiet:
        for printed in made:
            _show(printed, folder)
    if open_ and typer.launch(str(folder / made[0].file)):
        warn("The file could not be opened; open it yourself.")


def _show(printed: PrintedKit, folder: Path) -> None:
    """What was made, and how to print it."""
    from wordfleet_print.jobs.print_kits import how_to_print

    show_table(
        stdout(), ["Page", "", "Print on"], [[leaf.name, leaf.title, leaf.printed_on] for leaf in printed.leaves]
    )
    say(stdout(), f"Wrote {folder / printed.file}: {how_to_print(printed.leaves)}.")
    if printed.deal:
        again = join(["wordfleet-print", "kit", printed.setter.book.slug, "--apart", "--code", printed.deal])
        say(stdout(), f"The same deal at the other table: {again}")


def _as_json(printed: PrintedKit, folder: Path) -> dict[str, object]:
    book, paper = printed.setter.book, printed.setter.look.paper.slug
    pages = [
        {"name": leaf.name, "title": leaf.title, "card": leaf.card, "side": leaf.side or None}
        for leaf in printed.leaves
    ]
    about = {"slug": book.slug, "title": book.title, "paper": paper, "deal": printed.deal or None}
    return {"path": str(folder / printed.file), **about, "pages": pages}
