"""`rules`: rulebooks as HTML and PDF, and a first file to begin one's own."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wordfleet_print.cli import options
from wordfleet_print.cli.config import named_on_line
from wordfleet_print.cli.console import examples, say, show_json, show_table, stdout, warn
from wordfleet_print.cli.options import AsJson, Quiet, argument, flag, option
from wordfleet_print.errors import UsageError
from wordfleet_print.files import check_writable, write_new
from wordfleet_print.limits import OUTPUT
from wordfleet_print.messages import how_many, listed

if TYPE_CHECKING:
    from wordfleet_print.services.publish import Published, PublishedFile, RulebookRequest

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
    max_seconds: options.Seconds = 60,
    workers: options.RenderWorkers = None,
    output: BooksOutput = None,
    json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Publish rulebooks: a web page that is one file, and a PDF to print. All games, unless you name some.

    Everything is made before anything is written. Your own games need the same
    front matter as the bundled ones; they are rendered apart, with limits on
    time and memory. A book.css beside your rules is read last.
    """
    from wordfleet_print.games import check_folder
    from wordfleet_print.rulebook.page import BookSettings
    from wordfleet_print.services.publish import RulebookRequest, publish, write_published
    from wordfleet_print.tracker.geometry import guess_paper

    if new:
        if named_on_line(context) - {"slugs", "new", "json", "quiet"}:
            raise UsageError("--new writes starters, and publishes nothing.", tip="Leave the other options out.")
        _begin(new, slugs or (), json=json, quiet=quiet)
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
        workers=workers,
        seconds=max_seconds,
        output=output or OUTPUT,
    )
    check_writable(request.output)
    with options.working("Setting the rulebooks", quiet=quiet) as seen, request.rendering(seen) as render:
        published = publish(request, render)
    write_published(request, published)
    if json:
        _show_json(request, published)
    elif not quiet:
        _show(request, published)


def _begin(folder: Path, games: Sequence[str], *, json: bool, quiet: bool) -> None:
    """Write starters. Raises `CannotWriteError` where files of their names exist already."""
    from wordfleet_print.rulebook.starter import make_starters

    files = {folder / name: content for name, content in make_starters(games).items()}
    write_new(files)
    if json:
        show_json({"files": [str(path) for path in files]})
    elif not quiet:
        rules = [path.name for path in files if path.suffix == ".md"]
        say(stdout(), f"Wrote {listed(rules)} to {folder}/.")
        say(stdout(), f"Change them in any editor, and publish them: wordfleet-print rules --rules {folder}")


def _show(request: RulebookRequest, published: Published) -> None:
    """Show what was made, notes, and what to do next."""
    rows = [
        [published.titles[one.slug], _kind(one), how_many(one.pages, "page") if one.pages else "", _size(one), one.name]
        for one in published.files
        if one.pages or one.kind == "html"
    ]
    show_table(stdout(), ["Game", "", "Pages", "Size", "File"], rows)
    for note in published.notes:
        warn(f"{note}.")
    written = sum(one.content is not None for one in published.files)
    message = f"Wrote {how_many(written, 'file')} to {request.output}/."
    if written < len(rows):
        kept = len(rows) - written
        message = f"{how_many(len(rows), 'file')} in {request.output}/: {written} written, {kept} unchanged."
    say(stdout(), f"{message} {_next(request, published)}")


def _next(request: RulebookRequest, published: Published) -> str:
    """Return what to do next."""
    if request.booklet:
        return "Print the booklet double-sided, flipped on the short edge, at 100 %; fold and staple it."
    page = next((one.name for one in published.files if one.kind == "html"), None)
    return f"Open {page} in any browser; it needs no network." if page else "Print at 100 %."


def _kind(made: PublishedFile) -> str:
    return "web page" if made.kind == "html" else made.kind


def _size(made: PublishedFile) -> str:
    return "unchanged" if made.content is None else f"{max(1, round(len(made.content) / 1000))} kB"


def _show_json(request: RulebookRequest, published: Published) -> None:
    files: list[dict[str, Any]] = [
        {
            "path": str(request.output / one.name),
            "slug": one.slug,
            "title": published.titles[one.slug],
            "kind": _kind(one),
            "pages": one.pages or None,
            "written": one.content is not None,
        }
        for one in published.files
        if one.pages or one.kind == "html"
    ]
    notes = [*published.notes]
    show_json({"paper": request.settings.paper.slug, "files": files, "notes": notes})
