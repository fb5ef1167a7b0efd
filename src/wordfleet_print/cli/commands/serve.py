"""`wordfleet-print serve`: the print shop as a page, for everybody without a terminal."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordfleet_print.cli.commands.site import parse_port
from wordfleet_print.cli.console import say, stdout, warn
from wordfleet_print.cli.options.common import Quiet, flag, option, parse_workers
from wordfleet_print.errors import UsageError

if TYPE_CHECKING:
    from wordfleet_print.desk.serving import Place

OTHERS, OWN = "For others than you", "Your own games"

EXAMPLES = """
[bold]Examples[/bold]

wordfleet-print serve

wordfleet-print serve --host 192.168.1.20

wordfleet-print serve --host 127.0.0.1 --port 8080 --url https://print.example.org/ --no-open
"""

Host = Annotated[
    str | None,
    option(
        "--host ADDRESS", "Serve others too: an address of this machine, 0.0.0.0 for all. Default: you alone.", OTHERS
    ),
]
Url = Annotated[str | None, option("--url ADDRESS", "Behind a proxy: the address that people type.", OTHERS)]
Port = Annotated[
    int,
    typer.Option(
        "--port", parser=parse_port, metavar="N", help="Its port. Default: any that is free.", show_default=False
    ),
]
NoOpen = Annotated[bool, flag("--no-open", "Open no browser.")]
Workers = Annotated[
    int | None,
    option(
        "--workers N", "Processes that print. Default: 1 for you alone, 2 for others.", OTHERS, parser=parse_workers
    ),
]
Rules = Annotated[Path | None, option("--rules DIR", "Show and print the games of this folder instead.", OWN)]

app = typer.Typer(rich_markup_mode="rich", add_completion=False)


@app.command(epilog=EXAMPLES)
def serve(
    host: Host = None,
    port: Port = 0,
    url: Url = None,
    no_open: NoOpen = False,
    workers: Workers = None,
    rules: Rules = None,
    quiet: Quiet = False,
) -> None:
    """Open the print shop in your browser: trackers, sheets again, the umpire's desk, the rules.

    It runs on this machine and serves nobody else, unless you say so. Ctrl-C closes it.
    """
    from wordfleet_print.jobs.machine import check_web

    check_web()
    from wordfleet_print.cli.options.publishing import check_folders
    from wordfleet_print.desk.serving import log_to_stderr, open_place
    from wordfleet_print.desk.serving import serve as run

    check_folders(rules, None)
    if rules and (host or url):
        raise UsageError("--rules opens a folder of this machine: it does not go with --host or --url.")
    place = open_place(host, port, _address(url), workers=workers, rules=rules)
    log_to_stderr()
    run(place, lambda: _ready(place, opens=not (no_open or host or url), quiet=quiet))


def _address(url: str | None) -> str:
    """Where people find the shop. Raises `UsageError` for what is no address of a host alone."""
    if url is None:
        return ""
    if not re.fullmatch(r"https?://[A-Za-z0-9.-]+(?::[0-9]{1,5})?/?", url):
        raise UsageError(f"--url is an address such as https://print.example.org/, not {url[:80]}.")
    return url.lower()


def _ready(place: Place, *, opens: bool, quiet: bool) -> None:
    """Say where the shop is, and show it."""
    if not quiet:
        say(stdout(), f"The print shop is open: {place.address} – Ctrl-C closes it.")
        if place.origin:
            say(stdout(), f"For others: {place.origin}/")
            _show_qr(f"{place.origin}/")
        stdout().file.flush()
    if opens and typer.launch(place.address):
        warn(f"Your browser could not be opened; type {place.address} into it.")


def _show_qr(address: str) -> None:
    """The address for phones' cameras; nothing where stdout is no terminal."""
    import segno

    if stdout().is_terminal:
        segno.make(address, micro=False).terminal(compact=True)
