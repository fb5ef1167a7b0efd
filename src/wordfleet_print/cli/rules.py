"""`rules`: rulebooks as web page and PDF; `rules new`: starter files for your own games."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from typer.main import get_command

from wordfleet_print.cli import output
from wordfleet_print.cli.command_types import Command
from wordfleet_print.cli.parameters import Origin, make_command
from wordfleet_print.errors import Problem, UsageError
from wordfleet_print.files import write_new
from wordfleet_print.limits import OUTPUT
from wordfleet_print.messages import how_many, join_words, plural
from wordfleet_print.settings import games

if TYPE_CHECKING:
    from wordfleet_print.services.publish import BookFile

EXAMPLES = output.format_examples(
    "rules",
    "rules word-fleet --format html",
    "rules army-men --booklet --quick-reference --paper letter",
    "rules new my-games/",
    "rules --rules my-games/ --output published/",
)
NEW_EXAMPLES = output.format_examples("rules new my-games/", "rules new my-games/ word-fleet")


class RulesCommand(Command):
    """`rules`, or `rules new` if that is its first word: games are words, too, so it cannot be a
    group.
    """

    def make_context(self, *args: object, **options: object) -> typer.Context:
        """Return typer's record of a call: of `rules new` if that is what was typed, else of
        `rules`.
        """
        make_context: Any = super().make_context
        name, words, *others = args
        if isinstance(words, list) and words[:1] == ["new"]:
            make_context = get_command(new).make_context
            name = f"{name} new"
            words = words[1:]
        context: typer.Context = make_context(name, words, *others, **options)
        return context


@make_command(games.RulesSettings, "rules", EXAMPLES, cls=RulesCommand)
def rules(settings: games.RulesSettings, _origin: Origin) -> None:
    """Make rulebooks: a web page (a single file) and a PDF. Default: all games.

    If one book fails, no file is written. To start a game of your own, type
    `rules new my-games/`. A book.css in that folder changes how books look.
    """
    from wordfleet_print.services.publish import publish_books

    with output.show_progress("Making the rulebooks", quiet=settings.quiet) as progress:
        files, notes = publish_books(settings, progress)
    if settings.check:
        for note in notes:
            output.warn(f"{note}.")
        checked = how_many(len({file.source.name for file in files}), "rulebook")
        output.say(output.stdout(), f"Checked {checked}; {how_many(len(notes), 'note')}.")
    elif not settings.quiet:
        show_files(settings, files, notes)


def show_files(
    settings: games.RulesSettings, files: Sequence[BookFile], notes: Sequence[str]
) -> None:
    """Show the files that were written, notes on their texts, and what to do next."""
    rows = []
    for file in files:
        book = file.source.book
        length = how_many(file.pages, "page") if file.pages else ""
        rows.append([book.title, book.edition or "", file.kind, length, file.name])
    output.show_table(output.stdout(), ["Game", "Edition", "", "Pages", "File"], rows)
    for note in notes:
        output.warn(f"{note}.")
    web_pages = [file.name for file in files if not file.pages]
    todo = "Print at 100%."
    if settings.booklet:
        todo = (
            "Print the booklet double-sided, flipped on the short edge, at 100%; fold and "
            "staple it."
        )
    elif web_pages:
        todo = f"Open {web_pages[0]} in any browser; it needs no network."
    count = how_many(len(files), "file")
    output.say(output.stdout(), f"Wrote {count} to {settings.output or OUTPUT}/. {todo}")


@make_command(games.NewRulesSettings, "rules new", NEW_EXAMPLES)
def new(settings: games.NewRulesSettings, _origin: Origin) -> None:
    """Write starter files for your own games: copies of the bundled games, and a small game with
    rules only.
    """
    from wordfleet_print.rulebook.starter import make_starters

    if settings.folder is None:
        raise UsageError(Problem("Name a folder for the files, such as my-games/.", "folder"))
    files = {
        settings.folder / name: content for name, content in make_starters(settings.kinds).items()
    }
    write_new(files)
    if not settings.quiet:
        names = [path.name for path in files if path.suffix == ".md"]
        place = "this folder" if settings.folder == Path() else f"{settings.folder}/"
        output.say(output.stdout(), f"Wrote {join_words(names)} to {place}.")
        it = plural(len(names), "it", "them")
        command = shlex.join(["wordfleet-print", "rules", "--rules", str(settings.folder)])
        output.say(output.stdout(), f"Change {it} in any editor, then publish {it}: {command}")
