"""`site`: a website of all games, and a live one for somebody who writes rules."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from wordfleet_print import files
from wordfleet_print.cli.console import examples, report, say, show_progress, stderr, stdout, warn
from wordfleet_print.cli.parameters import make_command
from wordfleet_print.errors import WordfleetError
from wordfleet_print.messages import some_of
from wordfleet_print.settings.games import SiteSettings

if TYPE_CHECKING:
    from watchfiles import Change

    from wordfleet_print.site import build

EXAMPLES = examples(
    "site",
    "site --url https://example.org/games/ --output public/",
    "site --watch --no-downloads --rules my-games/",
)
# Pages that are named after a build.
MOST_NAMED = 8


@make_command(SiteSettings, "site", EXAMPLES)
def site(settings: SiteSettings, _typed: frozenset[str]) -> None:
    """Build a website of all games: rulebooks, a comparison of editions, PDFs and pairs of trackers
    to print.

    Links are relative, so it works at any address and from a disk. Building
    again writes only what changed, and removes what the site no longer has;
    other files stay.
    """
    from wordfleet_print.services.publish import publish_site

    if settings.watch:
        watch_site(settings)
        return
    with show_progress("Building the site", quiet=settings.quiet) as progress:
        built = publish_site(settings, progress)
    if not settings.quiet:
        show_notes(built)
        counts = f"{len(built.written)} written, {len(built.files) - len(built.written)} unchanged"
        size = f"{len(built.files)} files, {sum(built.files.values()) / 1e6:.1f} MB"
        todo = f"Upload it to {settings.url}" if settings.url else "Open index.html in any browser."
        say(
            stdout(),
            f"{settings.folder}/ is a site of {size}: {counts}, {len(built.removed)} removed. "
            f"{todo}",
        )


def show_notes(built: build.BuiltSite) -> None:
    """Show what was left out, and why."""
    missing = built.missing
    for note in [
        *([f"Left out the PDFs. {missing.message}\n{missing.tip}"] if missing else []),
        *built.notes,
    ]:
        warn(f"{note.rstrip('.')}.")


def watch_site(site: SiteSettings) -> None:
    """Serve a site until Ctrl-C, and build it again when its rules change."""
    from watchfiles import watch

    from wordfleet_print.games import check_folder
    from wordfleet_print.web.app import make_draft_app
    from wordfleet_print.web.server import open_socket, serving

    if site.rules:
        check_folder(site.rules, "rules")
    files.check_writable(site.folder)
    (opened, settings), app = open_socket(None, site.port), make_draft_app(site.folder)
    rebuild(site)
    with serving(app, opened, settings):
        if not site.quiet:
            say(
                stdout(),
                f"Serving {settings.address} – Ctrl-C ends it. --watch does not rebuild PDFs.",
            )
            stdout().file.flush()
        # The time limit lets Ctrl-C end it soon
        sources = site.rules or files.data_folder("rules"), files.data_folder("templates")
        for _ in watch(
            *sources, watch_filter=partial(is_source, site.folder.resolve()), rust_timeout=200
        ):
            app.state.changes += rebuild(site)


def is_source(output: Path, change: Change, path: str) -> bool:
    """Return whether a build reads this file; if it writes the file, each build would start the
    next.
    """
    from watchfiles import (
        DefaultFilter,
    )  # leaves out what editors and file managers write for themselves

    from wordfleet_print.site.build import read_own_files

    if not DefaultFilter()(change, path):
        return False

    file = Path(path).resolve()
    name = file.relative_to(output).as_posix() if file.is_relative_to(output) else ""
    return not name or not (name.startswith(".") or "/." in name or name in read_own_files(output))


def rebuild(site: SiteSettings) -> bool:
    """Build the site and return whether it changed. An error is shown, and leaves the last good
    pages unchanged.
    """
    from wordfleet_print.services.publish import publish_site

    try:
        with show_progress("Building the site", quiet=site.quiet) as progress:
            built = publish_site(site, progress)
    except WordfleetError as error:
        report(error, SiteSettings)
        # A first build that fails leaves nothing to show
        if (site.folder / "index.html").is_file():
            say(stderr(), "Showing the last good version until you fix this.")
        return False
    names = [name for name in built.written if name.endswith(".html")] or built.written
    if not site.quiet:
        show_notes(built)
        say(
            stdout(),
            f"Built {some_of(names, MOST_NAMED)}." if names else "Built. No page has changed.",
        )
        stdout().file.flush()
    return bool(names or built.removed)
