"""`wordfleet-print event`: from a roster to a stack of paper. Printing it, and looking over a roster before."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from wordfleet_print.cli import event_umpire
from wordfleet_print.cli.event_options import (
    Band,
    Collate,
    Encoding,
    Folder,
    HalfSheets,
    Order,
    PerPlayer,
    Players,
    Redeal,
    RosterFile,
    Rounds,
    Scheduler,
    Source,
    Spare,
    Split,
    Title,
    Workers,
    band_of,
)
from wordfleet_print.cli.options import (
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
    named_by_file,
    named_on_line,
    slugs_of,
)
from wordfleet_print.cli.stopping import Stopped

if TYPE_CHECKING:
    from wordfleet_print.cli.event_wanted import EventWanted

EXAMPLES = """
[bold]Examples[/bold]

wordfleet-print event check summer-cup.xlsx

wordfleet-print event print summer-cup.xlsx --rounds 5 --theme animals

wordfleet-print event reprint output/summer-cup/ --captain "Zoé Lefèvre" --round 2
"""
PRINT_EXAMPLES = """
[bold]Examples[/bold]

wordfleet-print event print summer-cup.xlsx --rounds 5 --theme animals

wordfleet-print event print --players 64 --half-sheets --title "Library Night"

wordfleet-print event print output/summer-cup/event.json --output again/
"""
CHECK_EXAMPLES = """
[bold]Examples[/bold]

wordfleet-print event check summer-cup.xlsx

wordfleet-print event check players.csv --rounds 5 --json
"""

app = typer.Typer(
    help="Print all that an event needs: sheets for every player and round, and the papers around them.",
    epilog=EXAMPLES,
    no_args_is_help=True,
    rich_markup_mode="rich",
    add_completion=False,
)


@app.command("print", epilog=PRINT_EXAMPLES)
def print_(
    context: typer.Context,
    roster: Source = None,
    players: Players = None,
    rounds: Rounds = None,
    encoding: Encoding = None,
    redeal: Redeal = False,
    title: Title = None,
    edition: EditionSlug = None,
    tier: Tier = None,
    theme: Themes = None,
    words: Words = None,
    seed: Seed = None,
    band: Band = None,
    fair: Fair = Switch.ON,
    blank: Blank = False,
    placed: Placed = False,
    eco: Eco = False,
    large_print: Large = False,
    left_handed: Left = False,
    half_sheets: HalfSheets = False,
    with_rules: WithRules = False,
    paper: PaperSlug = None,
    collate: Order = Collate.ROUND,
    spare: Spare = None,
    per_player: PerPlayer = False,
    split: Split = None,
    output: Folder = None,
    workers: Workers = None,
    scheduler: Scheduler = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Print an event: a fair sheet for every player in every round, the organiser's key, and the papers around.

    Sheets go together in table order, with bookmarks. Spare sheets, table cards, a name index, score slips and lists
    come along. Nobody's sheet changes when others join or leave: change the roster and run the same command. A run that
    was stopped goes on where it was.
    """
    from wordfleet_print.cli.event_wanted import EventWanted
    from wordfleet_print.cli.wanted import Wanted, paper_of

    sheets = Wanted(
        captains=(),
        count=None,
        edition=edition,
        tier=tier,
        themes=slugs_of(theme),
        words=words,
        seed=seed,
        codes=(),
        blank=blank,
        placed=placed,
        fair=fair is Switch.ON,
    )
    looks = {
        "paper": paper_of(paper).slug,
        "eco": eco,
        "large_print": large_print,
        "left_handed": left_handed,
        "half_sheets": half_sheets,
        "with_rules": with_rules,
        "collation": collate.value,
        "split": split or 0,
        "per_player": per_player,
    }
    wanted = EventWanted(
        source=roster,
        players=players,
        encoding=encoding,
        rounds=rounds,
        title=title,
        band=band_of(band),
        spare=spare,
        redeal=redeal,
        sheets=sheets,
        looks=looks,
        output=output,
        workers=workers,
        scheduler=scheduler,
        typed=frozenset(named_on_line(context)),
        from_file=frozenset(named_by_file(context)),
    )
    _print(wanted, json=json, quiet=quiet)


def _print(wanted: EventWanted, *, json: bool, quiet: bool) -> None:
    """Plan and print, alone in the event's folder."""
    from wordfleet_print.cli.event_show import planning, show_as_json, show_beginning, show_done, watching
    from wordfleet_print.event.busy import alone_in
    from wordfleet_print.event.pack import check_free

    _ = wanted.roster  # whatever is wrong with it is told before the folder is made
    with alone_in(wanted.folder), _telling_what_is_kept(wanted.folder):
        check_free(wanted.folder)
        job = wanted.job()
        with planning(quiet=quiet):
            plan = job.plan()
        changes = job.changes(plan)
        pack = job.pack(plan)
        if not quiet:
            show_beginning(job, pack, changes)
        with watching(pack, quiet=quiet) as watch:
            written = job.print(pack, watch)
    if json:
        show_as_json(job, plan, written, changes)
    elif not quiet:
        show_done(job, pack, written)


@contextmanager
def _telling_what_is_kept(folder: Path) -> Iterator[None]:
    """A stop inside the block tells whether anything was finished in the event's folder by then."""
    from wordfleet_print.event.spool import RESUME, WORK_FOLDER

    try:
        yield
    except Stopped as stopped:
        begun = any((folder / WORK_FOLDER).glob("shard-*"))
        stopped.next_step = RESUME if begun else "Nothing had been printed yet: run the same command again."
        raise


@app.command("check", epilog=CHECK_EXAMPLES)
def check(
    roster: RosterFile,
    rounds: Rounds = None,
    encoding: Encoding = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Look over a roster: what cannot be printed, what looks odd, who meets whom how often. Nothing is written.

    Exit code 0: it can be printed; 3: it has faults.
    """
    from wordfleet_print.cli.event_check import check_roster, show_check
    from wordfleet_print.errors import ExitCode

    checked = check_roster(roster, rounds=rounds, encoding=encoding)
    if json:
        from wordfleet_print.cli.console import show_json

        show_json(checked.to_json())
        raise typer.Exit(ExitCode.BAD_INPUT if checked.error else ExitCode.DONE)
    if checked.error or not quiet:
        show_check(checked)


app.command("reprint", epilog=event_umpire.REPRINT_EXAMPLES)(event_umpire.reprint)
app.command("diff", epilog=event_umpire.DIFF_EXAMPLES)(event_umpire.diff)
