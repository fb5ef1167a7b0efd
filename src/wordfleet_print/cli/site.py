"""`wordfleet-print site`: the published site, and a live one to write with."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordfleet_print.cli.options import Json, Quiet, flag
from wordfleet_print.cli.rules import PaperSlug, RulesFolder, Seconds, Templates
from wordfleet_print.errors import BadInputError, UsageError, WordfleetError

if TYPE_CHECKING:
    from wordfleet_print.press.paper import Paper
    from wordfleet_print.rulebook.job import Published, RulebookJob
    from wordfleet_print.rulebook.site import Built, SiteJob

OUTPUT = Path("output/site")
PORT = 8000

EXAMPLES = """
[bold]Examples[/bold]

wordfleet-print site

wordfleet-print site --url https://example.org/games/ --output public/

wordfleet-print site --watch --no-downloads --rules my-games/
"""

HELD, LIVE, OWN, RESULT = "What is in it", "While you write", "Your own games", "Where it goes"


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
Url = Annotated[
    str | None,
    typer.Option(
        "--url", metavar="ADDRESS", help="Where it will stand: adds a sitemap, which needs it.", rich_help_panel=RESULT
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
    removes what the site no longer has; other files stay. Without --paper, PDFs are for A4 and US Letter.
    """
    from wordfleet_print.rulebook.site import SiteJob, build_site

    if watch and json:
        raise UsageError("--watch goes on and on, and --json ends with one document.", tip="Leave one of them out.")
    _check_folders(rules_, templates)
    address = _address(url)
    job = SiteJob(output or OUTPUT, rules=rules_, templates=templates, url=address, downloads=not no_downloads)
    if paper:
        job = replace(job, papers=(_paper(paper),))
    publisher = _publisher(job, max_seconds)
    if watch:
        _watch(job, publisher, port, quiet=quiet)
        return
    with _working(quiet=quiet):
        built = build_site(job, publisher)
    if json:
        _show_json(job, built)
    else:
        _show(job, built, quiet=quiet)


def _check_folders(rules_: Path | None, templates: Path | None) -> None:
    for option, folder in (("--rules", rules_), ("--templates", templates)):
        if folder and not folder.is_dir():
            raise BadInputError(f"{folder} is not a folder.", tip=f"{option} names a folder.")


def _address(url: str | None) -> str:
    """The site's address with a slash at its end, or nothing. Raises `UsageError` for what is none."""
    if url is None:
        return ""
    if not re.fullmatch(r"https?://[A-Za-z0-9.-]+(?::[0-9]+)?(?:/[A-Za-z0-9._~/-]*)?", url):
        raise UsageError(f"--url is an address such as https://example.org/games/, not {url[:80]}.")
    return url if url.endswith("/") else f"{url}/"


def _paper(slug: str) -> Paper:
    from wordfleet_print.press.paper import PAPERS

    if slug.lower() not in PAPERS:
        raise UsageError(f"--paper is {' or '.join(PAPERS)}, not {slug}.")
    return PAPERS[slug.lower()]


def _publisher(job: SiteJob, seconds: int) -> Callable[[RulebookJob], Published]:
    if not (job.rules or job.templates):
        from wordfleet_print.rulebook.job import publish

        return publish
    from wordfleet_print.rulebook.child import Limits, publish_guarded

    return lambda order: publish_guarded(order, Limits(seconds=seconds))


def _working(*, quiet: bool) -> AbstractContextManager[object]:
    from wordfleet_print.cli.console import stderr

    if quiet or not stderr().is_terminal:
        return nullcontext()
    return stderr().status("Building the site …")


def _watch(job: SiteJob, publisher: Callable[[RulebookJob], Published], port: int, *, quiet: bool) -> None:
    """Build, serve, and build again with every change; what fails is told, and the last good pages stay."""
    from wordfleet_print.cli.console import say, stdout
    from wordfleet_print.cli.live import Server, watch
    from wordfleet_print.files import check_writable, data_folder
    from wordfleet_print.rulebook.site import build_site

    check_writable(job.output)
    folders = [job.rules or data_folder("rules"), data_folder("templates"), *([job.templates] if job.templates else [])]
    server = Server(job.output, port)
    _rebuild(lambda: build_site(job, publisher), quiet=quiet)
    again = replace(job, keeps_old=True)
    say(stdout(), f"Serving {server.address} – Ctrl-C ends it. Downloads stay as they are until the next build.")
    stdout().file.flush()
    watch(folders, lambda: _rebuild(lambda: build_site(again, publisher), quiet=quiet), server)


def _rebuild(build: Callable[[], Built], *, quiet: bool) -> bool:
    """Whether a build changed the site. An error is told and leaves everything as it was."""
    from wordfleet_print.cli.console import say, stderr, stdout
    from wordfleet_print.cli.run import report

    try:
        built = build()
    except WordfleetError as error:
        report(error)
        say(stderr(), "The last good pages stay until this is mended.")
        return False
    changed = [name for name in built.written if name.endswith(".html")] or built.written
    if changed and not quiet:
        say(stdout(), f"Built {', '.join(changed[:8])}{' …' if len(changed) > 8 else ''}")
        stdout().file.flush()
    return bool(built.written or built.removed)


def _show(job: SiteJob, built: Built, *, quiet: bool) -> None:
    """Notes and the closing line."""
    from wordfleet_print.cli.console import say, stdout, warn

    if built.missing:
        warn(f"Left out the PDFs of rulebooks. {built.missing.message}\n{built.missing.tip}")
    if quiet:
        return
    for note in built.notes:
        warn(f"{note}.")
    if not job.url:
        warn("Left out sitemap.xml, which holds whole addresses: give --url to have one.")
    kept = len(built.files) - len(built.written)
    told = f"{len(built.written)} written, {kept} unchanged, {len(built.removed)} removed"
    total = sum(built.files.values()) / 1e6
    say(stdout(), f"{job.output}/ is a site of {len(built.files)} files, {total:.1f} MB: {told}. Open index.html.")


def _show_json(job: SiteJob, built: Built) -> None:
    from wordfleet_print.cli.console import show_json

    show_json(
        {
            "folder": str(job.output),
            "files": built.files,
            "written": built.written,
            "removed": built.removed,
            "made": built.made,
            "notes": [*built.notes, *([built.missing.message] if built.missing else [])],
        }
    )
