"""`serve`: the web page on this computer."""

from __future__ import annotations

import atexit
import os
import tempfile
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from wordfleet_print.cli import output
from wordfleet_print.cli.parameters import Origin, make_command
from wordfleet_print.settings.config_file import Defaults, read_defaults
from wordfleet_print.settings.core import Settings
from wordfleet_print.settings.games import ServeSettings
from wordfleet_print.settings.reference import list_commands

if TYPE_CHECKING:
    from wordfleet_print.web.auth import AccessKeys
    from wordfleet_print.web.settings import ServerSettings

EXAMPLES = output.format_examples(
    "serve",
    "serve --host 192.168.1.20",
    "serve --host 0.0.0.0 --port 8000 --key-file ~/.wordfleet-key --no-open",
)


@make_command(ServeSettings, "serve", EXAMPLES)
def serve(settings: ServeSettings, _origin: Origin) -> None:
    """Open the print page in your browser: trackers, events, kits, reprints, rules.

    Only people with its link can open it, and only on this computer unless you
    use --host. Ctrl-C or Close on the page ends it. If the page is open already,
    your browser shows it again.
    """
    from wordfleet_print.games import check_folder
    from wordfleet_print.web.running_page import find_running_page

    if settings.rules:
        check_folder(settings.rules, "rules")
    running = find_running_page(settings.rules) if is_for_this_computer(settings) else ""
    if running:
        open_running_page(running, quiet=settings.quiet)
    else:
        serve_new_page(settings)


def serve_new_page(settings: ServeSettings) -> None:
    """Serve a page until it is closed, show its links and open it."""
    from wordfleet_print.web import server
    from wordfleet_print.web.auth import AccessKeys, read_key
    from wordfleet_print.web.log import set_up_log
    from wordfleet_print.web.running_page import remember_page

    keys = AccessKeys(read_key(settings.key_file) if settings.key_file else None)
    defaults = read_form_defaults()
    listener, server_settings = server.open_socket(
        settings.host,
        port=settings.port or 0,
        url=(settings.url or "").lower(),
        rules=settings.rules,
    )
    set_up_log()
    out = output.stdout()
    link = keys.make_link(server_settings.address)
    output.say(out, link if settings.quiet else f"The print page is open: {link} – Ctrl-C ends it.")
    if server_settings.origin:
        show_links(server_settings, keys, quiet=settings.quiet)
    elif server_settings.any_address:
        output.warn("This computer is in no network, so nobody else can open the page.")
    out.file.flush()
    if is_for_this_computer(settings):
        # A second start finds the page by the file that this writes; the file goes at the end
        atexit.register(remember_page(link, settings.rules))
    if settings.open and not server_settings.origin:
        open_page(keys, link)
    server.serve(listener, replace(server_settings, defaults=defaults), keys)


def read_form_defaults() -> dict[type[Settings], Defaults]:
    """Return what each wordfleet.toml sets for the commands behind the page's forms."""
    commands = list_commands()
    names = ("tracker", "event print", "kit", "reprint")
    return {commands[name]: read_defaults(commands[name], name) for name in names}


def is_for_this_computer(settings: ServeSettings) -> bool:
    """Return whether the page is opened just for this computer, so that a second start may open it
    again in place of another one.
    """
    for_others = (settings.port, settings.host, settings.url, settings.key_file)
    return settings.open and not any(for_others)


def open_running_page(link: str, *, quiet: bool) -> None:
    """Show the link of a page that runs already, and open it in the browser."""
    from wordfleet_print.web.running_page import wait_for_browser

    output.say(output.stdout(), link if quiet else f"The print page is open already: {link}")
    page = write_link_page(link)
    if page and output.launch(page):
        wait_for_browser()
    else:
        output.warn("Your browser could not be opened. Copy the link into it.")
    if page:
        page.unlink(missing_ok=True)


def show_links(server_settings: ServerSettings, keys: AccessKeys, *, quiet: bool) -> None:
    """Show the owner's link, also as a QR code for a phone, and the guests' links."""
    import segno

    from wordfleet_print.web.auth import Role

    out = output.stdout()
    origin = server_settings.origin
    for_owner = keys.make_link(f"{origin}/")
    if not quiet and out.is_terminal:
        segno.make(for_owner, micro=False).terminal(compact=True)
    output.say(out, f"For you, on your phone or another computer: {for_owner}")
    output.say(out, f"For guests: {keys.make_link(f'{origin}/', Role.GUEST)}")
    # This computer may have several addresses; it does not know in which network the guests are
    for address, network in server_settings.networks.items():
        if address != origin:
            output.say(out, f"Or ({network}): {keys.make_link(f'{address}/', Role.GUEST)}")


def open_page(keys: AccessKeys, link: str) -> None:
    """Open the link in the browser, and warn if that fails."""
    page = write_link_page(link)
    if page:
        # The file goes as soon as the link is used, at the latest when the program ends
        keys.on_owner = partial(page.unlink, missing_ok=True)
        atexit.register(keys.on_owner)
    if not (page and output.launch(page)):
        output.warn("Your browser could not be opened. Copy the link into it.")


def write_link_page(link: str) -> Path | None:
    """Write a private file that sends a browser to the link. Return its path, or None if it cannot
    be written.

    Everybody on this computer can read the arguments that a browser is started with, so they must
    not hold the link. The home folder is the only one that some packaged browsers can read.
    """
    try:
        handle, name = tempfile.mkstemp(suffix=".html", prefix="wordfleet-print-", dir=Path.home())
    except (OSError, RuntimeError):
        return None
    with os.fdopen(handle, "w", encoding="utf-8") as page:
        page.write(
            '<!DOCTYPE html><title>Print page</title><meta http-equiv="refresh" content="0; '
            f'url={link}">\n'
        )
    return Path(name)
