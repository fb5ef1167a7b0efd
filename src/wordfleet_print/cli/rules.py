"""`rules`: rulebooks as HTML and PDF, and a first file to begin one's own."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordfleet_print.cli import options
from wordfleet_print.cli.config import named_on_line
from wordfleet_print.cli.console import examples, say, show_table, stdout, warn
from wordfleet_print.cli.options import Quiet, argument, flag, option
from wordfleet_print.errors import UsageError
from wordfleet_print.files import write_new
from wordfleet_print.limits import OUTPUT
from wordfleet_print.messages import how_many, listed

if TYPE_CHECKING:
    from wordfleet_print.services.publish import BookFile, RulebookRequest

EXAMPLES = examples(
    "rules",
    "rules word-fleet --format html",
    "rules army-men --booklet --quick-reference --paper letter",
    "rules --new my-games/",
    "rules --rules my-games/ --output published/",
)

FORMATS = ("html", "pdf")
FORMS, LOOKS, RESULT = "What is made", "How it looks", "Where it goes"


Slugs = Annotated[list[str] | None, argument("SLUG", "Whose rules, such as word-fleet. Default: all.")]
Formats = Annotated[
    list[str] | None, option("--format -f FORMAT", "html or pdf; repeat for both. Default: both.", FORMS)
]
Booklet = Annotated[bool, flag("--booklet", "Also a PDF to print on both sides, fold and staple.", FORMS)]
Quick = Annotated[bool, flag("--quick-reference", "Also a sheet of what players look up, as PDF.", FORMS)]
BooksPaper = Annotated[str | None, option("--paper -p PAPER", "a4 or letter. Default: your locale's.", LOOKS)]
EcoBooks = Annotated[bool, flag("--eco", "Less ink: no tints, no dark bands.", LOOKS)]
Font = Annotated[
    Path | None, option("--font FILE", "A font for letters that the bundled ones lack: TTF, OTF or WOFF2.", LOOKS)
]
BooksOutput = Annotated[Path | None, option("--output -o DIR", "The folder. Default: output/.", RESULT)]

NewGame = Annotated[
    Path | None,
    option(
        "--new DIR",
        "Write starters for rules of your own into a folder: of all kinds, or of those named.",
        options.OWN,
    ),
]

rules_app = typer.Typer(rich_markup_mode="rich", add_completion=False)


@rules_app.command(epilog=EXAMPLES)
def rules(
    context: typer.Context,
    slugs: Slugs = None,
    format_: Formats = None,
    booklet: Booklet = False,
    quick_reference: Quick = False,
    paper: BooksPaper = None,
    eco: EcoBooks = False,
    font: Font = None,
    new: NewGame = None,
    rules_: options.PublishedRules = None,
    output: BooksOutput = None,
    quiet: Quiet = False,
) -> None:
    """Publish rulebooks: a web page that is one file, and a PDF to print. All games, unless you name some.

    Everything is made before anything is written. Your own games need the same
    front matter as the bundled ones. A book.css beside your rules is read last.
    """
    from wordfleet_print.games import check_folder
    from wordfleet_print.rulebook.page import BookSettings
    from wordfleet_print.services.publish import RulebookRequest, publish_books
    from wordfleet_print.tracker.geometry import guess_paper

    if new:
        if named_on_line(context) - {"slugs", "new", "quiet"}:
            raise UsageError("--new writes starters, and publishes nothing.", tip="Leave the other options out.")
        _begin(new, slugs or (), quiet=quiet)
        return
    for name in format_ or ():
        options.check_choice(name, FORMATS, "--format")
    formats = tuple(form for form in FORMATS if form in (format_ or FORMATS))
    if eco and formats == ("html",) and not (booklet or quick_reference):
        raise UsageError("--eco is for PDFs.", tip="Add --format pdf.")
    on = options.chosen_paper(paper) if paper else guess_paper(os.environ)
    if rules_:
        check_folder(rules_, "rules")
    request = RulebookRequest(
        slugs=tuple(dict.fromkeys(slugs or ())),
        formats=formats,
        settings=BookSettings(on, eco, font),
        booklet=booklet,
        quick=quick_reference,
        rules=rules_,
        output=output or OUTPUT,
    )
    with options.working("Setting the rulebooks", quiet=quiet) as seen:
        files, notes = publish_books(request, seen)
    if not quiet:
        _show(request, files, notes)


def _begin(folder: Path, games: Sequence[str], *, quiet: bool) -> None:
    """Write starters. Raises `CannotWriteError` where files of their names exist already."""
    from wordfleet_print.rulebook.starter import make_starters

    files = {folder / name: content for name, content in make_starters(games).items()}
    write_new(files)
    if not quiet:
        rules = [path.name for path in files if path.suffix == ".md"]
        say(stdout(), f"Wrote {listed(rules)} to {folder}/.")
        say(stdout(), f"Change them in any editor, and publish them: wordfleet-print rules --rules {folder}")


def _show(request: RulebookRequest, files: Sequence[BookFile], notes: Sequence[str]) -> None:
    """Show what was made, notes, and what to do next."""
    rows = [
        [
            file.source.book.title,
            file.source.book.edition or "",
            file.kind,
            how_many(file.pages, "page") if file.pages else "",
            f"{max(1, round(len(file.content) / 1000))} kB",
            file.name,
        ]
        for file in files
    ]
    show_table(stdout(), ["Game", "Edition", "", "Pages", "Size", "File"], rows)
    for note in notes:
        warn(f"{note}.")
    page = next((file.name for file in files if not file.pages), None)
    todo = f"Open {page} in any browser; it needs no network." if page else "Print at 100 %."
    if request.booklet:
        todo = "Print the booklet double-sided, flipped on the short edge, at 100 %; fold and staple it."
    say(stdout(), f"Wrote {how_many(len(files), 'file')} to {request.output}/. {todo}")
