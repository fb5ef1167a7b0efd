"""`site`: a website of all games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordfleet_print.cli.output import format_examples, say, show_progress, stdout, warn
from wordfleet_print.cli.parameters import Origin, make_command
from wordfleet_print.settings.games import SiteSettings

if TYPE_CHECKING:
    from wordfleet_print.site import build

EXAMPLES = format_examples(
    "site",
    "site --url https://example.org/games/ --output public/",
    "site --no-downloads --rules my-games/",
)
# Pages that are named after a build.
MOST_NAMED = 8


@make_command(SiteSettings, "site", EXAMPLES)
def site(settings: SiteSettings, _origin: Origin) -> None:
    """Build a website of all games: rulebooks, a comparison of editions, PDFs and pairs of trackers
    to print.

    Links are relative: the site works at any address and from a disk. Building
    it again writes only changed files, and removes pages that are gone. Your own
    files stay.
    """
    from wordfleet_print.services.publish import publish_site

    with show_progress("Building the site", quiet=settings.quiet) as progress:
        built = publish_site(settings, progress)
    if not settings.quiet:
        show_notes(built)
        megabytes = sum(built.files.values()) / 1e6
        size = f"{len(built.files)} files, {megabytes:.1f} MB"
        unchanged = len(built.files) - len(built.written)
        counts = (
            f"{len(built.written)} written, {unchanged} unchanged, {len(built.removed)} removed"
        )
        todo = f"Upload it to {settings.url}" if settings.url else "Open index.html in any browser."
        say(stdout(), f"{settings.folder}/ is a site of {size}: {counts}. {todo}")


def show_notes(built: build.BuiltSite) -> None:
    """Show what was left out, and why."""
    notes = [*built.notes]
    if pdf_error := built.missing:
        notes.insert(0, f"Left out the PDFs. {pdf_error.message}\n{pdf_error.summary.advice}")
    for note in notes:
        warn(f"{note.rstrip('.')}.")
