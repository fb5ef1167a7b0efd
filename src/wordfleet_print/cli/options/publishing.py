"""What `rules` and `site` share: options on a designer's own games, on paper and on workers; what is shown of work."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from wordfleet_print.cli.console import stderr, warn
from wordfleet_print.cli.options.common import option, parse_workers, whole_number
from wordfleet_print.cli.signals import stop_if_asked
from wordfleet_print.errors import UsageError

if TYPE_CHECKING:
    from wordfleet_print.press.ink.paper import Paper

MOST_SECONDS = 3600
OWN, HOW = "Your own games", "How the work is done"


PublishedRules = Annotated[Path | None, option("--rules DIR", "Publish the *.md files of this folder instead.", OWN)]
Templates = Annotated[
    Path | None, option("--templates DIR", "Use templates and style sheets of this folder where it has them.", OWN)
]
Seconds = Annotated[
    int,
    option(
        "--max-seconds N",
        "How long rendering a file of your own may take.",
        OWN,
        parser=whole_number(1, MOST_SECONDS, "seconds"),
    ),
]
RenderWorkers = Annotated[
    int | None, option("--workers N", "Processes at work. Default: one a core.", HOW, parser=parse_workers)
]


def check_folders(rules: Path | None, templates: Path | None) -> None:
    """Raises `BadInputError` for a designer's folder that is none."""
    from wordfleet_print.rulebook.text.designers_folder import check_folder

    for name, folder in (("--rules", rules), ("--templates", templates)):
        if folder:
            check_folder(folder, f"{name} names a folder.")


def check_choice(value: str, known: Sequence[str], option: str) -> None:
    """Raises `UsageError` for a value that is none of those known."""
    if value not in known:
        raise UsageError(f"{option} is {' or '.join(known)}, not {value}.")


def chosen_paper(slug: str) -> Paper:
    """The paper of a slug. Raises `UsageError` for an unknown one."""
    from wordfleet_print.press.ink.paper import PAPERS

    check_choice(slug.lower(), tuple(PAPERS), "--paper")
    return PAPERS[slug.lower()]


def tell_machine(missed: str) -> None:
    """A note on what the renderer of PDFs misses on this machine, if anything."""
    if missed:
        warn(f"About this machine, not the rules: {missed} `wordfleet-print doctor` tells more.")


@contextmanager
def working(doing: str, *, quiet: bool) -> Iterator[Callable[[int, int], None]]:
    """Shows on a terminal how far the work is: what it yields is told how much is done, and of how much."""
    if quiet or not stderr().is_terminal:
        yield lambda _done, _of: stop_if_asked()
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    with Progress(TextColumn(doing), BarColumn(), MofNCompleteColumn(), console=stderr(), transient=True) as progress:
        task = progress.add_task("", total=None)

        def seen(done: int, of: int) -> None:
            progress.update(task, completed=done, total=of)
            stop_if_asked()

        yield seen
