"""The site built: every page and download made, and only what changed written."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TypeAlias

from wordfleet_print.errors import (
    BadInputError,
    CannotWriteError,
    Fix,
    MissingDependencyError,
    Problem,
    Progress,
    WordfleetError,
    call_all,
    join_errors,
    show_nothing,
)
from wordfleet_print.files import PREFIX, check_writable, is_inside, remove_leftovers, write_all
from wordfleet_print.games import RulesSource
from wordfleet_print.messages import some_of
from wordfleet_print.paper import PAPERS
from wordfleet_print.rulebook.fill_facts import BookSource
from wordfleet_print.rulebook.page import make_page
from wordfleet_print.rulebook.pdf import Printed
from wordfleet_print.rulebook.print_book import BOOK
from wordfleet_print.settings.games import SiteSettings
from wordfleet_print.site.dead_links import find_dead_links
from wordfleet_print.site.downloads import (
    App,
    Download,
    Listed,
    list_downloads,
    make_download,
)
from wordfleet_print.site.pages import SiteContents, add_bar, group_games, make_pages

MakeDownload: TypeAlias = Callable[[Download], tuple[Printed, ...]]
# The list of the site's own files, in its folder.
LIST = f"{PREFIX}site.json"
FOLDERS = ("downloads", "pairs")
# Where somebody may put the program's own files; the site links to them and never writes there.
APPS = "apps"
# Lists of words that a note names.
MOST_NAMED = 3
# Slugs whose page would take the place of one of these.
OWN_NAMES = frozenset(["index", "compare", "pairs", "print", "404"])


@dataclass
class BuiltSite:
    """What a build did: all files with their sizes, those written and removed, and notes."""

    files: dict[str, int]
    written: list[str]
    removed: list[str]
    notes: list[str]
    missing: MissingDependencyError | None = None


def build_site(
    site: SiteSettings,
    sources: Sequence[BookSource],
    progress: Progress = show_nothing,
    make: MakeDownload = make_download,
) -> BuiltSite:
    """Make the site of these rules and write what changed; files of others stay as they are. `make`
    makes the files to download.

    Raises `BadInputError` for rules that cannot be published, `CannotWriteError` where files of
    others have the site's names. Nothing is written then. Without a renderer of PDFs the books to
    print are left out, and `missing` says why.
    """
    check_writable(site.folder)
    _refuse_links(site.folder)
    _refuse_own_names(sources)
    own = read_own_files(site.folder)
    build = BuiltSite({}, [], [], [])
    # All is made before anything is written, so that a fault leaves the last site whole.
    held, listed = make_downloads(site, sources, progress, build, make)
    calls = [partial(make_page, source) for source in sources]
    pages = call_all(calls, "Some rulebooks cannot be published.", progress)
    books = chain.from_iterable(group_games([source.book for source in sources]))
    missing: tuple[str, ...] = ()
    if build.missing:
        missing = ("Rulebooks to print are missing: they were left out when this site was built.",)
    apps = find_apps(site.folder)
    contents = SiteContents(tuple(books), tuple(listed), apps, missing, site.url or "")
    files = make_pages(contents)
    for source, page in zip(sources, pages, strict=True):
        build.notes += page.notes
        # The bar is added last: it links to the pages and downloads that this site turned out to
        # have.
        with_bar = add_bar(page.html, source.book, contents, list(files))
        files[f"{source.book.slug}.html"] = with_bar.encode()
    others = dict.fromkeys([*held, *(app.name for app in apps)], b"")
    build.notes += find_dead_links({**files, **others})
    build.notes = list(dict.fromkeys(build.notes))
    if build.notes and not site.rules:
        raise BadInputError("The bundled rules have faults.", map(Problem, build.notes))
    write_site(site.folder, own, files, held, build)
    return build


def _refuse_links(folder: Path) -> None:
    links = [name for name in FOLDERS if (folder / name).is_symlink()]
    if links:
        problems = [Problem("is a link", where=name) for name in links]
        raise CannotWriteError("A site is not written through links.", problems)


def find_apps(folder: Path) -> tuple[App, ...]:
    """Return the program's own files that somebody has put into `apps/` in the site's folder."""
    place = folder / APPS
    if place.is_symlink() or not place.is_dir():
        return ()
    files = [path for path in sorted(place.iterdir()) if path.is_file() and not path.is_symlink()]
    return tuple(
        App(f"{APPS}/{path.name}", path.stat().st_size)
        for path in files
        if not path.name.startswith(".")
    )


def _refuse_own_names(sources: Sequence[RulesSource]) -> None:
    """Raise `BadInputError` for rules whose page would replace one of the site's own."""
    reserved = [source for source in sources if source.book.slug in OWN_NAMES]
    if reserved:
        faults = [
            Problem(f"has the slug {source.book.slug}", where=source.name) for source in reserved
        ]
        names = ", ".join(sorted(OWN_NAMES))
        raise BadInputError(f"A site has pages of its own called {names}.", faults)


def read_own_files(folder: Path) -> dict[str, int]:
    """Return a site's own files in a folder and their pages (0: no PDF), as the last build listed
    them.
    """
    try:
        listed = json.loads((folder / LIST).read_bytes())
        return {
            name: int(pages) for name, pages in listed.items() if is_inside(folder / name, folder)
        }
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


# The files to download, by their names.
Held = dict[str, Printed]


def make_downloads(
    site: SiteSettings,
    sources: Sequence[BookSource],
    progress: Progress,
    build: BuiltSite,
    make: MakeDownload,
) -> tuple[Held, list[Listed]]:
    """Return all files to download, and how pages list them.

    For a designer's game, one that cannot be printed is a note, unless it is the book.
    """
    held: Held = {}
    papers = [PAPERS[site.paper]] if site.paper else [*PAPERS.values()]
    downloads = list(list_downloads(sources, papers, site.pair_count, pdfs=site.downloads))
    # The same fault comes with each paper and booklet; a writer reads it once.
    errors_by_message: dict[str, WordfleetError] = {}
    left_out: list[tuple[Download, WordfleetError]] = []
    for number, download in enumerate(downloads, start=1):
        try:
            for name, printed in zip(download.names, make(download), strict=True):
                build.notes += printed.notes
                if printed.pages:
                    held[name] = printed
        except MissingDependencyError as error:
            build.missing = error
        except BadInputError as error:
            if site.rules and download.kind != BOOK:
                left_out.append((download, error))
            else:
                errors_by_message[str(error)] = error
        progress(number, len(downloads))
    if errors_by_message:
        raise join_errors([*errors_by_message.values()], "Some rulebooks cannot be published.")
    build.notes += note_labels_left_out(left_out)
    return held, list(list_held(downloads, held))


def note_labels_left_out(left_out: Iterable[tuple[Download, WordfleetError]]) -> Iterator[str]:
    """Yield a note for each kind of file that a game lacks on a paper; of pairs, one for all lists
    of words, with the first reason.
    """
    kinds: dict[str, list[tuple[Download, WordfleetError]]] = {}
    for download, error in left_out:
        what = f"{download.slug}: no {download.kind} on {download.paper.title}"
        kinds.setdefault(what, []).append((download, error))
    for what, misses in kinds.items():
        error = misses[0][1]
        why = "; ".join([error.message.rstrip("."), *map(str, error.details)])
        lists = [miss.words for miss, _ in misses if miss.words]
        words = f" of these lists: {some_of(lists, MOST_NAMED)}" if len(lists) > 1 else ""
        yield f"{what}{words}: {why}"


def list_held(downloads: Sequence[Download], held: Held) -> Iterator[Listed]:
    """Yield the files to download as pages list them."""
    for download in downloads:
        for name, kind in zip(download.names, download.kinds, strict=True):
            if name in held:
                printed = held[name]
                size = len(printed.content)
                yield Listed(
                    download.slug, kind, download.paper, name, size, printed.pages, download.words
                )


def write_site(
    folder: Path, own: Mapping[str, int], pages: Mapping[str, bytes], held: Held, build: BuiltSite
) -> None:
    """Write what differs, then remove what the site no longer has, then write the list of what it
    has.
    """
    contents = {**pages, **{name: printed.content for name, printed in held.items()}}
    changed = [name for name in contents if _read(folder / name) != contents[name]]
    _refuse_foreign(folder, own, changed)
    for name in ("", *FOLDERS):
        remove_leftovers(folder / name)
    if changed:
        write_all({folder / name: contents[name] for name in changed})
    build.removed = _remove_dropped(folder, [name for name in own if name not in contents])
    counts = {**dict.fromkeys(pages, 0), **{name: printed.pages for name, printed in held.items()}}
    # The list is last. A build that stops before has written what the next one makes, and nobody
    # takes it for foreign.
    if counts != own:
        write_all({folder / LIST: f"{json.dumps(counts, indent=0)}\n".encode()})
    build.files = {name: len(content) for name, content in contents.items()}
    build.written = sorted(changed)


def _remove_dropped(folder: Path, names: Iterable[str]) -> list[str]:
    """Remove files that the site no longer has; return those that were there."""
    removed = sorted(name for name in names if (folder / name).is_file())
    for name in removed:
        (folder / name).unlink()
    return removed


def _refuse_foreign(folder: Path, own: Mapping[str, int], names: Iterable[str]) -> None:
    """Raise `CannotWriteError` if files under these names are not the site's own."""
    foreign = sorted(name for name in names if name not in own and os.path.lexists(folder / name))
    if foreign:
        why = f"{folder} holds other files under the site's names: {', '.join(foreign)}."
        raise CannotWriteError(
            Problem(why, fixes=(Fix.choose("output"),), advice="Move them away.")
        )


def _read(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() and not path.is_symlink() else None
