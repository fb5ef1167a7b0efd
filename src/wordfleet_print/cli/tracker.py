"""`wordfleet-print tracker`: sheets for tonight's table."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordfleet_print.cli.options import (
    LOOKS,
    RESULT,
    SHEETS,
    WORDS,
    Blank,
    Eco,
    EditionSlug,
    Fair,
    Json,
    Large,
    Left,
    PaperSlug,
    Placed,
    Quiet,
    Seed,
    Switch,
    Themes,
    Tier,
    WithRules,
    Words,
    flag,
    named_by_file,
    named_on_line,
    parse_count,
    slugs_of,
)
from wordfleet_print.cli.stopping import stop_if_asked
from wordfleet_print.errors import UsageError

if TYPE_CHECKING:
    from rich.console import Console

    from wordfleet_print.cli.job import TrackerJob
    from wordfleet_print.cli.wanted import Wanted
    from wordfleet_print.sheet.sheet import Sheet

OUTPUT = Path("output")
MOST_ROWS = 24
"""Rows of the table of sheets."""
MOST_SURPLUS, LONGEST_TIP = 4, 120
"""Words without an option that are named, and characters of the call that would make captains of them."""

EXAMPLES = """
[bold]Examples[/bold]

wordfleet-print tracker --captain Ann --captain Ben --open

wordfleet-print tracker --theme animals --theme space --tier family

wordfleet-print tracker --blank --large-print --paper letter

wordfleet-print tracker --code WF-… --output reprint.pdf
"""

Names = Annotated[
    list[str] | None,
    typer.Option(
        "--captain",
        "-c",
        metavar="NAME",
        help="A captain's name; repeat for each. Opponents two by two.",
        rich_help_panel=SHEETS,
    ),
]
Count = Annotated[
    int | None,
    typer.Option(
        "--count",
        "-n",
        parser=parse_count,
        metavar="N",
        help="How many sheets. Default: one a captain.",
        rich_help_panel=SHEETS,
    ),
]
Codes = Annotated[
    list[str] | None,
    typer.Option(
        "--code", metavar="CODE", help="Reprint the sheet of this code; repeat for more.", rich_help_panel=WORDS
    ),
]
Public = Annotated[
    bool,
    flag(
        "--public-half/--whole",
        says="Only what everyone may see, to show or to stream: no secrets in the file.",
        panel=LOOKS,
    ),
]
Output = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="PATH",
        help="A file, a folder/ or - for stdout. Default: output/.",
        rich_help_panel=RESULT,
    ),
]
Split = Annotated[bool, flag("--split/--no-split", says="A file for each captain.", panel=RESULT)]
Open = Annotated[bool, flag("--open", says="Open the file when it is done.", panel=RESULT)]
ShowWords = Annotated[
    bool, flag("--show-words", says="Show the secrets on screen: words and launch codes.", panel=RESULT)
]

app = typer.Typer(rich_markup_mode="rich", add_completion=False)


@app.command(epilog=EXAMPLES, context_settings={"allow_extra_args": True})
def tracker(
    context: typer.Context,
    captain: Names = None,
    count: Count = None,
    edition: EditionSlug = None,
    tier: Tier = None,
    theme: Themes = None,
    words: Words = None,
    seed: Seed = None,
    fair: Fair = Switch.ON,
    code: Codes = None,
    blank: Blank = False,
    placed: Placed = False,
    eco: Eco = False,
    large_print: Large = False,
    left_handed: Left = False,
    public_half: Public = False,
    with_rules: WithRules = False,
    paper: PaperSlug = None,
    split: Split = False,
    output: Output = None,
    open_: Open = False,
    show_words: ShowWords = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Print battle trackers for tonight's table: two, unless you say otherwise.

    Opponents get fleets about equally hard to find, and share no word and no launch code.
    The words stay off the screen; each sheet's code, at its foot, prints it again.
    """
    from wordfleet_print.cli import job as jobs
    from wordfleet_print.cli.wanted import Wanted, paper_of
    from wordfleet_print.press.layout import Looks

    _refuse_surplus(context.args)
    wanted = Wanted(
        captains=tuple(captain or ()),
        count=count,
        edition=edition,
        tier=tier,
        themes=slugs_of(theme),
        words=words,
        seed=seed,
        codes=tuple(code or ()),
        blank=blank,
        placed=placed,
        fair=fair is Switch.ON,
    ).without_clashing(named_by_file(context))
    to_stdout = output == "-"
    if to_stdout and (json or split or open_):
        raise UsageError("--output - writes one PDF to stdout; it does not go with --json, --split or --open.")
    wanted.check_values(paper)
    job = wanted.job(Looks(paper_of(paper), eco, large_print, left_handed, public_half))
    with _working(len(job.captains), quiet=quiet):
        sheets = job.deal()
        laid_out = job.set_up(sheets)
        target = None if to_stdout else _target(output, split=split)
        paths = [Path("-")] if target is None else _paths(target, job, sheets, split=split, with_rules=with_rules)
        files = job.print(laid_out, paths)
        if with_rules:
            files = _with_backs(files, job)
    stop_if_asked()
    _write(files, to_stdout=to_stdout)
    _warn(jobs.long_names(laid_out), quiet=quiet)
    pages = sum(len(layout.pages) for _, layout in laid_out) * (2 if with_rules else 1)
    if json:
        _show_json(job, sheets, paths, pages, show_words=show_words)
    elif not quiet:
        _show(job, sheets, paths, show_words=show_words)
        _show_next(job, paths, pages, with_rules=with_rules)
        if not job.codes:
            _show_again(wanted, job.seed, paths, named_on_line(context))
    if open_:
        _open(paths[0] if len(paths) == 1 else paths[0].parent)


def _refuse_surplus(words: Sequence[str]) -> None:
    """Raises `UsageError` for words that stand alone: the names of captains, most likely."""
    from shlex import join

    from wordfleet_print.sheet.captain import quote

    if not words:
        return
    call = join(part for word in words for part in ("--captain", word))
    raise UsageError(
        f"No option goes before {' and '.join(quote(word) for word in words[:MOST_SURPLUS])}.",
        tip=f"Name captains with {call if len(call) <= LONGEST_TIP else '--captain, once for each'}.",
    )


def _open(path: Path) -> None:
    """Show the file in the system's viewer; a note where it cannot."""
    from wordfleet_print.cli.console import warn

    if typer.launch(str(path)):
        warn(f"{path} could not be opened; open it yourself.")


def _target(output: str | None, *, split: bool) -> Path:
    """Where to write, proved writable before any work: a folder if it is named as one, else a file."""
    from wordfleet_print.files import check_target, check_writable

    target = OUTPUT if output is None else Path(output)
    if split and target.suffix.lower() == ".pdf":
        raise UsageError(f"--split writes several files, so --output must be a folder, not {target}.")
    if output is None or output.endswith(("/", "\\")) or split:
        check_writable(target)
    else:
        check_target(target)
    return target


def _paths(target: Path, job: TrackerJob, sheets: Sequence[Sheet], *, split: bool, with_rules: bool) -> list[Path]:
    from wordfleet_print.cli.job import run_name, split_paths
    from wordfleet_print.files import check_writable

    name = run_name(job, sheets, with_rules=with_rules)
    if split:
        folder = target / name if target == OUTPUT else target
        check_writable(folder)
        return split_paths(folder, sheets)
    return [target / f"{name}.pdf" if target.is_dir() else target]


def _working(sheets: int, *, quiet: bool) -> AbstractContextManager[object]:
    """A spinner on stderr for work of more than a moment; nothing where stderr is no terminal."""
    from wordfleet_print.cli.console import stderr

    if quiet or sheets < 100 or not stderr().is_terminal:
        return nullcontext()
    return stderr().status(f"Dealing and printing {sheets} sheets …")


def _with_backs(files: dict[Path, bytes], job: TrackerJob) -> dict[Path, bytes]:
    from wordfleet_print.game import load_rules
    from wordfleet_print.rulebook.backs import print_back, print_large_back, with_backs

    print_rules = print_large_back if job.looks.large_print else print_back
    back = print_rules(load_rules(job.edition.slug), job.looks.paper)
    return {path: with_backs(content, back) for path, content in files.items()}


def _write(files: dict[Path, bytes], *, to_stdout: bool) -> None:
    import sys

    from wordfleet_print.cli.console import write_stdout
    from wordfleet_print.files import write_all

    if not to_stdout:
        write_all(files)
    elif sys.stdout.isatty():
        raise UsageError("A PDF would garble the terminal.", tip="Send it on: … --output - > trackers.pdf")
    else:
        write_stdout(next(iter(files.values())))


def _warn(names: list[str], *, quiet: bool) -> None:
    from wordfleet_print.cli.console import warn
    from wordfleet_print.sheet.captain import quote

    for name in () if quiet else names:
        warn(f"{quote(name)} is too long for its line; it is cut with an ellipsis.")


def _show(job: TrackerJob, sheets: Sequence[Sheet], paths: list[Path], *, show_words: bool) -> None:
    """The table of sheets."""
    from wordfleet_print.cli.console import say, show_table

    console = _console(paths)
    captain = job.edition.players.one.capitalize()
    columns = [captain, "Fleet", "Sheet code", "To find"]
    rows = [[s.captain or "–", s.fleet_name, s.code, s.rating_label or "own words"] for s in sheets]
    if show_words:
        columns += ["Words", "Launch codes"]
        for row, sheet in zip(rows, sheets, strict=True):
            row += [" ".join(sheet.words or ()), " ".join(sheet.launch_codes)]
    show_table(console, columns, rows[:MOST_ROWS])
    if len(rows) > MOST_ROWS:
        say(console, f"… and {len(rows) - MOST_ROWS} more; --json lists them all.")


def _show_next(job: TrackerJob, paths: list[Path], pages: int, *, with_rules: bool) -> None:
    """What was written, and how to print it."""
    from wordfleet_print.cli.console import say
    from wordfleet_print.cli.job import how_to_print, sides

    sheets, looks = len(job.captains), job.looks
    if looks.public_only:
        step = f"{sides(two=with_rules)}; there is no secret on them"
    else:
        step = how_to_print({looks.large_print}, with_rules=with_rules)
    count = f"{sheets} sheet{'s' * (sheets > 1)} on {pages} page{'s' * (pages > 1)}"
    say(_console(paths), f"{_described(paths)}: {count}, {looks.paper.title}. Print at 100 %, {step}.")


def _show_again(wanted: Wanted, seed: str, paths: list[Path], typed: set[str]) -> None:
    """How the same sheets are printed again; the call stands at the end of its line, to be copied."""
    from wordfleet_print.cli.console import say

    unnamed = "" if wanted.names_all else " but for the names"
    say(_console(paths), "One sheet again: --code and its sheet code.")
    say(_console(paths), f"The same again{unnamed}: {wanted.again(seed, typed)}")


def _console(paths: list[Path]) -> Console:
    """Where results are told: on stderr where the PDF goes to stdout."""
    from wordfleet_print.cli.console import stderr, stdout

    return stderr() if paths == [Path("-")] else stdout()


def _described(paths: list[Path]) -> str:
    if paths == [Path("-")]:
        return "Sent to stdout"
    return f"Wrote {paths[0]}" if len(paths) == 1 else f"Wrote {len(paths)} files to {paths[0].parent}/"


def _show_json(job: TrackerJob, sheets: Sequence[Sheet], paths: list[Path], pages: int, *, show_words: bool) -> None:
    from wordfleet_print.cli.console import show_json

    show_json(
        {
            "files": [str(path) for path in paths],
            "edition": job.edition.slug,
            "paper": job.looks.paper.slug,
            "pages": pages,
            "seed": None if job.codes else job.seed,
            "sheets": [sheet.to_json() if show_words else sheet.to_public_json() for sheet in sheets],
        }
    )
