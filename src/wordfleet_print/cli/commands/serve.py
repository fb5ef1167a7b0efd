"""`wordfleet-print serve`: the print shop as a page, for everybody without a terminal."""

from __future__ import annotations

import re
import tempfile
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordfleet_print.cli.commands.site import parse_port
from wordfleet_print.cli.console import stdout, warn
from wordfleet_print.cli.options.common import Quiet, flag, option, parse_workers
from wordfleet_print.errors import UsageError

if TYPE_CHECKING:
    from wordfleet_print.desk.keys import Keys
    from wordfleet_print.desk.serving import Address

OTHERS, OWN = "For others in the house", "Your own games"

SERVE_EXAMPLES = """
[bold]Examples[/bold]

wordfleet-print serve

wordfleet-print serve --host 192.168.1.20

wordfleet-print serve --host 0.0.0.0 --port 8000 --key-file ~/.wordfleet-key --no-open
"""

Host = Annotated[
    str | None,
    option(
        "--host ADDRESS", "Serve others too: an address of this machine, 0.0.0.0 for all. Default: you alone.", OTHERS
    ),
]
ShopUrl = Annotated[str | None, option("--url ADDRESS", "Behind a proxy: the address that people type.", OTHERS)]
ShopPort = Annotated[
    int,
    typer.Option(
        "--port", parser=parse_port, metavar="N", help="Its port. Default: any that is free.", show_default=False
    ),
]
TlsKey = Annotated[
    Path | None,
    option("--key-file FILE", "Keep the link’s key in this file: the link stays. Default: a new one each time."),
]
NoOpen = Annotated[bool, flag("--no-open", "Open no browser.")]
ShopWorkers = Annotated[
    int | None,
    option(
        "--workers N", "Processes that print. Default: 1 for you alone, 2 for others.", OTHERS, parser=parse_workers
    ),
]
Rules = Annotated[Path | None, option("--rules DIR", "Show and print the games of this folder instead.", OWN)]

serve_app = typer.Typer(rich_markup_mode="rich", add_completion=False)


@serve_app.command(epilog=SERVE_EXAMPLES)
def serve(
    host: Host = None,
    port: ShopPort = 0,
    url: ShopUrl = None,
    no_open: NoOpen = False,
    workers: ShopWorkers = None,
    key_file: TlsKey = None,
    rules: Rules = None,
    quiet: Quiet = False,
) -> None:
    """Open the print shop in your browser: trackers, events, sheets again, the umpire's desk, the rules.

    It opens to whoever has its link, and serves this machine alone unless you say so. Ctrl-C closes it.
    """
    from wordfleet_print.jobs.machine import check_web

    check_web()
    from wordfleet_print.cli.options.publishing import check_folders
    from wordfleet_print.desk.keys import Keys, read_key
    from wordfleet_print.desk.serving import log_to_stderr, open_place
    from wordfleet_print.desk.serving import serve as run

    check_folders(rules, None)
    keys = Keys(read_key(key_file) if key_file else None)
    place = open_place(host, port, _shop_address(url), workers=workers, rules=rules)
    log_to_stderr()
    with ExitStack() as opened:
        run(place, keys, lambda: _ready(place, keys, opened, opens=not (no_open or place.origin), quiet=quiet))


def _shop_address(url: str | None) -> str:
    """Where people find the shop. Raises `UsageError` for what is no address of a host alone."""
    if url is None:
        return ""
    if not re.fullmatch(r"https?://[A-Za-z0-9.-]+(?::[0-9]{1,5})?/?", url):
        raise UsageError(f"--url is an address such as https://print.example.org/, not {url[:80]}.")
    return url.lower()


def _ready(place: Address, keys: Keys, opened: ExitStack, *, opens: bool, quiet: bool) -> None:
    """Say by which links the shop opens, and show it."""
    from wordfleet_print.desk.keys import Role

    out, link = stdout(), keys.link(place.address)
    told = [link if quiet else f"The print shop is open: {link} – Ctrl-C closes it."]
    if place.origin:
        elsewhere = keys.link(f"{place.origin}/")
        guests = keys.link(f"{place.origin}/", Role.GUEST)
        told += [f"For you, elsewhere in the house: {elsewhere}", f"For guests: {guests}"]
        if not quiet and out.is_terminal:
            _show_qr(elsewhere)
    for line in told:
        out.print(line, markup=False, highlight=False, soft_wrap=True)  # a link is never broken in two
    out.file.flush()
    if opens and not _show_shop(link, keys, opened):
        warn("Your browser could not be opened; copy the link into it.")


def _show_shop(link: str, keys: Keys, opened: ExitStack) -> bool:
    """Open the browser by a file of one's own that leads there: what stands in an argument is read by everybody on this
    machine. It goes as soon as the link is used. It lies at home, for browsers in a box see no other folder.
    """
    try:
        handle, name = tempfile.mkstemp(".html", "wordfleet-print-", Path.home())
    except (OSError, RuntimeError):
        return False
    with open(handle, "w", encoding="utf-8") as page:  # noqa: PTH123 - a handle, no path
        page.write(f'<!DOCTYPE html><title>Print shop</title><meta http-equiv="refresh" content="0; url={link}">\n')
    opened.callback(Path(name).unlink, missing_ok=True)
    keys.used = partial(Path(name).unlink, missing_ok=True)
    return not typer.launch(name)


def _show_qr(address: str) -> None:
    """The address for a phone's camera."""
    import segno

    segno.make(address, micro=False).terminal(compact=True)
