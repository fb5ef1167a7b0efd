"""`event print` and `event check`: what was read of lists, what would change, what was printed."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from wordfleet_print import errors
from wordfleet_print.cli.command_types import Group
from wordfleet_print.cli.errors import describe_note
from wordfleet_print.cli.main import COMMANDS
from wordfleet_print.cli.output import (
    format_examples,
    say,
    show_json,
    show_progress,
    show_table,
    stderr,
    stdout,
    warn,
)
from wordfleet_print.cli.parameters import Origin, make_command, show_origin
from wordfleet_print.files import OTHERS_ACCESS
from wordfleet_print.messages import and_more, how_many, join_words, plural, quote
from wordfleet_print.settings.event import EventCheckSettings, EventSettings, ListSettings

if TYPE_CHECKING:
    from wordfleet_print.roster.questions import Question
    from wordfleet_print.roster.roster import ReadColumn, Roster
    from wordfleet_print.services.events import CheckedLists, PlannedEvent

event = typer.Typer(
    cls=Group,
    help=COMMANDS["event"],
    epilog=format_examples(
        "event check summer-cup.xlsx",
        "event print summer-cup.xlsx --rounds 5 --theme animals",
        "event print round-2.csv --round 2 --output output/summer-cup/",
    ),
    no_args_is_help=True,
    rich_markup_mode="rich",
    add_completion=False,
)
PRINT_EXAMPLES = format_examples(
    "event print summer-cup.xlsx --rounds 5 --theme animals",
    'event print 5A.csv 5B.csv 6A.csv --title "Spelling Cup" --by-club',
    "event print round-2.csv --round 2 --output output/friday-swiss/",
    'event print --players 64 --half-sheets --title "Library Night"',
    "event print output/summer-cup/ --redeal 3",
)
CHECK_EXAMPLES = format_examples(
    "event check summer-cup.xlsx", "event check players.csv --rounds 5 --json"
)
# More sheets than these take a while, so their size is shown before.
MANY_SHEETS = 10_000
# Measured: of a sheet, and of a file for a single player.
BYTES_PER_SHEET = 1_900
BYTES_PER_PLAYER_FILE = 34_000
MEGABYTE = 1_000_000
MOST_ROUNDS_SHOWN = 24
# What each kind of file of a pack is for.
USES = {
    "sheets": "a sheet for each player at a table",
    "spares": "spare sheets, for latecomers",
    "answer-key": "organizer only: words and launch codes of every sheet",
    "table-cards": "a card for each table",
    "name-index": "to hang up: who sits where",
    "standings": "to hang up: who is where after the games so far",
    "certificates": "a page for each player, to take home",
    "score-slips": "a slip for each table and round",
    "manifest": "organizer only: every sheet, for a spreadsheet",
    "list": "organizer only: edit who is here, type results, then print the folder again",
    "event": "organizer only: restores the whole pack",
}
Lists = TypeVar("Lists", bound=ListSettings)
Result = TypeVar("Result")


def ask_until_read(settings: Lists, call: Callable[[Lists], Result]) -> tuple[Lists, Result]:
    """Call a function that reads lists. While it raises questions about them, ask these at the
    terminal, and call it again with the answers among its settings.

    Return the last settings, and what the call returned. Raises the questions if there is no
    terminal, and a list's faults, which no answer corrects.
    """
    from wordfleet_print.roster.questions import RosterError

    while True:
        try:
            return settings, call(settings)
        except RosterError as error:
            if error.faults or not is_terminal():
                raise
            answers: dict[str, str] = {}
            for question in error.questions:
                value = ask_at_terminal(question)
                answers |= question.answer(value)
            # As somebody would have typed them: --answer KEY=VALUE
            options = (f"{key}={value}" for key, value in answers.items())
            settings = settings.model_copy(update={"answer": (*settings.answer, *options)})


def is_terminal() -> bool:
    """Return whether somebody can be asked: both stdin and stderr are a terminal."""
    return sys.stdin.isatty() and stderr().is_terminal


def ask_at_terminal(question: Question) -> str:
    """Ask a question with numbered choices at the terminal; return the value of the choice whose
    number is typed.
    """
    from rich.prompt import Prompt

    say(stderr(), f"\n{question.text}")
    numbers = {str(number): choice for number, choice in enumerate(question.choices, start=1)}
    for number, choice in numbers.items():
        say(stderr(), f"  {number}  {choice.label}")
    return numbers[Prompt.ask("Number", choices=[*numbers], console=stderr())].value


@make_command(EventSettings, "event print", PRINT_EXAMPLES, event, notes=False)
def print_(settings: EventSettings, origin: Origin) -> None:
    """Print an event: a fair sheet for each player at each table, and all papers.

    Players who are no longer on the list get no sheets for later rounds. If they
    come back, they keep their number and sheets. Printed rounds stay as they are;
    --redeal pairs one again.
    """
    from rich.prompt import Confirm

    from wordfleet_print.services.events import print_event

    with ExitStack() as stack:
        # The bar appears after the plan is confirmed: it would overwrite the question
        show_in_bar: errors.Progress = errors.show_nothing

        def confirm_plan(planned_event: PlannedEvent) -> None:
            """Show the plan; ask before sheets that were printed lose their value."""
            nonlocal show_in_bar
            if not settings.quiet:
                show_origin(origin, find_fields_of_defaults(planned_event))
                show_plan(planned_event)
            voided = planned_event.changes.voided if planned_event.changes else ()
            if voided and is_terminal():
                sheets = how_many(
                    len(voided), "printed sheet becomes void", "printed sheets become void"
                )
                if not Confirm.ask(f"{sheets}. Print anyway?", console=stderr()):
                    raise errors.BadInputError("Stopped. Nothing was changed.")
            show_in_bar = stack.enter_context(show_progress("Printing", quiet=settings.quiet))

        def show_files_done(done: int, count: int) -> None:
            show_in_bar(done, count)

        def print_with(current: EventSettings) -> PlannedEvent:
            return print_event(
                current,
                given_fields=origin.given_fields,
                confirm=confirm_plan,
                progress=show_files_done,
            )

        _, planned_event = ask_until_read(settings, print_with)
    if settings.as_json:
        show_json(describe_event_as_json(planned_event, origin))
    elif not settings.quiet:
        show_pack(planned_event)


def show_plan(planned_event: PlannedEvent) -> None:
    """Show what was read, what is worth knowing and what changes, before anything is written."""
    if planned_event.completes:
        warn(
            f"The last print into {planned_event.folder} was interrupted. It is completed now; "
            "nothing else changes."
        )
        return
    for line in planned_event.reading:
        say(stderr(), line)
    for note in planned_event.notes:
        warn(describe_note(note, EventSettings))
    if planned_event.changes is not None:
        say(stderr(), f"{planned_event.folder} already holds this event.")
        for line in planned_event.changes.summarize():
            say(stderr(), f"  {line}")
    plan = planned_event.to_print
    sheets = plan.sheets + len(plan.spares)
    if sheets > MANY_SHEETS:
        size = sheets * BYTES_PER_SHEET
        if plan.settings.per_player:
            size += plan.head_count * BYTES_PER_PLAYER_FILE
        megabytes = round(size / MEGABYTE)
        count = describe_count(planned_event)
        say(stderr(), f"{count}: about {megabytes:,} MB in {planned_event.folder}/.")


def describe_count(planned_event: PlannedEvent) -> str:
    """Return what is printed: “40 sheets for 8 players in 5 rounds, and 2 spare”."""
    plan = planned_event.to_print
    number = planned_event.round
    rounds = f"round {number}" if number else how_many(len(plan.rounds), "round")
    spare = ""
    if plan.spares or not number:
        spare = f", and {len(plan.spares):,} spare"
    return (
        f"{how_many(plan.sheets, 'sheet')} for {how_many(plan.head_count, 'player')} in "
        f"{rounds}{spare}"
    )


def show_pack(planned_event: PlannedEvent) -> None:
    """Show the files of an event that has just been printed, and what to do with them."""
    from wordfleet_print.event.event import looks_of
    from wordfleet_print.event.pack.pack import folder_of_round
    from wordfleet_print.services.events import list_steps

    plan = planned_event.to_print
    folder = planned_event.folder
    console = stdout()
    show_table(console, ["File", "Pages", ""], [*list_rows(planned_event)])
    pages = sum(file.pages for file in planned_event.files)
    place = folder / folder_of_round(planned_event.round)
    count = describe_count(planned_event)
    paper = looks_of(plan).paper.title
    files = f"{len(planned_event.files):,} files to {place}/"
    say(console, f"Wrote {files}: {count}; {pages:,} pages, {paper}.")
    say(console, " ".join(step.text for step in list_steps(plan)))
    # The files were written for their owner only. Windows and USB sticks may not do that, so say
    # what is true of them
    private = [folder / file.name for file in planned_event.files if file.private]
    who = "only you can read them on this computer"
    if any(path.stat().st_mode & OTHERS_ACCESS for path in private):
        who = "keep them where nobody else looks"
    say(console, f"Sheets, answer key, manifest and event.json hold the secrets: {who}.")
    seed = f"The seed is {plan.seed}."
    say(console, f"{seed} Printed rounds stay as they are, whatever the next list holds.")
    changes = planned_event.changes
    if changes and changes.new_rounds and planned_event.round is None:
        new_round = str(changes.new_rounds[0])
        command = shlex.join(["wordfleet-print", "reprint", str(folder), "--round", new_round])
        say(console, f"These files hold all rounds. To print a new round by itself: {command}")
    if planned_event.changed:
        say(console, f"The sheets to print again are in {planned_event.changed}.")


def list_rows(planned_event: PlannedEvent) -> Iterator[tuple[str, str, str]]:
    """Yield name, pages and use of each file of a pack; files for single players as one row."""
    from wordfleet_print.services.events import file_kind

    players_files = []
    for file in planned_event.files:
        if Path(file.name).parent.name == "players":
            players_files.append(file)
            continue
        pages = f"{file.pages:,}" if file.pages else ""
        yield file.name, pages, file.holds or USES.get(file_kind(file.name), "")
    if players_files:
        folder = Path(players_files[0].name).parent
        yield f"{folder}/", "", f"{len(players_files):,} files, one for each player"


def find_fields_of_defaults(planned_event: PlannedEvent) -> Collection[str]:
    """Return the fields for which a default of wordfleet.toml counts: of a printed event only
    those that it does not keep.
    """
    from wordfleet_print.services.events import list_unstored_fields

    is_new_event = planned_event.changes is None
    return EventSettings.fields() if is_new_event else list_unstored_fields()


def describe_event_as_json(planned_event: PlannedEvent, origin: Origin) -> dict[str, Any]:
    """Return what `--json` shows of an event that has been printed: nothing of what is on the
    sheets.
    """
    plan = planned_event.to_print
    notes = origin.describe(find_fields_of_defaults(planned_event))
    notes += [describe_note(note, EventSettings) for note in planned_event.notes]
    changes = planned_event.changes
    files = [
        {
            "path": str(planned_event.folder / file.name),
            "pages": file.pages or None,
            "private": file.private,
        }
        for file in planned_event.files
    ]
    return {
        "title": plan.title,
        "folder": str(planned_event.folder),
        "seed": plan.seed,
        "edition": plan.settings.edition,
        "paper": plan.settings.paper,
        "round": planned_event.round,
        "players": plan.head_count,
        "rounds": len(plan.rounds),
        "sheets": plan.sheets,
        "spares": len(plan.spares),
        "files": files,
        "reading": [*planned_event.reading],
        "notes": notes,
        "changes": None if changes is None else changes.to_json(),
    }


@make_command(EventCheckSettings, "event check", CHECK_EXAMPLES, event)
def check(settings: EventCheckSettings, origin: Origin) -> None:
    """Check a player list: how it is read, its problems, questions and pairings.

    It writes no file. Exit code 0: the list can be printed. 3: it has problems.
    """
    from wordfleet_print.roster.questions import RosterError
    from wordfleet_print.services.events import check_lists

    def check_current(current: EventCheckSettings) -> CheckedLists:
        try:
            return check_lists(current)
        except RosterError as error:
            # Questions are about columns, so these are shown first
            if not (settings.as_json or settings.quiet):
                show_columns(error.columns)
            raise

    final_settings, checked = ask_until_read(settings, check_current)
    command = _make_print_command(final_settings)
    if settings.as_json:
        document = describe_check_as_json(settings.lists, checked, command)
        document["notes"] = [*origin.describe(), *document["notes"]]
        show_json(document)
    elif not settings.quiet:
        show_columns(checked.roster.columns)
        show_roster(checked)
        are = "is" if len(settings.lists) == 1 else "are"
        say(stdout(), f"{join_words(map(str, settings.lists))} {are} ready: {command}")


def _make_print_command(settings: EventCheckSettings) -> str:
    """Return the command that prints what was checked, with the answers to questions."""
    options: list[tuple[str, object]] = [
        ("--rounds", settings.rounds),
        ("--round", settings.round),
        *(("--column", text) for text in settings.column),
        *(("--answer", text) for text in settings.answer),
        *(("--worksheet", text) for text in settings.worksheet),
        ("--encoding", settings.encoding),
    ]
    words = ["wordfleet-print", "event", "print", *map(str, settings.lists)]
    for name, value in options:
        if value is not None:
            words += [name, str(value)]
    return shlex.join(words)


def show_columns(columns: Sequence[ReadColumn]) -> None:
    """Show each column of a list that means something, with some of its cells."""
    rows = [
        (column.place, column.heading, column.use, ", ".join(map(quote, column.samples)))
        for column in columns
        if column.use
    ]
    if rows:
        show_table(stdout(), ["", "Heading", "Read as", "Such as"], rows)


def _count_players(roster: Roster) -> Iterator[str]:
    """Yield how many players there are, in how many clubs, and with which needs, such as “2 in
    large print”.
    """
    from wordfleet_print.roster.roles import PLAYER_NEEDS

    players = roster.players
    counts = {"{}": len(players)}  # by a text with braces in place of the count
    if roster.clubs:
        counts[f"in {{}} {plural(roster.clubs, 'club')}"] = roster.clubs
        counts["{} without a club"] = sum(not player.club for player in players)
    for need in PLAYER_NEEDS:
        counts[f"{{}} {need.counted}"] = sum(getattr(player, need.field) for player in players)
    for text, count in counts.items():
        if count:
            yield text.format(f"{count:,}")


def show_roster(checked: CheckedLists) -> None:
    """Show who plays, who meets whom, and what to do next."""
    console = stdout()
    roster = checked.roster
    for line in roster.reading:
        say(console, line)
    for note in checked.notes:
        warn(describe_note(note, EventCheckSettings))
    say(console, f"Players: {', '.join(_count_players(roster))}.")
    rows = [
        [f"{number:,}" for number in (summary.number, summary.tables, len(summary.byes))]
        for summary in checked.rounds
    ]
    show_table(console, ["Round", "Tables", "Byes"], rows[:MOST_ROUNDS_SHOWN])
    if len(rows) > MOST_ROUNDS_SHOWN:
        say(console, f"{and_more(len(rows) - MOST_ROUNDS_SHOWN)} rounds.")


def describe_check_as_json(
    lists: Sequence[Path], checked: CheckedLists, command: str
) -> dict[str, Any]:
    """Return what `--json` shows of lists that can be printed. `command` prints them."""
    from wordfleet_print.roster.roles import PLAYER_NEEDS

    roster = checked.roster
    names = ("number", "name", "club", *(need.field for need in PLAYER_NEEDS))
    return {
        "ok": True,
        "file": join_words(map(str, lists)),
        "reading": [*roster.reading],
        "columns": [asdict(column) for column in roster.columns],
        "players": [{name: getattr(player, name) for name in names} for player in roster.players],
        "rounds": [
            {"round": summary.number, "tables": summary.tables, "byes": len(summary.byes)}
            for summary in checked.rounds
        ],
        "notes": [describe_note(note, EventCheckSettings) for note in checked.notes],
        "next": command,
    }
