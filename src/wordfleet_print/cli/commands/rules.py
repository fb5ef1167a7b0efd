"""`wordfleet-print rules`: rulebooks as HTML and PDF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wordfleet_print.cli.config import named_on_line
from wordfleet_print.cli.options.common import Json, Quiet, flag
from wordfleet_print.cli.options.publishing import (
    OWN,
    RulesFolder,
    Seconds,
    Templates,
    Workers,
    check_choice,
    check_folders,
    chosen_paper,
    tell_machine,
    working,
)
from wordfleet_print.errors import UsageError
from wordfleet_print.wording import how_many

if TYPE_CHECKING:
    from wordfleet_print.jobs.rulebooks import Published, RulebookRequest
    from wordfleet_print.press.ink.paper import Paper

OUTPUT = Path("output")

EXAMPLES = """
[bold]Examples[/bold]

wordfleet-print rules

wordfleet-print rules word-fleet --format html

wordfleet-print rules army-men --booklet --quick-reference --paper letter

wordfleet-print rules --new my-games/

wordfleet-print rules --rules my-games/ --output published/
"""

FORMS, LOOKS, RESULT = "What is made", "How it looks", "Where it goes"


Slugs = Annotated[
    list[str] | None,
    typer.Argument(metavar="[SLUG]...", help="Whose rules, such as word-fleet. Default: all.", show_default=False),
]
Formats = Annotated[
    list[str] | None,
    typer.Option(
        "--format", "-f", metavar="FORMAT", help="html or pdf; repeat for both. Default: both.", rich_help_panel=FORMS
    ),
]
Booklet = Annotated[bool, flag("--booklet", says="Also a PDF to print on both sides, fold and staple.", panel=FORMS)]
Quick = Annotated[bool, flag("--quick-reference", says="Also a sheet of what players look up, as PDF.", panel=FORMS)]
PaperSlug = Annotated[
    str | None,
    typer.Option("--paper", "-p", metavar="PAPER", help="a4 or letter. Default: your locale's.", rich_help_panel=LOOKS),
]
FlipEdge = Annotated[
    str | None,
    typer.Option(
        "--flip",
        metavar="EDGE",
        help="The edge your printer turns a booklet's sheets over: short or long. Default: short.",
        rich_help_panel=LOOKS,
    ),
]
Archive = Annotated[bool, flag("--archive", says="PDFs made to be kept (PDF/A-3a).", panel=LOOKS)]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="DIR", help="The folder. Default: output/.", rich_help_panel=RESULT),
]

New = Annotated[
    Path | None,
    typer.Option(
        "--new",
        metavar="DIR",
        help="Write starters for rules of your own into a folder: of all kinds, or of those named.",
        rich_help_panel=OWN,
    ),
]

app = typer.Typer(rich_markup_mode="rich", add_completion=False)


@app.command(epilog=EXAMPLES)
def rules(
    context: typer.Context,
    slugs: Slugs = None,
    format_: Formats = None,
    booklet: Booklet = False,
    quick_reference: Quick = False,
    paper: PaperSlug = None,
    flip: FlipEdge = None,
    archive: Archive = False,
    new: New = None,
    rules_: RulesFolder = None,
    templates: Templates = None,
    max_seconds: Seconds = 60,
    workers: Workers = None,
    output: Output = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Publish rulebooks: a web page that is one file, and a PDF to print. All games, unless you name some.

    Everything is made before anything is written. Your own games need the same front matter as the bundled ones;
    they are rendered apart, with limits on time and memory.
    """
    from wordfleet_print.files import check_writable, write_all
    from wordfleet_print.jobs.rulebooks import publish

    if new:
        if named_on_line(context) - {"slugs", "new", "json", "quiet"}:
            raise UsageError("--new writes starters, and publishes nothing.", tip="Leave the other options out.")
        _begin(new, slugs or (), json=json, quiet=quiet)
        return
    request = _request(slugs, format_, booklet=booklet, quick=quick_reference, paper=paper, flip=flip, archive=archive)
    check_folders(rules_, templates)
    request = replace(request, rules=rules_, templates=templates, workers=workers, seconds=max_seconds)
    folder = output or OUTPUT
    check_writable(folder)
    with working("Setting the rulebooks", quiet=quiet) as seen, request.rendering(seen) as render:
        published = publish(request, render)
    write_all({folder / made.name: made.content for made in published.files})
    if json:
        _show_json(request, folder, published)
    elif not quiet:
        _show(request, folder, published)


def _begin(folder: Path, games: Sequence[str], *, json: bool, quiet: bool) -> None:
    """Write starters. Raises `CannotWriteError` where files of their names stand already."""
    from wordfleet_print.cli.console import say, show_json, stdout
    from wordfleet_print.files import write_new
    from wordfleet_print.rulebook.text.dealt import listed
    from wordfleet_print.rulebook.text.starters import starter_files

    files = {folder / name: content for name, content in starter_files(games).items()}
    write_new(files)
    if json:
        show_json({"files": [str(path) for path in files]})
    elif not quiet:
        say(stdout(), f"Wrote {listed([path.name for path in files])} to {folder}/.")
        say(stdout(), f"Change them in any editor, and publish them: wordfleet-print rules --rules {folder}")


def _request(
    slugs: Sequence[str] | None,
    formats: Sequence[str] | None,
    *,
    booklet: bool,
    quick: bool,
    paper: str | None,
    flip: str | None,
    archive: bool,
) -> RulebookRequest:
    """The request. Raises `UsageError` for unknown values, and for options that do not go together."""
    from wordfleet_print.jobs.rulebooks import FORMATS, RulebookRequest
    from wordfleet_print.rulebook.pdf.booklet import Flip

    for name in formats or ():
        check_choice(name, FORMATS, "--format")
    if flip and not booklet:
        raise UsageError("--flip is for booklets.", tip="Add --booklet.")
    if flip:
        check_choice(flip, tuple(Flip), "--flip")
    chosen = tuple(form for form in FORMATS if form in (formats or FORMATS))
    if archive and "pdf" not in chosen:
        raise UsageError("--archive is for PDFs.", tip="Add --format pdf.")
    return RulebookRequest(
        slugs=tuple(dict.fromkeys(slugs or ())),
        formats=chosen,
        paper=_paper(paper),
        booklet=booklet,
        flip=Flip(flip or Flip.SHORT),
        quick=quick,
        archive=archive,
    )


def _paper(slug: str | None) -> Paper:
    """The paper asked for, or the locale's."""
    import os

    from wordfleet_print.press.ink.paper import paper_of_locale

    return chosen_paper(slug) if slug else paper_of_locale(os.environ)


def _show(request: RulebookRequest, folder: Path, published: Published) -> None:
    """What was made, notes, and the closing line."""
    from wordfleet_print.cli.console import say, show_table, stdout, warn

    rows = [
        [made.title, made.kind, how_many(made.pages, "page") if made.pages else "", _size(made.content), made.name]
        for made in published.files
    ]
    show_table(stdout(), ["Game", "", "Pages", "Size", "File"], rows)
    for note in published.notes:
        warn(f"{note}.")
    tell_machine(published.machine)
    count = len(published.files)
    say(stdout(), f"Wrote {how_many(count, 'file')} to {folder}/. {_next(request, published)}")


def _next(request: RulebookRequest, published: Published) -> str:
    """What to do next."""
    if request.booklet:
        return f"Print the booklet on both sides, turned over the {request.flip} edge, at 100 %; fold and staple it."
    page = next((made.name for made in published.files if made.name.endswith(".html")), None)
    return f"Open {page} in any browser; it needs no network." if page else "Print at 100 %."


def _size(content: bytes) -> str:
    return f"{max(1, round(len(content) / 1000))} kB"


def _show_json(request: RulebookRequest, folder: Path, published: Published) -> None:
    from wordfleet_print.cli.console import show_json

    files: list[dict[str, Any]] = [
        {
            "path": str(folder / made.name),
            "slug": made.slug,
            "title": made.title,
            "kind": made.kind,
            "bytes": len(made.content),
            "pages": made.pages,
        }
        for made in published.files
    ]
    notes = [*published.notes, *filter(None, [published.machine])]
    show_json({"paper": request.paper.slug, "files": files, "notes": notes})
