"""`rules`: rulebooks as HTML and PDF, and a first file to begin one's own."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wordfleet_print.cli import options
from wordfleet_print.cli.config import named_on_line
from wordfleet_print.cli.console import examples, say, show_json, show_table, stdout, warn
from wordfleet_print.cli.options import AsJson, Quiet, argument, flag, option
from wordfleet_print.errors import UsageError
from wordfleet_print.files import check_writable, write_all, write_new
from wordfleet_print.limits import OUTPUT
from wordfleet_print.wording import how_many, listed

if TYPE_CHECKING:
    from wordfleet_print.jobs.publish import Published, RulebookRequest
    from wordfleet_print.rulebook.units import Unit

EXAMPLES = examples(
    "rules",
    "rules word-fleet --format html",
    "rules army-men --booklet --quick-reference --paper letter",
    "rules --new my-games/",
    "rules --rules my-games/ --output published/",
)

FORMS, LOOKS, RESULT = "What is made", "How it looks", "Where it goes"


Slugs = Annotated[list[str] | None, argument("SLUG", "Whose rules, such as word-fleet. Default: all.")]
Formats = Annotated[
    list[str] | None, option("--format -f FORMAT", "html or pdf; repeat for both. Default: both.", FORMS)
]
Booklet = Annotated[bool, flag("--booklet", "Also a PDF to print on both sides, fold and staple.", FORMS)]
Quick = Annotated[bool, flag("--quick-reference", "Also a sheet of what players look up, as PDF.", FORMS)]
BooksPaper = Annotated[str | None, option("--paper -p PAPER", "a4 or letter. Default: your locale's.", LOOKS)]
FlipEdge = Annotated[
    str | None,
    option("--flip EDGE", "The edge your printer turns a booklet's sheets over: short or long. Default: short.", LOOKS),
]
Archive = Annotated[bool, flag("--archive", "PDFs made to be kept (PDF/A-3a).", LOOKS)]
PlainCover = Annotated[bool, flag("--eco", "PDFs with a plain cover: less ink.", LOOKS)]
PrintShop = Annotated[bool, flag("--print-shop", "PDFs for a print shop: bleed, crop marks, single pages.", LOOKS)]
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
    flip: FlipEdge = None,
    archive: Archive = False,
    eco: PlainCover = False,
    print_shop: PrintShop = False,
    new: NewGame = None,
    rules_: options.PublishedRules = None,
    templates: options.Templates = None,
    max_seconds: options.Seconds = 60,
    workers: options.RenderWorkers = None,
    output: BooksOutput = None,
    json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Publish rulebooks: a web page that is one file, and a PDF to print. All games, unless you name some.

    Everything is made before anything is written. Your own games need the same
    front matter as the bundled ones; they are rendered apart, with limits on
    time and memory.
    """
    from wordfleet_print.jobs.publish import RulebookRequest, publish
    from wordfleet_print.rulebook.bound_book import Finish, Flip
    from wordfleet_print.tracker.geometry import guess_paper

    if new:
        if named_on_line(context) - {"slugs", "new", "json", "quiet"}:
            raise UsageError("--new writes starters, and publishes nothing.", tip="Leave the other options out.")
        _begin(new, slugs or (), json=json, quiet=quiet)
        return
    finished = {"archive": archive, "eco": eco, "print-shop": print_shop}
    formats = _formats(format_, booklet=booklet, flip=flip, finished=finished)
    on = options.chosen_paper(paper) if paper else guess_paper(os.environ)
    options.check_folders(rules_, templates)
    request = RulebookRequest(
        slugs=tuple(dict.fromkeys(slugs or ())),
        formats=formats,
        paper=on,
        booklet=booklet,
        flip=Flip(flip or Flip.SHORT),
        quick=quick_reference,
        finish=Finish(archive, print_shop, eco),
        rules=rules_,
        templates=templates,
        workers=workers,
        seconds=max_seconds,
        output=output or OUTPUT,
    )
    check_writable(request.output)
    with options.working("Setting the rulebooks", quiet=quiet) as seen, request.rendering(seen) as render:
        published = publish(request, render)
    write_all({request.output / name: content for name, content in published.changed.items()})
    if json:
        _show_json(request, published)
    elif not quiet:
        _show(request, published)


def _begin(folder: Path, games: Sequence[str], *, json: bool, quiet: bool) -> None:
    """Write starters. Raises `CannotWriteError` where files of their names stand already."""
    from wordfleet_print.rulebook.text.designers_folder import starter_files

    files = {folder / name: content for name, content in starter_files(games).items()}
    write_new(files)
    if json:
        show_json({"files": [str(path) for path in files]})
    elif not quiet:
        say(stdout(), f"Wrote {listed(path.name for path in files)} to {folder}/.")
        say(stdout(), f"Change them in any editor, and publish them: wordfleet-print rules --rules {folder}")


def _formats(
    formats: Sequence[str] | None, *, booklet: bool, flip: str | None, finished: Mapping[str, bool]
) -> tuple[str, ...]:
    """The formats to make. Raises `UsageError` for unknown values, and for options that do not go together."""
    from wordfleet_print.jobs.publish import FORMATS
    from wordfleet_print.rulebook.bound_book import Flip

    for name in formats or ():
        options.check_choice(name, FORMATS, "--format")
    if flip and not booklet:
        raise UsageError("--flip is for booklets.", tip="Add --booklet.")
    if flip:
        options.check_choice(flip, tuple(Flip), "--flip")
    chosen = tuple(form for form in FORMATS if form in (formats or FORMATS))
    for name in (name for name, given in finished.items() if given):
        if "pdf" not in chosen and (name == "archive" or not booklet):
            raise UsageError(f"--{name} is for PDFs.", tip="Add --format pdf.")
    return chosen


def _show(request: RulebookRequest, published: Published) -> None:
    """What was made, notes, and the closing line."""
    rows = [
        [published.titles[one.slug], _kind(one), how_many(one.pages, "page") if one.pages else "", _size(one), one.file]
        for one in published.files
    ]
    show_table(stdout(), ["Game", "", "Pages", "Size", "File"], rows)
    for note in published.notes:
        warn(f"{note}.")
    options.tell_machine(published.machine)
    count, new = len(published.files), sum(made.file in published.changed for made in published.files)
    told = f"Wrote {how_many(count, 'file')} to {request.output}/."
    if new < count:
        told = f"{how_many(count, 'file')} in {request.output}/: {new} written, {count - new} unchanged."
    say(stdout(), f"{told} {_next(request, published)}")


def _next(request: RulebookRequest, published: Published) -> str:
    """What to do next."""
    shop = request.finish.print_shop
    if request.booklet and not shop:
        return f"Print the booklet on both sides, turned over the {request.flip} edge, at 100 %; fold and staple it."
    page = next((made.file for made in published.files if made.file.endswith(".html")), None)
    if page:
        return f"Open {page} in any browser; it needs no network."
    return "Give the PDFs to the print shop as they are." if shop else "Print at 100 %."


def _kind(made: Unit) -> str:
    """What a file is: the same whether it is a page or printed."""
    return made.kind if made.pages else "rulebook"


def _size(made: Unit) -> str:
    return f"{max(1, round(len(made.content) / 1000))} kB"


def _show_json(request: RulebookRequest, published: Published) -> None:
    files: list[dict[str, Any]] = [
        {
            "path": str(request.output / made.file),
            "slug": made.slug,
            "title": published.titles[made.slug],
            "kind": _kind(made),
            "bytes": len(made.content),
            "pages": made.pages or None,
            "written": made.file in published.changed,
        }
        for made in published.files
    ]
    notes = [*published.notes, *filter(None, [published.machine])]
    show_json({"paper": request.paper.slug, "files": files, "notes": notes})
