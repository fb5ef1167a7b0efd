"""`wordfleet-print rules`: rulebooks as HTML and PDF."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wordfleet_print.cli.options import Json, Quiet, flag
from wordfleet_print.errors import UsageError

if TYPE_CHECKING:
    from wordfleet_print.press.paper import Paper
    from wordfleet_print.rulebook.job import Published, RulebookJob

OUTPUT = Path("output")
MOST_SECONDS = 3600

EXAMPLES = """
[bold]Examples[/bold]

wordfleet-print rules

wordfleet-print rules word-fleet --format html

wordfleet-print rules army-men --booklet --quick-reference --paper letter

wordfleet-print rules --rules my-games/ --output published/
"""

FORMS, LOOKS, OWN, RESULT = "What is made", "How it looks", "Your own games", "Where it goes"


def parse_seconds(text: str | int) -> int:
    """A time limit: ASCII digits, 1 to `MOST_SECONDS`."""
    digits = str(text).strip()
    if not re.fullmatch(r"[0-9]{1,4}", digits) or not 1 <= int(digits) <= MOST_SECONDS:
        raise typer.BadParameter(f"'{digits[:20]}' is not a number of seconds from 1 to {MOST_SECONDS}.")
    return int(digits)


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
RulesFolder = Annotated[
    Path | None,
    typer.Option("--rules", metavar="DIR", help="Publish the *.md files of this folder instead.", rich_help_panel=OWN),
]
Templates = Annotated[
    Path | None,
    typer.Option(
        "--templates",
        metavar="DIR",
        help="Use templates and style sheets of this folder where it has them.",
        rich_help_panel=OWN,
    ),
]
Seconds = Annotated[
    int,
    typer.Option(
        "--max-seconds",
        parser=parse_seconds,
        metavar="N",
        help="How long rendering your own may take.",
        show_default=True,
        rich_help_panel=OWN,
    ),
]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="DIR", help="The folder. Default: output/.", rich_help_panel=RESULT),
]


def rules(
    slugs: Slugs = None,
    format_: Formats = None,
    booklet: Booklet = False,
    quick_reference: Quick = False,
    paper: PaperSlug = None,
    flip: FlipEdge = None,
    archive: Archive = False,
    rules_: RulesFolder = None,
    templates: Templates = None,
    max_seconds: Seconds = 60,
    output: Output = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Publish rulebooks: a web page that is one file, and a PDF to print. All games, unless you name some.

    Everything is made before anything is written. Your own games need the same front matter as the bundled ones;
    they are rendered apart, with limits on time and memory.
    """
    from wordfleet_print.files import check_writable, write_all

    job = _job(slugs, format_, booklet=booklet, quick=quick_reference, paper=paper, flip=flip, archive=archive)
    job = _own(job, rules_, templates)
    folder = output or OUTPUT
    check_writable(folder)
    with _working(quiet=quiet):
        published = _publish(job, max_seconds)
    write_all({folder / made.name: made.content for made in published.files})
    if json:
        _show_json(job, folder, published)
    elif not quiet:
        _show(job, folder, published)


def _job(
    slugs: Sequence[str] | None,
    formats: Sequence[str] | None,
    *,
    booklet: bool,
    quick: bool,
    paper: str | None,
    flip: str | None,
    archive: bool,
) -> RulebookJob:
    """The job. Raises `UsageError` for unknown values, and for options that do not go together."""
    from wordfleet_print.rulebook.booklet import Flip
    from wordfleet_print.rulebook.job import FORMATS, RulebookJob

    for name in formats or ():
        _check_choice(name, FORMATS, "--format")
    if flip and not booklet:
        raise UsageError("--flip is for booklets.", tip="Add --booklet.")
    if flip:
        _check_choice(flip, tuple(Flip), "--flip")
    chosen = tuple(form for form in FORMATS if form in (formats or FORMATS))
    if archive and "pdf" not in chosen:
        raise UsageError("--archive is for PDFs.", tip="Add --format pdf.")
    return RulebookJob(
        slugs=tuple(dict.fromkeys(slugs or ())),
        formats=chosen,
        paper=_paper(paper),
        booklet=booklet,
        flip=Flip(flip or Flip.SHORT),
        quick=quick,
        archive=archive,
    )


def _own(job: RulebookJob, rules_: Path | None, templates: Path | None) -> RulebookJob:
    """The job with a designer's folders. Raises `BadInputError` for a folder that is none."""
    from dataclasses import replace

    from wordfleet_print.errors import BadInputError

    for option, folder in (("--rules", rules_), ("--templates", templates)):
        if folder and not folder.is_dir():
            raise BadInputError(f"{folder} is not a folder.", tip=f"{option} names a folder.")
    return replace(job, rules=rules_, templates=templates)


def _check_choice(value: str, known: Sequence[str], option: str) -> None:
    if value not in known:
        raise UsageError(f"{option} is {' or '.join(known)}, not {value}.")


def _paper(slug: str | None) -> Paper:
    import os

    from wordfleet_print.press.paper import PAPERS, paper_of_locale

    if slug is None:
        return paper_of_locale(os.environ)
    _check_choice(slug.lower(), tuple(PAPERS), "--paper")
    return PAPERS[slug.lower()]


def _publish(job: RulebookJob, seconds: int) -> Published:
    from wordfleet_print.rulebook.job import publish

    if not job.own:
        return publish(job)
    from wordfleet_print.rulebook.child import Limits, publish_guarded

    return publish_guarded(job, Limits(seconds=seconds))


def _working(*, quiet: bool) -> AbstractContextManager[object]:
    from wordfleet_print.cli.console import stderr

    if quiet or not stderr().is_terminal:
        return nullcontext()
    return stderr().status("Setting the rulebooks …")


def _show(job: RulebookJob, folder: Path, published: Published) -> None:
    """What was made, notes, and the closing line."""
    from wordfleet_print.cli.console import say, show_table, stdout, warn

    rows = [
        [made.title, made.kind, f"{made.pages} pages" if made.pages else "", _size(made.content), made.name]
        for made in published.files
    ]
    show_table(stdout(), ["Game", "", "Pages", "Size", "File"], rows)
    for note in published.notes:
        warn(f"{note}.")
    count = len(published.files)
    say(stdout(), f"Wrote {count} file{'s' * (count > 1)} to {folder}/. {_next(job, published)}")


def _next(job: RulebookJob, published: Published) -> str:
    """What to do next."""
    if job.booklet:
        return f"Print the booklet on both sides, turned over the {job.flip} edge, at 100 %; fold and staple it."
    page = next((made.name for made in published.files if made.name.endswith(".html")), None)
    return f"Open {page} in any browser; it needs no network." if page else "Print at 100 %."


def _size(content: bytes) -> str:
    return f"{max(1, round(len(content) / 1000))} kB"


def _show_json(job: RulebookJob, folder: Path, published: Published) -> None:
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
    show_json({"paper": job.paper.slug, "files": files, "notes": published.notes})
