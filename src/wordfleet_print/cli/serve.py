"""`serve`: the web page on this computer."""

from __future__ import annotations

import atexit
import logging
import os
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from wordfleet_print.cli.console import examples, launch, say, stdout, warn
from wordfleet_print.cli.parameters import takes
from wordfleet_print.settings.games import ServeSettings

if TYPE_CHECKING:
    from wordfleet_print.web.auth import AccessKeys
    from wordfleet_print.web.settings import ServerSettings

EXAMPLES = examples(
    "serve",
    "serve --host 192.168.1.20",
    "serve --host 0.0.0.0 --port 8000 --key-file ~/.wordfleet-key --no-open",
)
serve_app = typer.Typer(rich_markup_mode="rich", add_completion=False)


@serve_app.command(epilog=EXAMPLES)
@takes(ServeSettings, "serve")
def serve(settings: ServeSettings, _typed: frozenset[str]) -> None:
    """Open the print page in your browser: trackers, events, kits, reprints, rules.

    Only people with its link can open it, and only on this computer unless you
    use --host. Ctrl-C ends it.
    """
    from wordfleet_print.games import check_folder
    from wordfleet_print.web import server
    from wordfleet_print.web.auth import AccessKeys, read_key

    if settings.rules:
        check_folder(settings.rules, "rules")
    keys = AccessKeys(read_key(settings.key_file) if settings.key_file else None)
    opened, served = server.listen(settings.host, settings.port or 0, (settings.url or "").lower(), settings.rules)
    logging.basicConfig(format="%(asctime)s %(message)s")  # on stderr; no message has an address, a name or a ticket
    show_links(settings, served, keys)
    server.serve(opened, served, keys)


def show_links(settings: ServeSettings, served: ServerSettings, keys: AccessKeys) -> None:
    """Show the links that open the page, and open it in the browser of this computer."""
    from wordfleet_print.web.auth import Role

    out, link, origin = stdout(), keys.link(served.address), served.origin
    say(out, link if settings.quiet else f"The print page is open: {link} – Ctrl-C ends it.")
    if origin:
        for_owner = keys.link(f"{origin}/")
        if not settings.quiet and out.is_terminal:
            import segno  # draws the address for a phone's camera

            segno.make(for_owner, micro=False).terminal(compact=True)
        say(out, f"For you, on your phone or another computer: {for_owner}")
        say(out, f"For guests: {keys.link(f'{origin}/', Role.GUEST)}")
    out.file.flush()
    if settings.open and not origin and not open_browser(link, keys):
        warn("Your browser could not be opened. Copy the link into it.")


def open_browser(link: str, keys: AccessKeys) -> bool:
    """Open the link in the browser; return whether that worked.

    The link goes through a private file, since everybody on this computer can read a program's arguments. The file is
    in the home folder, the only one that some packaged browsers can read; it goes as soon as the link is used.
    """
    try:
        handle, name = tempfile.mkstemp(".html", "wordfleet-print-", Path.home())
    except (OSError, RuntimeError):
        return False
    with os.fdopen(handle, "w", encoding="utf-8") as page:
        page.write(f'<!DOCTYPE html><title>Print page</title><meta http-equiv="refresh" content="0; url={link}">\n')
    keys.on_owner = partial(Path(name).unlink, missing_ok=True)
    atexit.register(keys.on_owner)
    return launch(Path(name))
