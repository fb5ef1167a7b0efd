"""What `rules` and `site` share: options on a designer's own games and on paper, and who does the rendering."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordfleet_print.errors import BadInputError, UsageError

if TYPE_CHECKING:
    from wordfleet_print.press.paper import Paper
    from wordfleet_print.rulebook.job import Published, RulebookJob

MOST_SECONDS = 3600
OWN = "Your own games"


def parse_seconds(text: str | int) -> int:
    """A time limit: ASCII digits, 1 to `MOST_SECONDS`."""
    digits = str(text).strip()
    if not re.fullmatch(r"[0-9]{1,4}", digits) or not 1 <= int(digits) <= MOST_SECONDS:
        raise typer.BadParameter(f"'{digits[:20]}' is not a number of seconds from 1 to {MOST_SECONDS}.")
    return int(digits)


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


def check_folders(rules: Path | None, templates: Path | None) -> None:
    """Raises `BadInputError` for a designer's folder that is none."""
    for option, folder in (("--rules", rules), ("--templates", templates)):
        if folder and not folder.is_dir():
            raise BadInputError(f"{folder} is not a folder.", tip=f"{option} names a folder.")


def check_choice(value: str, known: Sequence[str], option: str) -> None:
    """Raises `UsageError` for a value that is none of those known."""
    if value not in known:
        raise UsageError(f"{option} is {' or '.join(known)}, not {value}.")


def chosen_paper(slug: str) -> Paper:
    """The paper of a slug. Raises `UsageError` for an unknown one."""
    from wordfleet_print.press.paper import PAPERS

    check_choice(slug.lower(), tuple(PAPERS), "--paper")
    return PAPERS[slug.lower()]


def publisher(*, own: bool, seconds: int) -> Callable[[RulebookJob], Published]:
    """What makes rulebooks: this process, or a child with limits for a designer's `own`."""
    if not own:
        from wordfleet_print.rulebook.job import publish

        return publish
    from wordfleet_print.rulebook.child import Limits, publish_guarded

    return lambda job: publish_guarded(job, Limits(seconds=seconds))


def tell_machine(missed: str) -> None:
    """A note on what the renderer of PDFs misses on this machine, if anything."""
    from wordfleet_print.cli.console import warn

    if missed:
        warn(f"About this machine, not the rules: {missed} `wordfleet-print doctor` tells more.")


def working(doing: str, *, quiet: bool) -> AbstractContextManager[object]:
    """Shows on a terminal what is being done, while it is being done."""
    from wordfleet_print.cli.console import stderr

    return nullcontext() if quiet or not stderr().is_terminal else stderr().status(doing)
