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
    ListedFile,
    list_downloads,
    make_download,
)
from wordfleet_print.site.pages import SiteContents, add_bar, group_games, make_pages

MakeDownload: TypeAlias = Callable[[Download], tuple[Printed, ...]]
# The JSON file in the site's folder that lists its own files; others there are never touched.
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
    """What a build of the site did."""

    files: dict[str, int]
    """All files of the site, with their sizes in bytes."""
    written: list[str]
    """Those that are new or changed."""
    removed: list[str]
    """Those that the site no longer has."""
    notes: list[str]
    """What a designer should know, a sentence each."""
    missing: MissingDependencyError | None = None
    """Why books to print were left out: this computer has no renderer of PDFs."""


def build_site(
    site: SiteSettings,
    sources: Sequence[BookSource],
    progress: Progress = show_nothing,
    make: MakeDownload = make_download,
) -> BuiltSite:
    """Make the site of these rules, and write what has changed since the last build.

    `make` makes the files to download. Raises `BadInputError` for rules that cannot be published,
    and `CannotWriteError` where files of others have the site's names. Nothing is written then.
    Without a renderer of PDFs the books to print are left out, and `missing` says why.
    """
    check_writable(site.folder)
    _refuse_links(site.folder)
    _refuse_own_names(sources)
    own_files = read_own_files(site.folder)
    build = BuiltSite({}, [], [], [])
    # All is made before anything is written, so that a fault leaves the last site whole.
    pdfs_by_name, listed_files = make_downloads(site, sources, progress, build, make)
    calls = [partial(make_page, source) for source in sources]
    pages = call_all(calls, "Some rulebooks cannot be published.", progress)
    books = chain.from_iterable(group_games([source.book for source in sources]))
    missing: tuple[str, ...] = ()
    if build.missing:
        missing = ("Rulebooks to print are missing: they were left out when this site was built.",)
    apps = find_apps(site.folder)
    contents = SiteContents(tuple(books), tuple(listed_files), apps, missing, site.url or "")
    page_files = make_pages(contents)
    for source, page in zip(sources, pages, strict=True):
        build.notes += page.notes
        # The bar is added last: it links to the pages and downloads that this site turned out to
        # have.
        with_bar = add_bar(page.html, source.book, contents, list(page_files))
        page_files[f"{source.book.slug}.html"] = with_bar.encode()
    # Of other files a link only needs to know that they are there.
    no_pages = dict.fromkeys([*pdfs_by_name, *(app.name for app in apps)], b"")
    build.notes += find_dead_links({**page_files, **no_pages})
    build.notes = list(dict.fromkeys(build.notes))
    if build.notes and not site.rules:
        raise BadInputError("The bundled rules have faults.", map(Problem, build.notes))
    write_site(site.folder, own_files, page_files, pdfs_by_name, build)
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
    """Return the files that the last build wrote into a folder, as it listed them, with their
    pages (0: no PDF).
    """
    try:
        pages_by_name = json.loads((folder / LIST).read_bytes())
        return {
            name: int(pages)
            for name, pages in pages_by_name.items()
            if is_inside(folder / name, folder)
        }
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


# The files to download, by their paths in the site.
PdfsByName = dict[str, Printed]


def make_downloads(
    site: SiteSettings,
    sources: Sequence[BookSource],
    progress: Progress,
    build: BuiltSite,
    make: MakeDownload,
) -> tuple[PdfsByName, list[ListedFile]]:
    """Return all files to download, and how pages list them; notes go to `build`.

    A book that cannot be printed is an error. So is any file of a bundled game; a file of a
    designer's game, such as a kit, is left out with a note.
    """
    pdfs_by_name: PdfsByName = {}
    papers = [PAPERS[site.paper]] if site.paper else [*PAPERS.values()]
    downloads = list(list_downloads(sources, papers, site.pair_count, pdfs=site.downloads))
    # The same fault comes with each paper and booklet; a writer reads it once.
    errors_by_message: dict[str, WordfleetError] = {}
    left_out: list[tuple[Download, WordfleetError]] = []
    for number, download in enumerate(downloads, start=1):
        try:
            for name, pdf in zip(download.names, make(download), strict=True):
                build.notes += pdf.notes
                if pdf.pages:
                    pdfs_by_name[name] = pdf
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
    build.notes += note_missing_files(left_out)
    return pdfs_by_name, list(list_files(downloads, pdfs_by_name))


def note_missing_files(left_out: Iterable[tuple[Download, WordfleetError]]) -> Iterator[str]:
    """Yield a note for each kind of file that a game lacks on a paper, with the reason.

    For pairs it is one note for all lists of words, with the reason of the first.
    """
    by_kind: dict[str, list[tuple[Download, WordfleetError]]] = {}
    for download, error in left_out:
        what = f"{download.slug}: no {download.kind} on {download.paper.title}"
        by_kind.setdefault(what, []).append((download, error))
    for what, group in by_kind.items():
        _, first_error = group[0]
        why = "; ".join([first_error.message.rstrip("."), *map(str, first_error.details)])
        lists = [download.words for download, _ in group if download.words]
        words = f" of these lists: {some_of(lists, MOST_NAMED)}" if len(lists) > 1 else ""
        yield f"{what}{words}: {why}"


def list_files(downloads: Sequence[Download], pdfs_by_name: PdfsByName) -> Iterator[ListedFile]:
    """Yield the files to download that could be made, as pages list them."""
    for download in downloads:
        for name, kind in zip(download.names, download.kinds, strict=True):
            if name in pdfs_by_name:
                pdf = pdfs_by_name[name]
                yield ListedFile(
                    slug=download.slug,
                    kind=kind,
                    paper=download.paper,
                    name=name,
                    size=len(pdf.content),
                    pages=pdf.pages,
                    words=download.words,
                )


def write_site(
    folder: Path,
    own_files: Mapping[str, int],
    pages: Mapping[str, bytes],
    pdfs_by_name: PdfsByName,
    build: BuiltSite,
) -> None:
    """Write changed files, remove those that the site no longer has, then write its list of files.

    `own_files` are those of that list so far (`read_own_files`). `build` gets what was done.
    """
    pdfs = {name: pdf.content for name, pdf in pdfs_by_name.items()}
    contents = {**pages, **pdfs}
    changed = [name for name in contents if _read(folder / name) != contents[name]]
    _refuse_foreign(folder, own_files, changed)
    for name in ("", *FOLDERS):
        remove_leftovers(folder / name)
    if changed:
        write_all({folder / name: contents[name] for name in changed})
    build.removed = _remove_dropped(folder, [name for name in own_files if name not in contents])
    page_counts = {name: pdf.pages for name, pdf in pdfs_by_name.items()}
    counts = {**dict.fromkeys(pages, 0), **page_counts}
    # The list comes last. Files of a build that stops before are not in it. But the next build
    # makes the same ones, and a file with the right content is never refused as foreign.
    if counts != own_files:
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
