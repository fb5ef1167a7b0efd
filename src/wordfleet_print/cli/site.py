"""`wordfleet-print site`: the published site, and a live one to write with."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordfleet_print.cli.options import Json, Quiet, flag
from wordfleet_print.cli.publishing import (
    RulesFolder,
    Seconds,
    Templates,
    check_folders,
    chosen_paper,
    publisher,
    tell_machine,
    working,
)
from wordfleet_print.errors import UsageError, WordfleetError

if TYPE_CHECKING:
    from wordfleet_print.rulebook.site import Built, SiteJob

OUTPUT = Path("output/site")
PORT = 8000

EXAMPLES = """
[bold]Examples[/bold]

wordfleet-print site

wordfleet-print site --url https://example.org/games/ --output public/

wordfleet-print site --watch --no-downloads --rules my-games/
"""

HELD, LIVE, RESULT = "What is in it", "While you write", "Where it goes"


def parse_port(text: str | int) -> int:
    """A port: ASCII digits, 0 (any that is free) to 65535."""
    digits = str(text).strip()
    if not re.fullmatch(r"[0-9]{1,5}", digits) or int(digits) > 65535:
        raise typer.BadParameter(f"'{digits[:20]}' is not a port from 0 to 65535.")
    return int(digits)


Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="DIR", help="The folder. Default: output/site/.", rich_help_panel=RESULT),
]
PaperSlug = Annotated[
    str | None,
    typer.Option(
        "--paper", "-p", metavar="PAPER", help="PDFs for a4 or letter only. Default: both.", rich_help_panel=HELD
    ),
]
Url = Annotated[
    str | None,
    typer.Option(
        "--url", metavar="ADDRESS", help="Where it will stand: for a sitemap and the 404 page.", rich_help_panel=RESULT
    ),
]
NoDownloads = Annotated[bool, flag("--no-downloads", says="Leave the PDFs out: done in a moment.", panel=HELD)]
Watch = Annotated[bool, flag("--watch", says="Serve it here; build and reload as rules change.", panel=LIVE)]
Port = Annotated[
    int,
    typer.Option(
        "--port", parser=parse_port, metavar="N", help="Its port; 0 takes any.", show_default=True, rich_help_panel=LIVE
    ),
]

app = typer.Typer(rich_markup_mode="rich", add_completion=False)


@app.command(epilog=EXAMPLES)
def site(
    output: Output = None,
    url: Url = None,
    paper: PaperSlug = None,
    no_downloads: NoDownloads = False,
    watch: Watch = False,
    port: Port = PORT,
    rules_: RulesFolder = None,
    templates: Templates = None,
    max_seconds: Seconds = 60,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Build a website of all games: rulebooks, a comparison of editions, PDFs and tracker packs to download.

    Links are relative, so it works from any address and from a folder. Building again writes only what changed, and
    removes what the site no longer has; other files stay.
    """
    from wordfleet_print.rulebook.site import SiteJob

    if watch and json:
        raise UsageError("--watch goes on and on, and --json ends with one document.", tip="Leave one of them out.")
    check_folders(rules_, templates)
    address = _address(url)
    job = SiteJob(output or OUTPUT, rules=rules_, templates=templates, url=address, downloads=not no_downloads)
    if paper:
        job = replace(job, papers=(chosen_paper(paper),))
    build = _builder(own=bool(rules_ or templates), seconds=max_seconds)
    if watch:
        _watch(job, build, port, quiet=quiet)
        return
    with working("Building the site …", quiet=quiet):
        built = build(job)
    if json:
        _show_json(job, built)
    elif not quiet:
        _show(job, built)


def _address(url: str | None) -> str:
    """The site's address with a slash at its end, or nothing. Raises `UsageError` for what is none."""
    if url is None:
        return ""
    if not re.fullmatch(r"https?://[A-Za-z0-9.-]+(?::[0-9]+)?(?:/[A-Za-z0-9._~/-]*)?", url):
        raise UsageError(f"--url is an address such as https://example.org/games/, not {url[:80]}.")
    return url if url.endswith("/") else f"{url}/"


def _builder(*, own: bool, seconds: int) -> Callable[[SiteJob], Built]:
    """What builds sites: in this process, or rendering a designer's `own` in children with limits."""
    from wordfleet_print.rulebook.site import build_site

    publish = publisher(own=own, seconds=seconds)
    if not own:
        return lambda job: build_site(job, publish)
    from wordfleet_print.rulebook.child import Limits
    from wordfleet_print.rulebook.site_child import furnish_guarded

    return lambda job: build_site(job, publish, lambda order: furnish_guarded(order, Limits(seconds=seconds)))


def _watch(job: SiteJob, build: Callable[[SiteJob], Built], port: int, *, quiet: bool) -> None:
    """Build, serve, and build again with every change; what fails is told, and the last good pages stay."""
    from wordfleet_print.cli.console import say, stdout
    from wordfleet_print.cli.live import Server, watch
    from wordfleet_print.files import check_writable, data_folder

    check_writable(job.output)
    folders = [job.rules or data_folder("rules"), data_folder("templates"), *([job.templates] if job.templates else [])]
    server = Server(job.output, port)
    live = replace(job, keeps_old=True)
    with working("Building the site …", quiet=quiet):
        _rebuild(live, build, quiet=True)
    if not quiet:
        say(
            stdout(), f"Serving {server.address} – Ctrl-C ends it. PDFs stay as they are until a build without --watch."
        )
        stdout().file.flush()
    watch(folders, lambda: _rebuild(live, build, quiet=quiet), server)


def _rebuild(job: SiteJob, build: Callable[[SiteJob], Built], *, quiet: bool) -> bool:
    """Whether a build changed the site. An error is told and leaves everything as it was."""
    from wordfleet_print.cli.console import say, stderr, stdout
    from wordfleet_print.cli.run import report

    try:
        built = build(job)
    except WordfleetError as error:
        report(error)
        stands = (job.output / "index.html").is_file()
        say(stderr(), f"{'The last good pages stay' if stands else 'There are no pages yet'} until this is mended.")
        return False
    changed = [name for name in built.written if name.endswith(".html")] or built.written
    if changed and not quiet:
        say(stdout(), f"Built {', '.join(changed[:8])}{' …' if len(changed) > 8 else ''}")
        stdout().file.flush()
    return bool(built.written or built.removed)


def _show(job: SiteJob, built: Built) -> None:
    """Notes and the closing line."""
    from wordfleet_print.cli.console import say, stdout, warn

    if built.missing:
        warn(f"Left out the PDFs of rulebooks. {built.missing.message}\n{built.missing.tip}")
    for note in built.notes:
        warn(f"{note}.")
    tell_machine(built.machine)
    kept = len(built.files) - len(built.written)
    told = f"{len(built.written)} written, {kept} unchanged, {len(built.removed)} removed"
    total = sum(built.files.values()) / 1e6
    say(stdout(), f"{job.output}/ is a site of {len(built.files)} files, {total:.1f} MB: {told}. {_next(job)}")


def _next(job: SiteJob) -> str:
    """What to do next."""
    if job.url:
        return f"Upload it to {job.url}"
    return "Open index.html; --url tells it where it will stand, and adds a sitemap."


def _show_json(job: SiteJob, built: Built) -> None:
    from wordfleet_print.cli.console import show_json

    show_json(
        {
            "folder": str(job.output),
            "files": built.files,
            "written": built.written,
            "removed": built.removed,
            "made": built.made,
            "notes": [*built.notes, *filter(None, [built.machine, built.missing and built.missing.message])],
        }
    )
