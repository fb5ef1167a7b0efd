"""`site` and `serve`: the published site, a live one to write with, the shop as a page."""

from __future__ import annotations

import re
import tempfile
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordfleet_print.cli.console import examples, report, say, stderr, stdout, warn
from wordfleet_print.cli.options import (
    PublishedRules,
    Quiet,
    chosen_paper,
    flag,
    option,
    whole_number,
    working,
)
from wordfleet_print.errors import UsageError, WordfleetError
from wordfleet_print.files import check_writable

if TYPE_CHECKING:
    from wordfleet_print.site.build import BuiltSite, SiteSettings
    from wordfleet_print.web.auth import AccessKeys
    from wordfleet_print.web.server import Listener

OUTPUT = Path("output/site")
PORT = 8000
PAIRS, MOST_PAIRS = 60, 500

SITE_EXAMPLES = examples(
    "site",
    "site --url https://example.org/games/ --output public/",
    "site --watch --no-downloads --rules my-games/",
)

HELD, LIVE, RESULT = "What is in it", "While you write", "Where it goes"


def parse_port(text: str | int) -> int:
    """A port: ASCII digits, 0 (any that is free) to 65535."""
    digits = str(text).strip()
    if not re.fullmatch(r"[0-9]{1,5}", digits) or int(digits) > 65535:
        raise typer.BadParameter(f"'{digits[:20]}' is not a port from 0 to 65535.")
    return int(digits)


SiteOutput = Annotated[Path | None, option("--output -o DIR", "The folder. Default: output/site/.", RESULT)]
SitePaper = Annotated[str | None, option("--paper -p PAPER", "PDFs for a4 or letter only. Default: both.", HELD)]
SiteUrl = Annotated[
    str | None, option("--url ADDRESS", "Public address of the site, for links of its 404 page.", RESULT)
]
NoDownloads = Annotated[bool, flag("--no-downloads", says="Leave the PDFs out: done in a moment.", panel=HELD)]
PairCount = Annotated[
    int | None,
    option(
        "--pairs N",
        f"Ready pairs of each edition and paper. Default: {PAIRS}; none with --no-downloads.",
        HELD,
        parser=whole_number(0, MOST_PAIRS, "pairs"),
    ),
]
WatchFolder = Annotated[bool, flag("--watch", says="Serve it here; build and reload as rules change.", panel=LIVE)]
LivePort = Annotated[int, option("--port N", "Its port; 0 takes any.", LIVE, parser=parse_port)]

site_app = typer.Typer(rich_markup_mode="rich", add_completion=False)


@site_app.command(epilog=SITE_EXAMPLES)
def site(
    output: SiteOutput = None,
    url: SiteUrl = None,
    paper: SitePaper = None,
    no_downloads: NoDownloads = False,
    pairs: PairCount = None,
    watch: WatchFolder = False,
    port: LivePort = PORT,
    rules_: PublishedRules = None,
    quiet: Quiet = False,
) -> None:
    """Build a website of all games: rulebooks, a comparison of editions, PDFs and pairs of trackers to print.

    Links are relative, so it works from any address and from a folder. Building
    again writes only what changed, and removes what the site no longer has;
    other files stay.
    """
    from wordfleet_print.games import check_folder
    from wordfleet_print.services.publish import publish_site
    from wordfleet_print.site.build import SiteSettings

    if rules_:
        check_folder(rules_, "rules")
    address = _address(url, "https://example.org/games/", r"(?:/[A-Za-z0-9._~/-]*)?")
    address += "/" * bool(address and not address.endswith("/"))
    wanted = SiteSettings(output or OUTPUT, rules=rules_, url=address, downloads=not no_downloads)
    if pairs or (pairs is None and not no_downloads):
        wanted = replace(wanted, pairs=pairs or PAIRS)
    if paper:
        wanted = replace(wanted, papers=(chosen_paper(paper),))
    if watch:
        _watch(wanted.watch(), port, quiet=quiet)
        return
    with working("Building the site", quiet=quiet) as seen:
        built = publish_site(wanted, seen)
    if not quiet:
        _show_site(wanted, built)


def _address(url: str | None, such: str, path: str) -> str:
    """An address whose path is such, or nothing. Raises `UsageError` for what is none."""
    if url is not None and not re.fullmatch(rf"https?://[A-Za-z0-9.-]+(?::[0-9]{{1,5}})?{path}", url):
        raise UsageError(f"--url is an address such as {such}, not {url[:80]}.")
    return url or ""


def _watch(site: SiteSettings, port: int, *, quiet: bool) -> None:
    """Build, serve, and build again with every change; what fails is told, and the last good pages stay."""
    from wordfleet_print.services.machine import check_web

    check_web()
    from watchfiles import watch

    from wordfleet_print.web.live import Draft, make_draft_app
    from wordfleet_print.web.server import listen, serving

    check_writable(site.output)
    place = listen(None, port)
    draft = Draft(site.output)
    changes = watch(
        *site.folders(),
        watch_filter=partial(_is_source, site),
        debounce=300,
        step=50,
        rust_timeout=200,
        yield_on_timeout=True,
        raise_interrupt=True,
    )
    next(changes)  # from here on all is seen, also what is saved while the first build goes on
    _rebuild(site, quiet=quiet, first=True)
    with serving(make_draft_app(draft, place.settings), place):
        if not quiet:
            ends = "Ctrl-C ends it. PDFs stay as they are until a build without --watch."
            say(stdout(), f"Serving {place.address} – {ends}")
            stdout().file.flush()
        for _ in filter(None, changes):
            draft.changes += _rebuild(site, quiet=quiet)


def _is_source(site: SiteSettings, _change: object, path: str) -> bool:
    """Whether a file that changed is none that the build itself has written: else each build would begin the next."""
    from wordfleet_print.site.build import read_own_files

    output, file = site.output.resolve(), Path(path).resolve()
    if not file.is_relative_to(output):
        return True
    name = file.relative_to(output).as_posix()
    return not (name.startswith(".") or "/." in name or name in read_own_files(output))


_LAST_ERROR = [""]
"""What was wrong when it was reported last: an editor saves a file several times, and a fault is reported once."""


def _rebuild(site: SiteSettings, *, quiet: bool, first: bool = False) -> bool:
    """Whether a build changed the site. An error is told and leaves everything as it was."""
    from wordfleet_print.services.publish import publish_site

    try:
        with working("Building the site", quiet=quiet) as seen:
            built = publish_site(site, seen)
    except WordfleetError as error:
        if str(error) == _LAST_ERROR[0] and not first:
            return False
        _LAST_ERROR[0] = str(error)
        report(error)
        stands = (site.output / "index.html").is_file()
        say(stderr(), f"{'Showing the last good version' if stands else 'There are no pages yet'} until you fix this.")
        return False
    _LAST_ERROR[0] = ""
    if not quiet:
        _show_notes(built)
    changed = [name for name in built.written if name.endswith(".html")] or built.written
    if changed and not (quiet or first):
        say(stdout(), f"Built {', '.join(changed[:8])}{' …' if len(changed) > 8 else ''}")
        stdout().file.flush()
    return bool(built.written or built.removed)


def _show_notes(built: BuiltSite) -> None:
    """What was left out, and why."""
    if built.missing:
        warn(f"Left out the PDFs of rulebooks. {built.missing.message}\n{built.missing.tip}")
    for note in built.notes:
        warn(f"{note}.")


def _show_site(site: SiteSettings, built: BuiltSite) -> None:
    """Notes and the closing line."""
    _show_notes(built)
    kept = len(built.files) - len(built.written)
    told = f"{len(built.written)} written, {kept} unchanged, {len(built.removed)} removed"
    total = sum(built.files.values()) / 1e6
    say(stdout(), f"{site.output}/ is a site of {len(built.files)} files, {total:.1f} MB: {told}. {_next(site)}")


def _next(site: SiteSettings) -> str:
    """What to do next."""
    if site.url:
        return f"Upload it to {site.url}"
    return "Open index.html in any browser."


OTHERS, OWN = "For others in the house", "Your own games"

SERVE_EXAMPLES = examples(
    "serve",
    "serve --host 192.168.1.20",
    "serve --host 0.0.0.0 --port 8000 --key-file ~/.wordfleet-key --no-open",
)

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
Rules = Annotated[Path | None, option("--rules DIR", "Show and print the games of this folder instead.", OWN)]

serve_app = typer.Typer(rich_markup_mode="rich", add_completion=False)


@serve_app.command(epilog=SERVE_EXAMPLES)
def serve(
    host: Host = None,
    port: ShopPort = 0,
    url: ShopUrl = None,
    no_open: NoOpen = False,
    key_file: TlsKey = None,
    rules: Rules = None,
    quiet: Quiet = False,
) -> None:
    """Open the print shop in your browser: trackers, events, sheets again, the umpire's desk, the rules.

    It opens to whoever has its link, and serves this machine alone unless you say so. Ctrl-C closes it.
    """
    from wordfleet_print.services.machine import check_web

    check_web()
    from wordfleet_print.web.auth import AccessKeys, read_key
    from wordfleet_print.web.server import listen, log_to_stderr
    from wordfleet_print.web.server import serve as run

    if rules:
        from wordfleet_print.games import check_folder

        check_folder(rules, "rules")
    keys = AccessKeys(read_key(key_file) if key_file else None)
    place = listen(host, port, _address(url, "https://print.example.org/", "/?").lower(), rules)
    log_to_stderr()
    with ExitStack() as opened:
        run(place, keys, lambda: _ready(place, keys, opened, opens=not (no_open or place.settings.origin), quiet=quiet))


def _ready(place: Listener, keys: AccessKeys, opened: ExitStack, *, opens: bool, quiet: bool) -> None:
    """Say by which links the shop opens, and show it."""
    from wordfleet_print.web.auth import Role

    out, link = stdout(), keys.link(place.address)
    told = [link if quiet else f"The print shop is open: {link} – Ctrl-C closes it."]
    if place.settings.origin:
        elsewhere = keys.link(f"{place.settings.origin}/")
        guests = keys.link(f"{place.settings.origin}/", Role.GUEST)
        told += [f"For you, elsewhere in the house: {elsewhere}", f"For guests: {guests}"]
        if not quiet and out.is_terminal:
            # The address for a phone's camera
            import segno

            segno.make(elsewhere, micro=False).terminal(compact=True)
    for line in told:
        out.print(line, markup=False, highlight=False, soft_wrap=True)  # a link is never broken in two
    out.file.flush()
    if opens and not _show_shop(link, keys, opened):
        warn("Your browser could not be opened; copy the link into it.")


def _show_shop(link: str, keys: AccessKeys, opened: ExitStack) -> bool:
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
    keys.on_owner = partial(Path(name).unlink, missing_ok=True)
    return not typer.launch(name)
