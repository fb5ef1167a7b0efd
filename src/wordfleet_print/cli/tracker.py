"""`tracker`: sheets for tonight, from options to what is shown."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING

import typer

from wordfleet_print.cli import options
from wordfleet_print.cli import options as own
from wordfleet_print.cli.config import LISTED, Overruling, as_typed_again
from wordfleet_print.cli.console import (
    how_to_print,
    say,
    show_json,
    show_table,
    stderr,
    stdout,
    stop_if_asked,
    told_bare,
    told_unset,
    waiting,
    warn,
    write_stdout,
)
from wordfleet_print.errors import UsageError
from wordfleet_print.files import check_target, check_writable, write_all
from wordfleet_print.limits import OUTPUT
from wordfleet_print.messages import and_more, how_many, quote

if TYPE_CHECKING:
    from rich.console import Console

    from wordfleet_print.services.print_trackers import TrackerRequest, Trackers

STDOUT = Path("-")
"""Stands for stdout where a file is named."""
MANY = 100
"""Sheets that take more than a moment."""
MOST_ROWS = 24
"""Rows of the table of sheets."""
MOST_NAMED = 24
"""Captains that are named in the call for the same sheets again."""
DECIDING = ("edition", "tier", *LISTED, "theme", "blank", "fair")
NAMES = ("captain", "tier_for", "large_print_for", "left_handed_for")
LOOKS = (
    *("placed", "eco", "mine", "large_print", "left_handed", "with_rules", "half_sheets"),
    *("paper", "title", "fallback_font"),
)
"""What a call for the same sheets says, in this order: what is on them, for whom, how they look."""
MOST_SURPLUS, LONGEST_TIP = 4, 120
"""Words without an option that are named, and characters of the call that would make captains of them."""

EXAMPLES = """
[bold]Examples[/bold]

wordfleet-print tracker --captain Ann --captain Ben --open

wordfleet-print tracker --theme animals --theme space --tier family

wordfleet-print tracker --blank --large-print --paper letter

wordfleet-print tracker --code WF-… --output reprint.pdf

wordfleet-print tracker --captain Ann --captain Ben --output tonight.txt
"""

tracker_app = typer.Typer(rich_markup_mode="rich", add_completion=False)


@tracker_app.command(epilog=EXAMPLES, cls=Overruling, context_settings={"allow_extra_args": True})
def tracker(
    context: typer.Context,
    captain: own.Names = None,
    strict: options.Strict = False,
    count: own.Count = None,
    edition: options.EditionSlug = None,
    rules: options.RulesFolder = None,
    tier: options.Tier = None,
    tier_for: own.TiersFor = None,
    theme: options.Themes = None,
    words: options.Words = None,
    fill_from: options.FillFrom = None,
    plain_letters: options.PlainLetters = False,
    german_letters: options.GermanLetters = False,
    seed: options.Seed = None,
    fair: options.Fair = "on",
    code: own.Codes = None,
    blank: options.Blank = False,
    placed: options.Placed = False,
    eco: options.Eco = False,
    mine: options.Mine = False,
    large_print: options.Large = False,
    large_print_for: own.LargeFor = None,
    left_handed: options.Left = False,
    left_handed_for: own.LeftFor = None,
    with_rules: options.WithRules = False,
    half_sheets: options.HalfSheets = False,
    title: own.TableTitle = None,
    paper: options.PaperSlug = None,
    fallback_font: options.FallbackFont = None,
    split: own.SplitByCaptain = False,
    output: own.SheetsOutput = None,
    open_: own.Open = False,
    show_words: own.ShowWords = False,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Print battle trackers for tonight's table: two, unless you say otherwise.

    Opponents get fleets about equally hard to find, and share no word and no
    launch code. The words stay off the screen; each sheet's sheet code, at its
    foot, prints it again.
    """
    from wordfleet_print.services.asking import places_of, tiers_of
    from wordfleet_print.services.choose_words import WordsRequest
    from wordfleet_print.services.own_rules import read_library
    from wordfleet_print.services.print_trackers import TrackerRequest

    _refuse_surplus(context.args)
    if output == "-" and (json or split or open_):
        raise UsageError("--output - writes one PDF to stdout; it does not go with --json, --split or --open.")
    if with_rules and output and output.lower().endswith(".txt"):
        raise UsageError("Plain text has no back for rules.", field="with_rules", leave=("with_rules",))
    if split and half_sheets:
        raise UsageError("A file for each captain has whole sheets.", field="split", leave=("half_sheets",))
    themes, fairly = options.slugs_of(theme), fair == "on"
    letters = options.letters_of(plain=plain_letters, german=german_letters)
    request = TrackerRequest(
        words=WordsRequest(edition, tier, themes, words, blank, fairly, fill_from, read_library(rules), letters),
        captains=tuple(captain or ()),
        count=count,
        seed=seed,
        codes=tuple(code or ()),
        placed=placed,
        paper=paper,
        eco=eco,
        mine=mine,
        large_print=large_print,
        left_handed=left_handed,
        large_for=places_of(large_print_for or (), captain or (), "large_print_for"),
        left_for=places_of(left_handed_for or (), captain or (), "left_handed_for"),
        with_rules=with_rules,
        strict=strict,
        fallback_font=fallback_font,
        tiers_for=tiers_of(tier_for or (), captain or ()),
        title=title or "",
        half_sheets=half_sheets,
    )
    job = request.job()
    doing = f"Dealing and printing {len(job.captains)} sheets …"
    with waiting(doing, quiet=quiet or len(job.captains) < MANY):
        trackers = job.deal()
        paths = _paths(output, trackers, split=split)
        files = trackers.print(paths)
    stop_if_asked()
    _write(files)
    if not quiet:
        _warn(trackers)
    if json:
        _show_json(trackers, paths, show_words=show_words)
    elif not quiet:
        _show(trackers, paths, show_words=show_words)
        for line in trackers.words_told:
            say(_console(paths), line)
        _show_next(trackers, paths)
        if not job.codes:
            _show_again(context, request, job.seed, paths)
    if open_:
        _open(paths[0] if len(paths) == 1 else paths[0].parent)


def _refuse_surplus(words: Sequence[str]) -> None:
    """Raises `UsageError` for words that stand alone: the names of captains, most likely."""
    if not words:
        return
    call = join(part for word in words for part in ("--captain", word))
    raise UsageError(
        f"No option goes before {' and '.join(quote(word) for word in words[:MOST_SURPLUS])}.",
        tip=f"Name captains with {call if len(call) <= LONGEST_TIP else '--captain, once for each'}.",
    )


def _open(path: Path) -> None:
    """Show the file in the system's viewer; a note where it cannot."""
    if typer.launch(str(path)):
        warn(f"{path} could not be opened; open it yourself.")


def _paths(output: str | None, trackers: Trackers, *, split: bool) -> list[Path]:
    """Where the sheets go, proved writable before they are printed: one file, or one for each sheet."""
    from wordfleet_print.services.print_trackers import is_text

    if output == "-":
        return [STDOUT]
    target = OUTPUT if output is None else Path(output)
    if split:
        if target.suffix.lower() == ".pdf":
            raise UsageError(f"--split writes several files, so --output must be a folder, not {target}.")
        if is_text(target):
            check_writable(target.parent)
            names = [Path(name).with_suffix(target.suffix) for name in trackers.file_names]
            return [target.with_name(f"{target.stem}-{name}") for name in names]
        folder = target / trackers.name if target == OUTPUT else target
        check_writable(folder)
        return [folder / name for name in trackers.file_names]
    if output is None or output.endswith(("/", "\\")):
        check_writable(target)
        return [target / f"{trackers.name}.pdf"]
    check_target(target)
    return [target]


def _write(files: dict[Path, bytes]) -> None:
    if STDOUT not in files:
        write_all(files)
    elif sys.stdout.isatty():
        raise UsageError("A PDF would garble the terminal.", tip="Send it on: … --output - > trackers.pdf")
    else:
        write_stdout(files[STDOUT])


def _warn(trackers: Trackers) -> None:
    if names := trackers.unset_names:
        warn(told_unset(names))
    if names := trackers.bare_names:
        warn(told_bare(names))
    for name in trackers.long_names:
        warn(f"{quote(name)} is too long for its line; it is cut with an ellipsis.")


def _show(trackers: Trackers, paths: list[Path], *, show_words: bool) -> None:
    """The table of sheets."""
    console = _console(paths)
    captain = trackers.job.edition.players.one.capitalize()
    columns = [captain, "Fleet", "Sheet code", "To find"]
    rows = [[s.captain or "–", s.fleet_name, s.code, s.rating_label or "own words"] for s in trackers.sheets]
    if show_words:
        columns += ["Words", "Launch codes"]
        for row, sheet in zip(rows, trackers.sheets, strict=True):
            row += [" ".join(sheet.words or ()), " ".join(sheet.launch_codes)]
    show_table(console, columns, rows[:MOST_ROWS])
    if len(rows) > MOST_ROWS:
        say(console, f"{and_more(len(rows) - MOST_ROWS)}; --json lists them all.")


def _show_next(trackers: Trackers, paths: list[Path]) -> None:
    """What was written, and how to print it."""
    from wordfleet_print.services.print_trackers import is_text

    job, looks, count = trackers.job, trackers.job.looks, how_many(len(trackers.sheets), "sheet")
    if is_text(paths[0]):
        say(
            _console(paths), f"{_described(paths)}: {count} as plain text. What is below the line of a sheet is secret."
        )
        return
    step = how_to_print(set(trackers.large), half_sheets=looks.half_sheets, with_rules=job.with_rules)
    count = f"{count} on {how_many(trackers.pages, 'page')}"
    say(_console(paths), f"{_described(paths)}: {count}, {looks.paper.title}. Print at 100 %, {step}.")


def _show_again(context: typer.Context, request: TrackerRequest, seed: str, paths: list[Path]) -> None:
    """How the same sheets are printed again, looks and all; each call stands at the end of its line, to be copied."""
    from wordfleet_print.sheet.captains import parse_name

    words, names = request.words, [parse_name(name or "") for name in request.captains]
    place, all_named = words.library.place, len(names) <= MOST_NAMED
    context.params |= {
        "edition": words.edition and words.named_edition().slug,
        "theme": words.themes,
        "captain": [*filter(None, names)],
        "tier_for": [f"{names[number - 1]}={tier}" for number, tier in sorted(request.tiers_for)],
        "large_print_for": [names[number - 1] for number in sorted(request.large_for)],
        "left_handed_for": [names[number - 1] for number in sorted(request.left_for)],
        "count": request.count if all_named else request.count or len(names),
    }
    call, looks = ["wordfleet-print", "tracker", *(("--rules", place) if place else ())], as_typed_again(context, LOOKS)
    one = join([*call, *as_typed_again(context, LISTED), *looks, "--code"])
    say(_console(paths), f"One sheet again, by its sheet code: {one} …")
    deciding = as_typed_again(context, (*DECIDING, *(NAMES if all_named else ()), "count"))
    again = join([*call, *deciding, *looks, "--seed", seed])
    say(_console(paths), f"The same again{'' if all_named else ' but for the names'}: {again}")


def _console(paths: list[Path]) -> Console:
    """Where results are told: on stderr where the PDF goes to stdout."""
    return stderr() if paths == [STDOUT] else stdout()


def _described(paths: list[Path]) -> str:
    if paths == [STDOUT]:
        return "Sent to stdout"
    return f"Wrote {paths[0]}" if len(paths) == 1 else f"Wrote {len(paths)} files to {paths[0].parent}/"


def _show_json(trackers: Trackers, paths: list[Path], *, show_words: bool) -> None:
    from wordfleet_print.services.print_trackers import is_text

    job = trackers.job
    show_json(
        {
            "files": [str(path) for path in paths],
            "edition": job.edition.slug,
            "paper": job.looks.paper.slug,
            "pages": None if is_text(paths[0]) else trackers.pages,
            "seed": None if job.codes else job.seed,
            "unset_names": trackers.unset_names,
            "bare_names": trackers.bare_names,
            "words_told": trackers.words_told,
            "sheets": [sheet.to_json() if show_words else sheet.to_public_json() for sheet in trackers.sheets],
        }
    )
