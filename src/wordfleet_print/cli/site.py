"""`site`: a website of all games, and a live one for somebody who writes rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from wordfleet_print.cli.console import examples, report, say, show_progress, stderr, stdout, warn
from wordfleet_print.cli.parameters import takes
from wordfleet_print.errors import WordfleetError
from wordfleet_print.settings.rulebook import SiteSettings

if TYPE_CHECKING:
    from wordfleet_print.site import build

EXAMPLES = examples(
    "site",
    "site --url https://example.org/games/ --output public/",
    "site --watch --no-downloads --rules my-games/",
)
MOST_NAMED = 8
"""Pages that are named after a build."""
site_app = typer.Typer(rich_markup_mode="rich", add_completion=False)


@site_app.command(epilog=EXAMPLES)
@takes(SiteSettings, "site")
def site(settings: SiteSettings, _typed: frozenset[str]) -> None:
    """Build a website of all games: rulebooks, a comparison of editions, PDFs and pairs of trackers to print.

    Links are relative, so it works at any address and from a folder. Building
    again writes only what changed, and removes what the site no longer has;
    other files stay.
    """
    from wordfleet_print.services.publish import publish_site, read_site

    wanted = read_site(settings)
    if settings.watch:
        Watcher(wanted, quiet=settings.quiet).run(settings.port)
        return
    with show_progress("Building the site", quiet=settings.quiet) as progress:
        built = publish_site(wanted, progress)
    if not settings.quiet:
        show_notes(built)
        counts = f"{len(built.written)} written, {len(built.files) - len(built.written)} unchanged"
        size = f"{len(built.files)} files, {sum(built.files.values()) / 1e6:.1f} MB"
        todo = f"Upload it to {wanted.url}" if wanted.url else "Open index.html in any browser."
        say(stdout(), f"{wanted.output}/ is a site of {size}: {counts}, {len(built.removed)} removed. {todo}")


def show_notes(built: build.BuiltSite) -> None:
    """Show what was left out, and why."""
    if built.missing:
        warn(f"Left out the PDFs of rulebooks. {built.missing.message}\n{built.missing.tip}")
    for note in built.notes:
        warn(f"{note}.")


class Watcher:
    """Serves a site and builds it again when its rules change; what fails is shown, and the last good pages stay."""

    def __init__(self, site: build.SiteSettings, *, quiet: bool) -> None:
        self._site, self._quiet = site, quiet
        self._last_error = ""

    def run(self, port: int) -> None:
        """Serve the site until Ctrl-C."""
        from watchfiles import watch

        from wordfleet_print.web.live import Draft, make_draft_app
        from wordfleet_print.web.server import listen, serving

        listener = listen(None, port)
        draft = Draft(self._site.output)
        changes = watch(
            *self._site.folders(),
            watch_filter=self._is_source,
            debounce=300,
            step=50,
            rust_timeout=200,
            yield_on_timeout=True,
            raise_interrupt=True,
        )
        next(changes)  # from here on every change is seen, also one that is saved during the first build
        self._build(is_first=True)
        with serving(make_draft_app(draft, listener.settings), listener):
            if not self._quiet:
                say(stdout(), f"Serving {listener.address} – Ctrl-C ends it. --watch does not rebuild PDFs.")
                stdout().file.flush()
            for _ in filter(None, changes):
                draft.changes += self._build()

    def _is_source(self, _change: object, path: str) -> bool:
        """Return whether a build reads this file; if it writes the file, each build would start the next."""
        from wordfleet_print.site.build import read_own_files

        output, file = self._site.output.resolve(), Path(path).resolve()
        if not file.is_relative_to(output):
            return True
        name = file.relative_to(output).as_posix()
        return not (name.startswith(".") or "/." in name or name in read_own_files(output))

    def _build(self, *, is_first: bool = False) -> bool:
        """Build the site and return whether it changed. An error leaves everything unchanged."""
        from wordfleet_print.services.publish import publish_site

        try:
            with show_progress("Building the site", quiet=self._quiet) as progress:
                built = publish_site(self._site, progress)
        except WordfleetError as error:
            # An editor saves a file several times: a fault is shown once
            if str(error) != self._last_error:
                report(error, SiteSettings)
                is_built = (self._site.output / "index.html").is_file()
                shown = "Showing the last good version" if is_built else "There are no pages yet"
                say(stderr(), f"{shown} until you fix this.")
            self._last_error = str(error)
            return False
        self._last_error = ""
        if not self._quiet:
            show_notes(built)
            names = [name for name in built.written if name.endswith(".html")] or built.written
            if names and not is_first:
                say(stdout(), f"Built {', '.join(names[:MOST_NAMED])}{' …' if len(names) > MOST_NAMED else ''}")
                stdout().file.flush()
        return bool(built.written or built.removed)
